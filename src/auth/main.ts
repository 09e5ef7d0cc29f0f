/*
 * Makes a token: `npm run token -- --name web --scopes read,write`. The edge of the process: only this file reads
 * flags.
 */
import { parseArgs } from 'node:util';
import { createToken } from './create-token.ts';

const USAGE = 'Usage: npm run token -- --name <name> --scopes read,write [--account <name of the account>]';

function readFlags(): { name?: string; scopes?: string; account?: string } {
  const options = { name: { type: 'string' }, scopes: { type: 'string' }, account: { type: 'string' } } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return exit([error instanceof Error ? error.message : String(error)]);
  }
}

function exit(faults: readonly string[]): never {
  console.error([...faults, USAGE].join('\n'));
  process.exit(1);
}

if (process.argv.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}

const { name, scopes = '', account } = readFlags();
const created = createToken({ name, scopes: scopes.split(',').map((scope) => scope.trim()), account });
if ('faults' in created) exit(created.faults);

console.log(`The token, which is kept nowhere and shown only now:

${created.token}

Its entry in the list of AUTH_TOKENS_FILE:

${JSON.stringify(created.entry)}`);
