import { type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import type { Warning } from '../../../contracts/context.ts';
import type { EventLog } from '../../../contracts/event-log.ts';
import type { Caused } from '../../../contracts/feed.ts';
import type { RunningSpan, Tracing } from '../../../contracts/tracing.ts';
import type { Work } from '../../../contracts/work.ts';
import type { SpanContext } from '../../../domain/common/span-context.ts';
import { type Documents, textOf, type ValidOperation } from '../../documents/documents.ts';
import { createOperationKey } from '../../documents/operation-key.ts';
import type { PreparedOperation } from '../../documents/prepare.ts';
import { OperationWork, type WorkParts } from '../../fairness/operation-work.ts';
import type { Lane } from '../../fairness/task-queue.ts';
import type { ContextRequest, OperationContext, OperationRequest } from '../../request/operation-request.ts';
import { EventExecution } from './event-execution.ts';
import { createSettledEvents } from './settled-events.ts';
import { findUpdateKeys } from './update-keys.ts';

/** Those who asked the same and see the same: an event is executed once for all of them. */
export interface Cohort<Viewer> {
  /** The execution of the event, begun for the first reader that asks; its request answers for what is read, in its lane. */
  execute(event: object, request: OperationRequest<Viewer>, lane: Lane): EventExecution;
  /** One of its readers has left. */
  leave(): void;
}

export interface Cohorts<Viewer> {
  /** A reader joins those who asked the same. */
  join(prepared: PreparedOperation, reader: CohortReader): Cohort<Viewer>;
}

interface CohortReader {
  /** The scope in which all see the same; null where nobody does. */
  readonly scope: string | null;
  /** The client that the memory of the document counts for. */
  readonly client: string;
}

export interface CohortsParts<Viewer> extends WorkParts {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  readonly tracing: Tracing;
  createContext(request: ContextRequest<Viewer>): OperationContext;
}

export function createCohorts<Viewer>(parts: CohortsParts<Viewer>): Cohorts<Viewer> {
  const operationKey = createOperationKey();
  const settled = createSettledEvents();
  const shared = new Map<string, { readonly cohort: Cohort<Viewer>; readers: number }>();
  /** They go with their events and their cohorts: an event may be the last one for days. */
  const executions = new WeakMap<object, WeakMap<Cohort<Viewer>, EventExecution>>();

  function executionsOf(event: object): WeakMap<Cohort<Viewer>, EventExecution> {
    const existing = executions.get(event);
    if (existing) return existing;
    const created = new WeakMap<Cohort<Viewer>, EventExecution>();
    executions.set(event, created);
    return created;
  }

  function createCohort(prepared: PreparedOperation, leave: () => void): Cohort<Viewer> {
    const keys = findUpdateKeys(parts.schema, prepared.operation);
    const executeEvent = createEventExecutor(parts, prepared.variables);
    const find = finderOf(prepared.operation, parts.documents);
    const cohort: Cohort<Viewer> = {
      execute(event, request, lane) {
        const ofEvent = executionsOf(event);
        const existing = ofEvent.get(cohort);
        if (existing && !existing.isAbandoned) return existing;
        const span = startPush(parts.tracing, event, request);
        const execution = new EventExecution({ keys, work: new OperationWork(parts, lane), span, settled });
        ofEvent.set(cohort, execution);
        execution.begin(find, (operation) =>
          executeEvent(operation, event, new EventRequest(request, event, execution)),
        );
        return execution;
      },
      leave,
    };
    return cohort;
  }

  return {
    join(prepared, { scope, client }) {
      const holdDocument = () => parts.documents.hold(prepared.operation.document, client);
      const key = scope === null ? null : operationKey(prepared, scope);
      if (key === null) return createCohort(prepared, holdDocument());
      const existing = shared.get(key);
      if (existing) {
        existing.readers += 1;
        return existing.cohort;
      }
      const releaseDocument = holdDocument();
      const leave = () => {
        entry.readers -= 1;
        if (entry.readers > 0) return;
        shared.delete(key);
        releaseDocument();
      };
      const entry = { cohort: createCohort(prepared, leave), readers: 1 };
      shared.set(key, entry);
      return entry.cohort;
    },
  };
}

function createEventExecutor<Viewer>(
  { schema, createContext }: CohortsParts<Viewer>,
  variableValues: PreparedOperation['variables'],
): (
  operation: ValidOperation,
  event: object,
  request: ContextRequest<Viewer>,
) => ExecutionResult | Promise<ExecutionResult> {
  return ({ document, definition }, event, request) =>
    execute({
      schema,
      document,
      operationName: definition.name?.value ?? null,
      rootValue: event,
      contextValue: createContext(request),
      variableValues,
    });
}

/**
 * Finds an operation again. A document takes a hundred times as much memory as its text, and a client may watch more of them
 * than are kept for it, for days.
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

/** The poll that brought the state of the event is the parent; the first reader's operation, which has ended, is a link. */
function startPush(tracing: Tracing, event: Partial<Caused>, { spanContext }: OperationRequest<unknown>): RunningSpan {
  const links = spanContext === null ? [] : [spanContext];
  return tracing.start('GraphQL update', { kind: 'server', parent: event.cause ?? null, links });
}

/** The context of an event is its own: what is read for it is aborted with its execution, not with a reader's connection. */
class EventRequest<Viewer> implements ContextRequest<Viewer> {
  readonly event: object;
  // A page that subscribes sends no-cache (browsers do for an EventSource); what an event carries is new anyway.
  readonly noCache = false;
  readonly showsCost = false;
  readonly #request: OperationRequest<Viewer>;
  readonly #execution: EventExecution;

  constructor(request: OperationRequest<Viewer>, event: object, execution: EventExecution) {
    this.event = event;
    this.#request = request;
    this.#execution = execution;
  }

  get viewer(): Viewer {
    return this.#request.viewer;
  }

  get requestId(): string {
    return this.#request.requestId;
  }

  get signal(): AbortSignal {
    return this.#execution.signal;
  }

  get log(): EventLog {
    return this.#request.log;
  }

  get spanContext(): SpanContext | null {
    return this.#execution.spanContext;
  }

  get work(): Work {
    return this.#execution.work;
  }

  onUpstreamRequest(): void {
    this.#request.onUpstreamRequest();
  }

  onMemoryHit(): void {
    // Nobody is shown the cost of an event.
  }

  warn(warning: Warning): void {
    this.#execution.warn(warning);
  }
}
