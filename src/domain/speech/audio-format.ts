/** Formats of reference audio (INTERFACE.md, "POST /api/v1/cloning/synthesize"). */
export type AudioFormat = 'wav' | 'mp3' | 'm4a' | 'flac';

/** The number of leading bytes that determine the format. */
export const AUDIO_SIGNATURE_BYTES = 12;

/** The format of a file by its first bytes, independent of its name. Null if the service does not accept it. */
export function audioFormat(firstBytes: Uint8Array): AudioFormat | null {
  if (spells(firstBytes, 0, 'RIFF') && spells(firstBytes, 8, 'WAVE')) return 'wav';
  if (spells(firstBytes, 0, 'fLaC')) return 'flac';
  // An MPEG-4 file of any brand: M4A files of many encoders carry a video's.
  if (spells(firstBytes, 4, 'ftyp')) return 'm4a';
  if (spells(firstBytes, 0, 'ID3') || isMpegFrame(firstBytes)) return 'mp3';
  return null;
}

/** The header of an MPEG audio frame of layer III: eleven bits set, a version and a bit rate that exist. */
function isMpegFrame([sync = 0, layer = 0, rates = 0]: Uint8Array): boolean {
  const isSync = sync === 0xff && (layer & 0xe0) === 0xe0;
  const isLayer3 = (layer & 0x06) === 0x02;
  const hasVersion = (layer & 0x18) !== 0x08;
  const hasBitRate = (rates & 0xf0) !== 0xf0;
  return isSync && isLayer3 && hasVersion && hasBitRate;
}

function spells(bytes: Uint8Array, offset: number, word: string): boolean {
  return [...word].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));
}
