import { describe, it } from 'vitest';
import { askBy } from '../kit/doors.ts';
import { startGateway } from '../kit/gateway.ts';

const CREATE = `mutation { createDubbingProject(input: { sourceLanguage: "en", targetLanguage: "fr-FR",
  sourceVideoUrl: "https://media.example.com/a.mp4?minutes=10" }) {
  __typename ... on OutcomeUnknownError { idempotencyKey } } }`;

describe('A gateway that is stopped while the service takes its time', () => {
  it.concurrent.for(['POST', 'SSE by POST', 'WebSocket'] as const)(
    'answers a write that is under way with its key before it cuts it off: %s',
    async (door, { expect }) => {
      const gateway = await startGateway({ env: { SHUTDOWN_GRACE_MS: '2000' } });
      await gateway.ask('{ options { sourceLanguages { code } } }');
      gateway.sandbox.misfortune({ on: { method: 'POST' }, answer: { kind: 'delay', ms: 30_000 } });
      const asked = askBy(door, gateway.url, { query: CREATE });
      await expect.poll(() => gateway.sandbox.requests.some(({ method }) => method === 'POST')).toBe(true);
      const stopped = gateway[Symbol.asyncDispose]();
      const { data } = await asked;
      expect(data.createDubbingProject).toMatchObject({
        __typename: 'OutcomeUnknownError',
        idempotencyKey: expect.stringMatching(/.{16,}/),
      });
      await stopped;
    },
  );
});
