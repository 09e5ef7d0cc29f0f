import type { Mishap } from '../misfortune.ts';

/** The answer of a handler, before a misfortune on the way back. */
export interface Answer {
  status: number;
  contentType: string;
  /** A function where the body is large and can be made again: a stored answer then costs no memory. */
  body: string | Buffer | (() => Buffer);
  headers?: Record<string, string>;
  /** Nothing was done: this happens instead. Never stored under an idempotency key. */
  instead?: Mishap;
  /** The misfortune of the answer on its way, determined each time it is sent. */
  onItsWay?: () => Mishap | null;
}

export function jsonAnswer(status: number, value: unknown, headers?: Record<string, string>): Answer {
  const answer: Answer = { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
  return headers === undefined ? answer : { ...answer, headers };
}

export const ok = (value: unknown): Answer => jsonAnswer(200, value);

// The bodies are documented (INTERFACE.md, "Errors"), the HTTP statuses are not, so these are chosen here.
export const invalidAnswer = (message: string): Answer => jsonAnswer(400, { error: 'ValidationError', message });
export const dubbingProjectMissing = (): Answer =>
  jsonAnswer(404, { error: 'NotFoundError', message: 'Project not found' });
export const missing = (): Answer => jsonAnswer(404, { error: 'Not Found' });
export const videoMissing = (): Answer => jsonAnswer(404, { error: 'Video not found' });
export const accessDenied = (): Answer => jsonAnswer(403, { error: 'Access denied to this project' });
export const cloningNotEnabled = (): Answer => jsonAnswer(403, { error: 'Contact with sales manager for enable API' });
export const notEnabled = (message: string): Answer => jsonAnswer(403, { error: 'ForbiddenError', message });
export const unauthorized = (): Answer =>
  jsonAnswer(401, { error: 'Unauthorized', message: 'Missing or invalid authorization token', status: 401 });

/** Thrown by a handler to answer at once. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`Refused with ${answer.status}.`);
    this.answer = answer;
  }
}

export function refuse(answer: Answer): never {
  throw new RefusedCall(answer);
}
