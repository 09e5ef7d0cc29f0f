import { type DirectiveNode, GraphQLError, Kind, type SelectionSetNode, type ValidationRule } from 'graphql';

/**
 * A subscription has its one field for certain (GraphQL, "Single Root Field"). graphql 16 does not know that yet: where the
 * field is left out, it fails when it runs. It is thrown, since graphql's own rule throws where a variable decides, and says
 * something else.
 */
export const SubscriptionRootRule: ValidationRule = (context) => {
  const spread = new Set<string>();

  function findCondition({ selections }: SelectionSetNode): DirectiveNode | undefined {
    for (const selection of selections) {
      const own = selection.directives?.find(({ name }) => name.value === 'skip' || name.value === 'include');
      const condition = own ?? (selection.kind === Kind.FIELD ? undefined : findInside(selection));
      if (condition) return condition;
    }
    return undefined;
  }

  function findInside(selection: Exclude<SelectionSetNode['selections'][number], { kind: Kind.FIELD }>) {
    if (selection.kind === Kind.INLINE_FRAGMENT) return findCondition(selection.selectionSet);
    const name = selection.name.value;
    if (spread.has(name)) return undefined;
    spread.add(name);
    const fragment = context.getFragment(name);
    return fragment ? findCondition(fragment.selectionSet) : undefined;
  }

  return {
    OperationDefinition({ operation, selectionSet }) {
      const condition = operation === 'subscription' ? findCondition(selectionSet) : undefined;
      if (condition)
        throw new GraphQLError('The root field of a subscription must not have @skip or @include.', {
          nodes: condition,
        });
    },
  };
};
