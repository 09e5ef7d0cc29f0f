import { type FileHandle, open } from 'node:fs/promises';

/** The properties of a WAV file with a correct header. */
export interface Wav {
  readonly durationSeconds: number;
  readonly sampleRateHz: number;
}

/** An incomplete or invalid WAV. The message has the reason without any content. */
class WavError extends Error {
  override readonly name = 'WavError';
}

type Source = Pick<FileHandle, 'read'>;

/** A file's properties and the corrections of its header. */
interface WavPlan {
  readonly wav: Wav;
  readonly patches: readonly WavPatch[];
  /** The length to truncate the file to, or to fill up with zeros. */
  readonly sizeBytes: number;
}
interface WavPatch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FORMAT_BYTES = 16;
/** The bytes read of a format chunk: those of the extended form. */
const MAX_FORMAT_BYTES = 40;
/** The maximum number of chunks before the samples. It bounds the work for a malicious file. */
const MAX_CHUNKS = 100;
/** Formats whose samples all have the same length: PCM, floating point, A-law and mu-law. */
const EVEN_FORMATS: readonly number[] = [1, 3, 6, 7];
/** The actual format is then at the end of an extended format chunk. */
const EXTENSIBLE = 0xfffe;
const SUBFORMAT_OFFSET = 24;
/** Streaming encoders do not know the length: they write 0 or an impossible length. */
const LEAST_PLACEHOLDER = 2_000_000_000;

/** RIFF has its numbers little-endian, RIFX big-endian; RF64 and BW64 have lengths of 64 bits in a chunk of their own. */
const CONTAINERS: Readonly<Record<string, { readonly isLittleEndian: boolean; readonly is64: boolean }>> = {
  RIFF: { isLittleEndian: true, is64: false },
  RIFX: { isLittleEndian: false, is64: false },
  RF64: { isLittleEndian: true, is64: true },
  BW64: { isLittleEndian: true, is64: true },
};

/**
 * Reads the header of a WAV file, and corrects a length that is a placeholder or off by a pad byte.
 * @throws WavError if samples are missing; the error of the disk
 */
export async function mendWav(path: string): Promise<Wav> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  const { wav, patches, sizeBytes } = await planWav(file, size);
  if (sizeBytes !== size) await file.truncate(sizeBytes);
  for (const { at, bytes } of patches) await file.write(bytes, 0, bytes.length, at);
  return wav;
}

/**
 * Compares the lengths of a header with the received `sizeBytes`. The samples are complete if the header's length is
 * there, or if it has none.
 * @throws WavError
 */
async function planWav(file: Source, sizeBytes: number): Promise<WavPlan> {
  const riff = await readAt(file, 0, RIFF_HEADER_BYTES);
  const container = CONTAINERS[word(riff, 0)];
  if (container === undefined || word(riff, 8) !== 'WAVE') throw new WavError('it does not start with a WAV header');
  const numbers = { isLittleEndian: container.isLittleEndian };
  const promised = riff.getUint32(4, numbers.isLittleEndian) + CHUNK_HEADER_BYTES;
  const found = await findSamples(file, sizeBytes, numbers);
  const samples = { ...found, statedBytes: found.is64Placeholder ? found.long64 : found.statedBytes };
  if (samples.statedBytes === 0 && (await isFollowedByChunks(file, samples.at, sizeBytes, numbers)))
    throw new WavError('it has no samples');
  const dataBytes = trueLength(samples, { sizeBytes, promised: container.is64 ? null : promised });
  const end = await endOf(file, samples.at + dataBytes, sizeBytes, numbers);
  return {
    wav: describe(samples.format, dataBytes),
    sizeBytes: end,
    patches: [
      ...(container.is64 ? [{ at: 0, bytes: Buffer.from('RIFF') }, ...samples.longLengths] : []),
      { at: 4, bytes: uint32(end - CHUNK_HEADER_BYTES, numbers) },
      { at: samples.at - 4, bytes: uint32(dataBytes, numbers) },
    ],
  };
}

interface Numbers {
  readonly isLittleEndian: boolean;
}

interface Samples {
  /** The offset of the samples. */
  readonly at: number;
  readonly statedBytes: number;
  readonly format: Format;
}

interface FoundSamples extends Samples {
  /** The length is in the `ds64` chunk. */
  readonly is64Placeholder: boolean;
  readonly long64: number;
  /** Turns the `ds64` chunk into one that readers skip. */
  readonly longLengths: readonly WavPatch[];
}

async function findSamples(file: Source, sizeBytes: number, numbers: Numbers): Promise<FoundSamples> {
  let format: Format | null = null;
  let long64: number | null = null;
  let longLengths: readonly WavPatch[] = [];
  let at = RIFF_HEADER_BYTES;
  for (let chunk = 0; chunk < MAX_CHUNKS && at + CHUNK_HEADER_BYTES <= sizeBytes; chunk += 1) {
    const header = await readAt(file, at, CHUNK_HEADER_BYTES);
    const length = header.getUint32(4, numbers.isLittleEndian);
    const content = at + CHUNK_HEADER_BYTES;
    if (word(header, 0) === 'data') {
      if (format === null) throw new WavError('its samples come before their format');
      const is64Placeholder = long64 !== null && length === 0xffffffff;
      return { at: content, statedBytes: length, format, is64Placeholder, long64: long64 ?? length, longLengths };
    }
    if (content + length > sizeBytes) throw new WavError(`it ends inside the chunk at byte ${at}`);
    if (word(header, 0) === 'fmt ')
      format = readFormat(await readAt(file, content, Math.min(length, MAX_FORMAT_BYTES)), numbers);
    if (word(header, 0) === 'ds64') {
      long64 = await readLongLength(file, content, length);
      longLengths = [{ at, bytes: Buffer.from('JUNK') }];
    }
    // Chunks begin at even offsets.
    at = content + length + (length % 2);
  }
  throw new WavError('it has no samples');
}

/** The length of the samples in a `ds64` chunk. */
async function readLongLength(file: Source, at: number, length: number): Promise<number> {
  if (length < 16) throw new WavError('its chunk of long lengths is too short');
  return Number((await readAt(file, at, 16)).getBigUint64(8, true));
}

/** The number of bytes of complete samples. @throws WavError if samples are missing */
function trueLength(
  { at, statedBytes, format }: Samples,
  { sizeBytes, promised }: { readonly sizeBytes: number; readonly promised: number | null },
): number {
  const available = sizeBytes - at;
  let length = statedBytes;
  if (isPlaceholder(statedBytes) && statedBytes !== available) {
    // The file's length may be known even if that of the samples is not.
    const isWholeKnown = promised !== null && !isPlaceholder(promised - CHUNK_HEADER_BYTES) && promised > at;
    length = isWholeKnown ? promised - at : available;
  }
  // One missing byte is the pad byte after samples of an odd length.
  if (length > available + 1) throw new WavError(`its header says ${length} bytes of samples, but it has ${available}`);
  // If the header's length is there, nothing is cut. Otherwise the file ends with the last complete sample.
  const whole = Math.min(length, available);
  const bytes = whole === statedBytes ? whole : whole - (whole % format.bytesPerSample);
  if (bytes === 0) throw new WavError('it has no samples');
  return bytes;
}

const isPlaceholder = (length: number): boolean => length === 0 || length >= LEAST_PLACEHOLDER;

/** The end of the file: after the chunks that follow the samples if they are complete, otherwise after the samples. */
async function endOf(file: Source, samplesEnd: number, sizeBytes: number, numbers: Numbers): Promise<number> {
  const padded = samplesEnd + (samplesEnd % 2);
  let at = padded;
  for (let chunk = 0; chunk < MAX_CHUNKS && at + CHUNK_HEADER_BYTES <= sizeBytes; chunk += 1) {
    const header = await readAt(file, at, CHUNK_HEADER_BYTES);
    if (!/^[\x20-\x7e]{4}$/.test(word(header, 0))) return padded;
    const length = header.getUint32(4, numbers.isLittleEndian);
    at += CHUNK_HEADER_BYTES + length + (length % 2);
  }
  return at === sizeBytes || at === sizeBytes + 1 ? at : padded;
}

/** Whether complete chunks follow up to the end of the file: then a length of 0 before them is correct. */
async function isFollowedByChunks(file: Source, at: number, sizeBytes: number, numbers: Numbers): Promise<boolean> {
  return sizeBytes - at >= CHUNK_HEADER_BYTES && (await endOf(file, at, sizeBytes, numbers)) >= sizeBytes;
}

interface Format {
  readonly sampleRateHz: number;
  /** The bytes of one sample of all channels; 1 if samples have no fixed length. */
  readonly bytesPerSample: number;
  readonly bytesPerSecond: number;
}

function readFormat(chunk: DataView, { isLittleEndian }: Numbers): Format {
  if (chunk.byteLength < FORMAT_BYTES) throw new WavError('its format chunk is too short');
  const tag = chunk.getUint16(0, isLittleEndian);
  const isExtended = tag === EXTENSIBLE && chunk.byteLength >= SUBFORMAT_OFFSET + 2;
  const encoding = isExtended ? chunk.getUint16(SUBFORMAT_OFFSET, isLittleEndian) : tag;
  const sampleRateHz = chunk.getUint32(4, isLittleEndian);
  const bytesPerSample = EVEN_FORMATS.includes(encoding) ? chunk.getUint16(12, isLittleEndian) : 1;
  const bytesPerSecond = EVEN_FORMATS.includes(encoding)
    ? bytesPerSample * sampleRateHz
    : chunk.getUint32(8, isLittleEndian);
  if (sampleRateHz === 0 || bytesPerSecond === 0) throw new WavError('its format is invalid');
  return { sampleRateHz, bytesPerSample, bytesPerSecond };
}

function describe({ sampleRateHz, bytesPerSecond }: Format, dataBytes: number): Wav {
  return { sampleRateHz, durationSeconds: dataBytes / bytesPerSecond };
}

async function readAt(file: Source, position: number, length: number): Promise<DataView> {
  const buffer = new Uint8Array(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw new WavError(`it ends at byte ${position + bytesRead}`);
  return new DataView(buffer.buffer);
}

function uint32(value: number, { isLittleEndian }: Numbers): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value, isLittleEndian);
  return new Uint8Array(view.buffer);
}

function word(bytes: DataView, offset: number): string {
  return String.fromCharCode(...new Uint8Array(bytes.buffer, bytes.byteOffset + offset, 4));
}
