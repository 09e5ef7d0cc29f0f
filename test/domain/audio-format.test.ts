import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audioFormatOfFile } from '../../src/domain/speech/audio-format.ts';

const bytes = (...parts: (string | number | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(typeof part === 'number' ? [part] : part),
    ),
  );
const zeros = (count: number) => new Uint8Array(count);
const ftyp = (brand: string) => bytes(0, 0, 0, 24, 'ftyp', brand, zeros(4), 'isomiso2', zeros(64));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audio-format-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function formatOf(content: Uint8Array) {
  const path = join(folder, 'reference');
  await writeFile(path, content);
  return audioFormatOfFile(path);
}

describe('the format of an audio file, by its content', () => {
  it.each([
    ['wav', bytes('RIFF', 'size', 'WAVE')],
    ['wav', bytes('RIFX', 'size', 'WAVE', zeros(40))],
    ['wav', bytes('RF64', 'size', 'WAVEds64', zeros(40))],
    ['flac', bytes('fLaC', 'etc.')],
    ['flac', bytes('ID3', 4, 0, 0, 0, 0, 0, 4, zeros(4), 'fLaC', zeros(64))],
    ['m4a', bytes(0, 0, 0, 32, 'ftyp', 'M4A ')],
    ['m4a', ftyp('isom')],
    ['m4a', ftyp('mp42')],
    ['m4a', ftyp('qt  ')],
    ['m4a', ftyp('dash')],
    ['m4a', ftyp('iso5')],
    ['m4a', ftyp('M4B ')],
    ['m4a', bytes(0, 0, 0, 8, 'wide', 0, 0, 1, 0, 'mdat', zeros(64))],
    ['m4a', bytes(0, 0, 1, 0, 'mdat', zeros(64))],
    ['mp3', bytes('ID3', 4, 0, 0)],
    ['mp3', bytes('ID3\x04 and the rest')],
    ['mp3', bytes(0xff, 0xfb, 0x90, 0x64)],
    ['mp3', bytes(0xff, 0xf3, 0x40, 0xc4, zeros(500))],
    ['mp3', bytes(zeros(1000), 0xff, 0xfb, 0x90, 0x64, zeros(500))],
  ] as const)('is %s (%#)', async (format, content) => {
    expect(await formatOf(content)).toBe(format);
  });

  it.each([
    ['nothing', bytes()],
    ['zeros', zeros(1000)],
    ['a text', bytes('RIFF is a word')],
    ['another kind of RIFF', bytes('RIFF', 'size', 'AVI ')],
    ['a WAV cut short', bytes('RIFF', 'size', 'WAV')],
    ['Ogg', bytes('OggS', 0, 2, zeros(40))],
    ['a picture', bytes(0x89, 'PNG\r\n', 0x1a, '\n', zeros(40))],
    ['a picture of another kind', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['a picture in an MPEG-4 file (HEIC)', ftyp('heic')],
    ['a picture in an MPEG-4 file (AVIF)', ftyp('avif')],
    ['a raw picture in an MPEG-4 file', ftyp('crx ')],
    ...['heim', 'heis', 'hevm', 'mif1', 'mif2', 'msf1', 'avci', 'avcs', 'avis', 'mjp2', 'jpeg', 'vvic', 'miaf'].map(
      (brand): [string, Buffer] => [`pictures in an MPEG-4 file (${brand})`, ftyp(brand)],
    ),
    ['bare AAC', bytes(0xff, 0xf1, 0x50, 0x80, zeros(40))],
    ['a text in UTF-16', bytes(0xff, 0xfe, 0x41, 0)],
    ['a row of bits set', bytes(0xff, 0xff, 0xff, 0xff)],
    ['a page', bytes('<!doctype html><title>Sign in</title>')],
  ])('is none of those for %s', async (_, content) => {
    expect(await formatOf(content)).toBeNull();
  });
});
