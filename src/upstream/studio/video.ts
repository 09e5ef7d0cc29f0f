import { z } from 'zod';
import type { ParsedList } from '../../domain/common/parsed-list.ts';
import type {
  LanguageProgress,
  StringVariable,
  VideoDetails,
  VideoKey,
  VideoProgress,
} from '../../domain/video/video.ts';
import { pathTo } from '../http/address.ts';
import { id, seconds, settle, settleNumber, text } from '../reading/lenient.ts';
import type { Endpoint, Reader } from '../reading/reader.ts';
import { type AnswerReader, type Note, readAs, readList } from '../reading/reading.ts';
import type { Service } from '../service.ts';

const absentable = z.unknown().optional();

const video = z.object({
  id,
  name: text,
  videoUrl: text,
  status: text,
  // The workflow has two names: this one on get and update, the other on creation (interface, "Project video").
  processingType: text,
  workflowType: text,
  srcLang: text,
  dstLangs: absentable,
  pivotLanguage: text,
  videoDuration: seconds,
  remark: text,
  stringVariables: absentable,
  createdAt: text,
  updatedAt: text,
});
const languageCode = z.string().min(1);
const stringVariable: z.ZodType<StringVariable> = z.object({ key: z.string(), value: z.string() });

const progress = z.object({ langs: z.array(z.unknown()) });
/** A `pendingOn` of another kind is no null: null says that the step is stuck (interface, "Video status entry"). */
const entry = z.object({
  lang: languageCode,
  phase: z.string(),
  pendingOn: z.string().nullish(),
  isError: z.boolean(),
  eta: text,
});

export const readVideoDetails: AnswerReader<VideoDetails> = (json, note) => {
  const wire = readAs(video, json);
  return {
    name: settle(wire.name, 'name', note),
    url: settle(wire.videoUrl, 'videoUrl', note),
    rawStatus: settle(wire.status, 'status', note),
    rawWorkflowType:
      settle(wire.processingType, 'processingType', note) ?? settle(wire.workflowType, 'workflowType', note),
    sourceLanguage: settle(wire.srcLang, 'srcLang', note),
    targetLanguages: readTargetLanguages(wire.dstLangs, note),
    pivotLanguage: settle(wire.pivotLanguage, 'pivotLanguage', note),
    durationSeconds: settleNumber(wire.videoDuration, 'videoDuration', note),
    remark: settle(wire.remark, 'remark', note),
    stringVariables: readOptionalList(wire.stringVariables, 'stringVariables', note, (item) =>
      readAs(stringVariable, item),
    ),
    createdAt: settle(wire.createdAt, 'createdAt', note),
    updatedAt: settle(wire.updatedAt, 'updatedAt', note),
  };
};

function readTargetLanguages(dstLangs: unknown, note: Note): ParsedList<string> {
  const { items, malformed } = readOptionalList(dstLangs, 'dstLangs', note, (item) => readAs(languageCode, item));
  return { items: items.toSorted(inOrder), malformed };
}

/** The service lists languages in any order, and in another one next time: an answer has them by their codes. */
function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const detailsEndpoint: Endpoint<VideoKey, VideoDetails> = {
  name: 'GET /api/v1/projects/{projectId}/videos/{videoId}',
  path: ({ projectId, videoId }) => pathTo`/api/v1/projects/${projectId}/videos/${videoId}`,
  read: readVideoDetails,
};

const progressEndpoint: Endpoint<VideoKey, VideoProgress> = {
  name: 'GET /api/v1/projects/{projectId}/videos/{videoId}/status',
  path: ({ projectId, videoId }) => pathTo`/api/v1/projects/${projectId}/videos/${videoId}/status`,
  read: (json, note) => {
    const { items, malformed } = readList(readAs(progress, json).langs, 'langs', note, readEntry);
    return { items: items.toSorted((a, b) => inOrder(a.language, b.language)), malformed };
  },
};

const readEntry: AnswerReader<LanguageProgress> = (json, note) => {
  const { lang, phase, pendingOn, isError, eta } = readAs(entry, json);
  return { language: lang, rawPhase: phase, rawPendingOn: pendingOn ?? null, isError, eta: settle(eta, 'eta', note) };
};

/** Null and absent are the service's ways to write an empty list here. */
function readOptionalList<T>(value: unknown, at: string, note: Note, readItem: AnswerReader<T>): ParsedList<T> {
  return readList(value ?? [], at, note, readItem);
}

export function createVideos(reader: Reader): Service['videos'] {
  return { read: reader(detailsEndpoint), readProgress: reader(progressEndpoint) };
}
