import { ARTIFACT_UPLOAD_REQUEST, type ArtifactUpload } from '../../src/domain/writes.ts';
import { RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { resultUnion } from '../common/result-union.ts';

const HttpHeaderObject = builder.objectRef<{ readonly name: string; readonly value: string }>('HttpHeader').implement({
  description: 'A header of an HTTP request.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    value: t.exposeString('value', { description: 'Its value.' }),
  }),
});

const ArtifactUploadObject = builder.objectRef<ArtifactUpload>('ArtifactUpload').implement({
  description: 'A place for one local file: the request that brings it there, and the name of it afterwards.',
  fields: (t) => ({
    s3Path: t.exposeString('s3Path', { description: 'What createArtifact takes once the file is there.' }),
    uploadUrl: t.expose('uploadUrl', {
      type: 'URL',
      description: 'PUT the file here as the raw body, with `headers`, before `expiresAt`.',
    }),
    method: t.string({
      description: 'The method of the request: "PUT".',
      resolve: () => ARTIFACT_UPLOAD_REQUEST.method,
    }),
    headers: t.field({
      type: [HttpHeaderObject],
      description: 'The headers that the request must carry.',
      resolve: () => [...ARTIFACT_UPLOAD_REQUEST.headers],
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the place is open.' }),
  }),
});

const result = resultUnion({
  name: 'RequestArtifactUploadResult',
  description: 'A place for the file, or why there is none.',
  userErrors: [ValidationError, RejectedError],
});

builder.mutationField('requestArtifactUpload', (t) =>
  t.field({
    type: ArtifactUploadObject,
    nullable: true,
    errors: result.errors,
    description: 'A place to PUT a local file to; then call createArtifact with its s3Path.',
    args: {
      fileName: t.arg.string({
        required: true,
        description: 'The real name of the file, with its extension, which tells the service its type.',
      }),
    },
    resolve: (_root, { fileName }, context) => result.of(context.services.requestArtifactUpload(fileName), context),
  }),
);
