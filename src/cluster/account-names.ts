import { createHmac } from 'node:crypto';

/** The names of what one account has in Redis. */
export interface AccountNames {
  /** `{prefix}:{account}:{name}`; the account is a hash tag, so that a script may use several keys of it in a cluster. */
  key(name: string): string;
  /** Channels have names of their own, apart from the keys. */
  channel(name: string): string;
}

const CHARACTERS = 22;

/**
 * The name of an account says nothing of its key: it is an HMAC whose secret derives from that key, so that no list of
 * accounts changes it, and two accounts never share a name.
 */
export function accountNames(prefix: string, apiKey: string): AccountNames {
  const secret = createHmac('sha256', apiKey).update('dubbing-gateway account secret').digest();
  const account = createHmac('sha256', secret).update(prefix).digest('base64url').slice(0, CHARACTERS);
  const name = (kind: string) => `${prefix}:{${account}}:${kind}`;
  return { key: name, channel: (kind) => name(`channel:${kind}`) };
}
