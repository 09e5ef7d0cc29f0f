/**
 * Credentials that are known by their looks, whoever holds them. The words of the service may repeat a request, its headers
 * or an address of its storage (BEHAVIOUR.md, "Failures").
 */
export const CENSORED = '[secret]';

/** Words that follow the name of a scheme in a sentence about it. */
const OF_A_SENTENCE =
  'tokens?|auth\\w*|credentials?|headers?|schemes?|keys?|is|was|are|has|must|may|or|and|with|for|in|of|to|not|missing|required|invalid|expired|plans?';
const SCHEME = new RegExp(`\\b(?:bearer|digest|negotiate)\\s+(?!(?:${OF_A_SENTENCE})\\b)[^\\s"'<>,;]+`, 'gi');
/** Base64 follows, which no word of a sentence is: of mixed case, or with digits or an equals sign. */
const BASIC = /\b(?:basic|Basic|BASIC)\s+(?=[^\s]*(?:[a-z][A-Z]|\d|=))[\w+/=-]{4,}/g;
/** `api_key=…`, `authorization: …`: named as what they are. */
const NAMED =
  /\b(authorization|x-api-key|api[-_ ]?key|access[-_ ]?token|refresh[-_ ]?token|auth[-_ ]?token|client[-_ ]?secret|password)(["']?\s*[=:]\s*["']?)(?:(?:bearer|basic|digest)\s+)?(?!\[secret\])[^\s"'<>,;&]+/gi;
/** A JSON Web Token, and a token of this gateway (`auth/create-token.ts`). */
const TOKENS = /\beyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*|\bdgw_[\w-]{8,}/g;
/** An address with a signature, or with a user and a password. */
const ADDRESS = /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'<>]+/gi;
/** Parameters that make whoever has them somebody else. */
const SIGNING =
  'signature|sig|token|secret|credential|policy|expires|hmac|x-amz-|x-goog-|accesskeyid|accessid|key|auth(?!or)|jwt|passw|pwd|session';
const SIGNED = new RegExp(SIGNING, 'i');
/** A parameter of such an address without its beginning, or in another encoding: `X-Amz-Signature%3D…`. */
const AND = String.raw`%(?:25)*26|\\{1,8}u0026`;
const PARAMETER = new RegExp(
  String.raw`((?:\b(?:x-amz-|x-goog-)[\w-]*|\b\w*signature|\bawsaccesskeyid|\bgoogleaccessid|\bkey-pair-id|(?:[?&;#]|%(?:25)*3F|${AND})[\w.-]{0,40}(?:${SIGNING})[\w.-]{0,40})(?:=|%(?:25)*3D|\\{1,8}u003d))(?!\[secret\])(?:(?!${AND})[^\s"'<>,;&])+`,
  'gi',
);

/** Words for a caller or a log line, without any credentials. */
export function withoutCredentials(words: string): string {
  return withoutSignedAddresses(words)
    .replace(TOKENS, CENSORED)
    .replace(NAMED, (_all, name: string, sign: string) => `${name}${sign}${CENSORED}`)
    .replace(SCHEME, (found) => `${found.split(/\s/, 1)[0]} ${CENSORED}`)
    .replace(BASIC, (found) => `${found.split(/\s/, 1)[0]} ${CENSORED}`);
}

/** A text that is not about requests, such as a name, keeps all but signed addresses. */
export function withoutSignedAddresses(text: string): string {
  const plain = text.includes('://')
    ? text.replace(ADDRESS, (address) => (isSigned(address) ? CENSORED : address))
    : text;
  return mayHaveParameters(plain) ? plain.replace(PARAMETER, `$1${CENSORED}`) : plain;
}

/** It has a user and a password, or a parameter with a signature. */
function isSigned(address: string): boolean {
  const authority = /^[^:]+:\/\/([^/?#]*)/.exec(address)?.[1] ?? '';
  const userEnd = authority.lastIndexOf('@');
  if (userEnd > 0 && authority.lastIndexOf(':', userEnd) >= 0) return true;
  const [, ...parameters] = address.split(/[?&;#]/);
  return parameters.some((parameter) => parameter.includes('=') && SIGNED.test(parameter.split('=', 1)[0] ?? ''));
}

/** A longer text is a document. */
const MAX_CHARACTERS_WITH_PARAMETERS = 64 * 1024;

/** Each parameter has an equals sign, however that is written. */
function mayHaveParameters(text: string): boolean {
  if (text.length > MAX_CHARACTERS_WITH_PARAMETERS) return false;
  return text.includes('=') || text.includes('%') || text.includes('\\');
}
