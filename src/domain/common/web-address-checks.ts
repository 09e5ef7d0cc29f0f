import { isBlank } from './text-checks.ts';
import { type InputPath, issueAt, type ValidationIssue } from './validation-issue.ts';

/**
 * The scheme and the host must be written out. A URL parser corrects many faults (`http:host`, leading spaces, line
 * breaks), but the service gets the text unchanged.
 */
const WEB_ADDRESS = /^https?:\/\/[^/?#\s\p{Cc}][^\p{Cc}]*$/iu;

/**
 * Checks an address that the service fetches. The service judges whether it leads to a private network: the gateway
 * never fetches it, and cannot know what a name resolves to at the service.
 */
export function webAddressIssues(path: InputPath, url: string): ValidationIssue[] {
  if (WEB_ADDRESS.test(url) && URL.canParse(url)) return [];
  return [issueAt(path, isBlank(url) ? 'REQUIRED' : 'MALFORMED', 'Must be an http or https address with a host.')];
}
