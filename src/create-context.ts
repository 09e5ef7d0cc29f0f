import { randomUUID } from 'node:crypto';
import type { AccountRegistry } from './account-registry.ts';
import { cacheScopeOf, profileOf, type Scopes, type Viewer } from './auth/viewer.ts';
import type { GraphContext, RepeatableReads, Warning } from './contracts/context.ts';
import type { EventLog } from './contracts/event-log.ts';
import type { Tracing } from './contracts/tracing.ts';
import type { Work } from './contracts/work.ts';
import type { AnyUpdate } from './domain/update.ts';
import type { ViewerProfile } from './domain/viewer-profile.ts';
import type { Live } from './live/live.ts';
import { createLoaders } from './loaders/create-loaders.ts';
import { createEventLoaders } from './loaders/event-loaders.ts';
import type { Loaders, OperationLoaders } from './loaders/loaders.ts';
import { isUnchanged, type ReadSet, type TrackedLoaders, trackReads } from './loaders/read-set.ts';
import type { ContextRequest } from './server/request/operation-request.ts';
import { createServices } from './services/create-services.ts';
import type { ServiceParts, ServiceReads } from './services/service-parts.ts';
import type { Services } from './services/services.ts';
import type { RequestOptions } from './upstream/request-options.ts';

export interface ContextParts extends Pick<ServiceParts, 'audioStore' | 'audioUrl'> {
  readonly accounts: AccountRegistry;
  readonly tracing: Tracing;
}

/** Creates the context of an operation or of one of its events: reading, writing and watching for the caller. */
export function contextMaker(parts: ContextParts): (call: ContextRequest<Viewer>) => GraphContext {
  return (call) => {
    const { event } = call;
    return event === null ? new ContextOfOperation(parts, call) : new ContextOfEvent(parts, call, event);
  };
}

/** The part of a context that is the request's own. */
abstract class ContextOfCall {
  protected readonly call: ContextRequest<Viewer>;

  constructor(call: ContextRequest<Viewer>) {
    this.call = call;
  }

  get scopes(): Scopes {
    return this.call.viewer.scopes;
  }

  get log(): EventLog {
    return this.call.log;
  }

  get work(): Work {
    return this.call.work;
  }

  get signal(): AbortSignal {
    return this.call.signal;
  }

  readonly warn = (warning: Warning): void => this.call.warn(warning);
}

/**
 * A class, as each object with getters that is made for every operation should be: for a literal with getters V8 makes a hidden
 * class each time, which keeps the whole request in memory until the whole heap is collected.
 */
class ContextOfOperation extends ContextOfCall implements GraphContext, RepeatableReads {
  readonly live: Live;
  readonly scope: string;
  readonly #parts: ContextParts;
  readonly #account: ReturnType<AccountRegistry['of']>;
  readonly #own: OperationLoaders;
  #tracked: TrackedLoaders | null = null;
  #options: RequestOptions | null = null;
  #services: Services | null = null;
  /** The uses of writes and the viewer, which are not a part of the read set. */
  #otherUses = 0;

  constructor(parts: ContextParts, call: ContextRequest<Viewer>) {
    super(call);
    this.#parts = parts;
    this.#account = parts.accounts.of(call.viewer.account);
    this.#own = createLoaders({
      reads: this.#account.reads,
      call: () => this.#requestOptions(),
      fresh: call.noCache,
      onMemoryHit: call.showsCost ? () => call.onMemoryHit() : null,
      onKey: () => call.work.awaitAnswer(),
    });
    this.live = this.#account.live;
    this.scope = cacheScopeOf(call.viewer);
  }

  get loaders(): Loaders {
    return this.#tracking.loaders;
  }

  /** Created when first needed: where an earlier answer serves again, nothing is read but what was read for it. */
  get #tracking(): TrackedLoaders {
    this.#tracked ??= trackReads(this.#own);
    return this.#tracked;
  }

  get reads(): RepeatableReads {
    return this;
  }

  get uses(): number {
    return this.#tracking.uses() + this.#otherUses;
  }

  record(): ReadSet | null {
    return this.#otherUses === 0 ? this.#tracking.record() : null;
  }

  forgo(): void {
    this.#tracking.forgo();
  }

  repeat(record: ReadSet): Promise<boolean> {
    return isUnchanged(record, this.#own);
  }

  /** Created when first read: most operations only read. */
  get services(): Services {
    this.#otherUses += 1;
    this.#services ??= createServices({
      audioStore: this.#parts.audioStore,
      audioUrl: this.#parts.audioUrl,
      writes: this.#account.reads.service.writes,
      reads: readsForChecks(this.#own),
      call: this.#requestOptions(),
      invalidate: this.#own.invalidate,
      newIdempotencyKey: () => randomUUID(),
    });
    return this.#services;
  }

  viewer(): ViewerProfile | null {
    this.#otherUses += 1;
    return profileOf(this.call.viewer);
  }

  /** Created for the first request: most subscriptions begin without one. */
  #requestOptions(): RequestOptions {
    this.#options ??= requestOptionsOf(this.call, this.#parts.tracing);
    return this.#options;
  }
}

/** Most events have all selected data, so the operation's context is created only when needed. */
class ContextOfEvent extends ContextOfCall implements GraphContext {
  readonly loaders: Loaders;
  readonly #parts: ContextParts;
  #operation: GraphContext | null = null;

  constructor(parts: ContextParts, call: ContextRequest<Viewer>, event: object) {
    super(call);
    this.#parts = parts;
    this.loaders = isUpdate(event) ? createEventLoaders(event, () => this.#context.loaders) : this.#context.loaders;
  }

  get #context(): GraphContext {
    this.#operation ??= new ContextOfOperation(this.#parts, this.call);
    return this.#operation;
  }

  /** An update is executed once, so it needs no read set. */
  get reads(): RepeatableReads {
    return {
      scope: cacheScopeOf(this.call.viewer),
      uses: 0,
      record: () => null,
      forgo: () => {},
      repeat: async () => false,
    };
  }

  get services(): Services {
    return this.#context.services;
  }

  get live(): Live {
    return this.#context.live;
  }

  viewer(): ViewerProfile | null {
    return profileOf(this.call.viewer);
  }
}

function isUpdate(event: object): event is AnyUpdate {
  return 'of' in event;
}

function requestOptionsOf(call: ContextRequest<Viewer>, tracing: Tracing): RequestOptions {
  const { viewer, signal, log, spanContext, work } = call;
  const trace = tracing.request(spanContext);
  return {
    signal,
    log,
    trace,
    priority: 'interactive',
    client: viewer.client,
    onRequest: () => call.onUpstreamRequest(),
    onAnswer: (bytes) => work.chargeRead(bytes),
  };
}

/** The checks of services read through the operation's loaders, so that everything is read once. */
function readsForChecks(loaders: OperationLoaders): ServiceReads {
  return {
    options: () => loaders.load('options'),
    voices: () => loaders.load('voices'),
    dubbingProject: (projectId) => loaders.load('listedDubbingProject', projectId),
    artifact: (artifactId) => loaders.artifactReading(artifactId),
    artifactAnew: (artifactId) => loaders.artifactReadingAnew(artifactId),
  };
}
