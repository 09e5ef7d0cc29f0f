import { describe, expect, it } from 'vitest';
import { createEndOfRound } from '../../src/server/http/end-of-round.ts';

const round = () => new Promise((resolve) => setImmediate(resolve));

describe('the end of a round', () => {
  it('comes for all at once, in their order, after the rest of the round', async () => {
    const endOfRound = createEndOfRound();
    const seen: string[] = [];
    const wait = (name: string) => void endOfRound().then(() => seen.push(name));
    wait('first');
    await Promise.resolve();
    wait('second');
    process.nextTick(() => seen.push('the rest'));
    setImmediate(() => seen.push('next phase'));
    await round();
    expect(seen).toEqual(['the rest', 'first', 'second', 'next phase']);
    wait('third');
    expect(seen).toHaveLength(4);
    await round();
    expect(seen.at(-1)).toBe('third');
  });

  it('comes earlier for as many as may wait, and anew for the next', async () => {
    const endOfRound = createEndOfRound(2);
    const seen: number[] = [];
    const inOrder = [1, 2, 3].map((number) => endOfRound().then(() => seen.push(number)));
    await Promise.all(inOrder.slice(0, 2));
    expect(seen).toEqual([1, 2]);
    await round();
    expect(seen).toEqual([1, 2, 3]);
  });
});
