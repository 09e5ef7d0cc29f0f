import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { AUDIENCE, claims, ISSUER, inSeconds, makeKey, sign, startKeysAddress } from '../auth/issuer.ts';
import { type MadeToken, makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { createFastClock } from '../kit/fast-clock.ts';
import { KEYS, startGateway, type TestGateway } from '../kit/gateway.ts';
import { type StreamAnswer, type StreamEnd, subscribe, TRANSPORTS, type Transport } from '../kit/subscribe.ts';

const SECRET = 'a secret that both sides have, of some length';
const JWT = { AUTH_MODE: 'jwt', JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE };
/** A look soon after each change. */
const OFTEN = {
  WATCH_MIN_INTERVAL_MS: '50',
  WATCH_MAX_INTERVAL_MS: '100',
  READ_MAX_AGE_MS: '0',
  QUOTA_PER_MINUTE: '0',
  QUOTA_PER_DAY: '0',
};

const BALANCE = 'subscription { balanceUpdated { balance { minutes } } }';

const watchBalance = (gateway: TestGateway, transport: Transport, token: Pick<MadeToken, 'token'>) =>
  subscribe(gateway, BALANCE, { transport, key: token.token, deadlineMs: 15_000 });

/** Cut off, and not as if there were nothing more to tell: the client has to come back with a good token. */
const cutOff = (transport: Transport): StreamEnd =>
  transport === 'WebSocket'
    ? { how: 'closed', code: 4403, reason: 'Forbidden' }
    : { how: 'closed', code: null, reason: expect.any(String) };

/** The answer for a caller who is not admitted. */
function expectTurnedAway(
  transport: Transport,
  { answers, end }: { answers: readonly StreamAnswer[]; end: StreamEnd },
) {
  if (transport === 'WebSocket') {
    expect(answers).toEqual([]);
    expect(end).toEqual(cutOff(transport));
  } else {
    expect(answers).toMatchObject([{ data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
  }
}

describe.for(TRANSPORTS)('over %s', (transport) => {
  it('a token that expires ends what it opened, and nothing is told after', async () => {
    const clock = createFastClock();
    await using gateway = await startGateway({ clock, env: { ...JWT, ...OFTEN, JWT_SECRET: SECRET } });
    const signUntil = (exp: number) =>
      new SignJWT(claims({ exp })).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET));
    const exp = inSeconds(600);
    await using short = watchBalance(gateway, transport, { token: await signUntil(exp) });
    await using long = watchBalance(gateway, transport, { token: await signUntil(inSeconds(3_000)) });
    expect(await short.update()).toEqual({ balance: { minutes: expect.any(Number) } });
    await long.update();
    clock.advance(300_000);
    gateway.sandbox.account().balanceMinutes -= 1;
    await Promise.all([short.update(), long.update()]);
    clock.advance(exp * 1000 - clock.wallTime());
    const { answers, end } = await short.rest();
    expect({ answers, end }).toEqual({ answers: [], end: cutOff(transport) });
    gateway.sandbox.account().balanceMinutes -= 1;
    await long.update();
    expectTurnedAway(transport, await watchBalance(gateway, transport, { token: await signUntil(exp) }).rest());
  });

  it('a token that is taken out of the file, or may do something else, ends what it opened; others go on', async () => {
    const [kept, gone, changed] = ['kept', 'gone', 'changed'].map((name) => makeToken(name, ['read']));
    await using gateway = await startTokensGateway([kept!, gone!, changed!], { env: OFTEN });
    const streams = [kept, gone, changed].map((token) => watchBalance(gateway, transport, token!));
    for (const stream of streams) await stream.update();
    await gateway.writeTokens([kept!.entry, { ...changed!.entry, scopes: ['read', 'write'] }]);
    for (const stream of streams.slice(1)) expect(await stream.rest()).toEqual({ answers: [], end: cutOff(transport) });
    gateway.sandbox.account().balanceMinutes -= 1;
    await streams[0]!.update();
    expectTurnedAway(transport, await watchBalance(gateway, transport, gone!).rest());
    await watchBalance(gateway, transport, changed!).update();
    for (const stream of streams) stream.close();
  });

  it('nobody subscribes without a good token', async () => {
    await using gateway = await startTokensGateway([makeToken('web', ['read'])]);
    expectTurnedAway(transport, await watchBalance(gateway, transport, makeToken('other', ['read'])).rest());
    expectTurnedAway(transport, await subscribe(gateway, BALANCE, { transport }).rest());
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('who may not read subscribes to nothing, and nothing is asked for it', async () => {
    const [reader, writer] = [makeToken('reader', ['read']), makeToken('writer', ['write'])];
    await using gateway = await startTokensGateway([reader, writer], { env: OFTEN });
    const refused = {
      answers: [
        expect.objectContaining({
          errors: [
            expect.objectContaining({
              message: expect.stringContaining('the scope "read", which Subscription.balanceUpdated needs'),
              extensions: { code: 'FORBIDDEN', scope: 'read', requestId: expect.any(String) },
            }),
          ],
        }),
      ],
      end: { how: 'complete' },
    };
    expect(await watchBalance(gateway, transport, writer).rest()).toEqual(refused);
    expect(gateway.upstreamRequests()).toEqual([]);
    // Also where another of the same account is told.
    await using stream = watchBalance(gateway, transport, reader);
    await stream.update();
    expect(await watchBalance(gateway, transport, writer).rest()).toEqual(refused);
  });

  it('who may not write runs no mutation', async () => {
    const [reader, writer] = [makeToken('reader', ['read']), makeToken('writer', ['read', 'write'])];
    await using gateway = await startTokensGateway([reader, writer]);
    const mutation = 'mutation { again: deleteDubbingProject(id: "1001") { __typename } }';
    for (let round = 0; round < 2; round += 1) {
      const { answers } = await subscribe(gateway, mutation, { transport, key: reader.token }).rest();
      expect(answers).toMatchObject([{ data: { again: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] }]);
    }
    expect(gateway.upstreamRequests()).toEqual([]);
    const { answers } = await subscribe(gateway, mutation, { transport, key: writer.token }).rest();
    expect(answers).toMatchObject([{ data: { again: { __typename: 'DeletePayload' } }, errors: [] }]);
  });

  it('two accounts that subscribe to the same are each told of their own', async () => {
    const [one, two] = [makeToken('one', ['read']), makeToken('two', ['read'], 'two')];
    await using gateway = await startTokensGateway([one, two], { env: OFTEN });
    const [first, second] = KEYS.map((key) => gateway.sandbox.account(key));
    [first!.balanceMinutes, second!.balanceMinutes] = [100, 200];
    const streams = [one, two, one, two].map((token) => watchBalance(gateway, transport, token));
    const minutes = () => Promise.all(streams.map(async (stream) => (await stream.update()).balance.minutes));
    expect(await minutes()).toEqual([100, 200, 100, 200]);
    [first!.balanceMinutes, second!.balanceMinutes] = [99, 199];
    expect(await minutes()).toEqual([99, 199, 99, 199]);
    for (const stream of streams) stream.close();
  });
});

describe('over WebSocket', () => {
  it('who cannot be known for want of the issuer’s keys is to come again later', async () => {
    const key = await makeKey('RS256', 'one');
    await using address = await startKeysAddress(key);
    await address.close();
    await using gateway = await startGateway({ env: { ...JWT, JWT_JWKS_URL: address.url } });
    const stream = watchBalance(gateway, 'WebSocket', { token: await sign(key) });
    expect(await stream.rest()).toEqual({ answers: [], end: { how: 'closed', code: 1013, reason: 'Try again later' } });
  });

  it('no token stands in the log', async () => {
    const web = makeToken('web', ['read']);
    await using gateway = await startTokensGateway([web]);
    await watchBalance(gateway, 'WebSocket', web).update();
    await watchBalance(gateway, 'WebSocket', { token: 'something-secret' }).rest();
    const text = JSON.stringify(gateway.logLines);
    for (const secret of [web.token, 'something-secret']) expect(text).not.toContain(secret);
  });
});
