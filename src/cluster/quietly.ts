import { RedisAwayError } from './redis-errors.ts';

/** Without Redis the instance goes its own way: the link says so to all who observe it. */
export async function quietly(step: Promise<unknown>): Promise<void> {
  await step.catch(ignoreAbsence);
}

export function ignoreAbsence(error: unknown): void {
  if (!(error instanceof RedisAwayError)) throw error;
}
