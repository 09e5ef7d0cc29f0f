import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutCredentials, withoutSignedAddresses } from '../../src/upstream/refusal/credentials.ts';
import { createSecretFilter } from '../../src/upstream/refusal/secret-filter.ts';
import { runs } from '../kit/runs.ts';
import { KEY, rejection, startAsking } from './asking.ts';
import { json } from './fake-service.ts';

describe('Words of the service', () => {
  it.each([
    ['You sent Bearer xyz, which is wrong', 'You sent Bearer [secret], which is wrong'],
    ['header "authorization: Bearer sk-123.a~b+c/d=="', 'header "authorization: [secret]"'],
    ['Basic dXNlcjpwYXNz is refused', 'Basic [secret] is refused'],
    ['api_key=abc&x=1', 'api_key=[secret]&x=1'],
    ['{"api-key": "abc"}', '{"api-key": "[secret]"}'],
    ['password: hunter2', 'password: [secret]'],
    ['cannot read https://b.s3.example/f.mp4?X-Amz-Signature=ab%2F&x=1.', 'cannot read [secret]'],
    ['cannot read https://cdn.example/f?sig=a, retry', 'cannot read [secret] retry'],
    ['cannot read https://user:pass@host/f', 'cannot read [secret]'],
    ['s3://bucket/f?Expires=1&Signature=x', '[secret]'],
    [
      'b.s3.example/f.mp4?X-Amz-Credential=c&X-Amz-Signature=ab',
      'b.s3.example/f.mp4?X-Amz-Credential=[secret]&X-Amz-Signature=[secret]',
    ],
    ['//b.example/f?sig=a%2F, retry', '//b.example/f?sig=[secret], retry'],
    [
      'https%3A%2F%2Fb.example%2Ff%3FX-Amz-Signature%3Dab%2F%26x%3D1',
      'https%3A%2F%2Fb.example%2Ff%3FX-Amz-Signature%3D[secret]%26x%3D1',
    ],
    [
      String.raw`{\"url\":\"https:\/\/b.example\/f?Signature=ab\"}`,
      String.raw`{\"url\":\"https:\/\/b.example\/f?Signature=[secret]"}`,
    ],
    [String.raw`f?X-Amz-Signature\u003dab\u0026x=1`, String.raw`f?X-Amz-Signature\u003d[secret]\u0026x=1`],
    ['cannot read https://cdn.example/f#access_token=a', 'cannot read [secret]'],
    ['cannot read https://cdn.example/f?jwt=a&author=b', 'cannot read [secret]'],
    [`token dgw_${'x'.repeat(43)} and eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln`, 'token [secret] and [secret]'],
  ])('lose credentials: %s', (text, left) => {
    expect(withoutCredentials(text)).toBe(left);
  });

  it.each([
    'Missing or invalid authorization token',
    'A Bearer token is required',
    'The Basic plan does not include this',
    'basic authentication is not supported',
    'cannot download https://videos.example/a.mp4?quality=high',
    'cannot download https://videos.example/watch?v=a%3D1&author=b#t=10',
    'the value a=b of the filter is unknown',
    'speaker id 3 referenced in script but not found in target_speakers',
    'The API key is not allowed to do this',
  ])('keep all else: %s', (text) => {
    expect(withoutCredentials(text)).toBe(text);
    expect(withoutSignedAddresses('The Bearer of bad news')).toBe('The Bearer of bad news');
  });
});

describe('A text of the service that is long and repeats itself', () => {
  it.each(['?a&', ':', '?sig', '%3Fsig', '&key', 'https://', 'X-Amz-', '\\', '\\u003'])(
    'takes no longer than its length: %j',
    (piece) => {
      const text = `https://b.example/${piece.repeat(300_000)} x=1`;
      expect(withoutSignedAddresses(text)).toBe(text);
      expect(withoutCredentials(text)).toBe(text);
      const { clean } = createSecretFilter('the-key-of-all', () => NO_OTHERS);
      expect(clean(text, JSON.stringify(text))).toBe(text);
    },
  );

  it('is looked through once, however many secrets are held and however it is escaped', () => {
    const held = Array.from({ length: 65 }, (_, nth) => `dgw_${'x'.repeat(40)}${nth}`);
    const lines = Array.from({ length: 20_000 }, (_, nth) => `Où est-ce ? https://a.example/${nth}`);
    const { clean } = createSecretFilter('the-key-of-all', () => held);
    const escaped = JSON.stringify(lines).replaceAll('/', '\\/').replaceAll('ù', '\\u00f9');
    expect(clean(lines, escaped)).toEqual(lines);
    for (const secret of held) {
      for (const form of [secret, secret.toUpperCase(), encodeURIComponent(secret).replace('_', '%5F')]) {
        const text = `${lines.slice(0, 500).join(' ')} ${form} b`;
        expect(clean(text, JSON.stringify(text))).toMatch(/ \[secret\] b$/);
      }
    }
  });
});

describe('A secret that the gateway holds', () => {
  const secret = 'sk-live/é+7.a';
  const { clean } = createSecretFilter(secret, () => []);
  const cleanText = (text: string) => clean(text, JSON.stringify(text));
  const base64 = (before: string) => Buffer.from(`${before}${secret} and more`).toString('base64');

  it.each([
    ['plain', secret],
    ['in capitals', secret.toUpperCase()],
    ['in an address', encodeURIComponent(secret)],
    ['in an address, in small letters', encodeURIComponent(secret).toLowerCase()],
    ['in an address, each byte', [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['in an address that was encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['in an address, as some encoders write it', encodeURIComponent(secret).replace('-', '%2D').replace('.', '%2e')],
    ['in an address, as others write it', encodeURI(secret)],
    ['in JSON within the text', JSON.stringify(secret).slice(1, -1).replace('/', '\\/').replace('é', '\\u00e9')],
    ['in JSON, each letter', [...secret].map((it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
    ['in HTML', secret.replace('/', '&#x2F;').replace('+', '&#43;')],
    ['in HTML, each letter', [...secret].map((it) => `&#${it.charCodeAt(0)};`).join('')],
    ['in hexadecimal', Buffer.from(secret).toString('hex')],
    ['in base64', Buffer.from(secret).toString('base64').replace(/=+$/, '')],
    ['in base64 for addresses', Buffer.from(secret).toString('base64url')],
  ])('is taken out of any text: %s', (_, form) => {
    expect(cleanText(`a ${form} b`)).toBe('a [secret] b');
  });

  it.each(['', 'x', 'xy', 'user:'])('is taken out of base64 that holds more than it (%j)', (before) => {
    const left = String(cleanText(base64(before)));
    expect(left).toContain('[secret]');
    expect(left).not.toContain(Buffer.from(secret).toString('base64').slice(0, 6));
  });

  it('is taken out of every place of an answer, and of a long one too', () => {
    const answer = { [secret]: [{ a: { b: `x${secret}` } }], name: 'n', more: 'y'.repeat(100_000) };
    const text = JSON.stringify(answer);
    expect(JSON.stringify(clean(answer, text))).not.toContain('sk-live');
    const escaped = text.replaceAll('sk-live', '\\u0073k-live');
    expect(JSON.stringify(clean(JSON.parse(escaped), escaped))).not.toContain('sk-live');
  });

  it('that is new is looked for from then on', () => {
    let others: readonly string[] = [];
    const filter = createSecretFilter('the-key-of-all', () => others);
    expect(filter.clean('token-of-later', 'token-of-later')).toBe('token-of-later');
    others = ['token-of-later'];
    expect(filter.clean('token-of-later', 'token-of-later')).toBe('[secret]');
  });

  it('that is as short as a word is left alone', () => {
    expect(createSecretFilter('ready', () => []).clean('ready', 'ready')).toBe('ready');
  });

  it('is in no message, however near its end it is cut', async () => {
    for (let pad = 490; pad < 505; pad += 1) {
      const answer = json({ error: 'Forbidden', message: `${'x'.repeat(pad)}${KEY}` }, 403);
      await using asking = await startAsking(() => answer);
      const { message } = await rejection(asking.service.balance.read(asking.call()));
      expect(message).not.toMatch(/sk-?t?h?e?/);
    }
  });
});

describe('The first look for a secret', () => {
  const secret = 'Sk-live/77.a+"b';
  const forms = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
    Buffer.from(`x${secret}`).toString('base64url'),
  ];

  it('finds what the search word by word finds, in short texts and in long ones, escaped or not', () => {
    const piece = fc.oneof(
      fc.constantFrom(...forms, ...forms.map((form) => form.toUpperCase()), ...forms.map((form) => form.slice(1))),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), fc.boolean(), fc.boolean(), (pieces, isLong, isEscaped) => {
        const words = { text: pieces.join(''), [pieces.join(' ')]: [1, pieces] };
        const json = JSON.stringify({ ...words, filling: isLong ? 'x'.repeat(20_000) : '' });
        const text = isEscaped ? json.replaceAll('/', '\\/').replaceAll('k', '\\u006b') : json;
        const { clean } = createSecretFilter(secret, () => NO_OTHERS);
        // Any escape `\u` has each word looked at.
        const thorough = createSecretFilter(secret, () => NO_OTHERS).clean(JSON.parse(text), '\\u');
        expect(clean(JSON.parse(text), text)).toEqual(thorough);
      }),
      { numRuns: runs(5_000) },
    );
  });
});

describe('A secret of which each character is written in a way of its own', () => {
  const secret = 'Sk-live/77.a+b';
  const hex = (character: string, digits = 2) => character.charCodeAt(0).toString(16).padStart(digits, '0');
  const WAYS: readonly ((character: string) => string)[] = [
    (it) => it,
    (it) => `%${hex(it)}`,
    (it) => `%25${hex(it).toUpperCase()}`,
    (it) => `\\u${hex(it, 4)}`,
    (it) => `\\\\x${hex(it)}`,
    (it) => `&#${it.charCodeAt(0)};`,
    (it) => `&#x${hex(it)};`,
  ];

  it('is taken out, and nothing else, in short texts and in long ones', () => {
    const ways = fc.array(fc.constantFrom(...WAYS), { minLength: secret.length, maxLength: secret.length });
    fc.assert(
      fc.property(ways, fc.boolean(), (chosen, isLong) => {
        const written = [...secret].map((character, at) => chosen[at]?.(character) ?? '').join('');
        const value = { text: `a%20${written}&#33; b`, filling: isLong ? 'x'.repeat(20_000) : '' };
        const { clean } = createSecretFilter(secret, () => NO_OTHERS);
        expect(clean(value, JSON.stringify(value))).toEqual({ ...value, text: 'a%20[secret]&#33; b' });
      }),
      { numRuns: runs(2_000) },
    );
  });
});

const NO_OTHERS: readonly string[] = [];
