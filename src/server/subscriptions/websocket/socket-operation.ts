import type { GraphQLError } from 'graphql';
import type { StreamEnd } from '../../../contracts/measurements.ts';
import type { Documents } from '../../documents/documents.ts';
import { admitOperation, type PreparedOperation, prepareOperation, Refusal } from '../../documents/prepare.ts';
import { type FinalResult, finalizeResult, maskErrors } from '../../execution/finalize-result.ts';
import type { RunOperation } from '../../execution/run-operation.ts';
import { type HeldBytes, Reservation } from '../../fairness/byte-shares.ts';
import type { Lane } from '../../fairness/task-queue.ts';
import { writeResult } from '../../fairness/write-result.ts';
import type { Caller } from '../../request/caller.ts';
import type { OperationRequest } from '../../request/operation-request.ts';
import { type Params, toParams } from '../../request/params.ts';
import type { Subscriber } from '../delivery/subscriber.ts';
import type { Subscription } from '../delivery/subscription.ts';
import type { UpdateSink } from '../delivery/update-sink.ts';
import type { AnswerGate } from './answer-gate.ts';

/** The connection of an operation, as the operation sees it. */
export interface OperationConnection<Viewer extends Caller> {
  isOpen(): boolean;
  /** If not, the operation's `wake` is called once it has. */
  isWritable(): boolean;
  /** @param onTaken called once the connection has taken it, or is gone */
  sendNext(id: string, text: Buffer, onTaken: () => void): void;
  /** The same for an update, whose text other connections may be sent as well. */
  sendUpdate(id: string, text: Buffer): void;
  readonly gate: AnswerGate;
  readonly lane: Lane;
  /** The caller's. */
  readonly bytes: HeldBytes;
  send(message: object): void;
  /** The operation has ended. */
  forget(operation: SocketOperation<Viewer>): void;
}

export interface SocketOperationParts<Viewer> {
  readonly documents: Documents;
  readonly run: RunOperation<Viewer>;
  readonly subscriber: Subscriber<Viewer>;
}

/** Characters. So many messages are shorter that counting each would cost more than it bounds. */
const LARGE_MESSAGE = 4 * 1024;
/** Variables may take much more memory than their text. */
const BYTES_OF_VALUES = 8;

/** One operation of a socket: from its `subscribe` to whatever ends it. */
export class SocketOperation<Viewer extends Caller> implements UpdateSink {
  readonly id: string;
  readonly #connection: OperationConnection<Viewer>;
  readonly #call: OperationRequest<Viewer>;
  /** Of the message that asks for it. */
  readonly #characters: number;
  #subscription: Subscription<Viewer> | null = null;

  /** @param characters of the message that asks for it */
  constructor(id: string, connection: OperationConnection<Viewer>, call: OperationRequest<Viewer>, characters: number) {
    this.id = id;
    this.#characters = characters;
    this.#connection = connection;
    this.#call = call;
  }

  /** A subscription ends with its connection; whatever else runs has an answer that somebody waits for. */
  get isSubscription(): boolean {
    return this.#subscription !== null;
  }

  /** Never rejects. */
  async run(payload: unknown, parts: SocketOperationParts<Viewer>): Promise<void> {
    try {
      await this.#begin(toParams(payload), parts);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Not `async`: an operation that waits is to hold no parsed document. */
  #begin(params: Params, parts: SocketOperationParts<Viewer>): Promise<void> | undefined {
    const prepared = prepareOperation(parts.documents, params, this.#call);
    if (prepared instanceof Refusal) {
      this.#refuse(finalizeResult(this.#call, prepared));
      return undefined;
    }
    // Others than these may be large.
    const kept = { ...params, variables: prepared.variables };
    const isSubscription = prepared.operation.definition.operation === 'subscription';
    return isSubscription ? this.#subscribe(kept, parts) : this.#answer(kept, parts);
  }

  #subscribe(params: Params, parts: SocketOperationParts<Viewer>): Promise<void> {
    const admitted = admitOperation(parts.documents, params, this.#call);
    if (admitted instanceof Promise) return admitted.then((prepared) => this.#open(prepared, parts));
    return this.#open(admitted, parts);
  }

  async #open(prepared: PreparedOperation | Refusal, { subscriber }: SocketOperationParts<Viewer>): Promise<void> {
    const call = this.#call;
    const { work } = call;
    try {
      // Nobody would end it.
      if (call.lifetime.hasLeft) return;
      if (prepared instanceof Refusal) return this.#refuse(finalizeResult(call, prepared));
      this.#subscription = subscriber.prepare(call, prepared, this);
      await this.#subscription.begin(prepared);
    } finally {
      work.end();
    }
  }

  /** In its turn, and only once the client takes answers. */
  async #answer(params: Params, { documents, run }: SocketOperationParts<Viewer>): Promise<void> {
    const call = this.#call;
    using held = new Reservation(this.#connection.bytes);
    if (this.#characters >= LARGE_MESSAGE) held.grow(this.#characters * bytesOfCharacter(params));
    await this.#connection.gate.enter();
    try {
      if (call.lifetime.hasLeft) return;
      await call.work.begin();
      const prepared = await admitOperation(documents, params, call);
      if (prepared instanceof Refusal) return this.#refuse(finalizeResult(call, prepared));
      const result = finalizeResult(call, await run(prepared, call));
      // The operation is over; its answer counts from here on.
      held[Symbol.dispose]();
      if (result.data === undefined) this.#refuse(result);
      else await this.#send(result);
    } finally {
      call.work.end();
      this.#connection.gate.leave();
    }
  }

  async #send(result: FinalResult): Promise<void> {
    const text = await this.#toText(result);
    if (text === null || this.#call.lifetime.hasLeft || !this.isOpen()) return;
    const unread = new Reservation(this.#connection.bytes);
    // The caller learns the outcome of a write in any case.
    if (this.#call.operationType !== 'mutation') unread.grow(text.length);
    this.#connection.sendNext(this.id, text, () => unread[Symbol.dispose]());
    this.complete();
  }

  refuse(error: unknown): void {
    const errors = error instanceof AggregateError ? error.errors : [error];
    this.#refuse(finalizeResult(this.#call, { errors }));
  }

  /** The client has had enough, or has gone. */
  leave(reason: StreamEnd): void {
    if (this.#subscription) this.#subscription.leave(reason);
    else this.#call.lifetime.leave();
  }

  wake(): void {
    this.#subscription?.wake();
  }

  get lane(): Lane {
    return this.#connection.lane;
  }

  isOpen(): boolean {
    return this.#connection.isOpen();
  }

  isWritable(): boolean {
    return this.#connection.isWritable();
  }

  next(text: Buffer): void {
    this.#connection.sendUpdate(this.id, text);
  }

  fail(errors: readonly GraphQLError[]): void {
    this.#connection.send({ id: this.id, type: 'error', payload: errors });
    this.#connection.forget(this);
  }

  complete(): void {
    this.#connection.send({ id: this.id, type: 'complete' });
    this.#connection.forget(this);
  }

  #refuse({ errors = [] }: FinalResult): void {
    if (!this.#call.lifetime.hasLeft && this.isOpen()) this.fail(errors);
  }

  /** Null, and the client is sent why, for what JSON cannot write, which is a fault of ours, or for what is too large. */
  async #toText(result: FinalResult): Promise<Buffer | null> {
    try {
      const text = await writeResult(result, this.#call.work);
      return typeof text === 'string' ? Buffer.from(text) : text;
    } catch (error) {
      this.#refuse({ errors: maskErrors(this.#call, [error]) });
      return null;
    }
  }
}

const bytesOfCharacter = ({ variables = {} }: Params): number =>
  Object.keys(variables).length > 0 ? BYTES_OF_VALUES : 1;
