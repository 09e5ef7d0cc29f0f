/**
 * A service of one account whose world a history moves: it answers late or not at all, says "not found" once about what is
 * there, and lists what is new only after a while. Everything happens by a clock that is moved by hand.
 */
import type { Artifact } from '../../src/domain/artifact/artifact.ts';
import type { Balance } from '../../src/domain/balance.ts';
import type { DubbingProject } from '../../src/domain/dubbing-project/dubbing-project.ts';
import type { Video, VideoDetails, VideoKey, VideoProgress } from '../../src/domain/video/video.ts';
import { UpstreamUnavailableError } from '../../src/errors.ts';
import { createLedger } from '../../src/upstream/quota/ledger.ts';
import type { RequestOptions } from '../../src/upstream/request-options.ts';
import type { Service } from '../../src/upstream/service.ts';
import type { HandClock } from '../kit/hand-clock.ts';

/** One thing of the service: it has a new version whenever it changes. */
interface Thing {
  version: number;
  isDone: boolean;
  /** When each version came to be. */
  readonly changes: number[];
  readonly createdAt: number;
  /** From when the service answers about it. */
  readonly visibleFrom: number;
  deletedAt: number | null;
}

export const THING_KINDS = ['project', 'artifact', 'video', 'balance'] as const;
export type ThingKind = (typeof THING_KINDS)[number];
/** The fate of the next request for an address. */
type Fault = { readonly is: 'late'; readonly ms: number } | { readonly is: 'lost' | 'missing' };

export interface World {
  readonly service: Service;
  readonly things: Record<ThingKind, Map<string, Thing>>;
  /** `hiddenMs`: how long the service does not know of it. */
  create(kind: ThingKind, id: string, hiddenMs: number): void;
  change(kind: ThingKind, id: string, isDone: boolean): void;
  remove(kind: ThingKind, id: string): void;
  /** For the next request of this address: `list`, `project p1`, `artifact a1`, `video v1`, `status v1`, `balance 1`. */
  fail(address: string, fault: Fault): void;
  /** It was once said to be missing, though it was there. */
  wasMissed(address: string): boolean;
  /** When an answer last came that rightly found nothing there at the time of its request; in the past if none did. */
  foundNothingAt(address: string): number;
  projectOf(id: string): DubbingProject;
  artifactOf(id: string): Artifact;
  videoOf(id: string): Video & { readonly progress: VideoProgress };
}

const LATENCY_MS = 50;
export const TIMEOUT_MS = 15_000;

export function createWorld(clock: HandClock): World {
  const things: World['things'] = {
    project: new Map(),
    artifact: new Map(),
    video: new Map(),
    balance: new Map(),
  };
  const faults = new Map<string, Fault>();
  const missedAt = new Map<string, number>();
  const foundNothingAt = new Map<string, number>();

  /** The service's state at the time of the request, however late the answer comes. */
  async function answer<T>(address: string, { signal }: RequestOptions, value: T, missing: T): Promise<T> {
    const fault = faults.get(address);
    faults.delete(address);
    const isMissing = fault?.is === 'missing' && clock.now() - (missedAt.get(address) ?? 0) > 60_000;
    if (isMissing) missedAt.set(address, clock.now());
    const ms = fault?.is === 'late' ? fault.ms : fault?.is === 'lost' ? TIMEOUT_MS : LATENCY_MS;
    await new Promise<void>((resolve, reject) => {
      const timer = clock.after(ms, resolve);
      signal.addEventListener('abort', () => {
        timer[Symbol.dispose]();
        reject(signal.reason);
      });
    });
    if (fault?.is === 'lost') throw new UpstreamUnavailableError();
    if (value === null) foundNothingAt.set(address, clock.now());
    return isMissing ? missing : value;
  }

  const isThere = (thing: Thing | undefined): boolean =>
    thing !== undefined && thing.deletedAt === null && thing.visibleFrom <= clock.now();
  const world: World = {
    things,
    create(kind, id, hiddenMs) {
      const now = clock.now();
      const thing = { version: 0, isDone: false, changes: [now], createdAt: now, visibleFrom: now + hiddenMs };
      things[kind].set(id, { ...thing, deletedAt: null });
    },
    change(kind, id, isDone) {
      const thing = things[kind].get(id);
      if (thing === undefined || thing.deletedAt !== null || thing.isDone) return;
      thing.version += 1;
      thing.isDone = isDone;
      thing.changes.push(clock.now());
    },
    remove(kind, id) {
      const thing = things[kind].get(id);
      if (thing !== undefined) thing.deletedAt ??= clock.now();
    },
    wasMissed: (address) => missedAt.has(address),
    foundNothingAt: (address) => foundNothingAt.get(address) ?? Number.NEGATIVE_INFINITY,
    fail: (address, fault) => void faults.set(address, fault),
    projectOf: (id) => projectOf(id, things.project.get(id)),
    artifactOf: (id) => artifactOf(id, things.artifact.get(id)),
    videoOf: (id) => ({
      kind: 'Video',
      ...videoKey(id),
      details: detailsOf(things.video.get(id)),
      progress: progressOf(things.video.get(id)),
    }),
    service: {
      balance: {
        read: (options) => {
          const value = balanceOf(things.balance.get('1'));
          return answer('balance 1', options, value, value);
        },
      },
      forget: () => undefined,
      options: { read: unused },
      voices: { read: unused },
      videos: {
        read: ({ videoId }, options) => {
          const thing = things.video.get(videoId);
          return answer(`video ${videoId}`, options, isThere(thing) ? detailsOf(thing) : null, null);
        },
        readProgress: ({ videoId }, options) => {
          const thing = things.video.get(videoId);
          return answer(`status ${videoId}`, options, isThere(thing) ? progressOf(thing) : null, null);
        },
      },
      ledger: createLedger({ quota: { perMinute: 0, perDay: 0 }, clock, closing: new AbortController().signal }),
      dubbingProjects: {
        list(options) {
          const there = [...things.project].filter(([, thing]) => isThere(thing));
          const items = there.map(([id, thing]) => ({ ...projectOf(id, thing), details: null }));
          return answer('list', options, { items, malformed: [] }, { items: [], malformed: [] });
        },
        read: (id, options) => {
          const thing = things.project.get(id);
          return answer(`project ${id}`, options, isThere(thing) ? projectOf(id, thing) : null, null);
        },
      },
      artifacts: {
        read: (id, options) => {
          const thing = things.artifact.get(id);
          return answer(`artifact ${id}`, options, isThere(thing) ? artifactOf(id, thing) : null, null);
        },
      },
    } satisfies Partial<Service> as unknown as Service,
  };
  return world;
}

const unused = (): Promise<never> => Promise.reject(new Error('No history asks for this.'));

/** All videos are of one studio project. */
export const videoKey = (videoId: string): VideoKey => ({ projectId: 's1', videoId });

/** The version of a thing, as its name has it. */
export function versionOf({ name }: { readonly name: string | null }): number {
  return Number(name?.replace(/^v/, ''));
}

function projectOf(projectId: string, thing: Thing | undefined): DubbingProject {
  return {
    kind: 'DubbingProject',
    projectId,
    name: `v${thing?.version ?? 0}`,
    rawStatus: thing?.isDone ? 'ready' : 'in_progress',
    sourceLanguage: 'en',
    targetLanguage: 'fr-FR',
    costMinutes: 1,
    createdAt: null,
    details: { mixingMode: null, estimatedCompletionAt: null, completedAt: null, output: null, errorMessage: null },
  };
}

function artifactOf(artifactId: string, thing: Thing | undefined): Artifact {
  return {
    kind: 'Artifact',
    artifactId,
    name: `v${thing?.version ?? 0}`,
    rawType: 'video',
    rawStatus: thing?.isDone ? 'upload_completed' : 'upload_started',
    rawUploadMethod: null,
    sizeBytes: null,
    durationSeconds: null,
    errorMessage: null,
    s3Path: null,
    s3Bucket: null,
    company: null,
    createdBy: null,
    createdAt: null,
    updatedAt: null,
  };
}

function detailsOf(thing: Thing | undefined): VideoDetails {
  return {
    name: `v${thing?.version ?? 0}`,
    url: null,
    rawStatus: 'in_progress',
    rawWorkflowType: 'dubbing',
    sourceLanguage: 'en',
    targetLanguages: { items: ['fr-FR'], malformed: [] },
    pivotLanguage: null,
    durationSeconds: null,
    remark: null,
    stringVariables: { items: [], malformed: [] },
    createdAt: null,
    updatedAt: null,
  };
}

function progressOf(thing: Thing | undefined): VideoProgress {
  const rawPendingOn = thing?.isDone ? 'editor' : 'system';
  const entry = { language: 'fr-FR', rawPhase: `v${thing?.version ?? 0}`, rawPendingOn, isError: false, eta: null };
  return { items: [entry], malformed: [] };
}

/** The minutes are its version. */
function balanceOf(thing: Thing | undefined): Balance {
  return { minutes: thing?.version ?? 0 };
}
