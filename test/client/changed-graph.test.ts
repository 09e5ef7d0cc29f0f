import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { createFrontEnd } from './built-page.ts';

vi.setConfig({ testTimeout: 180_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OPERATIONS = 'schema/client/core/operations.generated.ts';

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The documents of the kit as `npm run codegen` makes them of a graph in which a word has another in its place.
 * @throws an error with the output of the generation
 */
async function documentsOf(word: string, other: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-graph-'));
  try {
    const sdl = await readFile(join(ROOT, 'schema/schema.graphql'), 'utf8');
    await writeFile(join(folder, 'schema.graphql'), sdl.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), other));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await mkdir(join(folder, 'out'));
    await writeFile(
      join(folder, 'codegen.ts'),
      `import config from '${join(ROOT, 'codegen.ts')}';
       const { '${OPERATIONS}': output } = config.generates;
       export default { schema: '${folder}/schema.graphql', generates: { '${folder}/out/operations.ts': output } };`,
    );
    const generator = join(ROOT, 'node_modules/.bin/graphql-codegen');
    // In a test, graphql-codegen would keep its errors for itself.
    const env = { ...process.env, NODE_ENV: '', VITEST: '' };
    const command = [generator, '--config', join(folder, 'codegen.ts')];
    await promisify(execFile)(process.execPath, command, { cwd: ROOT, env }).catch((error: Output) => {
      throw new Error(error.stdout + error.stderr);
    });
    return await readFile(join(folder, 'out/operations.ts'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('A change of the graph', () => {
  it('that renames a value of an enum which the kit compares with fails the check of its types', async () => {
    await using frontEnd = await createFrontEnd('apollo', []);
    const documents = await documentsOf('IN_PROGRESS', 'WORKING');
    await writeFile(join(frontEnd.folder, 'src/dubbing', 'core/operations.generated.ts'), documents);
    expect(await frontEnd.typeErrors()).toMatch(/page-streams\.ts.*have no overlap/);
  });

  it('that renames a field of its documents fails the generation', async () => {
    await expect(documentsOf('totalCount', 'size')).rejects.toThrow('Cannot query field "totalCount"');
  });
});
