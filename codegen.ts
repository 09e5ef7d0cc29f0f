import type { CodegenConfig } from '@graphql-codegen/cli';
import type { Types } from '@graphql-codegen/plugin-helpers';
import { toKitDocument } from './schema/client/generate/kit-documents.ts';
import { schema } from './schema/index.ts';

const OPERATIONS = 'schema/operations/*.graphql';

const TYPES = {
  useTypeImports: true,
  enumsAsTypes: true,
  scalars: { ID: 'string', DateTime: 'string', URL: 'string', SafeInt: 'number' },
};

const KIT = 'schema/client/';

const KIT_DOCUMENTS = {
  documents: [OPERATIONS, `${KIT}operations/*.graphql`],
  documentTransforms: [
    {
      transform: ({ documents }: { readonly documents: readonly Types.DocumentFile[] }) =>
        documents.map((file) => ({
          ...file,
          ...(file.document && { document: toKitDocument(schema, file.document) }),
        })),
    },
  ],
};

export default {
  schema: 'schema/schema.graphql',
  generates: {
    // The examples of the graph as typed operations, for the tests to send.
    'test/kit/operations.generated.ts': {
      documents: OPERATIONS,
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        ...TYPES,
        // graphql's own type: one package fewer to depend on.
        documentNodeImport: 'graphql#TypedQueryDocumentNode',
        // What stands for a file in the JSON of a multipart request.
        scalars: { ...TYPES.scalars, File: 'null' },
      },
    },
    // The examples as documents of a front end, which `npm run client` copies.
    [`${KIT}core/operations.generated.ts`]: {
      ...KIT_DOCUMENTS,
      plugins: ['typescript-operations', `./${KIT}generate/documents-plugin.ts`],
      config: { ...TYPES, scalars: { ...TYPES.scalars, File: 'Blob' } },
    },
    [`${KIT}apollo/documents.generated.ts`]: { ...KIT_DOCUMENTS, plugins: [`./${KIT}generate/nodes-plugin.ts`] },
    [`${KIT}urql/documents.generated.ts`]: { ...KIT_DOCUMENTS, plugins: [`./${KIT}generate/nodes-plugin.ts`] },
    [`${KIT}urql/cache.generated.ts`]: { plugins: [`./${KIT}generate/urql-plugin.ts`] },
    [`${KIT}relay/cache.generated.ts`]: { plugins: [`./${KIT}generate/relay-plugin.ts`] },
    [`${KIT}apollo/policies.generated.ts`]: { plugins: [`./${KIT}generate/apollo-plugin.ts`] },
  },
} satisfies CodegenConfig;
