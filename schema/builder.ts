import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { GraphContext } from '../src/contracts/context.ts';
import type { UploadedFile } from '../src/domain/speech/uploaded-file.ts';
import { ForbiddenError } from '../src/errors.ts';
import { PACED_LISTS } from './common/paced-lists.ts';

/** A text or a number that the graph hands on as the service wrote it. */
interface Scalar<T> {
  Input: T;
  Output: T;
}

interface GraphTypes {
  Context: GraphContext;
  DefaultFieldNullability: false;
  /** The root types (`index.ts`) ask for one each, so that no new field can forget it. */
  AuthScopes: { read: boolean; write: boolean };
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
  // The errors of a mutation's union are looked for outside of what is asked for a scope.
  plugins: [ErrorsPlugin, ScopeAuthPlugin, PACED_LISTS],
  defaultFieldNullability: false,
  scopeAuth: {
    // Else a subscription would be refused at its first event, when what it watches is asked for already.
    authorizeOnSubscribe: true,
    authScopes: ({ scopes }) => ({ read: scopes.has('read'), write: scopes.has('write') }),
    unauthorizedError: (_parent, _context, { parentType, fieldName }) => {
      const scope = parentType.name === 'Mutation' ? 'write' : 'read';
      return new ForbiddenError(
        `The token does not have the scope "${scope}", which ${parentType.name}.${fieldName} needs.`,
      );
    },
  },
});
