import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/clock.ts';
import { createByteShares } from '../../src/server/fairness/byte-shares.ts';
import { OperationWork } from '../../src/server/fairness/operation-work.ts';
import { createSharedHoldings } from '../../src/server/fairness/shared-holdings.ts';
import { createTaskQueue, Lane } from '../../src/server/fairness/task-queue.ts';
import { createWorkParts } from '../../src/server/fairness/work-parts.ts';
import { startGateway } from '../kit/gateway.ts';

const KB = 1024;
const SLOW_MS = 300;
/** Together twice as large as one client may have unfinished. */
const OPERATIONS = 120;

/** Some 3,000 tokens, of which no other document has the same. */
const longDocument = (number: number): string => {
  const projects = Array.from(
    { length: 90 },
    (_, field) =>
      `p${number}_${field}: dubbingProject(id: "1001") { id name rawStatus sourceLanguage { code nativeName } }`,
  );
  return `{ ${projects.join(' ')} balance { minutes } }`;
};

describe('operations that find no room for what they hold', () => {
  it('wait, and are answered all the same', async () => {
    await using gateway = await startGateway({ env: { QUOTA_PER_MINUTE: '0', QUOTA_PER_DAY: '0' } });
    const answer = { kind: 'delay', ms: SLOW_MS } as const;
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, times: Infinity, answer });
    const numbers = Array.from({ length: OPERATIONS }, (_, number) => number);
    const answers = await Promise.all(numbers.map((number) => gateway.ask(longDocument(number))));
    for (const { data, errors } of answers) {
      expect(errors).toEqual([]);
      expect(data.balance.minutes).toBeGreaterThan(0);
    }
  });
});

describe('an operation for whose document there is no room', () => {
  const MB = 1024 * KB;
  const start = () => {
    const parts = createWorkParts(createTaskQueue({ sliceMs: 4, clock: createSystemClock() }), {});
    return () => new OperationWork(parts, new Lane('one'));
  };
  const large = () => ({ document: {}, bytes: 60 * MB, fields: 10 });

  it('enters with a slot, and others after it when there is room again', async () => {
    const begin = start();
    const [first, ...others] = Array.from({ length: 8 }, begin);
    expect(first?.enter(large())).toBe(true);
    for (const other of others) expect(other.enter(large())).toBe(false);
    const waiting = others.map((other) => other.pause(0).then(() => other));
    // As many as have a slot, though there is no room for them.
    const entered = await Promise.all(waiting.slice(0, 3));
    for (const work of entered) expect(work.enter(large())).toBe(true);
    first?.end();
    for (const work of entered) work.end();
    // Each takes the room, gives its slot to the next, and ends.
    for (const next of waiting.slice(3)) {
      const work = await next;
      expect(work.enter(large())).toBe(true);
      work.end();
    }
  });

  it('is not kept out by any number of small ones', () => {
    const begin = start();
    const small = () => ({ document: {}, bytes: 15 * KB, fields: 10 });
    for (let count = 0; count < 10_000; count += 1) expect(begin().enter(small())).toBe(true);
    expect(begin().enter(large())).toBe(true);
  });

  it('gives its room back when it ends, however often that is said', () => {
    const begin = start();
    for (let count = 0; count < 10; count += 1) {
      const work = begin();
      expect(work.enter(large())).toBe(true);
      work.charge(5_000);
      work.end();
      work.end();
    }
  });
});

describe('the documents of running operations', () => {
  const start = () =>
    createSharedHoldings<object, { bytes: number }>(createByteShares({ all: 200 * KB, strangers: 0 }));

  it('are at most half of what is still free for one client, and another finds room', () => {
    const documents = start();
    const release = documents.hold({}, { bytes: 100 * KB }, 'one');
    expect(release).not.toBeNull();
    expect(documents.hold({}, { bytes: 20 * KB }, 'one')).toBeNull();
    expect(documents.hold({}, { bytes: 40 * KB }, 'other')).not.toBeNull();
    release?.();
    expect(documents.hold({}, { bytes: 20 * KB }, 'one')).not.toBeNull();
  });

  it('count once for all that run the same one, until the last of them ends', () => {
    const documents = start();
    const document = {};
    const first = documents.hold(document, { bytes: 100 * KB }, 'one');
    const second = documents.hold(document, { bytes: 100 * KB }, 'one');
    expect(second).not.toBeNull();
    first?.();
    expect(documents.hold({}, { bytes: 20 * KB }, 'one')).toBeNull();
    second?.();
    expect(documents.hold({}, { bytes: 20 * KB }, 'one')).not.toBeNull();
  });
});
