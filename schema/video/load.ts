import type { GraphQLResolveInfo } from 'graphql';
import type { GraphContext } from '../../src/contracts/context.ts';
import type { Video, VideoDetails, VideoKey } from '../../src/domain/video/video.ts';
import { readableText } from '../common/readable.ts';
import { type SelectedFields, type SelectionInfo, selectedFields } from '../common/selection.ts';

/** The fields of a video that need no request for the video itself: its key and its progress. */
const WITHOUT_DETAILS: ReadonlySet<string> = new Set([
  '__typename',
  'id',
  'videoId',
  'project',
  'progress',
  'checkedAt',
]);

/**
 * A video by its key. Two requests can prove that it exists. If only its key and progress are selected, the progress is
 * read alone. If both are selected, both requests are sent at once.
 */
export function loadVideo(
  { projectId, videoId }: VideoKey,
  { loaders }: GraphContext,
  info: SelectionInfo,
): Promise<Video | null> {
  const key = { projectId, videoId };
  const fields = selectedFields('Video', info);
  if (!fields.has('progress'))
    return loaders.load('videoDetails', key).then((details) => details && toVideo(key, details));

  const progress = loaders.load('videoProgress', key);
  if (!selectsVideoDetails(fields)) return progress.then((found) => found && toVideo(key, null));
  // `Video.progress` asks the loader again, gets the same answer, and reports a failure at its own path.
  progress.catch(() => undefined);
  return loaders.load('videoDetails', key).then((details) => details && toVideo(key, details));
}

/** Whether one of the fields needs the video's details. */
export function selectsVideoDetails(fields: SelectedFields): boolean {
  return [...fields.keys()].some((field) => !WITHOUT_DETAILS.has(field));
}

/** The key of a video has two parts (`src/domain/global-id.ts`). */
export function toVideoKey(parts: readonly string[] | null): VideoKey | null {
  const [projectId, videoId] = parts ?? [];
  return projectId === undefined || videoId === undefined ? null : { projectId, videoId };
}

function toVideo({ projectId, videoId }: VideoKey, details: VideoDetails | null): Video {
  return { kind: 'Video', projectId, videoId, details };
}

type Read<T> = (details: VideoDetails, context: GraphContext, info: GraphQLResolveInfo) => T;

/** A resolver for a field of the details. Missing details are read. A video that no longer exists gives `gone`. */
export function ofVideoDetails<T, Gone>(read: Read<T>, gone: Gone) {
  return (
    video: Video,
    _args: object,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): T | Gone | Promise<T | Gone> =>
    video.details === null
      ? context.loaders.load('videoDetails', video).then((details) => (details ? read(details, context, info) : gone))
      : read(video.details, context, info);
}

/**
 * The same for a field that the answer to an update lacks: the details of a video that was just updated are read again.
 */
export function ofWholeDetails<T, Gone>(read: Read<T>, gone: Gone) {
  const resolve = ofVideoDetails(read, gone);
  return (video: Video, args: object, context: GraphContext, info: GraphQLResolveInfo): T | Gone | Promise<T | Gone> =>
    resolve(video.isJustUpdated === true ? { ...video, details: null } : video, args, context, info);
}

export type TextOfDetails = 'name' | 'rawStatus' | 'rawWorkflowType' | 'sourceLanguage' | 'pivotLanguage' | 'remark';

/** A resolver for a text of the details. */
export function textOfDetails(field: TextOfDetails) {
  return ofVideoDetails((details, context, info) => readableText(details, field, context, info), null);
}
