import * as z from 'zod';
import type { ShownBudget, WatchedJob } from './state.ts';

/** An instant as the graph writes it, as epoch ms; one that cannot be read is none. */
const instant = z
  .string()
  .nullish()
  .transform((text) => (text == null || Number.isNaN(Date.parse(text)) ? null : Date.parse(text)));

const language = z.object({
  language: z.object({ code: z.string() }),
  rawPhase: z.string(),
  state: z.string(),
});

const job = z.object({
  id: z.string(),
  name: z.string().nullish(),
  state: z.string().nullish(),
  createdAt: instant,
  estimatedCompletionAt: instant,
  errorMessage: z.string().nullish(),
  progress: z.object({ eta: instant, languages: z.array(language) }).nullish(),
});

const update = z.object({ kind: z.string(), freshness: z.string(), isFinal: z.boolean() });

const jobUpdate = update.extend({ job });
const listUpdate = update.extend({ projects: z.array(job.nullable()) });
const budget = z.object({
  remainingThisMinute: z.number().nullable(),
  remainingToday: z.number().nullable(),
});

type Update = z.output<typeof update>;
type Job = z.output<typeof job>;

/** The job of one update of `jobsUpdated`; null if the answer is none. */
export function readJobUpdate(value: unknown): WatchedJob | null {
  const parsed = z.object({ jobsUpdated: jobUpdate }).safeParse(value);
  return parsed.success ? toWatchedJob(parsed.data.jobsUpdated.job, parsed.data.jobsUpdated) : null;
}

/** The jobs of one update of `dubbingProjectsUpdated`. */
export function readListUpdate(value: unknown): readonly WatchedJob[] {
  const parsed = z.object({ dubbingProjectsUpdated: listUpdate }).safeParse(value);
  if (!parsed.success) return [];
  const { projects, ...about } = parsed.data.dubbingProjectsUpdated;
  return projects.filter((project) => project !== null).map((project) => toWatchedJob(project, about));
}

export function readBudget(value: unknown): ShownBudget | null {
  const parsed = z.object({ requestBudget: budget }).safeParse(value);
  return parsed.success ? parsed.data.requestBudget : null;
}

function toWatchedJob(read: Job, { kind, freshness, isFinal }: Update): WatchedJob {
  const { id, name = null, state = null, createdAt, progress } = read;
  return {
    id,
    name,
    state,
    freshness,
    isFinal,
    isGone: kind === 'GONE',
    estimatedAt: read.estimatedCompletionAt ?? progress?.eta ?? null,
    createdAt,
    detail: read.errorMessage ?? phasesOf(progress),
  };
}

function phasesOf(progress: Job['progress']): string | null {
  if (!progress) return null;
  return progress.languages.map(({ language: { code }, rawPhase }) => `${code} ${rawPhase}`).join(', ') || null;
}
