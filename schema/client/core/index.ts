export {
  ConnectionRefusedError,
  type DataOf,
  type GraphDocument,
  GraphError,
  type GraphErrorEntry,
  NoAnswerError,
  type Result,
  type VariablesOf,
} from './document.ts';
export { createDubbing, type Dubbing, type DubbingOptions } from './dubbing.ts';
export type { Transport } from './link-choice.ts';
export type { Issue, Outcome, PayloadOf } from './outcome.ts';
export type { PutArtifactOptions, UsableArtifact } from './put-artifact.ts';
export type { ConnectionState, Status } from './status.ts';
export { JobsNotFoundError, type JobUpdate } from './until-done.ts';
