import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mendWav } from '../../src/services/wav.ts';

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

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wav-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The outcome for a file: its description, and the bytes that are served. */
async function mend(content: Buffer) {
  const path = join(folder, 'speech.wav');
  await writeFile(path, content);
  const told = await mendWav(path);
  return { told, served: await readFile(path) };
}

/** The file as a reader sees it that believes the header. */
function lengthsOf(file: Buffer, isLittleEndian = true) {
  const read = (at: number) => (isLittleEndian ? file.readUInt32LE(at) : file.readUInt32BE(at));
  for (let at = 12; at + 8 <= file.length; ) {
    const length = read(at + 4);
    if (file.toString('latin1', at, at + 4) === 'data') return { riff: read(4), data: length, dataAt: at + 8 };
    at += 8 + length + (length % 2);
  }
  throw new Error('no data');
}

const SECOND = 88_200;
/** The same file with its numbers the other way round. */
function bigEndian(file: Buffer): Buffer {
  const swapped = Buffer.from(file);
  swapped.write('RIFX', 'latin1');
  swapped.writeUInt32BE(file.readUInt32LE(4), 4);
  for (const at of [16, 24, 28, 40]) swapped.writeUInt32BE(file.readUInt32LE(at), at);
  for (const at of [20, 22, 32, 34]) swapped.writeUInt16BE(file.readUInt16LE(at), at);
  return swapped;
}

/** RF64, with the length of its samples in a chunk of its own. */
function rf64({ longLength = SECOND } = {}): Buffer {
  const long = Buffer.alloc(28);
  long.writeBigUInt64LE(BigInt(longLength), 8);
  const plain = wav({ dataBytes: SECOND, dataSize: 0xffffffff, riffSize: 0xffffffff });
  const file = Buffer.concat([plain.subarray(0, 12), chunk('ds64', long), plain.subarray(12)]);
  file.write('RF64', 'latin1');
  return file;
}

describe('a WAV file', () => {
  it('tells its duration and its sample rate, and is served to the byte', async () => {
    for (const file of [wav(), wav({ extra: chunk('LIST', Buffer.from('three')), encoding: 0xfffe })]) {
      const { told, served } = await mend(file);
      expect(told).toEqual({ durationSeconds: 1, sampleRateHz: 44_100 });
      expect(served.equals(file)).toBe(true);
    }
    const stereo = wav({ channels: 2, sampleRateHz: 8000, dataBytes: 16_000 });
    expect((await mend(stereo)).told).toEqual({ durationSeconds: 0.5, sampleRateHz: 8000 });
  });

  it('keeps the chunks behind its samples', async () => {
    const behind = Buffer.concat([wav(), chunk('LIST', Buffer.from('odd'))]);
    behind.writeUInt32LE(behind.length - 8, 4);
    expect((await mend(behind)).served.equals(behind)).toBe(true);
  });

  it.each([0, 1, 36, 2_000_000_000, 0x7fffffff, 0x80000000, 0xfffffff7, 0xffffffff])(
    'is mended where the length of the whole says %d',
    async (riffSize) => {
      const { told, served } = await mend(wav({ riffSize }));
      expect(told.durationSeconds).toBe(1);
      expect(served.equals(wav())).toBe(true);
    },
  );

  it.each([0, 2_000_000_000, 0x7fffffff, 0x80000000, 0xffffffdb, 0xffffffff])(
    'is mended where the length of the samples says %d, whether or not that of the whole was known',
    async (dataSize) => {
      for (const riffSize of [undefined, dataSize]) {
        const { told, served } = await mend(wav({ dataSize, ...(riffSize !== undefined && { riffSize }) }));
        expect(told.durationSeconds).toBe(1);
        expect(served.equals(wav())).toBe(true);
      }
    },
  );

  it.each(['counts', 'does not count'])('of an odd length may lack its pad byte; the whole %s it', async (which) => {
    const odd = { encoding: 1, bytesPerSample: 1, dataBytes: 44_101 };
    const padded = wav(odd);
    const file = padded.subarray(0, -1);
    file.writeUInt32LE(which === 'counts' ? padded.length - 8 : padded.length - 9, 4);
    const { told, served } = await mend(Buffer.from(file));
    expect(told.durationSeconds).toBe(44_101 / 44_100);
    expect(lengthsOf(served)).toMatchObject({ riff: served.length - 8, data: 44_101 });
    expect(served.length).toBe(padded.length);
  });

  it('may count a pad byte that did not come among its samples', async () => {
    const { told, served } = await mend(wav({ bytesPerSample: 1, dataBytes: 44_100, dataSize: 44_101 }));
    expect(told.durationSeconds).toBe(1);
    expect(lengthsOf(served)).toMatchObject({ riff: served.length - 8, data: 44_100 });
  });

  it('of which more came than it promises ends where it says', async () => {
    expect((await mend(Buffer.concat([wav(), Buffer.from('\r\n')]))).served.equals(wav())).toBe(true);
  });

  it('of which only what stands behind the samples was cut is whole', async () => {
    const behind = Buffer.concat([wav(), chunk('LIST', Buffer.alloc(50))]);
    behind.writeUInt32LE(behind.length - 8, 4);
    expect((await mend(behind.subarray(0, -20))).served.equals(wav())).toBe(true);
  });

  it.each([{}, { longLength: 0 }, { longLength: 2 ** 53 }])(
    'of the kind RF64 becomes a plain one: %j',
    async (shape) => {
      const { told, served } = await mend(rf64(shape));
      expect(told).toEqual({ durationSeconds: 1, sampleRateHz: 44_100 });
      expect(served.toString('latin1', 0, 4)).toBe('RIFF');
      expect(lengthsOf(served)).toMatchObject({ riff: served.length - 8, data: SECOND });
    },
  );

  it('of the kind RIFX is read by its own order of bytes', async () => {
    for (const shape of [{}, { dataSize: 0xffffffff, riffSize: 0xffffffff }]) {
      const { told, served } = await mend(bigEndian(wav(shape)));
      expect(told).toEqual({ durationSeconds: 1, sampleRateHz: 44_100 });
      expect(lengthsOf(served, false)).toMatchObject({ riff: served.length - 8, data: SECOND });
    }
  });

  it('of floating point samples, or compressed ones, is as long as its format says', async () => {
    expect((await mend(wav({ encoding: 3, bytesPerSample: 4, dataBytes: 176_400 }))).told.durationSeconds).toBe(1);
    expect((await mend(wav({ encoding: 0x55 }))).told.durationSeconds).toBe(1);
  });

  it.each([
    ['nothing at all', Buffer.alloc(0), 'it ends at byte 0'],
    ['an error in JSON', Buffer.from('{"error":"Contact with sales manager"}'), 'it does not start with a WAV header'],
    ['a page', Buffer.from('<!doctype html><title>Sign in</title>'), 'it does not start with a WAV header'],
    ['a file cut in half', wav().subarray(0, 44_000), 'its header says 88200 bytes of samples, but it has 43956'],
    [
      'a file cut in half whose header knows the length of the whole alone',
      wav({ dataSize: 0xffffffff }).subarray(0, 44_000),
      'its header says 88200 bytes of samples, but it has 43956',
    ],
    ['an RF64 cut in half', rf64().subarray(0, 44_000), 'its header says 88200 bytes of samples, but it has 43920'],
    ['a file cut in its header', wav().subarray(0, 20), 'it ends inside the chunk at byte 12'],
    ['no samples', wav({ dataBytes: 0 }), 'it has no samples'],
    [
      'no samples but other chunks',
      Buffer.concat([wav({ dataBytes: 0 }), chunk('LIST', Buffer.alloc(20))]),
      'it has no samples',
    ],
    ['no sample rate', wav({ sampleRateHz: 0 }), 'its format is invalid'],
    ['samples without a size', wav({ channels: 0 }), 'its format is invalid'],
    [
      'endless little chunks',
      wav({ extra: Buffer.concat(Array(200).fill(chunk('junk', Buffer.alloc(0)))) }),
      'no samples',
    ],
  ])('is not %s', async (_, content, message) => {
    await expect(mend(content)).rejects.toThrow(message);
  });
});
