import { describe, expect, it } from 'vitest';
import { createSimulatedCatalogue } from '../../src/sandbox/catalogue.ts';
import { startBench } from './kit.ts';

describe('Account and reference data', () => {
  it('GET /api/v1/balance answers {balance_minutes: number}', async () => {
    await using bench = await startBench();
    const reply = await bench.dubbing('GET /api/v1/balance');
    expect(reply).toMatchObject({ status: 200, body: { balance_minutes: 500 } });
    expect(reply.headers.get('content-type')).toContain('application/json');
  });

  it('GET /api/v1/options answers source_langs without and target_langs with a region', async () => {
    await using bench = await startBench();
    const { body } = await bench.dubbing('GET /api/v1/options');
    expect(Object.keys(body)).toEqual(['source_langs', 'target_langs']);
    expect(body.source_langs.every((lang: string) => /^[a-z]{2}$/.test(lang))).toBe(true);
    expect(body.target_langs.every((lang: string) => /^[a-z]{2,3}-[A-Z]{2}$/.test(lang))).toBe(true);
    expect(body.target_langs.length).toBeGreaterThanOrEqual(40);
  });

  it('GET /api/v1/voices answers an object of arrays of {name, voice_key, style} by target language', async () => {
    await using bench = await startBench();
    const { body } = await bench.dubbing('GET /api/v1/voices');
    const { target_langs } = (await bench.dubbing('GET /api/v1/options')).body;
    expect(Object.keys(body.voices).sort()).toEqual([...target_langs].sort());
    const all = Object.values<{ name: string; voice_key: string; style: string }[]>(body.voices).flat();
    expect(all.length).toBeGreaterThanOrEqual(600);
    expect(Object.keys(all[0] ?? {}).sort()).toEqual(['name', 'style', 'voice_key']);
    expect(new Set(all.map((voice) => voice.style))).toEqual(new Set(['feminine', 'masculine']));
    expect(body.voices['fr-FR'].map((voice: { voice_key: string }) => voice.voice_key)).toContain(
      '53f154:fr-FR-DeniseNeural',
    );
  });

  it('has a key without a language in it, which is in two languages', async () => {
    await using bench = await startBench();
    const { voices } = (await bench.dubbing('GET /api/v1/voices')).body;
    const withRachel = Object.keys(voices).filter((lang) =>
      voices[lang].some((v: { voice_key: string }) => v.voice_key === 'voice:Rachel'),
    );
    expect(withRachel).toEqual(['en-GB', 'en-US']);
  });

  it('the catalogue follows from the seed', () => {
    expect(createSimulatedCatalogue(1).voicesText).toBe(createSimulatedCatalogue(1).voicesText);
    expect(createSimulatedCatalogue(2).voicesText).not.toBe(createSimulatedCatalogue(1).voicesText);
  });
});
