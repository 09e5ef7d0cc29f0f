import type { DubbingProject } from '../domain/dubbing-project.ts';
import type { JobUpdate, Update } from '../domain/update.ts';
import { GatewayError, NotFoundError } from '../errors.ts';
import type { Feed, Taken } from '../feed.ts';
import type { AccountReads } from '../loaders/account-reads.ts';
import type { Call } from '../upstream/service.ts';
import type { Clock } from './clock.ts';
import type { Live, WatchedJob } from './live.ts';
import type { Scheduler } from './polling.ts';

export interface LiveParts {
  readonly reads: AccountReads;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly log: Call['log'];
}

/** A stand-in: tells the present state, once. */
export function createLive({ reads, scheduler, clock, log }: LiveParts): Live & Disposable {
  const { service } = reads;
  const closing = new AbortController();
  const call: Call = { signal: closing.signal, priority: 'interactive', onRequest: () => undefined, log };
  const update = (isFinal: boolean): Update => ({
    kind: 'SNAPSHOT',
    sequence: 0,
    skipped: 0,
    checkedAt: new Date(clock.now()).toISOString(),
    nextCheckAt: null,
    freshness: 'LIVE',
    isFinal,
    isSentAnyway: true,
  });
  const there = <T>(found: T | null): T => {
    if (found === null) throw new NotFoundError('There is no such thing.');
    return found;
  };
  const isDone = ({ rawStatus }: DubbingProject) => rawStatus === 'ready' || rawStatus === 'error';

  const live: Live = {
    dubbingProject: (projectId) =>
      feedOf(async () => {
        const project = there(await service.dubbingProjects.read(projectId, call));
        return { of: 'DubbingProject', project, previousStatus: null, ...update(isDone(project)) };
      }),
    dubbingProjects: () =>
      feedOf(async () => {
        const { items } = await service.dubbingProjects.list(call);
        return { of: 'DubbingProjects', projects: items, ...update(false) };
      }),
    video: (key) =>
      feedOf(async () => {
        const progress = there(await service.videos.readProgress(key, call));
        const details = await service.videos.read(key, call);
        return { of: 'Video', video: { kind: 'Video', ...key, details }, progress, changes: [], ...update(false) };
      }),
    artifact: (artifactId) =>
      feedOf(async () => {
        const artifact = there(await service.artifacts.read(artifactId, call));
        return { of: 'Artifact', artifact, previousStatus: null, ...update(false) };
      }),
    jobs: (jobs, reader) => {
      const one = (job: WatchedJob): Feed<JobUpdate> => {
        if (job.kind === 'Video') return live.video(job.key, { ...job, ...reader });
        return job.kind === 'Artifact' ? live.artifact(job.artifactId) : live.dubbingProject(job.projectId, job);
      };
      const [first] = jobs;
      return first === undefined || first instanceof Error
        ? feedOf(() => Promise.reject(first ?? new NotFoundError('There is no such job.')))
        : one(first);
    },
    balance: () => feedOf(async () => ({ of: 'Balance', balance: await service.balance.read(call), ...update(false) })),
  };
  return {
    ...live,
    [Symbol.dispose]() {
      closing.abort();
      scheduler[Symbol.dispose]();
    },
  };
}

function feedOf<Event extends Update>(make: () => Promise<Event>): Feed<Event> {
  let held: Event | null = null;
  let end: { readonly error: Error | null } | null = null;
  let listener = (): void => undefined;
  make().then(
    (event) => {
      held = event;
      listener();
    },
    (error: unknown) => {
      end = { error: error instanceof GatewayError ? error : new Error('no answer', { cause: error }) };
      listener();
    },
  );
  const feed: Feed<Event> = {
    take(): Taken<Event> {
      if (end !== null) return { is: 'ended', ...end };
      if (held === null) return { is: 'nothing' };
      const event = held;
      held = null;
      if (event.isFinal) end = { error: null };
      return { is: 'event', event };
    },
    takeBack: () => undefined,
    onReady: (called) => {
      listener = called;
    },
    close: () => {
      end = { error: null };
      listener();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const taken = feed.take();
        if (taken.is === 'ended') {
          if (taken.error !== null) throw taken.error;
          return;
        }
        if (taken.is === 'event') {
          if (taken.event instanceof Error) throw taken.event;
          yield taken.event;
        } else {
          await new Promise<void>((resolve) => feed.onReady(resolve));
        }
      }
    },
  };
  return feed;
}
