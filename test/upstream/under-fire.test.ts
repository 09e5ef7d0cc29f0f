import { beforeAll, describe, expect, it } from 'vitest';
import { createUnderFire, type Report } from './under-fire.ts';

describe('Of 200 creations at a service that breaks, stalls and fails', () => {
  let report: Report;
  beforeAll(async () => {
    report = await createUnderFire({ creations: 200, seed: 7 });
  });

  it('some went well, some did not, and many were asked for more than once', () => {
    const told = report.fates.map((fate) => ('projectId' in fate.told ? 'project' : fate.told.error));
    const possible = ['project', 'OutcomeUnknownError', 'UpstreamUnavailableError', 'RateLimitedError'];
    expect(told.filter((end) => !possible.includes(end))).toEqual([]);
    for (const end of possible.slice(0, 3)) expect(told).toContain(end);
    expect(report.requests).toBeGreaterThan(250);
  });

  it('none was made twice', () => {
    expect(report.fates.filter(({ made }) => made.length > 1)).toEqual([]);
  });

  it('each that was told of is the one that was made', () => {
    for (const { told, made } of report.fates) if ('projectId' in told) expect(made).toEqual([told.projectId]);
  });

  it('none was made that its caller was told was not', () => {
    const denied = report.fates.filter(({ told }) => 'error' in told && told.error !== 'OutcomeUnknownError');
    expect(denied.filter(({ made }) => made.length > 0)).toEqual([]);
  });

  it('each that nobody knows of comes with the key to ask again', () => {
    const unknown = report.fates.filter(({ told }) => 'error' in told && told.error === 'OutcomeUnknownError');
    for (const { name, told } of unknown) expect(told).toMatchObject({ idempotencyKey: `key of ${name}` });
  });
});
