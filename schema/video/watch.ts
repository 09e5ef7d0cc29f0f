import type { VideoUpdate } from '../../src/domain/update.ts';
import { NotFoundError } from '../../src/errors.ts';
import { builder } from '../builder.ts';
import { keyOfId } from '../common/id-argument.ts';
import type { SelectionInfo } from '../common/selection.ts';
import { untilSettledArgument } from '../common/until-settled-argument.ts';
import { JobInterface } from '../job/job.ts';
import { fieldsOfJob, JobUpdateInterface } from '../job/job-update.ts';
import { tellsChange, told, UpdateInterface } from '../job/update.ts';
import { LanguageChangeObject, visibleChanges } from './language-change.ts';
import { selectsVideoDetails, toVideoKey } from './load.ts';
import { VideoProgressObject } from './progress.ts';
import { VideoObject } from './type.ts';

/** Whether a subscription asks for what the video's status does not tell. */
export function watchesVideoDetails(info: SelectionInfo): boolean {
  return selectsVideoDetails(fieldsOfJob('Video', info));
}

const VideoUpdateObject = builder.objectRef<VideoUpdate>('VideoUpdate').implement({
  description: 'The state of one video of a studio project.',
  interfaces: [UpdateInterface, JobUpdateInterface],
  fields: (t) => ({
    job: t.field({
      type: JobInterface,
      description: 'The same as `video`, as any job.',
      resolve: ({ video }) => video,
    }),
    video: t.expose('video', {
      type: VideoObject,
      description: 'The video as it is now; after GONE, as it was last.',
    }),
    progress: t.expose('progress', {
      type: VideoProgressObject,
      description: 'How far the work on it is, language by language.',
    }),
    changes: t.field({
      type: [LanguageChangeObject],
      extensions: tellsChange,
      description: 'What moved since the update before, by language; empty in the first.',
      resolve: ({ changes }, _args, _context, info) => visibleChanges(changes, info),
    }),
  }),
});

builder.subscriptionField('videoUpdated', (t) =>
  t.field({
    type: VideoUpdateObject,
    nullable: true,
    description:
      'Never completes by itself, since a video can be taken up again, unless `untilSettled`: then with the update in which every language rests (between two stages too: the service gives no other sign).',
    args: {
      id: t.arg.id({
        required: true,
        description: 'The global id of the video, or "<projectId>/<videoId>" in the service\'s own ids, to the letter.',
      }),
      untilSettled: untilSettledArgument(t.arg),
    },
    subscribe: (_root, { id, untilSettled }, { live }, info) => {
      const key = toVideoKey(keyOfId('Video', id, info));
      if (key === null) throw new NotFoundError('There is no such video.');
      return live.video(key, { details: watchesVideoDetails(info), untilSettled: untilSettled ?? false });
    },
    resolve: told,
  }),
);
