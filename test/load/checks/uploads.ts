import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { toneWav } from '../../../src/sandbox/media/wav.ts';
import { hashOf } from '../../../src/sandbox/random.ts';
import type { Check } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { inLanes, settled, watchHighest } from '../measuring.ts';
import { startService } from '../service.ts';
import { type SpeechUpload, sendUpload } from '../upload.ts';

const MIB = 1024 * 1024;
const FILES = 3;
const GROWTH_MB = 150;
const HEAP_MB = 256;
const SETTLING_MS = 20_000;

/** The largest uploads, many at once, in a small heap: each is served whole, from the caller's files to the audio. */
export const uploads: Check = {
  name: 'uploads',
  async run(findings, { isShort }) {
    const { atOnce, fileMib } = isShort ? { atOnce: 2, fileMib: 10 } : { atOnce: 10, fileMib: 49 };
    await using sandbox = await startService();
    await using gateway = await startGatewayProcess({
      service: sandbox,
      nodeOptions: [`--max-old-space-size=${HEAP_MB}`],
    });
    // So that what the first upload loads is not taken for what many hold.
    await sendUpload(gateway.url, speech(999, MIB));
    const filesBefore = gateway.openFiles();
    const before = gateway.residentMb();
    using memory = watchHighest(() => gateway.residentMb());
    const ends: (typeof SERVED | typeof REFUSED | string)[] = [];
    await inLanes(atOnce, atOnce, async (number) => {
      ends.push(await endOf(gateway.url, sandbox, speech(number, fileMib * MIB)));
    });
    findings.note('RSS before, and at most', `${before.toFixed(0)}, ${memory.highest().toFixed(0)} MB`);
    findings.atMost(
      `RSS growth with ${atOnce} × ${FILES} × ${fileMib} MB at once`,
      memory.highest() - before,
      GROWTH_MB,
      'MB',
    );
    const wrong = ends.filter((end) => end !== SERVED && end !== REFUSED);
    findings.atMost(`neither served as they should be, nor refused ${wrong.slice(0, 3)}`, wrong.length, 0, '');
    findings.atLeast('served', ends.filter((end) => end === SERVED).length, Math.ceil(atOnce / 2), '');
    findings.atMost(
      'files left in the spool',
      await settled(async () => (await gateway.spooledFiles()).length, 0, SETTLING_MS),
      0,
      '',
    );
    const left = await settled(() => gateway.openFiles() - filesBefore, 0, SETTLING_MS);
    findings.atMost('files and sockets left open', left, 0, '');
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
  },
};

const SERVED = 'served';
const REFUSED = 'refused';

const speech = (number: number, size: number): SpeechUpload => ({
  number,
  text: `What is said in speech ${number}, äöü,\nover two lines.`,
  sizes: Array(FILES).fill(size),
});

/** The outcome of an upload: refused with a code, served with the audio that its files and text make, or else its fault. */
async function endOf(url: string, sandbox: Sandbox, upload: SpeechUpload): Promise<string> {
  const { result, codes, sha256 } = await sendUpload(url, upload);
  if (codes.length > 0) return codes.every((code) => code === 'RATE_LIMITED') ? REFUSED : codes.join();
  if (result.__typename !== 'SynthesizeSpeechPayload') return JSON.stringify(result);
  const form = sandbox.requests.map((request) => request.form).findLast((one) => one?.files[0]?.sha256 === sha256[0]);
  if (!form) return 'the service has not received its first file';
  if (form.files.map((file) => file.sha256).join() !== sha256.join()) return 'the service received other files';
  if (form.fields.find(({ name }) => name === 'text')?.value !== upload.text)
    return 'the service received another text';
  const audio = await fetchOnce(result.audio.url);
  const wanted = toneWav([...upload.text].length / 20, 110 + (hashOf(sha256[0] ?? '') % 220));
  return sha256Of(audio) === sha256Of(wanted) ? SERVED : 'the audio is another';
}

/** Over a connection of its own, which ends with it. */
async function fetchOnce(url: string): Promise<Buffer> {
  const [response] = await once(get(url, { agent: false }), 'response');
  return buffer(response);
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
