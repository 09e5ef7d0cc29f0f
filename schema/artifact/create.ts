import type { Artifact } from '../../src/domain/artifact/artifact.ts';
import type { ArtifactFragment, ArtifactSource } from '../../src/domain/writes.ts';
import { NotEnabledError, OutcomeUnknownError, RejectedError, ValidationError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { idempotencyKeyField } from '../common/idempotency-key-field.ts';
import { resultUnion } from '../common/result-union.ts';
import { ArtifactObject, ArtifactTypeEnum } from './type.ts';

const ArtifactFragmentLocationInput = builder.inputType('ArtifactFragmentLocationInput', {
  isOneOf: true,
  description: 'Where a clip is.',
  fields: (t) => ({
    url: t.field({ type: 'URL', description: 'A public address, which the service downloads.' }),
    s3Path: t.string({ description: 'From requestArtifactUpload, or s3://bucket/path.' }),
  }),
});

const ArtifactFragmentInput = builder.inputType('ArtifactFragmentInput', {
  description: 'One of the clips that are joined into an artifact.',
  fields: (t) => ({
    location: t.field({ type: ArtifactFragmentLocationInput, required: true, description: 'Where the clip is.' }),
    startTimeSeconds: t.float({ required: true, description: 'When it begins, in seconds: 0 or more.' }),
  }),
});

const ArtifactSourceInput = builder.inputType('ArtifactSourceInput', {
  isOneOf: true,
  description: 'Where the file of an artifact comes from.',
  fields: (t) => ({
    s3Path: t.string({
      description: 'From requestArtifactUpload, or s3://bucket/path in a bucket whose credentials the account holds.',
    }),
    url: t.field({ type: 'URL', description: 'A public address, which the service downloads.' }),
    fragments: t.field({
      type: [ArtifactFragmentInput],
      description: 'Clips to join into one, of the same codec, resolution and frame rate. Not for a script.',
    }),
  }),
});

const CreateArtifactInput = builder.inputType('CreateArtifactInput', {
  description: 'A file to make an artifact of.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'A name to show; not blank.' }),
    type: t.field({ type: ArtifactTypeEnum, required: true, description: 'What kind of file it is.' }),
    source: t.field({ type: ArtifactSourceInput, required: true, description: 'Where the file comes from.' }),
    idempotencyKey: idempotencyKeyField(t),
  }),
});

const CreateArtifactPayload = builder.objectRef<Artifact>('CreateArtifactPayload').implement({
  description: 'The artifact that was created.',
  fields: (t) => ({
    artifact: t.field({
      type: ArtifactObject,
      description: 'The new artifact; its file is yet to be processed.',
      resolve: (artifact) => artifact,
    }),
  }),
});

const result = resultUnion({
  name: 'CreateArtifactResult',
  description: 'How the creation of an artifact has ended.',
  userErrors: [ValidationError, NotEnabledError, RejectedError, OutcomeUnknownError],
});

builder.mutationField('createArtifact', (t) =>
  t.field({
    type: CreateArtifactPayload,
    nullable: true,
    errors: result.errors,
    description:
      'Creates an artifact from a file in a storage or at a public address. Other calls may use it once its upload has completed.',
    args: { input: t.arg({ type: CreateArtifactInput, required: true, description: 'Which file, and its name.' }) },
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
