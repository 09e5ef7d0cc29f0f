import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MAX_FILE_BYTES } from './answer-file.ts';
import { MAX_LAYERS, UndecodableError } from './decode.ts';

const LAYERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
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
    await decodeLayer(path, layer());
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
