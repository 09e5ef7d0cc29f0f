/** The image, as far as it can be made without Docker: the steps of the Dockerfile are carried out into folders. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { speak } from '../kit/speech.ts';
import { membersOf, startProgram } from './started-program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const isRoot = process.getuid?.() === 0;
/** Without a name, a home, or a folder of its own. */
const UNPRIVILEGED = isRoot ? { uid: 12_345, gid: 12_345 } : {};

type Instruction = readonly [word: string, rest: string];

/** The instructions of the Dockerfile, each in one line. */
function readInstructions(): Instruction[] {
  const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ');
  return lines.split('\n').flatMap((line): Instruction[] => {
    const [, word, rest] = /^(\w+)\s+(.+)$/.exec(line) ?? [];
    return word && rest ? [[word, rest]] : [];
  });
}

/** The part of the project's folder that is sent to Docker: the last rule that names a thing decides. */
function contextNames(): Set<string> {
  const rules = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((rule) => rule && !rule.startsWith('#'));
  const isSent = (name: string) => {
    const last = rules.findLast((rule) => rule === '*' || rule.replace('!', '') === name);
    return last === undefined || last.startsWith('!');
  };
  return new Set(readdirSync(ROOT).filter(isSent));
}

interface Image {
  /** The folder that is `/app` in the image. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string | null;
  readonly healthCheck: readonly string[];
  readonly entryPoint: readonly string[];
  readonly bases: readonly string[];
}

/** Carries the instructions out. The stages lie side by side in a folder. */
function build(parent: string): Image {
  const context = contextNames();
  const stages = new Map<string, string>();
  const env: Record<string, string> = {};
  const bases: string[] = [];
  let folder = '';
  let user: string | null = null;
  let healthCheck: string[] = [];
  let entryPoint: string[] = [];
  const steps: Record<string, (rest: string) => void> = {
    FROM(rest) {
      const [, base = '', name = 'last'] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
      bases.push(base);
      folder = join(parent, name);
      stages.set(name, folder);
      mkdirSync(folder);
    },
    WORKDIR: (rest) => expect(rest).toBe('/app'),
    COPY(rest) {
      const [, stage, paths = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(rest) ?? [];
      const sources = paths.split(' ');
      const target = join(folder, sources.pop()!);
      for (const source of sources) {
        if (stage === undefined) expect(context).toContain(source);
        const from = stage === undefined ? join(ROOT, source) : join(stages.get(stage)!, source.replace('/app', ''));
        cpSync(from, target.endsWith('/') ? join(target, source) : target, { recursive: true, verbatimSymlinks: true });
      }
    },
    RUN(rest) {
      const [program = '', ...words] = rest.startsWith('[') ? JSON.parse(rest) : ['sh', '-c', withOwnUser(rest)];
      const options = { cwd: folder, env: { ...npmEnv(parent), ...env }, encoding: 'utf8' } as const;
      const { status, stderr } = spawnSync(program, words, user === null ? options : { ...options, ...UNPRIVILEGED });
      expect([status, stderr.replace(/^npm warn.*\n/gm, '')]).toEqual([0, '']);
    },
    ENV(rest) {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) env[name] = value;
    },
    USER(rest) {
      user = rest;
    },
    HEALTHCHECK(rest) {
      healthCheck = JSON.parse(rest.slice(rest.indexOf('[')));
    },
    ENTRYPOINT(rest) {
      entryPoint = JSON.parse(rest);
    },
    EXPOSE: () => undefined,
  };
  for (const [word, rest] of readInstructions()) steps[word]!(rest);
  return { folder, env, user, healthCheck, entryPoint, bases };
}

const cacheOf = ({ folder }: Image): string => join(folder, 'node_modules', '.cache', 'dubbing-gateway');

/** The user `node` of the base image. */
function withOwnUser(command: string): string {
  const { uid, gid } = { uid: process.getuid?.(), gid: process.getgid?.(), ...UNPRIVILEGED };
  return command.replace('-o node -g node', `-o ${uid} -g ${gid}`);
}

/** npm finds what this machine has fetched before; what it removes of its cache is only the link. */
function npmEnv(parent: string): Record<string, string | undefined> {
  const cache = mkdtempSync(join(parent, 'npm-'));
  const { stdout } = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' });
  symlinkSync(join(stdout.trim(), '_cacache'), join(cache, '_cacache'));
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  };
}

describe('the image', () => {
  let parent: string;
  let image: Image;
  /** The environment of a container, whose user has a temporary folder of its own. */
  function envOf({ env }: Image, settings: Readonly<Record<string, string>>): Record<string, string> {
    const temporary = mkdtempSync(join(parent, 'tmp-'));
    if (isRoot) chownSync(temporary, UNPRIVILEGED.uid!, UNPRIVILEGED.gid!);
    return { ...env, ...settings, TMPDIR: temporary, PATH: dirname(process.execPath) };
  }
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'gateway-image-'));
    chmodSync(parent, 0o755);
    image = build(parent);
  }, 180_000);
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('is based on the minor version of Node that the project is tested with', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const minor = devDependencies.node.split('.').slice(0, 2).join('.');
    for (const base of image.bases) expect(base).toBe(`node:${minor}-slim`);
  });

  it('holds the sources and the packages that they need, and nothing of development', () => {
    expect(readdirSync(image.folder).toSorted()).toEqual(['node_modules', 'package.json', 'schema', 'src']);
    const packages = readdirSync(join(image.folder, 'node_modules'));
    for (const name of ['vitest', 'typescript', '@biomejs', 'node']) expect(packages).not.toContain(name);
  });

  it('adds to its base no more than the README says', () => {
    const [, stated] = /adds (\d+) MB to its base image/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
    const { stdout } = spawnSync('du', ['-sm', image.folder], { encoding: 'utf8' });
    expect(Number.parseInt(stdout, 10)).toBeLessThan(1.1 * Number(stated));
  });

  it('runs by a user without rights, who can write to the temporary folder only, and ends with 0', async () => {
    expect(image.user).not.toBeNull();
    const port = String(await freePort());
    const env = envOf(image, { PORT: port });
    await using program = startProgram(image.entryPoint, { cwd: image.folder, env, ...UNPRIVILEGED });
    expect(await program.line('listening')).toMatchObject({ service: 'sandbox' });
    const url = `http://127.0.0.1:${port}`;

    const [command = '', ...words] = image.healthCheck;
    const health = spawnSync(command, words, { env, cwd: image.folder, ...UNPRIVILEGED });
    expect([health.status, String(health.stderr)]).toEqual([0, '']);
    const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
    expect([page.status, (await page.text()).includes('GraphiQL')]).toEqual([200, true]);
    const { result } = await speak({ url });
    expect(result).toMatchObject({ __typename: 'SynthesizeSpeechPayload' });
    expect((await fetch(`${url}/audio/${result.audio.url.split('/').pop()}`)).status).toBe(200);

    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.err()).toBe('');
  });

  it('has everything compiled; where that is lost, the first start has another process compile it', async () => {
    const cache = cacheOf(image);
    const compiled = () => readdirSync(cache).map((name) => [name, statSync(join(cache, name)).mtimeMs]);
    const built = compiled();
    expect(built).toHaveLength(1);
    expect(await processesThatStrip()).toEqual([false]);
    expect(compiled()).toEqual(built);
    rmSync(cache, { recursive: true });
    expect(await processesThatStrip()).toEqual([true, false]);
    expect(await processesThatStrip()).toEqual([false]);
  });

  it('ends with the npm that has started it, also while another process compiles', async () => {
    rmSync(cacheOf(image), { recursive: true, force: true });
    const env = envOf(image, { PORT: '0', npm_lifecycle_event: 'start' });
    const command = ['/bin/sh', '-c', `${image.entryPoint.join(' ')} & wait`];
    await using program = startProgram(command, { cwd: image.folder, env, leadsGroup: true, ...UNPRIVILEGED });
    const processes = () => membersOf(program.child.pid!);
    // The shell in the place of npm, the gateway, and the process that compiles.
    await expect.poll(() => processes().length, { interval: 5, timeout: 10_000 }).toBe(3);
    program.child.kill('SIGKILL');
    await expect.poll(processes, { interval: 50, timeout: 10_000 }).toEqual([]);
    expect(program.out()).toBe('');
  });

  /** Starts and stops a container. For each process, in the order of their ends, whether it has loaded what strips types. */
  async function processesThatStrip(): Promise<boolean[]> {
    const report = 'process.on("exit",()=>console.error(process.moduleLoadList.some((name)=>name.includes("amaro"))))';
    const [node = '', ...words] = image.entryPoint;
    const command = [node, `--import=data:text/javascript,${report}`, ...words];
    const env = envOf(image, { PORT: '0' });
    await using program = startProgram(command, { cwd: image.folder, env, ...UNPRIVILEGED });
    await program.line('listening');
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    return program
      .err()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }
});
