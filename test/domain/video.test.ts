import { describe, expect, it } from 'vitest';
import {
  hasError,
  isSettled,
  type LanguageProgress,
  latestEta,
  stateOfLanguages,
  type UnreadLanguage,
} from '../../src/domain/video/video.ts';

const language = (of: Partial<LanguageProgress> = {}): LanguageProgress => ({
  language: 'de-DE',
  rawPhase: 'mixing',
  rawPendingOn: 'editor',
  isError: false,
  eta: null,
  ...of,
});
const unread = (of: Partial<UnreadLanguage> = {}): UnreadLanguage => ({
  index: 1,
  message: 'isError cannot be read',
  language: 'fr-FR',
  rawPendingOn: null,
  isError: null,
  eta: null,
  ...of,
});

describe('A language that could not be read', () => {
  it('is not settled, whoever has its turn', () => {
    expect(isSettled({ items: [language()], malformed: [] })).toBe(true);
    for (const rawPendingOn of ['system', 'editor', null])
      expect(isSettled({ items: [language()], malformed: [unread({ rawPendingOn })] })).toBe(false);
  });

  it.each([
    [{ rawPendingOn: 'system' }, 'RUNNING'],
    [{ rawPendingOn: 'editor' }, 'WAITING'],
    [{ isError: true }, 'FAILED'],
    [{}, 'UNKNOWN'],
  ] as const)('makes the state of its video what can be known: %j is %s', (of, state) => {
    expect(stateOfLanguages({ items: [language()], malformed: [unread(of)] })).toBe(state);
  });

  it('does not hide what the others are at', () => {
    expect(stateOfLanguages({ items: [language({ rawPendingOn: 'system' })], malformed: [unread()] })).toBe('RUNNING');
    expect(stateOfLanguages({ items: [language({ isError: true })], malformed: [unread()] })).toBe('FAILED');
  });

  it('counts for the errors and the estimate of its video as far as it could be read', () => {
    const progress = { items: [language({ eta: '2026-01-01T00:00:00Z' })], malformed: [unread({ isError: true })] };
    expect(hasError(progress)).toBe(true);
    expect(hasError({ ...progress, malformed: [unread()] })).toBe(false);
    const later = [unread({ eta: '2026-01-01T00:00:00.1Z' })];
    expect(latestEta({ ...progress, malformed: later })).toBe('2026-01-01T00:00:00.1Z');
  });
});
