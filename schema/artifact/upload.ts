import { ARTIFACT_UPLOAD_REQUEST, type ArtifactUpload } from '../../src/domain/writes.ts';
import { RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { resultUnion } from '../common/result-union.ts';

const HttpHeaderObject = builder.objectRef<{ readonly name: string; readonly value: string }>('HttpHeader').implement({
  description: 'A header of an HTTP request.',
  fields: (t) => ({
    name: t.exposeString('name', { description: "The header's name." }),
    value: t.exposeString('value', { description: "The header's value." }),
  }),
});

const ArtifactUploadObject = builder.objectRef<ArtifactUpload>('ArtifactUpload').implement({
  description: 'An upload slot for one local file: the HTTP request to send, and the path to use afterwards.',
  fields: (t) => ({
    s3Path: t.exposeString('s3Path', { description: 'The path to pass to createArtifact after the upload.' }),
    uploadUrl: t.expose('uploadUrl', {
      type: 'URL',
      description: 'PUT the file to this address as the raw body, with `headers`, before `expiresAt`.',
    }),
    method: t.string({
      description: 'The method of the request: "PUT".',
      resolve: () => ARTIFACT_UPLOAD_REQUEST.method,
    }),
    headers: t.field({
      type: [HttpHeaderObject],
      description: 'The headers that the request must have.',
      resolve: () => [...ARTIFACT_UPLOAD_REQUEST.headers],
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the address expires.' }),
  }),
});

const result = resultUnion({
  name: 'RequestArtifactUploadResult',
  description: 'The outcome of requestArtifactUpload.',
  userErrors: [ValidationError, RejectedError],
});

builder.mutationField('requestArtifactUpload', (t) =>
  t.field({
    type: ArtifactUploadObject,
    nullable: true,
    errors: result.errors,
    description: 'Returns an address to PUT a local file to. After the upload, pass its `s3Path` to createArtifact.',
    args: {
      fileName: t.arg.string({
        required: true,
        description: 'The name of the file with its extension. The service derives the file type from the extension.',
      }),
    },
    resolve: (_root, { fileName }, context) => result.of(context.services.requestArtifactUpload(fileName), context),
  }),
);
