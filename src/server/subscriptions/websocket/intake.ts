import type { WebSocket } from 'ws';
import type { Clock } from '../../../clock.ts';
import type { ByteShares, HeldBytes } from '../../fairness/byte-shares.ts';
import { Lane, type TaskQueue } from '../../fairness/task-queue.ts';
import { freePiece } from '../../http/free-piece.ts';
import type { StreamingLimits } from '../streaming-limits.ts';
import type { Closing } from './closings.ts';
import { Inbox, type InboxOwner } from './inbox.ts';
import { MessageMeter } from './message-meter.ts';
import type { RatedReading, ReadRates } from './read-rates.ts';

export interface IntakeParts {
  readonly clock: Clock;
  readonly turns: TaskQueue;
  readonly bytes: ByteShares;
  readonly limits: StreamingLimits;
  readonly rates: ReadRates;
}

/** The socket, as its intake sees it. */
export interface IntakeSocket {
  /** Takes a message, in its turn. Never throws. */
  take(text: string): void;
  /** Whether the client takes what it is answered. */
  isWritable(): boolean;
  /** Closes the socket. */
  close(closing: Closing): void;
  /** The same, without reading any more: what the client is sending would have to be held. */
  refuse(closing: Closing): void;
}

/** Nothing waits there. */
const NOBODY = new Lane('');

/**
 * The messages of one socket. Until it is known who asks, that is a few short messages, taken at once; from then on each
 * waits for its turn, and is held on the account of who asks, also as long as it is not whole.
 */
export class Intake implements InboxOwner, RatedReading {
  readonly #parts: IntakeParts;
  readonly #socket: IntakeSocket;
  readonly #reading: WebSocket;
  /** Null between messages. */
  #meter: MessageMeter | null = null;
  /** The bytes of the current message. */
  #partBytes = 0;
  #earlyMessages = 0;
  /** Null while no message waits. */
  #inbox: Inbox | null = null;
  /** Nobody's until it is known who asks. */
  #lane = NOBODY;
  /** As many answers wait for the client to take them, or as many messages for their turns, as may. */
  #isFullOfAnswers = false;
  #isFullOfMessages = false;
  /** The last that came before it was refused: `ws` reads it, too. */
  #refused: Buffer | null = null;
  #isOver = false;

  constructor(parts: IntakeParts, socket: IntakeSocket, reading: WebSocket) {
    this.#parts = parts;
    this.#socket = socket;
    this.#reading = reading;
  }

  /** To be called with all that comes over the connection, before its messages are read. */
  meter(chunk: Buffer): void {
    if (this.#isOver) return;
    const meter = this.#meter ?? new MessageMeter();
    meter.feed(chunk, this.#parts.clock.now());
    this.#meter = meter.since === null ? null : meter;
    if (!this.#isKnown && meter.announcedBytes > this.#parts.limits.initBytes) this.#refuse('Message too large', chunk);
    else if (!this.#hold(meter.heldBytes)) this.#refuse('Try again later', chunk);
  }

  #refuse(closing: Closing, chunk: Buffer): void {
    this.#socket.refuse(closing);
    this.#refused = chunk;
  }

  /** To be called when nothing reads what has come any more. */
  free(): void {
    freePiece(this.#refused);
    this.#refused = null;
  }

  /** A message has come. */
  receive(text: string): void {
    this.#parts.rates.count(this);
    if (!this.#isKnown) this.#takeEarly(text);
    else {
      if (!this.#socket.isWritable()) this.#setFullOfAnswers(true);
      this.#inbox ??= new Inbox(this, this.#parts.turns);
      if (!this.#inbox.add(text)) this.#socket.refuse('Try again later');
    }
  }

  /** The caller's. */
  get bytes(): HeldBytes {
    return this.#parts.bytes.of(this.#isKnown ? this.#lane.client : null);
  }

  get lane(): Lane {
    return this.#lane;
  }

  /** It is known who asks. */
  admit(client: string): void {
    this.#hold(0);
    this.#lane = new Lane(client);
  }

  get #isKnown(): boolean {
    return this.#lane !== NOBODY;
  }

  emptied(): void {
    this.#inbox = null;
  }

  take(text: string): void {
    this.#socket.take(text);
  }

  isReady(): boolean {
    return !this.#isOver && this.#socket.isWritable();
  }

  setFull(isFull: boolean): void {
    if (isFull === this.#isFullOfMessages) return;
    this.#isFullOfMessages = isFull;
    this.rateChanged();
  }

  /** The client has taken what it was answered. */
  drained(): void {
    if (this.#isOver) return;
    this.#setFullOfAnswers(false);
    this.#inbox?.wake();
  }

  /** A message that has begun does not come to its end. */
  get isTooSlow(): boolean {
    const { clock, limits } = this.#parts;
    const since = this.#meter?.since ?? null;
    return since !== null && clock.now() - since > limits.messageMs;
  }

  /** The socket is closed, or about to be: nothing is held any more. */
  end(): void {
    this.#isOver = true;
    this.#inbox?.clear();
    this.#hold(0);
  }

  #setFullOfAnswers(isFull: boolean): void {
    if (isFull === this.#isFullOfAnswers) return;
    this.#isFullOfAnswers = isFull;
    this.rateChanged();
  }

  /** Reads on, or no further: the sender's machine then keeps the data. */
  rateChanged(): void {
    if (this.#isOver) return;
    if (this.#isFullOfAnswers || this.isPaused) this.#reading.pause();
    else this.#reading.resume();
  }

  /** It is not read for now, whatever its client does. */
  get isPaused(): boolean {
    return this.#isFullOfMessages || this.#parts.rates.isTooFast(this);
  }

  #takeEarly(text: string): void {
    this.#earlyMessages += 1;
    if (this.#earlyMessages > this.#parts.limits.initMessages) this.#socket.close('Bad message');
    else this.#socket.take(text);
  }

  /** So much of a message that is not whole; false where that is more than may be held. */
  #hold(partBytes: number): boolean {
    const more = partBytes - this.#partBytes;
    if (more > 0 && !this.bytes.take(more)) return false;
    if (more < 0) this.bytes.giveBack(-more);
    this.#partBytes = partBytes;
    return true;
  }
}
