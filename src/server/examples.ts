import { readdir, readFile } from 'node:fs/promises';
import type { GraphiqlTab } from './graphiql/page.ts';

const FOLDER = new URL('../../schema/operations/', import.meta.url);

/** The example operations, in the order of their file names: what GraphiQL opens with. */
export async function readExamples(): Promise<GraphiqlTab[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.graphql')).sort();
  return Promise.all(names.map(async (name) => ({ query: await readFile(new URL(name, FOLDER), 'utf8') })));
}
