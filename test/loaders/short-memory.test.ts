import { describe, expect, it } from 'vitest';
import { RateLimitedError } from '../../src/errors.ts';
import { createResponseCache, type ResponseCache } from '../../src/loaders/response-cache.ts';
import { createHandClock } from '../kit/hand-clock.ts';

const clock = createHandClock();
const answer = (text: string) => ({ text });
const stay = () => new AbortController().signal;
/** What another instance was answered at once. */
const foreign = (value: { readonly text: string }, asked: number, at = clock.now()) => ({
  ...{ answer: value, asked, answered: asked, at, by: 'another' },
});

/** A request whose answer the test gives by hand. */
function pending<T>() {
  const calls: { signal: AbortSignal; resolve: (value: T) => void; reject: (error: unknown) => void }[] = [];
  const ask = (signal: AbortSignal) =>
    new Promise<T>((resolve, reject) => {
      calls.push({ signal, resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  return { ask, calls };
}

describe('the short memory', () => {
  it('makes one request of equal ones in flight, and gives each reader its answer', async () => {
    const memory = createResponseCache({ maxAgeMs: 0, clock });
    const { ask, calls } = pending<object>();
    const readers = Array.from({ length: 100 }, () => memory.read('a', ask, { signal: stay(), fresh: false }));
    expect(calls).toHaveLength(1);
    const one = answer('one');
    calls[0]!.resolve(one);
    expect(new Set(await Promise.all(readers))).toEqual(new Set([one]));
  });

  it('asks again each time when it is told to remember for 0 ms', async () => {
    const memory = createResponseCache({ maxAgeMs: 0, clock });
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return answer(String(asked));
    };
    await memory.read('a', ask, { signal: stay(), fresh: false });
    await memory.read('a', ask, { signal: stay(), fresh: false });
    expect(asked).toBe(2);
  });

  it('answers from memory within its time, unless the reader wants it fresh', async () => {
    const memory = createResponseCache({ maxAgeMs: 60_000, clock });
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return answer(String(asked));
    };
    const first = await memory.read('a', ask, { signal: stay(), fresh: false });
    expect(await memory.read('a', ask, { signal: stay(), fresh: false })).toBe(first);
    expect(await memory.read('a', ask, { signal: stay(), fresh: true })).toEqual(answer('2'));
    expect(await memory.read('a', ask, { signal: stay(), fresh: false })).toEqual(answer('2'));
  });

  it('tells all who waited of a rejection and does not remember it', async () => {
    const memory = createResponseCache({ maxAgeMs: 60_000, clock });
    const { ask, calls } = pending<object>();
    const readers = [1, 2].map(() => memory.read('a', ask, { signal: stay(), fresh: false }));
    calls[0]!.reject(new Error('down'));
    for (const reader of readers) await expect(reader).rejects.toThrow('down');
    const later = answer('up');
    expect(await memory.read('a', async () => later, { signal: stay(), fresh: false })).toBe(later);
  });

  it('aborts a request when its last reader has left, and not before', async () => {
    const memory = createResponseCache({ maxAgeMs: 0, clock });
    const { ask, calls } = pending<object>();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = memory.read('a', ask, { signal: one.signal, fresh: false });
    const second = memory.read('a', ask, { signal: two.signal, fresh: false });
    one.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(calls[0]!.signal.aborted).toBe(false);
    two.abort(new Error('gone too'));
    await expect(second).rejects.toThrow('gone too');
    expect(calls[0]!.signal.aborted).toBe(true);
    const third = memory.read('a', ask, { signal: stay(), fresh: false });
    expect(calls).toHaveLength(2);
    calls[1]!.resolve(answer('anew'));
    expect(await third).toEqual(answer('anew'));
  });

  it('lets no answer from before a write serve a reader from after it', async () => {
    const memory = createResponseCache({ maxAgeMs: 60_000, clock });
    const { ask, calls } = pending<object>();
    const before = memory.read('a', ask, { signal: stay(), fresh: false });
    memory.invalidate('a');
    const after = memory.read('a', ask, { signal: stay(), fresh: false });
    expect(calls).toHaveLength(2);
    calls[0]!.resolve(answer('old'));
    expect(await before).toEqual(answer('old'));
    calls[1]!.resolve(answer('new'));
    expect(await after).toEqual(answer('new'));
    expect(await memory.read('a', ask, { signal: stay(), fresh: false })).toEqual(answer('new'));
  });

  it('forgets every key that a write concerns, answered or under way, and no other', async () => {
    const memory = createResponseCache({ maxAgeMs: 60_000, clock });
    const { ask, calls } = pending<object>();
    const read = (key: string) => memory.read(key, ask, { signal: stay(), fresh: false });
    const answered = ['p1/a', 'p2/a'].map(read);
    for (const call of calls) call.resolve(answer('old'));
    await Promise.all(answered);
    void read('p1/b');
    memory.invalidateWhere((key) => key.startsWith('p1/'));
    for (const key of ['p1/a', 'p1/b', 'p2/a']) void read(key);
    expect(calls).toHaveLength(5);
  });

  it('keeps no listener on the signal of a reader that was answered', async () => {
    const memory = createResponseCache({ maxAgeMs: 0, clock });
    const listeners = new Set<unknown>();
    const { signal } = new AbortController();
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners.add(args[1]);
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners.delete(args[1]);
      remove(...args);
    };
    for (let i = 0; i < 50; i += 1) await memory.read('a', async () => answer('x'), { signal, fresh: false });
    expect(listeners.size).toBe(0);
  });

  it('lets a request that somebody else has under way be, for a reader who wants one of its own', async () => {
    const memory = createResponseCache({ maxAgeMs: 60_000, clock });
    const { ask, calls } = pending<object>();
    const before = memory.read('a', ask, { signal: stay(), fresh: false });
    const anew = memory.read('a', ask, { signal: stay(), fresh: 'anew' });
    const joining = memory.read('a', ask, { signal: stay(), fresh: true });
    expect(calls).toHaveLength(2);
    calls[1]!.resolve(answer('new'));
    expect(await Promise.all([anew, joining])).toEqual([answer('new'), answer('new')]);
    calls[0]!.resolve(answer('old'));
    expect(await before).toEqual(answer('old'));
    expect(await memory.read('a', ask, { signal: stay(), fresh: false })).toEqual(answer('new'));
  });

  it('asks again for whoever waits, once, when the polling that they have joined is refused for lack of quota', async () => {
    const memory = createResponseCache({ maxAgeMs: 0, clock });
    const { ask, calls } = pending<object>();
    const polling = memory.read('a', ask, { signal: stay(), fresh: true, priority: 'polling' });
    const waiting = [1, 2, 3].map(() => memory.read('a', ask, { signal: stay(), fresh: false }));
    expect(calls).toHaveLength(1);
    calls[0]!.reject(new RateLimitedError(60));
    await expect(polling).rejects.toThrow(RateLimitedError);
    expect(calls).toHaveLength(2);
    calls[1]!.resolve(answer('x'));
    expect(await Promise.all(waiting)).toEqual([answer('x'), answer('x'), answer('x')]);
  });

  it('tells of a refusal for lack of quota where that is theirs, and of every other failure of polling', async () => {
    const memory = createResponseCache({ maxAgeMs: 0, clock });
    const { ask, calls } = pending<object>();
    const own = memory.read('a', ask, { signal: stay(), fresh: false });
    calls[0]!.reject(new RateLimitedError(60));
    await expect(own).rejects.toThrow(RateLimitedError);
    void memory.read('a', ask, { signal: stay(), fresh: true, priority: 'polling' }).catch(() => undefined);
    const joined = memory.read('a', ask, { signal: stay(), fresh: false });
    calls[1]!.reject(new Error('down'));
    await expect(joined).rejects.toThrow('down');
    expect(calls).toHaveLength(2);
  });
});

describe('An answer that is held', () => {
  const holding = (memory: ResponseCache<object>) => {
    const told: object[] = [];
    const counts = { forgotten: 0 };
    const pin = memory.pin('a', {
      onAnswer: (answered) => told.push(answered),
      onInvalidated: () => {
        counts.forgotten += 1;
      },
      isAuthoritative: () => hold.isAuthoritative,
    });
    const hold = { isAuthoritative: false, [Symbol.dispose]: () => pin[Symbol.dispose]() };
    return { hold, told, counts };
  };
  const read = (memory: ResponseCache<object>, text: string, fresh = false) =>
    memory.read('a', async () => answer(text), { signal: stay(), fresh });

  it('serves for as long as its holder says, whatever is remembered otherwise', async () => {
    const memory = createResponseCache({ maxAgeMs: 0, clock });
    const { hold } = holding(memory);
    await read(memory, 'one');
    expect(await read(memory, 'two')).toEqual(answer('two'));
    hold.isAuthoritative = true;
    expect(await read(memory, 'three')).toEqual(answer('two'));
    expect(await read(memory, 'three', true)).toEqual(answer('three'));
    expect(await read(memory, 'four')).toEqual(answer('three'));
    hold.isAuthoritative = false;
    expect(await read(memory, 'four')).toEqual(answer('four'));
    hold.isAuthoritative = true;
    hold[Symbol.dispose]();
    expect(await read(memory, 'five')).toEqual(answer('five'));
  });

  it('is told to its holder once for each request, whoever has made it and however many have waited', async () => {
    const memory = createResponseCache({ maxAgeMs: 0, clock });
    const { told } = holding(memory);
    const { ask, calls } = pending<object>();
    const readers = [1, 2, 3].map(() => memory.read('a', ask, { signal: stay(), fresh: false }));
    const one = answer('one');
    calls[0]!.resolve(one);
    await Promise.all(readers);
    expect(told).toEqual([one]);
    void memory.read('b', ask, { signal: stay(), fresh: false });
    calls[1]!.resolve(answer('another'));
    expect(told).toEqual([one]);
  });

  it('is forgotten with what was read before a write, and none from before it is told', async () => {
    const memory = createResponseCache({ maxAgeMs: 60_000, clock });
    const { hold, told, counts } = holding(memory);
    hold.isAuthoritative = true;
    await read(memory, 'one');
    const { ask, calls } = pending<object>();
    const before = memory.read('a', ask, { signal: stay(), fresh: true });
    memory.invalidateWhere((key) => key === 'a');
    expect(counts.forgotten).toBe(1);
    calls[0]!.resolve(answer('old'));
    await before;
    expect(told).toEqual([answer('one')]);
    expect(await read(memory, 'two')).toEqual(answer('two'));
  });

  it('is not let go by a holder whose place another has taken', async () => {
    const memory = createResponseCache({ maxAgeMs: 0, clock });
    const first = holding(memory);
    const second = holding(memory);
    first.hold[Symbol.dispose]();
    await read(memory, 'one');
    expect([first.told, second.told]).toEqual([[], [answer('one')]]);
  });

  it('takes in what another instance has read, unless it was asked for earlier than what is there', async () => {
    const memory = createResponseCache<object>({ maxAgeMs: 60_000, clock, stamp: () => 5 });
    const own = await memory.read('a', async () => answer('own'), { signal: stay(), fresh: false });
    memory.absorb('a', foreign(answer('earlier'), 4));
    expect(memory.peek('a')).toBe(own);
    memory.absorb('a', foreign(answer('later'), 6));
    expect(memory.peek('a')).toEqual(answer('later'));
  });

  it('keeps what another instance was answered no longer than what it was answered itself at the same time', async () => {
    const memory = createResponseCache<object>({ maxAgeMs: 2_000, clock });
    memory.absorb('a', foreign(answer('old'), 1, clock.now() - 1_900));
    expect(memory.peek('a')).toEqual(answer('old'));
    await clock.pass(101);
    expect(memory.peek('a')).toBeUndefined();
  });

  it('does not take in what another instance was asked for before a write', async () => {
    const memory = createResponseCache<object>({ maxAgeMs: 60_000, clock });
    memory.invalidate('a', 10);
    memory.absorb('a', foreign(answer('before'), 9));
    expect(memory.peek('a')).toBeUndefined();
    memory.absorb('a', foreign(answer('after'), 11));
    expect(memory.peek('a')).toEqual(answer('after'));
  });

  it('drops its own answer if a later one of another instance came while it was read', async () => {
    const memory = createResponseCache<object>({ maxAgeMs: 60_000, clock, stamp: () => 1 });
    const { ask, calls } = pending<object>();
    const told: object[] = [];
    const pin = { onAnswer: (value: object) => told.push(value), onInvalidated: () => {}, isAuthoritative: () => true };
    using _pin = memory.pin('a', pin);
    const reading = memory.read('a', ask, { signal: stay(), fresh: false });
    memory.absorb('a', foreign(answer('later'), 2));
    calls[0]!.resolve(answer('own'));
    await reading;
    expect(memory.peek('a')).toEqual(answer('later'));
    expect(told).toEqual([answer('later')]);
  });

  describe('with a listener, where another instance has asked, too,', () => {
    const SECOND = 1_000_000;
    /** An answer of this instance, which was under way for a second. */
    async function reading() {
      const stamps = [SECOND, 2 * SECOND];
      const memory = createResponseCache<object>({ maxAgeMs: 60_000, clock, stamp: () => stamps.shift() ?? 0 });
      const told: object[] = [];
      const uncertain: string[] = [];
      memory.pin('a', {
        onAnswer: (value) => told.push(value),
        onInvalidated: () => told.push(answer('invalidated')),
        onUncertain: () => uncertain.push('a'),
        isAuthoritative: () => true,
      });
      await memory.read('a', async () => answer('own'), { signal: stay(), fresh: false });
      return { memory, told, uncertain };
    }

    it('does not go over to an answer that was under way at the same time, and says that it is uncertain', async () => {
      const { memory, told, uncertain } = await reading();
      expect(memory.absorb('a', foreign(answer('foreign'), 1.5 * SECOND))).toBe(false);
      expect([told, uncertain]).toEqual([[answer('own')], ['a']]);
    });

    it('takes in the same answer, and any that was asked for after its own', async () => {
      const { memory, told, uncertain } = await reading();
      expect(memory.absorb('a', foreign(answer('own'), 1.5 * SECOND))).toBe(true);
      expect(memory.absorb('a', foreign(answer('later'), 3 * SECOND))).toBe(true);
      expect([told.at(-1), uncertain]).toEqual([answer('later'), []]);
    });

    it('takes each answer of one instance in its turn', async () => {
      const { memory, told } = await reading();
      memory.absorb('a', { ...foreign(answer('one'), 3 * SECOND), answered: 5 * SECOND });
      memory.absorb('a', foreign(answer('two'), 4 * SECOND));
      expect(told.slice(1)).toEqual([answer('one'), answer('two')]);
    });

    it('keeps what was asked for after a write that it hears of late, and takes nothing older any more', async () => {
      const { memory, told } = await reading();
      memory.absorb('a', foreign(answer('later'), 4 * SECOND));
      memory.invalidate('a', 3 * SECOND);
      expect(memory.peek('a')).toEqual(answer('later'));
      memory.invalidate('a', 5 * SECOND);
      memory.invalidate('a', 5 * SECOND);
      expect(told.filter((value) => 'text' in value && value.text === 'invalidated')).toHaveLength(1);
      expect(memory.absorb('a', foreign(answer('old'), 4.5 * SECOND))).toBe(false);
      expect(memory.absorb('a', foreign(answer('new'), 6 * SECOND))).toBe(true);
    });
  });

  it('takes no answer that was asked for earlier than the latest one, although it has forgotten that', async () => {
    const reconciled: string[] = [];
    const memory = createResponseCache<{ readonly text: string }>({
      maxAgeMs: 100,
      clock,
      reconcile(_key, value) {
        reconciled.push(value.text);
        return value;
      },
    });
    expect(memory.absorb('a', foreign(answer('later'), 20))).toBe(true);
    clock.advance(200);
    expect(memory.absorb('a', foreign(answer('earlier'), 10))).toBe(false);
    // Nor is anything else corrected by it.
    expect(reconciled).toEqual(['later']);
    expect(memory.peek('a')).toBeUndefined();
    let least = 0;
    await memory.read(
      'a',
      async (_signal, _onTicket, after) => {
        least = after;
        return answer('latest');
      },
      { signal: stay(), fresh: false },
    );
    // The latest one itself serves, if another instance still has it.
    expect(least).toBe(19);
  });
});
