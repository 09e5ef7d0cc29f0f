import type { Clock } from '../../clock.ts';
import type { AnyUpdate } from '../../domain/update.ts';
import { GatewayError, JobError } from '../../errors.ts';
import { BaseFeed } from './base-feed.ts';
import { isKeyRefusal } from './failures.ts';

/** Many feeds as one, whose updates are counted together. It ends once each of them has. */
export class MergedFeed<Event extends AnyUpdate> extends BaseFeed<Event> {
  /** Errors of what cannot be watched; each is sent once, before all else. */
  readonly #errors: Error[];
  /** With the ids of their jobs. */
  readonly #open: Map<BaseFeed<Event>, string>;
  /** Those that may have an event, in the order in which they are asked. */
  readonly #ready: Set<BaseFeed<Event>>;
  #last: BaseFeed<Event> | null = null;

  constructor(feeds: ReadonlyMap<BaseFeed<Event>, string>, errors: readonly Error[], clock: Clock) {
    super(clock);
    this.#errors = [...errors];
    this.#open = new Map(feeds);
    this.#ready = new Set(feeds.keys());
    for (const feed of feeds.keys()) {
      feed.onReady({
        wake: () => {
          this.#ready.add(feed);
          this.wake();
        },
      });
    }
  }

  protected look(sequence: number): Event | Error | null {
    const error = this.#errors.shift();
    if (error !== undefined) return error;
    for (const feed of this.#ready) {
      const event = this.#lookAt(feed, sequence);
      if (event !== null) return event;
    }
    if (this.#open.size === 0) this.end(null);
    return null;
  }

  untake(): void {
    this.#last?.untake();
  }

  protected leave(): void {
    for (const feed of this.#open.keys()) feed.close();
    this.#open.clear();
    this.#ready.clear();
  }

  /** Null if it has no event, or has ended well. */
  #lookAt(feed: BaseFeed<Event>, sequence: number): Event | Error | null {
    const taken = feed.takeAs(sequence);
    const id = this.#open.get(feed) ?? '';
    this.#ready.delete(feed);
    if (taken.is === 'empty') return null;
    if (taken.is === 'event') {
      // It may have more, but the others come first.
      this.#ready.add(feed);
      this.#last = feed;
      return taken.event instanceof Error ? ofJob(id, taken.event) : taken.event;
    }
    this.#open.delete(feed);
    if (taken.error === null) return null;
    this.ended(id);
    if (!isKeyRefusal(taken.error)) return ofJob(id, taken.error);
    this.end(taken.error);
    return null;
  }
}

/** The error names its job. */
function ofJob(id: string, error: Error): Error {
  return error instanceof GatewayError ? new JobError(id, error) : error;
}
