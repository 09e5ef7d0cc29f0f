import type { VideoRecord } from '../../src/sandbox/account-store.ts';
import { standingsOf } from '../../src/sandbox/studio/video-status.ts';

/** A time in which nothing changes in what the service tells of a language. */
export interface Stage {
  readonly from: number;
  /** Its answer, without the estimate. */
  readonly key: string;
  /** When it truly ends, if the service says so. */
  readonly estimateAt: number | null;
}

/** Shorter than any stage. */
const STEP_MS = 20_000;

/** By language: what the sandbox's own state machine will tell, found by looking at it all along. */
export function livesOf(record: VideoRecord, endsAt: number): ReadonlyMap<string, readonly Stage[]> {
  const lives = new Map<string, Stage[]>();
  for (let at = record.createdAt; at <= endsAt; at += STEP_MS) {
    for (const [language, stage] of stagesAt(record, at)) {
      const life = lives.get(language) ?? [];
      lives.set(language, life);
      if (life.at(-1)?.key === stage.key) continue;
      const isThen = (when: number) => stagesAt(record, when).get(language)?.key === stage.key;
      life.push({ ...stage, from: life.length === 0 ? at : firstWhere(at - STEP_MS, at, isThen) });
    }
  }
  return lives;
}

function stagesAt(record: VideoRecord, at: number): ReadonlyMap<string, Stage> {
  const standings = standingsOf(record, { now: at, speed: 1 });
  return new Map(
    standings.map(({ entry: { lang, phase, pendingOn, isError, eta } }) => {
      const estimateAt = typeof eta === 'string' ? Date.parse(eta) : null;
      const key = [phase, pendingOn, isError, estimateAt === null].join();
      return [String(lang), { from: at, key, estimateAt }];
    }),
  );
}

/** The first millisecond at which it holds, given that it does at `to` and does not at `from`. */
function firstWhere(from: number, to: number, holds: (at: number) => boolean): number {
  let [before, since] = [from, to];
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2);
    if (holds(middle)) since = middle;
    else before = middle;
  }
  return since;
}

/** Lets the service be wrong about how long each step takes, from when it begins. */
export function misjudgeSteps(
  record: VideoRecord,
  lives: ReadonlyMap<string, readonly Stage[]>,
  { now, misjudgement }: { readonly now: () => number; readonly misjudgement: () => number },
): void {
  for (const [language, life] of lives) {
    const told = life.map(({ from, estimateAt }) => ({
      from,
      eta: estimateAt && new Date(from + Math.round((estimateAt - from) * misjudgement())).toISOString(),
    }));
    record.entryOverrides[language] = {
      get eta() {
        return told.findLast(({ from }) => from <= now())?.eta ?? null;
      },
    };
  }
}
