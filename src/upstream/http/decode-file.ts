import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { MAX_FILE_BYTES } from './answer-file.ts';
import { hasZlibHeader, MAX_LAYERS, UndecodableError } from './decode.ts';

type Layer = (path: string) => Transform | Promise<Transform>;

const LAYERS: Readonly<Record<string, Layer>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: async (path) => (hasZlibHeader(await beginningOf(path)) ? createInflate() : createInflateRaw()),
};

/**
 * Undoes the content encodings of a body that was saved to a file, in the file.
 * @throws UndecodableError; what the disk fails with
 */
export async function decodeFile(path: string, encodings: readonly string[]): Promise<void> {
  if (encodings.length > MAX_LAYERS) throw new UndecodableError(`${encodings.length} content encodings`);
  for (const name of encodings.toReversed()) {
    const layer = Object.hasOwn(LAYERS, name) ? LAYERS[name] : undefined;
    if (layer === undefined) throw new UndecodableError('an unknown content encoding');
    await decodeLayer(path, await layer(path));
  }
}

async function decodeLayer(path: string, layer: Transform): Promise<void> {
  const decoded = `${path}.decoded`;
  let isDisk = false;
  const output = createWriteStream(decoded, { mode: 0o600 });
  output.on('error', () => {
    isDisk = true;
  });
  try {
    await pipeline(createReadStream(path), layer, bounded(), output);
    await rename(decoded, path);
  } catch (cause) {
    await rm(decoded, { force: true }).catch(() => undefined);
    throw isDisk ? cause : new UndecodableError('not readable as its content encoding says', { cause });
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return buffer.subarray(0, bytesRead);
}

/** A few bytes can inflate to any number. */
function bounded(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) done(new UndecodableError('it inflates to more than a file may have'));
      else done(null, chunk);
    },
  });
}
