import type { VideoUpdate } from '../../src/domain/update.ts';
import { NotFoundError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { checkHeartbeat, heartbeatArgument } from '../common/heartbeat-argument.ts';
import { keyOfId } from '../common/id-argument.ts';
import type { SelectionInfo } from '../common/selection.ts';
import { untilSettledArgument } from '../common/until-settled-argument.ts';
import { JobInterface } from '../job/job.ts';
import { fieldsOfJob, JobUpdateInterface } from '../job/job-update.ts';
import { describesChange, resolveUpdate, UpdateInterface } from '../job/update.ts';
import { LanguageChangeObject, visibleChanges } from './language-change.ts';
import { selectsVideoDetails, toVideoKey } from './load.ts';
import { VideoProgressObject } from './progress.ts';
import { VideoObject } from './type.ts';

/** Whether a subscription selects fields beyond the video's progress. */
export function watchesVideoDetails(info: SelectionInfo): boolean {
  return selectsVideoDetails(fieldsOfJob('Video', info));
}

const VideoUpdateObject = builder.objectRef<VideoUpdate>('VideoUpdate').implement({
  description: 'An update about one video.',
  interfaces: [UpdateInterface, JobUpdateInterface],
  fields: (t) => ({
    job: t.field({
      type: JobInterface,
      description: 'The same object as `video`, typed as a job.',
      resolve: ({ video }) => video,
    }),
    video: t.expose('video', {
      type: VideoObject,
      description: 'The current video. After GONE, its last known state.',
    }),
    progress: t.expose('progress', {
      type: VideoProgressObject,
      deprecationReason: 'Select `video { progress }`: it costs the same and lands in caches.',
      description: 'The progress of the video, by language.',
    }),
    changes: t.field({
      type: [LanguageChangeObject],
      extensions: describesChange,
      description: 'The languages that have changed since the previous update. Empty in the first update.',
      resolve: ({ changes }, _args, _context, info) => visibleChanges(changes, info),
    }),
  }),
});

builder.subscriptionField('videoUpdated', (t) =>
  t.field({
    type: VideoUpdateObject,
    nullable: true,
    description:
      'One video. Never completes by itself, because work on a video can resume. With `untilSettled`, completes after the first update in which `progress.isSettled` is true, which can also be between two stages.',
    args: {
      id: t.arg.id({
        required: true,
        description:
          'The global id of the video, or "<projectId>/<videoId>" with the service\'s own ids. Case-sensitive.',
      }),
      untilSettled: untilSettledArgument(t.arg),
      heartbeatSeconds: heartbeatArgument(t.arg),
    },
    subscribe: (_root, { id, untilSettled, heartbeatSeconds }, { live }, info) => {
      checkHeartbeat(heartbeatSeconds);
      const key = toVideoKey(keyOfId('Video', id, info));
      if (key === null) throw new NotFoundError('Video not found.');
      return live.video(key, {
        details: watchesVideoDetails(info),
        untilSettled: untilSettled ?? false,
        heartbeatSeconds,
      });
    },
    resolve: resolveUpdate,
  }),
);
