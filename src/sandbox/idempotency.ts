import { type Answer, jsonAnswer } from './http/answer.ts';

/** The answers by `Idempotency-Key`, for one account. */
export interface Idempotency {
  /**
   * Does the work once for a key. The same key with the same fingerprint gets the first answer again, waiting for
   * it if need be; with another fingerprint it is refused. A 5xx, or work that was not done, is not kept.
   */
  run(key: string, fingerprint: string, work: () => Promise<Answer>): Promise<Answer>;
}

const MAX_KEYS = 5_000;

export function createIdempotency(): Idempotency {
  const answers = new Map<string, { fingerprint: string; answer: Promise<Answer> }>();
  return {
    run: (key, fingerprint, work) => {
      const previous = answers.get(key);
      if (previous !== undefined)
        return previous.fingerprint === fingerprint ? previous.answer : Promise.resolve(conflict());
      const answer = work();
      answers.set(key, { fingerprint, answer });
      const oldest = answers.size > MAX_KEYS ? answers.keys().next().value : undefined;
      if (oldest !== undefined) answers.delete(oldest);
      const forget = (): void => {
        if (answers.get(key)?.answer === answer) answers.delete(key);
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
