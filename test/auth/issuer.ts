import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

export const ISSUER = 'https://issuer.example.com';
export const AUDIENCE = 'dubbing-gateway';

/** A key that an issuer signs with. */
export interface SigningKey {
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
  /** As it stands at the issuer's address. */
  readonly jwk: JWK;
}

export async function makeKey(algorithm: string, kid?: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), use: 'sig', ...(kid === undefined ? {} : { kid }) };
  return { algorithm, privateKey, jwk };
}

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

/** The claims of a good token, overridden by the given ones; undefined leaves a claim out. */
export const claims = (own: Readonly<Record<string, unknown>> = {}): JWTPayload => {
  const all = { iss: ISSUER, aud: AUDIENCE, sub: 'somebody', exp: inSeconds(300), scope: 'read write', ...own };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
};

export function sign(key: SigningKey, own?: Readonly<Record<string, unknown>>, kid = key.jwk.kid): Promise<string> {
  const header = { alg: key.algorithm, ...(kid === undefined ? {} : { kid }) };
  return new SignJWT(claims(own)).setProtectedHeader(header).sign(key.privateKey);
}

/** Where the keys of an issuer stand. */
export interface KeysAddress extends AsyncDisposable {
  readonly url: string;
  /** How often it was asked. */
  readonly asked: number;
  /** The keys that stand there from now on. */
  publish(...keys: readonly SigningKey[]): void;
  /** Its behaviour from now on, in place of serving its keys. */
  answer(listener: RequestListener): void;
  /** Nobody answers from now on, until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export async function startKeysAddress(...keys: readonly SigningKey[]): Promise<KeysAddress> {
  let asked = 0;
  let listener: RequestListener = () => undefined;
  const server = createServer((request, response) => {
    asked += 1;
    listener(request, response);
  });
  let port = 0;
  const open = async (): Promise<void> => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const publish = (...published: readonly SigningKey[]): void => {
    listener = (_request, response) => {
      response.setHeader('content-type', 'application/jwk-set+json');
      response.end(JSON.stringify({ keys: published.map(({ jwk }) => jwk) }));
    };
  };
  publish(...keys);
  await open();
  return {
    url: `http://127.0.0.1:${port}/keys`,
    get asked() {
      return asked;
    },
    publish,
    answer(given) {
      listener = given;
    },
    open,
    close,
    [Symbol.asyncDispose]: close,
  };
}
