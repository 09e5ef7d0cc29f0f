/** The requests of each write, with every optional field and with none. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  NewArtifact,
  NewDubbingProject,
  NewVideo,
  ReferenceAudio,
  Retranslation,
} from '../../src/domain/writes.ts';
import type { PostCall } from '../../src/upstream/writes.ts';
import type { Asking } from './asking.ts';

export const IDEMPOTENCY_KEY = 'key-of-the-call';

export function postCall(asking: Asking, of: Partial<PostCall> = {}): PostCall {
  return { ...asking.call(), idempotencyKey: IDEMPOTENCY_KEY, ...of };
}

export const NEW_PROJECT: NewDubbingProject = {
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  sourceVideoUrl: 'https://videos.example/a.mp4',
};

export const RETRANSLATION: Retranslation = {
  projectId: '12345',
  targetScript: [{ startMs: 0, endMs: 900, text: 'Bonjour.', speakerId: 1 }],
  targetSpeakers: [{ speakerId: 1, voiceKey: 'soundalike', style: 'feminine' }],
};

export const NEW_ARTIFACT: NewArtifact = {
  name: 'Harbour',
  type: 'video',
  source: { kind: 'url', url: 'https://videos.example/a.mp4' },
};

export const NEW_VIDEO: NewVideo = {
  projectId: 'proj_1',
  name: 'Harbour',
  workflowType: 'dubbing',
  sourceArtifactId: 'art_1',
  sourceLanguage: 'en',
  targetLanguages: ['fr-FR', 'de-DE'],
};

export const RECEIPT = {
  project_id: '777',
  cost_minutes: 1.5,
  estimated_completion_date: '2026-01-01T10:00:00Z',
  balance_minutes: 98.5,
  translations_count: 0,
};

export const VIDEO = {
  id: 'vid_1',
  videoUrl: 'https://studio.example/v',
  name: 'Harbour',
  status: 'new',
  workflowType: 'dubbing',
  srcLang: 'en',
  dstLangs: ['fr-FR', 'de-DE'],
  pivotLanguage: null,
  videoDuration: 12.5,
  remark: 'r',
  stringVariables: [{ key: 'k', value: 'v' }],
  createdAt: '2026-01-01T10:00:00Z',
  updatedAt: '2026-01-01T10:00:00Z',
};

export const ARTIFACT = { id: 'art_9', name: 'Harbour', type: 'video', status: 'created', size: null, duration: null };

/** A temporary folder with reference files in it, and room for the answer. */
export interface Spool extends AsyncDisposable {
  /** Where the speech goes. */
  readonly to: string;
  put(fileName: string, content: Uint8Array): Promise<ReferenceAudio>;
}

export async function openSpool(): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'writes-test-'));
  let files = 0;
  return {
    to: join(folder, 'speech.wav'),
    put: async (fileName, content) => {
      files += 1;
      const path = join(folder, `spooled-${files}`);
      await writeFile(path, content);
      return { fileName, path, sizeBytes: content.length };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** So many bytes that begin as a WAV does. */
export function wavLike(bytes: number): Buffer {
  const content = Buffer.alloc(bytes, 'sound');
  content.write('RIFF', 0, 'latin1');
  content.write('WAVE', 8, 'latin1');
  return content;
}
