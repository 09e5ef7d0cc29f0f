import { describe, expect, it } from 'vitest';
import { createDubbing, type Dubbing } from '../../schema/client/core/index.ts';
import {
  DeleteDubbingProjectDocument,
  SynthesizeSpeechDocument,
} from '../../schema/client/core/operations.generated.ts';
import { startGateway } from '../kit/gateway.ts';
import { wavOf } from '../kit/speech.ts';
import { startWatching } from '../kit/watching.ts';

function connect(url: string): Dubbing & Disposable {
  const dubbing = createDubbing({ url: `${url}/graphql` });
  return Object.assign(dubbing, { [Symbol.dispose]: () => dubbing.close() });
}

const FILM = new File([new Uint8Array(10_000)], 'harbour.mp4', { type: 'video/mp4' });

describe.concurrent('An upload', () => {
  it('reports its begin and its end where nothing can count the bytes', async () => {
    await using gateway = await startWatching({ sandbox: { speed: 600 } });
    using dubbing = connect(gateway.url);
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    await dubbing.putArtifact(FILM, { onProgress });
    expect(shares).toEqual([0, 1]);
    const input = { text: 'Bonjour', language: 'fr-FR', referenceAudio: [new File([wavOf()], 'reference.wav')] };
    await dubbing.write(SynthesizeSpeechDocument, { input }, { onProgress });
    expect(shares).toEqual([0, 1, 0, 1]);
    // A write without a file has no progress.
    await dubbing.write(DeleteDubbingProjectDocument, { id: 'none' }, { onProgress });
    expect(shares).toHaveLength(4);
  });

  it('ends with a refusal when the storage cannot be reached, while the gateway can', async () => {
    await using gateway = await startGateway();
    using dubbing = connect(gateway.url);
    gateway.sandbox.misfortune({ on: { method: 'PUT' }, times: 100, answer: { kind: 'reset' } });
    const outcome = await dubbing.putArtifact(FILM);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'UPLOAD_FAILED', message: expect.any(String) });
  });
});
