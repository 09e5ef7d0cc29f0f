import { z } from 'zod';
import {
  type DubbingOutput,
  type DubbingProject,
  type DubbingProjectDetails,
  type DubbingProjectList,
  type DubbingProjectSummary,
  dubbingProjectStatus,
  MIXING_MODES,
} from '../../domain/dubbing-project/dubbing-project.ts';
import { pathTo } from '../http/address.ts';
import {
  id,
  lenientAs,
  minutes,
  needed,
  settleChecked,
  settleNumber,
  settleTexts,
  text,
  verbatim,
  words,
} from '../reading/lenient.ts';
import { always, type Endpoint, type Reader } from '../reading/reader.ts';
import { type AnswerReader, type Note, readAs, readList } from '../reading/reading.ts';
import type { Service } from '../service.ts';
import { readSegment, readSpeaker } from './script.ts';

const absentable = z.unknown().optional();

/** The common fields of the list entry and the details. */
const summary = z.object({
  status: needed,
  source_lang: needed,
  target_lang: needed,
  name: text,
  cost_minutes: minutes,
  created_date: text,
});
const listed = summary.extend({ project_id: id });
const list = z.object({ projects: z.array(z.unknown()) });
/** The answer of the project's own address lacks its id (INTERFACE.md, "Dubbing project"). */
const detail = summary.extend({
  mixing_mode: lenientAs(z.enum(MIXING_MODES)),
  estimated_completion_date: text,
  completion_date: text,
  error_message: words,
  output_video_url: verbatim,
  output_tts_audio_url: verbatim,
  output_source_script: absentable,
  output_target_script: absentable,
  output_target_speakers: absentable,
});

function toSummary(wire: z.output<typeof summary>, projectId: string, note: Note): DubbingProjectSummary {
  return {
    projectId,
    ...settleTexts(wire, { name: 'name' }, note),
    rawStatus: wire.status,
    sourceLanguage: wire.source_lang,
    targetLanguage: wire.target_lang,
    costMinutes: settleNumber(wire.cost_minutes, 'cost_minutes', note),
    createdAt: settleChecked(wire.created_date, 'created_date', note),
  };
}

function toDetails(wire: z.output<typeof detail>, note: Note): DubbingProjectDetails {
  return {
    ...settleTexts(wire, { mixingMode: 'mixing_mode', errorMessage: 'error_message' }, note),
    estimatedCompletionAt: settleChecked(wire.estimated_completion_date, 'estimated_completion_date', note),
    completedAt: settleChecked(wire.completion_date, 'completion_date', note),
    output: dubbingProjectStatus(wire.status) === 'ready' ? toOutput(wire, note) : null,
  };
}

function toOutput(wire: z.output<typeof detail>, note: Note): DubbingOutput {
  return {
    videoUrl: settleChecked(wire.output_video_url, 'output_video_url', note),
    audioUrl: settleChecked(wire.output_tts_audio_url, 'output_tts_audio_url', note),
    sourceScript: readList(wire.output_source_script, 'output_source_script', note, readSegment),
    targetScript: readList(wire.output_target_script, 'output_target_script', note, readSegment),
    targetSpeakers: readList(wire.output_target_speakers, 'output_target_speakers', note, readSpeaker),
    targetLanguage: wire.target_lang,
  };
}

const readListed: AnswerReader<DubbingProject> = (json, note) => {
  const wire = readAs(listed, json);
  return { kind: 'DubbingProject', ...toSummary(wire, wire.project_id, note), details: null };
};

const listEndpoint: Endpoint<null, DubbingProjectList> = {
  name: 'GET /api/v1/projects',
  path: () => '/api/v1/projects',
  maxBytes: 64 * 1024 * 1024,
  lists: ['projects'],
  read: (json, note) => readList(readAs(list, json).projects, 'projects', note, readListed),
};

const detailEndpoint: Endpoint<string, DubbingProject> = {
  name: 'GET /api/v1/projects/{project_id}',
  path: (projectId) => pathTo`/api/v1/projects/${projectId}`,
  // A record with two scripts: one of five hours has 1.6 MB, in some languages three times as much.
  maxBytes: 16 * 1024 * 1024,
  lists: ['output_source_script', 'output_target_script', 'output_target_speakers'],
  read: (json, note, projectId) => {
    const wire = readAs(detail, json);
    return { kind: 'DubbingProject', ...toSummary(wire, projectId, note), details: toDetails(wire, note) };
  },
};

export function createDubbingProjects(reader: Reader): Service['dubbingProjects'] {
  return { list: always(reader, listEndpoint), read: reader(detailEndpoint) };
}
