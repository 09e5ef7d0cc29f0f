import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';

/** A body that is not what its `Content-Encoding` says, or one that inflates to more than an answer may have. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
}

/** Every layer multiplies what the answer can cost; no honest service has more than two. */
export const MAX_LAYERS = 2;
/**
 * Half of what a plain body may have: an answer that inflates is held twice, and what refuses it comes too late for
 * the memory that it has taken by then.
 */
const MAX_INFLATED_BYTES = 32 * 1024 * 1024;

type Layer = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;

const LAYERS: Readonly<Record<string, Layer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // `deflate` means zlib's format, yet some servers send the raw one.
  deflate: (body, options) => (hasZlibHeader(body) ? unzlib : unraw)(body, options),
};
const unzlib: Layer = promisify(inflate);
const unraw: Layer = promisify(inflateRaw);

/** The encodings of a body in the order in which they were applied; none for a plain one. */
export function contentEncodings(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return [];
  const names = String(header).toLowerCase().split(',');
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
}

/**
 * Undoes the content encodings of a body.
 * @throws UndecodableError
 */
export async function decode(body: Buffer, encodings: readonly string[], maxBytes: number): Promise<Buffer> {
  if (body.length === 0) return body;
  if (encodings.length > MAX_LAYERS) throw new UndecodableError(`${encodings.length} content encodings`);
  let decoded = body;
  for (const name of encodings.toReversed()) {
    const layer = Object.hasOwn(LAYERS, name) ? LAYERS[name] : undefined;
    if (layer === undefined) throw new UndecodableError('an unknown content encoding');
    try {
      decoded = await layer(decoded, { maxOutputLength: Math.min(maxBytes, MAX_INFLATED_BYTES) });
    } catch (cause) {
      throw new UndecodableError(`not readable as ${name}`, { cause });
    }
  }
  return decoded;
}

/** RFC 1952: its first two bytes. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** RFC 1950: the method is 8 (deflate), and the first two bytes are a multiple of 31. */
export function hasZlibHeader(body: Buffer): boolean {
  if (body.length < 2) return false;
  const head = body.readUInt16BE(0);
  return ((head >> 8) & 0x0f) === 8 && head % 31 === 0;
}
