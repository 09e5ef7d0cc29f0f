import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import type { GraphContext } from '../src/contracts/context.ts';
import type { UploadedFile } from '../src/domain/speech/uploaded-file.ts';
import { PACED_LISTS } from './common/paced-lists.ts';
import { ROOT_SCOPES } from './common/root-scopes.ts';

/** A text or a number that is passed on as the service wrote it. */
interface Scalar<T> {
  Input: T;
  Output: T;
}

interface GraphTypes {
  Context: GraphContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: Scalar<string>;
    DateTime: Scalar<string>;
    URL: Scalar<string>;
    SafeInt: Scalar<number>;
    File: Scalar<UploadedFile>;
  };
}

export type Graph = PothosSchemaTypes.ExtendDefaultTypes<GraphTypes>;

/**
 * The registry that every module of the graph adds its types to. Importing a module of this folder therefore has an
 * effect. Import `index.ts` only.
 */
export const builder = new SchemaBuilder<GraphTypes>({
  // The errors plugin comes first: it wraps the check of scopes, so that a refusal is not a member of a union.
  plugins: [ErrorsPlugin, ROOT_SCOPES, PACED_LISTS],
  defaultFieldNullability: false,
});
