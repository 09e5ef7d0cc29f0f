import { describe, expect, it } from 'vitest';
import { KEYS, startGateway } from '../kit/gateway.ts';

describe('two accounts', () => {
  it('never see each other’s data, whatever is cached and however close together they ask for one id', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough', READ_MAX_AGE_MS: '60000' } });
    const query = '{ dubbingProjects(first: 3) { nodes { id name } } balance { minutes } }';
    const [one, two] = await Promise.all(KEYS.map((key) => gateway.ask(query, { key })));
    expect(one!.errors).toEqual([]);
    expect(one!.data.dubbingProjects.nodes[0].id).toBe(two!.data.dubbingProjects.nodes[0].id);
    expect(one!.text).not.toBe(two!.text);
    for (let round = 0; round < 100; round += 1) {
      const answers = await Promise.all([...KEYS, ...KEYS].map((key) => gateway.ask(query, { key })));
      expect(answers.map(({ text }) => text)).toEqual([one!.text, two!.text, one!.text, two!.text]);
    }
  });

  it('are kept apart also when the service has nothing under the id for one of them', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough', READ_MAX_AGE_MS: '60000' } });
    gateway.sandbox.misfortune({
      on: { path: /^\/api\/v1\/artifacts\//, key: KEYS[1] },
      times: Number.POSITIVE_INFINITY,
      answer: { status: 404, body: '{"error":"Not Found"}' },
    });
    gateway.sandbox.misfortune({
      on: { path: '/api/v1/artifacts/shared', key: KEYS[0] },
      times: Number.POSITIVE_INFINITY,
      answer: { status: 200, body: JSON.stringify({ id: 'shared', name: 'Mine', status: 'created' }) },
    });
    const ask = (key: string) => gateway.ask('{ artifact(id: "shared") { name } }', { key });
    for (let round = 0; round < 3; round += 1) {
      const [mine, theirs] = await Promise.all([ask(KEYS[0]), ask(KEYS[1])]);
      expect(mine!.data).toEqual({ artifact: { name: 'Mine' } });
      expect(theirs!.data).toEqual({ artifact: null });
    }
  });

  it('keep the count of their quota however many others come along, though nothing is heard of one meanwhile', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough', QUOTA_PER_MINUTE: '5' } });
    const ask = (key: string, id: string) => gateway.ask(`{ artifact(id: "${id}") { name } }`, { key });
    for (const key of KEYS) for (let i = 0; i < 5; i += 1) await ask(key, `a${i}`);
    const left = async () =>
      (await gateway.ask('{ requestBudget { remainingThisMinute } }', { key: KEYS[0] })).data.requestBudget;
    for (let round = 0; round < 22; round += 1) {
      expect(await left()).toEqual({ remainingThisMinute: 0 });
      const others = Array.from({ length: 100 }, (_, i) => `key-of-somebody-${round}-${i}`);
      await Promise.all(others.map((key) => gateway.ask('{ requestBudget { remainingToday } }', { key })));
    }
    expect(await left()).toEqual({ remainingThisMinute: 0 });
    expect((await ask(KEYS[1], 'c')).errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
  });

  it('keep what they have read however many keys are invented', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough', READ_MAX_AGE_MS: '60000' } });
    const ask = () => gateway.ask('{ voices(first: 1) { totalCount } }', { key: KEYS[0] });
    await ask();
    for (let round = 0; round < 3; round += 1) {
      const others = Array.from({ length: 100 }, (_, i) => `invented-${round}-${i}`);
      await Promise.all(others.map((key) => gateway.ask('{ __typename }', { key })));
    }
    gateway.upstreamRequests();
    await ask();
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('are asked for a key, and told when the service refuses it', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
    const without = await gateway.ask('{ balance { minutes } }');
    expect(without.errors[0]!.extensions.code).toBe('UNAUTHENTICATED');
    const wrong = await gateway.ask('{ balance { minutes } }', { key: 'not-a-key' });
    expect(wrong.errors[0]!.extensions.code).toBe('UNAUTHENTICATED');
    expect(wrong.data).toEqual({ balance: null });
  });
});

describe('the key of the gateway itself', () => {
  it('is told apart from a caller’s when the service refuses it', async () => {
    await using gateway = await startGateway({ env: { DUBBING_API_KEY: 'revoked-secret-key' } });
    const { errors, text } = await gateway.ask('{ balance { minutes } }');
    expect(errors[0]!.extensions.code).toBe('SERVICE_KEY_REJECTED');
    expect(text).not.toContain('revoked-secret-key');
    expect(JSON.stringify(gateway.logLines)).not.toContain('revoked-secret-key');
  });
});
