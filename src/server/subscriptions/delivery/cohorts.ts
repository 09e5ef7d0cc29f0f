import { type DocumentNode, execute, type GraphQLSchema } from 'graphql';
import type { Documents, ValidOperation } from '../../documents/documents.ts';
import { createOperationKey } from '../../documents/operation-key.ts';
import type { PreparedOperation } from '../../documents/prepare.ts';
import type { ContextRequest, OperationContext, OperationRequest } from '../../request/operation-request.ts';
import { EventExecution } from './event-execution.ts';
import type { Task, TaskQueue } from './task-queue.ts';
import { findUpdateKeys } from './update-keys.ts';

/** Those who asked the same and see the same: an event is executed once for all of them. */
export interface Cohort<Viewer> {
  /** The reader has its turn when it is done, unless it is already. `call`, the reader's, answers for what is read. */
  execute(event: object, reader: Task, call: OperationRequest<Viewer>): EventExecution;
  /** One of its readers has left. */
  leave(): void;
}

/** Makes the answers that subscribers are sent. */
export interface Cohorts<Viewer> {
  /** A reader joins those who asked the same. `scope` is whose things are seen; null where nobody sees the same. */
  join(prepared: PreparedOperation, scope: string | null): Cohort<Viewer>;
}

export interface CohortsParts<Viewer> {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  readonly turns: TaskQueue;
  createContext(call: ContextRequest<Viewer>): OperationContext;
}

export function createCohorts<Viewer>(parts: CohortsParts<Viewer>): Cohorts<Viewer> {
  const { schema, documents, turns, createContext } = parts;
  const operationKey = createOperationKey();
  const audiences = new Map<string, { readonly audience: Cohort<Viewer>; readers: number }>();
  /** They go with their events, and with those who were told: an event may be the last one for days. */
  const renderings = new WeakMap<object, WeakMap<Cohort<Viewer>, EventExecution>>();

  const renderingsOf = (event: object): WeakMap<Cohort<Viewer>, EventExecution> => {
    const known = renderings.get(event);
    if (known) return known;
    const made = new WeakMap<Cohort<Viewer>, EventExecution>();
    renderings.set(event, made);
    return made;
  };

  function createAudience({ operation, variables }: PreparedOperation, leave: () => void): Cohort<Viewer> {
    const keys = findUpdateKeys(schema, operation);
    const find = finderOf(operation, documents);
    const executeFor = (event: object, call: ContextRequest<Viewer>) => {
      const { document, definition } = find();
      return execute({
        schema,
        document,
        operationName: definition.name?.value ?? null,
        rootValue: event,
        contextValue: createContext(call),
        variableValues: variables,
      });
    };
    const audience: Cohort<Viewer> = {
      execute(event, reader, call) {
        const ofEvent = renderingsOf(event);
        const known = ofEvent.get(audience);
        if (known && !known.isGivenUp) return known.await(reader);
        const rendering = new EventExecution(turns, keys);
        ofEvent.set(audience, rendering);
        rendering.begin(() => executeFor(event, toEventCall(call, event, rendering)));
        return rendering.await(reader);
      },
      leave,
    };
    return audience;
  }

  return {
    join(prepared, scope) {
      const key = scope === null ? null : operationKey(prepared, scope);
      if (key === null) return createAudience(prepared, () => {});
      const leave = () => {
        one.readers -= 1;
        if (one.readers === 0) audiences.delete(key);
      };
      const one = audiences.get(key) ?? { audience: createAudience(prepared, leave), readers: 0 };
      one.readers += 1;
      audiences.set(key, one);
      return one.audience;
    },
  };
}

/** As it came. */
export function textOf({ loc }: DocumentNode): string {
  if (!loc) throw new Error('A document has no text.');
  return loc.source.body;
}

/**
 * Finds an operation again. A document takes a hundred times as much memory as its text, and there is a bound to how many
 * are remembered, but subscriptions may be open for days.
 */
function finderOf({ document, definition }: ValidOperation, documents: Documents): () => ValidOperation {
  const text = textOf(document);
  const name = definition.name?.value;
  return () => {
    const operation = documents.operation(documents.parse(text), name);
    if (!operation) throw new Error('The text of a subscription no longer contains its operation.');
    return operation;
  };
}

/** An event has a context of its own, which nothing of any reader's connection hangs on. */
function toEventCall<Viewer>(
  call: OperationRequest<Viewer>,
  event: object,
  rendering: EventExecution,
): ContextRequest<Viewer> {
  return {
    viewer: call.viewer,
    requestId: call.requestId,
    get signal() {
      return rendering.signal;
    },
    get log() {
      return call.log;
    },
    // A page that subscribes says so of itself (browsers do for an EventSource); what an event tells is new anyway.
    noCache: false,
    onUpstreamRequest: () => call.onUpstreamRequest(),
    warn: (warning) => rendering.warn(warning),
    work: call.work,
    event,
  };
}
