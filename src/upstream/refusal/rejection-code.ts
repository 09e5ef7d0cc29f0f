import type { RejectionCode } from '../../errors.ts';
import type { ServiceRefusal } from './failure.ts';

const BETWEEN = String.raw`(?:[\w']+ ){0,4}`;
const FUNDS = '(?:balance|credits?|funds?|minutes?)';
const REST = '(?:balance|credits?|funds?|minutes? (?:left|remaining|available)|(?:remaining|available) minutes?)';
const LACK = String.raw`(?:\b(?:insufficient|not (?:have )?(?:enough|sufficient)|too few|out of|lacks?|no(?: more)?)|n['’]t have (?:enough|sufficient))`;
const SHORT =
  '(?:insufficient|too low|not (?:enough|sufficient)|exceeded|exhausted|depleted|empty|used up|not (?:suffice|cover))';

/** "Not enough minutes on the balance", "Your balance is too low", "The cost exceeds the remaining minutes", "Top up". */
const INSUFFICIENT_BALANCE = new RegExp(
  `${LACK} ${BETWEEN}${FUNDS}\\b|\\b${REST} ${BETWEEN}${SHORT}\\b|\\bexceeds? ${BETWEEN}${REST}\\b|\\btop up\\b`,
);
const IDEMPOTENCY_KEY = /\bidempoten/;
/** "used before with another request", "does not match the first body", "reused": not that the key itself is malformed. */
const USED_DIFFERENTLY =
  /\b(?:already|before|reused?|re use|different|another|other|mismatch|conflict|same|first|original|not match|n't match|duplicate)/;

/** Which of the contract's codes a refusal deserves, by the service's words. */
export function rejectionCode({
  message,
  status,
  kind,
}: Pick<ServiceRefusal, 'kind' | 'message' | 'status'>): RejectionCode {
  const words = plain(message);
  if (IDEMPOTENCY_KEY.test(words) && USED_DIFFERENTLY.test(words)) return 'IDEMPOTENCY_CONFLICT';
  if (INSUFFICIENT_BALANCE.test(words) || (status === 402 && kind === 'rejected')) return 'INSUFFICIENT_BALANCE';
  return 'REJECTED';
}

/** `InsufficientBalanceError`, `insufficient_balance` and "Insufficient balance" are the same words. */
function plain(message: string | null): string {
  return (message ?? '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[\s_-]+/g, ' ')
    .toLowerCase();
}
