import { open } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import { beginsAsWav } from './wav-signature.ts';

/** Formats of reference audio (INTERFACE.md, POST /api/v1/cloning/synthesize). */
export type AudioFormat = 'wav' | 'mp3' | 'm4a' | 'flac';

/** The formats by the library's name for them. MPEG-4 files of many encoders carry a video's brand, or none. */
const FORMATS: Readonly<Record<string, AudioFormat>> = {
  wav: 'wav',
  mp3: 'mp3',
  flac: 'flac',
  ...{
    m4a: 'm4a',
    m4b: 'm4a',
    m4p: 'm4a',
    m4v: 'm4a',
    f4a: 'm4a',
    f4b: 'm4a',
    mp4: 'm4a',
    mov: 'm4a',
    '3gp': 'm4a',
    '3g2': 'm4a',
  },
};

/** As much of a file as is read besides the library's own reading: encoders may write zeros before their first frame. */
const HEAD_BYTES = 64 * 1024;

/** The format of a file by its content, whatever its name says; null if it is none that the service takes. */
export async function audioFormatOfFile(path: string): Promise<AudioFormat | null> {
  const head = await headOf(path);
  // The library knows one container of WAV of four, and seven brands of still images of many.
  if (beginsAsWav(head)) return 'wav';
  if (isStillImage(head)) return null;
  const name =
    (await nameOf(() => fileTypeFromFile(path))) ?? (await nameOf(() => fileTypeFromBuffer(withoutZeros(head))));
  if (name !== null) return Object.hasOwn(FORMATS, name) ? (FORMATS[name] ?? null) : null;
  // A tag before nothing that is known, as before a frame that begins late.
  return Buffer.from(head.subarray(0, 3)).toString('latin1') === 'ID3' ? 'mp3' : null;
}

/** Brands of images, and of films of them, in the container of MPEG-4 (https://mp4ra.org/registered-types/brands). */
const IMAGE_BRANDS =
  /^(?:hei[cxms]|hev[cxms]|mi[af]\w|mi[fF]\d|msf\d|avi[fso]|avc[is]|vvi[cs]|ev[bm][is]|jpe[g ]|jpgs|j2k[i ]|j2is|jxl |jxs[ci ]|jp2 |jpx |jpm |mjp2|mj2s|crx |unif)/;

function isStillImage(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(4, 12)).toString('latin1');
  return text.startsWith('ftyp') && IMAGE_BRANDS.test(text.slice(4));
}

async function nameOf(detect: () => ReturnType<typeof fileTypeFromFile>): Promise<string | null> {
  try {
    return (await detect())?.ext ?? null;
  } catch {
    // It ends in the middle of what it seems to be.
    return null;
  }
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  return start < 0 ? new Uint8Array() : bytes.subarray(start);
}

async function headOf(path: string): Promise<Uint8Array> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}
