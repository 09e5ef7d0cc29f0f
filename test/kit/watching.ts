import type { DubbingProjectRecord } from '../../src/sandbox/account-store.ts';
import type { JobWork } from '../../src/sandbox/work.ts';
import { createFastClock } from './fast-clock.ts';
import { type Answer, startGateway, type TestGateway, type TestGatewayOptions } from './gateway.ts';
import { type Stream, type SubscribeOptions, subscribe } from './subscribe.ts';

/** How long a test waits for what is to come by itself, on a machine that has much else to do. */
export const PATIENCE = { timeout: 30_000 };

/** The gateway's time passes so many times faster: pauses after failures, by the quota and between polls. */
export const SPEED = 10;

/** For a sandbox whose work stands still: by itself it goes on by the machine's time, however busy that is. */
export const STILL = 1e-6;

/** A gateway that polls often, on a sandbox where at first nothing is. */
export function startWatching({ env, sandbox, ...options }: TestGatewayOptions = {}): Promise<TestGateway> {
  return startGateway({
    clock: createFastClock(SPEED),
    ...options,
    env: {
      WATCH_MIN_INTERVAL_MS: '500',
      WATCH_MAX_INTERVAL_MS: '1000',
      UPSTREAM_TIMEOUT_MS: '50000',
      READ_MAX_AGE_MS: '0',
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '0',
      ...env,
    },
    sandbox: { populate: false, ...sandbox },
  });
}

/** After the first look nothing is asked by itself: whatever comes then was asked for. */
export const SELDOM = { WATCH_MIN_INTERVAL_MS: '6000000', WATCH_MAX_INTERVAL_MS: '6000000' };

/** Work that goes on until a test puts other work in its place. */
export const running = (): JobWork => ({
  startedAt: Date.now(),
  workMs: 3_600_000,
  fate: 'never-ends',
  repeatEveryMs: null,
});
export const finished = (): JobWork => ({ startedAt: Date.now(), workMs: 0, fate: 'succeeds', repeatEveryMs: null });
export const failed = (): JobWork => ({ startedAt: Date.now(), workMs: 0, fate: 'fails', repeatEveryMs: null });

export const runningProject = (
  { sandbox }: TestGateway,
  id: string,
  fields: Partial<DubbingProjectRecord> = {},
): DubbingProjectRecord =>
  sandbox.account().putDubbingProject({ id, name: `Episode ${id}`, work: running(), ...fields });

/** The fields that every update has. */
const ABOUT = 'kind sequence skipped checkedAt nextCheckAt freshness isFinal';

/** Subscriptions by the name of their root field, each with what an update tells of itself. */
export const watch = {
  dubbingProject: (gateway: TestGateway, id: string, fields: string, options?: SubscribeOptions): Stream =>
    subscribe(
      gateway,
      `subscription ($id: ID!) { dubbingProjectUpdated(id: $id) { ${ABOUT} previousStatus project { ${fields} } } }`,
      { variables: { id }, ...options },
    ),
  dubbingProjects: (gateway: TestGateway, fields: string, options?: SubscribeOptions): Stream =>
    subscribe(gateway, `subscription { dubbingProjectsUpdated { ${ABOUT} projects { ${fields} } } }`, options),
  artifact: (gateway: TestGateway, id: string, fields: string, options?: SubscribeOptions): Stream =>
    subscribe(
      gateway,
      `subscription ($id: ID!) { artifactUpdated(id: $id) { ${ABOUT} previousStatus artifact { ${fields} } } }`,
      { variables: { id }, ...options },
    ),
  video: (
    gateway: TestGateway,
    id: string,
    fields: string,
    { untilSettled = false, ...options }: SubscribeOptions & { readonly untilSettled?: boolean } = {},
  ): Stream =>
    subscribe(
      gateway,
      `subscription ($id: ID!, $untilSettled: Boolean) {
        videoUpdated(id: $id, untilSettled: $untilSettled) { ${ABOUT} ${fields} } }`,
      { variables: { id, untilSettled }, ...options },
    ),
  jobs: (
    gateway: TestGateway,
    ids: readonly string[],
    fields: string,
    { untilSettled = false, ...options }: SubscribeOptions & { readonly untilSettled?: boolean } = {},
  ): Stream =>
    subscribe(
      gateway,
      `subscription ($ids: [ID!]!, $untilSettled: Boolean) {
        jobsUpdated(ids: $ids, untilSettled: $untilSettled) { ${ABOUT} ${fields} } }`,
      { variables: { ids, untilSettled }, ...options },
    ),
  balance: (gateway: TestGateway, options?: SubscribeOptions): Stream =>
    subscribe(gateway, `subscription { balanceUpdated { ${ABOUT} balance { minutes } } }`, options),
};

/** How often the service was asked for a path so far; for any, without one. */
export function timesAsked({ sandbox }: TestGateway, path?: string): number {
  return path === undefined ? sandbox.requestCount : sandbox.requests.filter((request) => request.path === path).length;
}

/** The updates among answers, which must have no errors. */
export function updatesIn(
  answers: readonly { readonly data: Answer; readonly errors: readonly unknown[] }[],
): Answer[] {
  return answers.map(({ data, errors }) => {
    if (errors.length > 0) throw new Error(`The stream told an error: ${JSON.stringify(errors)}`);
    return Object.values(data)[0];
  });
}
