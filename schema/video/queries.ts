import { readVideoIdWithin } from '../../src/domain/common/id-argument.ts';
import { builder } from '../builder.ts';
import { checkedAt } from '../common/checked-at.ts';
import { isTypeNameOf, keyOfId, keyOfReading } from '../common/id-argument.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';
import { StudioProjectObject } from '../studio-project/type.ts';
import { loadVideo, toVideoKey } from './load.ts';
import { VideoObject } from './type.ts';

builder.objectField(VideoObject, 'checkedAt', (t) => t.field(checkedAt(({ details }) => details)));

builder.queryField('video', (t) =>
  t.field({
    type: VideoObject,
    nullable: true,
    description:
      'One video of a studio project. Null if it does not exist. Costs one request, none while it is watched.',
    extensions: ASKS_SERVICE,
    args: {
      id: t.arg.id({
        required: true,
        description:
          'The global id of the video, or "<projectId>/<videoId>" with the service\'s own ids. Case-sensitive.',
      }),
    },
    resolve: (_root, { id }, context, info) => {
      const key = toVideoKey(keyOfId('Video', id, info));
      return key && loadVideo(key, context, info);
    },
  }),
);

builder.objectField(StudioProjectObject, 'video', (t) =>
  t.field({
    type: VideoObject,
    nullable: true,
    description:
      'One video of the project. Null if it does not exist. Costs one request per video, none while it is watched.',
    extensions: ASKS_SERVICE,
    args: {
      videoId: t.arg.id({
        required: true,
        description: "The service's own id of the video, or its global id. Case-sensitive.",
      }),
    },
    resolve: ({ projectId }, { videoId }, context, info) => {
      const reading = readVideoIdWithin(projectId, videoId, isTypeNameOf(info));
      const key = toVideoKey(keyOfReading('Video', reading, 'videoId'));
      return key && loadVideo(key, context, info);
    },
  }),
);
