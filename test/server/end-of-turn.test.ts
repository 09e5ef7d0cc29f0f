import { describe, expect, it } from 'vitest';
import { createEndOfTurn } from '../../src/server/http/end-of-turn.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the end of a turn', () => {
  it('comes for all at once, in their order, after the rest of the turn', async () => {
    const endOfTurn = createEndOfTurn();
    const seen: string[] = [];
    const wait = (name: string) => void endOfTurn().then(() => seen.push(name));
    wait('first');
    await Promise.resolve();
    wait('second');
    process.nextTick(() => seen.push('the rest'));
    setImmediate(() => seen.push('next phase'));
    await turn();
    expect(seen).toEqual(['the rest', 'first', 'second', 'next phase']);
    wait('third');
    expect(seen).toHaveLength(4);
    await turn();
    expect(seen.at(-1)).toBe('third');
  });

  it('comes earlier for as many as may wait, and anew for the next', async () => {
    const endOfTurn = createEndOfTurn(2);
    const seen: number[] = [];
    const inOrder = [1, 2, 3].map((number) => endOfTurn().then(() => seen.push(number)));
    await Promise.all(inOrder.slice(0, 2));
    expect(seen).toEqual([1, 2]);
    await turn();
    expect(seen).toEqual([1, 2, 3]);
  });
});
