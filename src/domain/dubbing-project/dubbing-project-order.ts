import { type Cursors, createCursors } from '../common/cursor.ts';
import { instantKey } from '../common/instant.ts';
import { memoByIdentity } from '../common/memo-by-identity.ts';
import { compareCodes, compareNames } from '../common/name.ts';
import type { Entry } from '../common/page.ts';
import {
  DUBBING_PROJECT_STATUSES,
  type DubbingProject,
  type DubbingProjectList,
  dubbingProjectStatus,
} from './dubbing-project.ts';

export const DUBBING_PROJECT_ORDER_FIELDS = ['CREATED_AT', 'NAME', 'COST_MINUTES', 'STATUS'] as const;
type DubbingProjectOrderField = (typeof DUBBING_PROJECT_ORDER_FIELDS)[number];

export const ORDER_DIRECTIONS = ['ASC', 'DESC'] as const;
type OrderDirection = (typeof ORDER_DIRECTIONS)[number];

export interface DubbingProjectOrder {
  readonly field: DubbingProjectOrderField;
  readonly direction: OrderDirection;
}

/** The newest first. */
export const DEFAULT_DUBBING_PROJECT_ORDER = {
  field: 'CREATED_AT',
  direction: 'DESC',
} as const satisfies DubbingProjectOrder;

/**
 * The position of a project in an order: whether it is readable, the value, and for ties the id. An unreadable project
 * is identified by its index in the service's list.
 */
export type DubbingProjectPlace = readonly [unreadable: 0 | 1, value: number | string | null, tie: string | number];

export type DubbingProjectEntry = Entry<DubbingProject, DubbingProjectPlace>;

/** A cursor whose places are written in another way belongs to another order: it is refused, not misread. */
const KEY_VERSIONS: Partial<Record<DubbingProjectOrderField, string>> = { CREATED_AT: ' 2' };

/** Ties are ordered by id. In both directions nulls come last, and after them unreadable records. */
export function dubbingProjectCursors({ field, direction }: DubbingProjectOrder): Cursors<DubbingProjectPlace> {
  const sign = direction === 'ASC' ? 1 : -1;
  return createCursors({
    order: `dubbingProjects ${field} ${direction}${KEY_VERSIONS[field] ?? ''}`,
    isKey: isDubbingProjectPlace,
    compare: (a, b) => a[0] - b[0] || compareValues(a[1], b[1], field, sign) || compareTies(a[2], b[2]),
  });
}

/** The whole list in an order, sorted once for each answer of the service. */
export function orderDubbingProjects(
  list: DubbingProjectList,
  order: DubbingProjectOrder,
): readonly DubbingProjectEntry[] {
  const orders = ordersOf(list);
  const name = `${order.field} ${order.direction}`;
  let entries = orders.get(name);
  if (entries === undefined) {
    entries = sort(list, order);
    orders.set(name, entries);
  }
  return entries;
}

const ordersOf = memoByIdentity((_list: DubbingProjectList): Map<string, readonly DubbingProjectEntry[]> => new Map());

function sort({ items, malformed }: DubbingProjectList, order: DubbingProjectOrder): readonly DubbingProjectEntry[] {
  const readable = items.map((project) => entryIn(project, order.field));
  const unreadable = malformed.map(
    ({ index, message }): DubbingProjectEntry => ({ key: [1, null, index], item: null, fault: message }),
  );
  const { compare } = dubbingProjectCursors(order);
  return [...readable, ...unreadable].sort((a, b) => compare(a.key, b.key));
}

/** Computed once for each project: most of a list is as it was. */
function entryIn(project: DubbingProject, field: DubbingProjectOrderField): DubbingProjectEntry {
  const entries = entriesOf(project);
  let entry = entries[field];
  if (entry === undefined) {
    entry = { key: [0, orderedValue(project, field), project.projectId], item: project, fault: '' };
    entries[field] = entry;
  }
  return entry;
}

const entriesOf = memoByIdentity(
  (_project: DubbingProject): Partial<Record<DubbingProjectOrderField, DubbingProjectEntry>> => ({}),
);

function orderedValue(project: DubbingProject, field: DubbingProjectOrderField): number | string | null {
  switch (field) {
    case 'CREATED_AT':
      return instantKey(project.createdAt);
    case 'NAME':
      return project.name;
    case 'COST_MINUTES':
      // NaN counts as missing.
      return Number.isNaN(project.costMinutes) ? null : project.costMinutes;
    case 'STATUS': {
      const status = dubbingProjectStatus(project.rawStatus);
      return status === null ? null : DUBBING_PROJECT_STATUSES.indexOf(status);
    }
  }
}

type Value = DubbingProjectPlace[1];

function compareValues(a: Value, b: Value, field: DubbingProjectOrderField, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  const compare = field === 'NAME' ? compareNames : compareCodes;
  return sign * compare(String(a), String(b));
}

function compareTies(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareCodes(String(a), String(b));
}

function isDubbingProjectPlace(value: unknown): value is DubbingProjectPlace {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [unreadable, ordered, tie]: unknown[] = value;
  return (
    (unreadable === 0 || unreadable === 1) &&
    (ordered === null || typeof ordered === 'number' || typeof ordered === 'string') &&
    (typeof tie === 'string' || typeof tie === 'number')
  );
}
