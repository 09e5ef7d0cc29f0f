import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, Redis } from 'ioredis';
import type { RedisSettings } from '../config/redis.ts';
import { RedisAwayError, RedisUnusableError } from './redis-errors.ts';

/** A Lua script that Redis runs as one step. Its name is the label of `dubbing_redis_seconds`. */
export interface RedisScript {
  readonly name: string;
  readonly lua: string;
  /** How many of its arguments are keys. */
  readonly keys: number;
}

export type RedisReply = string | number | null | readonly RedisReply[];

/**
 * Two connections to one Redis: one for commands, one for messages. It ends for good when either of them is lost or a
 * command is not answered in time; a new session takes its place (`redis-link.ts`).
 */
export interface RedisSession {
  /**
   * @throws RedisAwayError if there is no answer, or Redis cannot write; `TimedOut` if the answer is late
   * @throws the error of Redis for a faulty script
   */
  run(script: RedisScript, keys: readonly string[], args: readonly (string | number)[]): Promise<RedisReply>;
  publish(channel: string, message: string): Promise<void>;
  /** Resolves once Redis has acknowledged it. */
  subscribe(channels: readonly string[]): Promise<void>;
  unsubscribe(channel: string): Promise<void>;
  /** Resolves if the connection for messages is alive: half of it may be gone without a word. */
  pingMessages(): Promise<void>;
  /** It is of no use any more: messages that have been sent already still arrive. */
  end(reason: Error): void;
  close(): void;
}

export interface RedisSessionParts {
  readonly settings: RedisSettings;
  readonly onMessage: (channel: string, message: string) => void;
  /** Called once, unless it was closed. */
  readonly onEnd: (reason: Error) => void;
}

/** After the loss of one connection the other is read for so long. */
const LAST_MESSAGES_MS = 100;
const CONNECT_TIMEOUT_MS = 1_000;
/**
 * No command of the opening gives up sooner. Redis may hang for a moment that only some instances notice: these find it
 * again, and do not use their shares beside the others.
 */
const LEAST_OPENING_TIMEOUT_MS = 400;
/** Scripts use the TIME command before they write, and `EXPIRE … GT`. */
const LEAST_VERSION = 7;

/** Errors of a Redis that cannot serve at the moment, by their first word. */
const CANNOT_SERVE =
  /^(?:READONLY|LOADING|MASTERDOWN|MISCONF|OOM|NOREPLICAS|CLUSTERDOWN|BUSY|NOAUTH|NOPERM|TRYAGAIN)\b/;

/** The answer to a command came too late, or will not come. */
export class TimedOutError extends RedisAwayError {}

/**
 * Opens both connections and checks the server.
 * @throws RedisUnusableError for a server that has to be set up differently
 * @throws RedisAwayError if it does not answer
 */
export async function openRedisSession(parts: RedisSessionParts): Promise<RedisSession> {
  const session = new TwoConnections(parts);
  try {
    await session.open();
  } catch (error) {
    session.close();
    throw error;
  }
  return session;
}

class TwoConnections implements RedisSession {
  readonly #commands: Redis;
  readonly #messages: Redis;
  readonly #parts: RedisSessionParts;
  #isOver = false;
  #isDeaf = false;
  /** Why a connection could not be opened: the event comes before the rejection, and says more. */
  #cause: Error | null = null;

  constructor(parts: RedisSessionParts) {
    this.#parts = parts;
    this.#commands = this.#connection();
    this.#messages = this.#connection();
    this.#messages.on('message', (channel: string, message: string) => {
      if (!this.#isDeaf) parts.onMessage(channel, message);
    });
  }

  async open(): Promise<void> {
    try {
      await Promise.all([this.#commands.connect(), this.#messages.connect()]);
      checkServer(await this.#commands.info());
    } catch (error) {
      if (error instanceof RedisUnusableError) throw error;
      throw openingFault(this.#cause ?? error);
    }
    for (const connection of [this.#commands, this.#messages]) {
      connection.on('close', () => this.end(new RedisAwayError('the connection was closed')));
      if (connection.status !== 'ready') throw new RedisAwayError('the connection was closed');
      // ioredis reads it at each command.
      connection.options.commandTimeout = this.#parts.settings.timeoutMs;
    }
  }

  async run(script: RedisScript, keys: readonly string[], args: readonly (string | number)[]): Promise<RedisReply> {
    const name = `gateway:${script.name}`;
    // Sends EVALSHA, and the text only to a server that does not know it yet.
    if (!(name in this.#commands)) this.#commands.defineCommand(name, { lua: script.lua, numberOfKeys: script.keys });
    const commands = this.#commands as unknown as Readonly<Record<string, ScriptCommand>>;
    return this.#answer(() => commands[name]?.call(this.#commands, ...keys, ...args) ?? Promise.resolve(null));
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.#answer(() => this.#commands.publish(channel, message));
  }

  async subscribe(channels: readonly string[]): Promise<void> {
    if (channels.length > 0) await this.#answer(() => this.#messages.subscribe(...channels));
  }

  async unsubscribe(channel: string): Promise<void> {
    await this.#answer(() => this.#messages.unsubscribe(channel));
  }

  async pingMessages(): Promise<void> {
    await this.#answer(() => this.#messages.ping());
  }

  close(): void {
    this.#isOver = true;
    this.#isDeaf = true;
    for (const connection of [this.#commands, this.#messages]) connection.disconnect();
  }

  async #answer<T>(send: () => Promise<T>): Promise<T> {
    if (this.#isOver) throw new RedisAwayError('the connection was closed');
    try {
      return await send();
    } catch (error) {
      throw commandFault(error);
    }
  }

  #connection(): Redis {
    const { settings } = this.#parts;
    const { username, password, database, tls } = settings;
    const connection = new Redis({
      // ioredis makes its connector itself.
      Connector: class extends LastingConnector {
        constructor() {
          super(settings);
        }
      },
      // It waits for the handshake of TLS then.
      ...(tls && { tls: {} }),
      ...(username !== null && { username }),
      ...(password !== null && { password }),
      db: database,
      protocol: 2,
      lazyConnect: true,
      connectTimeout: Math.max(CONNECT_TIMEOUT_MS, settings.timeoutMs),
      commandTimeout: Math.max(LEAST_OPENING_TIMEOUT_MS, settings.timeoutMs),
      // A queue would answer minutes later, and a command that was sent twice would count twice.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      autoResubscribe: false,
      maxRetriesPerRequest: 0,
      retryStrategy: null,
    });
    connection.on('error', (error: Error) => {
      this.#cause ??= error;
    });
    return connection;
  }

  end(reason: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#commands.disconnect();
    // Messages that Redis has sent before its end may still be on their way through this process. A process that was
    // busy finds the timer due before it reads them.
    setTimeout(() => setImmediate(() => this.close()), LAST_MESSAGES_MS).unref();
    this.#parts.onEnd(reason);
  }
}

/**
 * Opens the sockets of ioredis, which listens to the first error of each only: of a second one, as TLS has them, the
 * process would end.
 */
class LastingConnector extends AbstractConnector {
  readonly #settings: RedisSettings;

  constructor(settings: RedisSettings) {
    super(0);
    this.#settings = settings;
  }

  async connect(): Promise<Socket> {
    const { host, port, tls } = this.#settings;
    const socket = tls
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connectTcp({ host, port });
    socket.on('error', () => undefined);
    this.stream = socket;
    return socket;
  }

  /** At once: a server that hangs does not answer a farewell. */
  override disconnect(): void {
    this.stream?.destroy();
  }
}

type ScriptCommand = (...words: readonly (string | number)[]) => Promise<RedisReply>;

function commandFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message === 'Command timed out') return new TimedOutError('no answer', { cause: error });
  const isOfTheServer = error.name === 'ReplyError';
  if (isOfTheServer && !CANNOT_SERVE.test(error.message)) return error;
  return new RedisAwayError(isOfTheServer ? error.message : 'the connection was closed', { cause: error });
}

/** The fault, with its remedy where there is one. */
function openingFault(error: unknown): Error {
  const { message, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: '', code: '' };
  if (/WRONGPASS|NOAUTH|invalid (?:username-password|password)/i.test(message)) {
    return new RedisUnusableError('it refuses the user or the password: correct them in REDIS_URL');
  }
  if (/^NOPERM/.test(message)) {
    return new RedisUnusableError(
      'the user of REDIS_URL may not run a command that is needed: allow it by ACL SETUSER',
    );
  }
  if (CERTIFICATE_FAULT.test(code ?? '') || /certificate|altnames/i.test(message)) {
    return new RedisUnusableError(
      `its certificate is refused (${code}): name the file of its authority in NODE_EXTRA_CA_CERTS, and the host of the certificate in REDIS_URL`,
    );
  }
  if (/EPROTO|ERR_SSL/.test(code ?? '')) {
    return new RedisUnusableError('it does not speak TLS on this port: use redis:// or the TLS port in REDIS_URL');
  }
  return new RedisAwayError(code === undefined || code === '' ? 'it does not answer' : `it does not answer (${code})`, {
    cause: error,
  });
}

const CERTIFICATE_FAULT = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME/;

function checkServer(info: string): void {
  const fields = new Map(
    info
      .split(/\r?\n/)
      .filter((line) => line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const),
  );
  const version = fields.get('redis_version') ?? '0';
  if (Number.parseInt(version, 10) < LEAST_VERSION) {
    throw new RedisUnusableError(`its version is ${version}: install Redis ${LEAST_VERSION}.0 or newer, or Valkey`);
  }
  const policy = fields.get('maxmemory_policy') ?? 'noeviction';
  if (policy !== 'noeviction') {
    throw new RedisUnusableError(
      `it evicts keys (maxmemory-policy ${policy}), so the count of the quota would be lost: set maxmemory-policy noeviction`,
    );
  }
}
