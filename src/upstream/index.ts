/**
 * The two REST APIs as typed functions, for one account each: HTTP, paths, snake_case and the fact that there are two
 * addresses end here. The decisions when to read, and what to keep, are made elsewhere (`loaders/`).
 */
import type { Clock } from '../clock.ts';
import { type Measurements, NO_MEASUREMENTS } from '../contracts/measurements.ts';
import { UpstreamUnavailableError } from '../errors.ts';
import { createWrites } from './create-writes.ts';
import { createBalance } from './dubbing/balance.ts';
import { createDubbingProjects } from './dubbing/dubbing-project.ts';
import { createOptions } from './dubbing/options.ts';
import { SPEECH_ACCEPTED } from './dubbing/synthesis-writes.ts';
import { createVoices } from './dubbing/voices.ts';
import { parseBaseAddress } from './http/address.ts';
import { type ApiHealth, type Connections, openConnections } from './http/pool.ts';
import { createLedger, type LedgerOptions } from './quota/ledger.ts';
import { createRateRefusals } from './quota/rate-refusals.ts';
import { createAnswerMemory } from './reading/answer-memory.ts';
import { createReader, type Reader } from './reading/reader.ts';
import { keyRejection } from './refusal/failure.ts';
import { createSecretFilter } from './refusal/secret-filter.ts';
import type { Ledger, Service } from './service.ts';
import { createArtifacts } from './studio/artifact.ts';
import { createVideos } from './studio/video.ts';
import { createWriter, type Writer, type WriterParts } from './writing/writer.ts';

export interface UpstreamOptions {
  /** The address of the dubbing API. It may have a path, which comes before each path of the service. */
  readonly dubbingUrl: string;
  /** `{studio_url}` */
  readonly studioUrl: string;
  /** For one try, from sending to the last byte. */
  readonly timeoutMs: number;
  /** The same for the synthesis of speech; default two minutes. */
  readonly synthesisTimeoutMs?: number;
  /** Counts the requests. Default: nothing is counted. */
  readonly measurements?: Measurements;
  /** Counts the requests of an account against its quota. Default: in memory. */
  readonly openLedger?:
    | ((options: LedgerOptions, account: Pick<UpstreamAccount, 'key' | 'keyIsCallers'>) => Ledger)
    | undefined;
  /** In [0, 1). */
  readonly random?: () => number;
  readonly clock: Clock;
  /**
   * The secrets of the gateway beside an account's own key, which nobody may see in the words of the service: the
   * identical list for as long as it is the same.
   */
  readonly secrets?: () => readonly string[];
}

const NO_SECRETS: readonly string[] = [];

/** An API key, and what goes with it. */
export interface UpstreamAccount {
  readonly key: string;
  /** In `passthrough` the key is the caller's: refused, it is `UNAUTHENTICATED`, else `SERVICE_KEY_REJECTED`. */
  readonly keyIsCallers: boolean;
  /** Requests that the key has; 0 = no quota. */
  readonly quota: { readonly perMinute: number; readonly perDay: number };
  /** Several clients share the key: each may use a share of the quota. Default no. */
  readonly isShared?: boolean;
}

export interface Upstream extends AsyncDisposable {
  /**
   * The service as the holder of this key sees it. Each call makes an account anew, with its own count of the quota
   * and nothing remembered: keep it for as long as the account is known.
   */
  forAccount(account: UpstreamAccount): Service;
  /** Ends what is under way: a read fails, a write that was sent has an outcome that nobody knows. Nothing is sent after. */
  giveUp(): void;
  health(): Readonly<Record<Address['name'], ApiHealth>>;
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { timeoutMs, synthesisTimeoutMs = 120_000, random = Math.random, clock, secrets = () => NO_SECRETS } = options;
  const { measurements = NO_MEASUREMENTS, openLedger = createLedger } = options;
  const dubbing = openAddress('dubbing', options.dubbingUrl, timeoutMs);
  const studio = openAddress('studio', options.studioUrl, timeoutMs);
  const memory = createAnswerMemory();
  const closing = new AbortController();
  let accounts = 0;
  const destroy = async () => {
    if (!closing.signal.aborted) closing.abort(new UpstreamUnavailableError());
    await Promise.all([dubbing.connections.destroy(), studio.connections.destroy()]);
  };

  return {
    forAccount: ({ key, keyIsCallers, quota, isShared = false }) => {
      accounts += 1;
      const scope = `${accounts} `;
      const counting = { quota, isShared, measurements, clock, closing: closing.signal };
      const ledger = openLedger(counting, { key, keyIsCallers });
      const { clean } = createSecretFilter(key, secrets);
      const rateRefusals = createRateRefusals();
      const shared = {
        ...{ ledger, measurements, rateRefusals, keyIsCallers, clean, secrets, memory, timeoutMs, random, clock },
        closing: closing.signal,
      };
      const readerAt = ({ name, connections, prefix }: Address): Reader =>
        isSendableKey(key)
          ? createReader({ ...shared, connections, prefix, headers: headersFor(key), memoryScope: `${scope}${name}` })
          : refusingReader(keyIsCallers);
      const writerAt = ({ connections, prefix }: Address, its: WriterOptions): Writer =>
        isSendableKey(key) ? createWriter({ ...shared, connections, prefix, ...its }) : refusingWriter(keyIsCallers);
      const headers = headersFor(key);
      const writes = createWrites({
        dubbing: writerAt(dubbing, { headers }),
        studio: writerAt(studio, { headers }),
        speech: writerAt(dubbing, { headers: headersFor(key, SPEECH_ACCEPTED), timeoutMs: synthesisTimeoutMs }),
        clock,
      });
      const forget = () => memory.forget(scope);
      return { ledger, writes, forget, ...dubbingApi(readerAt(dubbing)), ...studioApi(readerAt(studio)) };
    },
    health: () => ({ dubbing: dubbing.connections.health, studio: studio.connections.health }),
    giveUp: () => void destroy(),
    [Symbol.asyncDispose]: destroy,
  };
}

interface Address {
  readonly name: 'dubbing' | 'studio';
  readonly connections: Connections;
  readonly prefix: string;
}

type WriterOptions = Pick<WriterParts, 'headers'> & Partial<Pick<WriterParts, 'timeoutMs'>>;

function openAddress(name: Address['name'], url: string, timeoutMs: number): Address {
  const { origin, prefix } = parseBaseAddress(url);
  return { name, connections: openConnections(origin, timeoutMs), prefix };
}

function dubbingApi(reader: Reader) {
  return {
    balance: createBalance(reader),
    options: createOptions(reader),
    voices: createVoices(reader),
    dubbingProjects: createDubbingProjects(reader),
  };
}

function studioApi(reader: Reader) {
  return { artifacts: createArtifacts(reader), videos: createVideos(reader) };
}

function headersFor(key: string, { accept, encoding } = { accept: 'application/json', encoding: 'gzip' }): string[] {
  return [
    ...['authorization', `Bearer ${key}`],
    ...['accept', accept],
    ...['accept-encoding', encoding],
    ...['user-agent', 'dubbing-gateway'],
  ];
}

/** A caller's key may hold anything; what is no bearer token (RFC 6750) never gets into a header. */
function isSendableKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** No key of the service looks like this one, so the service need not be asked. */
function refusingReader(keyIsCallers: boolean): Reader {
  return () => async () => {
    throw keyRejection(keyIsCallers);
  };
}

function refusingWriter(keyIsCallers: boolean): Writer {
  return async () => {
    throw keyRejection(keyIsCallers);
  };
}
