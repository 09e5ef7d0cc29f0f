import type { AccountStore, VideoRecord } from '../../src/sandbox/account-store.ts';
import { PHASES, WORKFLOWS } from '../../src/sandbox/pipeline.ts';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { livesOf, misjudgeSteps } from './video-life.ts';

export type JobKind = 'dubbing projects' | 'videos' | 'artifacts';

export interface SimulatedJob {
  readonly kind: JobKind;
  readonly id: string;
  readonly createdAt: number;
  /** Puts it into the sandbox; to be called when it is made. */
  readonly arrange: (account: AccountStore) => void;
  /** When the service changes it in a way that somebody who watches can see. Epoch ms, in order. */
  readonly changes: readonly number[];
}

/** The parameters of a random job. */
export interface JobMaker {
  /** In [0, 1). */
  readonly random: () => number;
  readonly now: () => number;
  readonly endsAt: number;
  readonly misjudged: number;
}

export const STUDIO_PROJECT = SEEDED.studioProjects.demo;
const LANGUAGES = ['fr-FR', 'de-DE', 'es-ES', 'it-IT', 'pt-PT'];
const MINUTE_MS = 60_000;

const between = (random: () => number, least: number, most: number): number => least + random() * (most - least);

/** The factor by which the estimate of a time is wrong. */
const misjudgement = ({ random, misjudged }: JobMaker): number => 1 + misjudged * (2 * random() - 1);

/** 15 minutes to 3 hours, more often the shorter; one in ten fails. */
export function dubbingProject(maker: JobMaker, id: string, createdAt: number): SimulatedJob {
  const workMs = Math.round(15 * MINUTE_MS * 12 ** maker.random());
  const fate = maker.random() < 0.1 ? 'fails' : 'succeeds';
  const toldMs = Math.round(workMs * misjudgement(maker));
  const overrides = {
    get estimated_completion_date() {
      return maker.now() < createdAt + workMs ? new Date(createdAt + toldMs).toISOString() : undefined;
    },
  };
  const work = { startedAt: createdAt, workMs, fate, repeatEveryMs: null } as const;
  return {
    kind: 'dubbing projects',
    id,
    createdAt,
    arrange: (account) => account.putDubbingProject({ id, createdAt, work, overrides }),
    changes: [createdAt + workMs],
  };
}

/** Some seconds until it begins, and half a minute to 12 minutes more; nobody estimates it. */
export function artifact({ random }: JobMaker, id: string, createdAt: number): SimulatedJob {
  const createdMs = Math.round(between(random, 5_000, MINUTE_MS));
  const workMs = createdMs + Math.round(between(random, MINUTE_MS / 2, 12 * MINUTE_MS));
  const work = { startedAt: createdAt, workMs, fate: 'succeeds', repeatEveryMs: null } as const;
  return {
    kind: 'artifacts',
    id,
    createdAt,
    arrange: (account) => account.putArtifact({ id, createdAt, createdMs, work }),
    changes: [createdAt + createdMs, createdAt + workMs],
  };
}

/** One to four languages, each step some ten minutes to an hour; a fifth of the steps an editor's; some that fail. */
export function video(maker: JobMaker, id: string, createdAt: number): SimulatedJob {
  const record = videoRecord(maker, id, createdAt);
  const lives = livesOf(record, maker.endsAt);
  misjudgeSteps(record, lives, { now: maker.now, misjudgement: () => misjudgement(maker) });
  const changes = new Set([...lives.values()].flatMap((life) => life.slice(1).map(({ from }) => from)));
  return {
    kind: 'videos',
    id,
    createdAt,
    arrange: (account) => account.putVideo(record),
    changes: [...changes].sort((a, b) => a - b),
  };
}

function videoRecord({ random }: JobMaker, id: string, createdAt: number): VideoRecord {
  const any = WORKFLOWS[Math.floor(random() * WORKFLOWS.length)] ?? 'dubbing';
  return {
    id,
    projectId: STUDIO_PROJECT,
    name: id,
    workflow: random() < 0.6 ? 'dubbing' : any,
    srcLang: 'en',
    dstLangs: LANGUAGES.slice(0, 1 + Math.floor(random() * 4)),
    pivotLanguage: null,
    durationSeconds: 60,
    remark: null,
    stringVariables: null,
    createdAt,
    updatedAt: createdAt,
    status: null,
    isDeleted: false,
    startedAt: {},
    plan: {
      hasSourceScript: random() < 0.3,
      manual: PHASES.filter(() => random() < 0.2),
      failsAt: random() < 0.2 ? 'last' : null,
      isRetried: true,
      sticksAt: null,
      isNeverStarted: false,
      slowness: between(random, 3, 15),
    },
    failingLang: null,
    targetScriptLangs: [],
    isRepeated: false,
    beganAt: createdAt,
    overrides: {},
    statusOverrides: {},
    entryOverrides: {},
  };
}
