import {
  createOperationDescriptor,
  type Environment,
  fetchQuery,
  type GraphQLTaggedNode,
  getRequest,
  type OperationDescriptor,
  type Variables,
} from 'relay-runtime';
import { Observed } from '../core/status.ts';
import { LINGER_MS } from '../react/shared-stream.ts';

export interface QueryState<Data> {
  /** Null until it is read. */
  readonly data: Data | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
}

/** A query as an external store of React: it follows the store of Relay, and does not suspend. */
export class LiveQuery<Data> {
  readonly #state = new Observed<QueryState<Data>>({ data: null, isLoading: true, error: null });
  readonly #environment: Environment;
  readonly #node: GraphQLTaggedNode;
  readonly #operation: OperationDescriptor;
  #readers = 0;
  #end: (() => void) | null = null;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(environment: Environment, node: GraphQLTaggedNode, variables: Variables) {
    this.#environment = environment;
    this.#node = node;
    this.#operation = createOperationDescriptor(getRequest(node), variables);
  }

  readonly get = (): QueryState<Data> => this.#state.get();

  readonly subscribe = (listener: () => void): (() => void) => {
    const end = this.#state.subscribe(listener);
    this.#readers += 1;
    clearTimeout(this.#linger);
    this.#end ??= this.#begin();
    return () => {
      end();
      this.#readers -= 1;
      if (this.#readers > 0) return;
      this.#linger = setTimeout(() => {
        this.#end?.();
        this.#end = null;
      }, LINGER_MS);
    };
  };

  /** Reads it again. */
  readonly refresh = async (): Promise<void> => {
    try {
      await fetchQuery(this.#environment, this.#node, this.#operation.request.variables).toPromise();
      this.#show(null);
    } catch (error) {
      this.#show(error instanceof Error ? error : new Error(String(error)));
    }
  };

  #begin(): () => void {
    const kept = this.#environment.retain(this.#operation);
    const snapshot = this.#environment.lookup(this.#operation.fragment);
    const followed = this.#environment.subscribe(snapshot, () => this.#show(this.get().error));
    void this.refresh();
    return () => {
      followed.dispose();
      kept.dispose();
    };
  }

  #show(error: Error | null): void {
    const { data, isMissingData } = this.#environment.lookup(this.#operation.fragment);
    const shown = isMissingData ? this.get().data : (data as Data);
    this.#state.set({ data: shown, isLoading: false, error });
  }
}
