import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/sandbox/clock.ts';
import { startGateway } from '../kit/gateway.ts';
import {
  ArtifactDocument,
  CreateArtifactDocument,
  CreateDubbingProjectDocument,
  CreateVideoDocument,
  type CreateVideoInput,
  DubbingProjectDocument,
  DubbingProjectsDocument,
  RequestArtifactUploadDocument,
  RetranslateDubbingProjectDocument,
  VideoDocument,
} from '../kit/operations.generated.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A gateway whose service works as fast as the test moves its clock. */
async function start() {
  const clock = createManualClock();
  const gateway = await startGateway({
    env: { READ_MAX_AGE_MS: '0', QUOTA_PER_MINUTE: '0' },
    sandbox: { clock },
  });
  return { clock, gateway, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

/** The member of a result union that has the field; anything else fails the test. */
function memberWith<Field extends string, Union extends object>(
  field: Field,
  union: Union | null,
): Extract<Union, Record<Field, unknown>> {
  if (union === null || !(field in union)) throw new Error(`Instead of ${field}: ${JSON.stringify(union)}`);
  return union as Extract<Union, Record<Field, unknown>>;
}

describe('A front end', () => {
  it('brings a local file to a dubbed video: upload, artifact, video, progress until it rests', async () => {
    await using started = await start();
    const { gateway, clock } = started;
    const { requestArtifactUpload } = await gateway.run(RequestArtifactUploadDocument, { fileName: 'a b+c&d=e#ü.mp4' });
    const place = memberWith('uploadUrl', requestArtifactUpload);
    const put = await fetch(place.uploadUrl, {
      method: place.method,
      headers: Object.fromEntries(place.headers.map(({ name, value }) => [name, value])),
      body: Buffer.alloc(1000, 'film'),
    });
    expect(put.status).toBe(200);

    const { createArtifact } = await gateway.run(CreateArtifactDocument, {
      input: { name: 'Film', type: 'VIDEO', source: { s3Path: place.s3Path } },
    });
    const { artifact } = memberWith('artifact', createArtifact);
    expect(artifact).toMatchObject({ status: 'CREATED', isUsable: false });
    const input: CreateVideoInput = {
      projectId: 'proj_demo',
      name: 'Film in French',
      workflowType: 'DUBBING',
      sourceArtifactId: artifact.id,
      sourceLanguage: 'en',
      targetLanguages: ['fr-FR'],
    };
    const tooEarly = await gateway.run(CreateVideoDocument, { input });
    expect(memberWith('issues', tooEarly.createVideo).issues).toEqual([
      { field: 'sourceArtifactId', code: 'CONFLICT', message: expect.any(String) },
    ]);

    clock.advance(HOUR_MS);
    const ready = await gateway.run(ArtifactDocument, { id: artifact.id });
    expect(ready.artifact).toMatchObject({ status: 'UPLOAD_COMPLETED', isUsable: true, sizeBytes: 1000 });
    const { createVideo } = await gateway.run(CreateVideoDocument, { input });
    const { video } = memberWith('video', createVideo);
    const begun = await gateway.run(VideoDocument, { id: video.id });
    expect(begun.video).toMatchObject({ name: 'Film in French', state: 'RUNNING', workflowType: 'DUBBING' });
    expect(begun.video?.progress?.languages).toMatchObject([{ language: { code: 'fr-FR' }, phase: 'TRANSCRIPTION' }]);

    clock.advance(24 * HOUR_MS);
    const rested = await gateway.run(VideoDocument, { id: video.id });
    expect(rested.video).toMatchObject({ state: 'DONE', progress: { isSettled: true, hasError: false } });
  });

  it('dubs a video, watches it become ready, and gives it another script', async () => {
    await using started = await start();
    const { gateway, clock } = started;
    const { createDubbingProject } = await gateway.run(CreateDubbingProjectDocument, {
      input: {
        name: 'Of the journey',
        sourceLanguage: 'en',
        targetLanguage: 'fr-FR',
        sourceVideoUrl: 'https://media.example.com/film.mp4?minutes=3',
      },
    });
    const { project } = memberWith('project', createDubbingProject);
    const listed = await gateway.run(DubbingProjectsDocument, { filter: { search: 'OF THE JOURNEY' } });
    expect(listed.dubbingProjects?.nodes).toMatchObject([{ id: project.id, status: 'IN_PROGRESS' }]);

    clock.advance(HOUR_MS);
    const { dubbingProject } = await gateway.run(DubbingProjectDocument, { id: project.id });
    const output = dubbingProject?.output;
    expect(dubbingProject?.status).toBe('READY');
    expect(output?.subtitles).toMatch(/^WEBVTT\n/);
    if (!output) throw new Error('A ready project has an output.');

    const { retranslateDubbingProject } = await gateway.run(RetranslateDubbingProjectDocument, {
      input: {
        id: project.id,
        targetScript: output.targetScript.map(({ startMs, endMs, speaker }, index) => ({
          startMs,
          endMs,
          text: `Réplique ${index}`,
          speakerId: speaker?.speakerId ?? 0,
        })),
        targetSpeakers: output.targetSpeakers.map(({ speakerId, voiceKey, style }) => ({
          speakerId,
          voiceKey,
          style: style ?? 'feminine',
        })),
      },
    });
    expect(memberWith('translationsCount', retranslateDubbingProject)).toMatchObject({
      project: { state: 'RUNNING' },
      translationsCount: 1,
    });
    clock.advance(HOUR_MS);
    const again = await gateway.run(DubbingProjectDocument, { id: project.id });
    expect(again.dubbingProject?.output?.targetScript[0]?.text).toBe('Réplique 0');
  });
});
