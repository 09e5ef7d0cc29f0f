import { ARTIFACT_STATUSES } from '../../src/domain/artifact/artifact.ts';
import { knownWord } from '../../src/domain/common/known-word.ts';
import type { ArtifactUpdate } from '../../src/domain/update.ts';
import { NotFoundError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { keyOfId } from '../common/id-argument.ts';
import { JobInterface } from '../job/job.ts';
import { JobUpdateInterface } from '../job/job-update.ts';
import { tellsChange, told, UpdateInterface } from '../job/update.ts';
import { ArtifactObject, ArtifactStatusEnum } from './type.ts';

const ArtifactUpdateObject = builder.objectRef<ArtifactUpdate>('ArtifactUpdate').implement({
  description: 'The state of one artifact of the studio.',
  interfaces: [UpdateInterface, JobUpdateInterface],
  fields: (t) => ({
    job: t.field({
      type: JobInterface,
      description: 'The same as `artifact`, as any job.',
      resolve: ({ artifact }) => artifact,
    }),
    artifact: t.expose('artifact', {
      type: ArtifactObject,
      description: 'The artifact as it is now; after GONE, as it was last.',
    }),
    previousStatus: t.field({
      type: ArtifactStatusEnum,
      nullable: true,
      extensions: tellsChange,
      description:
        'The status in the update before, if it was another; null for a status that this schema does not know.',
      resolve: ({ artifact, previousStatus }) =>
        previousStatus === knownWord(ARTIFACT_STATUSES, artifact.rawStatus) ? null : previousStatus,
    }),
  }),
});

builder.subscriptionField('artifactUpdated', (t) =>
  t.field({
    type: ArtifactUpdateObject,
    nullable: true,
    description: 'Completes with the update in which the upload has completed or failed.',
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the artifact, or the service's own, to the letter.",
      }),
    },
    subscribe: (_root, { id }, { live }, info) => {
      const [artifactId] = keyOfId('Artifact', id, info) ?? [];
      if (artifactId === undefined) throw new NotFoundError('There is no such artifact.');
      return live.artifact(artifactId);
    },
    resolve: told,
  }),
);
