import { describe, expect, it } from 'vitest';
import { canonicalInstant, instantKey, instantOf, isInstant } from '../../src/domain/common/instant.ts';

describe('A moment', () => {
  it.each([
    ['2026-11-27', '2026-11-27T00:00:00.000Z'],
    ['2026-11-27T09:30', '2026-11-27T09:30:00.000Z'],
    ['2026-11-27T09:30:15', '2026-11-27T09:30:15.000Z'],
    ['2026-11-27 09:30:15.123456', '2026-11-27T09:30:15.123Z'],
    ['2026-11-27T09:30:15Z', '2026-11-27T09:30:15.000Z'],
    ['2026-11-27t09:30:15z', '2026-11-27T09:30:15.000Z'],
    ['2026-11-27T09:30:15.5+02:00', '2026-11-27T07:30:15.500Z'],
    ['2026-11-27T09:30:15-0130', '2026-11-27T11:00:15.000Z'],
    ['2026-11-27T09:30:15+02', '2026-11-27T07:30:15.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('is %s', (text, utc) => {
    expect(new Date(instantOf(text) ?? Number.NaN).toISOString()).toBe(utc);
  });

  it.each([
    '',
    'soon',
    'hello 1',
    '2026',
    '2026-11',
    '2026-13-01',
    '2026-11-31',
    '2026-02-29',
    '2026-00-10',
    '2026-11-27T25:00:00Z',
    '2026-11-27T10:60:00Z',
    '2026-11-27T10:00:00+25:00',
    '2026-11-27Z',
    ' 2026-11-27',
    '2026-11-27\n',
    '1795766400000',
  ])('is not %j', (text) => {
    expect(isInstant(text)).toBe(false);
    expect(instantOf(text)).toBeNull();
  });

  it('is none where there is no text', () => {
    expect(instantOf(null)).toBeNull();
  });
});

describe('A moment as it is answered', () => {
  it.each([
    ['2020-06-01T10:02:00+0000', '2020-06-01T10:02:00+00:00'],
    ['2020-06-01T10:02:00+02', '2020-06-01T10:02:00+02:00'],
    ['2020-06-01 10:02:00', '2020-06-01T10:02:00Z'],
    ['2020-06-01 10:02:00 +0200', '2020-06-01T10:02:00+02:00'],
    ['2020-06-01 10:02:00 UTC', '2020-06-01T10:02:00Z'],
    ['2020-06-01t10:02:00z', '2020-06-01T10:02:00Z'],
    ['2020-06-01T10:02', '2020-06-01T10:02:00Z'],
    ['2020-06-01', '2020-06-01T00:00:00Z'],
    ['2020-06-01T10:02:00,5Z', '2020-06-01T10:02:00.5Z'],
    ['2020-06-01T10:02:00.1234567890Z', '2020-06-01T10:02:00.1234567890Z'],
    ['2020-06-01T10:02:00.000Z', '2020-06-01T10:02:00.000Z'],
    ['2020-06-01T10:02:00-07:30', '2020-06-01T10:02:00-07:30'],
  ])('is RFC 3339, with the digits of its fraction: %s', (text, canonical) => {
    expect(canonicalInstant(text)).toBe(canonical);
    expect(Date.parse(canonical)).toBe(instantOf(text));
  });

  it.each(['soon', '2020-02-30', '2020-06-01T10:02:00Z ', ''])('is none for %j', (text) => {
    expect(canonicalInstant(text)).toBeNull();
    expect(instantKey(text)).toBeNull();
  });
});

describe('Moments compared', () => {
  it.each([
    ['2026-01-01T00:00:00.123001Z', '2026-01-01T00:00:00.123999Z'],
    ['2026-01-01T00:00:00.1239999999999Z', '2026-01-01T00:00:00.124Z'],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000000001Z'],
    ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z'],
    ['1969-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['2026-01-01T12:00:00+12:00', '2026-01-01T00:00:00.1Z'],
  ])('by every digit: %s is earlier than %s', (earlier, later) => {
    expect((instantKey(earlier) ?? '') < (instantKey(later) ?? '')).toBe(true);
  });

  it('are one in whatever spelling', () => {
    const spellings = ['2026-01-01T01:00:00.10+01:00', '2026-01-01 00:00:00.1', '2026-01-01T00:00:00.1000+0000'];
    expect(new Set(spellings.map(instantKey)).size).toBe(1);
  });
});
