import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Document {
  /** From the root of the project, such as `schema/README.md`. */
  readonly path: string;
  readonly text: string;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Every Markdown file of the project. */
export const DOCUMENTS: readonly Document[] = ['*.md', '{schema,src,test,operations,deploy,kit}/**/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .sort()
  .map((path) => ({ path, text: readFileSync(`${ROOT}${path}`, 'utf8') }));

export function documentAt(path: string): string {
  const found = DOCUMENTS.find((document) => document.path === path);
  if (found === undefined) throw new Error(`There is no document ${path}.`);
  return found.text;
}

/** The headings of a document outside of its code blocks, in its own words. */
export function headingsOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

/** The rows of the tables whose header row is `header`, each as its cells. */
export function tableRows(text: string, header: RegExp): string[][] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (!line.startsWith('|') || !header.test(line)) return [];
    const rows = lines.slice(index + 2);
    const end = rows.findIndex((row) => !row.startsWith('|'));
    return rows.slice(0, end === -1 ? rows.length : end).map(cellsOf);
  });
}

/** The text without its fenced blocks. */
export function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}
