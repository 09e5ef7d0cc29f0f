import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/clock.ts';
import { type Burst, createTaskQueue, Lane } from '../../src/server/fairness/task-queue.ts';
import { createHandClock } from '../kit/hand-clock.ts';

const rounds = async (count: number) => {
  for (let round = 0; round < count; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('turns', () => {
  it('go around between clients, and between the connections of each', async () => {
    const turns = createTaskQueue({ sliceMs: 1000, clock: createSystemClock() });
    const seen: string[] = [];
    const lanes = { a1: new Lane('a'), a2: new Lane('a'), b1: new Lane('b') };
    const add = (lane: keyof typeof lanes, count: number) => {
      for (let n = 0; n < count; n += 1) turns.add({ lane: lanes[lane], run: () => void seen.push(lane) });
    };
    add('a1', 3);
    add('a2', 2);
    add('b1', 2);
    await rounds(2);
    expect(seen).toEqual(['a1', 'b1', 'a2', 'b1', 'a1', 'a2', 'a1']);
  });

  it.each([0, 1_000])(
    'of a burst last until its microtasks are done, and its time is told (after %d ms)',
    async (computedMs) => {
      const turns = createTaskQueue({ sliceMs: 1000, clock: createSystemClock() });
      const seen: string[] = [];
      const burst: Burst = {
        computedMs,
        run() {
          seen.push('begins');
          void Promise.resolve()
            .then(() => Promise.resolve())
            .then(() => {
              const until = performance.now() + 20;
              while (performance.now() < until);
              seen.push('goes on');
            });
          return true;
        },
        ran: (ms) => seen.push(ms > 1 ? 'ran' : 'took no time'),
      };
      const lane = new Lane('a');
      turns.addBurst(burst, lane);
      turns.add({ lane, run: () => void seen.push('next') });
      await rounds(6);
      expect(seen).toEqual(['begins', 'goes on', 'ran', 'next']);
    },
  );

  it('let connections come first, which node accepts one by one, though not for ever', async () => {
    const turns = createTaskQueue({ sliceMs: 1000, clock: createSystemClock() });
    const lane = new Lane('a');
    const roundsUntilTurn = async (connections: number) => {
      let hasRun = false;
      const run = () => {
        hasRun = true;
      };
      turns.add({ lane, run });
      let count = 0;
      for (; !hasRun; count += 1) {
        if (count < connections) turns.connected();
        await rounds(1);
      }
      return count;
    };
    expect(await roundsUntilTurn(0)).toBe(1);
    expect(await roundsUntilTurn(3)).toBe(4);
    expect(await roundsUntilTurn(1_000)).toBeLessThan(20);
  });

  it('leave a round of the event loop before bursts, and let as many begin together as a slice has room for', async () => {
    const clock = createHandClock();
    const turns = createTaskQueue({ sliceMs: 8, clock });
    const begun: number[] = [];
    let round = 0;
    const run = () => {
      begun.push(round);
      clock.advance(3);
      return true;
    };
    for (let n = 0; n < 7; n += 1) turns.addBurst({ computedMs: 0, run, ran: () => undefined }, new Lane('a'));
    for (; round < 12; round += 1) await rounds(1);
    const sizes = [...new Set(begun)].map((each) => begun.filter((other) => other === each).length);
    expect(begun[0]).toBeGreaterThan(0);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('run what has come between two bursts of a round in between', async () => {
    const turns = createTaskQueue({ sliceMs: 1000, clock: createSystemClock() });
    const seen: string[] = [];
    const lane = new Lane('a');
    const burst = (name: string): Burst => ({ computedMs: 0, run: () => seen.push(name) > 0, ran: () => undefined });
    turns.addBurst(burst('first burst'), lane);
    turns.add({ lane, run: () => void seen.push('task') });
    turns.addBurst(burst('second burst'), lane);
    await rounds(4);
    expect(seen).toEqual(['first burst', 'task', 'second burst']);
    expect(turns.isIdle()).toBe(true);
  });

  it('are not needed by the first who comes, but by whoever comes after many in one round', async () => {
    const turns = createTaskQueue({ sliceMs: 5, clock: createSystemClock() });
    expect(turns.isIdle()).toBe(true);
    const until = performance.now() + 6;
    while (performance.now() < until);
    expect(turns.isIdle()).toBe(false);
    await rounds(2);
    expect(turns.isIdle()).toBe(true);
  });

  it('are not needed by the first that is to begin, but by those that would begin with it', async () => {
    const turns = createTaskQueue({ sliceMs: 1000, clock: createSystemClock() });
    expect([turns.isIdle(), turns.isIdle(), turns.isIdle()]).toEqual([true, false, false]);
    await Promise.resolve();
    expect(turns.isIdle()).toBe(true);
  });

  it('are due to whatever is resumed after a slice of a round, until the next round', async () => {
    const clock = createHandClock();
    const turns = createTaskQueue({ sliceMs: 4, clock });
    expect(turns.isLate()).toBe(false);
    clock.advance(3);
    expect(turns.isLate()).toBe(false);
    clock.advance(1);
    expect([turns.isLate(), turns.isIdle()]).toEqual([true, false]);
    await rounds(1);
    expect(turns.isLate()).toBe(false);
  });
});
