import { type ExecutionResult, execute, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Warning } from '../../context.ts';
import type { Call, OperationCall, OperationContext } from '../call.ts';
import type { KnownOperation } from '../documents.ts';
import { createQuestionKey } from '../question-key.ts';
import type { Turn, Turns } from './turns.ts';
import { findUpdateKeys, type UpdateKeys } from './update-keys.ts';
import { type WrittenUpdate, writeUpdate } from './write-update.ts';

/** What an event looks like to those who asked the same. */
export interface Rendered extends Omit<WrittenUpdate, 'text'> {
  /** As JSON, for every reader; null where it has errors, which each reader is told with an id of its own. */
  readonly text: Buffer | null;
  readonly result: ExecutionResult;
}

/** The execution of one event for one audience. */
export interface Rendering {
  /** Null as long as something is still being read for it. */
  readonly rendered: Rendered | null;
  /** The reader does not wait for it any more. When nobody does, what is read for it is given up. */
  forget(reader: Turn): void;
}

/** Those who asked the same and see the same: an event is executed once for all of them. */
export interface Audience<Viewer> {
  /** The reader has its turn when it is done, unless it is already. `call`, the reader's, answers for what is read. */
  render(event: object, reader: Turn, call: Call<Viewer>): Rendering;
  /** One of its readers has left. */
  leave(): void;
}

/** Makes the answers that subscribers are sent. */
export interface Renderer<Viewer> {
  /** A reader joins those who asked the same. `scope` is whose things are seen; null where nobody sees the same. */
  join(operation: KnownOperation, variables: Readonly<Record<string, unknown>>, scope: string | null): Audience<Viewer>;
}

export interface RendererParts<Viewer> {
  readonly schema: GraphQLSchema;
  readonly turns: Turns;
  createContext(call: OperationCall<Viewer>): OperationContext;
}

type Renderings<Viewer> = Map<Audience<Viewer>, EventRendering>;

export function createRenderer<Viewer>(parts: RendererParts<Viewer>): Renderer<Viewer> {
  const { schema, turns, createContext } = parts;
  const questionKey = createQuestionKey();
  const audiences = new Map<string, { readonly audience: Audience<Viewer>; readers: number }>();
  /** They go with their events. */
  const renderings = new WeakMap<object, Renderings<Viewer>>();
  const keys = new WeakMap<KnownOperation, UpdateKeys>();

  const keysOf = (operation: KnownOperation): UpdateKeys => {
    const known = keys.get(operation) ?? findUpdateKeys(schema, operation);
    keys.set(operation, known);
    return known;
  };

  const renderingsOf = (event: object): Renderings<Viewer> => {
    const known = renderings.get(event) ?? new Map();
    renderings.set(event, known);
    return known;
  };

  function createAudience(
    operation: KnownOperation,
    variables: Readonly<Record<string, unknown>>,
    leave: () => void,
  ): Audience<Viewer> {
    const keys = keysOf(operation);
    const executeFor = (event: object, call: OperationCall<Viewer>) =>
      execute({
        schema,
        document: operation.document,
        operationName: operation.definition.name?.value ?? null,
        rootValue: event,
        contextValue: createContext(call),
        variableValues: variables,
      });
    const audience: Audience<Viewer> = {
      render(event, reader, call) {
        const ofEvent = renderingsOf(event);
        const known = ofEvent.get(audience);
        if (known && !known.isGivenUp) return known.await(reader);
        const rendering = new EventRendering(turns, keys);
        ofEvent.set(audience, rendering);
        rendering.begin(() => executeFor(event, toEventCall(call, event, rendering)));
        return rendering.await(reader);
      },
      leave,
    };
    return audience;
  }

  return {
    join(operation, variables, scope) {
      const key = scope === null ? null : questionKey({ operation, variables, scope });
      if (key === null) return createAudience(operation, variables, () => {});
      const leave = () => {
        one.readers -= 1;
        if (one.readers === 0) audiences.delete(key);
      };
      const one = audiences.get(key) ?? { audience: createAudience(operation, variables, leave), readers: 0 };
      one.readers += 1;
      audiences.set(key, one);
      return one.audience;
    },
  };
}

/** An event has a context of its own, which nothing of any reader's connection hangs on. */
function toEventCall<Viewer>(call: Call<Viewer>, event: object, rendering: EventRendering): OperationCall<Viewer> {
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
    onUpstreamRequest: call.onUpstreamRequest,
    warn: rendering.warn,
    event,
  };
}

class EventRendering implements Rendering {
  rendered: Rendered | null = null;
  isGivenUp = false;
  readonly #turns: Turns;
  readonly #keys: UpdateKeys;
  readonly #waiting = new Set<Turn>();
  readonly #warnings: Warning[] = [];
  #controller: AbortController | undefined;

  constructor(turns: Turns, keys: UpdateKeys) {
    this.#turns = turns;
    this.#keys = keys;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  readonly warn = (warning: Warning): void => {
    this.#warnings.push(warning);
  };

  begin(run: () => ExecutionResult | Promise<ExecutionResult>): void {
    try {
      const result = run();
      if (result instanceof Promise) result.then((it) => this.#finish(it)).catch((error) => this.#fail(error));
      else this.#finish(result);
    } catch (error) {
      this.#fail(error);
    }
  }

  await(reader: Turn): this {
    if (this.rendered === null) this.#waiting.add(reader);
    return this;
  }

  forget(reader: Turn): void {
    const waited = this.#waiting.delete(reader);
    if (!waited || this.#waiting.size > 0) return;
    this.isGivenUp = true;
    this.#controller?.abort();
  }

  /** @throws what JSON does of a value that it does not know */
  #finish({ data, errors }: ExecutionResult): void {
    const result: ExecutionResult = {
      ...(errors && { errors }),
      data: data ?? null,
      ...(this.#warnings.length > 0 && { extensions: { warnings: this.#warnings } }),
    };
    const { text, ...rest } = writeUpdate(result, this.#keys);
    this.#settle(errors ? { text: null, result, ...rest } : { text: Buffer.from(text), result: NO_RESULT, ...rest });
  }

  #fail(error: unknown): void {
    const originalError = error instanceof Error ? error : new Error('Something other than an error was thrown.');
    const errors = [new GraphQLError(originalError.message, { originalError })];
    this.#settle({ text: null, result: { errors, data: null }, visible: '', tellsChange: false });
  }

  #settle(rendered: Rendered): void {
    this.rendered = rendered;
    for (const reader of this.#waiting) this.#turns.add(reader);
    this.#waiting.clear();
  }
}

/** Of what is written nothing else is kept. */
const NO_RESULT: ExecutionResult = {};
