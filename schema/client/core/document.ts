/** One operation as it is sent. */
export interface OperationText {
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text in hex: the gateway finds a trusted document by it. Empty if it is not known. */
  readonly hash: string;
}

/** A document of the graph with the types of its data and its variables. `npm run client` generates them. */
export interface GraphDocument<Data = unknown, Variables = unknown> extends OperationText {
  /** The name of its root field. */
  readonly field: string;
  /** Whether `input` has a field `idempotencyKey`. */
  readonly takesKey: boolean;
  /** Never present: it holds the types. */
  readonly __types?: (variables: Variables) => Data;
}

/** The data of a document: `DataOf<typeof DubbingProjectsDocument>`. */
export type DataOf<Document> = Document extends { readonly __types?: (variables: never) => infer Data } ? Data : never;

/** The variables of a document. */
export type VariablesOf<Document> = Document extends { readonly __types?: (variables: infer Variables) => unknown }
  ? Variables
  : never;

/** The value of the only root field of a document. */
export type RootOf<Data> = NonNullable<Data[keyof Data]>;

export interface GraphErrorEntry {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    readonly code?: string;
    readonly retryAfterSeconds?: number;
    /** In `jobsUpdated`: the id that the error is about. */
    readonly id?: string;
  };
}

/** One answer. Both parts can be present: show the data first. */
export interface Result<Data = unknown> {
  readonly data?: Data | null;
  readonly errors?: readonly GraphErrorEntry[];
}

/** The gateway does not accept the token: the operation may succeed after a sign-in. */
export const isUnauthenticated = (errors: Result['errors']): boolean =>
  errors?.[0]?.extensions?.code === 'UNAUTHENTICATED';

/** An operation failed as a whole. `errors` are the gateway's. */
export class GraphError extends Error {
  override readonly name: string = 'GraphError';
  readonly errors: readonly GraphErrorEntry[];

  constructor(errors: readonly GraphErrorEntry[]) {
    super([...new Set(errors.map(({ message }) => message))].join(' ') || 'The operation failed.');
    this.errors = errors;
  }

  get code(): string {
    return this.errors[0]?.extensions?.code ?? 'INTERNAL_SERVER_ERROR';
  }
}

/** The gateway refused the same token twice. Nothing is retried until `reconnect()` or another token. */
export class ConnectionRefusedError extends Error {
  override readonly name: string = 'ConnectionRefusedError';
}

/** The answer did not come, or was no answer of a gateway. It is unknown whether the operation was carried out. */
export class NoAnswerError extends Error {
  override readonly name: string = 'NoAnswerError';
  readonly code: string = 'NETWORK';
}
