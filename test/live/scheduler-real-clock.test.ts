import { expect, it } from 'vitest';
import { createSystemClock } from '../../src/clock.ts';
import type { Pollable } from '../../src/live/schedule/polling.ts';
import { createScheduler } from '../../src/live/schedule/scheduler.ts';
import { createLedger } from '../../src/upstream/quota/ledger.ts';

// A clock that is moved by hand stands still while it is looked at; a real one does not.
it.for([0, 1_000])(
  'is asked in its turn by the real clock, with a quota of %i requests a minute',
  async (perMinute) => {
    const clock = createSystemClock();
    const closing = new AbortController().signal;
    const ledger = createLedger({ quota: { perMinute, perDay: 0 }, clock, closing });
    const limits = { minIntervalMs: 50, maxIntervalMs: 50 };
    using scheduler = createScheduler({ clock, ledger, limits, random: Math.random });
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked: string[] = [];
    const pollable = {
      address: 'subject',
      observations: [],
      answeredAt: null as number | null,
      failures: 0,
      isWatched: true,
      async poll(priority) {
        asked.push(priority);
        pollable.answeredAt = clock.now();
        if (asked.length === 4) resolve();
        return 'answered';
      },
      onScheduled: () => undefined,
      onUnwatched: () => undefined,
    } satisfies Pollable;
    scheduler.add(pollable);
    await promise;
    expect(asked).toEqual(['interactive', 'polling', 'polling', 'polling']);
  },
);
