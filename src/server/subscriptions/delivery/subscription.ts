import type { ExecutionResult } from 'graphql';
import type { AlwaysSent, Feed, HasSubject } from '../../../contracts/feed.ts';
import type { PreparedOperation } from '../../documents/prepare.ts';
import { maskErrors } from '../../execution/finalize-result.ts';
import { logSubscription } from '../../execution/log-operation.ts';
import type { OperationRequest } from '../../request/operation-request.ts';
import type { Cohort } from './cohorts.ts';
import type { EventExecution, ExecutedEvent } from './event-execution.ts';
import { LastSent } from './last-sent.ts';
import type { Task, TaskQueue } from './task-queue.ts';
import type { UpdateSink } from './update-sink.ts';

/** What a subscription reads from, once its field has been asked. */
export interface SubscriptionSource<Viewer> {
  readonly feed: Feed<object>;
  readonly audience: Cohort<Viewer>;
}

/** The same for all subscriptions. */
export interface SubscriptionParts<Viewer> {
  readonly turns: TaskQueue;
  /** Asks the field; rejects with why it does not start, which may be an AggregateError. */
  open(call: OperationRequest<Viewer>, prepared: PreparedOperation): Promise<SubscriptionSource<Viewer>>;
  /** Called once, at the end of each. */
  closed(call: OperationRequest<Viewer>, characters: number): void;
}

interface RenderedEvent {
  readonly event: object;
  readonly of: EventExecution;
}

/**
 * One reader's subscription, whatever it is read over: takes from its feed when the connection has room, and sends
 * what its reader can see to be new. Whatever ends it frees everything at once, also while nothing happens.
 */
export class Subscription<Viewer> implements Task {
  readonly #parts: SubscriptionParts<Viewer>;
  readonly #call: OperationRequest<Viewer>;
  readonly #outlet: UpdateSink;
  /** Of what was asked, which is kept as long as this. */
  readonly #characters: number;
  #feed: Feed<object> | null = null;
  #audience: Cohort<Viewer> | null = null;
  /** Of the event that was taken last, as long as it is not known what it looks like. */
  #rendering: RenderedEvent | null = null;
  readonly #shown = new LastSent();
  #updates = 0;
  #isWaiting = false;
  #isOver = false;

  constructor(
    parts: SubscriptionParts<Viewer>,
    call: OperationRequest<Viewer>,
    outlet: UpdateSink,
    characters: number,
  ) {
    this.#parts = parts;
    this.#call = call;
    this.#outlet = outlet;
    this.#characters = characters;
  }

  /** To be called once. */
  async begin(prepared: PreparedOperation): Promise<void> {
    const call = this.#call;
    if (call.logs('debug')) call.log.debug({ operation: call.operationName }, 'subscription');
    try {
      const source = await this.#parts.open(call, prepared);
      call.rest();
      this.#feed = source.feed;
      this.#audience = source.audience;
      if (this.#isOver) {
        this.#letGo();
        return;
      }
      source.feed.onReady(this.wake.bind(this));
      this.wake();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** There may be something to take, or room for it. */
  wake(): void {
    if (this.#isWaiting || this.#isOver) return;
    this.#isWaiting = true;
    this.#parts.turns.add(this);
  }

  run(): void {
    this.#isWaiting = false;
    if (this.#isOver) return;
    try {
      this.#step();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The reader has left, or is not to be told any more. */
  leave(): void {
    if (this.#isOver) return;
    this.#end();
    this.#call.lifetime.leave();
    logSubscription(this.#call, 'left', [], this.#updates);
  }

  /** One event at a time. Until it was told there is something to take, `take` must have found nothing. */
  #step(): void {
    if (!this.#outlet.isOpen()) return;
    if (this.#rendering) this.#deliverRendered(this.#rendering);
    else if (this.#feed && this.#audience && this.#outlet.isWritable()) this.#take(this.#feed, this.#audience);
  }

  #take(feed: Feed<object>, audience: Cohort<Viewer>): void {
    const taken = feed.take();
    if (taken.is === 'event') {
      this.#rendering = { event: taken.event, of: audience.execute(taken.event, this, this.#call) };
      this.#deliverRendered(this.#rendering);
    } else if (taken.is === 'ended') {
      if (taken.error) this.#fail(taken.error);
      else this.#complete();
    }
  }

  /** Unless it is still being read for. */
  #deliverRendered({ event, of: { rendered } }: RenderedEvent): void {
    if (rendered === null) return;
    this.#rendering = null;
    this.#deliver(rendered, event);
  }

  #deliver(rendered: ExecutedEvent, event: object): void {
    const subject = subjectOf(event);
    const isNews = rendered.tellsChange || !this.#shown.isSame(subject, rendered.visible);
    if (!isNews && !isSentAnyway(event)) {
      this.#feed?.unread();
    } else {
      this.#shown.show(subject, rendered.visible);
      this.#updates += 1;
      this.#outlet.next(rendered.text ?? this.#toText(rendered.result));
    }
    this.wake();
  }

  /** With errors, which carry the reader's own request id. */
  #toText(result: ExecutionResult): Buffer {
    const errors = maskErrors(this.#call, result.errors ?? []);
    return Buffer.from(JSON.stringify({ ...result, errors }));
  }

  #complete(): void {
    this.#end();
    this.#outlet.complete();
    logSubscription(this.#call, 'completed', [], this.#updates);
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#end();
    const errors = maskErrors(this.#call, error instanceof AggregateError ? error.errors : [error]);
    this.#outlet.fail(errors);
    logSubscription(this.#call, 'failed', errors, this.#updates);
  }

  #end(): void {
    this.#isOver = true;
    this.#rendering?.of.forget(this);
    this.#rendering = null;
    this.#letGo();
    this.#parts.closed(this.#call, this.#characters);
  }

  #letGo(): void {
    this.#feed?.close();
    this.#audience?.leave();
    this.#feed = null;
    this.#audience = null;
  }
}

/** Which of the things that its feed tells of, if they are several. */
function subjectOf(event: Partial<HasSubject>): string {
  return event.subject ?? '';
}

/** The first update is, and the last; an error is no state, so that nothing can be compared with it. */
function isSentAnyway(event: Partial<AlwaysSent>): boolean {
  return event instanceof Error || event.isSentAnyway === true;
}
