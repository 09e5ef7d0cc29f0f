import type { Artifact } from '../../src/domain/artifact/artifact.ts';
import type { ArtifactFragment, ArtifactSource } from '../../src/domain/writes.ts';
import { NotEnabledError, OutcomeUnknownError, RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { idempotencyKeyField } from '../common/idempotency-key-field.ts';
import { resultUnion } from '../common/result-union.ts';
import { ArtifactObject, ArtifactTypeEnum } from './type.ts';

const ArtifactFragmentLocationInput = builder.inputType('ArtifactFragmentLocationInput', {
  isOneOf: true,
  description: 'The location of a clip.',
  fields: (t) => ({
    url: t.field({ type: 'URL', description: 'A public address. The service downloads the file from it.' }),
    s3Path: t.string({ description: 'The `s3Path` of requestArtifactUpload, or s3://bucket/path.' }),
  }),
});

const ArtifactFragmentInput = builder.inputType('ArtifactFragmentInput', {
  description: 'One of the clips that are joined into an artifact.',
  fields: (t) => ({
    location: t.field({
      type: ArtifactFragmentLocationInput,
      required: true,
      description: 'The location of the clip.',
    }),
    startTimeSeconds: t.float({ required: true, description: 'Start time in seconds, 0 or more.' }),
  }),
});

const ArtifactSourceInput = builder.inputType('ArtifactSourceInput', {
  isOneOf: true,
  description: "The origin of an artifact's file.",
  fields: (t) => ({
    s3Path: t.string({
      description:
        'The `s3Path` of requestArtifactUpload, or s3://bucket/path in a bucket whose credentials the account has stored.',
    }),
    url: t.field({ type: 'URL', description: 'A public address. The service downloads the file from it.' }),
    fragments: t.field({
      type: [ArtifactFragmentInput],
      description:
        'Clips to join into one file. They must have the same codec, resolution and frame rate. Not for a script.',
    }),
  }),
});

const CreateArtifactInput = builder.inputType('CreateArtifactInput', {
  description: 'The file to create an artifact from.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Display name. Must not be blank.' }),
    type: t.field({ type: ArtifactTypeEnum, required: true, description: 'The type of the file.' }),
    source: t.field({ type: ArtifactSourceInput, required: true, description: 'The origin of the file.' }),
    idempotencyKey: idempotencyKeyField(t),
  }),
});

const CreateArtifactPayload = builder.objectRef<Artifact>('CreateArtifactPayload').implement({
  description: 'The artifact that was created.',
  fields: (t) => ({
    artifact: t.field({
      type: ArtifactObject,
      description: 'The new artifact. Its file has not been processed yet.',
      resolve: (artifact) => artifact,
    }),
  }),
});

const result = resultUnion({
  name: 'CreateArtifactResult',
  description: 'The outcome of createArtifact.',
  userErrors: [ValidationError, NotEnabledError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('createArtifact', (t) =>
  t.field({
    type: CreateArtifactPayload,
    nullable: true,
    errors: result.errors,
    description:
      'Creates an artifact from a file in storage or at a public address. It can be used once `isUsable` is true.',
    args: { input: t.arg({ type: CreateArtifactInput, required: true, description: 'The file and its name.' }) },
    resolve: (_root, { input: { name, type, source, idempotencyKey } }, context) =>
      result.of(context.services.createArtifact({ name, type, source: toSource(source) }, idempotencyKey), context),
  }),
);

function toSource(source: typeof ArtifactSourceInput.$inferInput): ArtifactSource {
  if (source.fragments === undefined) return toLocation(source);
  const fragments = source.fragments.map(({ location, startTimeSeconds }) => ({
    location: toLocation(location),
    startTimeSeconds,
  }));
  return { kind: 'fragments', fragments };
}

function toLocation(location: typeof ArtifactFragmentLocationInput.$inferInput): ArtifactFragment['location'] {
  return location.url === undefined ? { kind: 's3Path', s3Path: location.s3Path } : { kind: 'url', url: location.url };
}
