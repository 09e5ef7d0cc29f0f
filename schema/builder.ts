import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import type { GraphContext } from '../src/context.ts';
import type { UploadedFile } from '../src/domain/uploaded-file.ts';

/** A text or a number that the graph hands on as the service wrote it. */
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
 * What every module of the graph adds its types to: a registry by nature, so that, other than elsewhere, importing
 * a module of this folder does something. `index.ts` is the only door.
 */
export const builder = new SchemaBuilder<GraphTypes>({
  plugins: [ErrorsPlugin],
  defaultFieldNullability: false,
});
