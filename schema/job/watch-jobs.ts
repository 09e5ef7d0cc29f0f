import type { GraphContext } from '../../src/contracts/context.ts';
import { parseGlobalId } from '../../src/domain/common/global-id.ts';
import { canExist } from '../../src/domain/common/id-argument.ts';
import { BadUserInputError, GatewayError, JobError, NotFoundError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { checkHeartbeat, heartbeatArgument } from '../common/heartbeat-argument.ts';
import { checkIdCount, type GlobalId, globalIdsDescription, notGlobal } from '../common/id-argument.ts';
import type { SelectionInfo } from '../common/selection.ts';
import { untilSettledArgument } from '../common/until-settled-argument.ts';
import { watchesDubbingProjectDetails } from '../dubbing-project/watch.ts';
import { watchesVideoDetails } from '../video/watch.ts';
import { JobUpdateInterface } from './job-update.ts';
import { resolveUpdate } from './update.ts';

type WatchedJob = Parameters<GraphContext['live']['jobs']>[0][number];

/** The kinds of job whose details a subscription selects. */
interface Details {
  readonly dubbingProject: boolean;
  readonly video: boolean;
}

/** A longer id is not repeated in its error. */
const LONGEST_REPEATED_ID = 200;

builder.subscriptionField('jobsUpdated', (t) =>
  t.field({
    type: JobUpdateInterface,
    nullable: true,
    description:
      '1 to 200 jobs of any type in one stream, for a dashboard. An id that does not exist gives one null with an error, and the others continue. Completes once every job has.',
    args: {
      ids: t.arg.idList({ required: true, description: `${globalIdsDescription} A repeated one is watched once.` }),
      untilSettled: untilSettledArgument(t.arg),
      heartbeatSeconds: heartbeatArgument(t.arg),
    },
    subscribe: (_root, { ids, untilSettled, heartbeatSeconds }, { live }, info) => {
      checkHeartbeat(heartbeatSeconds);
      checkIdCount(ids);
      return live.jobs(watchedJobs(ids, info), { untilSettled: untilSettled ?? false, heartbeatSeconds });
    },
    resolve: resolveUpdate,
  }),
);

/** Repeated ids share one watch. */
function watchedJobs(ids: readonly string[], info: SelectionInfo): WatchedJob[] {
  const details = { dubbingProject: watchesDubbingProjectDetails(info), video: watchesVideoDetails(info) };
  return [...new Set(ids)].map((id) => {
    const argument = `ids.${ids.indexOf(id)}`;
    const global = parseGlobalId(id);
    const job = global === null ? notGlobal(argument) : watchedJob(global, argument, details);
    return job instanceof GatewayError && id.length <= LONGEST_REPEATED_ID ? new JobError(id, job) : job;
  });
}

/** The job to watch, or the error that prevents it. */
function watchedJob({ type, parts }: GlobalId, argument: string, details: Details): WatchedJob {
  const [first = '', second = ''] = parts;
  if (!canExist(type, parts)) return new NotFoundError(`\`${argument}\` cannot be the id of any object.`);
  switch (type) {
    case 'DubbingProject':
      return { thing: { kind: type, projectId: first }, details: details.dubbingProject };
    case 'Video':
      return { thing: { kind: type, projectId: first, videoId: second }, details: details.video };
    case 'Artifact':
      return { thing: { kind: type, artifactId: first }, details: false };
    case 'StudioProject':
    case 'Voice':
      return new BadUserInputError(`\`${argument}\` is the global id of a ${type}, which is not a job.`);
  }
}
