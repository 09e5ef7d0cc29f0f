import { describe, expect, it } from 'vitest';
import { MAX_FORM_FILE_BYTES } from '../../src/sandbox/http/form.ts';
import { invalid, startBench } from './kit.ts';

const synthesize = 'POST /api/v1/cloning/synthesize';
const WAV = Buffer.from('RIFF\0\0\0\0WAVEfmt ');

function form(fields: { text?: string; language?: string; files?: [string, Buffer][] } = {}): FormData {
  const data = new FormData();
  if (fields.text !== '') data.set('text', fields.text ?? 'x'.repeat(40));
  if (fields.language !== '') data.set('language', fields.language ?? 'en-US');
  for (const [name, bytes] of fields.files ?? [['a.wav', WAV]])
    data.append('reference_audio_files', new Blob([new Uint8Array(bytes)]), name);
  return data;
}

describe('POST /api/v1/cloning/synthesize', () => {
  it('answers a binary WAV file, audio/wav, 16-bit PCM, 44.1 kHz, as long as the text', async () => {
    await using bench = await startBench();
    const { status, headers, bytes } = await bench.dubbing(synthesize, { body: form() });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('audio/wav');
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect([bytes.readUInt16LE(20), bytes.readUInt32LE(24), bytes.readUInt16LE(34)]).toEqual([1, 44_100, 16]);
    expect(bytes.readUInt32LE(40)).toBe(2 * 44_100 * 2);
    const longer = await bench.dubbing(synthesize, { body: form({ text: 'x'.repeat(80) }) });
    expect(longer.bytes.readUInt32LE(40)).toBe(4 * 44_100 * 2);
  });

  it('takes one or more files of WAV, MP3, M4A and FLAC, told by their first bytes', async () => {
    await using bench = await startBench();
    const files: [string, Buffer][] = [
      ['a', WAV],
      ['b', Buffer.from('ID3\x04rest')],
      ['c', Buffer.from([0xff, 0xfb, 0x90, 0x00])],
      ['d', Buffer.from('\0\0\0\x20ftypM4A ')],
      ['e', Buffer.from('fLaC')],
    ];
    expect((await bench.dubbing(synthesize, { body: form({ files }) })).status).toBe(200);
    const text = form({ files: [['a.wav', Buffer.from('not a sound')]] });
    expect(await bench.dubbing(synthesize, { body: text })).toMatchObject(
      invalid('a.wav is not a WAV, MP3, M4A or FLAC file'),
    );
  });

  it('text: at most 5000 characters', async () => {
    await using bench = await startBench();
    expect((await bench.dubbing(synthesize, { body: form({ text: '🐟'.repeat(5000) }) })).status).toBe(200);
    const over = await bench.dubbing(synthesize, { body: form({ text: 'x'.repeat(5001) }) });
    expect(over).toMatchObject(invalid('text must not exceed 5000 characters'));
  });

  it.each([
    ['text', form({ text: '' })],
    ['language', form({ language: '' })],
    ['reference_audio_files', form({ files: [] })],
  ])('requires %s', async (field, body) => {
    await using bench = await startBench();
    expect(await bench.dubbing(synthesize, { body })).toMatchObject(invalid(`${field} is required`));
  });

  it('language: from options target_langs', async () => {
    await using bench = await startBench();
    expect(await bench.dubbing(synthesize, { body: form({ language: 'en' }) })).toMatchObject(
      invalid('Unsupported language en'),
    );
  });

  it('reference audio: 50 MB max each, without keeping it', async () => {
    await using bench = await startBench();
    const bytes = Buffer.alloc(MAX_FORM_FILE_BYTES + 1);
    WAV.copy(bytes);
    const over = await bench.dubbing(synthesize, { body: form({ files: [['big.wav', bytes]] }) });
    expect(over).toMatchObject(invalid('big.wav exceeds 50 MB'));
    const exact = await bench.dubbing(synthesize, { body: form({ files: [['big.wav', bytes.subarray(0, -1)]] }) });
    expect(exact.status).toBe(200);
    const [request] = bench.sandbox.requests;
    expect(request?.body.length).toBe(0);
    expect(request?.bodySize).toBeGreaterThan(MAX_FORM_FILE_BYTES);
    expect(request?.bodySha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('uses multipart/form-data', async () => {
    await using bench = await startBench();
    const reply = await bench.dubbing(synthesize, { body: { text: 'x', language: 'en-US' } });
    expect(reply).toMatchObject(invalid('A multipart/form-data body is expected'));
  });

  it('without enablement answers its own error body', async () => {
    await using bench = await startBench();
    bench.account.features.cloning = false;
    const reply = await bench.dubbing(synthesize, { body: form() });
    expect(reply).toMatchObject({ status: 403, body: { error: 'Contact with sales manager for enable API' } });
  });

  it('meets the misfortune of a word in a file name', async () => {
    await using bench = await startBench();
    const html = await bench.dubbing(synthesize, { body: form({ files: [['html.wav', WAV]] }) });
    expect(html.headers.get('content-type')).toBe('text/html');
    await expect(bench.dubbing(synthesize, { body: form({ files: [['truncated.wav', WAV]] }) })).rejects.toThrow();
  });
});
