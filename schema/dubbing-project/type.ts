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
import { readableDate, readableNumber } from '../common/readable.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';
import { wordEnum } from '../common/word-enum.ts';
import { JobInterface, JobStateEnum } from '../job/job.ts';
import { createdAtOf, ofDetails } from './details.ts';
import { DubbingOutputObject } from './output.ts';

export const DubbingProjectStatusEnum = wordEnum(
  'DubbingProjectStatus',
  'How far the service is with a project.',
  DUBBING_PROJECT_STATUSES,
  {
    in_progress: 'The service is at work, or the work is queued.',
    ready: 'The dubbing is finished: `output` has it.',
    error: 'The dubbing has failed: `errorMessage` says why.',
  },
);

export const MixingModeEnum = wordEnum(
  'MixingMode',
  'What is heard of the original under the new voices.',
  MIXING_MODES,
  {
    voiceover_only: 'Nothing: the new voices alone.',
    voiceover_with_original_track: 'The whole original track, under the new voices.',
    voiceover_without_original_voice: 'The original track without its voices, which are taken out of it.',
  },
);

/** Of what only the project's own address tells. */
const OF_DETAILS = { nullable: true, extensions: ASKS_SERVICE } as const;

export const DubbingProjectObject = builder.objectRef<DubbingProject>('DubbingProject').implement({
  description:
    'The dubbing of one video from one language into another. What only the project itself tells, not the list of projects, costs a request for each.',
  interfaces: [NodeInterface, JobInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, "DubbingProject:<projectId>".',
      resolve: ({ projectId }) => formatGlobalId('DubbingProject', projectId),
    }),
    projectId: t.exposeString('projectId', { description: "The service's own id." }),
    name: t.exposeString('name', { nullable: true, description: 'The name that it was given, if any.' }),
    status: t.field({
      type: DubbingProjectStatusEnum,
      nullable: true,
      description: 'How far the service is; null for a status that this schema does not know.',
      resolve: ({ rawStatus }) => dubbingProjectStatus(rawStatus),
    }),
    rawStatus: t.exposeString('rawStatus', { description: "The service's own word for the status." }),
    state: t.field({
      type: JobStateEnum,
      description: 'RUNNING while in progress, DONE once ready, FAILED once in error.',
      resolve: ({ rawStatus }) => dubbingProjectState(rawStatus),
    }),
    sourceLanguage: t.field({
      type: LanguageObject,
      description: 'The language that is spoken in the video.',
      resolve: ({ sourceLanguage }) => ({ code: sourceLanguage }),
    }),
    targetLanguage: t.field({
      type: LanguageObject,
      description: 'The language that it is dubbed into.',
      resolve: ({ targetLanguage }) => ({ code: targetLanguage }),
    }),
    mixingMode: t.field({
      type: MixingModeEnum,
      ...OF_DETAILS,
      description: 'What is heard of the original under the new voices. It costs a request for each project.',
      resolve: ofDetails('any', ({ mixingMode }) => mixingMode),
    }),
    costMinutes: t.float({
      nullable: true,
      description: 'How many minutes of the balance it has cost.',
      resolve: ({ costMinutes }, _args, context, info) => readableNumber(costMinutes, context, info),
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was created.',
      resolve: createdAtOf,
    }),
    estimatedCompletionAt: t.field({
      type: 'DateTime',
      ...OF_DETAILS,
      description: 'While in progress.',
      resolve: ofDetails('in_progress', ({ estimatedCompletionAt }, context, info) =>
        readableDate(estimatedCompletionAt, context, info),
      ),
    }),
    completedAt: t.field({
      type: 'DateTime',
      ...OF_DETAILS,
      description: 'Once ready.',
      resolve: ofDetails('ready', ({ completedAt }, context, info) => readableDate(completedAt, context, info)),
    }),
    output: t.field({
      type: DubbingOutputObject,
      ...OF_DETAILS,
      description: 'Once ready.',
      resolve: ofDetails('ready', ({ output }) => output),
    }),
    errorMessage: t.string({
      ...OF_DETAILS,
      description: 'Once failed.',
      resolve: ofDetails('error', ({ errorMessage }) => errorMessage),
    }),
  }),
});
