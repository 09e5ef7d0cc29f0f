/** Writes what a front end starts from: `npm run client -- --for apollo --out ../web/src/dubbing`. */
import { resolve } from 'node:path';
import { endingFor } from './command/import-ending.ts';
import { kitFiles, packagesOf } from './command/kit-files.ts';
import { type Arguments, CommandError, readArguments, USAGE, UsageError } from './command/read-arguments.ts';
import { writeKit } from './command/write-kit.ts';

async function run({ kit, folder, ending, isForced }: Arguments): Promise<void> {
  const target = resolve(folder);
  const chosen = ending ?? endingFor(target);
  const { written, removed } = await writeKit(target, kitFiles(kit, chosen), isForced);
  const endings = chosen === 'none' ? 'no ending' : `the ending .${chosen}`;
  console.log(
    `The kit for ${kit} is in ${target}: ${written.length} files written, ${removed.length} removed. Its imports have ${endings}.`,
  );
  const packages = packagesOf(kit);
  if (packages.length > 0) console.log(`The front end needs the packages ${packages.join(', ')}.`);
}

try {
  const words = process.argv.slice(2);
  if (words.includes('--help')) console.log(`Usage: ${USAGE}`);
  else await run(readArguments(words));
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\nUsage: ${USAGE}`);
  else if (error instanceof CommandError) console.error(error.message);
  else if (error instanceof Error && 'code' in error && 'path' in error)
    console.error(`Not written: ${error.message}.`);
  else throw error;
  process.exitCode = 1;
}
