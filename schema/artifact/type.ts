import {
  ARTIFACT_STATUSES,
  ARTIFACT_TYPES,
  type Artifact,
  artifactState,
  isUsable,
  type Party,
  UPLOAD_METHODS,
} from '../../src/domain/artifact/artifact.ts';
import { formatGlobalId } from '../../src/domain/common/global-id.ts';
import { knownWord } from '../../src/domain/common/known-word.ts';
import { builder } from '../builder.ts';
import { NodeInterface } from '../common/node.ts';
import { readableDate, readableNumber } from '../common/readable.ts';
import { wordEnum } from '../common/word-enum.ts';
import { JobInterface, JobStateEnum } from '../job/job.ts';

export const ArtifactTypeEnum = wordEnum('ArtifactType', 'What kind of file an artifact is.', ARTIFACT_TYPES, {
  video: 'A video file.',
  audio: 'An audio file.',
  script: 'A script: the text of a video, line by line.',
});

export const ArtifactStatusEnum = wordEnum(
  'ArtifactStatus',
  'How far the service is with the file of an artifact.',
  ARTIFACT_STATUSES,
  {
    created: 'The artifact was created; the file has not been looked at yet.',
    upload_started: 'The file is being downloaded, copied or processed.',
    upload_completed: 'The file can be used, and its size and duration are known.',
    upload_failed: 'The file could not be processed; `errorMessage` says why.',
  },
);

const UploadMethodEnum = wordEnum('UploadMethod', 'How the file of an artifact came to the service.', UPLOAD_METHODS, {
  direct_url: 'As one file: uploaded, downloaded from an address, or copied from a bucket.',
  fragments: 'As several clips that were joined.',
});

const PartyObject = builder.objectRef<Party>('Party').implement({
  description: 'A company or a person, as an artifact names it.',
  fields: (t) => ({
    id: t.exposeString('id', { description: "The service's own id of the company or person." }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'The name, which the service tells on creation only.',
    }),
  }),
});

export const ArtifactObject = builder.objectRef<Artifact>('Artifact').implement({
  description: 'A media or script file of the studio, uploaded or imported, that videos are made from.',
  interfaces: [NodeInterface, JobInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, "Artifact:<artifactId>".',
      resolve: ({ artifactId }) => formatGlobalId('Artifact', artifactId),
    }),
    artifactId: t.exposeString('artifactId', { description: "The service's own id." }),
    name: t.exposeString('name', { nullable: true, description: 'The display name.' }),
    type: t.field({
      type: ArtifactTypeEnum,
      nullable: true,
      description: 'What kind of file it is; null for a kind that this schema does not know.',
      resolve: ({ rawType }) => knownWord(ARTIFACT_TYPES, rawType),
    }),
    rawType: t.exposeString('rawType', { nullable: true, description: "The service's own word for the type." }),
    status: t.field({
      type: ArtifactStatusEnum,
      nullable: true,
      description: 'How far the service is with the file; null for a status that this schema does not know.',
      resolve: ({ rawStatus }) => knownWord(ARTIFACT_STATUSES, rawStatus),
    }),
    rawStatus: t.exposeString('rawStatus', { description: "The service's own word for the status." }),
    state: t.field({
      type: JobStateEnum,
      description: 'RUNNING until the upload has completed (DONE) or failed (FAILED).',
      resolve: ({ rawStatus }) => artifactState(rawStatus),
    }),
    isUsable: t.boolean({
      description: 'Whether other calls may use it: its upload has completed.',
      resolve: isUsable,
    }),
    uploadMethod: t.field({
      type: UploadMethodEnum,
      nullable: true,
      description: 'How the file came to the service; null for a way that this schema does not know.',
      resolve: ({ rawUploadMethod }) => knownWord(UPLOAD_METHODS, rawUploadMethod),
    }),
    sizeBytes: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'The size of the file; null until its upload has completed.',
      resolve: ({ sizeBytes }, _args, context, info) => readableNumber(sizeBytes, context, info),
    }),
    durationSeconds: t.float({
      nullable: true,
      description: 'The length of the media; null until its upload has completed, and always null for a script.',
      resolve: ({ durationSeconds }, _args, context, info) => readableNumber(durationSeconds, context, info),
    }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: "Why the upload has failed, in the service's own words.",
    }),
    s3Path: t.exposeString('s3Path', {
      nullable: true,
      description: "Where the service's storage keeps the file, without the bucket.",
    }),
    s3Bucket: t.exposeString('s3Bucket', {
      nullable: true,
      description: "The bucket of the service's storage, which the service tells on creation only.",
    }),
    company: t.expose('company', { type: PartyObject, nullable: true, description: 'The company that it belongs to.' }),
    createdBy: t.expose('createdBy', { type: PartyObject, nullable: true, description: 'Who has created it.' }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was created.',
      resolve: ({ createdAt }, _args, context, info) => readableDate(createdAt, context, info),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it last changed.',
      resolve: ({ updatedAt }, _args, context, info) => readableDate(updatedAt, context, info),
    }),
  }),
});
