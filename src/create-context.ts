import { randomUUID } from 'node:crypto';
import type { AccountRegistry } from './account-registry.ts';
import { cacheScopeOf, profileOf, type Viewer } from './auth/viewer.ts';
import type { GraphContext } from './contracts/context.ts';
import type { Tracing } from './contracts/tracing.ts';
import { lazy } from './domain/common/lazy.ts';
import type { AnyUpdate } from './domain/update.ts';
import { createLoaders } from './loaders/create-loaders.ts';
import { createEventLoaders } from './loaders/event-loaders.ts';
import type { OperationLoaders } from './loaders/loaders.ts';
import { isUnchanged, trackReads } from './loaders/read-set.ts';
import type { ContextRequest } from './server/request/operation-request.ts';
import { createServices } from './services/create-services.ts';
import type { ServiceParts, ServiceReads } from './services/service-parts.ts';
import type { RequestOptions } from './upstream/request-options.ts';

export interface ContextParts extends Pick<ServiceParts, 'audioStore' | 'audioUrl'> {
  readonly accounts: AccountRegistry;
  readonly tracing: Tracing;
}

/** Creates the context of an operation or of one of its events: reading, writing and watching for the caller. */
export function contextMaker(parts: ContextParts): (call: ContextRequest<Viewer>) => GraphContext {
  return (call) => {
    const { event } = call;
    return event === null ? operationContext(parts, call) : eventContext(parts, call, event);
  };
}

function operationContext({ accounts, tracing, ...audio }: ContextParts, call: ContextRequest<Viewer>): GraphContext {
  const { viewer, noCache, work } = call;
  const { reads, live } = accounts.of(viewer.account);
  const options = requestOptionsOf(call, tracing);
  const onMemoryHit = call.showsCost ? () => call.onMemoryHit() : null;
  const loaders = createLoaders({ reads, call: options, fresh: noCache, onMemoryHit });
  const tracked = trackReads(loaders);
  // Writes and the viewer are not a part of the read set.
  let isRepeatable = true;
  // Most operations only read.
  const services = lazy(() => {
    isRepeatable = false;
    return createServices({
      ...audio,
      writes: reads.service.writes,
      reads: readsForChecks(loaders),
      call: options,
      invalidate: loaders.invalidate,
      newIdempotencyKey: () => randomUUID(),
    });
  });
  return {
    loaders: tracked.loaders,
    reads: {
      scope: cacheScopeOf(viewer),
      record: () => (isRepeatable ? tracked.record() : null),
      repeat: (record) => isUnchanged(record, loaders),
    },
    get services() {
      return services();
    },
    live,
    viewer() {
      isRepeatable = false;
      return profileOf(viewer);
    },
    scopes: viewer.scopes,
    get log() {
      return call.log;
    },
    work,
    get signal() {
      return call.signal;
    },
    warn: (warning) => call.warn(warning),
  };
}

/** Most events have all selected data, so the operation's context is created only when needed. */
function eventContext(parts: ContextParts, call: ContextRequest<Viewer>, event: object): GraphContext {
  const operation = lazy(() => operationContext(parts, call));
  const loaders = isUpdate(event) ? createEventLoaders(event, () => operation().loaders) : null;
  return {
    get loaders() {
      return loaders ?? operation().loaders;
    },
    // An update is executed once, so it needs no read set.
    reads: { scope: cacheScopeOf(call.viewer), record: () => null, repeat: async () => false },
    get services() {
      return operation().services;
    },
    get live() {
      return operation().live;
    },
    viewer: () => profileOf(call.viewer),
    scopes: call.viewer.scopes,
    get log() {
      return call.log;
    },
    work: call.work,
    get signal() {
      return call.signal;
    },
    warn: (warning) => call.warn(warning),
  };
}

function isUpdate(event: object): event is AnyUpdate {
  return 'of' in event;
}

function requestOptionsOf(call: ContextRequest<Viewer>, tracing: Tracing): RequestOptions {
  const { viewer, spanContext } = call;
  const trace = tracing.request(spanContext);
  return {
    get signal() {
      return call.signal;
    },
    // It is created for the first request: most subscriptions begin without one.
    get log() {
      return call.log;
    },
    trace,
    priority: 'interactive',
    client: viewer.client,
    onRequest: () => call.onUpstreamRequest(),
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
