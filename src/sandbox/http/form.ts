import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';

/** "at most 50 MB": 52,428,800 bytes. */
export const MAX_FORM_FILE_BYTES = 52_428_800;

interface FormFile {
  field: string;
  fileName: string;
  /** Counted up to one byte above the limit. */
  size: number;
  sha256: string;
  /** The first bytes, which determine the format. */
  head: Buffer;
}

/** A multipart form; files are hashed as they come and not kept. */
export interface Form {
  fields: { name: string; value: string }[];
  files: FormFile[];
  isWhole: boolean;
}

/** Reads a multipart form; null if the body is none. */
export function readForm(message: IncomingMessage): Promise<Form | null> {
  const form: Form = { fields: [], files: [], isWhole: false };
  return new Promise((resolve) => {
    const parser = openParser(message);
    if (parser === null) {
      message.resume();
      resolve(null);
      return;
    }
    const broken = (): void => {
      message.unpipe(parser);
      message.resume();
      resolve(form);
    };
    parser.on('field', (name, value) => form.fields.push({ name, value }));
    parser.on('file', (field, stream, { filename }) => {
      const file: FormFile = { field, fileName: filename ?? '', size: 0, sha256: '', head: Buffer.alloc(0) };
      const hash = createHash('sha256');
      form.files.push(file);
      stream.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        file.size += chunk.length;
        if (file.head.length < 16) file.head = Buffer.concat([file.head, chunk]).subarray(0, 16);
      });
      stream.on('close', () => {
        file.sha256 = hash.digest('hex');
      });
    });
    parser.on('close', () => {
      form.isWhole = true;
      resolve(form);
    });
    parser.on('error', broken);
    message.on('close', () => resolve(form));
    message.pipe(parser);
  });
}

function openParser(message: IncomingMessage): busboy.Busboy | null {
  try {
    const limits = { fileSize: MAX_FORM_FILE_BYTES + 1, fieldSize: 1024 * 1024 };
    return busboy({ headers: message.headers, defParamCharset: 'utf8', limits });
  } catch {
    return null;
  }
}

/** Equal forms have equal texts, independent of their boundary. */
export function fingerprintOf(form: Form): string {
  return JSON.stringify([form.fields, form.files.map(({ field, fileName, sha256 }) => [field, fileName, sha256])]);
}

const AUDIO_KINDS: readonly { kind: string; isHead(head: Buffer): boolean }[] = [
  { kind: 'WAV', isHead: (h) => h.toString('latin1', 0, 4) === 'RIFF' && h.toString('latin1', 8, 12) === 'WAVE' },
  { kind: 'FLAC', isHead: (h) => h.toString('latin1', 0, 4) === 'fLaC' },
  { kind: 'M4A', isHead: (h) => h.toString('latin1', 4, 8) === 'ftyp' },
  {
    kind: 'MP3',
    isHead: (h) => h.toString('latin1', 0, 3) === 'ID3' || (h[0] === 0xff && ((h[1] ?? 0) & 0xe6) === 0xe2),
  },
];

/** The audio format by the first bytes; null if it is none that the service takes. */
export function audioKindOf(head: Buffer): string | null {
  return AUDIO_KINDS.find(({ isHead }) => isHead(head))?.kind ?? null;
}
