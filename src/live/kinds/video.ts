import { deepEqual } from '../../domain/common/deep-equal.ts';
import { formatGlobalId } from '../../domain/common/global-id.ts';
import { instantOf } from '../../domain/common/instant.ts';
import type { LanguageChange, VideoUpdate } from '../../domain/update.ts';
import {
  isSettled,
  type LanguageProgress,
  languageState,
  type Video,
  type VideoDetails,
  type VideoKey,
  type VideoProgress,
} from '../../domain/video/video.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Lookup } from '../../loaders/reads.ts';
import type { Observation } from '../schedule/polling.ts';
import type { Kind, KindEvent, Watch, Watched } from './kind.ts';
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

interface View {
  readonly video: Video;
  readonly progress: VideoProgress;
}

interface State extends Watched<Lookup<VideoDetails>> {
  readonly key: VideoKey;
  readonly lookup: Lookup<VideoProgress> | null;
  readonly languages: readonly { readonly entry: LanguageProgress; readonly since: number }[];
  /** Since the details were read. */
  readonly looks: number;
}

const videoKind: Kind<Lookup<VideoProgress>, Lookup<VideoDetails>, State, View, VideoUpdate> = {
  resource: 'video',
  polled: 'video',
  name: 'Video',
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
    const whole: Observation = { phase: 'idle', estimateAt: null, since };
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
      isGone: lookup?.found === null,
    };
  },
  toUpdate: (about, { video, progress }, from) => ({
    of: 'Video',
    subject: formatGlobalId('Video', video.projectId, video.videoId),
    video,
    progress,
    changes: from === null ? [] : languageChanges(from.progress, progress),
    ...about,
  }),
  // A video has no terminal state: it ends for those only who ask for no more than its next rest.
  isFinal: ({ progress }, untilSettled) => untilSettled && isSettled(progress),
};

/** One video: its progress is polled; its details are read, if a reader wants them, when the progress has changed. */
export function watchVideo({ projectId, videoId }: VideoKey, reads: AccountReads): Watch<VideoUpdate> {
  const key = { projectId, videoId };
  const state: State = { key, lookup: null, languages: [], since: 0, looks: 0, details: NEW_REPLICA };
  const [polled, details] = [reads.videoProgress(key), reads.videoDetails(key)];
  return { thing: { kind: 'Video', ...key }, kind: videoKind, state, polled, details };
}

function polled(state: State, event: KindEvent<Lookup<VideoProgress>, never> & { is: 'polled' }): State {
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

/**
 * One language of a video. Work without an estimate has not begun (INTERFACE.md, "Video status
 * entry").
 */
function observeLanguage(entry: LanguageProgress, since: number, isCompleted: boolean): Observation {
  const estimateAt = instantOf(entry.eta);
  const state = languageState(entry);
  if (state === 'RUNNING') return { phase: estimateAt === null ? 'queued' : 'working', estimateAt, since };
  const isKnown = state !== 'UNKNOWN' || entry.rawPendingOn === null;
  const idle = isCompleted ? 'settled' : 'idle';
  return { phase: isKnown ? idle : 'unknown', estimateAt: null, since };
}

/** The changes in the current order of the languages; removed ones come last. */
function languageChanges(from: VideoProgress, to: VideoProgress): readonly LanguageChange[] {
  const [before, after] = [byLanguage(from), byLanguage(to)];
  const languages = new Set([...after.keys(), ...before.keys()]);
  return [...languages]
    .map((language) => ({
      language,
      before: before.get(language) ?? null,
      after: after.get(language) ?? null,
    }))
    .filter((change) => !deepEqual(change.before, change.after));
}

function byLanguage({ items }: VideoProgress): ReadonlyMap<string, LanguageProgress> {
  return new Map(items.map((entry) => [entry.language, entry]));
}
