import { describe, expect, it } from 'vitest';
import { type WriteTry, writeVerdict } from '../../src/upstream/writing/write-verdict.ts';

const refused: WriteTry = { fault: 'broken', sent: false };
const broken: WriteTry = { fault: 'broken', sent: true };
const timeout: WriteTry = { fault: 'timeout', sent: true };
const status = (code: number): WriteTry => ({ status: code });
const verdictOn = (...tries: WriteTry[]) => writeVerdict(tries.slice(0, -1), tries.at(-1) ?? refused, null);

describe('When the tries of a write have ended without an answer', () => {
  it.each([
    ['three refused connections', [refused, refused, refused]],
    ['503 each time', [status(503), status(503), status(503)]],
    ['429', [status(429)]],
    ['a refused connection, 503 and 429', [refused, status(503), status(429)]],
    ['no connection within the time', [{ fault: 'timeout', sent: false }]],
  ] satisfies [string, WriteTry[]][])('it was not done after %s', (_, tries) => {
    expect(verdictOn(...tries)).toBe('not-done');
  });

  it.each([
    ['a broken connection', [broken]],
    ['a timeout', [timeout]],
    ['an answer cut short', [{ fault: 'truncated', sent: true }]],
    ['what is not HTTP', [{ fault: 'garbled', sent: true }]],
    ['500', [status(500)]],
    ['502', [status(502)]],
    ['504', [status(504)]],
    ['another 5xx', [status(520)]],
    ['a request that timed out on its way (408)', [status(408)]],
    ['an answer that the disk did not take', [{ fault: 'unsaved', sent: true }]],
    ['503 after a timeout', [timeout, status(503), status(503)]],
    ['a refused connection after a broken one', [broken, refused, refused]],
    ['a broken connection between two 503', [status(503), broken, status(503)]],
    ['429 after 502', [status(502), status(429)]],
  ] satisfies [string, WriteTry[]][])('nobody knows after %s', (_, tries) => {
    expect(verdictOn(...tries)).toBe('unknown');
  });
});

describe('When the last try of a write brought an answer', () => {
  it('a success is one whatever came before', () => {
    expect(verdictOn(timeout, broken, status(200))).toBe('done');
  });

  it.each([200, 204, 302])('that cannot be understood at %i, nobody knows', (code) => {
    expect(writeVerdict([], status(code), { kind: 'malformed', status: code })).toBe('unknown');
  });

  it('of a conflict with itself, nobody knows where the service can know it by its key', () => {
    const conflict = { kind: 'in-progress', status: 423 } as const;
    expect(writeVerdict([], status(423), conflict, true)).toBe('unknown');
    expect(writeVerdict([], status(423), conflict)).toBe('refused');
    expect(writeVerdict([timeout], status(423), conflict)).toBe('unknown');
  });

  it.each(['validation', 'not-found', 'not-enabled', 'denied', 'rejected', 'key-rejected', 'malformed'] as const)(
    'a refusal (%s) is one after tries that were not worked on',
    (kind) => {
      expect(writeVerdict([refused, status(503)], status(400), { kind, status: 400 })).toBe('refused');
    },
  );

  it.each(['validation', 'not-found', 'not-enabled', 'denied', 'rejected'] as const)(
    'a refusal (%s) tells that a lost try was not done either',
    (kind) => {
      expect(writeVerdict([broken], status(400), { kind, status: 400 })).toBe('refused');
    },
  );

  it.each([
    ['a refused key', 'key-rejected', 401],
    ['an answer that cannot be understood', 'malformed', 200],
    ['a conflict, which may be one with the lost try', 'rejected', 409],
  ] as const)('%s tells nothing of a lost try', (_, kind, code) => {
    expect(writeVerdict([timeout], status(code), { kind, status: code })).toBe('unknown');
  });
});
