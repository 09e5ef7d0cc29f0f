import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import { type Connection, fractionDone, type ShownJob, shownFreshness, type TerminalState } from './state.ts';

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

const MARKS: Readonly<Record<string, string>> = { RUNNING: '>', WAITING: '=', DONE: '+', FAILED: 'x', GONE: '-' };
const UNKNOWN_MARK = '?';
const NAME_SHARE = 0.35;
const LEAST_NAME = 12;
const LEAST_BAR = 8;
const TIME_WIDTH = 16;
const FRESHNESS_WIDTH = 9;
/** Mark, and the blanks between the columns. */
const FRAME = 6;

/** The lines of the screen: none is wider or more than the screen has room for. @param at epoch ms */
export function render(state: TerminalState, { columns, rows }: ScreenSize, at: number): readonly string[] {
  const header = headerOf(state, at);
  const errors = state.errors.map((message) => `! ${message}`);
  const room = Math.max(1, rows - 1 - header.length - errors.length);
  const jobs = [...state.jobs.values()].toSorted(byUrgency);
  const shown = jobs.length <= room ? jobs : jobs.slice(0, room - 1);
  const lines = shown.map((job) => jobLine(job, state.connection, columns, at));
  const rest = jobs.length > shown.length ? [`  … and ${jobs.length - shown.length} more`] : [];
  return [...header, ...lines, ...rest, ...errors].slice(0, rows).map((line) => truncated(line, columns));
}

function headerOf(state: TerminalState, at: number): readonly string[] {
  const { connection, connectionSince, budget, jobs } = state;
  const reason = connection.is === 'refused' ? `: ${connection.reason}` : '';
  const running = [...jobs.values()].filter((job) => job.state === 'RUNNING').length;
  return [
    `connection ${connection.is}${reason} (${duration(at - connectionSince)})`,
    [`${running} of ${jobs.size} running`, ...budgetParts(budget)].join(' | '),
  ];
}

function budgetParts(budget: TerminalState['budget']): readonly string[] {
  if (budget === null) return [];
  const { remainingThisMinute: minute, remainingToday: day } = budget;
  if (minute === null && day === null) return ['no quota'];
  return [`requests left: ${minute ?? 'any'} this minute, ${day ?? 'any'} today`];
}

const RANKS = ['FAILED', 'RUNNING', 'WAITING', 'DONE'];

/** Failures and running jobs come first; among the running, the one that ends soonest. */
function byUrgency(a: ShownJob, b: ShownJob): number {
  const rank = ({ state }: ShownJob) => (RANKS.includes(state ?? '') ? RANKS.indexOf(state ?? '') : RANKS.length);
  const end = ({ estimatedAt }: ShownJob) => estimatedAt ?? Number.MAX_SAFE_INTEGER;
  return rank(a) - rank(b) || end(a) - end(b) || a.id.localeCompare(b.id);
}

function jobLine(job: ShownJob, connection: Connection, columns: number, at: number): string {
  const nameWidth = Math.max(LEAST_NAME, Math.floor(columns * NAME_SHARE));
  const barWidth = Math.max(LEAST_BAR, columns - nameWidth - TIME_WIDTH - FRESHNESS_WIDTH - FRAME);
  const mark = job.isGone ? MARKS['GONE'] : (MARKS[job.state ?? ''] ?? UNKNOWN_MARK);
  const cells = [
    mark ?? UNKNOWN_MARK,
    pad(job.name ?? job.id, nameWidth),
    middleOf(job, barWidth, at),
    pad(timeOf(job, at), TIME_WIDTH),
    pad(shownFreshness(job, connection), FRESHNESS_WIDTH),
  ];
  return cells.join(' ');
}

/** A bar where there is an estimate, else the detail, else the state. */
function middleOf(job: ShownJob, width: number, at: number): string {
  const fraction = fractionDone(job, at);
  if (fraction === null || job.state === 'DONE') return pad(job.detail ?? wordOf(job), width);
  const inner = width - 2;
  const filled = Math.floor(fraction * inner);
  return `[${'#'.repeat(filled)}${'.'.repeat(inner - filled)}]`;
}

const wordOf = ({ state, isGone }: ShownJob): string => (isGone ? 'gone' : (state ?? 'unknown').toLowerCase());

function timeOf(job: ShownJob, at: number): string {
  if (job.state !== 'RUNNING' || job.estimatedAt === null) return '';
  const left = job.estimatedAt - at;
  return left >= 0 ? `${duration(left)} left` : `${duration(-left)} over`;
}

/** `5 s`, `3 min`, `2 h 5 min`. */
function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A name may hold control characters, which would move the cursor. */
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function pad(text: string, width: number): string {
  const cut = truncated(text.replace(CONTROL, ' '), width);
  return cut + ' '.repeat(Math.max(0, width - stringWidth(cut)));
}

function truncated(text: string, width: number): string {
  return stringWidth(text) <= width ? text : cliTruncate(text, width);
}
