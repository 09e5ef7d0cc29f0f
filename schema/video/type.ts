import { formatGlobalId } from '../../src/domain/common/global-id.ts';
import { stateOfLanguages, type Video } from '../../src/domain/video/video.ts';
import { builder } from '../builder.ts';
import { NodeInterface } from '../common/node.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';
import { JobInterface, JobStateEnum } from '../job/job.ts';
import { StudioProjectObject, studioProject } from '../studio-project/type.ts';
import { ofVideoDetails, textOfDetails } from './load.ts';
import { VideoProgressObject } from './progress.ts';

const rawStatus = ofVideoDetails((details) => details.rawStatus, null);

/** `details.ts` adds the fields of the video's details. */
export const VideoObject = builder.objectRef<Video>('Video').implement({
  description: 'A video of a studio project, processed in one or more languages.',
  interfaces: [NodeInterface, JobInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, "Video:<projectId>/<videoId>".',
      resolve: ({ projectId, videoId }) => formatGlobalId('Video', projectId, videoId),
    }),
    videoId: t.exposeString('videoId', { description: "The service's own id, unique within its studio project." }),
    project: t.field({
      type: StudioProjectObject,
      description: 'The studio project that contains the video.',
      resolve: ({ projectId }) => studioProject(projectId),
    }),
    name: t.string({
      nullable: true,
      description: 'The name that was given at creation or in an update.',
      resolve: textOfDetails('name'),
    }),
    state: t.field({
      type: JobStateEnum,
      nullable: true,
      description:
        'DONE if the status is completed. Otherwise derived from the languages: RUNNING if one is, else FAILED if one is, else WAITING if one is, else UNKNOWN. Costs one request per video that is not completed, shared with `progress`.',
      extensions: ASKS_SERVICE,
      resolve: async (video, args, context, info) => {
        const status = await rawStatus(video, args, context, info);
        // A completed video is done, so its progress is not read.
        if (status === 'completed') return 'DONE';
        const progress = await context.loaders.load('videoProgress', video);
        return progress && stateOfLanguages(progress);
      },
    }),
    progress: t.field({
      type: VideoProgressObject,
      nullable: true,
      description: 'The progress of each target language. Costs one request per video, none while it is watched.',
      extensions: ASKS_SERVICE,
      resolve: (video, _args, { loaders }) => loaders.load('videoProgress', video),
    }),
  }),
});
