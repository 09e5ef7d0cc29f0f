import { randomUUID } from 'node:crypto';
import type { AccountRegistry } from './account-registry.ts';
import { cacheScopeOf, profileOf, type Viewer } from './auth/viewer.ts';
import type { GraphContext } from './contracts/context.ts';
import type { AnyUpdate } from './domain/update.ts';
import { createLoaders } from './loaders/create-loaders.ts';
import { createEventLoaders } from './loaders/event-loaders.ts';
import type { OperationLoaders } from './loaders/loaders.ts';
import { isUnchanged, trackReads } from './loaders/read-set.ts';
import type { ContextRequest } from './server/request/operation-request.ts';
import { createServices } from './services/create-services.ts';
import type { ServiceParts, ServiceReads } from './services/service-parts.ts';
import type { Services } from './services/services.ts';
import type { RequestOptions } from './upstream/request-options.ts';

export interface ContextParts extends Pick<ServiceParts, 'audioStore' | 'audioUrl'> {
  readonly accounts: AccountRegistry;
}

/** Makes the context of an operation, or of one event of it: reading, writing and watching for whoever asks. */
export function contextMaker(parts: ContextParts): (call: ContextRequest<Viewer>) => GraphContext {
  return (call) => {
    const { event } = call;
    return event === null ? operationContext(parts, call) : eventContext(parts, call, event);
  };
}

function operationContext({ accounts, ...audio }: ContextParts, call: ContextRequest<Viewer>): GraphContext {
  const { viewer, signal, log, noCache, warn, work } = call;
  const { reads, live } = accounts.of(viewer.account);
  const asking = callOf(call);
  const loaders = createLoaders({ reads, call: asking, fresh: noCache });
  const recording = trackReads(loaders);
  let services: Services | null = null;
  let isOfViewer = false;
  return {
    loaders: recording.loaders,
    reads: {
      scope: cacheScopeOf(viewer),
      // What services have read or asked is not on the record; nor is who asks.
      record: () => (services === null && !isOfViewer ? recording.record() : null),
      repeat: (record) => isUnchanged(record, loaders),
    },
    // Most operations only read.
    get services() {
      services ??= createServices({
        ...audio,
        writes: reads.service.writes,
        reads: readsForChecks(loaders),
        call: asking,
        invalidate: loaders.invalidate,
        newIdempotencyKey: () => randomUUID(),
      });
      return services;
    },
    live,
    viewer() {
      isOfViewer = true;
      return profileOf(viewer);
    },
    scopes: viewer.scopes,
    log,
    work,
    signal,
    warn,
  };
}

/** Most events tell all that is selected of them: then nothing of this is made but what says so. */
function eventContext(parts: ContextParts, call: ContextRequest<Viewer>, event: object): GraphContext {
  let made: GraphContext | null = null;
  const operation = () => {
    made ??= operationContext(parts, call);
    return made;
  };
  const told = isUpdate(event) ? createEventLoaders(event, () => operation().loaders) : null;
  return {
    get loaders() {
      return told ?? operation().loaders;
    },
    // An update is made once: there is nothing to repeat.
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
    warn: call.warn,
  };
}

function isUpdate(event: object): event is AnyUpdate {
  return 'of' in event;
}

function callOf({ viewer: { client }, signal, log, onUpstreamRequest }: ContextRequest<Viewer>): RequestOptions {
  return { signal, log, priority: 'interactive', client, onRequest: onUpstreamRequest };
}

/** What the services check by comes through the loaders of their operation, so that it is asked for once. */
function readsForChecks(loaders: OperationLoaders): ServiceReads {
  return {
    options: () => loaders.load('options'),
    voices: () => loaders.load('voices'),
    dubbingProject: (projectId) => loaders.load('listedDubbingProject', projectId),
    artifact: (artifactId) => loaders.artifactReading(artifactId),
    artifactAnew: (artifactId) => loaders.artifactReadingAnew(artifactId),
  };
}
