declare module '@apollo/client' {
  namespace ApolloClient {
    namespace DeclareDefaultOptions {
      interface Query {
        errorPolicy: 'all';
      }
      interface WatchQuery {
        errorPolicy: 'all';
      }
      interface Mutate {
        errorPolicy: 'all';
      }
    }
  }
}

/** One field that could not be read empties no page: data and errors arrive together. */
export const DEFAULT_OPTIONS = {
  query: { errorPolicy: 'all' },
  watchQuery: { errorPolicy: 'all' },
  mutate: { errorPolicy: 'all' },
} as const;
