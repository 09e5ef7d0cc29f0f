import type { Artifact } from '../../src/domain/artifact/artifact.ts';
import type { DubbingProject } from '../../src/domain/dubbing-project/dubbing-project.ts';
import { JOB_STATES } from '../../src/domain/job.ts';
import type { Video } from '../../src/domain/video/video.ts';
import { builder } from '../builder.ts';
import { NodeInterface } from '../common/node.ts';
import { wordEnum } from '../common/word-enum.ts';

export type Job = DubbingProject | Video | Artifact;

export const JobStateEnum = wordEnum(
  'JobState',
  'One vocabulary for the three types of job, derived from the status that the service reports.',
  JOB_STATES,
  {
    RUNNING: 'The service works on it, or the work is queued.',
    WAITING:
      'Only for a video: no automated work is running. Either an editor works on it, or it awaits manual input, or it is finished; the service does not distinguish these.',
    DONE: 'A dubbing project is ready, an artifact is uploaded, or a video has the status completed.',
    FAILED: "The work ended in an error. The job has the service's error message if there is one.",
    UNKNOWN: 'The service reported a state that this schema does not list.',
  },
);

export const JobInterface = builder.interfaceRef<Job>('Job').implement({
  description: 'A unit of asynchronous work: a dubbing project, a video of a studio project, or an artifact.',
  interfaces: [NodeInterface],
  resolveType: ({ kind }) => kind,
  fields: (t) => ({
    name: t.string({ nullable: true, description: 'The name that was given at creation.' }),
    state: t.field({
      type: JobStateEnum,
      nullable: true,
      description: 'The state of the job, in the vocabulary that all types of job share.',
    }),
  }),
});
