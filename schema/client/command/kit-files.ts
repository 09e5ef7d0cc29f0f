import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as operations from '../core/operations.generated.ts';
import { withEnding } from './import-ending.ts';
import type { ImportEnding, KitName } from './read-arguments.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

interface KitParts {
  readonly folders: readonly string[];
  /** The module with the documents. */
  readonly documents: string;
  /** The packages that the front end installs. */
  readonly packages: readonly string[];
}

const KIT_PARTS: Readonly<Record<KitName, KitParts>> = {
  core: { folders: ['core', 'screen'], documents: './core/operations.generated.ts', packages: [] },
  relay: {
    folders: ['core', 'screen', 'react', 'relay'],
    documents: './core/operations.generated.ts',
    packages: ['react', 'react-dom', 'react-relay', 'relay-runtime', 'relay-compiler', 'babel-plugin-relay'],
  },
  urql: {
    folders: ['core', 'document-node', 'screen', 'react', 'urql'],
    documents: './urql/documents.generated.ts',
    packages: ['react', 'react-dom', 'urql', '@urql/exchange-graphcache', 'graphql'],
  },
  apollo: {
    folders: ['core', 'document-node', 'screen', 'react', 'apollo'],
    documents: './apollo/documents.generated.ts',
    packages: ['react', 'react-dom', '@apollo/client', 'rxjs', 'graphql'],
  },
};

export const packagesOf = (kit: KitName): readonly string[] => KIT_PARTS[kit].packages;

/** The files of a kit: their texts by their paths. */
export function kitFiles(kit: KitName, ending: ImportEnding): Map<string, string> {
  const { folders, documents } = KIT_PARTS[kit];
  const sources = globSync(`{${folders.join(',')},}/*.ts`, { cwd: SOURCES })
    .sort()
    .map((path) => [path, readFileSync(`${SOURCES}${path}`, 'utf8')] as const);
  const modules = [
    ...sources,
    ['index.ts', `export * from './${kit}/index.ts';\nexport * from './screen/index.ts';\n`],
    ['documents.ts', `export * from '${documents}';\n`],
  ] as const;
  return new Map([
    ...modules.map(([path, text]) => [path, withEnding(text, ending)] as const),
    ['schema.graphql', readFileSync(`${SOURCES}../schema.graphql`, 'utf8')],
    ['trusted-documents.json', `${JSON.stringify(trustedDocuments(), null, 2)}\n`],
  ]);
}

/** The documents of the kit as `TRUSTED_DOCUMENTS` takes them: texts by hashes. */
function trustedDocuments(): Record<string, string> {
  return Object.fromEntries(Object.values(operations).map(({ hash, text }) => [hash, text]));
}
