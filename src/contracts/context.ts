import type { Scopes } from '../auth/viewer.ts';
import type { ViewerProfile } from '../domain/viewer-profile.ts';
import type { Live } from '../live/live.ts';
import type { Loaders } from '../loaders/loaders.ts';
import type { ReadSet } from '../loaders/read-set.ts';
import type { Services } from '../services/services.ts';
import type { EventLog } from './event-log.ts';
import type { Work } from './work.ts';

/** An unreadable part of the answer that was left out or made null. */
export interface Warning {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The read set of an operation. */
export interface RepeatableReads {
  /** Separates accounts and callers with different rights. */
  readonly scope: string;
  /** Grows with each use of anything that an answer may depend on beside the objects that are read. */
  readonly uses: number;
  /** The reads so far. Null if the answer depends on more than these, or if a read has failed. */
  record(): ReadSet | null;
  /** Reads need not be recorded from now on: there is no record of this operation. */
  forgo(): void;
  /** Repeats the reads, and returns whether every one gave the identical object. */
  repeat(record: ReadSet): Promise<boolean>;
}

/** The context of resolvers, created once for each operation, the same on every transport. */
export interface GraphContext {
  /** Reading. After a write of the same operation, reads are fresh. */
  readonly loaders: Loaders;
  readonly reads: RepeatableReads;
  /** Writing. */
  readonly services: Services;
  /** Watching. */
  readonly live: Live;
  /** The caller, as a page shows it. Null if callers do not sign in. An answer with it is not shared. */
  viewer(): ViewerProfile | null;
  /** The caller's scopes. */
  readonly scopes: Scopes;
  /** Its lines have the request id. */
  readonly log: EventLog;
  /** Counts the computation of the operation. */
  readonly work: Work;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  /** Reports a missing value to the caller in `extensions.warnings`. */
  readonly warn: (warning: Warning) => void;
}
