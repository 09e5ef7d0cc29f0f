import { isBlank } from './text-checks.ts';
import { type InputPath, issueAt, type ValidationIssue } from './validation-issue.ts';

/**
 * Written out with its host, since a URL parser mends much of what is not (`http:host`, blanks in front, line breaks
 * anywhere), while the service gets the address to the letter.
 */
const WEB_ADDRESS = /^https?:\/\/[^/?#\s\p{Cc}][^\p{Cc}]*$/iu;

/**
 * For an address that the service fetches. Whether it leads to a private network is the service's to judge: the gateway
 * never fetches it, and could not tell what a name resolves to where the service runs.
 */
export function webAddressIssues(path: InputPath, url: string): ValidationIssue[] {
  if (WEB_ADDRESS.test(url) && URL.canParse(url)) return [];
  return [issueAt(path, isBlank(url) ? 'REQUIRED' : 'MALFORMED', 'Must be an http or https address with a host.')];
}
