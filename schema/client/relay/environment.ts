import {
  Environment,
  type GraphQLResponse,
  Network,
  Observable,
  RecordSource,
  type RequestParameters,
  Store,
} from 'relay-runtime';
import { GraphError, type OperationText, type Result } from '../core/document.ts';
import type { Dubbing } from '../core/dubbing.ts';
import { SINGLETONS } from './cache.generated.ts';

/** A compiled document as it is sent: its text, or the hash of a persisted one. */
export const textOf = ({ name, text, id }: RequestParameters): OperationText => ({
  name,
  text: text ?? '',
  hash: id ?? '',
});

/** Relay takes an answer without data for a failure, and shows its errors. */
const toResponse = (result: Result): GraphQLResponse => ({ data: null, ...result }) as unknown as GraphQLResponse;

/** Relay shows no errors beside data. Where nothing could be read, they are the failure of the query. */
function orFailure(result: Result): Result {
  const isEmpty = Object.values(result.data ?? {}).every((field) => field === null);
  if (isEmpty && result.errors !== undefined && result.errors.length > 0) throw new GraphError(result.errors);
  return result;
}

/** The environment of a page: queries and mutations over HTTP, with files; subscriptions over the connection of the page. */
export function createDubbingEnvironment(dubbing: Dubbing): Environment {
  return new Environment({
    network: Network.create(
      async (params, variables, _cache, uploadables) => {
        const content = { ...variables, ...uploadables };
        const send = () => dubbing.requests.sendText(textOf(params), content);
        if (params.operationKind !== 'query') return toResponse(await send());
        // A query is repeated while no gateway answers; a mutation is not.
        return toResponse(orFailure(await dubbing.requests.retry(send)));
      },
      (params, variables) =>
        Observable.create((sink) =>
          dubbing.connection.subscribe(textOf(params), variables, {
            next: (result) => sink.next(toResponse(result)),
            error: (error) => sink.error(error),
            complete: () => sink.complete(),
          }),
        ),
    ),
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 20 }),
    // Ids are unique in the whole graph. An account has one object of each of the types without an id.
    getDataID: (fields, typeName) =>
      (SINGLETONS as readonly string[]).includes(typeName) ? `client:${typeName}` : fields['id'],
  });
}
