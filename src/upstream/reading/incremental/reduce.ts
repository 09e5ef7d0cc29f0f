import { endOfText } from '../../http/intricacy.ts';
import { type CommonEnds, commonEnds } from './common-ends.ts';
import type { Outline, OutlinedItem, OutlinedList, Placeholder } from './outline.ts';

/** The last body of an address, with its outline. `keeps` says whether an item need not be parsed again. */
export interface OutlinedBody {
  readonly bytes: Buffer;
  readonly outline: Outline;
  readonly keeps: (list: string, index: number) => boolean;
}

/** Some consecutive items of a list of the last body. */
export interface Run {
  readonly list: OutlinedList;
  readonly from: number;
  readonly to: number;
}

/** A body in which each run of items that came unchanged is one placeholder. */
export interface ReducedBody {
  readonly json: Buffer;
  /** In the order of the body. */
  readonly runs: readonly Run[];
}

/** With less of it unchanged, a body is read as a whole at little more cost. */
const LEAST_UNCHANGED = 1 / 4;

/**
 * Replaces items of a body that have the same bytes in the last one. Which of them are found is only a question of speed:
 * each stands for itself wherever the parser finds its placeholder as an item of a list. Null if too few are found.
 */
export function reduceBody(body: Buffer, last: OutlinedBody, placeholder: Placeholder): ReducedBody | null {
  const ends = commonEnds(last.bytes, body);
  const places = last.outline.flatMap((list) => placesIn(list, { body, last, ends }));
  const bytes = places.reduce((sum, { start, end }) => sum + end - start, 0);
  if (bytes < body.length * LEAST_UNCHANGED) return null;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { start, end } of places) {
    // Places that overlap, or are not in order, belong to lists that have moved.
    if (start < at) return null;
    pieces.push(body.subarray(at, start), placeholder.json);
    at = end;
  }
  pieces.push(body.subarray(at));
  return { json: Buffer.concat(pieces), runs: places.map(({ run }) => run) };
}

/** A run, and its place in the new body. */
interface PlacedRun {
  readonly run: Run;
  readonly start: number;
  readonly end: number;
}

interface Comparison {
  readonly body: Buffer;
  readonly last: OutlinedBody;
  readonly ends: CommonEnds;
}

/** The items before the first difference, those after the last one, and the equal ones in between. */
function placesIn(list: OutlinedList, comparison: Comparison): PlacedRun[] {
  const { body, last, ends } = comparison;
  const { items } = list;
  const endStart = last.bytes.length - ends.end;
  const moved = body.length - last.bytes.length;
  const head = countWhile(items, ({ end }) => end <= ends.beginning);
  const tail = Math.max(
    head,
    countWhile(items, ({ start }) => start < endStart),
  );
  // Its bounds are certain only where its brackets stand in what is equal.
  const isBetween = tail > head && list.start <= ends.beginning && list.end >= endStart;
  const region = {
    ...{ head, tail },
    start: items[head - 1]?.end ?? list.start,
    end: (items[tail]?.start ?? list.end) + moved,
  };
  return [
    ...keptRuns(list, last, 0, head).map((run) => place(run, 0)),
    ...(isBetween ? equalBetween(list, comparison, region) : []),
    ...keptRuns(list, last, tail, items.length).map((run) => place(run, moved)),
  ];
}

function place(run: Run, moved: number): PlacedRun {
  const { items } = run.list;
  return { run, start: (items[run.from]?.start ?? 0) + moved, end: (items[run.to - 1]?.end ?? 0) + moved };
}

/** The runs of kept items within some items. */
function keptRuns(list: OutlinedList, { keeps }: OutlinedBody, from: number, to: number): Run[] {
  const runs: Run[] = [];
  for (let start = from; start < to; start += 1) {
    if (!keeps(list.name, start)) continue;
    let end = start + 1;
    while (end < to && keeps(list.name, end)) end += 1;
    runs.push({ list, from: start, to: end });
    start = end;
  }
  return runs;
}

/** The items of the last body from `head` up to `tail`, and where their successors stand in the new one. */
interface Region {
  readonly head: number;
  readonly tail: number;
  readonly start: number;
  readonly end: number;
}

/** How far from where it is expected an item is looked for: some items may have come or gone. */
const REACH = 8;
/** So many items more than are found may differ, before the rest counts as different. */
const PATIENCE = 32;
const [OPEN_OBJECT, CLOSE_OBJECT, QUOTE] = [0x7b, 0x7d, 0x22];

/** The bytes are not parsed yet: whatever they are, this comes to an end. */
function equalBetween(list: OutlinedList, comparison: Comparison, region: Region): PlacedRun[] {
  const { body } = comparison;
  const found: PlacedRun[] = [];
  let expected = region.head;
  let patience = PATIENCE;
  for (let at = region.start; at < region.end && patience > 0; at += 1) {
    if (body[at] !== OPEN_OBJECT) continue;
    const span = { start: at, end: endOfObject(body, at) };
    if (span.end > region.end) break;
    const index = indexOfEqual(list, comparison, region, expected, span);
    patience += index === null ? -1 : 1;
    expected = (index ?? expected) + 1;
    if (index !== null) addItem(found, list, index, span, comparison);
    at = span.end - 1;
  }
  return found;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The kept item with the same bytes that is next to where it is expected; null if there is none. */
function indexOfEqual(
  list: OutlinedList,
  { body, last }: Comparison,
  { head, tail }: Region,
  expected: number,
  span: Span,
): number | null {
  for (let distance = 0; distance <= REACH; distance += 1) {
    for (const index of distance === 0 ? [expected] : [expected - distance, expected + distance]) {
      const item = list.items[index];
      if (index < head || index >= tail || item === undefined) continue;
      if (isEqual(body, span, last.bytes, item) && last.keeps(list.name, index)) return index;
    }
  }
  return null;
}

/** Lengthens the last run, if the item follows there as it did in the last body, with the same bytes in between. */
function addItem(
  found: PlacedRun[],
  list: OutlinedList,
  index: number,
  { start, end }: Span,
  { body, last }: Comparison,
): void {
  const previous = found.at(-1);
  const follows =
    previous !== undefined &&
    previous.run.to === index &&
    isEqual(body, { start: previous.end, end: start }, last.bytes, gapBefore(list, index));
  if (follows) found[found.length - 1] = { ...previous, run: { ...previous.run, to: index + 1 }, end };
  else found.push({ run: { list, from: index, to: index + 1 }, start, end });
}

function gapBefore({ items }: OutlinedList, index: number): Span {
  return { start: items[index - 1]?.end ?? 0, end: items[index]?.start ?? 0 };
}

function isEqual(left: Buffer, ofLeft: Span, right: Buffer, ofRight: Span): boolean {
  if (ofLeft.end - ofLeft.start !== ofRight.end - ofRight.start) return false;
  return left.compare(right, ofRight.start, ofRight.end, ofLeft.start, ofLeft.end) === 0;
}

/** The place after the bracket that closes the object which begins here; beyond the end if there is none. */
function endOfObject(body: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfText(body, at);
    else if (byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_OBJECT) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return body.length + 1;
}

/** Counts the leading items that meet a condition which is false for all later ones, by binary search. */
function countWhile(items: readonly OutlinedItem[], meets: (item: OutlinedItem) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && meets(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
