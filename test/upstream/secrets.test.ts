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
    'speaker id 3 referenced in script but not found in target_speakers',
    'The API key is not allowed to do this',
  ])('keep all else: %s', (text) => {
    expect(withoutCredentials(text)).toBe(text);
    expect(withoutSignedAddresses('The Bearer of bad news')).toBe('The Bearer of bad news');
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

const NO_OTHERS: readonly string[] = [];
