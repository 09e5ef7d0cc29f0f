import type { FileHandle } from 'node:fs/promises';

/** What the header of a WAV file tells. */
export interface Wav {
  readonly durationSeconds: number;
  readonly sampleRateHz: number;
}

/** A file that is no whole WAV, or none of PCM samples; the message says what is wrong, without any of its content. */
export class WavError extends Error {
  override readonly name = 'WavError';
}

type Source = Pick<FileHandle, 'read'>;

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FORMAT_BYTES = 16;
/** As much of a format chunk as is read: all that the extended form holds. */
const MAX_FORMAT_BYTES = 40;
/** What may stand before the samples: no encoder writes as many. Bounds the reading of a file made to be slow. */
const MAX_CHUNKS = 100;
const PCM = 1;
/** The format proper then stands at the end of an extended format chunk. */
const EXTENSIBLE = 0xfffe;
const SUBFORMAT_OFFSET = 24;

/**
 * Reads the header of a WAV file of PCM samples, and holds every length in it against the size of the file: a body that
 * was cut, or that something was added to, is not whole.
 * @throws WavError
 */
export async function readWav(file: Source, sizeBytes: number): Promise<Wav> {
  const riff = await readAt(file, 0, RIFF_HEADER_BYTES);
  if (word(riff, 0) !== 'RIFF' || word(riff, 8) !== 'WAVE') throw new WavError('it does not start with a WAV header');
  const promised = riff.getUint32(4, true) + CHUNK_HEADER_BYTES;
  if (promised !== sizeBytes) throw new WavError(`its header says ${promised} bytes, but it has ${sizeBytes}`);

  let format: Format | null = null;
  let at = RIFF_HEADER_BYTES;
  for (let chunk = 0; chunk < MAX_CHUNKS && at + CHUNK_HEADER_BYTES <= sizeBytes; chunk += 1) {
    const header = await readAt(file, at, CHUNK_HEADER_BYTES);
    const length = header.getUint32(4, true);
    const content = at + CHUNK_HEADER_BYTES;
    if (content + length > sizeBytes) throw new WavError(`it ends inside the chunk at byte ${at}`);
    if (word(header, 0) === 'fmt ')
      format = readFormat(await readAt(file, content, Math.min(length, MAX_FORMAT_BYTES)));
    if (word(header, 0) === 'data') return describe(format, length);
    // Chunks begin at even places.
    at = content + length + (length % 2);
  }
  throw new WavError('it has no samples');
}

interface Format {
  readonly sampleRateHz: number;
  readonly bytesPerSample: number;
}

function readFormat(chunk: DataView): Format {
  if (chunk.byteLength < FORMAT_BYTES) throw new WavError('its format chunk is too short');
  const tag = chunk.getUint16(0, true);
  const isExtended = tag === EXTENSIBLE && chunk.byteLength >= SUBFORMAT_OFFSET + 2;
  const encoding = isExtended ? chunk.getUint16(SUBFORMAT_OFFSET, true) : tag;
  if (encoding !== PCM) throw new WavError(`its samples have the format ${encoding}, not PCM`);
  const format = { sampleRateHz: chunk.getUint32(4, true), bytesPerSample: chunk.getUint16(12, true) };
  if (format.sampleRateHz === 0 || format.bytesPerSample === 0) throw new WavError('its format is invalid');
  return format;
}

function describe(format: Format | null, dataBytes: number): Wav {
  if (format === null) throw new WavError('its samples come before their format');
  if (dataBytes === 0) throw new WavError('it has no samples');
  const { sampleRateHz, bytesPerSample } = format;
  return { sampleRateHz, durationSeconds: dataBytes / bytesPerSample / sampleRateHz };
}

async function readAt(file: Source, position: number, length: number): Promise<DataView> {
  const buffer = new Uint8Array(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw new WavError(`it ends at byte ${position + bytesRead}`);
  return new DataView(buffer.buffer);
}

function word(bytes: DataView, offset: number): string {
  return String.fromCharCode(...new Uint8Array(bytes.buffer, offset, 4));
}
