import type { Logger } from 'pino';
import type { Scopes } from '../auth/viewer.ts';
import type { ViewerProfile } from '../domain/viewer-profile.ts';
import type { Live } from '../live/live.ts';
import type { Loaders } from '../loaders/loaders.ts';
import type { ReadSet } from '../loaders/read-set.ts';
import type { Services } from '../services/services.ts';
import type { Work } from './work.ts';

/** A part of the answer that could not be read and was left out, or made null. */
export interface Warning {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What an operation reads, as a whole. */
export interface RepeatableReads {
  /** Whose things are read, and by whose leave: sets apart accounts, and those who may not do the same. */
  readonly scope: string;
  /** What was read so far; null if the answer depends on more than that, or if a read has failed. */
  record(): ReadSet | null;
  /** Reads the same (again, if it was read before), and tells whether everything is as it was. */
  repeat(record: ReadSet): Promise<boolean>;
}

/** What a resolver may use: made once for each operation, the same on every transport. */
export interface GraphContext {
  /** Reading. After a write of the same operation, it reads anew. */
  readonly loaders: Loaders;
  readonly reads: RepeatableReads;
  /** Writing. */
  readonly services: Services;
  /** Watching. */
  readonly live: Live;
  /** Who asks, as a page may show it; null where nobody signs in. An answer made of it serves nobody else. */
  viewer(): ViewerProfile | null;
  /** What whoever asks may do. */
  readonly scopes: Scopes;
  /** Knows the request id of the operation. */
  readonly log: Logger;
  /** What the operation computes is charged to it. */
  readonly work: Work;
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal;
  /** Tells the caller, in `extensions.warnings`, of something that was left out. */
  readonly warn: (warning: Warning) => void;
}
