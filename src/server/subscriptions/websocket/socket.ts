import type { Socket } from 'node:net';
import { type Message, MessageType } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { StreamEnd } from '../../../contracts/measurements.ts';
import { ForbiddenError, GatewayError, UnauthenticatedError } from '../../../errors.ts';
import type { HeldBytes } from '../../fairness/byte-shares.ts';
import { OperationWork, type WorkParts } from '../../fairness/operation-work.ts';
import type { Lane, Task } from '../../fairness/task-queue.ts';
import type { Authenticate, Caller } from '../../request/caller.ts';
import { OperationRequest, type OperationRequestParts } from '../../request/operation-request.ts';
import { type ClientQuota, ClientQuotaError } from '../delivery/client-quota.ts';
import type { GoAwayReason } from '../delivery/closing.ts';
import { type TokenLifetime, watchTokenLifetime } from '../delivery/token-lifetime.ts';
import { type BackpressureParts, WriteBackpressure, writeFrame } from '../delivery/write-backpressure.ts';
import { AnswerGate } from './answer-gate.ts';
import { parseClientMessage } from './client-message.ts';
import { type Closing, closeSocket, streamEndOf } from './closings.ts';
import { type NextFrames, nextFrames, PING } from './frames.ts';
import { Intake, type IntakeParts, type IntakeSocket } from './intake.ts';
import { authorizationIn, pongText, traceparentIn } from './messages.ts';
import { OpenOperations } from './open-operations.ts';
import { type OperationConnection, SocketOperation, type SocketOperationParts } from './socket-operation.ts';

export interface SocketParts<Viewer extends Caller>
  extends OperationRequestParts,
    SocketOperationParts<Viewer>,
    IntakeParts,
    WorkParts,
    Pick<BackpressureParts, 'unread'> {
  readonly updateFrames: NextFrames;
  readonly authenticate: Authenticate<Viewer>;
  /** Sockets, by client. */
  readonly places: ClientQuota;
  /** Called once it is known who asks. */
  readonly onKnown: (socket: SocketConnection<Viewer>) => void;
}

/**
 * One WebSocket that speaks graphql-transport-ws, on the server's side.
 * graphql-ws checks the messages; its server is not used: an id that is used again while its first operation is still
 * being set up makes it lose that one for good, and what it holds for each subscription is a third of all that is held.
 */
export class SocketConnection<Viewer extends Caller>
  extends WriteBackpressure<SocketParts<Viewer>>
  implements OperationConnection<Viewer>, IntakeSocket, Task
{
  readonly #socket: WebSocket;
  /** The connection of the socket. A message to many is written to it past `ws`, which would make each frame anew. */
  protected readonly connection: Socket;
  readonly #intake: Intake;
  #gate: AnswerGate | null = null;
  readonly #operations = new OpenOperations<SocketOperation<Viewer>>();
  #traceparent: unknown;
  /** The header of the request that opened the socket. */
  #authorization: string | undefined;
  /** For the first message, until it has come; and for the client's close after it was refused. */
  #deadline: Disposable | undefined;
  /** Who asks; null until that was acknowledged. */
  #viewer: Viewer | null = null;
  #stay: TokenLifetime | null = null;
  #isPongDue = false;
  #isGoingAway = false;
  #isOver = false;

  constructor(parts: SocketParts<Viewer>, socket: WebSocket, connection: Socket, authorization: string | undefined) {
    super(parts);
    this.#socket = socket;
    this.connection = connection;
    this.#authorization = authorization;
    this.#intake = new Intake(parts, this, socket);
    this.#deadline = parts.clock.after(parts.limits.initMs, () => this.close('Connection initialisation timeout'));
  }

  /** Created for the first query or mutation: most sockets carry subscriptions only. */
  get gate(): AnswerGate {
    this.#gate ??= new AnswerGate(this.parts.limits.runningPerSocket, this);
    return this.#gate;
  }

  get lane(): Lane {
    return this.#intake.lane;
  }

  get bytes(): HeldBytes {
    return this.#intake.bytes;
  }

  isOpen(): boolean {
    if (!this.#isOver && this.#stay?.isOver) this.close('Forbidden');
    return !this.#isOver && this.#socket.readyState === WebSocket.OPEN;
  }

  send(message: object): void {
    this.#sendText(JSON.stringify(message));
  }

  /** Null for what cannot be written. */
  #sendText(text: string | null): void {
    if (text === null) this.close('Bad message');
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  sendNext(id: string, text: Buffer, onTaken: () => void): void {
    writeFrame(this.connection, nextFrames(id, text), onTaken);
  }

  sendUpdate(id: string, text: Buffer): void {
    this.writeUpdate(this.parts.updateFrames(id, text));
  }

  forget(operation: SocketOperation<Viewer>): void {
    if (this.#operations.get(operation.id) === operation) this.#operations.delete(operation.id);
    this.#closeIfGoing();
  }

  /** The heartbeat. Bytes that wait to be sent are one, if they get through. */
  run(): void {
    if (!this.isOpen()) return;
    if (this.#intake.isTooSlow) this.refuse('Too slow');
    else if (this.isPending) this.watch();
    // No pong is heard as long as it is not read.
    else if (this.#isPongDue && !this.#intake.isPaused) this.terminate();
    else {
      this.#isPongDue = true;
      this.connection.write(PING);
    }
  }

  /** The gateway is stopping: what runs is still answered, nothing new is begun, and then the socket is closed. */
  goAway(reason: GoAwayReason): void {
    this.#isGoingAway = true;
    for (const operation of this.#operations) {
      if (!operation.isSubscription) continue;
      this.#operations.delete(operation.id);
      operation.leave(reason);
    }
    this.#closeIfGoing();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** To be called with all that comes over the connection, before its messages are read: it is a sign of life. */
  meter(chunk: Buffer): void {
    this.#isPongDue = false;
    this.#intake.meter(chunk);
  }

  /** Null for what is no text. */
  receive(text: string | null): void {
    if (this.#isOver) return;
    if (text === null) this.close('Bad message');
    else this.#intake.receive(text);
  }

  take(text: string): void {
    if (this.#isOver) return;
    try {
      const message = parseClientMessage(text);
      if (message) this.#obey(message, text.length);
      else this.close('Bad message');
    } catch (error) {
      this.#fail(error);
    }
  }

  #obey(message: Message, characters: number): void {
    switch (message.type) {
      case MessageType.ConnectionInit:
        if (this.#deadline === undefined) this.close('Too many initialisation requests');
        else void this.#identify(message.payload);
        break;
      case MessageType.Ping:
        this.#sendText(pongText(message.payload));
        break;
      case MessageType.Pong:
        break;
      case MessageType.Subscribe:
        this.#subscribe(message.id, message.payload, characters);
        break;
      case MessageType.Complete:
        this.#complete(message.id);
        break;
      default:
        this.close('Bad message');
    }
  }

  async #identify(payload: unknown): Promise<void> {
    this.#deadline?.[Symbol.dispose]();
    this.#deadline = undefined;
    this.#traceparent = traceparentIn(payload);
    const authorization = authorizationIn(payload) ?? this.#authorization;
    this.#authorization = undefined;
    try {
      const viewer = await this.parts.authenticate({ authorization });
      if (!this.#isOver) this.#acknowledge(viewer);
    } catch (error) {
      if (error instanceof UnauthenticatedError || error instanceof ForbiddenError) this.close('Forbidden');
      else this.#fail(error);
    }
  }

  #acknowledge(viewer: Viewer): void {
    if (this.parts.places.isFull(viewer.client)) {
      this.close('Too many sockets');
      return;
    }
    this.parts.places.acquire(viewer.client);
    this.#viewer = viewer;
    this.parts.onKnown(this);
    this.#intake.admit(viewer.client);
    this.#stay = watchTokenLifetime(this.parts.clock, viewer, () => this.close('Forbidden'));
    this.send({ type: MessageType.ConnectionAck });
  }

  #subscribe(id: string, payload: unknown, characters: number): void {
    if (this.#viewer === null) this.close('Unauthorized');
    else if (id.length > this.parts.limits.idLength) this.close('Bad message');
    else if (this.#operations.get(id) !== undefined) {
      this.close('Subscriber already exists', `Subscriber for ${id} already exists`);
    } else if (!this.#isGoingAway) this.#run(this.#viewer, id, payload, characters);
  }

  #run(viewer: Viewer, id: string, payload: unknown, characters: number): void {
    const call = new OperationRequest<Viewer>(this.parts);
    call.trace(traceparentIn(payload) ?? this.#traceparent);
    call.identify(viewer, new OperationWork(this.parts, this.lane));
    const operation = new SocketOperation(id, this, call, characters);
    const most = this.parts.limits.operationsPerSocket;
    if (this.#operations.size >= most) operation.refuse(new ClientQuotaError('operations', most));
    else {
      this.#operations.add(operation);
      void operation.run(payload, this.parts);
    }
  }

  #complete(id: string): void {
    const operation = this.#operations.get(id);
    this.#operations.delete(id);
    operation?.leave('left');
    this.#closeIfGoing();
  }

  protected get timed(): Socket {
    return this.connection;
  }

  protected drained(): void {
    // Taking bytes was a sign of life; the client's answers are read only now.
    this.#isPongDue = false;
    this.#intake.drained();
    this.#gate?.wake();
    for (const operation of this.#operations) operation.wake();
  }

  protected stalled(): void {
    this.close('Too slow');
  }

  #closeIfGoing(): void {
    if (this.#isGoingAway && this.#operations.size === 0) this.close('Going away');
  }

  #fail(error: unknown): void {
    this.parts.log.error({ err: error }, 'socket closed after an error');
    this.close(error instanceof GatewayError ? 'Try again later' : 'Internal error');
  }

  close(closing: Closing, reason: string = closing): void {
    if (this.#isOver) return;
    this.end(streamEndOf(closing));
    closeSocket(this.#socket, closing, reason);
  }

  refuse(closing: Closing): void {
    this.close(closing);
    this.#socket.pause();
    // Its last data are held until it is closed, and nobody sees that its client leaves.
    this.#deadline = this.parts.clock.after(this.parts.limits.refusedMs, () => this.terminate());
  }

  /** To be called when the socket is closed. */
  end(reason: StreamEnd = 'left'): void {
    this.#deadline?.[Symbol.dispose]();
    if (this.#socket.readyState === WebSocket.CLOSED) this.#intake.free();
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stay?.[Symbol.dispose]();
    for (const operation of this.#operations) operation.leave(reason);
    this.#operations.clear();
    this.#intake.end();
    if (this.#viewer !== null) this.parts.places.release(this.#viewer.client);
  }
}
