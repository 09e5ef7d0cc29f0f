import { describe, expect, it } from 'vitest';
import { idempotencyKeyIssues } from '../../src/domain/common/idempotency-key-checks.ts';

describe("a caller's own idempotency key", () => {
  it.each([null, undefined, 'a', 'order 17/b: "x"', '~'.repeat(255)])('may be %j', (key) => {
    expect(idempotencyKeyIssues(key)).toEqual([]);
  });

  it.each(['', ' ', ' a', 'a ', 'a\tb', 'a\r\nX-Evil: 1', 'a\0', 'a\x7f', 'clé', 'ключ', '\ud800', 'x'.repeat(256)])(
    'cannot be %j, which no header carries as it is',
    (key) => {
      expect(idempotencyKeyIssues(key).map(({ path }) => path)).toEqual([['idempotencyKey']]);
    },
  );
});
