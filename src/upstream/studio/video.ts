import { z } from 'zod';
import type { MalformedItem, ParsedList } from '../../domain/common/parsed-list.ts';
import type {
  LanguageProgress,
  StringVariable,
  UnreadLanguage,
  VideoDetails,
  VideoKey,
  VideoProgress,
} from '../../domain/video/video.ts';
import { pathTo } from '../http/address.ts';
import { JsonRecord } from '../reading/incremental/json-record.ts';
import { id, needed, seconds, settleChecked, settleNumber, settleTexts, text, verbatim } from '../reading/lenient.ts';
import type { Endpoint, Reader } from '../reading/reader.ts';
import { type AnswerReader, type Note, readAs, readList } from '../reading/reading.ts';
import { readBoolean } from '../refusal/booleans.ts';
import { property } from '../refusal/words.ts';
import type { Service } from '../service.ts';

const absentable = z.unknown().optional();

const video = z.object({
  name: text,
  videoUrl: verbatim,
  status: text,
  // The workflow has two names: this one on get and update, the other on creation (INTERFACE.md, "Video").
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
const TEXTS = {
  name: 'name',
  rawStatus: 'status',
  sourceLanguage: 'srcLang',
  pivotLanguage: 'pivotLanguage',
  remark: 'remark',
} as const;
const identified = z.object({ id });
const languageCode = z.string().min(1);
const stringVariable: z.ZodType<StringVariable> = z.object({ key: z.string(), value: z.string() });

const progress = z.object({ langs: z.array(z.unknown()) });
/** A `pendingOn` of another kind is no null: null says that the step is stuck (INTERFACE.md, "Video status entry"). */
const entry = z.object({
  lang: languageCode,
  phase: needed,
  pendingOn: needed.nullish(),
  isError: z.boolean(),
  eta: text,
});

/** @throws UnreadableError */
export function readVideoId(json: unknown): string {
  return readAs(identified, json).id;
}

export const readVideoDetails: AnswerReader<VideoDetails> = (json, note) => {
  const wire = readAs(video, json);
  return {
    ...settleTexts(wire, { ...TEXTS, rawWorkflowType: workflowMember(wire) }, note),
    url: settleChecked(wire.videoUrl, 'videoUrl', note),
    targetLanguages: readTargetLanguages(wire.dstLangs, note),
    durationSeconds: settleNumber(wire.videoDuration, 'videoDuration', note),
    stringVariables: readOptionalList(wire.stringVariables, 'stringVariables', note, (item) =>
      readAs(stringVariable, item),
    ),
    createdAt: settleChecked(wire.createdAt, 'createdAt', note),
    updatedAt: settleChecked(wire.updatedAt, 'updatedAt', note),
  };
};

/** Of the two names, the one with a text; an unreadable one only if there is no other. */
function workflowMember({ processingType, workflowType }: z.output<typeof video>): 'processingType' | 'workflowType' {
  return typeof processingType === 'string' || workflowType === null ? 'processingType' : 'workflowType';
}

function readTargetLanguages(dstLangs: unknown, note: Note): ParsedList<string> {
  const { items, malformed } = readOptionalList(dstLangs, 'dstLangs', note, readLanguageCode);
  return { items: items.toSorted(inOrder), malformed };
}

/** Without the schema for a code as it should be: there are many of them. */
function readLanguageCode(item: unknown): string {
  return typeof item === 'string' && item !== '' ? item : readAs(languageCode, item);
}

/** The service lists languages in any order, and in another one next time: an answer has them by their codes. */
function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const detailsEndpoint: Endpoint<VideoKey, VideoDetails> = {
  name: 'GET /api/v1/projects/{projectId}/videos/{videoId}',
  path: ({ projectId, videoId }) => pathTo`/api/v1/projects/${projectId}/videos/${videoId}`,
  read: (json, note) => {
    readVideoId(json);
    return readVideoDetails(json, note);
  },
};

const progressEndpoint: Endpoint<VideoKey, VideoProgress> = {
  name: 'GET /api/v1/projects/{projectId}/videos/{videoId}/status',
  path: ({ projectId, videoId }) => pathTo`/api/v1/projects/${projectId}/videos/${videoId}/status`,
  lists: ['langs'],
  read: (json, note) => {
    const { langs } = readAs(progress, json);
    const { items, malformed } = readList(langs, 'langs', note, readEntry);
    return {
      items: items.toSorted((a, b) => inOrder(a.language, b.language)),
      malformed: malformed.map((item) => ({ ...item, ...readParts(langs[item.index]) })),
    };
  },
};

const readEntry: AnswerReader<LanguageProgress> = (json, note) => {
  const { lang, phase, pendingOn, isError, eta } = readAs(entry, json);
  return {
    language: lang,
    rawPhase: phase,
    rawPendingOn: pendingOn ?? null,
    isError,
    eta: settleChecked(eta, 'eta', note),
  };
};

/** The readable part of an entry that cannot be read whole: enough to know that the language may be at work. */
function readParts(listed: unknown): Omit<UnreadLanguage, keyof MalformedItem> {
  const entry = listed instanceof JsonRecord ? listed.json : listed;
  const textAt = (member: string): string | null => {
    const value = property(entry, member);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const isError = property(entry, 'isError');
  return {
    language: textAt('lang'),
    rawPendingOn: textAt('pendingOn'),
    isError: readBoolean(isError),
    eta: textAt('eta'),
  };
}

/** Null and absent are the service's ways to write an empty list here. */
function readOptionalList<T>(value: unknown, at: string, note: Note, readItem: AnswerReader<T>): ParsedList<T> {
  return readList(value ?? [], at, note, readItem);
}

export function createVideos(reader: Reader): Service['videos'] {
  return { read: reader(detailsEndpoint), readProgress: reader(progressEndpoint) };
}
