import type { SharedWrite } from '../../contracts/answer-sharing.ts';
import type { Want } from '../../contracts/watch-sharing.ts';
import type { DemandRecord, Plan } from '../../live/schedule/polling.ts';
import type { AccountNames } from '../account-names.ts';
import type { RedisLink } from '../redis-link.ts';
import { decodeValue, encodeValue } from '../value-codec.ts';
import { CLAIM, FORGET, PUBLISH, RELEASE, RENEW, SNAPSHOT, WANT, WROTE } from './scripts.ts';
import {
  LEASE_MS,
  type Publication,
  type ReceivedPublication,
  type Sendable,
  STATES_KEPT_MS,
  WANT_COUNTS_MS,
  type WantChange,
  type WatchMessage,
  type WatchSnapshot,
  type WatchStore,
  WRITES_KEPT_MS,
} from './watch-store.ts';

export interface RedisWatchStoreParts {
  readonly link: Pick<RedisLink, 'run' | 'publish' | 'subscribe'>;
  readonly names: AccountNames;
  readonly instance: string;
}

/** The watches of one account in Redis: a script for each step, so that no step is seen by halves. */
export class RedisWatchStore implements WatchStore {
  readonly #link: RedisWatchStoreParts['link'];
  readonly #names: AccountNames;
  readonly #instance: string;
  readonly #channel: string;

  constructor({ link, names, instance }: RedisWatchStoreParts) {
    this.#link = link;
    this.#names = names;
    this.#instance = instance;
    this.#channel = names.channel('watch');
  }

  async claim(): Promise<string | null> {
    return (await this.#link.run(CLAIM, this.#keys('pilot'), [this.#instance, LEASE_MS])) as string | null;
  }

  async renew(lease: string, demand: DemandRecord, deadInstances: readonly string[]): Promise<boolean> {
    const args = [lease, LEASE_MS, JSON.stringify(demand), ...deadInstances];
    return (await this.#link.run(RENEW, this.#keys('pilot', 'plan', 'want'), args)) === 1;
  }

  async release(lease: string): Promise<void> {
    await this.#link.run(RELEASE, this.#keys('pilot'), [lease, this.#channel, this.#message({ is: 'vacant' })]);
  }

  async want(all: readonly Want[] | null, change: WantChange): Promise<void> {
    const message = this.#message({ is: 'wants', ...change });
    const wants = all === null ? '' : JSON.stringify(all);
    await this.#link.run(WANT, this.#keys('want'), [this.#channel, message, this.#instance, WANT_COUNTS_MS, wants]);
  }

  async publish(publications: readonly Publication[]): Promise<void> {
    const entries = publications.flatMap((one) => [
      one.address,
      one.answer === null ? '' : String(one.answer.asked),
      one.isKept ? '1' : '0',
      headOf(one),
      one.answer?.state ?? '',
      one.plan === null ? '' : JSON.stringify(one.plan),
    ]);
    await this.#link.run(PUBLISH, this.#keys('state'), [this.#channel, this.#instance, STATES_KEPT_MS, ...entries]);
  }

  async wrote(write: SharedWrite): Promise<void> {
    const message = this.#message({ is: 'wrote', write });
    await this.#link.run(WROTE, this.#keys('news'), [this.#channel, message, WRITES_KEPT_MS]);
  }

  async send(message: Sendable): Promise<void> {
    if (message.is === 'asking') {
      await this.#link.publish(this.#channel, this.#message(message));
      return;
    }
    const entries = message.publications.map(
      (one) => `{"head":${headOf(one)},"state":${one.answer?.state ?? 'null'},"plan":${JSON.stringify(one.plan)}}`,
    );
    const text = `{"is":"publications","from":${JSON.stringify(this.#instance)},"entries":[${entries.join(',')}]}`;
    await this.#link.publish(this.#channel, text);
  }

  async forget(addresses: readonly string[]): Promise<void> {
    await this.#link.run(FORGET, this.#keys('state'), addresses);
  }

  async snapshot(): Promise<WatchSnapshot> {
    const keys = this.#keys('news', 'want', 'state', 'plan');
    const [now, news, wants, states, demand] = (await this.#link.run(SNAPSHOT, keys, [
      WRITES_KEPT_MS,
    ])) as SnapshotReply;
    return {
      wants: wantsIn(fieldsOf(wants), { now: Number(now), except: this.#instance }),
      states: statesIn(fieldsOf(states)),
      writes: writesIn(news),
      demand: demand === null ? null : (JSON.parse(demand) as DemandRecord),
    };
  }

  listen(onMessage: (message: WatchMessage) => void): Promise<Disposable> {
    return this.#link.subscribe(this.#channel, (text) => {
      const message = decodeMessage(text);
      if (message.from !== this.#instance) onMessage(message);
    });
  }

  #keys(...names: readonly string[]): readonly string[] {
    return names.map((name) => this.#names.key(name));
  }

  #message(message: object): string {
    return encodeValue({ ...message, from: this.#instance });
  }
}

type SnapshotReply = readonly [
  now: string,
  news: readonly string[],
  wants: readonly string[],
  states: readonly string[],
  demand: string | null,
];

/** The publication of an address, without its state and its plan. */
type Head = Omit<ReceivedPublication, 'plan' | 'answer'> & {
  readonly answer: Omit<NonNullable<ReceivedPublication['answer']>, 'state'> | null;
};

interface Entry {
  readonly head: Head;
  readonly state: NonNullable<ReceivedPublication['answer']>['state'];
  readonly plan: Plan | null;
}

function headOf({ address, answer, failure }: Publication): string {
  const { state: _apart, ...place } = answer ?? {};
  return JSON.stringify({ address, answer: answer && place, failure });
}

/** Two instances may have published the address at once: then the kept state may belong to another answer. */
function receivedOf({ head: { address, answer, failure }, state, plan }: Entry): ReceivedPublication {
  const own = state?.asked === answer?.valueAsked ? state : null;
  return { address, answer: answer && { ...answer, state: own }, failure, plan };
}

function decodeMessage(text: string): WatchMessage {
  const message = decodeValue(text) as WatchMessage & { readonly entries: readonly Entry[] };
  return message.is === 'publications' ? { ...message, entries: message.entries.map(receivedOf) } : message;
}

function writesIn(messages: readonly string[]): readonly SharedWrite[] {
  return messages.map((text) => (decodeValue(text) as { readonly write: SharedWrite }).write);
}

function fieldsOf(reply: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (let index = 0; index + 1 < reply.length; index += 2) fields.set(reply[index] ?? '', reply[index + 1] ?? '');
  return fields;
}

function wantsIn(
  fields: ReadonlyMap<string, string>,
  { now, except }: { readonly now: number; readonly except: string },
): ReadonlyMap<string, readonly Want[]> {
  const wants = new Map<string, readonly Want[]>();
  for (const [field, over] of fields) {
    const instance = field.slice(1);
    if (!field.startsWith('u') || Number(over) <= now || instance === except) continue;
    wants.set(instance, JSON.parse(fields.get(`w${instance}`) ?? '[]') as readonly Want[]);
  }
  return wants;
}

function statesIn(fields: ReadonlyMap<string, string>): readonly ReceivedPublication[] {
  return [...fields.keys()]
    .filter((field) => field.startsWith('h'))
    .map((field) => {
      const address = field.slice(1);
      const [head, state, plan] = ['h', 's', 'p'].map((kind) => decodeValue(fields.get(kind + address) ?? 'null'));
      return receivedOf({ head, state, plan } as Entry);
    });
}
