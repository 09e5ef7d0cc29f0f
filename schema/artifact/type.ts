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
import { readableDate, readableNumber, textAt, wordAt } from '../common/readable.ts';
import { wordEnum } from '../common/word-enum.ts';
import { JobInterface, JobStateEnum } from '../job/job.ts';

export const ArtifactTypeEnum = wordEnum('ArtifactType', "The type of an artifact's file.", ARTIFACT_TYPES, {
  video: 'A video file.',
  audio: 'An audio file.',
  script: 'A script: the text of a video, line by line.',
});

export const ArtifactStatusEnum = wordEnum(
  'ArtifactStatus',
  "The processing status of an artifact's file.",
  ARTIFACT_STATUSES,
  {
    created: 'The artifact was created. Processing of its file has not started.',
    upload_started: 'The file is being downloaded, copied or processed.',
    upload_completed: 'The file can be used. Its size and duration are known.',
    upload_failed: 'The file could not be processed. `errorMessage` has the reason.',
  },
);

const UploadMethodEnum = wordEnum('UploadMethod', 'How the file of an artifact reached the service.', UPLOAD_METHODS, {
  direct_url: 'One file: uploaded, downloaded from an address, or copied from a bucket.',
  fragments: 'Several clips that were joined.',
});

const PartyObject = builder.objectRef<Party>('Party').implement({
  description: 'A company or a person that an artifact refers to.',
  fields: (t) => ({
    id: t.exposeString('id', { description: "The service's own id of the company or person." }),
    name: t.string({
      nullable: true,
      description: 'The name. The service sends it only at creation.',
      resolve: textAt('name'),
    }),
  }),
});

export const ArtifactObject = builder.objectRef<Artifact>('Artifact').implement({
  description: 'A media or script file of the studio, uploaded or imported. Videos are made from artifacts.',
  interfaces: [NodeInterface, JobInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, "Artifact:<artifactId>".',
      resolve: ({ artifactId }) => formatGlobalId('Artifact', artifactId),
    }),
    artifactId: t.exposeString('artifactId', { description: "The service's own id." }),
    name: t.string({ nullable: true, description: 'The display name.', resolve: textAt('name') }),
    type: t.field({
      type: ArtifactTypeEnum,
      nullable: true,
      description: 'The type of the file. Null for a word that this schema does not list.',
      resolve: wordAt(ARTIFACT_TYPES, 'rawType'),
    }),
    rawType: t.string({
      nullable: true,
      description: 'The type as the service writes it.',
      resolve: textAt('rawType'),
    }),
    status: t.field({
      type: ArtifactStatusEnum,
      nullable: true,
      description: 'The processing status of the file. Null for a word that this schema does not list.',
      resolve: ({ rawStatus }) => knownWord(ARTIFACT_STATUSES, rawStatus),
    }),
    rawStatus: t.exposeString('rawStatus', { description: 'The status as the service writes it.' }),
    state: t.field({
      type: JobStateEnum,
      description: 'RUNNING until the upload has completed (DONE) or failed (FAILED).',
      resolve: ({ rawStatus }) => artifactState(rawStatus),
    }),
    isUsable: t.boolean({
      description: 'Whether other calls can use the artifact: its upload has completed.',
      resolve: isUsable,
    }),
    uploadMethod: t.field({
      type: UploadMethodEnum,
      nullable: true,
      description: 'How the file reached the service. Null for a word that this schema does not list.',
      resolve: wordAt(UPLOAD_METHODS, 'rawUploadMethod'),
    }),
    sizeBytes: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'Size in bytes. Null until the upload has completed.',
      resolve: ({ sizeBytes }, _args, context, info) => readableNumber(sizeBytes, context, info),
    }),
    durationSeconds: t.float({
      nullable: true,
      description: 'Length in seconds. Null until the upload has completed, and always null for a script.',
      resolve: ({ durationSeconds }, _args, context, info) => readableNumber(durationSeconds, context, info),
    }),
    errorMessage: t.string({
      nullable: true,
      description: "Why the upload failed, in the service's own words. Null unless it failed.",
      resolve: textAt('errorMessage'),
    }),
    s3Path: t.string({
      nullable: true,
      description: "Path of the file in the service's storage, without the bucket.",
      resolve: textAt('s3Path'),
    }),
    s3Bucket: t.string({
      nullable: true,
      description: 'The storage bucket. The service sends it only at creation.',
      resolve: textAt('s3Bucket'),
    }),
  }),
});

builder.objectFields(ArtifactObject, (t) => ({
  company: t.expose('company', { type: PartyObject, nullable: true, description: 'The company that owns it.' }),
  createdBy: t.expose('createdBy', { type: PartyObject, nullable: true, description: 'The person who created it.' }),
  createdAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of creation.',
    resolve: ({ createdAt }, _args, context, info) => readableDate(createdAt, context, info),
  }),
  updatedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the last change.',
    resolve: ({ updatedAt }, _args, context, info) => readableDate(updatedAt, context, info),
  }),
}));
