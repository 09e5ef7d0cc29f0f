import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImportEnding } from './read-arguments.ts';

/**
 * The ending that the next configuration of TypeScript above a folder accepts. Without one: `none`, which every bundler
 * resolves.
 */
export function endingFor(folder: string): ImportEnding {
  const configurations = globSync('tsconfig*.json', { cwd: folder });
  if (configurations.length > 0) {
    const text = configurations.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
    if (/"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(text)) return 'ts';
    return /"module(?:Resolution)?"\s*:\s*"node(?:16|18|20|next)"/i.test(text) ? 'js' : 'none';
  }
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, '.git')) ? 'none' : endingFor(parent);
}

/** The text of a module with another ending in its relative imports. */
export function withEnding(text: string, ending: ImportEnding): string {
  return text.replace(/((?:from|import) '\.{1,2}\/[^']*)\.ts';/g, `$1${ending === 'none' ? '' : `.${ending}`}';`);
}
