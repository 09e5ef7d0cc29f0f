import type { FieldPolicy, Reference } from '@apollo/client';

/** A page of a list, as the cache keeps it. */
interface Page {
  readonly nodes?: readonly (Reference | null)[];
  readonly edges?: readonly unknown[];
  readonly pageInfo?: Readonly<Record<string, unknown>>;
}

/** A list in pages: a page after a cursor comes behind the others, one before a cursor in front of them. */
export function pages(keyArgs: string[]): FieldPolicy<Page> {
  return {
    keyArgs,
    merge(existing, incoming, { args }) {
      if (existing === undefined) return incoming;
      // Another query can select other fields of the same list.
      const latest = { ...existing, ...incoming };
      if (args?.['after']) return joined(latest, existing, incoming, 'hasPreviousPage', 'startCursor');
      if (args?.['before']) return joined(latest, incoming, existing, 'hasNextPage', 'endCursor');
      return latest;
    },
  };
}

/** The start or the end of the joined list is that of the page that was there. */
function joined(latest: Page, first: Page, second: Page, flag: string, cursor: string): Page {
  const kept = flag === 'hasPreviousPage' ? first.pageInfo : second.pageInfo;
  return {
    ...latest,
    ...(latest.nodes && { nodes: [...(first.nodes ?? []), ...(second.nodes ?? [])] }),
    ...(latest.edges && { edges: [...(first.edges ?? []), ...(second.edges ?? [])] }),
    ...(latest.pageInfo && { pageInfo: { ...latest.pageInfo, ...pick(kept, [flag, cursor]) } }),
  };
}

const pick = (value: Readonly<Record<string, unknown>> | undefined, names: readonly string[]) =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => names.includes(name)));
