import { parseArgs } from 'node:util';

export const KITS = ['core', 'apollo', 'urql', 'relay'] as const;
export type KitName = (typeof KITS)[number];

/** How a file of the kit names another one: `./dubbing.ts`, `./dubbing.js` or `./dubbing`. */
const IMPORT_ENDINGS = ['ts', 'js', 'none'] as const;
export type ImportEnding = (typeof IMPORT_ENDINGS)[number];

export interface Arguments {
  readonly kit: KitName;
  readonly folder: string;
  /** Null: as the configuration of TypeScript at `folder` wants it. */
  readonly ending: ImportEnding | null;
  readonly isForced: boolean;
}

/** A fault of the command, in a sentence for its user. */
export class CommandError extends Error {}

/** The command line is wrong. */
export class UsageError extends CommandError {}

export const USAGE = `npm run client -- --for ${KITS.join('|')} --out <folder> [--imports ${IMPORT_ENDINGS.join('|')}] [--force]`;

/** @throws UsageError */
export function readArguments(words: readonly string[]): Arguments {
  const { values, positionals } = parse(words);
  if (positionals.length > 0) throw new UsageError(`The argument ${positionals[0]} is unknown.`);
  const { for: kit, out: folder, imports: ending = null, force: isForced = false } = values;
  if (kit === undefined) throw new UsageError(`The option --for is missing: ${KITS.join(', ')}.`);
  if (!isIn(KITS, kit)) throw new UsageError(`The kit ${kit} does not exist. Choose one of ${KITS.join(', ')}.`);
  if (folder === undefined || folder === '') {
    throw new UsageError('The option --out is missing: the folder that the kit is written to.');
  }
  if (ending !== null && !isIn(IMPORT_ENDINGS, ending)) {
    throw new UsageError(`The option --imports cannot be ${ending}. Choose one of ${IMPORT_ENDINGS.join(', ')}.`);
  }
  return { kit, folder, ending, isForced };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        for: { type: 'string' },
        out: { type: 'string' },
        imports: { type: 'string' },
        force: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0]?.concat('.') : String(error));
  }
}

const isIn = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  (values as readonly string[]).includes(value);
