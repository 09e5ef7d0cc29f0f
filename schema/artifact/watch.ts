import { ARTIFACT_STATUSES } from '../../src/domain/artifact/artifact.ts';
import { knownWord } from '../../src/domain/common/known-word.ts';
import type { ArtifactUpdate } from '../../src/domain/update.ts';
import { NotFoundError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { checkHeartbeat, heartbeatArgument } from '../common/heartbeat-argument.ts';
import { keyOfId } from '../common/id-argument.ts';
import { JobInterface } from '../job/job.ts';
import { JobUpdateInterface } from '../job/job-update.ts';
import { describesChange, resolveUpdate, UpdateInterface } from '../job/update.ts';
import { ArtifactObject, ArtifactStatusEnum } from './type.ts';

const ArtifactUpdateObject = builder.objectRef<ArtifactUpdate>('ArtifactUpdate').implement({
  description: 'An update about one artifact.',
  interfaces: [UpdateInterface, JobUpdateInterface],
  fields: (t) => ({
    job: t.field({
      type: JobInterface,
      description: 'The same object as `artifact`, typed as a job.',
      resolve: ({ artifact }) => artifact,
    }),
    artifact: t.expose('artifact', {
      type: ArtifactObject,
      description: 'The current artifact. After GONE, its last known state.',
    }),
    previousStatus: t.field({
      type: ArtifactStatusEnum,
      nullable: true,
      extensions: describesChange,
      description:
        'The status in the previous update, if it was different. Null otherwise, and for a status that this schema does not list.',
      resolve: ({ artifact, previousStatus }) =>
        previousStatus === knownWord(ARTIFACT_STATUSES, artifact.rawStatus) ? null : previousStatus,
    }),
  }),
});

builder.subscriptionField('artifactUpdated', (t) =>
  t.field({
    type: ArtifactUpdateObject,
    nullable: true,
    description: 'One artifact. The stream completes after the update in which its upload has completed or failed.',
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the artifact, or the service's own id. Case-sensitive.",
      }),
      heartbeatSeconds: heartbeatArgument(t.arg),
    },
    subscribe: (_root, { id, heartbeatSeconds }, { live }, info) => {
      checkHeartbeat(heartbeatSeconds);
      const [artifactId] = keyOfId('Artifact', id, info) ?? [];
      if (artifactId === undefined) throw new NotFoundError('Artifact not found.');
      return live.artifact(artifactId, { heartbeatSeconds });
    },
    resolve: resolveUpdate,
  }),
);
