import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../src/config/settings.ts';
import { ERROR_CODES } from '../src/errors.ts';
import { MISHAP_WORDS, WORK_WORDS } from '../src/sandbox/faults.ts';
import { LIMITS } from '../src/server/limits/limits.ts';
import { startGateway } from './kit/gateway.ts';
import { subscribe } from './kit/subscribe.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const CONFIGURATION = README.slice(README.indexOf('## Configuration'), README.indexOf('## The sandbox'));

/** The bodies of the JSON that README's curl commands send. */
const EXAMPLES = [...README.matchAll(/-H 'content-type: application\/json' -d '([^']+)'/g)].map(
  ([, body]) => body ?? '',
);

describe('the README', () => {
  it('names every setting, and none that there is not', () => {
    const named = [...CONFIGURATION.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name);
    const known: readonly unknown[] = [...Object.keys(SETTINGS), ...ERROR_CODES];
    expect([...new Set(named)].filter((name) => name?.includes('_') && !known.includes(name))).toEqual([]);
    expect(Object.keys(SETTINGS).filter((name) => !named.includes(name))).toEqual([]);
  });

  it('names every error code', () => {
    expect(ERROR_CODES.filter((code) => !README.includes(`\`${code}\``))).toEqual([]);
  });

  it('names every limit and what it allows', () => {
    const section = README.slice(README.indexOf('### Limits'), README.indexOf('## The sandbox'));
    const told = section.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ((?:[\d,]+(?:, )?)+) \|/gm);
    const limits = [...told].flatMap(([, names = '', numbers = '']) => {
      const allowed = numbers.split(', ').map((number) => Number(number.replaceAll(',', '')));
      return names.split(', ').map((name, index) => [name.replaceAll('`', ''), allowed[index]]);
    });
    expect(Object.fromEntries(limits)).toEqual(LIMITS);
  });

  it('names every word of the sandbox', () => {
    const words = [...MISHAP_WORDS, ...WORK_WORDS].map(({ word }) => word);
    expect(
      words.filter(
        (word) =>
          !README.includes(
            `\`${word.replace(/-(?:transcription|translation|voiceover|mixing|rendering)$/, '-<phase>')}\``,
          ),
      ),
    ).toEqual([]);
  });

  it('has examples that work as they stand', async () => {
    await using gateway = await startGateway();
    expect(EXAMPLES.length).toBeGreaterThan(1);
    for (const body of EXAMPLES) {
      const { query, variables } = JSON.parse(body);
      const { data, errors } = await gateway.ask(query, { variables });
      expect(errors).toEqual([]);
      expect(JSON.stringify(data)).not.toContain('Error');
    }
  });

  it('has a subscription that works as it stands', async () => {
    await using gateway = await startGateway();
    const [, body = ''] = /-H 'accept: text\/event-stream' -d '([^']+)'/.exec(README) ?? [];
    await using stream = subscribe(gateway, JSON.parse(body).query);
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', project: { name: 'Market day' } });
  });
});
