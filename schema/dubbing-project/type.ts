import { formatGlobalId } from '../../src/domain/common/global-id.ts';
import {
  DUBBING_PROJECT_STATUSES,
  type DubbingProject,
  dubbingProjectState,
  dubbingProjectStatus,
  MIXING_MODES,
} from '../../src/domain/dubbing-project/dubbing-project.ts';
import { builder } from '../builder.ts';
import { LanguageObject } from '../catalogue/language.ts';
import { NodeInterface } from '../common/node.ts';
import { readableDate, readableNumber, readableText, textAt } from '../common/readable.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';
import { wordEnum } from '../common/word-enum.ts';
import { JobInterface, JobStateEnum } from '../job/job.ts';
import { createdAtOf, ofDetails } from './details.ts';
import { DubbingOutputObject } from './output.ts';

export const DubbingProjectStatusEnum = wordEnum(
  'DubbingProjectStatus',
  'The status of a dubbing project.',
  DUBBING_PROJECT_STATUSES,
  {
    in_progress: 'The service works on it, or the work is queued.',
    ready: 'The dubbing is finished. `output` has the result.',
    error: 'The dubbing failed. `errorMessage` has the reason.',
  },
);

export const MixingModeEnum = wordEnum(
  'MixingMode',
  'How the original track is mixed with the new voices.',
  MIXING_MODES,
  {
    voiceover_only: 'Only the new voices.',
    voiceover_with_original_track: 'The new voices over the whole original track.',
    voiceover_without_original_voice: 'The new voices over the original track with its voices removed.',
  },
);

const DETAILS_COST =
  'Costs one request per project, shared by all its details; none while it is watched, nor for up to an hour once it is finished.';

/** A field that costs the project's details. */
const OF_DETAILS = { nullable: true, extensions: ASKS_SERVICE } as const;

const estimatedCompletionAt = ofDetails('in_progress', (details, context, info) =>
  readableDate(details.estimatedCompletionAt, context, info),
);

export const DubbingProjectObject = builder.objectRef<DubbingProject>('DubbingProject').implement({
  description:
    "The dubbing of one video from one language into another. Fields that the service has only in a project's details cost one request for each project.",
  interfaces: [NodeInterface, JobInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, "DubbingProject:<projectId>".',
      resolve: ({ projectId }) => formatGlobalId('DubbingProject', projectId),
    }),
    projectId: t.exposeString('projectId', { description: "The service's own id." }),
    name: t.string({
      nullable: true,
      description: 'The name that was given at creation, if any.',
      resolve: textAt('name'),
    }),
    status: t.field({
      type: DubbingProjectStatusEnum,
      nullable: true,
      description: 'The status. Null for a word that this schema does not list.',
      resolve: ({ rawStatus }) => dubbingProjectStatus(rawStatus),
    }),
    rawStatus: t.exposeString('rawStatus', { description: 'The status as the service writes it.' }),
    state: t.field({
      type: JobStateEnum,
      description: 'RUNNING while in progress, DONE when ready, FAILED on an error.',
      resolve: ({ rawStatus }) => dubbingProjectState(rawStatus),
    }),
    sourceLanguage: t.field({
      type: LanguageObject,
      description: 'The language spoken in the video.',
      resolve: ({ sourceLanguage }) => ({ code: sourceLanguage }),
    }),
    targetLanguage: t.field({
      type: LanguageObject,
      description: 'The language of the dubbing.',
      resolve: ({ targetLanguage }) => ({ code: targetLanguage }),
    }),
    mixingMode: t.field({
      type: MixingModeEnum,
      ...OF_DETAILS,
      description: `How the original track is mixed with the new voices. ${DETAILS_COST}`,
      resolve: ofDetails('any', (details, context, info) => readableText(details, 'mixingMode', context, info)),
    }),
    costMinutes: t.float({
      nullable: true,
      description: 'Minutes of the balance that were charged.',
      resolve: ({ costMinutes }, _args, context, info) => readableNumber(costMinutes, context, info),
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of creation.',
      resolve: createdAtOf,
    }),
    estimatedCompletionAt: t.field({
      type: 'DateTime',
      ...OF_DETAILS,
      description: `When the service expects to finish. Null unless the project is in progress. ${DETAILS_COST}`,
      resolve: estimatedCompletionAt,
    }),
    completedAt: t.field({
      type: 'DateTime',
      ...OF_DETAILS,
      description: `Null unless the project is ready. ${DETAILS_COST}`,
      resolve: ofDetails('ready', ({ completedAt }, context, info) => readableDate(completedAt, context, info)),
    }),
    output: t.field({
      type: DubbingOutputObject,
      ...OF_DETAILS,
      description: `Null unless the project is ready. ${DETAILS_COST}`,
      resolve: ofDetails('ready', ({ output }) => output),
    }),
    errorMessage: t.string({
      ...OF_DETAILS,
      description: `Why the project failed, in the service's own words. Null unless it failed. ${DETAILS_COST}`,
      resolve: ofDetails('error', (details, context, info) => readableText(details, 'errorMessage', context, info)),
    }),
  }),
});
