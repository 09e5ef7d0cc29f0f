import type { Video } from '../../src/domain/video/video.ts';
import { builder } from '../builder.ts';
import { VideoObject } from './type.ts';

/** The common payload of a creation and an update. */
export function videoPayload(
  name: `${string}Payload`,
  words: { readonly description: string; readonly video: string },
) {
  return builder.objectRef<Video>(name).implement({
    description: words.description,
    fields: (t) => ({
      video: t.field({ type: VideoObject, description: words.video, resolve: (video) => video }),
    }),
  });
}
