/** Writes `schema.graphql`; with `--check`, fails if the file is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { schema } from './index.ts';
import { printed } from './printed.ts';

const file = new URL('schema.graphql', import.meta.url);

if (!process.argv.includes('--check')) {
  writeFileSync(file, printed(schema));
} else if (readFileSync(file, 'utf8') !== printed(schema)) {
  console.error('schema/schema.graphql is out of date. Run `npm run schema` and commit it.');
  process.exitCode = 1;
}
