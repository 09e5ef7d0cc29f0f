import { randomUUID } from 'node:crypto';
import type { Accounts } from './accounts.ts';
import { audienceOf, type Viewer } from './auth/viewer.ts';
import type { GraphContext } from './context.ts';
import { createLoaders } from './loaders/create-loaders.ts';
import type { OperationLoaders } from './loaders/loaders.ts';
import { readsTheSame, recordReads } from './loaders/recorded-reads.ts';
import type { OperationCall } from './server/call.ts';
import { createServices } from './services/create-services.ts';
import type { ServiceParts, ServiceReads } from './services/service-parts.ts';
import type { Services } from './services/services.ts';
import type { Call } from './upstream/service.ts';

export interface ContextParts extends Pick<ServiceParts, 'audioStore' | 'audioUrl'> {
  readonly accounts: Accounts;
}

/** Makes the context of an operation: reading and writing for whoever asks. */
export function contextMaker({ accounts, ...audio }: ContextParts): (call: OperationCall<Viewer>) => GraphContext {
  return ({ viewer, signal, log, noCache, onUpstreamRequest, warn }) => {
    const call: Call = { signal, log, priority: 'interactive', onRequest: onUpstreamRequest };
    const { reads, live } = accounts.of(viewer.account);
    const loaders = createLoaders({ reads, call, fresh: noCache });
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
          call,
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
  };
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
