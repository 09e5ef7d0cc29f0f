import type { Artifact } from '../domain/artifact/artifact.ts';
import type { Balance, RequestBudget } from '../domain/balance.ts';
import type { Options } from '../domain/catalogue/language.ts';
import type { VoicesByLanguage } from '../domain/catalogue/voice.ts';
import type { DubbingProject, DubbingProjectList } from '../domain/dubbing-project/dubbing-project.ts';
import type { VideoDetails, VideoKey, VideoProgress } from '../domain/video/video.ts';
import type { RequestOptions } from './request-options.ts';
import type { Writes } from './writes.ts';

/**
 * The service as one account sees it: the two REST APIs as typed functions, one member for each word.
 *
 * Every function rejects with a `GatewayError` of `errors.ts`, or with the signal's reason when aborted.
 * `null` means that the service says there is no such thing. The same bytes from the same address give the
 * identical object, so that what was derived from it may be kept by its identity.
 */
export interface Service {
  readonly ledger: Omit<Ledger, 'take' | 'accept' | 'block'>;
  readonly balance: { read(call: RequestOptions): Promise<Balance> };
  readonly options: { read(call: RequestOptions): Promise<Options> };
  readonly voices: { read(call: RequestOptions): Promise<VoicesByLanguage> };
  readonly dubbingProjects: {
    /** GET /api/v1/projects: all of the account's projects, `details` null. */
    list(call: RequestOptions): Promise<DubbingProjectList>;
    /** GET /api/v1/projects/{project_id}, with `details`. */
    read(projectId: string, call: RequestOptions): Promise<DubbingProject | null>;
  };
  readonly artifacts: { read(artifactId: string, call: RequestOptions): Promise<Artifact | null> };
  readonly videos: {
    read(key: VideoKey, call: RequestOptions): Promise<VideoDetails | null>;
    readProgress(key: VideoKey, call: RequestOptions): Promise<VideoProgress | null>;
  };
  readonly writes: Writes;
  /** Lets go of what is kept of its answers, which cost more the next time. */
  forget(): void;
}

/** Counts one key's requests against its quota, in windows that slide (BEHAVIOUR.md, "Watching"). */
export interface Ledger extends Disposable {
  /**
   * Takes a place for one request, waiting up to 2 s for it if need be.
   * @param client who causes the request; where a key serves several clients, each has a share
   * @param lease of polling: see `RequestOptions.lease`
   * @returns its ticket: a later one is larger, whichever instance takes it. In microseconds since the epoch, or a little more.
   * @throws RateLimitedError if there will be none by then.
   */
  take(
    priority: RequestOptions['priority'],
    signal: AbortSignal,
    client?: string,
    lease?: string | undefined,
  ): Promise<number>;
  /** The ticket of something that is no request, larger than all that are known here. */
  stamp(): number;
  /** The service has answered as it does to those whose key it accepts. */
  accept(): void;
  /** Whether `accept` was ever called. */
  readonly isAccepted: boolean;
  /** Whether a place was ever taken. */
  readonly isUsed: boolean;
  /** The service answered 429: nothing is sent for this long, counted from now. */
  block(forMs: number): void;
  /** Resolves once it is known what was sent before, by other instances too. */
  ready(): Promise<void>;
  budget(): RequestBudget;
  /** The requests that polling may still send, and when. */
  outlook(): PollingOutlook;
}

export interface PollingOutlook {
  /** How many requests were sent so far, of either kind. */
  readonly sent: number;
  /** From when a polling request may be sent: now or earlier if at once. Epoch ms. */
  readonly openAt: number;
  /** None if there is no quota. */
  readonly windows: readonly PollingWindow[];
}

export interface PollingWindow {
  readonly spanMs: number;
  /**
   * How many polling requests may be sent by the end of each of as many equal parts of the span, from now on and if
   * nothing else is sent. The last one is polling's whole share.
   */
  readonly room: readonly number[];
}
