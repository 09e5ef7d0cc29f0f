import { describe, expect, it } from 'vitest';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { KEYS, startGateway, type TestGateway } from '../kit/gateway.ts';
import { refusal, remove, requestUpload, type Written, write, writesSentTo } from '../kit/writing.ts';

const { dubbingProjects, studioProjects, videos, artifacts } = SEEDED;
const VIDEO = `${studioProjects.demo}/${videos.dubbingNew}`;
const PROJECT = {
  name: 'Counted',
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  sourceVideoUrl: 'https://media.example.com/a.mp4?minutes=10',
};
const RETRANSLATION = {
  id: dubbingProjects.ready,
  targetScript: [{ startMs: 0, endMs: 900, text: 'Bonjour.', speakerId: 1 }],
  targetSpeakers: [{ speakerId: 1, voiceKey: 'soundalike', style: 'feminine' }],
};
const ARTIFACT = { name: 'Counted', type: 'VIDEO', source: { url: 'https://media.example.com/a.mp4' } };
const NEW_VIDEO = {
  projectId: studioProjects.demo,
  name: 'Counted',
  workflowType: 'DUBBING',
  sourceArtifactId: artifacts.video,
  sourceLanguage: 'en',
  targetLanguages: ['fr-FR'],
};

interface MutationCall {
  /** The request of the mutation itself, without those that check it. */
  readonly on: { readonly method: string; readonly path?: string };
  readonly call: (gateway: TestGateway) => Promise<Written>;
}

/** A call of each mutation that the sandbox carries out (synthesis comes as multipart, which has its own tests). */
const CALLS: Readonly<Record<string, MutationCall>> = {
  createDubbingProject: {
    on: { method: 'POST' },
    call: (gateway) => write(gateway, 'createDubbingProject', PROJECT),
  },
  retranslateDubbingProject: {
    on: { method: 'POST' },
    call: (gateway) => write(gateway, 'retranslateDubbingProject', RETRANSLATION),
  },
  deleteDubbingProject: {
    on: { method: 'DELETE' },
    call: (gateway) => remove(gateway, 'deleteDubbingProject', dubbingProjects.ready),
  },
  requestArtifactUpload: {
    on: { method: 'GET', path: '/api/v1/artifacts/create' },
    call: (gateway) => requestUpload(gateway, 'a.mp4'),
  },
  createArtifact: { on: { method: 'POST' }, call: (gateway) => write(gateway, 'createArtifact', ARTIFACT) },
  createVideo: { on: { method: 'POST' }, call: (gateway) => write(gateway, 'createVideo', NEW_VIDEO) },
  updateVideo: {
    on: { method: 'PATCH' },
    call: (gateway) => write(gateway, 'updateVideo', { id: VIDEO, name: 'Counted' }),
  },
  deleteVideo: { on: { method: 'DELETE' }, call: (gateway) => remove(gateway, 'deleteVideo', VIDEO) },
  deleteStudioProject: {
    on: { method: 'DELETE' },
    call: (gateway) => remove(gateway, 'deleteStudioProject', studioProjects.demo),
  },
};
const CASES = Object.entries(CALLS);

const start = () => startGateway({ sandbox: { keys: [KEYS[0]] } });
const counted = ({ sandbox }: TestGateway) =>
  [...sandbox.account().dubbingProjects.values()].filter(({ name }) => name === PROJECT.name).length;

describe('a creation', () => {
  it('that is tried again has one key, and creates and charges once', async () => {
    await using gateway = await start();
    const before = gateway.sandbox.account().balanceMinutes;
    gateway.sandbox.misfortune({ on: { method: 'POST' }, times: 2, answer: { status: 503 } });
    const { result } = await write(gateway, 'createDubbingProject', PROJECT);
    expect(result).toMatchObject({ costMinutes: 10, balance: { minutes: before - 10 } });
    const keys = writesSentTo(gateway.sandbox).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{20,}$/);
    expect(counted(gateway)).toBe(1);
    expect(gateway.sandbox.account().balanceMinutes).toBe(before - 10);
  });

  it('whose connection breaks after the work is done has been done once', async () => {
    await using gateway = await start();
    const before = gateway.sandbox.account().balanceMinutes;
    gateway.sandbox.misfortune({ on: { method: 'POST' }, answer: { kind: 'reset-after-work' } });
    const { result } = await write(gateway, 'createDubbingProject', PROJECT);
    expect(result).toMatchObject({ __typename: 'CreateDubbingProjectPayload', balance: { minutes: before - 10 } });
    expect(writesSentTo(gateway.sandbox)).toHaveLength(2);
    expect(counted(gateway)).toBe(1);
  });

  it('that is called twice with the caller’s key creates once and answers the same', async () => {
    await using gateway = await start();
    const input = { ...PROJECT, idempotencyKey: 'order 66' };
    const first = await write(gateway, 'createDubbingProject', input);
    const second = await write(gateway, 'createDubbingProject', input);
    expect(second.answer.data).toEqual(first.answer.data);
    expect(counted(gateway)).toBe(1);
    // The service decides about the second use of a key.
    expect(writesSentTo(gateway.sandbox).map(({ headers }) => headers['idempotency-key'])).toEqual([
      'order 66',
      'order 66',
    ]);
    const other = await write(gateway, 'createDubbingProject', { ...input, name: 'Other' });
    expect(other.result).toMatchObject({ __typename: 'RejectedError', code: 'IDEMPOTENCY_CONFLICT' });
  });

  it('that is called twice without a key is done twice', async () => {
    await using gateway = await start();
    await write(gateway, 'createDubbingProject', PROJECT);
    await write(gateway, 'createDubbingProject', PROJECT);
    expect(counted(gateway)).toBe(2);
  });

  it('whose outcome was unknown is settled by calling again with the key that was told', async () => {
    await using gateway = await start();
    const lost = { on: { method: 'POST' }, times: 3, answer: { kind: 'reset-after-work' } } as const;
    gateway.sandbox.misfortune(lost);
    const { result } = await write(gateway, 'createDubbingProject', PROJECT);
    expect(result.__typename).toBe('OutcomeUnknownError');
    const again = await write(gateway, 'createDubbingProject', { ...PROJECT, idempotencyKey: result.idempotencyKey });
    expect(again.result.__typename).toBe('CreateDubbingProjectPayload');
    expect(counted(gateway)).toBe(1);
  });

  it('goes on when its caller leaves, and is not sent again', async () => {
    await using gateway = await start();
    gateway.sandbox.misfortune({ on: { method: 'POST' }, answer: { kind: 'delay', ms: 300 } });
    const leaving = new AbortController();
    const asked = write(gateway, 'createDubbingProject', PROJECT, { signal: leaving.signal });
    await expect.poll(() => writesSentTo(gateway.sandbox).length).toBe(1);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => counted(gateway)).toBe(1);
    await expect.poll(() => gateway.logLines.some(({ outcome }) => outcome === 'aborted')).toBe(true);
    expect(writesSentTo(gateway.sandbox)).toHaveLength(1);
  });
});

describe('what is nobody’s to correct is a top-level error, and nothing was done', () => {
  it.each(CASES)('%s: UPSTREAM_UNAVAILABLE where every try was refused with 503', async (name, { on, call }) => {
    await using gateway = await start();
    gateway.sandbox.misfortune({ on, times: Number.POSITIVE_INFINITY, answer: { status: 503 } });
    const { answer } = await call(gateway);
    expect(answer.data).toEqual({ [name]: null });
    expect(answer.errors).toMatchObject([{ path: [name], extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
  });

  it.each(CASES)('%s: RATE_LIMITED with the time to wait', async (_name, { on, call }) => {
    await using gateway = await start();
    const limited = { ...refusal(429, { error: 'Too Many Requests' }), headers: { 'retry-after': '30' } };
    gateway.sandbox.misfortune({ on, answer: limited });
    const { answer } = await call(gateway);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 30 } }]);
  });

  it.each(CASES)(
    '%s: SERVICE_KEY_REJECTED where the service refuses the gateway’s key',
    async (_name, { on, call }) => {
      await using gateway = await start();
      const rejected = refusal(401, { error: 'Unauthorized' });
      gateway.sandbox.misfortune({ on, times: Number.POSITIVE_INFINITY, answer: rejected });
      const { answer } = await call(gateway);
      expect(answer.errors).toMatchObject([{ extensions: { code: 'SERVICE_KEY_REJECTED' } }]);
      expect(answer.text).not.toContain(KEYS[0]);
    },
  );

  it.each(CASES)('%s: FORBIDDEN where the service denies it to the account', async (_name, { on, call }) => {
    await using gateway = await start();
    gateway.sandbox.misfortune({ on, answer: refusal(403, { error: 'Access denied to this project' }) });
    const { answer } = await call(gateway);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  it('UNAUTHENTICATED where the refused key is the caller’s', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
    const { answer } = await write(gateway, 'createArtifact', ARTIFACT, { key: 'no-key-of-anybody' });
    expect(answer.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('LIMIT_EXCEEDED for more than twenty of them in one document', async () => {
    await using gateway = await start();
    const many = Array.from({ length: 21 }, (_, i) => `m${i}: deleteVideo(id: "a/b") { __typename }`);
    const { errors } = await gateway.ask(`mutation { ${many.join(' ')} }`);
    expect(errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED' } }]);
    expect(gateway.upstreamRequests()).toEqual([]);
  });
});
