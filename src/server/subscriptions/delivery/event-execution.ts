import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Warning } from '../../../contracts/context.ts';
import type { RunningSpan } from '../../../contracts/tracing.ts';
import type { SpanContext } from '../../../domain/common/span-context.ts';
import { toError } from '../../../errors.ts';
import type { ValidOperation } from '../../documents/documents.ts';
import type { OperationWork } from '../../fairness/operation-work.ts';
import { withinWork } from '../../fairness/within-work.ts';
import type { SettledEvents } from './settled-events.ts';
import type { UpdateKeys } from './update-keys.ts';
import { type WrittenUpdate, writeUpdate } from './write-update.ts';

/** An event as those see it who asked the same. */
export interface ExecutedEvent extends Omit<WrittenUpdate, 'text'> {
  /** As JSON, for every reader; null where it has errors, which each reader gets with a request id of its own. */
  readonly text: Buffer | null;
  readonly result: ExecutionResult;
}

type EventResult = ExecutionResult | Promise<ExecutionResult>;

/** A reader that waits for an execution. An object rather than a function, since there are thousands of readers. */
export interface SettlementListener {
  executionSettled(): void;
}

type State =
  | { readonly is: 'pending'; readonly listeners: Set<SettlementListener> }
  | { readonly is: 'settled'; readonly event: ExecutedEvent }
  | { readonly is: 'abandoned' };

interface EventExecutionParts {
  readonly keys: UpdateKeys;
  readonly work: OperationWork;
  readonly span: RunningSpan;
  readonly settled: SettledEvents;
}

const ABANDONED: State = { is: 'abandoned' };

/** The execution of one event for one cohort: pending, then settled with what its readers see, or abandoned by all of them. */
export class EventExecution {
  /** Its computation. */
  readonly work: OperationWork;
  #state: State = { is: 'pending', listeners: new Set() };
  readonly #keys: UpdateKeys;
  readonly #warnings: Warning[] = [];
  readonly #span: RunningSpan;
  readonly #settled: SettledEvents;
  #controller: AbortController | undefined;

  constructor({ keys, work, span, settled }: EventExecutionParts) {
    this.#keys = keys;
    this.work = work;
    this.#span = span;
    this.#settled = settled;
  }

  /** Null unless it is settled. */
  get executed(): ExecutedEvent | null {
    return this.#state.is === 'settled' ? this.#state.event : null;
  }

  /** It never settles, or its result is forgotten: a reader of the event needs another execution. */
  get isAbandoned(): boolean {
    return this.#state.is === 'abandoned';
  }

  /** Aborted when it is abandoned. Created when first read. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  /** The span that its reads belong to; null where nothing is traced. */
  get spanContext(): SpanContext | null {
    return this.#span.context;
  }

  warn(warning: Warning): void {
    this.#warnings.push(warning);
  }

  /**
   * To be called once. Anything thrown becomes an error of the result.
   * @param find what is executed: asked for again where there was no room for it
   */
  begin(find: () => ValidOperation, run: (operation: ValidOperation) => EventResult): void {
    try {
      const result = withinWork(this.work, this.#run(find, run));
      if (result instanceof Promise) result.then((it) => this.#finish(it)).catch((error) => this.#fail(error));
      else this.#finish(result);
    } catch (error) {
      this.#fail(error);
    }
  }

  #run(find: () => ValidOperation, run: (operation: ValidOperation) => EventResult): EventResult {
    const operation = find();
    return this.work.enter(operation) ? run(operation) : this.work.pause(0).then(() => this.#run(find, run));
  }

  /** The listener is called once, when a pending execution settles. */
  onSettled(listener: SettlementListener): void {
    if (this.#state.is === 'pending') this.#state.listeners.add(listener);
  }

  /** The listener has left. When the last one leaves a pending execution, what is read for it is aborted. */
  leave(listener: SettlementListener): void {
    if (this.#state.is !== 'pending') return;
    const { listeners } = this.#state;
    if (!listeners.delete(listener) || listeners.size > 0) return;
    this.#state = ABANDONED;
    this.work.end();
    this.#span.end('ok');
    this.#controller?.abort();
  }

  /** @throws what JSON throws of a value that it cannot write */
  #finish({ data, errors }: ExecutionResult): void {
    const result: ExecutionResult = {
      ...(errors && { errors }),
      data: data ?? null,
      ...(this.#warnings.length > 0 && { extensions: { warnings: this.#warnings } }),
    };
    const { text, ...rest } = writeUpdate(result, this.#keys);
    this.work.chargeBytes(text.length);
    const bytes = errors ? text.length * BYTES_OF_VALUES + errors.length * BYTES_OF_ERROR : text.length;
    this.#settle(
      errors ? { text: null, result, ...rest } : { text: Buffer.from(text), result: NO_RESULT, ...rest },
      bytes,
    );
  }

  #fail(thrown: unknown): void {
    const originalError = toError(thrown);
    const errors = [new GraphQLError(originalError.message, { originalError })];
    this.#settle({ text: null, result: { errors, data: null }, visible: '', describesChange: false }, 0);
  }

  /** @param bytes that it takes */
  #settle(event: ExecutedEvent, bytes: number): void {
    this.work.end();
    if (this.#state.is !== 'pending') return;
    this.#span.end(event.text === null ? 'failed' : 'ok');
    const { listeners } = this.#state;
    this.#state = { is: 'settled', event };
    this.#settled.keep(this, bytes);
    for (const listener of listeners) listener.executionSettled();
  }

  forget(): void {
    if (this.#state.is === 'settled') this.#state = ABANDONED;
  }
}

/** A result with errors is kept as values, which take several times as much as their text. */
const BYTES_OF_VALUES = 8;
/** With its cause, and their stacks. */
const BYTES_OF_ERROR = 4096;

/** Once a result is written, nothing else of it is kept. */
const NO_RESULT: ExecutionResult = {};
