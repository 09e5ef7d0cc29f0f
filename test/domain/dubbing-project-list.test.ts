import { describe, expect, it } from 'vitest';
import type { DubbingProject, DubbingProjectList } from '../../src/domain/dubbing-project/dubbing-project.ts';
import {
  type DubbingProjectFilter,
  filterDubbingProjects,
} from '../../src/domain/dubbing-project/dubbing-project-filter.ts';
import {
  type DubbingProjectOrder,
  dubbingProjectCursors,
  orderDubbingProjects,
} from '../../src/domain/dubbing-project/dubbing-project-order.ts';

const project = (projectId: string, told: Partial<DubbingProject> = {}): DubbingProject => ({
  kind: 'DubbingProject',
  projectId,
  name: null,
  rawStatus: 'ready',
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  costMinutes: null,
  createdAt: null,
  details: null,
  ...told,
});

const listOf = (...items: DubbingProject[]): DubbingProjectList => ({
  items,
  malformed: [{ index: 1, message: 'no status' }],
});

const NEWEST_FIRST: DubbingProjectOrder = { field: 'CREATED_AT', direction: 'DESC' };

const idsOf = (list: DubbingProjectList, order: DubbingProjectOrder, filter: DubbingProjectFilter | null = null) =>
  filterDubbingProjects(orderDubbingProjects(list, order), filter).map(({ item }) => item?.projectId ?? 'unreadable');

describe('A search of which nothing is left once it is folded', () => {
  it('is in no name', () => {
    const list = listOf(project('a', { name: 'A' }), project('b'));
    expect(idsOf(list, NEWEST_FIRST, { search: '\u0301' })).toEqual([]);
    expect(idsOf(list, NEWEST_FIRST, { search: '' })).toHaveLength(3);
  });
});

describe('The order of dubbing projects', () => {
  it('is by the moment, not by its text, and a time without a zone is UTC', () => {
    const list = listOf(
      project('a', { createdAt: '2026-11-27T10:00:00+02:00' }),
      project('b', { createdAt: '2026-11-27T09:00:00Z' }),
      project('c', { createdAt: '2026-11-27T08:30:00' }),
      project('d', { createdAt: '2026-11-28' }),
    );
    expect(idsOf(list, NEWEST_FIRST)).toEqual(['d', 'b', 'c', 'a', 'unreadable']);
    expect(idsOf(list, { field: 'CREATED_AT', direction: 'ASC' })).toEqual(['a', 'c', 'b', 'd', 'unreadable']);
  });

  it('is by every digit of the moment', () => {
    const list = listOf(
      project('b', { createdAt: '2026-11-27T10:00:00.123001Z' }),
      project('a', { createdAt: '2026-11-27T10:00:00.123999Z' }),
    );
    expect(idsOf(list, { field: 'CREATED_AT', direction: 'ASC' })).toEqual(['b', 'a', 'unreadable']);
    expect(idsOf(list, NEWEST_FIRST)).toEqual(['a', 'b', 'unreadable']);
    expect(idsOf(list, NEWEST_FIRST, { createdAfter: '2026-11-27T10:00:00.123001Z' })).toEqual(['a']);
    expect(idsOf(list, NEWEST_FIRST, { createdBefore: '2026-11-27T10:00:00.123999Z' })).toEqual(['b']);
  });

  it('puts those without a value last in both directions, and behind them what could not be read', () => {
    const list = listOf(
      project('none'),
      project('dear', { costMinutes: 9, createdAt: 'soon' }),
      project('cheap', { costMinutes: 1, createdAt: '2026-01-01' }),
    );
    expect(idsOf(list, { field: 'COST_MINUTES', direction: 'ASC' })).toEqual(['cheap', 'dear', 'none', 'unreadable']);
    expect(idsOf(list, { field: 'COST_MINUTES', direction: 'DESC' })).toEqual(['dear', 'cheap', 'none', 'unreadable']);
    expect(idsOf(list, NEWEST_FIRST)).toEqual(['cheap', 'dear', 'none', 'unreadable']);
  });

  it('orders ties by id, in both directions', () => {
    const list = listOf(project('b', { costMinutes: 1 }), project('a', { costMinutes: 1 }));
    expect(idsOf(list, { field: 'COST_MINUTES', direction: 'ASC' })).toEqual(['a', 'b', 'unreadable']);
    expect(idsOf(list, { field: 'COST_MINUTES', direction: 'DESC' })).toEqual(['a', 'b', 'unreadable']);
  });

  it('orders names as a person expects', () => {
    const list = listOf(
      project('1', { name: 'Zoo' }),
      project('2', { name: 'Éclair' }),
      project('3', { name: 'east' }),
    );
    expect(idsOf(list, { field: 'NAME', direction: 'ASC' })).toEqual(['3', '2', '1', 'unreadable']);
  });

  it('orders statuses as their enum lists them, and unknown ones last', () => {
    const list = listOf(
      project('paused', { rawStatus: 'paused' }),
      project('error', { rawStatus: 'error' }),
      project('ready', { rawStatus: 'ready' }),
      project('running', { rawStatus: 'in_progress' }),
    );
    expect(idsOf(list, { field: 'STATUS', direction: 'ASC' }).slice(0, 4)).toEqual([
      'running',
      'ready',
      'error',
      'paused',
    ]);
    expect(idsOf(list, { field: 'STATUS', direction: 'DESC' }).slice(0, 4)).toEqual([
      'error',
      'ready',
      'running',
      'paused',
    ]);
  });

  it('is made once for each answer of the service', () => {
    const list = listOf(project('1'));
    expect(orderDubbingProjects(list, NEWEST_FIRST)).toBe(orderDubbingProjects(list, { ...NEWEST_FIRST }));
  });

  it('gives each place a cursor that no other order takes', () => {
    const [entry] = orderDubbingProjects(listOf(project('1', { name: 'Ärger "&" 😀' })), NEWEST_FIRST);
    const cursor = dubbingProjectCursors(NEWEST_FIRST).write(entry!.key);
    expect(dubbingProjectCursors(NEWEST_FIRST).read(cursor)).toEqual({ key: entry?.key });
    expect(dubbingProjectCursors({ field: 'CREATED_AT', direction: 'ASC' }).read(cursor)).toBe('foreign');
    expect(dubbingProjectCursors({ field: 'NAME', direction: 'DESC' }).read(cursor)).toBe('foreign');
  });
});

describe('The filter of dubbing projects', () => {
  const list = listOf(
    project('1', { name: 'Été à Paris', createdAt: '2026-11-01T00:00:00Z' }),
    project('2', { name: 'Straße', rawStatus: 'error', targetLanguage: 'de-DE', createdAt: '2026-11-02T00:00:00Z' }),
    project('3', { rawStatus: 'paused', sourceLanguage: 'de', createdAt: 'soon' }),
  );
  const found = (filter: DubbingProjectFilter | null) =>
    idsOf(list, { field: 'NAME', direction: 'ASC' }, filter).toSorted();

  it('lets everything through where it does not narrow', () => {
    expect(found(null)).toEqual(['1', '2', '3', 'unreadable']);
    expect(found({ status: null, search: null })).toEqual(['1', '2', '3', 'unreadable']);
    expect(found({ search: '' })).toEqual(['1', '2', '3', 'unreadable']);
  });

  it('finds a part of the name, whatever its case or accents', () => {
    expect(found({ search: 'ETE' })).toEqual(['1']);
    expect(found({ search: 'été A' })).toEqual(['1']);
    expect(found({ search: 'e\u0301te\u0301' })).toEqual(['1']);
    expect(found({ search: 'strasse' })).toEqual(['2']);
    expect(found({ search: '.*' })).toEqual([]);
  });

  it('takes any of the listed statuses and languages, and nothing of an empty list', () => {
    expect(found({ status: ['ready', 'error'] })).toEqual(['1', '2']);
    expect(found({ sourceLanguage: ['de'] })).toEqual(['3']);
    expect(found({ targetLanguage: ['de-DE', 'it-IT'] })).toEqual(['2']);
    expect(found({ targetLanguage: ['de-de'] })).toEqual([]);
    expect(found({ status: [] })).toEqual([]);
    expect(found({ sourceLanguage: [] })).toEqual([]);
  });

  it('excludes the moment itself of createdAfter and createdBefore, and those without a date', () => {
    expect(found({ createdAfter: '2026-11-01T00:00:00Z' })).toEqual(['2']);
    expect(found({ createdAfter: '2026-11-01T00:59:59+01:00' })).toEqual(['1', '2']);
    expect(found({ createdBefore: '2026-11-02' })).toEqual(['1']);
  });

  it('wants all that is given to hold', () => {
    expect(found({ search: 's', status: ['error'], createdAfter: '2026-11-01' })).toEqual(['2']);
    expect(found({ search: 's', status: ['ready'], createdAfter: '2026-11-01' })).toEqual([]);
  });
});
