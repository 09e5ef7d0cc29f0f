import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Warning } from '../../../contracts/context.ts';
import type { Task, TaskQueue } from './task-queue.ts';
import type { UpdateKeys } from './update-keys.ts';
import { type WrittenUpdate, writeUpdate } from './write-update.ts';

/** What an event looks like to those who asked the same. */
export interface ExecutedEvent extends Omit<WrittenUpdate, 'text'> {
  /** As JSON, for every reader; null where it has errors, which each reader is told with an id of its own. */
  readonly text: Buffer | null;
  readonly result: ExecutionResult;
}

/** The execution of one event for one audience. */
export class EventExecution {
  /** Null as long as something is still being read for it. */
  rendered: ExecutedEvent | null = null;
  /** Nobody waited for it any more: it is never rendered. */
  isGivenUp = false;
  readonly #turns: TaskQueue;
  readonly #keys: UpdateKeys;
  readonly #waiting = new Set<Task>();
  readonly #warnings: Warning[] = [];
  #controller: AbortController | undefined;

  constructor(turns: TaskQueue, keys: UpdateKeys) {
    this.#turns = turns;
    this.#keys = keys;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  warn(warning: Warning): void {
    this.#warnings.push(warning);
  }

  /** To be called once. Whatever is thrown is told. */
  begin(run: () => ExecutionResult | Promise<ExecutionResult>): void {
    try {
      const result = run();
      if (result instanceof Promise) result.then((it) => this.#finish(it)).catch((error) => this.#fail(error));
      else this.#finish(result);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The reader has its turn when it is done, unless it is already. */
  await(reader: Task): this {
    if (this.rendered === null) this.#waiting.add(reader);
    return this;
  }

  /** The reader does not wait for it any more. When nobody does, what is read for it is given up. */
  forget(reader: Task): void {
    const waited = this.#waiting.delete(reader);
    if (!waited || this.#waiting.size > 0) return;
    this.isGivenUp = true;
    this.#controller?.abort();
  }

  /** @throws what JSON does of a value that it does not know */
  #finish({ data, errors }: ExecutionResult): void {
    const result: ExecutionResult = {
      ...(errors && { errors }),
      data: data ?? null,
      ...(this.#warnings.length > 0 && { extensions: { warnings: this.#warnings } }),
    };
    const { text, ...rest } = writeUpdate(result, this.#keys);
    this.#settle(errors ? { text: null, result, ...rest } : { text: Buffer.from(text), result: NO_RESULT, ...rest });
  }

  #fail(error: unknown): void {
    const originalError = error instanceof Error ? error : new Error('A value that is not an Error was thrown.');
    const errors = [new GraphQLError(originalError.message, { originalError })];
    this.#settle({ text: null, result: { errors, data: null }, visible: '', tellsChange: false });
  }

  #settle(rendered: ExecutedEvent): void {
    this.rendered = rendered;
    for (const reader of this.#waiting) this.#turns.add(reader);
    this.#waiting.clear();
  }
}

/** Of what is written nothing else is kept. */
const NO_RESULT: ExecutionResult = {};
