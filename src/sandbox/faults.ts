import { type Answer, ok } from './http/answer.ts';
import { isInsteadOfWork, type Mishap } from './misfortune.ts';
import { PHASES } from './pipeline.ts';

/** The effect of a request on a named object: a creation brings the name, other requests find it. */
export type Occasion = 'create' | 'read' | 'update' | 'delete' | 'retranslate';

/** Written before a word of `MISHAP_WORDS`, with a hyphen: when it happens. */
export const OCCASION_PREFIXES = [
  {
    prefix: '',
    occasion: 'create',
    what: 'at the request that carries the name: a creation, or an update of the name',
  },
  { prefix: 'read-', occasion: 'read', what: 'at each GET of the thing itself (detail, status), not in a list' },
  { prefix: 'update-', occasion: 'update', what: 'at each PATCH of the thing' },
  { prefix: 'delete-', occasion: 'delete', what: 'at each DELETE of the thing' },
  { prefix: 'retranslate-', occasion: 'retranslate', what: 'at each re-translation of the dubbing project' },
] as const;

/** Written before all: it happens only the first time, so that a second try goes well. */
const ONCE_PREFIX = 'once-';

interface MishapWord {
  word: string;
  what: string;
  mishap: Mishap;
}

const html =
  '<!doctype html><html><body><h1>502 Bad Gateway</h1><pre>at Upstream.connect (lb.js:17)</pre></body></html>';
const jsonMishap = (status: number, value: unknown, headers: Record<string, string> = {}): Mishap => ({
  status,
  headers,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

/** Words that spoil a request. In a reference file's name they spoil a synthesis, in a file name an upload's first step. */
export const MISHAP_WORDS: readonly MishapWord[] = [
  {
    word: 'error-500',
    what: 'answers 500 with a stack',
    mishap: jsonMishap(500, { error: 'Internal Server Error', stack: 'at Worker.run (worker.js:42)' }),
  },
  {
    word: 'error-502',
    what: 'answers 502 with a page of a balancer',
    mishap: { status: 502, contentType: 'text/html', body: html },
  },
  {
    word: 'error-503',
    what: 'answers 503: not done, may be tried again',
    mishap: jsonMishap(503, { error: 'Service Unavailable' }),
  },
  {
    word: 'error-504',
    what: 'answers 504: nobody knows whether it was done',
    mishap: jsonMishap(504, { error: 'Gateway Timeout' }),
  },
  {
    word: 'rate-limited',
    what: 'answers 429 with Retry-After: 30',
    mishap: jsonMishap(
      429,
      { error: 'Too Many Requests', message: 'Rate limit exceeded', status: 429 },
      { 'retry-after': '30' },
    ),
  },
  { word: 'reset', what: 'the connection breaks before the work', mishap: { kind: 'reset' } },
  { word: 'lost-answer', what: 'the work is done, then the connection breaks', mishap: { kind: 'reset-after-work' } },
  { word: 'timeout', what: 'never answers', mishap: { kind: 'silence' } },
  { word: 'slow-answer', what: 'answers 5 seconds late', mishap: { kind: 'delay', ms: 5000 } },
  {
    word: 'html',
    what: 'answers 200 with a page instead of JSON',
    mishap: { status: 200, contentType: 'text/html', body: html },
  },
  {
    word: 'empty',
    what: 'answers 200 with an empty body',
    mishap: { status: 200, contentType: 'application/json', body: '' },
  },
  { word: 'stalled', what: 'half of the answer comes, then nothing more', mishap: { kind: 'stall' } },
  { word: 'truncated', what: 'the answer breaks off half-way', mishap: { kind: 'truncate' } },
  {
    word: 'garbled',
    what: 'does the work and answers what is no JSON',
    mishap: { kind: 'body', edit: (body) => `${body.slice(0, -2)},,` },
  },
  {
    word: 'error-200',
    what: 'answers 200 with an error body',
    mishap: jsonMishap(200, { error: 'ValidationError', message: 'Refused by the word error-200' }),
  },
  {
    word: 'refused',
    what: 'answers 400 with a ValidationError',
    mishap: jsonMishap(400, { error: 'ValidationError', message: 'Refused by the word refused' }),
  },
  {
    word: 'unauthorized',
    what: 'answers 401, as for a revoked key',
    mishap: jsonMishap(401, { error: 'Unauthorized', message: 'Missing or invalid authorization token', status: 401 }),
  },
  {
    word: 'bad-token',
    what: 'answers 400, the other shape of a refused key',
    mishap: jsonMishap(400, { error: 'Missing or invalid authorization token' }),
  },
  {
    word: 'forbidden',
    what: 'answers 403, as for a project of somebody else',
    mishap: jsonMishap(403, { error: 'Access denied to this project' }),
  },
  {
    word: 'not-enabled',
    what: 'answers 403: the account lacks the feature',
    mishap: jsonMishap(403, { error: 'Contact with sales manager for enable API' }),
  },
  {
    word: 'no-credit',
    what: 'answers 402: not enough minutes',
    mishap: jsonMishap(402, { error: 'InsufficientBalanceError', message: 'Not enough minutes on the balance' }),
  },
];

export type WorkWord =
  | 'fail'
  | 'slow'
  | 'stuck'
  | 'queued'
  | 'manual'
  | 'flaky'
  | 'malformed'
  | 'unknown-words'
  | 'fail-upload'
  | 'fail-retranslation'
  | 'fail-some-lines'
  | 'fail-one-language'
  | `fail-${(typeof PHASES)[number]}`
  | `stuck-${(typeof PHASES)[number]}`;

interface WorkWordEntry {
  word: WorkWord;
  on: readonly ('dubbing project' | 'artifact' | 'video')[];
  what: string;
}

/** Words that spoil the work on what was created. */
export const WORK_WORDS: readonly WorkWordEntry[] = [
  { word: 'fail', on: ['dubbing project', 'artifact', 'video'], what: 'the work ends in an error' },
  { word: 'slow', on: ['dubbing project', 'artifact', 'video'], what: 'the work takes ten times as long' },
  { word: 'stuck', on: ['dubbing project', 'artifact', 'video'], what: 'the work never ends; its estimate passes' },
  {
    word: 'malformed',
    on: ['dubbing project', 'artifact', 'video'],
    what: 'its record lacks a field and has one of a wrong type',
  },
  {
    word: 'unknown-words',
    on: ['dubbing project', 'artifact', 'video'],
    what: 'its record has words that no document lists',
  },
  { word: 'fail-retranslation', on: ['dubbing project'], what: 'each re-translation ends in an error' },
  { word: 'fail-upload', on: ['artifact'], what: 'ends as upload_failed with an errorMessage' },
  { word: 'queued', on: ['video'], what: 'the first step stays queued: system without an eta' },
  { word: 'manual', on: ['video'], what: "transcription, translation and voiceover are an editor's work" },
  { word: 'flaky', on: ['video'], what: 'the last step fails once, then a retry starts by itself' },
  { word: 'fail-some-lines', on: ['video'], what: 'the rendering fails for some lines (isError)' },
  { word: 'fail-one-language', on: ['video'], what: 'only the first target language fails, in its last step' },
  ...PHASES.map((phase): WorkWordEntry => ({ word: `fail-${phase}`, on: ['video'], what: `the ${phase} fails` })),
  ...PHASES.map((phase): WorkWordEntry => ({ word: `stuck-${phase}`, on: ['video'], what: `the ${phase} never ends` })),
];

const longestFirst = (words: readonly string[]): string => [...words].sort((a, b) => b.length - a.length).join('|');
// A word stands by itself or between hyphens, dots, spaces: "preset" holds no "reset".
const MISHAP_IN_NAME = new RegExp(
  `(?<![a-z0-9])(${ONCE_PREFIX})?(${longestFirst(OCCASION_PREFIXES.map((p) => p.prefix).filter((p) => p !== ''))})?` +
    `(${longestFirst(MISHAP_WORDS.map((w) => w.word))})(?![a-z0-9])`,
  'g',
);
const WORK_IN_NAME = new RegExp(`(?<![a-z0-9])(${longestFirst(WORK_WORDS.map((w) => w.word))})(?![a-z0-9])`, 'g');

/** The words in a name that spoil the work on the thing. */
export function workWordsIn(name: string): ReadonlySet<WorkWord> {
  const found = new Set([...name.toLowerCase().matchAll(WORK_IN_NAME)].map((match) => match[1]));
  return new Set(WORK_WORDS.map((entry) => entry.word).filter((word) => found.has(word)));
}

/** The mishap that a name asks for on an occasion. */
export function mishapIn(name: string, occasion: Occasion): { word: string; once: boolean; mishap: Mishap } | null {
  for (const [text, once, prefix = '', word] of name.toLowerCase().matchAll(MISHAP_IN_NAME)) {
    if (OCCASION_PREFIXES.find((p) => p.prefix === prefix)?.occasion !== occasion) continue;
    const found = MISHAP_WORDS.find((entry) => entry.word === word);
    if (found !== undefined) return { word: text, once: once !== undefined, mishap: found.mishap };
  }
  return null;
}

/** Does work on a named thing, unless the name asks for a misfortune instead. `used` remembers the `once-` words. */
export function underItsName(used: Set<string>, occasion: Occasion, name: string, work: () => Answer): Answer {
  const asked = (): Mishap | null => {
    const found = mishapIn(name, occasion);
    if (found === null || (found.once && used.has(`${occasion} ${name}`))) return null;
    return found.mishap;
  };
  const taken = (): Mishap | null => {
    const mishap = asked();
    if (mishap !== null) used.add(`${occasion} ${name}`);
    return mishap;
  };
  const before = asked();
  if (before !== null && isInsteadOfWork(before)) {
    used.add(`${occasion} ${name}`);
    return { ...ok(null), instead: before };
  }
  const answer = work();
  return before === null ? answer : { ...answer, onItsWay: taken };
}
