import type { ExecutionResult, GraphQLError } from 'graphql';
import { admit } from '../admit.ts';
import type { Call } from '../call.ts';
import type { Caller } from '../caller.ts';
import type { Documents } from '../documents.ts';
import { finish, maskErrors } from '../finish.ts';
import { toParams } from '../params.ts';
import type { RunOperation } from '../run-operation.ts';
import type { Outlet } from './outlet.ts';
import type { Subscriber } from './subscriber.ts';
import type { Subscription } from './subscription.ts';

/** The connection of an operation, as the operation sees it. */
export interface OperationConnection<Viewer extends Caller> {
  isOpen(): boolean;
  /** If not, the operation's `wake` is called once it has. */
  hasRoom(): boolean;
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
export class SocketOperation<Viewer extends Caller> implements Outlet {
  readonly id: string;
  readonly #connection: OperationConnection<Viewer>;
  readonly #call: Call<Viewer>;
  #subscription: Subscription<Viewer> | null = null;

  constructor(id: string, connection: OperationConnection<Viewer>, call: Call<Viewer>) {
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
      const params = toParams(payload);
      const operation = admit(documents, params);
      if (operation.definition.operation !== 'subscription') {
        this.#answer(finish(this.#call, await run(operation, params.variables, this.#call)));
        return;
      }
      const asked = { operation, variables: params.variables ?? {} };
      this.#subscription = subscriber.prepare(this.#call, asked, this);
      await this.#subscription.begin(asked);
    } catch (error) {
      this.refuse(error);
    }
  }

  refuse(error: unknown): void {
    const errors = error instanceof AggregateError ? error.errors : [error];
    this.#answer(finish(this.#call, { errors }));
  }

  /** The client has had enough, or has gone. */
  leave(): void {
    if (this.#subscription) this.#subscription.leave();
    else this.#call.leave();
  }

  wake(): void {
    this.#subscription?.wake();
  }

  isOpen(): boolean {
    return this.#connection.isOpen();
  }

  hasRoom(): boolean {
    return this.#connection.hasRoom();
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
    if (this.#call.left || !this.isOpen()) return;
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
