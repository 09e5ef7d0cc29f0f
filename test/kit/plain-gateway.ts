import { execute, parse } from 'graphql';
import { pino } from 'pino';
import { schema } from '../../schema/index.ts';
import { createAccountRegistry } from '../../src/account-registry.ts';
import { ALL_SCOPES, type Viewer } from '../../src/auth/viewer.ts';
import { createSystemClock } from '../../src/clock.ts';
import { NO_MEASUREMENTS } from '../../src/contracts/measurements.ts';
import { NO_TRACING } from '../../src/contracts/tracing.ts';
import { contextMaker } from '../../src/create-context.ts';
import { createScheduler } from '../../src/live/schedule/scheduler.ts';
import { finalizeResult } from '../../src/server/execution/finalize-result.ts';
import { OperationWork } from '../../src/server/fairness/operation-work.ts';
import { createTaskQueue, Lane } from '../../src/server/fairness/task-queue.ts';
import { createWorkParts } from '../../src/server/fairness/work-parts.ts';
import { OperationRequest } from '../../src/server/request/operation-request.ts';
import { createUpstream } from '../../src/upstream/index.ts';

interface PlainAnswer {
  readonly text: string;
  /** The values that were charged. */
  readonly values: number;
}

/** Answers queries in the plain way: nothing is known of earlier answers, and graphql's own executor builds what JSON writes. */
export interface PlainGateway extends AsyncDisposable {
  ask(query: string, variables: Readonly<Record<string, unknown>>, requestId: string): Promise<PlainAnswer>;
}

export function createPlainGateway(serviceUrl: string, key: string): PlainGateway {
  const clock = createSystemClock();
  const log = pino({ level: 'silent' });
  const upstream = createUpstream({
    dubbingUrl: serviceUrl,
    studioUrl: serviceUrl,
    timeoutMs: 5000,
    clock,
    secrets: () => [],
  });
  const account = { id: 'plain', name: null, key, keyIsCallers: false };
  const viewer: Viewer = { account, scopes: ALL_SCOPES, client: 'plain', expiresAt: null, isAnonymous: true };
  const quota = { perMinute: 0, perDay: 0 };
  const limits = { minIntervalMs: 1000, maxIntervalMs: 1000, share: 0.5 };
  const parts = { log, clock, measurements: NO_MEASUREMENTS, tracing: NO_TRACING };

  return {
    async ask(query, variables, requestId) {
      using accounts = createAccountRegistry({
        ...parts,
        connect: () => upstream.forAccount({ key, keyIsCallers: false, quota }),
        schedule: ({ ledger }) => createScheduler({ clock, ledger, limits: limits as never, random: Math.random }),
        reading: { maxAgeMs: 0, catalogueMaxAgeMs: 600_000 },
        share: null,
      });
      const createContext = contextMaker({ accounts, tracing: NO_TRACING, audioStore: {} as never, audioUrl: String });
      const call = new OperationRequest<Viewer>(parts, requestId);
      const turns = createTaskQueue({ sliceMs: 5, clock });
      const work = new OperationWork(createWorkParts(turns), new Lane('plain'));
      call.identify(viewer, work);
      const document = parse(query);
      const result = await execute({ schema, document, variableValues: variables, contextValue: createContext(call) });
      const text = JSON.stringify(finalizeResult(call, result));
      work.end();
      return { text, values: work.values };
    },
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
}
