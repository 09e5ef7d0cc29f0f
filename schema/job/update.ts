import { type AnyUpdate, FRESHNESSES, UPDATE_KINDS } from '../../src/domain/update.ts';
import { builder } from '../builder.ts';
import { wordEnum } from '../common/word-enum.ts';

const UpdateKindEnum = wordEnum('UpdateKind', 'The reason for an update.', UPDATE_KINDS, {
  SNAPSHOT: 'The first update: the current state.',
  CHANGED: 'Something selected has changed since the previous update.',
  ADDED: 'Only in a list: the objects are new.',
  GONE: 'The object no longer exists. (If it never existed, the stream ends with the error NOT_FOUND instead.)',
  FRESHNESS: 'Only `freshness` has changed.',
  CHECKED:
    'The service was asked and nothing has changed. Only with `heartbeatSeconds`; in `jobsUpdated`, for each job.',
});

const FreshnessEnum = wordEnum('Freshness', 'How up to date the data of an update is.', FRESHNESSES, {
  LIVE: 'The service confirmed this state within the current check interval.',
  STALE: 'The service does not answer, or answers with errors. This is the last known state.',
  THROTTLED: 'The quota of requests is used up. This is the last known state.',
});

/**
 * Marks a field about the update itself, not its subject. The server ignores it when it compares an update with the
 * last one sent: a change of these fields alone sends nothing.
 */
const extensions = { aboutUpdate: true };

/**
 * Marks a field that is a change, not a state. It is worth an update unless it is null or empty, independent of the
 * previous update.
 */
export const describesChange = { describesChange: true };

export const UpdateInterface = builder.interfaceRef<AnyUpdate>('Update').implement({
  description: `Fields of every update. The first update is the current state (SNAPSHOT), so a late or repeated
subscription misses nothing. A later one comes only when something selected has changed, or \`freshness\` has;
with \`heartbeatSeconds\`, also as a sign that the service was asked (CHECKED).
A client that reads slowly gets the latest state instead of a queue of old ones.`,
  resolveType: ({ of }) => `${of}Update`,
  fields: (t) => ({
    kind: t.expose('kind', { type: UpdateKindEnum, extensions, description: 'The reason for this update.' }),
    sequence: t.exposeInt('sequence', {
      extensions,
      description: 'Counts the updates of one subscription: 0, 1, 2, …',
    }),
    skipped: t.exposeInt('skipped', {
      extensions,
      description: 'How many states were skipped since the previous update because the client reads slowly.',
    }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      extensions,
      description: 'When the service last answered successfully.',
    }),
    nextCheckAt: t.expose('nextCheckAt', {
      type: 'DateTime',
      nullable: true,
      extensions,
      description: 'When the gateway plans to ask again. Null after the last update.',
    }),
    freshness: t.expose('freshness', { type: FreshnessEnum, extensions, description: 'How up to date the data is.' }),
    isFinal: t.exposeBoolean('isFinal', {
      extensions,
      description:
        "True for the last update of this object. The stream completes after it; `jobsUpdated` completes after the last job's.",
    }),
  }),
});

/** The resolver of a subscription's field. An error becomes null with that error, and further events may follow. */
export function resolveUpdate<Event extends object>(event: Event | Error): Event {
  if (event instanceof Error) throw event;
  return event;
}
