import { createIdempotency, type Idempotency } from './idempotency.ts';
import type { PipelinePlan, Workflow } from './pipeline.ts';
import { createQuota, type Quota, type QuotaLimits } from './quota.ts';
import type { JobWork } from './work.ts';

export interface Segment {
  start_ms: number;
  end_ms: number;
  text: string;
  speaker_id: number;
}

export interface Speaker {
  speaker_id: number;
  voice_key: string;
  style: string;
}

/** Overrides of the answer, applied last: another value, or `undefined` to omit the field. */
type Overrides = Record<string, unknown>;

export interface DubbingProjectRecord {
  id: string;
  name: string;
  sourceLang: string;
  targetLang: string;
  mixingMode: string;
  costMinutes: number;
  createdAt: number;
  /** Its status follows from it; a re-translation replaces it. */
  work: JobWork;
  errorMessage: string;
  /** A failed project does not consume balance: whether its minutes went back. */
  isRefunded: boolean;
  sourceScript: Segment[];
  targetScript: Segment[];
  targetSpeakers: Speaker[];
  translationsCount: number;
  /** Overrides of the details. */
  overrides: Overrides;
  /** Overrides of the list entry. */
  listOverrides: Overrides;
}

export interface ArtifactRecord {
  id: string;
  name: string;
  type: string;
  uploadMethod: 'direct_url' | 'fragments';
  s3Path: string;
  size: number;
  duration: number | null;
  createdAt: number;
  /** How long it stays `created`, in ms of work; then it is `upload_started` until the work is over. */
  createdMs: number;
  work: JobWork;
  errorMessage: string;
  /** Set where the file must have been PUT before its processing ends, else the upload fails. */
  awaitsUpload: boolean;
  /** Characters of a script; what credits are charged by. */
  characters: number;
  overrides: Overrides;
}

export interface StudioProjectRecord {
  id: string;
  isDeleted: boolean;
}

export interface VideoRecord {
  id: string;
  projectId: string;
  name: string;
  workflow: Workflow;
  srcLang: string;
  dstLangs: string[];
  pivotLanguage: string | null;
  durationSeconds: number | null;
  remark: string | null;
  stringVariables: { key: string; value: string }[] | null;
  createdAt: number;
  updatedAt: number;
  /** Set by an update; else the status follows from the entries. */
  status: string | null;
  isDeleted: boolean;
  /** When the pipeline of a language began that began later than the others. */
  startedAt: Record<string, number>;
  /** The parts that are the same for all languages. */
  plan: Omit<PipelinePlan, 'workflow' | 'hasTargetScript'>;
  /** The only language that the plan's failure is for; null = all. */
  failingLang: string | null;
  targetScriptLangs: string[];
  /** It begins again some minutes after it is finished. */
  isRepeated: boolean;
  /** When its pipeline began; an earlier time makes a record that is in the middle of it. */
  beganAt: number;
  overrides: Overrides;
  /** Overrides of the whole status answer, e.g. `{ langs: [...] }`. */
  statusOverrides: Overrides;
  /** Overrides of one entry of the status, by language. */
  entryOverrides: Record<string, Overrides>;
}

/** The features of the account. A test may change them at any time. */
interface Features {
  retranslation: boolean;
  cloning: boolean;
  /** An active subscription, for soundalike voices. */
  subscription: boolean;
  /** `sourceLanguage: "multi"`. */
  multiLanguageSource: boolean;
  /** Buckets that the key has storage credentials for. */
  externalBuckets: string[];
}

/** The world of one account. Maps and records may be changed directly. */
export interface AccountStore {
  readonly key: string;
  /** 1 for the first key. */
  readonly number: number;
  balanceMinutes: number;
  /** The unit that videos are charged in. No endpoint returns it. */
  credits: number;
  readonly features: Features;
  readonly dubbingProjects: Map<string, DubbingProjectRecord>;
  readonly artifacts: Map<string, ArtifactRecord>;
  readonly studioProjects: Map<string, StudioProjectRecord>;
  /** By `<projectId>/<videoId>`. */
  readonly videos: Map<string, VideoRecord>;
  readonly idempotency: Idempotency;
  /** null = none. */
  quota: Quota | null;
  /** Puts a ready dubbing project, or one with the fields given. */
  putDubbingProject(fields: Partial<DubbingProjectRecord> & { id: string }): DubbingProjectRecord;
  /** Puts an uploaded video artifact, or one with the fields given. */
  putArtifact(fields: Partial<ArtifactRecord> & { id: string }): ArtifactRecord;
  putStudioProject(id: string): StudioProjectRecord;
  /** Puts a dubbing video that has just been created, or one with the fields given. */
  putVideo(fields: Partial<VideoRecord> & { id: string; projectId: string }): VideoRecord;
}

export interface AccountParts {
  key: string;
  number: number;
  quota: QuotaLimits | null;
  now(): number;
}

/** Minutes without the noise of binary fractions: 499.7 rather than 499.69999999999993. */
const withoutNoise = (minutes: number): number => Math.round(minutes * 1e6) / 1e6;

/** Takes minutes from the balance; a negative number gives them back. */
export function charge(account: Pick<AccountStore, 'balanceMinutes'>, minutes: number): void {
  account.balanceMinutes = withoutNoise(account.balanceMinutes - minutes);
}

/** Work that was over before it began. */
export const doneAt = (at: number): JobWork => ({ startedAt: at, workMs: 0, fate: 'succeeds', repeatEveryMs: null });

export function createAccountStore({ key, number, quota, now }: AccountParts): AccountStore {
  const dubbingProjects = new Map<string, DubbingProjectRecord>();
  const artifacts = new Map<string, ArtifactRecord>();
  const studioProjects = new Map<string, StudioProjectRecord>();
  const videos = new Map<string, VideoRecord>();
  const put = <T extends { id: string }>(map: Map<string, T>, id: string, value: T): T => {
    map.set(id, value);
    return value;
  };
  return {
    key,
    number,
    balanceMinutes: 500 + 111 * (number - 1),
    credits: 1_000_000,
    features: {
      retranslation: true,
      cloning: true,
      subscription: true,
      multiLanguageSource: true,
      externalBuckets: ['demo-bucket'],
    },
    dubbingProjects,
    artifacts,
    studioProjects,
    videos,
    idempotency: createIdempotency(),
    quota: quota === null ? null : createQuota(quota),
    putDubbingProject: (fields) => put(dubbingProjects, fields.id, { ...newDubbingProject(now()), ...fields }),
    putArtifact: (fields) => put(artifacts, fields.id, { ...newArtifact(now()), ...fields }),
    putStudioProject: (id) => put(studioProjects, id, { id, isDeleted: false }),
    putVideo: (fields) => put(videos, `${fields.projectId}/${fields.id}`, { ...newVideo(now()), ...fields }),
  };
}

function newDubbingProject(now: number): Omit<DubbingProjectRecord, 'id'> {
  return {
    name: 'Untitled',
    sourceLang: 'en',
    targetLang: 'fr-FR',
    mixingMode: 'voiceover_with_original_track',
    costMinutes: 1,
    createdAt: now,
    work: doneAt(now),
    errorMessage: 'The source video could not be processed',
    isRefunded: false,
    sourceScript: [{ start_ms: 0, end_ms: 1500, text: 'Good morning.', speaker_id: 1 }],
    targetScript: [{ start_ms: 0, end_ms: 1500, text: 'Bonjour.', speaker_id: 1 }],
    targetSpeakers: [{ speaker_id: 1, voice_key: '53f154:fr-FR-DeniseNeural', style: 'feminine' }],
    translationsCount: 0,
    overrides: {},
    listOverrides: {},
  };
}

function newArtifact(now: number): Omit<ArtifactRecord, 'id'> {
  return {
    name: 'artifact',
    type: 'video',
    uploadMethod: 'direct_url',
    s3Path: 'media/artifact.mp4',
    size: 1_000_000,
    duration: 60,
    createdAt: now,
    createdMs: 0,
    work: doneAt(now),
    errorMessage: 'The file could not be processed',
    awaitsUpload: false,
    characters: 0,
    overrides: {},
  };
}

function newVideo(now: number): Omit<VideoRecord, 'id' | 'projectId'> {
  return {
    name: 'video',
    workflow: 'dubbing',
    srcLang: 'en',
    dstLangs: ['fr-FR'],
    pivotLanguage: null,
    durationSeconds: 60,
    remark: null,
    stringVariables: null,
    createdAt: now,
    updatedAt: now,
    status: null,
    isDeleted: false,
    startedAt: {},
    plan: {
      hasSourceScript: false,
      manual: [],
      failsAt: null,
      isRetried: false,
      sticksAt: null,
      isNeverStarted: false,
      slowness: 1,
    },
    failingLang: null,
    targetScriptLangs: [],
    isRepeated: false,
    beganAt: now,
    overrides: {},
    statusOverrides: {},
    entryOverrides: {},
  };
}
