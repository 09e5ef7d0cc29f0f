import { readdir, readFile } from 'node:fs/promises';
import type { GraphiqlTab } from './page.ts';

const FOLDER = new URL('../../../schema/operations/', import.meta.url);

/** What a newcomer sees first. The other queries follow, then the subscriptions, then the mutations, each by name. */
const TOUR: readonly string[] = [
  'dubbing-projects',
  'dubbing-project',
  'jobs-updated',
  'video',
  'video-updated',
  'studio-project',
  'voices',
];
const AFTER_THE_TOUR = ['query', 'subscription', 'mutation'] as const;

/** The example operations, in the order in which GraphiQL opens with them. */
export async function readExamples(): Promise<GraphiqlTab[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.graphql')).sort();
  const examples = await Promise.all(
    files.map(async (file) => {
      const query = await readFile(new URL(file, FOLDER), 'utf8');
      return { query, place: placeOf(file.replace(/\.graphql$/, ''), query) };
    }),
  );
  return examples.toSorted((a, b) => a.place - b.place).map(({ query }) => ({ query }));
}

function placeOf(name: string, query: string): number {
  const stop = TOUR.indexOf(name);
  if (stop >= 0) return stop;
  return TOUR.length + AFTER_THE_TOUR.findIndex((type) => new RegExp(`^${type}\\b`, 'm').test(query));
}
