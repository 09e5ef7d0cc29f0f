import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { KEYS, startGateway } from '../kit/gateway.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { openAcknowledged } from '../server/raw-socket.ts';

const portOf = ({ url }: { readonly url: string }) => Number(new URL(url).port);

describe('the quota of a key', () => {
  it('is not exceeded though thousands of invented keys come between its requests', { timeout: 120_000 }, async () => {
    // However busy the machine is, the minute does not pass.
    const clock = createHandClock();
    await using gateway = await startGateway({ clock, env: { AUTH_MODE: 'passthrough', QUOTA_PER_MINUTE: '60' } });
    const [key] = KEYS;
    const sent = () => gateway.sandbox.requests.filter((request) => request.key === key).length;
    for (let round = 0; round < 3; round += 1) {
      for (let part = 0; part < 21 && round > 0; part += 1) {
        const invented = Array.from({ length: 96 }, (_, index) => `invented-${round}-${part}-${index}`);
        await Promise.all(invented.map((other) => gateway.ask('{ __typename }', { key: other })));
      }
      const ids = Array.from({ length: 60 }, (_, index) => `${round}-${index}`);
      await Promise.all(ids.map((id) => gateway.ask(`{ artifact(id: "${id}") { id } }`, { key })));
      expect(sent()).toBe(60);
    }
  });
});

describe('the ids that a client watches', () => {
  it('are at most 5,000 over its subscriptions, however many of them exist', async () => {
    // So that most of them wait for the service.
    await using gateway = await startGateway({ env: { QUOTA_PER_MINUTE: '10' } });
    await using socket = await openAcknowledged({ port: portOf(gateway) });
    const query = 'subscription ($ids: [ID!]!) { jobsUpdated(ids: $ids) { kind } }';
    for (let count = 0; count < 26; count += 1) {
      const ids = Array.from({ length: 200 }, (_, index) => `Artifact:x${200 * count + index}`);
      socket.send({ id: String(count), type: 'subscribe', payload: { query, variables: { ids } } });
    }
    let message = await socket.next();
    while (message.type !== 'error') message = await socket.next();
    const extensions = { code: 'LIMIT_EXCEEDED', limit: 'watchedIds', allowed: 5_000, actual: 5_200 };
    expect(message).toMatchObject({ id: '25', payload: [{ extensions }] });
  });
});

describe('a body of somebody whose token is not accepted', () => {
  it.for([
    ['a token that nobody has', 'authorization: Bearer nobody\r\n'],
    ['no token', ''],
  ] as const)('is answered before it has come: %s', async ([, authorization]) => {
    await using gateway = await startTokensGateway([makeToken('web', ['read'])]);
    const socket = connect(portOf(gateway), '127.0.0.1').setEncoding('latin1');
    const length = 1024 * 1024;
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${authorization}content-length: ${length}\r\n\r\n`,
    );
    socket.write(' '.repeat(length / 2));
    const [head] = await once(socket, 'data');
    expect(head).toMatch(/^HTTP\/1\.1 401 .*connection: close/is);
    socket.destroy();
  });
});
