import type { EventLog } from '../contracts/event-log.ts';
import type { RequestTrace } from '../contracts/tracing.ts';

/** The options of a request to the service, from its cause. */
export interface RequestOptions {
  /** Aborted once nobody waits for the answer any more. An abort is no failure: it is neither logged nor retried. */
  readonly signal: AbortSignal;
  /** Interactive requests may use the part of the quota that polling may not (BEHAVIOUR.md, "Watching"). */
  readonly priority: 'interactive' | 'polling';
  /** The lease of an instance that polls for all: the quota is granted only as long as it holds. Absent for other requests. */
  readonly lease?: string | undefined;
  /** Who caused it, for a fair share of the quota where several clients share an account; absent for the gateway itself. */
  readonly client?: string;
  /** Where the spans of the request belong; absent where nothing is traced. */
  readonly trace?: RequestTrace;
  /** Called once for each request that is sent, retries included, with its ticket (`Ledger.take`). */
  readonly onRequest: (ticket: number) => void;
  /** Called with the size of the answer before it is given, in bytes without its content encoding. */
  readonly onAnswer?: ((bytes: number) => void) | undefined;
  /** Its lines have the request id of the operation. */
  readonly log: EventLog;
}
