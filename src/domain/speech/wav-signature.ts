/** RIFF has its numbers little-endian, RIFX big-endian; RF64 and BW64 have lengths of 64 bits in a chunk of their own. */
const WAV_CONTAINERS = ['RIFF', 'RIFX', 'RF64', 'BW64'] as const;

export const WAV_SIGNATURE_BYTES = 12;

/** Whether a file begins as a WAV, of whichever container. */
export function beginsAsWav(firstBytes: Uint8Array): boolean {
  const text = Buffer.from(firstBytes.subarray(0, WAV_SIGNATURE_BYTES)).toString('latin1');
  return WAV_CONTAINERS.some((container) => text.startsWith(container)) && text.slice(8) === 'WAVE';
}
