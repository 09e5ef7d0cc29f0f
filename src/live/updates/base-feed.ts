import type { Clock } from '../../clock.ts';
import type { Feed, FeedListener, RefusedFields, Taken } from '../../contracts/feed.ts';
import type { AnyUpdate } from '../../domain/update.ts';
import { FeedIterator } from './async-iterator.ts';
import { OwedUpdates } from './owed-updates.ts';

const EMPTY = { is: 'empty' } as const;

/**
 * The common part of all feeds. There may be 10,000 of one watch: each is one small object, and its methods are shared.
 */
export abstract class BaseFeed<Event extends AnyUpdate> implements Feed<Event> {
  #listener: FeedListener | null = null;
  /** The last `take` gave nothing: the listener is to be called once there is something. */
  #isIdle = false;
  #sequence = 0;
  /** Fields that cannot be read are retried by this clock; null if no more retries come. */
  #clock: Clock | null;
  #owed: OwedUpdates | null = null;
  #isRetryTaken = false;
  #end: Extract<Taken<never>, { is: 'ended' }> | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  take(): Taken<Event> {
    const taken = this.takeAs(this.#sequence);
    if (taken.is === 'event' && !(taken.event instanceof Error)) this.#sequence += 1;
    return taken;
  }

  /** Takes the next event as the update of this number, for a reader of several feeds. */
  takeAs(sequence: number): Taken<Event> {
    this.#isRetryTaken = false;
    const event = this.#end === null ? this.look(sequence) : null;
    if (event !== null) {
      if (!(event instanceof Error)) this.#owed?.superseded(event);
      return { is: 'event', event };
    }
    const retry = this.#owed?.take(sequence) ?? null;
    if (retry !== null) {
      this.#isRetryTaken = true;
      return { is: 'event', event: retry as Event };
    }
    if (this.#end !== null && (this.#owed?.isEmpty ?? true)) return this.#end;
    this.#isIdle = true;
    return EMPTY;
  }

  unread(): void {
    this.#sequence -= 1;
    if (!this.#isRetryTaken) this.untake();
  }

  owe(event: Event, refused: RefusedFields): boolean {
    if (this.#clock === null) return false;
    this.#owed ??= new OwedUpdates(this.#clock, () => this.wake());
    const isHeld = this.#owed.owe(event, refused);
    if (isHeld) this.#sequence -= 1;
    return isHeld;
  }

  onReady(listener: FeedListener): void {
    this.#listener = listener;
  }

  close(): void {
    this.end(null);
    this.#dropOwed();
  }

  /** The last event taken was not sent. */
  abstract untake(): void;

  /** There may be something to take. */
  wake(): void {
    if (!this.#isIdle) return;
    this.#isIdle = false;
    this.#listener?.wake();
  }

  [Symbol.asyncIterator](): AsyncIterator<Event | Error> {
    return new FeedIterator(this);
  }

  /** The next event, or null; or it ends the feed. */
  protected abstract look(sequence: number): Event | Error | null;
  /** Lets go of what is read from. */
  protected abstract leave(): void;

  protected end(error: Error | null): void {
    if (this.#end !== null) return;
    this.#end = { is: 'ended', error };
    if (error === null) this.#owed?.keepHeld();
    else this.#dropOwed();
    this.leave();
  }

  /** No more comes of one of the subjects. */
  protected ended(subject: string): void {
    this.#owed?.drop(subject);
  }

  #dropOwed(): void {
    this.#clock = null;
    this.#owed?.[Symbol.dispose]();
    this.#owed = null;
  }
}
