/**
 * The words by which an answer is judged where its status does not suffice. All of them in one file, since the service
 * documents no list of them: a new one is added here.
 */

/** The quota is used up, whatever the status. */
const RATE_LIMIT = /\brate[ -]?limit|\btoo many requests\b|\brequest limit\b|\bthrottl(?:ed|ing)\b/i;

/** How something that has not ended yet is called. */
const UNFINISHED = [
  'in[ -]?progress',
  'in[ -]?flight',
  'under ?way',
  'outstanding',
  'pending',
  'ongoing',
  'executing',
  '(?:being|still|currently) (?:processed|processing|handled|executed|running|going)',
  'already (?:processing|running|being processed)',
  'not yet (?:finished|completed|complete|done)',
  'has not (?:finished|completed)',
].join('|');
/** How the same request is called. The thing that the request is about (a project, a video) is none of these. */
const REQUEST = 'requests?|calls?|operations?|submissions?|idempoten\\w*(?: key)?|same key|this key|original';
/**
 * The things that a request may have to wait for, or why it was refused: behind one of these, "in progress" is not said of the
 * request itself.
 */
const OTHER_SUBJECT = [
  '(?:projects?|videos?|artifacts?|dubbing|translations?|uploads?|jobs?|scripts?|processing)\\s+(?:is|are|was|has|being|still|in)',
  'while|until|because|since|when|cannot|not allowed|rejected|refused|denied|failed',
  'account|verification|payment|approval|review',
].join('|');

const REQUEST_UNFINISHED = new RegExp(
  `\\b(?:${REQUEST})\\b(?:(?!\\b(?:${OTHER_SUBJECT})\\b)[^.;:]){0,120}\\b(?:${UNFINISHED})\\b`,
  'i',
);
/** The other order: "another in-progress request using this key". */
const UNFINISHED_REQUEST = new RegExp(
  `\\b(?:${UNFINISHED}|concurrent|simultaneous|parallel)\\s+(?:\\w+\\s+)?(?:${REQUEST})\\b`,
  'i',
);
const KEY_IN_USE =
  /\bkey\b[^.;:]{0,60}\b(?:in use|locked)\b|\b(?:request|operation|idempoten\w*(?: key)?)\b[^.;:]{0,40}\blocked\b/i;

/** The words are those of a refused rate. */
export function saysRateLimited(words: string): boolean {
  return RATE_LIMIT.test(words);
}

/** The words say that this very request, or one with its key, is still at work. */
export function saysRequestInProgress(words: string): boolean {
  return REQUEST_UNFINISHED.test(words) || UNFINISHED_REQUEST.test(words) || KEY_IN_USE.test(words);
}
