const SAMPLE_RATE = 44_100;
const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;

/** A WAV file, 16-bit PCM, 44.1 kHz, one channel: a soft tone that pulses like syllables. */
export function toneWav(seconds: number, pitchHz = 220): Buffer {
  const dataBytes = Math.max(1, Math.round(seconds * SAMPLE_RATE)) * BYTES_PER_SAMPLE;
  // A whole number of periods fits a second, so that one second can be laid end to end.
  const wav = Buffer.alloc(HEADER_BYTES + dataBytes, oneSecond(Math.round(pitchHz)));
  writeHeader(wav, dataBytes);
  return wav;
}

function oneSecond(pitchHz: number): Buffer {
  const samples = Buffer.alloc(SAMPLE_RATE * BYTES_PER_SAMPLE);
  for (let i = 0; i < SAMPLE_RATE; i++) {
    const t = i / SAMPLE_RATE;
    const loudness = 0.15 * Math.sin(Math.PI * 4 * t) ** 2;
    samples.writeInt16LE(Math.round(32_767 * loudness * Math.sin(2 * Math.PI * pitchHz * t)), i * BYTES_PER_SAMPLE);
  }
  return samples;
}

function writeHeader(wav: Buffer, dataBytes: number): void {
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + dataBytes, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SAMPLE_RATE, 24);
  wav.writeUInt32LE(SAMPLE_RATE * BYTES_PER_SAMPLE, 28);
  wav.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  wav.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(dataBytes, 40);
}
