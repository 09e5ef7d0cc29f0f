import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { GraphContext } from '../../src/contracts/context.ts';
import { missingScope } from '../../src/errors.ts';

/**
 * A plugin for the builder: a field of a root type needs the scope of its type, before anything else of it runs. No new field
 * can forget it.
 *
 * It takes the place of `@pothos/plugin-scope-auth`, which keeps what it knows of a context in a `WeakMap`. V8's collector of
 * young objects keeps the values of such a map, and these refer to their context: each request stayed in memory until the
 * whole heap was collected.
 */
export const ROOT_SCOPES = 'rootScopes';

type Scope = GraphContext['scopes'] extends ReadonlySet<infer Each> ? Each : never;

const SCOPE_OF_ROOT: Readonly<Partial<Record<string, Scope>>> = {
  Query: 'read',
  Mutation: 'write',
  Subscription: 'read',
};

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      rootScopes: RootScopesPlugin<Types>;
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

class RootScopesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** A subscription is refused before its watch begins, so not once more for each of its events. */
  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    return field.kind === 'Subscription' ? resolve : refusing(resolve, field);
  }

  override wrapSubscribe(
    subscribe: Resolver<Types> | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscribe && refusing(subscribe, field);
  }
}

SchemaBuilder.registerPlugin(ROOT_SCOPES, RootScopesPlugin);

/** @throws ForbiddenError from the function that it returns */
function refusing<Types extends SchemaTypes>(
  resolve: Resolver<Types>,
  { kind, parentType, name }: PothosOutputFieldConfig<Types>,
): Resolver<Types> {
  const scope = SCOPE_OF_ROOT[kind];
  if (scope === undefined) return resolve;
  return (source, args, context, info) => {
    if (!hasScope(context, scope)) {
      throw missingScope(scope, `${parentType}.${name}`);
    }
    return resolve(source, args, context, info);
  };
}

/** The type of a context is not known here. One without scopes has none. */
function hasScope(context: Partial<Pick<GraphContext, 'scopes'>>, scope: Scope): boolean {
  return context.scopes?.has(scope) ?? false;
}
