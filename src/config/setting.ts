/**
 * The kinds of settings: their form in the environment, and the message for another form. A message never has the value
 * of a secret.
 */
import { z } from 'zod';
import { API_KEY } from './accounts-file.ts';
import { isLoopbackUrl } from './loopback.ts';

/** The maximum of a platform timer; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const integer = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
};

export const milliseconds = (least: number) => integer(least, LONGEST_TIMER_MS);

export const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((word) => word === 'on' || word === 'true' || word === '1');

export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, {
    error: ({ input }) => `is ${JSON.stringify(input)}, but must be one of ${words.join(', ')}`,
  });

export const address = z
  .string()
  .refine(isBaseAddress, { error: 'must be an http or https address without credentials, query or fragment' })
  .transform((text) => text.replace(/\/+$/, ''));

export const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin), {
    error: 'must be a comma-separated list of origins, such as https://app.example.com (no path, no *)',
  });

/** Keys are fetched over https, so that they cannot be changed on the way. */
export const keysAddress = z.string().refine(isKeysAddress, {
  error: 'must be an https address without credentials or fragment (http only for a loopback address)',
});

/** In [0, 1]. */
export const ratio = z
  .string()
  .regex(/^(?:\d+(?:\.\d*)?|\.\d+)$/, { error: 'must be a number from 0 to 1' })
  .transform(Number)
  .refine((value) => value <= 1, { error: 'must be a number from 0 to 1' });

/** Headers as OpenTelemetry writes them: `name=value,name=value`, percent-encoded. A fault never shows a value. */
export const headerPairs = z.string().transform((list, context) => {
  const pairs: Record<string, string> = {};
  for (const pair of list.split(',').filter((text) => text.trim() !== '')) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    const text = value === undefined ? null : decoded(value);
    if (name === undefined || text === null || !HEADER_VALUE.test(text)) {
      context.addIssue({
        code: 'custom',
        message: 'must be name=value pairs, separated by commas and percent-encoded',
      });
      return z.NEVER;
    }
    pairs[name.toLowerCase()] = text;
  }
  return pairs;
});

const HEADER_VALUE = /^[\x20-\x7e]*$/;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export const apiKey = z
  .string()
  .regex(API_KEY, { error: 'must be visible ASCII characters, without a space or a line break' });

/** At least as long as the signature (RFC 7518, 3.2): a shorter one can be guessed from a single token. */
const LEAST_SECRET_BYTES = 32;

export const signingSecret = z.string().refine((text) => Buffer.byteLength(text) >= LEAST_SECRET_BYTES, {
  error: `must have at least ${LEAST_SECRET_BYTES} bytes`,
});

function isBaseAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isHttp(url) && hasNoCredentials(url) && !/[?#\s]/.test(text);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isHttp(url) && url.origin === text;
}

function isKeysAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !hasNoCredentials(url) || /[#\s]/.test(text)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(url));
}

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

const hasNoCredentials = (url: URL): boolean => url.username === '' && url.password === '';
