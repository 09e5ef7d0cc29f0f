import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../kit/gateway.ts';
import { subscribe } from '../kit/subscribe.ts';
import { runningProject } from '../kit/watching.ts';

const LANGUAGE = 'fr-FR';

/** A catalogue that lists so many voices for one language. */
async function startWithVoices(count: number): Promise<TestGateway> {
  const gateway = await startGateway();
  const voices = Array.from({ length: count }, (_, n) => ({
    voice_key: `voice-${n}`,
    name: `Voice ${n}`,
    style: 'warm',
  }));
  gateway.serviceAnswers('/api/v1/voices', { voices: { [LANGUAGE]: voices } });
  return gateway;
}

const cycle = (depth: number): string => (depth === 0 ? 'key' : `key language { voices { ${cycle(depth - 1)} } }`);

describe('lists that multiply', () => {
  it('end an operation where it has made as many values as it may, whatever the estimate was', async () => {
    await using gateway = await startWithVoices(120);
    const answer = await gateway.ask(`{ language(code: "fr-FR") { voices { ${cycle(2)} } } }`);
    expect(answer.status).toBe(400);
    expect(answer.data).toBeUndefined();
    expect(answer.errors).toMatchObject([
      { extensions: { code: 'LIMIT_EXCEEDED', limit: 'values', allowed: 200_000 } },
    ]);
    expect(answer.errors[0]?.extensions['actual']).toBeGreaterThan(200_000);
  });

  it('are answered whole as long as they are within it, with the bytes that one burst would have made', async () => {
    await using gateway = await startWithVoices(60);
    const { data, errors, text } = await gateway.ask(`{ language(code: "fr-FR") { voices { ${cycle(1)} } } }`);
    expect(errors).toEqual([]);
    expect(data.language.voices).toHaveLength(60);
    for (const voice of data.language.voices) expect(voice.language.voices).toHaveLength(60);
    expect(text).toBe(JSON.stringify({ data }));
  });

  it('end an update, and not its stream', async () => {
    await using gateway = await startWithVoices(120);
    runningProject(gateway, 'p1');
    const heavy = `subscription { dubbingProjectUpdated(id: "p1") { project { targetLanguage { voices { ${cycle(2)} } } } } }`;
    await using stream = subscribe(gateway, heavy, { transport: 'WebSocket' });
    const { errors } = await stream.next();
    expect(errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED', limit: 'values' } }]);
  });

  it('let others have their answers between', async () => {
    await using gateway = await startWithVoices(60);
    const heavy = gateway.ask(
      `{ language(code: "fr-FR") { voices { ${cycle(1)} a: language { voices { key name } } } } }`,
    );
    let isAnswered = false;
    void heavy.then(() => {
      isAnswered = true;
    });
    await gateway.ask('{ __typename }');
    expect(isAnswered).toBe(false);
    expect((await heavy).errors).toEqual([]);
  });
});
