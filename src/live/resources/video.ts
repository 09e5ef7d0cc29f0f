import { deepEqual } from '../../domain/common/deep-equal.ts';
import type { VideoUpdate } from '../../domain/update.ts';
import type { LanguageProgress, VideoDetails, VideoKey, VideoProgress } from '../../domain/video/video.ts';
import type { Lookup } from '../../loaders/reads.ts';
import type { Observation } from '../schedule/polling.ts';
import { type VideoState as View, videoUpdates } from '../updates/job-updates.ts';
import type { Kind, Watched } from './kind.ts';
import { observeLanguage } from './observe.ts';
import {
  isConfirming,
  isMissing,
  isPausing,
  isStale,
  NEW_REPLICA,
  type ReplicaEvent,
  reduceDetails,
  reduceReplica,
} from './replica.ts';

/** The details are read anew with every fifth look at the progress, if not sooner. */
const LOOKS_PER_DETAILS = 5;

interface State extends Watched<Lookup<VideoDetails>> {
  readonly key: VideoKey;
  readonly lookup: Lookup<VideoProgress> | null;
  readonly languages: readonly { readonly entry: LanguageProgress; readonly since: number }[];
  /** Since the details were read. */
  readonly looks: number;
}

/** One video: its progress is polled; its details are read, if a reader wants them, when the progress has changed. */
export const videoKind: Kind<Lookup<VideoProgress>, Lookup<VideoDetails>, State, View, VideoProgress, VideoUpdate> = {
  resource: 'video',
  name: 'Video',
  format: videoUpdates,
  reduce(state, event) {
    if (event.is === 'polled') return polled(state, event);
    if (event.is === 'restored') return restored(state, event.since);
    return event.is === 'details' ? detailed(state, event.event, event.at) : state;
  },
  wants({ details }, readers, { now, isAwaited }) {
    if (!readers.details || !isStale(details) || isConfirming(details, now)) return null;
    if (isAwaited) return 'interactive';
    return isPausing(details, now) ? null : 'polling';
  },
  observe({ lookup, languages, since, details }, readers) {
    if (!lookup?.found) return [];
    const isCompleted = details.value?.found?.rawStatus === 'completed';
    const observed = languages.map(({ entry, since }) => observeLanguage(entry, since, isCompleted));
    const whole: Observation = { kind: 'video', phase: 'idle', estimateAt: null, since };
    // Details that are owed to a reader are worth a look soon.
    if (isStale(details) && details.failure !== null && readers.details) observed.push({ ...whole, phase: 'working' });
    return observed.length > 0 ? observed : [whole];
  },
  snapshot({ key, lookup, details }) {
    const progress = lookup?.found ?? null;
    const found = details.value?.found ?? null;
    const view = (details: VideoDetails | null): View | null =>
      progress && { video: { kind: 'Video', ...key, details }, progress };
    return {
      polled: view(null),
      details: isStale(details) || found === null ? 'stale' : view(found),
      isKnownByDetails: false,
      isGone: lookup !== null && lookup.found === null,
    };
  },
};

export function newVideo({ projectId, videoId }: VideoKey): State {
  const key = { projectId, videoId };
  return { key, lookup: null, languages: [], since: 0, looks: 0, details: NEW_REPLICA };
}

function polled(
  state: State,
  event: { value: Lookup<VideoProgress>; isNews: boolean; asked: number; at: number },
): State {
  const looks = state.looks + 1;
  const isOutdated = (event.isNews && state.lookup !== null) || looks >= LOOKS_PER_DETAILS;
  const details = isOutdated ? reduceReplica(state.details, { is: 'outdated', by: event.asked }) : state.details;
  if (!event.isNews) return { ...state, looks, details };
  const languages = (event.value.found?.items ?? []).map((entry) => {
    const seen = state.languages.find(({ entry: { language } }) => language === entry.language);
    return seen && deepEqual(seen.entry, entry) ? seen : { entry, since: event.at };
  });
  return { ...state, lookup: event.value, languages, since: event.at, looks, details };
}

/** Each language has been as it is for at least as long as all of them. */
function restored(state: State, since: number): State {
  return { ...state, since, languages: state.languages.map(({ entry }) => ({ entry, since })) };
}

function detailed(state: State, event: ReplicaEvent<Lookup<VideoDetails>>, at: number): State {
  // The progress proves that the video exists.
  const exists = state.lookup !== null && !isMissing(state.lookup);
  const details = reduceDetails(state.details, event, { isSeen: exists, exists, at });
  return { ...state, details, looks: isStale(details) ? state.looks : 0 };
}
