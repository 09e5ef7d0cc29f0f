import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { GraphContext } from '../src/contracts/context.ts';
import type { UploadedFile } from '../src/domain/speech/uploaded-file.ts';
import { ForbiddenError } from '../src/errors.ts';
import { PACED_LISTS } from './common/paced-lists.ts';

/** A text or a number that is passed on as the service wrote it. */
interface Scalar<T> {
  Input: T;
  Output: T;
}

interface GraphTypes {
  Context: GraphContext;
  DefaultFieldNullability: false;
  /** Each root type (`index.ts`) needs one, so that no new field can forget it. */
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
 * The registry that every module of the graph adds its types to. Importing a module of this folder therefore has an
 * effect. Import `index.ts` only.
 */
export const builder = new SchemaBuilder<GraphTypes>({
  // The errors plugin comes first: it wraps the check of scopes, so that a refusal is not a member of a union.
  plugins: [ErrorsPlugin, ScopeAuthPlugin, PACED_LISTS],
  defaultFieldNullability: false,
  scopeAuth: {
    // Otherwise a subscription is refused only at its first event, after its watch has sent a request.
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
