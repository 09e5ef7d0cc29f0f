import { type AnyUpdate, FRESHNESSES, UPDATE_KINDS } from '../../src/domain/update.ts';
import { builder } from '../builder.ts';
import { wordEnum } from '../common/word-enum.ts';

const UpdateKindEnum = wordEnum('UpdateKind', 'Why an update has come.', UPDATE_KINDS, {
  SNAPSHOT: 'It is the first: the present state.',
  CHANGED: 'Something of it is not as it was before.',
  ADDED: 'Of a list: one that was not there before.',
  GONE: 'It was there and does not exist any more. (What never was there is an error, NOT_FOUND, and ends the stream.)',
  FRESHNESS: 'Nothing changed but `freshness`.',
});

const FreshnessEnum = wordEnum('Freshness', 'How well the gateway can see what it tells of.', FRESHNESSES, {
  LIVE: 'As the service told it within the present checking interval.',
  STALE: 'The service does not answer, or not sensibly: this is the last state known.',
  THROTTLED: 'The quota of requests is used up: this is the last state known.',
});

/**
 * Marks what an update tells of itself, not of its subject: the server leaves it out when it compares what a reader
 * was sent with what it would be sent, since a reader who sees nothing else change is not to be told.
 */
const extensions = { aboutUpdate: true };

/** Marks what is no state but a change: it is worth an update unless it is null or empty, whatever the one before had. */
export const tellsChange = { tellsChange: true };

export const UpdateInterface = builder.interfaceRef<AnyUpdate>('Update').implement({
  description: `The first update of a subscription is the present state (SNAPSHOT), so nothing is missed
by subscribing late, or again after a broken connection. Later ones come only when
something changed: the state itself, or how well the gateway can see it. A client that
reads slowly gets the latest state, not a growing queue of old ones.`,
  resolveType: ({ of }) => `${of}Update`,
  fields: (t) => ({
    kind: t.expose('kind', { type: UpdateKindEnum, extensions, description: 'Why this update has come.' }),
    sequence: t.exposeInt('sequence', { extensions, description: '0, 1, 2, … within one subscription.' }),
    skipped: t.exposeInt('skipped', {
      extensions,
      description: 'How many states were passed over since the update before, because the client read slowly.',
    }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      extensions,
      description: 'When the service was last asked successfully.',
    }),
    nextCheckAt: t.expose('nextCheckAt', {
      type: 'DateTime',
      nullable: true,
      extensions,
      description: 'When the gateway means to ask again; null once nothing more will come.',
    }),
    freshness: t.expose('freshness', {
      type: FreshnessEnum,
      extensions,
      description: 'How well the gateway can see the state that this update tells.',
    }),
    isFinal: t.exposeBoolean('isFinal', {
      extensions,
      description:
        "The last update of this object: the stream completes after it (with several jobs, after the last one's).",
    }),
  }),
});

/** What a subscription's field makes of an event. An error is told as null with that error, and more may follow. */
export function told<Event extends object>(event: Event | Error): Event {
  if (event instanceof Error) throw event;
  return event;
}
