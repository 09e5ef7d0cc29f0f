import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Freshness, ViewerQuery } from '../core/operations.generated.ts';
import type { Status } from '../core/status.ts';
import type { JobUpdate } from '../core/until-done.ts';
import { codeOf } from '../screen/read-error.ts';
import { useDubbing } from './context.ts';
import { invalidId, isAbsent, type JobEntries, type JobEntry } from './job-streams.ts';
import type { BudgetUpdate } from './page-streams.ts';

/** The state of the connection, with the time of its last change and the reason. */
export function useStatus(): Status {
  const { status } = useDubbing().dubbing;
  return useSyncExternalStore(status.subscribe, status.get, status.get);
}

/** `OFFLINE`: no connection. `REFUSED`: the gateway does not accept the token. The others are the gateway's. */
export type PageFreshness = Freshness | 'OFFLINE' | 'REFUSED';

/** An update, or why there is none. */
interface Known {
  readonly update: { readonly freshness: Freshness; readonly isFinal?: boolean } | null;
  readonly error: Error | null;
}

/**
 * How up to date an update is; without an argument, everything on the page. Null until there is an update. Without a
 * connection it is OFFLINE, whatever the last update says.
 */
export function useFreshness(...updates: [update?: Known['update']]): PageFreshness | null {
  const { streams } = useDubbing();
  const jobs = useSyncExternalStore(streams.jobs.subscribe, streams.jobs.get, streams.jobs.get);
  const list = useSyncExternalStore(streams.projects.observe, streams.projects.get, streams.projects.get);
  // The components of the page begin to read after the first rendering.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const isWaiting = !isMounted || streams.projects.isWaiting() || streams.jobs.isWaiting();
  const all = updates.length > 0 ? [{ update: updates[0] ?? null, error: null }] : [...jobs.values(), list];
  const freshness = useConnected(worstOf(all));
  return freshness ?? (updates.length > 0 || isWaiting ? null : 'LIVE');
}

/** The freshness of an update, or of its absence, while there is a connection. */
export function useConnected<Value>(freshness: Value): Value | 'OFFLINE' | 'REFUSED' {
  const { connection } = useStatus();
  if (connection === 'refused') return 'REFUSED';
  return connection === 'lost' ? 'OFFLINE' : freshness;
}

/** The worst of these. Null if nothing is known. */
export function worstOf(all: readonly Known[]): Freshness | null {
  const each = all.map(freshnessOf);
  return (['STALE', 'THROTTLED', 'LIVE'] as const).find((freshness) => each.includes(freshness)) ?? null;
}

/** The last state of a job is the truth for ever, and so is that there is none. */
function freshnessOf({ update, error }: Known): Freshness | null {
  if (error && !isAbsent(error)) return codeOf(error) === 'RATE_LIMITED' ? 'THROTTLED' : 'STALE';
  if (error || update?.isFinal) return 'LIVE';
  return update?.freshness ?? null;
}

/** Jobs by their global ids, of all kinds. The map has an entry for each of these ids of which something is known by now. */
export function useJobs(ids: readonly string[]): JobEntries {
  const { jobs } = useDubbing().streams;
  const entries = useSyncExternalStore(jobs.subscribe, jobs.get, jobs.get);
  const joined = ids.join('\n');
  useEffect(() => (joined === '' ? undefined : jobs.watch(joined.split('\n'))), [jobs, joined]);
  return useMemo(() => {
    const pairs = joined.split('\n').map((id) => [id, entries.get(id)] as const);
    return new Map(pairs.filter((pair): pair is readonly [string, JobEntry] => pair[1] !== undefined));
  }, [entries, joined]);
}

type UpdateOf<Name extends JobUpdate['__typename']> = Extract<JobUpdate, { __typename: Name }>;
/** The job of an update is what the update is about. */
type JobOf<Name extends JobUpdate['job']['__typename']> = Extract<JobUpdate['job'], { __typename: Name }>;
type ProjectUpdate = UpdateOf<'DubbingProjectUpdate'>;
type ArtifactUpdate = UpdateOf<'ArtifactUpdate'>;
type VideoUpdate = UpdateOf<'VideoUpdate'>;

/** How well one watched job is known. */
interface WatchState {
  /** Null until there is an update or an error. */
  readonly freshness: PageFreshness | null;
  /** The job does not exist, or could not be read. */
  readonly error: Error | null;
}

export interface ProjectState extends WatchState {
  /** Null until the first update. */
  readonly project: (JobOf<'DubbingProject'> & ProjectUpdate['project']) | null;
}

/** A dubbing project by its global id, with its details. */
export function useProject(id: string): ProjectState {
  const { update, ...state } = useJob(id, 'DubbingProjectUpdate');
  return { project: update && { ...(update.job as JobOf<'DubbingProject'>), ...update.project }, ...state };
}

export interface ArtifactState extends WatchState {
  /** Null until the first update. */
  readonly artifact: (JobOf<'Artifact'> & ArtifactUpdate['artifact']) | null;
}

/** An artifact by its global id. */
export function useArtifact(id: string): ArtifactState {
  const { update, ...state } = useJob(id, 'ArtifactUpdate');
  return { artifact: update && { ...(update.job as JobOf<'Artifact'>), ...update.artifact }, ...state };
}

export interface VideoState extends WatchState {
  /** Null until the first update. */
  readonly video: (JobOf<'Video'> & VideoUpdate['video']) | null;
  /** The languages that the latest update is about. */
  readonly changes: VideoUpdate['changes'];
}

/** A video by its global id, with the progress of its languages. */
export function useVideo(id: string): VideoState {
  const { update, ...state } = useJob(id, 'VideoUpdate');
  return {
    video: update && { ...(update.job as JobOf<'Video'>), ...update.video },
    changes: update?.changes ?? [],
    ...state,
  };
}

/** The type that the global ids of a job begin with, and its name in a sentence. */
const KIND_OF = {
  DubbingProjectUpdate: { type: 'DubbingProject', noun: 'a dubbing project' },
  ArtifactUpdate: { type: 'Artifact', noun: 'an artifact' },
  VideoUpdate: { type: 'Video', noun: 'a video' },
} as const;

function useJob<Name extends JobUpdate['__typename']>(
  id: string,
  name: Name,
): WatchState & { readonly update: UpdateOf<Name> | null } {
  const { type, noun } = KIND_OF[name];
  const hasOtherType = id !== '' && !id.startsWith(`${type}:`);
  const entry = useJobs(hasOtherType ? [] : [id]).get(id);
  const idError = useMemo(() => (hasOtherType ? invalidId(id, noun) : null), [hasOtherType, id, noun]);
  const latest = entry?.update;
  const update = latest?.__typename === name ? (latest as UpdateOf<Name>) : null;
  const error = idError ?? entry?.error ?? null;
  return { update, freshness: useConnected(worstOf([{ update, error }])), error };
}

export interface Budget {
  /** Minutes left on the account; null until they are known. */
  readonly minutes: number | null;
  /** The quota of requests; null until it is known. */
  readonly requests: BudgetUpdate['budget'] | null;
}

export function useBudget(): Budget {
  const { balance, budget } = useDubbing().streams;
  const { update: minutes } = useSyncExternalStore(balance.subscribe, balance.get, balance.get);
  const { update: requests } = useSyncExternalStore(budget.subscribe, budget.get, budget.get);
  return { minutes: minutes?.balance.minutes ?? null, requests: requests?.budget ?? null };
}

export interface ViewerState {
  /** Null until it is known, and where the gateway asks nobody who they are (`AUTH_MODE=open`). */
  readonly viewer: ViewerQuery['viewer'];
  /** Whether the token allows mutations; false until it is known, and while the token is refused. */
  readonly mayWrite: boolean;
  readonly error: Error | null;
}

/** The rights of the caller, also after another sign-in. It costs no request. */
export function useViewer(): ViewerState {
  const { viewer } = useDubbing().streams;
  const { update, error } = useSyncExternalStore(viewer.subscribe, viewer.get, viewer.get);
  const isRefused = useStatus().connection === 'refused' || error !== null;
  const mayWrite = !isRefused && update !== null && (update.viewer?.scopes.includes('write') ?? true);
  return { viewer: update?.viewer ?? null, mayWrite, error };
}
