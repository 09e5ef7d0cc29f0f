import { randomUUID } from 'node:crypto';
import type { Accounts } from './accounts.ts';
import { audienceOf, type Viewer } from './auth/viewer.ts';
import type { GraphContext } from './context.ts';
import type { AnyUpdate } from './domain/update.ts';
import { createLoaders } from './loaders/create-loaders.ts';
import type { OperationLoaders } from './loaders/loaders.ts';
import { readsTheSame, recordReads } from './loaders/recorded-reads.ts';
import { createToldLoaders } from './loaders/told-loaders.ts';
import type { OperationCall } from './server/call.ts';
import { createServices } from './services/create-services.ts';
import type { ServiceParts, ServiceReads } from './services/service-parts.ts';
import type { Services } from './services/services.ts';
import type { Call } from './upstream/service.ts';

export interface ContextParts extends Pick<ServiceParts, 'audioStore' | 'audioUrl'> {
  readonly accounts: Accounts;
}

/** Makes the context of an operation, or of one event of it: reading, writing and watching for whoever asks. */
export function contextMaker(parts: ContextParts): (call: OperationCall<Viewer>) => GraphContext {
  return (call) => {
    const { event } = call;
    return event === null ? operationContext(parts, call) : eventContext(parts, call, event);
  };
}

function operationContext({ accounts, ...audio }: ContextParts, call: OperationCall<Viewer>): GraphContext {
  const { viewer, signal, log, noCache, warn } = call;
  const { reads, live } = accounts.of(viewer.account);
  const asking = callOf(call);
  const loaders = createLoaders({ reads, call: asking, fresh: noCache });
  const recording = recordReads(loaders);
  let services: Services | null = null;
  return {
    loaders: recording.loaders,
    reads: {
      scope: audienceOf(viewer),
      // What services have read or asked is not on the record.
      record: () => (services === null ? recording.record() : null),
      repeat: (record) => readsTheSame(record, loaders),
    },
    // Most operations only read.
    get services() {
      services ??= createServices({
        ...audio,
        writes: reads.service.writes,
        reads: readsForChecks(loaders),
        call: asking,
        consequences: loaders.forget,
        newIdempotencyKey: () => randomUUID(),
      });
      return services;
    },
    live,
    scopes: viewer.scopes,
    log,
    signal,
    warn,
  };
}

/** Most events tell all that is selected of them: then nothing of this is made but what says so. */
function eventContext(parts: ContextParts, call: OperationCall<Viewer>, event: object): GraphContext {
  let made: GraphContext | null = null;
  const operation = () => {
    made ??= operationContext(parts, call);
    return made;
  };
  const told = isUpdate(event) ? createToldLoaders(event, () => operation().loaders) : null;
  return {
    get loaders() {
      return told ?? operation().loaders;
    },
    // An update is made once: there is nothing to repeat.
    reads: { scope: audienceOf(call.viewer), record: () => null, repeat: async () => false },
    get services() {
      return operation().services;
    },
    get live() {
      return operation().live;
    },
    scopes: call.viewer.scopes,
    get log() {
      return call.log;
    },
    get signal() {
      return call.signal;
    },
    warn: call.warn,
  };
}

function isUpdate(event: object): event is AnyUpdate {
  return 'of' in event;
}

function callOf({ signal, log, onUpstreamRequest }: OperationCall<Viewer>): Call {
  return { signal, log, priority: 'interactive', onRequest: onUpstreamRequest };
}

/** What the services check by comes through the loaders of their operation, so that it is asked for once. */
function readsForChecks(loaders: OperationLoaders): ServiceReads {
  return {
    options: () => loaders.options(),
    voices: () => loaders.voices(),
    dubbingProject: (projectId) => loaders.dubbingProject(projectId, { details: false }),
    artifact: (artifactId, options) => loaders.artifactReading(artifactId, options),
  };
}
