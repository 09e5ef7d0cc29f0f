const DEADLINE_MS = 30_000;
const PAUSE_MS = 50;

/** Asks until it is so, for what the gateway does beside its work; the last answer, if it never is. */
export async function eventually<T>(ask: () => T | Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const answer = await ask();
    if (isSo(answer) || performance.now() > deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
