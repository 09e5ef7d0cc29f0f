import type { GraphQLError } from 'graphql';
import type { Lane } from '../../fairness/task-queue.ts';

/** Where the updates of one subscription go: into a connection, which others may share. */
export interface UpdateSink {
  /** Where whatever its connection has to do waits for its turns. */
  readonly lane: Lane;
  /** False from when on nothing may be sent any more; the subscription is then about to be left. */
  isOpen(): boolean;
  /** Whether the connection takes more. If not, `wake` of the subscription is called once it does. */
  isWritable(): boolean;
  /** Sends a result: JSON, which may be other readers' too and is never changed. */
  next(text: Buffer): void;
  /** The end, and why; the errors are masked and stamped. */
  fail(errors: readonly GraphQLError[]): void;
  /** A good end. */
  complete(): void;
}
