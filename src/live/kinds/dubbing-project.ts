import { deepEqual } from '../../domain/common/deep-equal.ts';
import { formatGlobalId } from '../../domain/common/global-id.ts';
import { instantOf } from '../../domain/common/instant.ts';
import { memoByIdentity } from '../../domain/common/memo-by-identity.ts';
import {
  type DubbingProject,
  type DubbingProjectList,
  dubbingProjectState,
  dubbingProjectStatus,
} from '../../domain/dubbing-project/dubbing-project.ts';
import { projectsById } from '../../domain/dubbing-project/projects-by-id.ts';
import { isDone } from '../../domain/job.ts';
import type { DubbingProjectUpdate } from '../../domain/update.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Lookup } from '../../loaders/reads.ts';
import type { Kind, KindEvent, Watch, Watched } from './kind.ts';
import { PHASES } from './observe.ts';
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

/** Details of a project that goes on for long, or that should be done by now, are read anew after this. */
const RARELY_MS = 15 * 60_000;

interface State extends Watched<Lookup<DubbingProject>> {
  readonly projectId: string;
  /** Its entry in the list that was answered last; null if that lacks it, since the project may be newer. */
  readonly entry: DubbingProject | null;
  /** The place of that list in the order of the requests; 0 before the first. */
  readonly listAsked: number;
  /** Without details, by the source that has changed last: where the two differ for good, neither is news. */
  readonly project: DubbingProject | null;
  /** The entry for which the details were read once more, since they said otherwise. */
  readonly disputed: DubbingProject | null;
  /** The state whose estimate was asked for. */
  readonly estimated: DubbingProject | null;
  /** Details that are not stale are to be read anew all the same: for any reader, or for readers of the details. */
  readonly due: 'for any' | 'for details' | null;
  /** A write has changed it since the list had it. */
  readonly isWritten: boolean;
}

/** One project of the polled list; its details are read from its own address when there is a reason. */
export const dubbingProjectKind: Kind<
  DubbingProjectList,
  Lookup<DubbingProject>,
  State,
  DubbingProject,
  DubbingProjectUpdate
> = {
  resource: 'dubbingProject',
  polled: 'dubbingProjectList',
  name: 'Dubbing project',
  reduce(state, event) {
    switch (event.is) {
      case 'polled':
        return listed(state, event);
      case 'details':
        return detailed(state, event.event, event.at);
      case 'estimateSought':
        return { ...state, estimated: state.project, due: 'for any' };
      case 'restored':
        // Details that the other instance has read were read for the estimate, too.
        return { ...state, since: event.since, estimated: state.details.value === null ? null : state.project };
      case 'amended':
        return state;
    }
  },
  wants(state, readers, { now, isAwaited }) {
    const { details, entry, listAsked, project, isWritten, due } = state;
    const isUnlisted = entry === null && listAsked > 0;
    if (isConfirming(details, now)) return null;
    const isOwed = isStale(details) && (isUnlisted || readers.details);
    if (isOwed && (isAwaited || (isUnlisted && (project === null || isWritten)))) return 'interactive';
    const isDue = readers.details ? due !== null : due === 'for any' && readers.polled;
    return (isOwed || isDue) && !isPausing(details, now) ? 'polling' : null;
  },
  observe(state, readers) {
    const { project, since, details } = state;
    if (project === null || !(readers.polled || readers.details)) return [];
    const phase = PHASES[dubbingProjectState(project.rawStatus)];
    const observed = { phase, estimateAt: phase === 'working' ? estimateAt(state) : null, since };
    // Details that are owed to a reader are worth a look soon, and so is a second "not found".
    const isFailing = isStale(details) && details.failure !== null;
    const isOwed = isFailing || details.missingSince !== null || (readers.details && isBehind(state));
    return [isOwed ? { ...observed, phase: 'working' } : observed];
  },
  snapshot({ entry, listAsked, project, details }) {
    const isUnlisted = entry === null && listAsked > 0;
    return {
      polled: project,
      details: isStale(details) ? 'stale' : (details.value?.found ?? null),
      isKnownByDetails: entry === null,
      isGone: isUnlisted && isMissing(details.value) && !isStale(details),
    };
  },
  lacksEstimate: (state) => isRunning(state) && estimateAt(state) === null && state.estimated !== state.project,
  isProvenBy: (list, { projectId }) => projectsById(list).has(projectId),
  toUpdate: (about, project, from) => ({
    of: 'DubbingProject',
    subject: formatGlobalId('DubbingProject', project.projectId),
    project,
    previousStatus: from && dubbingProjectStatus(from.rawStatus),
    ...about,
  }),
  isFinal: ({ rawStatus }) => isDone(dubbingProjectState(rawStatus)),
};

export function watchDubbingProject(projectId: string, reads: AccountReads, now: number): Watch<DubbingProjectUpdate> {
  return {
    thing: { kind: 'DubbingProject', projectId },
    kind: dubbingProjectKind,
    state: newDubbingProject(projectId, now),
    polled: reads.dubbingProjectList,
    details: reads.dubbingProject(projectId),
  };
}

export function newDubbingProject(projectId: string, since: number): State {
  return {
    projectId,
    entry: null,
    listAsked: 0,
    project: null,
    since,
    disputed: null,
    estimated: null,
    due: null,
    isWritten: false,
    details: NEW_REPLICA,
  };
}

function listed(state: State, { value, asked, at }: KindEvent<DubbingProjectList, never> & { is: 'polled' }): State {
  const entry = projectsById(value).get(state.projectId) ?? null;
  const next = { ...state, entry, listAsked: asked };
  if (entry === null) return outdated(next, asked);
  const answer = { ...next, isWritten: false, due: state.due ?? overdue(next, at) };
  if (deepEqual(state.entry, entry)) return answer;
  const summary = summaryOf(state);
  const isLate = state.details.asked > asked && summary !== null;
  const learnt = isLate ? answer : learn(answer, entry, at);
  // At first both are asked at the same time, and need not agree in everything.
  const isFirst = state.entry === null;
  const isElse = isFirst ? isBehind(answer) || (!isLate && saysElse(summary, entry)) : !deepEqual(summary, entry);
  const isOutdated = isMissing(state.details.value) || isElse;
  return isOutdated ? outdated(learnt, Math.max(asked, state.details.asked)) : learnt;
}

function detailed(state: State, event: ReplicaEvent<Lookup<DubbingProject>>, at: number): State {
  // As long as the list has it, the project exists.
  const exists = state.entry !== null;
  const next = {
    ...state,
    details: reduceDetails(state.details, event, { isSeen: state.project !== null, exists, at }),
    due: event.is === 'fetching' ? null : state.due,
    isWritten: state.isWritten || event.is === 'invalidated',
  };
  return event.is === 'answered' ? answered(next, summaryOf(state), at) : next;
}

function answered(state: State, previous: DubbingProject | null, at: number): State {
  const { entry, project, details, listAsked } = state;
  const summary = summaryOf(state);
  if (summary === null) return state;
  const differs = entry !== null && summary.rawStatus !== entry.rawStatus;
  if (differs && details.asked < listAsked) return outdated(state, listAsked);
  const isNews = !deepEqual(previous, summary) && !isStale(details);
  const saysMore = entry === null || project === null || saysElse(summary, project);
  const learnt = isNews && saysMore ? learn(state, summary, at) : state;
  if (isStale(details) || !isBehind(learnt) || state.disputed === entry) return learnt;
  return outdated({ ...learnt, disputed: entry }, details.asked);
}

/** In what changes in the life of a project. In the rest its two sources may differ for good. */
function saysElse(one: DubbingProject | null, other: DubbingProject): boolean {
  return one !== null && (one.rawStatus !== other.rawStatus || one.name !== other.name);
}

function learn(state: State, project: DubbingProject, at: number): State {
  return deepEqual(state.project, project) ? state : { ...state, project, since: at };
}

function outdated(state: State, by: number): State {
  return { ...state, details: reduceReplica(state.details, { is: 'outdated', by }) };
}

/** The estimate has passed since the details were read, or they are old, or behind the list, which may not last. */
function overdue(state: State, now: number): State['due'] {
  const { answeredAt } = state.details;
  if (answeredAt === null) return null;
  // Each time after twice as long: where the two differ for good, it costs little.
  if (isBehind(state)) return answeredAt - state.since <= now - answeredAt ? 'for details' : null;
  if (!isRunning(state)) return null;
  const estimate = estimateAt(state);
  if (estimate !== null && estimate <= now && answeredAt < estimate) return 'for any';
  return answeredAt + RARELY_MS <= now ? 'for details' : null;
}

/** Its own address says that it goes on, though the list says that it does not. */
function isBehind(state: State): boolean {
  const summary = summaryOf(state);
  if (state.entry === null || summary === null) return false;
  return summary.rawStatus !== state.entry.rawStatus && !isDone(dubbingProjectState(summary.rawStatus));
}

function isRunning({ project }: State): boolean {
  return project !== null && dubbingProjectStatus(project.rawStatus) === 'in_progress';
}

function estimateAt({ details }: State): number | null {
  return instantOf(details.value?.found?.details?.estimatedCompletionAt ?? null);
}

function summaryOf({ details }: State): DubbingProject | null {
  return details.value?.found ? withoutDetails(details.value.found) : null;
}

const withoutDetails = memoByIdentity((project: DubbingProject): DubbingProject => ({ ...project, details: null }));
