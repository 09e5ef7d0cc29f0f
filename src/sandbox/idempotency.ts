import { type Answer, jsonAnswer } from './http/answer.ts';

/** What was answered under which `Idempotency-Key`, for one account. */
export interface Idempotency {
  /**
   * Does the work once for a key. The same key with the same fingerprint gets the first answer again, waiting for
   * it if need be; with another fingerprint it is refused. A 5xx, or work that was not done, is not kept.
   */
  run(key: string, fingerprint: string, work: () => Promise<Answer>): Promise<Answer>;
}

const MAX_KEYS = 5_000;

export function createIdempotency(): Idempotency {
  const known = new Map<string, { fingerprint: string; answer: Promise<Answer> }>();
  return {
    run: (key, fingerprint, work) => {
      const before = known.get(key);
      if (before !== undefined) return before.fingerprint === fingerprint ? before.answer : Promise.resolve(conflict());
      const answer = work();
      known.set(key, { fingerprint, answer });
      const oldest = known.size > MAX_KEYS ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      const forget = (): void => {
        if (known.get(key)?.answer === answer) known.delete(key);
      };
      answer.then((done) => (done.status >= 500 || done.instead !== undefined ? forget() : undefined), forget);
      return answer;
    },
  };
}

// The document does not show this body.
function conflict(): Answer {
  return jsonAnswer(409, { error: 'ConflictError', message: 'Idempotency-Key was used before with another request' });
}
