import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { render } from '../../src/terminal/render.ts';
import { initialState, reduce, type TerminalEvent, type WatchedJob } from '../../src/terminal/state.ts';

const AT = Date.parse('2026-01-01T12:00:00Z');

const job = (changes: Partial<WatchedJob> = {}): WatchedJob => ({
  id: 'DubbingProject:1',
  name: 'Trailer',
  state: 'RUNNING',
  freshness: 'LIVE',
  isFinal: false,
  isGone: false,
  estimatedAt: AT + 60_000,
  createdAt: AT - 60_000,
  detail: null,
  ...changes,
});

const stateOf = (...events: readonly TerminalEvent[]) =>
  [{ is: 'connection', connection: { is: 'open' } } as const, ...events].reduce(
    (state, event) => reduce(state, event, AT),
    initialState(AT),
  );

const shown = (state: ReturnType<typeof stateOf>, columns = 80, rows = 24) => render(state, { columns, rows }, AT);

describe('the screen', () => {
  it('has a bar that is half full when half of the estimated time has passed', () => {
    const [, , line = ''] = shown(stateOf({ is: 'job', job: job() }));
    const bar = /\[(#*)(\.*)\]/.exec(line);
    expect(bar?.[1]?.length).toBe(Math.floor(((bar?.[0].length ?? 0) - 2) / 2));
    expect(line).toContain('1 min 0 s left');
    expect(line).toContain('LIVE');
  });

  it('says by how long a job is over its estimate', () => {
    const [, , line = ''] = shown(stateOf({ is: 'job', job: job({ estimatedAt: AT - 5_000 }) }));
    expect(line).toContain('5 s over');
  });

  it('shows OFFLINE in place of LIVE while the connection is lost', () => {
    const lost = { is: 'connection', connection: { is: 'lost' } } as const;
    const [header = '', , line = ''] = shown(stateOf({ is: 'job', job: job() }, lost));
    expect(header).toContain('connection lost');
    expect(line).toContain('OFFLINE');
    expect(line).not.toContain('LIVE ');
  });

  it('says what is left of the quota', () => {
    const budget = { is: 'budget', budget: { remainingThisMinute: 12, remainingToday: 900 } } as const;
    expect(shown(stateOf(budget))[1]).toContain('requests left: 12 this minute, 900 today');
  });

  it.each([80, 200])(
    'is never wider than %i columns, nor higher than its rows, with 200 jobs of any name',
    (columns) => {
      const names = ['字幕'.repeat(60), '\x1b[31mred\x1b[0m\n\u202e', 'e\u0301'.repeat(90), '👩‍👩‍👧'.repeat(40), ''];
      const events = Array.from({ length: 200 }, (_, index): TerminalEvent => {
        const state = ['RUNNING', 'FAILED', 'WAITING', 'DONE', null][index % 5] ?? null;
        return { is: 'job', job: job({ id: `Video:p/${index}`, name: names[index % names.length] ?? null, state }) };
      });
      const lines = shown(stateOf(...events), columns, 24);
      expect(lines.length).toBe(23);
      expect(lines.at(-1)).toMatch(/and \d+ more/);
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the very characters that must not come through
      expect(lines.join('')).not.toMatch(/[\x00-\x1f]/);
    },
  );

  it('fills the bar of a job that runs anew from the start', () => {
    const done = job({ state: 'DONE', isFinal: true });
    const state = stateOf({ is: 'job', job: done }, { is: 'job', job: job() });
    expect(state.jobs.get('DubbingProject:1')?.startedAt).toBe(AT);
  });
});
