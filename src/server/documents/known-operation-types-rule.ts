import { GraphQLError, type ValidationRule } from 'graphql';

/** An operation's type must be one that the schema has. (graphql 16 notices only when it runs; 17 has this rule.) */
export const KnownOperationTypesRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`This graph has no ${node.operation}s.`, { nodes: node }));
  },
});
