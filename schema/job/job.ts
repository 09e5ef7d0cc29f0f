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
  'One vocabulary for the three kinds of job, each derived from what its service reports.',
  JOB_STATES,
  {
    RUNNING: 'The service is at work, or the work is queued.',
    WAITING:
      "It rests with a person (a video only): the service's editors are at it, or it awaits manual input, or it is finished; the service does not tell which.",
    DONE: 'Ready, uploaded, or a video whose status is completed.',
    FAILED: 'The work has ended in an error, which the job tells as far as the service does.',
    UNKNOWN: 'The service reported something that this schema does not know.',
  },
);

export const JobInterface = builder.interfaceRef<Job>('Job').implement({
  description: 'What a person waits for: a dubbing project, a video of a studio project or an artifact.',
  interfaces: [NodeInterface],
  resolveType: ({ kind }) => kind,
  fields: (t) => ({
    name: t.string({ nullable: true, description: 'What the job was called by whoever created it.' }),
    state: t.field({
      type: JobStateEnum,
      nullable: true,
      description: 'Where the job stands, in the vocabulary that all kinds of job share.',
    }),
  }),
});
