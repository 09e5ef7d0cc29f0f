import { unreadableBecause } from './text-file.ts';

/** Reads a file that a setting names, as text. @throws the system's error */
export type ReadFile = (path: string) => string;

interface FileFaults {
  readonly faults: readonly string[];
}

/** The content of a file and its faults, as sentences that begin with the setting. An unreadable file has one fault. */
export function parseNamedFile<Parsed extends FileFaults>(
  named: { readonly setting: string; readonly path: string; readonly readFile: ReadFile },
  parse: (text: string) => Parsed,
): Parsed | FileFaults {
  const { setting, path, readFile } = named;
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    return { faults: [`${setting} is ${JSON.stringify(path)}, which cannot be read${unreadableBecause(error)}.`] };
  }
  const parsed = parse(text);
  return { ...parsed, faults: parsed.faults.map((fault) => `${setting} ${fault}.`) };
}
