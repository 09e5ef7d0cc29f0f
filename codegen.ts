import type { CodegenConfig } from '@graphql-codegen/cli';

/** The examples of the graph as typed operations, for the tests to send. */
export default {
  schema: 'schema/schema.graphql',
  documents: 'schema/operations/*.graphql',
  generates: {
    'test/kit/operations.generated.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        // graphql's own type: one package fewer to depend on.
        documentNodeImport: 'graphql#TypedQueryDocumentNode',
        scalars: {
          DateTime: 'string',
          URL: 'string',
          SafeInt: 'number',
          // What stands for a file in the JSON of a multipart request.
          File: 'null',
        },
      },
    },
  },
} satisfies CodegenConfig;
