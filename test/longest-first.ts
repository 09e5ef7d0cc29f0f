import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Each takes more than ten seconds. Begun last, one of them would run alone at the end. */
const LONGEST = [
  'client/hooks',
  'process/npm-scripts',
  'cluster/watches/shared-watches',
  'client/viewers',
  'process/files',
  'graph/watching-misfortunes',
  'process/process',
  'server/graphiql',
  'cluster/watches/lost-pilot',
  'graph/masking',
  'client/outages',
  'graph/clients',
  'observability/prometheus',
  'observability/metrics',
  'process/image',
  'upstream/under-fire',
];

/** Begins with the longest files; a fresh clone knows no more of the others than their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId, project }: TestSpecification): number => {
      // A worker is kept for the next file if that one shares its modules too: the isolated ones stay together.
      if (project.config.isolate) return -1;
      const index = LONGEST.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`));
      return index === -1 ? LONGEST.length : index;
    };
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
