import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAbstractType, isEnumType, isInterfaceType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema/index.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { ERROR_CODES } from '../src/errors.ts';
import { MISHAP_WORDS, WORK_WORDS } from '../src/sandbox/faults.ts';
import { WORK_LIMITS } from '../src/server/fairness/operation-work.ts';
import { LIMITS } from '../src/server/limits/limits.ts';
import { DOCUMENTS, documentAt, headingsOf, tableRows, withoutCode } from './kit/documents.ts';
import { type Answer, startGateway } from './kit/gateway.ts';
import { wavOf } from './kit/speech.ts';
import { subscribe } from './kit/subscribe.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PACKAGE: Answer = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
const ALL = DOCUMENTS.map(({ text }) => text).join('\n');

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

describe.each(DOCUMENTS)('$path', ({ path, text }) => {
  it('has links that lead somewhere', () => {
    const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const isDead = (link: string) => {
      if (/^https?:/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !headingsOf(documentAt(target)).map(anchorOf).includes(anchor);
    };
    expect(links.filter(isDead)).toEqual([]);
  });

  it('has no line of more than 200 characters', () => {
    expect(text.split('\n').filter((line) => line.length > 200)).toEqual([]);
  });

  it('names settings, codes and values that exist', () => {
    const known = new Set<string>([...Object.keys(SETTINGS), ...ERROR_CODES, ...enumValues(), ...FOREIGN_WORDS]);
    const named = [...text.matchAll(/`([A-Z][A-Z\d]*_[A-Z\d_]+)`/g)].map(([, name = '']) => name);
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('names scripts that exist', () => {
    const scripts = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => PACKAGE.scripts[name] === undefined)).toEqual([]);
  });
});

/** In capitals, and neither a setting nor of the graph. */
const FOREIGN_WORDS = ['DUBBING_GATEWAY_TOKEN', 'SANDBOX_PORT', 'SANDBOX_STUDIO_PORT'];

function enumValues(): string[] {
  return Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .flatMap((type) => type.getValues().map(({ name }) => name));
}

describe('The documents together', () => {
  it('have a table with every setting', () => {
    const named = new Set(
      tableRows(ALL, /^\| variable /).flatMap(([names = '']) => names.match(/[A-Z][A-Z_]+/g) ?? []),
    );
    expect(Object.keys(SETTINGS).filter((name) => !named.has(name))).toEqual([]);
  });

  it('have a table with every error code', () => {
    const named = tableRows(documentAt('schema/README.md'), /^\| code /).flatMap(
      ([names = '']) => names.match(/[A-Z_]+/g) ?? [],
    );
    expect(named.sort()).toEqual([...ERROR_CODES].sort());
  });

  it('have a table with every limit and its value', () => {
    const limits = tableRows(ALL, /^\| limit \| allowed /).flatMap(([names = '', values = '']) => {
      const allowed = values.split(', ').map((number) => Number(number.replaceAll(',', '')));
      return names.split(', ').map((name, index) => [name.replaceAll('`', ''), allowed[index]]);
    });
    expect(Object.fromEntries(limits)).toMatchObject(LIMITS);
  });

  it('have a table with what an operation may do while it runs', () => {
    const bounds = tableRows(ALL, /^\| bound \| allowed /).map(([name = '', value = '']) => [
      name.replaceAll('`', ''),
      Number(value.replaceAll(',', '')),
    ]);
    expect(Object.fromEntries(bounds)).toEqual(WORK_LIMITS);
  });

  it('have a table with every package that runs in production', () => {
    const named = tableRows(documentAt('README.md'), /^\| package /).flatMap(([names = '']) =>
      names.replace(/ \d+$/, '').split(', '),
    );
    expect(Object.keys(PACKAGE.dependencies).filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => PACKAGE.dependencies[name] === undefined)).toEqual([]);
  });

  it('have every word that the sandbox obeys', () => {
    const text = documentAt('src/sandbox/README.md');
    const words = [...MISHAP_WORDS, ...WORK_WORDS].map(({ word }) =>
      word.replace(/-(?:transcription|translation|voiceover|mixing|rendering)$/, '-<phase>'),
    );
    expect(words.filter((word) => !text.includes(`\`${word}\``))).toEqual([]);
  });

  it('list every type that implements an interface, as a client’s cache needs it', () => {
    const listed = [...documentAt('schema/other-clients.md').matchAll(/^ {4}(\w+): \[('.*')\],$/gm)].map(
      ([, name = '', types = '']) => [name, types.replaceAll("'", '').split(', ').sort()],
    );
    const inGraph = Object.values(schema.getTypeMap())
      .filter((type) => isAbstractType(type) && isInterfaceType(type))
      .map((type) => [
        type.name,
        schema
          .getPossibleTypes(type)
          .map(({ name }) => name)
          .sort(),
      ]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(inGraph));
  });

  it('have the outputs that the requests really have', async () => {
    const outputs = [...ALL.matchAll(/-H 'content-type: application\/json' -d '([^']+)'\n```\n\n```json\n([^`]+)```/g)];
    expect(outputs.length).toBeGreaterThan(1);
    await using gateway = await startGateway();
    for (const [, body = '', output = ''] of outputs) {
      const { data } = await gateway.ask(JSON.parse(body).query);
      expect({ data }).toEqual(JSON.parse(output));
    }
  });

  it('have requests that work as they stand', async () => {
    const bodies = DOCUMENTS.flatMap(({ text }) =>
      [...text.matchAll(/-H 'content-type: application\/json' -d '([^']+)'/g)].map(([, body = '']) => body),
    );
    expect(bodies.length).toBeGreaterThan(1);
    await using gateway = await startGateway();
    for (const body of bodies) {
      const { query, variables } = JSON.parse(body);
      const { data, errors } = await gateway.ask(query, { variables });
      expect(errors).toEqual([]);
      // The one that fails on purpose shows so in its output.
      if (!query.includes('deleteDubbingProject')) expect(JSON.stringify(data)).not.toContain('Error');
    }
  });

  it('have subscriptions that work as they stand', async () => {
    const bodies = DOCUMENTS.flatMap(({ text }) =>
      [...text.matchAll(/-H 'accept: text\/event-stream' -d '([^']+)'/g)].map(([, body = '']) => body),
    );
    expect(bodies.length).toBeGreaterThan(0);
    await using gateway = await startGateway();
    for (const body of bodies) {
      await using stream = subscribe(gateway, JSON.parse(body).query);
      expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', project: { name: 'Market day' } });
    }
  });

  it('have an upload that works as it stands', async () => {
    const [, operations = '', map = ''] =
      /-F operations='([^']+)' \\\n\s+-F map='([^']+)'/.exec(documentAt('schema/README.md')) ?? [];
    const form = new FormData();
    form.append('operations', operations);
    form.append('map', map);
    form.append('0', new Blob([wavOf()]), 'reference.wav');
    await using gateway = await startGateway();
    const headers = { 'graphql-require-preflight': '1' };
    const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: form });
    expect(await response.json()).toMatchObject({
      data: { synthesizeSpeech: { audio: { url: expect.stringMatching(/^http/) } } },
    });
  });
});
