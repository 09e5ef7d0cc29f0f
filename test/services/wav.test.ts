import { describe, expect, it } from 'vitest';
import { readWav } from '../../src/services/wav.ts';

interface Shape {
  readonly encoding?: number;
  readonly channels?: number;
  readonly sampleRateHz?: number;
  readonly bytesPerSample?: number;
  readonly dataBytes?: number;
  /** Stands between the format and the samples. */
  readonly extra?: Buffer;
  /** Where the header lies about the whole, or about the samples. */
  readonly riffSize?: number;
  readonly dataSize?: number;
}

function chunk(id: string, content: Buffer, size = content.length): Buffer {
  const header = Buffer.alloc(8);
  header.write(id, 'latin1');
  header.writeUInt32LE(size, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

function wav(shape: Shape = {}): Buffer {
  const { encoding = 1, channels = 1, sampleRateHz = 44_100, bytesPerSample = 2, dataBytes = 88_200 } = shape;
  const format = Buffer.alloc(16);
  format.writeUInt16LE(encoding, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRateHz, 4);
  format.writeUInt32LE(sampleRateHz * bytesPerSample * channels, 8);
  format.writeUInt16LE(bytesPerSample * channels, 12);
  format.writeUInt16LE(bytesPerSample * 8, 14);
  const subformat = Buffer.alloc(24);
  subformat.writeUInt16LE(22, 0);
  subformat.writeUInt16LE(1, 8);
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', encoding === 0xfffe ? Buffer.concat([format, subformat]) : format),
    shape.extra ?? Buffer.alloc(0),
    chunk('data', Buffer.alloc(dataBytes), shape.dataSize),
  ]);
  const header = Buffer.from('RIFF0000');
  header.writeUInt32LE(shape.riffSize ?? body.length, 4);
  return Buffer.concat([header, body]);
}

/** A file as far as reading goes. */
const read = (content: Buffer) =>
  readWav(
    {
      read: async (buffer: Uint8Array, offset: number, length: number, position: number) => {
        const part = content.subarray(position, position + length);
        buffer.set(part, offset);
        return { buffer, bytesRead: part.length };
      },
    } as never,
    content.length,
  );

describe('a WAV file', () => {
  it('tells its duration and its sample rate', async () => {
    expect(await read(wav())).toEqual({ durationSeconds: 1, sampleRateHz: 44_100 });
    const stereo = wav({ channels: 2, sampleRateHz: 8000, dataBytes: 16_000 });
    expect(await read(stereo)).toEqual({ durationSeconds: 0.5, sampleRateHz: 8000 });
  });

  it('may hold other chunks, of odd lengths too, and the extended form of the format', async () => {
    const extra = chunk('LIST', Buffer.from('three'));
    expect(await read(wav({ extra, encoding: 0xfffe }))).toEqual({ durationSeconds: 1, sampleRateHz: 44_100 });
  });

  it.each([
    ['nothing at all', Buffer.alloc(0), 'it ends at byte 0'],
    ['an error in JSON', Buffer.from('{"error":"Contact with sales manager"}'), 'it does not start with a WAV header'],
    ['a page', Buffer.from('<!doctype html><title>Sign in</title>'), 'it does not start with a WAV header'],
    ['a file cut in half', wav().subarray(0, 44_000), 'its header says 88244 bytes, but it has 44000'],
    ['a file cut in its header', wav().subarray(0, 20), 'its header says 88244 bytes, but it has 20'],
    ['a file with more behind it', Buffer.concat([wav(), wav()]), 'its header says 88244 bytes, but it has 176488'],
    [
      'a wrong length of the whole',
      wav({ riffSize: 0xffffffff }),
      'its header says 4294967303 bytes, but it has 88244',
    ],
    ['a wrong length of the samples', wav({ dataSize: 0xffffffff }), 'it ends inside the chunk at byte 36'],
    ['no samples', wav({ dataBytes: 0 }), 'it has no samples'],
    ['compressed samples', wav({ encoding: 0x55 }), 'its samples have the format 85, not PCM'],
    ['no sample rate', wav({ sampleRateHz: 0 }), 'its format is invalid'],
    ['samples without a size', wav({ channels: 0 }), 'its format is invalid'],
    [
      'endless little chunks',
      wav({ extra: Buffer.concat(Array(200).fill(chunk('junk', Buffer.alloc(0)))) }),
      'no samples',
    ],
  ])('is not %s', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });
});
