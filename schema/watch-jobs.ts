import type { GraphContext } from '../src/context.ts';
import { formatGlobalId, parseGlobalId } from '../src/domain/global-id.ts';
import { canExist } from '../src/domain/id-argument.ts';
import { BadUserInputError, NotFoundError } from '../src/errors.ts';
import { builder } from './builder.ts';
import { watchesDubbingProjectDetails } from './dubbing-project/watch.ts';
import { checkIdCount, type GlobalId, globalIdsDescription, notGlobal } from './id-argument.ts';
import { JobUpdateInterface } from './job-update.ts';
import type { SelectionInfo } from './selection.ts';
import { untilSettledArgument } from './until-settled-argument.ts';
import { told } from './update.ts';
import { watchesVideoDetails } from './video/watch.ts';

type WatchedJob = Parameters<GraphContext['live']['jobs']>[0][number];

builder.subscriptionField('jobsUpdated', (t) =>
  t.field({
    type: JobUpdateInterface,
    nullable: true,
    description:
      'Any mix of jobs in one stream, 1 to 200: what a dashboard needs. An id of nothing gives one null with an error; the others go on. Completes once each of them has.',
    args: {
      ids: t.arg.idList({ required: true, description: `${globalIdsDescription} A repeated one is watched once.` }),
      untilSettled: untilSettledArgument(t.arg),
    },
    subscribe: (_root, { ids, untilSettled }, { live }, info) => {
      checkIdCount(ids);
      return live.jobs(watchedJobs(ids, info), { untilSettled: untilSettled ?? false });
    },
    resolve: told,
  }),
);

/** Each job once, in the order asked for, whatever the spelling of its id. */
function watchedJobs(ids: readonly string[], info: SelectionInfo): WatchedJob[] {
  const details = { dubbingProject: watchesDubbingProjectDetails(info), video: watchesVideoDetails(info) };
  const jobs = new Map<string, WatchedJob>();
  for (const [index, id] of ids.entries()) {
    const global = parseGlobalId(id);
    const spelling = global === null ? id : formatGlobalId(global.type, ...global.parts);
    if (jobs.has(spelling)) continue;
    const argument = `ids.${index}`;
    jobs.set(spelling, global === null ? notGlobal(argument) : watchedJob(global, argument, details));
  }
  return [...jobs.values()];
}

/** What is to be watched, or why that cannot be. */
function watchedJob(
  { type, parts }: GlobalId,
  argument: string,
  details: { readonly dubbingProject: boolean; readonly video: boolean },
): WatchedJob {
  const [first = '', second = ''] = parts;
  if (!canExist(type, parts)) return new NotFoundError(`\`${argument}\` is the id of nothing.`);
  switch (type) {
    case 'DubbingProject':
      return { kind: type, projectId: first, details: details.dubbingProject };
    case 'Video':
      return { kind: type, key: { projectId: first, videoId: second }, details: details.video };
    case 'Artifact':
      return { kind: type, artifactId: first };
    case 'StudioProject':
    case 'Voice':
      return new BadUserInputError(`\`${argument}\` is the global id of a ${type}, which is no job.`);
  }
}
