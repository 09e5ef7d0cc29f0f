import type { ExecutionResult, GraphQLError } from 'graphql';
import type { StreamEnd } from '../../../contracts/measurements.ts';
import type { Documents } from '../../documents/documents.ts';
import { prepareOperation, Refusal } from '../../documents/prepare.ts';
import { finalizeResult, maskErrors } from '../../execution/finalize-result.ts';
import type { RunOperation } from '../../execution/run-operation.ts';
import type { Caller } from '../../request/caller.ts';
import type { OperationRequest } from '../../request/operation-request.ts';
import { toParams } from '../../request/params.ts';
import type { Subscriber } from '../delivery/subscriber.ts';
import type { Subscription } from '../delivery/subscription.ts';
import type { UpdateSink } from '../delivery/update-sink.ts';

/** The connection of an operation, as the operation sees it. */
export interface OperationConnection<Viewer extends Caller> {
  isOpen(): boolean;
  /** If not, the operation's `wake` is called once it has. */
  isWritable(): boolean;
  sendNext(id: string, text: Buffer): void;
  send(message: object): void;
  /** The operation has ended. */
  forget(operation: SocketOperation<Viewer>): void;
}

export interface SocketOperationParts<Viewer> {
  readonly documents: Documents;
  readonly run: RunOperation<Viewer>;
  readonly subscriber: Subscriber<Viewer>;
}

/** One operation of a socket: from its `subscribe` to whatever ends it. */
export class SocketOperation<Viewer extends Caller> implements UpdateSink {
  readonly id: string;
  readonly #connection: OperationConnection<Viewer>;
  readonly #call: OperationRequest<Viewer>;
  #subscription: Subscription<Viewer> | null = null;

  constructor(id: string, connection: OperationConnection<Viewer>, call: OperationRequest<Viewer>) {
    this.id = id;
    this.#connection = connection;
    this.#call = call;
  }

  /** A subscription ends with its connection; whatever else runs has an answer that somebody waits for. */
  get isSubscription(): boolean {
    return this.#subscription !== null;
  }

  /** Never rejects. */
  async run(payload: unknown, { documents, subscriber, run }: SocketOperationParts<Viewer>): Promise<void> {
    try {
      const prepared = prepareOperation(documents, toParams(payload), this.#call);
      if (prepared instanceof Refusal) {
        this.#answer(finalizeResult(this.#call, prepared));
      } else if (prepared.operation.definition.operation === 'subscription') {
        this.#subscription = subscriber.prepare(this.#call, prepared, this);
        await this.#subscription.begin(prepared);
      } else {
        this.#answer(finalizeResult(this.#call, await run(prepared, this.#call)));
      }
    } catch (error) {
      this.refuse(error);
    }
  }

  refuse(error: unknown): void {
    const errors = error instanceof AggregateError ? error.errors : [error];
    this.#answer(finalizeResult(this.#call, { errors }));
  }

  /** The client has had enough, or has gone. */
  leave(reason: StreamEnd): void {
    if (this.#subscription) this.#subscription.leave(reason);
    else this.#call.lifetime.leave();
  }

  wake(): void {
    this.#subscription?.wake();
  }

  isOpen(): boolean {
    return this.#connection.isOpen();
  }

  isWritable(): boolean {
    return this.#connection.isWritable();
  }

  next(text: Buffer): void {
    this.#connection.sendNext(this.id, text);
  }

  fail(errors: readonly GraphQLError[]): void {
    this.#connection.send({ id: this.id, type: 'error', payload: errors });
    this.#connection.forget(this);
  }

  complete(): void {
    this.#connection.send({ id: this.id, type: 'complete' });
    this.#connection.forget(this);
  }

  #answer(result: ExecutionResult): void {
    if (this.#call.lifetime.hasLeft || !this.isOpen()) return;
    if (result.data === undefined) {
      this.fail(result.errors ?? []);
      return;
    }
    const text = this.#toText(result);
    if (text === null) return;
    this.next(text);
    this.complete();
  }

  /** Null for what JSON cannot tell, which is a fault of ours. */
  #toText(result: ExecutionResult): Buffer | null {
    try {
      return Buffer.from(JSON.stringify(result));
    } catch (error) {
      this.fail(maskErrors(this.#call, [error]));
      return null;
    }
  }
}
