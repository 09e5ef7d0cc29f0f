import type { ExecutionResult } from 'graphql';
import type { AlwaysSent, Feed, FeedListener, HasSubject, Retried } from '../../../contracts/feed.ts';
import type { StreamEnd } from '../../../contracts/measurements.ts';
import type { PreparedOperation } from '../../documents/prepare.ts';
import { endSubscription } from '../../execution/end-operation.ts';
import { maskErrors } from '../../execution/finalize-result.ts';
import type { Lane, Task, TaskQueue } from '../../fairness/task-queue.ts';
import type { OperationRequest } from '../../request/operation-request.ts';
import type { Cohort } from './cohorts.ts';
import type { EventExecution, ExecutedEvent, SettlementListener } from './event-execution.ts';
import { refusedFields } from './refused-fields.ts';
import type { UpdateSink } from './update-sink.ts';

/** The source of a subscription's events, once its field has been asked. */
export interface SubscriptionSource<Viewer> {
  readonly feed: Feed<object>;
  readonly cohort: Cohort<Viewer>;
}

/** The same for all subscriptions. */
export interface SubscriptionParts<Viewer> {
  readonly turns: TaskQueue;
  /** Asks the field; rejects with why it does not start, which may be an AggregateError. */
  open(request: OperationRequest<Viewer>, prepared: PreparedOperation): Promise<SubscriptionSource<Viewer>>;
  /** Called once, at the end of each. */
  closed(request: OperationRequest<Viewer>, held: Held): void;
}

/** Counted against the client's quotas until a subscription is closed. */
export interface Held {
  /** The size of its document and variables. */
  readonly characters: number;
  readonly watchedIds: readonly string[];
}

/** The event that was taken last, while something is still being read for it. */
interface PendingEvent {
  readonly event: object;
  readonly execution: EventExecution;
}

interface Streaming<Viewer> extends SubscriptionSource<Viewer> {
  readonly is: 'streaming';
  pending: PendingEvent | null;
}

/** From `opening` to `streaming` when its field has answered; from either to `closed`, once and for all. */
type State<Viewer> = { readonly is: 'opening' } | Streaming<Viewer> | { readonly is: 'closed' };

/** Mostly an update, and a look that finds no other one: a turn of its own for the look would cost as much as the update. */
const STEPS_OF_TURN = 2;

// Shared by all: there are thousands of subscriptions.
const OPENING = { is: 'opening' } as const;
const CLOSED = { is: 'closed' } as const;

/**
 * One reader's subscription, for every transport. It takes from its feed when the connection has room, and sends what
 * is new to its reader. Closing it frees everything at once, also while nothing happens.
 */
export class Subscription<Viewer> implements Task, SettlementListener, FeedListener, Held {
  readonly #parts: SubscriptionParts<Viewer>;
  readonly #request: OperationRequest<Viewer>;
  readonly #sink: UpdateSink;
  readonly characters: number;
  readonly watchedIds: readonly string[];
  /** The state that the reader was sent last: of the first subject, and of the others where there are several. */
  #subject: string | null = null;
  #lastSent = '';
  #lastSentOf: Map<string, string> | null = null;
  #state: State<Viewer> = OPENING;
  #updates = 0;
  #isQueued = false;

  constructor(parts: SubscriptionParts<Viewer>, request: OperationRequest<Viewer>, sink: UpdateSink, held: Held) {
    this.#parts = parts;
    this.#request = request;
    this.#sink = sink;
    this.characters = held.characters;
    this.watchedIds = held.watchedIds;
    request.measurements.streamOpened(request.streamTransport);
  }

  /** To be called once. */
  async begin(prepared: PreparedOperation): Promise<void> {
    const request = this.#request;
    if (request.logs('debug')) request.log.debug({ operation: request.operationName }, 'subscription');
    try {
      const source = await this.#parts.open(request, prepared);
      request.rest();
      request.endSpan('ok');
      if (this.#state.is === 'closed') {
        release(source);
        return;
      }
      this.#state = { is: 'streaming', feed: source.feed, cohort: source.cohort, pending: null };
      source.feed.onReady(this);
      this.wake();
    } catch (error) {
      this.#fail(error);
    }
  }

  get lane(): Lane {
    return this.#sink.lane;
  }

  /** There may be something to take, or room for it. */
  wake(): void {
    if (this.#isQueued || this.#state.is === 'closed') return;
    this.#isQueued = true;
    this.#parts.turns.add(this);
  }

  executionSettled(): void {
    this.wake();
  }

  run(): void {
    this.#isQueued = false;
    try {
      for (let step = 0; step < STEPS_OF_TURN; step += 1) {
        if (this.#state.is !== 'streaming' || !this.#step(this.#state)) return;
      }
      this.wake();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The reader has left, or nothing more is to be sent to it. */
  leave(reason: StreamEnd): void {
    if (!this.#close(reason)) return;
    this.#request.lifetime.leave();
    endSubscription(this.#request, 'left', [], this.#updates);
  }

  /** One event at a time. False: there is nothing more to do until `wake` is called. */
  #step(streaming: Streaming<Viewer>): boolean {
    if (!this.#sink.isOpen()) return false;
    if (streaming.pending) return this.#deliverPending(streaming, streaming.pending);
    return this.#sink.isWritable() && this.#take(streaming);
  }

  /** `onReady` is called again only after `take` has found nothing. */
  #take(streaming: Streaming<Viewer>): boolean {
    const taken = streaming.feed.take();
    if (taken.is === 'event') return this.#execute(streaming, taken.event);
    if (taken.is === 'ended') {
      if (taken.error) this.#fail(taken.error);
      else this.#complete();
    }
    return false;
  }

  #execute(streaming: Streaming<Viewer>, event: object): boolean {
    const execution = streaming.cohort.execute(event, this.#request, this.lane);
    streaming.pending = { event, execution };
    if (execution.executed) return this.#deliverPending(streaming, streaming.pending);
    execution.onSettled(this);
    return false;
  }

  #deliverPending(streaming: Streaming<Viewer>, { event, execution }: PendingEvent): boolean {
    if (execution.isAbandoned) return this.#execute(streaming, event);
    if (execution.executed === null) return false;
    streaming.pending = null;
    this.#deliver(streaming.feed, event, execution.executed);
    return true;
  }

  #deliver(feed: Feed<object>, event: object, executed: ExecutedEvent): void {
    const refused = refusedFields(executed.result);
    const isHeld = refused !== null && (feed.owe?.(event, refused) ?? false);
    if (!isHeld) this.#send(feed, event, executed, refused?.errors ?? 0);
  }

  #send(feed: Feed<object>, event: object, executed: ExecutedEvent, errors: number): void {
    const subject = subjectOf(event);
    const isBetter = errors < retriedErrors(event);
    const isNews = isBetter && (executed.describesChange || executed.visible !== this.#lastSentAbout(subject));
    if (!isNews && !alwaysSend(event)) {
      feed.unread();
    } else {
      this.#noteSent(subject, executed.visible);
      this.#updates += 1;
      this.#request.measurements.updateSent(this.#request.streamTransport, skippedBefore(event));
      this.#sink.next(executed.text ?? this.#toText(executed.result));
    }
  }

  #lastSentAbout(subject: string): string | undefined {
    return subject === this.#subject ? this.#lastSent : this.#lastSentOf?.get(subject);
  }

  #noteSent(subject: string, visible: string): void {
    this.#subject ??= subject;
    if (subject === this.#subject) {
      this.#lastSent = visible;
      return;
    }
    this.#lastSentOf ??= new Map();
    this.#lastSentOf.set(subject, visible);
  }

  /** A result with errors, which carry the reader's own request id. */
  #toText(result: ExecutionResult): Buffer {
    const errors = maskErrors(this.#request, result.errors ?? []);
    return Buffer.from(JSON.stringify({ ...result, errors }));
  }

  #complete(): void {
    if (!this.#close('done')) return;
    this.#sink.complete();
    endSubscription(this.#request, 'completed', [], this.#updates);
  }

  #fail(thrown: unknown): void {
    if (!this.#close('done')) return;
    const errors = maskErrors(this.#request, thrown instanceof AggregateError ? thrown.errors : [thrown]);
    this.#sink.fail(errors);
    endSubscription(this.#request, 'failed', errors, this.#updates);
  }

  /** False if it was closed before. */
  #close(reason: StreamEnd): boolean {
    const state = this.#state;
    if (state.is === 'closed') return false;
    this.#state = CLOSED;
    if (state.is === 'streaming') {
      state.pending?.execution.leave(this);
      release(state);
    }
    this.#parts.closed(this.#request, this);
    this.#request.measurements.streamClosed(this.#request.streamTransport, reason);
    return true;
  }
}

function release({ feed, cohort }: SubscriptionSource<unknown>): void {
  feed.close();
  cohort.leave();
}

/** States that were replaced before this one was taken. */
function skippedBefore(event: { readonly skipped?: number }): number {
  return event.skipped ?? 0;
}

/** How many fields of it could not be read the last time. */
function retriedErrors({ retry }: Retried): number {
  return retry?.errors ?? Number.POSITIVE_INFINITY;
}

/** The subject of an event; empty where its feed has one only. */
function subjectOf(event: Partial<HasSubject>): string {
  return event.subject ?? '';
}

/** The first update is, and the last; an error is no state, so that nothing can be compared with it. */
function alwaysSend(event: Partial<AlwaysSent>): boolean {
  return event instanceof Error || event.alwaysSend === true;
}
