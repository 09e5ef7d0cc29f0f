import { beforeAll, describe, expect, it } from 'vitest';
import { type Comparison, compare, quantile } from './compare.ts';

const QUOTA = { quotaPerDay: 1_000, quotaPerMinute: 60 };
const CROWD = { projects: 20, videos: 10, artifacts: 5, watchers: 300, hours: 24, seed: 1 };
/** The share of the day that polling may have: 30 % is reserved for interactive requests. */
const POLLING_SHARE = 700;

describe.each([
  ['estimates that come true', 0],
  ['estimates that are wrong by up to 30 %', 0.3],
])('A day of 20 projects, 10 videos and 300 watchers with a quota of 1,000 requests, and %s', (_, misjudged) => {
  let day: Comparison;
  beforeAll(async () => {
    day = await compare({ ...CROWD, ...QUOTA, misjudged });
  }, 120_000);

  it('stays within the quota', () => {
    expect(day.ours.refused).toBe(0);
    expect(day.ours.polling).toBeLessThanOrEqual(POLLING_SHARE);
    expect(day.ours.mostInAMinute).toBeLessThanOrEqual(QUOTA.quotaPerMinute);
  });

  it('asks in the last hour, too', () => {
    expect(day.ours.inTheLastHour).toBeGreaterThan(0);
  });

  it('is compared with equal intervals that spend as much, on the same changes', () => {
    expect(day.uniform.polling / day.ours.polling).toBeGreaterThan(0.97);
    expect(day.uniform.delays.length).toBe(day.ours.delays.length);
    expect(day.ours.delays.length).toBeGreaterThan(80);
  });

  it('tells of a change in less than half the time', () => {
    expect(quantile(day.ours.delays, 0.5)).toBeLessThanOrEqual(quantile(day.uniform.delays, 0.5) / 2);
  });

  it('is not later where it is late', () => {
    expect(quantile(day.ours.delays, 0.95)).toBeLessThanOrEqual(quantile(day.uniform.delays, 0.95));
  });
});
