import { describe, expect, it } from 'vitest';
import { AUDIO_SIGNATURE_BYTES, audioFormat } from '../../src/domain/speech/audio-format.ts';

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part]))));

describe('the format of an audio file, by its first bytes', () => {
  it.each([
    ['wav', bytes('RIFF', 'size', 'WAVE')],
    ['flac', bytes('fLaC', 'etc.')],
    ['m4a', bytes(0, 0, 0, 32, 'ftyp', 'M4A ')],
    ['m4a', bytes(0, 0, 0, 24, 'ftyp', 'isom')],
    ['mp3', bytes('ID3', 4, 0, 0)],
    ['mp3', bytes(0xff, 0xfb, 0x90, 0x64)],
    ['mp3', bytes(0xff, 0xfa, 0x90, 0x64)],
    ['mp3', bytes(0xff, 0xf3, 0x40, 0xc4)],
    ['mp3', bytes(0xff, 0xf2, 0x40, 0xc4)],
    ['mp3', bytes(0xff, 0xe3, 0x18, 0xc4)],
  ] as const)('is %s', (format, firstBytes) => {
    expect(firstBytes.length).toBeLessThanOrEqual(AUDIO_SIGNATURE_BYTES);
    expect(audioFormat(firstBytes)).toBe(format);
  });

  it.each([
    ['nothing', bytes()],
    ['a text', bytes('RIFF is a word')],
    ['another kind of RIFF', bytes('RIFF', 'size', 'AVI ')],
    ['a WAV cut short', bytes('RIFF', 'size', 'WAV')],
    ['Ogg', bytes('OggS', 0, 2, 0, 0, 0, 0, 0, 0)],
    ['a picture', bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 0)],
    ['a picture of another kind', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['bare AAC', bytes(0xff, 0xf1, 0x50, 0x80)],
    ['a text in UTF-16', bytes(0xff, 0xfe, 0x41, 0)],
    ['a frame of no version', bytes(0xff, 0xeb, 0x90, 0x64)],
    ['a frame of no bit rate', bytes(0xff, 0xfb, 0xf0, 0x64)],
    ['a row of bits set', bytes(0xff, 0xff, 0xff, 0xff)],
  ])('is none of those for %s', (_, firstBytes) => {
    expect(audioFormat(firstBytes)).toBeNull();
  });
});
