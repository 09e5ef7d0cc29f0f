/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedQueryDocumentNode as DocumentNode } from 'graphql';
/** One of the clips that are joined into an artifact. */
export type ArtifactFragmentInput = {
  /** Where the clip is. */
  location: ArtifactFragmentLocationInput;
  /** When it begins, in seconds: 0 or more. */
  startTimeSeconds: number;
};

/** Where a clip is. */
export type ArtifactFragmentLocationInput =
  {   /** From requestArtifactUpload, or s3://bucket/path. */
  s3Path: string; url?: never; }
  |  { s3Path?: never;   /** A public address, which the service downloads. */
  url: string; };

/** Where the file of an artifact comes from. */
export type ArtifactSourceInput =
  {   /** Clips to join into one, of the same codec, resolution and frame rate. Not for a script. */
  fragments: Array<ArtifactFragmentInput>; s3Path?: never; url?: never; }
  |  { fragments?: never;   /** From requestArtifactUpload, or s3://bucket/path in a bucket whose credentials the account holds. */
  s3Path: string; url?: never; }
  |  { fragments?: never; s3Path?: never;   /** A public address, which the service downloads. */
  url: string; };

/** How far the service is with the file of an artifact. */
export type ArtifactStatus =
  /** The artifact was created; the file has not been looked at yet. */
  | 'CREATED'
  /** The file can be used, and its size and duration are known. */
  | 'UPLOAD_COMPLETED'
  /** The file could not be processed; `errorMessage` says why. */
  | 'UPLOAD_FAILED'
  /** The file is being downloaded, copied or processed. */
  | 'UPLOAD_STARTED';

/** What kind of file an artifact is. */
export type ArtifactType =
  /** An audio file. */
  | 'AUDIO'
  /** A script: the text of a video, line by line. */
  | 'SCRIPT'
  /** A video file. */
  | 'VIDEO';

/** A file to make an artifact of. */
export type CreateArtifactInput = {
  /** Sent as Idempotency-Key. Without it the gateway makes one for each call, so that its own retries create nothing twice. */
  idempotencyKey?: string | null | undefined;
  /** A name to show; not blank. */
  name: string;
  /** Where the file comes from. */
  source: ArtifactSourceInput;
  /** What kind of file it is. */
  type: ArtifactType;
};

/** A video to dub, from which language into which, and how. */
export type CreateDubbingProjectInput = {
  /** A glossary for the translation, as TSV. */
  glossary?: string | null | undefined;
  /** Sent as Idempotency-Key. Without it the gateway makes one for each call, so that its own retries create nothing twice. */
  idempotencyKey?: string | null | undefined;
  /** What is heard of the original under the new voices; left out, the service takes VOICEOVER_WITH_ORIGINAL_TRACK. */
  mixingMode?: MixingMode | null | undefined;
  /** A name to find it by. */
  name?: string | null | undefined;
  /** From options.sourceLanguages. */
  sourceLanguage: string;
  /** What is spoken in the video, if it is known. */
  sourceScript?: SourceScriptInput | null | undefined;
  /** A direct link to a video file, or a video-sharing address. */
  sourceVideoUrl: string;
  /** From options.targetLanguages. */
  targetLanguage: string;
  /** How loud the new voices are; left out, the service takes NORMAL. */
  ttsVolume?: TtsVolume | null | undefined;
  /** Voices like the original ones that carry the emotion over: more expressive, less stable. Only where the target language supports it. */
  useEmotionalTransfer?: boolean | null | undefined;
  /** Keeps the timings of sourceScript.segments as they are. */
  useFixedTimings?: boolean | null | undefined;
  /** Voices like those of the original speakers. The account needs an active subscription. */
  useSoundalikeVoices?: boolean | null | undefined;
};

/** A video to work on: out of which artifacts, in which languages, and how. */
export type CreateVideoInput = {
  /** Sent as Idempotency-Key. Without it the gateway makes one for each call, so that its own retries create nothing twice. */
  idempotencyKey?: string | null | undefined;
  /** A name to show; not blank. */
  name: string;
  /** Which steps the service takes by itself; left out, as it likes. */
  pipelineOptions?: PipelineOptionsInput | null | undefined;
  /** A language to translate by way of. */
  pivotLanguage?: string | null | undefined;
  /** How the files are made. */
  processingOptions?: ProcessingOptionsInput | null | undefined;
  /** The global id of the studio project that is to hold it, or the service's own, to the letter. */
  projectId: string | number;
  /** TTS: an archive of reference files. */
  referenceArchiveArtifactId?: string | number | null | undefined;
  /** A remark on the video. */
  remark?: string | null | undefined;
  /** A video artifact whose upload has completed. Required, except for TTS, which has none. */
  sourceArtifactId?: string | number | null | undefined;
  /** ISO 639-1, or `multi` where the account may use several source languages. */
  sourceLanguage: string;
  /** A ready transcript. For TTS, the lines to speak. */
  sourceScript?: VideoScriptInput | null | undefined;
  /** Notes to leave on the video. */
  stringVariables?: Array<StringVariableInput> | null | undefined;
  /** How subtitles are cut, for each target language once at most. */
  subtitlingParams?: Array<SubtitlingParamsInput> | null | undefined;
  /** BCP 47, language and region: which languages it is worked on in. */
  targetLanguages: Array<string>;
  /** Ready translations, for DUBBING, VOICEOVER, AUDIO_DESCRIPTION and TRANSLATION. */
  targetScripts?: Array<TargetVideoScriptInput> | null | undefined;
  /** What is to be made of it. */
  workflowType: WorkflowType;
};

/** Narrows the list of projects: all that is given must hold, and an empty list holds for none. */
export type DubbingProjectFilter = {
  /** Created later than this moment. */
  createdAfter?: string | null | undefined;
  /** Created earlier than this moment. */
  createdBefore?: string | null | undefined;
  /** Part of the name, whatever its case or accents. */
  search?: string | null | undefined;
  /** The code of the source language is one of these, to the letter. */
  sourceLanguage?: Array<string> | null | undefined;
  /** The status is one of these. */
  status?: Array<DubbingProjectStatus> | null | undefined;
  /** The code of the target language is one of these, to the letter. */
  targetLanguage?: Array<string> | null | undefined;
};

/** The order of a list of projects. Ties are ordered by id; those without a value come last in both directions. */
export type DubbingProjectOrder = {
  /** From which end. */
  direction?: OrderDirection;
  /** What to order by. */
  field: DubbingProjectOrderField;
};

/** What a list of projects is ordered by. */
export type DubbingProjectOrderField =
  /** What they have cost. */
  | 'COST_MINUTES'
  /** When they were created. */
  | 'CREATED_AT'
  /** Their names, as a dictionary would have them. */
  | 'NAME'
  /** Their status, in the order of the enum. */
  | 'STATUS';

/** How far the service is with a project. */
export type DubbingProjectStatus =
  /** The dubbing has failed: `errorMessage` says why. */
  | 'ERROR'
  /** The service is at work, or the work is queued. */
  | 'IN_PROGRESS'
  /** The dubbing is finished: `output` has it. */
  | 'READY';

/** How well the gateway can see what it tells of. */
export type Freshness =
  /** As the service told it within the present checking interval. */
  | 'LIVE'
  /** The service does not answer, or not sensibly: this is the last state known. */
  | 'STALE'
  /** The quota of requests is used up: this is the last state known. */
  | 'THROTTLED';

/** One vocabulary for the three kinds of job, each derived from what its service reports. */
export type JobState =
  /** Ready, uploaded, or a video whose status is completed. */
  | 'DONE'
  /** The work has ended in an error, which the job tells as far as the service does. */
  | 'FAILED'
  /** The service is at work, or the work is queued. */
  | 'RUNNING'
  /** The service reported something that this schema does not know. */
  | 'UNKNOWN'
  /** It rests with a person (a video only): the service's editors are at it, or it awaits manual input, or it is finished; the service does not tell which. */
  | 'WAITING';

/** What is heard of the original under the new voices. */
export type MixingMode =
  /** Nothing: the new voices alone. */
  | 'VOICEOVER_ONLY'
  /** The original track without its voices, which are taken out of it. */
  | 'VOICEOVER_WITHOUT_ORIGINAL_VOICE'
  /** The whole original track, under the new voices. */
  | 'VOICEOVER_WITH_ORIGINAL_TRACK';

/** From which end a list is ordered. */
export type OrderDirection =
  /** The smallest, earliest or alphabetically first one first. */
  | 'ASC'
  /** The greatest, latest or alphabetically last one first. */
  | 'DESC';

/** Whose turn it is. */
export type PendingOn =
  /** A person's turn, or finished: the service does not tell which. */
  | 'EDITOR'
  /** Automated work, running or queued. */
  | 'SYSTEM';

/** Which steps the service takes by itself, and how it finds voices. */
export type PipelineOptionsInput = {
  /** Whether the speech is written down without a person. */
  shouldAutomateTranscription?: boolean | null | undefined;
  /** Whether the script is translated without a person. */
  shouldAutomateTranslation?: boolean | null | undefined;
  /** Whether voices are chosen without a person. */
  shouldAutomateVoiceSelection?: boolean | null | undefined;
  /** `label`, `cloning`, or another word of the service. */
  voiceSelectionMode?: string | null | undefined;
  /** With the mode `label`: which label the voices have. */
  voiceSelectionVoicesLabel?: string | null | undefined;
};

/** What a language of a video is going through. */
export type PipelinePhase =
  /** The new voices are mixed with the original sound. */
  | 'MIXING'
  /** The files are made. */
  | 'RENDERING'
  /** The speech is written down. */
  | 'TRANSCRIPTION'
  /** The script is translated. */
  | 'TRANSLATION'
  /** Voices are chosen, or speak the script. */
  | 'VOICEOVER';

/** How the files are made. */
export type ProcessingOptionsInput = {
  /** Whether the voices are also exported as an AAF file. */
  exportTtsAaf?: boolean | null | undefined;
  /** The codec of exported WAV files, in the service's words. */
  exportWavCodec?: string | null | undefined;
  /** The sample rate of exported WAV files. */
  exportWavRate?: number | null | undefined;
  /** The loudness that the result is brought to. */
  targetLoudness?: number | null | undefined;
  /** By how many decibels the original is muffled under a voice-over. */
  voiceoverMuffleDb?: number | null | undefined;
};

/** What is to be said instead, and by which voices. The project's present output is what to start from. */
export type RetranslateDubbingProjectInput = {
  /** The global id of the project, or the service's own, to the letter. */
  id: string | number;
  /** Sent as Idempotency-Key. Without it the gateway makes one for each call, so that its own retries create nothing twice. */
  idempotencyKey?: string | null | undefined;
  /** What is heard of the original under the new voices; left out, the service takes VOICEOVER_WITH_ORIGINAL_TRACK. */
  mixingMode?: MixingMode | null | undefined;
  /** The whole new script, line by line. */
  targetScript: Array<ScriptSegmentInput>;
  /** Everybody who speaks in the script, each with a voice. */
  targetSpeakers: Array<TargetSpeakerInput>;
  /** How loud the new voices are; left out, the service takes NORMAL. */
  ttsVolume?: TtsVolume | null | undefined;
  /** Keeps the timings as they are; otherwise they may be adjusted to how long the new speech is. */
  useFixedTimings?: boolean | null | undefined;
};

/** Which column of a spreadsheet, by its header, holds what. */
export type ScriptColumnsInput = {
  /** The column of when a line ends. */
  endTime?: string | null | undefined;
  /** The column of which reference file a line goes with. */
  inputFileName?: string | null | undefined;
  /** The column of what the file of a spoken line is to be called. */
  outputFileName?: string | null | undefined;
  /** The column of who says it. */
  speakerName?: string | null | undefined;
  /** The column of how a line is to be spoken. */
  speechPrompt?: string | null | undefined;
  /** The column of when a line begins. */
  startTime?: string | null | undefined;
  /** The column of what is said. */
  text?: string | null | undefined;
};

/** One line of a target script: what is said, when, and by whom. */
export type ScriptSegmentInput = {
  /** When it ends: later than it begins. Lines must not overlap. */
  endMs: number;
  /** Who says it: one of the targetSpeakers. */
  speakerId: number;
  /** When it begins, in milliseconds from the start of the video. */
  startMs: number;
  /** What is said; not blank. */
  text: string;
};

/** What is spoken in the video, so that the service need not write it down: as a text, or line by line. */
export type SourceScriptInput =
  {   /** SRT, VTT or plain text; timings and speaker tags are ignored. */
  content: string; segments?: never; }
  |  { content?: never;   /** Line by line; who speaks, the service finds out by itself. */
  segments: Array<SourceScriptSegmentInput>; };

/** One line of a source script: what is said, and when. */
export type SourceScriptSegmentInput = {
  /** When it ends: later than it begins. */
  endMs: number;
  /** When it begins, in milliseconds from the start of the video. */
  startMs: number;
  /** What is said; not blank. */
  text: string;
};

/** A note to leave on a video, such as the id that another system knows it by. */
export type StringVariableInput = {
  /** What the note is called. */
  key: string;
  /** What it says. */
  value: string;
};

/** How the subtitles of one target language are cut. */
export type SubtitlingParamsInput = {
  /** One of the targetLanguages. */
  language: string;
  /** How many characters a line may have. */
  maxCharsPerLine?: number | null | undefined;
  /** How many characters a viewer may have to read in a second. */
  maxCharsPerSecond?: number | null | undefined;
  /** How long a subtitle is shown at most, in milliseconds. */
  maxDurationMs?: number | null | undefined;
  /** How many lines a subtitle may have. */
  maxLinesPerSubtitle?: number | null | undefined;
  /** How long a subtitle is shown at least, in milliseconds. */
  minDurationMs?: number | null | undefined;
};

/** `voiceKey`: a voice's key, or `soundalike`, or `emotional_transfer`. */
export type TargetSpeakerInput = {
  /** What the lines of this speaker carry; unique in the list. */
  speakerId: number;
  /** "feminine", "masculine", or another word of the service. */
  style: string;
  /** The key of a voice in the project's target language, or one of the two special keys. */
  voiceKey: string;
};

/** A ready translation into one target language, and how to read it. */
export type TargetVideoScriptInput = {
  /** A script artifact whose upload has completed. */
  artifactId: string | number;
  /** Of a spreadsheet: which column holds what. */
  columns?: ScriptColumnsInput | null | undefined;
  /** Frames per second, where the script counts its times in frames: above 0. */
  frameRate?: number | null | undefined;
  /** One of the targetLanguages. */
  language: string;
};

/** Where the voice of a speaker comes from. */
export type TargetVoiceKind =
  /** It is a voice of the catalogue. */
  | 'CATALOGUE'
  /** It sounds like the original speaker and carries the emotion over: more expressive, less stable. */
  | 'EMOTIONAL_TRANSFER'
  /** It is made to sound like the original speaker. */
  | 'SOUNDALIKE';

/** How loud the new voices are. */
export type TtsVolume =
  /** Above it. */
  | 'LOUDER'
  /** As the service chooses by itself. */
  | 'NORMAL'
  /** Below it. */
  | 'QUIETER'
  /** Far above it. */
  | 'VERY_LOUD'
  /** Far below the volume that the service chooses by itself. */
  | 'VERY_QUIET';

/** Why an update has come. */
export type UpdateKind =
  /** Of a list: one that was not there before. */
  | 'ADDED'
  /** Something of it is not as it was before. */
  | 'CHANGED'
  /** Nothing changed but `freshness`. */
  | 'FRESHNESS'
  /** It was there and does not exist any more. (What never was there is an error, NOT_FOUND, and ends the stream.) */
  | 'GONE'
  /** It is the first: the present state. */
  | 'SNAPSHOT';

/** At least one of the optional fields. */
export type UpdateVideoInput = {
  /** The global id of the video, or "<projectId>/<videoId>" in the service's own ids, to the letter. */
  id: string | number;
  /** Its new name. */
  name?: string | null | undefined;
  /** A new remark on it. */
  remark?: string | null | undefined;
  /** The service's own word: it does not list the values it takes. */
  status?: string | null | undefined;
  /** All the languages that it is to be worked on in from now on. */
  targetLanguages?: Array<string> | null | undefined;
  /** What is to be made of it instead. */
  workflowType?: WorkflowType | null | undefined;
};

/** What kind of failure it is, for a program to tell them apart. */
export type UserErrorCode =
  /** The account may not use this: re-translation, cloning, an external bucket, several source languages. */
  | 'NOT_ENABLED'
  /** What it is about does not exist. */
  | 'NOT_FOUND'
  /** The connection broke or timed out after the request was sent, and asking again did not settle it: it may or may not have been done. */
  | 'OUTCOME_UNKNOWN'
  /** The service refused, in a way that this schema has no better word for. */
  | 'REJECTED'
  /** The input breaks a rule, which the issues name. Nothing was done. */
  | 'VALIDATION_FAILED';

/** The kind of a fault in an input, to translate its message by. */
export type ValidationIssueCode =
  /** The value contradicts another part of the input, or the present state of the thing that it names. */
  | 'CONFLICT'
  /** The value does not have the form that it must have: an address, a language code, an id, a file format. */
  | 'MALFORMED'
  /** The value, or any value, is not one that this place may have beside the rest of the input. */
  | 'NOT_ALLOWED'
  /** There is no such thing as the value names. */
  | 'NOT_FOUND'
  /** A number, or a moment of a script, lies outside of the range that it may have. */
  | 'OUT_OF_RANGE'
  /** The service refused; the message is the service's. */
  | 'REFUSED'
  /** Something must stand there, and nothing does, or only white space. */
  | 'REQUIRED'
  /** A text or a file is longer than the most that the service takes. */
  | 'TOO_LONG'
  /** A list or a file is empty where at least one entry is needed. */
  | 'TOO_SHORT';

/** A ready script, and how to read it. */
export type VideoScriptInput = {
  /** A script artifact whose upload has completed. */
  artifactId: string | number;
  /** Of a spreadsheet: which column holds what. */
  columns?: ScriptColumnsInput | null | undefined;
  /** Frames per second, where the script counts its times in frames: above 0. */
  frameRate?: number | null | undefined;
};

/** The status of a video as a whole. */
export type VideoStatus =
  /** It is finished. */
  | 'COMPLETED'
  /** It is being worked on, by the service or by a person. */
  | 'IN_PROGRESS'
  /** It has just been created. */
  | 'NEW';

/** Narrows a list of voices: all that is given must hold. */
export type VoiceFilter = {
  /** The code of the target language, to the letter. */
  language?: string | null | undefined;
  /** Part of the name, whatever its case or accents. */
  search?: string | null | undefined;
  /** The style, to the letter: "feminine", "masculine". */
  style?: string | null | undefined;
};

/** What is made of a video. */
export type WorkflowType =
  /** What is seen is described, for those who cannot see it. */
  | 'AUDIO_DESCRIPTION'
  /** Its speech is replaced by the speech of other voices in the target languages. */
  | 'DUBBING'
  /** It gets subtitles in the target languages. */
  | 'SUBTITLING'
  /** Its speech is written down, in its own language. */
  | 'TRANSCRIPTION'
  /** Its speech is written down in the target languages. */
  | 'TRANSLATION'
  /** There is no video: a script is spoken line by line, into a file for each. */
  | 'TTS'
  /** Its speech is spoken over in the target languages. */
  | 'VOICEOVER';

export type ArtifactUpdatedSubscriptionVariables = Exact<{
  id?: string | number;
}>;


export type ArtifactUpdatedSubscription = { artifactUpdated: { kind: UpdateKind, freshness: Freshness, isFinal: boolean, previousStatus: ArtifactStatus | null, artifact: { id: string, name: string | null, status: ArtifactStatus | null, isUsable: boolean, sizeBytes: number | null, durationSeconds: number | null, errorMessage: string | null } } | null };

export type ArtifactQueryVariables = Exact<{
  id?: string | number;
}>;


export type ArtifactQuery = { artifact: { id: string, name: string | null, type: ArtifactType | null, status: ArtifactStatus | null, isUsable: boolean, sizeBytes: number | null, durationSeconds: number | null, errorMessage: string | null, createdAt: string | null } | null };

export type BalanceUpdatedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type BalanceUpdatedSubscription = { balanceUpdated: { kind: UpdateKind, freshness: Freshness, balance: { minutes: number } } | null };

export type BalanceQueryVariables = Exact<{ [key: string]: never; }>;


export type BalanceQuery = { balance: { minutes: number } | null };

export type CreateArtifactMutationVariables = Exact<{
  input?: CreateArtifactInput;
}>;


export type CreateArtifactMutation = { createArtifact:
    | { artifact: { id: string, name: string | null, status: ArtifactStatus | null, isUsable: boolean } }
    | { code: UserErrorCode, message: string }
    | { idempotencyKey: string | null, code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string, issues: Array<{ field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type CreateDubbingProjectMutationVariables = Exact<{
  input?: CreateDubbingProjectInput;
}>;


export type CreateDubbingProjectMutation = { createDubbingProject:
    | { costMinutes: number, estimatedCompletionAt: string | null, project: { id: string, name: string | null, state: JobState, targetLanguage: { name: string } }, balance: { minutes: number } }
    | { code: UserErrorCode, message: string }
    | { idempotencyKey: string | null, code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string, issues: Array<{ field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type CreateVideoMutationVariables = Exact<{
  input?: CreateVideoInput;
}>;


export type CreateVideoMutation = { createVideo:
    | { video: { id: string, name: string | null, status: VideoStatus | null, targetLanguages: Array<{ name: string }> } }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { idempotencyKey: string | null, code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string, issues: Array<{ field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type DeleteDubbingProjectMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteDubbingProjectMutation = { deleteDubbingProject:
    | { deletedId: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
   | null };

export type DeleteStudioProjectMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteStudioProjectMutation = { deleteStudioProject:
    | { deletedId: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
   | null };

export type DeleteVideoMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteVideoMutation = { deleteVideo:
    | { deletedId: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
   | null };

export type DubbingProjectUpdatedSubscriptionVariables = Exact<{
  id?: string | number;
}>;


export type DubbingProjectUpdatedSubscription = { dubbingProjectUpdated: { kind: UpdateKind, freshness: Freshness, nextCheckAt: string | null, isFinal: boolean, previousStatus: DubbingProjectStatus | null, project: { id: string, name: string | null, status: DubbingProjectStatus | null, estimatedCompletionAt: string | null, completedAt: string | null, errorMessage: string | null, output: { videoUrl: string | null, audioUrl: string | null } | null } } | null };

export type DubbingProjectQueryVariables = Exact<{
  id?: string | number;
}>;


export type DubbingProjectQuery = { dubbingProject: { id: string, name: string | null, status: DubbingProjectStatus | null, mixingMode: MixingMode | null, estimatedCompletionAt: string | null, completedAt: string | null, errorMessage: string | null, output: { videoUrl: string | null, audioUrl: string | null, subtitles: string, targetScript: Array<{ startMs: number, endMs: number, text: string, speaker: { speakerId: number, voice: { name: string } | null } | null }>, targetSpeakers: Array<{ speakerId: number, voiceKey: string, voiceKind: TargetVoiceKind, style: string | null }> } | null } | null };

export type DubbingProjectsUpdatedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type DubbingProjectsUpdatedSubscription = { dubbingProjectsUpdated: { kind: UpdateKind, freshness: Freshness, checkedAt: string, projects: Array<{ id: string, name: string | null, status: DubbingProjectStatus | null, costMinutes: number | null, createdAt: string | null, sourceLanguage: { name: string }, targetLanguage: { name: string } }> } | null };

export type DubbingProjectsQueryVariables = Exact<{
  filter?: DubbingProjectFilter | null | undefined;
  orderBy?: DubbingProjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DubbingProjectsQuery = { dubbingProjects: { totalCount: number, nodes: Array<{ id: string, name: string | null, status: DubbingProjectStatus | null, costMinutes: number | null, createdAt: string | null, sourceLanguage: { name: string }, targetLanguage: { name: string } } | null>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type JobsUpdatedSubscriptionVariables = Exact<{
  ids?: Array<string | number> | string | number;
}>;


export type JobsUpdatedSubscription = { jobsUpdated:
    | { kind: UpdateKind, freshness: Freshness, isFinal: boolean, artifact: { errorMessage: string | null }, job:
        | { id: string, name: string | null, state: JobState }
        | { id: string, name: string | null, state: JobState }
        | { id: string, name: string | null, state: JobState | null }
       }
    | { kind: UpdateKind, freshness: Freshness, isFinal: boolean, project: { estimatedCompletionAt: string | null, errorMessage: string | null }, job:
        | { id: string, name: string | null, state: JobState }
        | { id: string, name: string | null, state: JobState }
        | { id: string, name: string | null, state: JobState | null }
       }
    | { kind: UpdateKind, freshness: Freshness, isFinal: boolean, progress: { eta: string | null, languages: Array<{ phase: PipelinePhase | null, state: JobState, language: { code: string } }> }, job:
        | { id: string, name: string | null, state: JobState }
        | { id: string, name: string | null, state: JobState }
        | { id: string, name: string | null, state: JobState | null }
       }
   | null };

export type LanguageQueryVariables = Exact<{
  code?: string;
}>;


export type LanguageQuery = { language: { code: string, name: string, nativeName: string, voices: Array<{ key: string, name: string }> | null } | null };

export type NodeQueryVariables = Exact<{
  id?: string | number;
}>;


export type NodeQuery = { node:
    | { __typename: 'Artifact', id: string }
    | { __typename: 'DubbingProject', id: string }
    | { __typename: 'StudioProject', id: string }
    | { __typename: 'Video', id: string }
    | { __typename: 'Voice', name: string, style: string | null, id: string }
   | null };

export type NodesQueryVariables = Exact<{
  ids?: Array<string | number> | string | number;
}>;


export type NodesQuery = { nodes: Array<
    | { name: string | null, state: JobState, id: string }
    | { name: string | null, state: JobState, id: string }
    | { id: string }
    | { name: string | null, state: JobState | null, id: string }
    | { id: string }
   | null> };

export type OptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type OptionsQuery = { options: { sourceLanguages: Array<{ code: string, name: string }>, targetLanguages: Array<{ code: string, name: string, nativeName: string, supportsEmotionalTransfer: boolean }> } | null };

export type RequestArtifactUploadMutationVariables = Exact<{
  fileName?: string;
}>;


export type RequestArtifactUploadMutation = { requestArtifactUpload:
    | { s3Path: string, uploadUrl: string, method: string, expiresAt: string, headers: Array<{ name: string, value: string }> }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string, issues: Array<{ field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type RequestBudgetQueryVariables = Exact<{ [key: string]: never; }>;


export type RequestBudgetQuery = { requestBudget: { remainingThisMinute: number | null, remainingToday: number | null, blockedUntil: string | null } | null };

export type RetranslateDubbingProjectMutationVariables = Exact<{
  input?: RetranslateDubbingProjectInput;
}>;


export type RetranslateDubbingProjectMutation = { retranslateDubbingProject:
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { idempotencyKey: string | null, code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { costMinutes: number, estimatedCompletionAt: string | null, translationsCount: number, project: { id: string, state: JobState } }
    | { code: UserErrorCode, message: string, issues: Array<{ field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type RetranslationCheckQueryVariables = Exact<{
  input?: RetranslateDubbingProjectInput;
}>;


export type RetranslationCheckQuery = { retranslationCheck: { valid: boolean, issues: Array<{ field: string, code: ValidationIssueCode, message: string }> } | null };

export type StudioProjectQueryVariables = Exact<{
  id?: string | number;
  videoId?: string | number;
}>;


export type StudioProjectQuery = { studioProject: { id: string, video: { id: string, name: string | null, state: JobState | null } | null } | null };

export type SynthesizeSpeechMutationVariables = Exact<{
  text?: string;
  language?: string;
  files: Array<null> | null;
}>;


export type SynthesizeSpeechMutation = { synthesizeSpeech:
    | { code: UserErrorCode, message: string }
    | { idempotencyKey: string | null, code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { audio: { url: string, expiresAt: string, contentType: string, sizeBytes: number, durationSeconds: number, sampleRateHz: number } }
    | { code: UserErrorCode, message: string, issues: Array<{ field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type UpdateVideoMutationVariables = Exact<{
  input?: UpdateVideoInput;
}>;


export type UpdateVideoMutation = { updateVideo:
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { video: { id: string, name: string | null, remark: string | null, updatedAt: string | null } }
    | { code: UserErrorCode, message: string, issues: Array<{ field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type VideoUpdatedSubscriptionVariables = Exact<{
  id?: string | number;
  untilSettled?: boolean | null | undefined;
}>;


export type VideoUpdatedSubscription = { videoUpdated: { kind: UpdateKind, freshness: Freshness, isFinal: boolean, video: { id: string }, progress: { isSettled: boolean, hasError: boolean, eta: string | null, languages: Array<{ phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean, eta: string | null, state: JobState, language: { code: string, name: string } }> }, changes: Array<{ language: { code: string }, before: { phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean } | null, after: { phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean } | null }> } | null };

export type VideoQueryVariables = Exact<{
  id?: string | number;
}>;


export type VideoQuery = { video: { id: string, name: string | null, status: VideoStatus | null, state: JobState | null, workflowType: WorkflowType | null, durationSeconds: number | null, sourceLanguage: { name: string } | null, progress: { isSettled: boolean, hasError: boolean, eta: string | null, languages: Array<{ phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean, eta: string | null, state: JobState, language: { code: string, name: string } }> } | null } | null };

export type VoiceQueryVariables = Exact<{
  key?: string;
  language?: string | null | undefined;
}>;


export type VoiceQuery = { voice: { id: string, name: string, style: string | null, language: { code: string, supportsEmotionalTransfer: boolean } } | null };

export type VoicesQueryVariables = Exact<{
  filter?: VoiceFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type VoicesQuery = { voices: { totalCount: number, nodes: Array<{ key: string, name: string, style: string | null, language: { code: string, name: string } } | null>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };


export const ArtifactUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ArtifactUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"art_uploading","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"artifactUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"isFinal"}},{"kind":"Field","name":{"kind":"Name","value":"previousStatus"}},{"kind":"Field","name":{"kind":"Name","value":"artifact"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isUsable"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}}]}}]}}]} as unknown as DocumentNode<ArtifactUpdatedSubscription, ArtifactUpdatedSubscriptionVariables>;
export const ArtifactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Artifact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"art_video","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"artifact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isUsable"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<ArtifactQuery, ArtifactQueryVariables>;
export const BalanceUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"BalanceUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balanceUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minutes"}}]}}]}}]}}]} as unknown as DocumentNode<BalanceUpdatedSubscription, BalanceUpdatedSubscriptionVariables>;
export const BalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minutes"}}]}}]}}]} as unknown as DocumentNode<BalanceQuery, BalanceQueryVariables>;
export const CreateArtifactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateArtifact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateArtifactInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Harbour tour","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"type"},"value":{"kind":"EnumValue","value":"VIDEO"}},{"kind":"ObjectField","name":{"kind":"Name","value":"source"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"url"},"value":{"kind":"StringValue","value":"https://media.example.com/harbour-tour.mp4","block":false}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createArtifact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateArtifactPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"artifact"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isUsable"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutcomeUnknownError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateArtifactMutation, CreateArtifactMutationVariables>;
export const CreateDubbingProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateDubbingProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateDubbingProjectInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Harbour tour","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"sourceLanguage"},"value":{"kind":"StringValue","value":"en","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetLanguage"},"value":{"kind":"StringValue","value":"fr-FR","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"sourceVideoUrl"},"value":{"kind":"StringValue","value":"https://media.example.com/harbour-tour.mp4","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"mixingMode"},"value":{"kind":"EnumValue","value":"VOICEOVER_WITHOUT_ORIGINAL_VOICE"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createDubbingProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateDubbingProjectPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"costMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minutes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutcomeUnknownError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateDubbingProjectMutation, CreateDubbingProjectMutationVariables>;
export const CreateVideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateVideo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateVideoInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"projectId"},"value":{"kind":"StringValue","value":"proj_demo","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Harbour tour","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"workflowType"},"value":{"kind":"EnumValue","value":"DUBBING"}},{"kind":"ObjectField","name":{"kind":"Name","value":"sourceArtifactId"},"value":{"kind":"StringValue","value":"art_video","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"sourceLanguage"},"value":{"kind":"StringValue","value":"en","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetLanguages"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"fr-FR","block":false},{"kind":"StringValue","value":"de-DE","block":false}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"sourceScript"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"artifactId"},"value":{"kind":"StringValue","value":"art_script","block":false}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"pipelineOptions"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"shouldAutomateVoiceSelection"},"value":{"kind":"BooleanValue","value":true}},{"kind":"ObjectField","name":{"kind":"Name","value":"voiceSelectionMode"},"value":{"kind":"StringValue","value":"cloning","block":false}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"stringVariables"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"key"},"value":{"kind":"StringValue","value":"season","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"value"},"value":{"kind":"StringValue","value":"2","block":false}}]}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createVideo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateVideoPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"video"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutcomeUnknownError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateVideoMutation, CreateVideoMutationVariables>;
export const DeleteDubbingProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteDubbingProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteDubbingProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteDubbingProjectMutation, DeleteDubbingProjectMutationVariables>;
export const DeleteStudioProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteStudioProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteStudioProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteStudioProjectMutation, DeleteStudioProjectMutationVariables>;
export const DeleteVideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteVideo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteVideo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteVideoMutation, DeleteVideoMutationVariables>;
export const DubbingProjectUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DubbingProjectUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"1004","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dubbingProjectUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"nextCheckAt"}},{"kind":"Field","name":{"kind":"Name","value":"isFinal"}},{"kind":"Field","name":{"kind":"Name","value":"previousStatus"}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"output"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}}]}}]}}]} as unknown as DocumentNode<DubbingProjectUpdatedSubscription, DubbingProjectUpdatedSubscriptionVariables>;
export const DubbingProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DubbingProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"1001","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dubbingProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"mixingMode"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"output"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"targetScript"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startMs"}},{"kind":"Field","name":{"kind":"Name","value":"endMs"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"speaker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"speakerId"}},{"kind":"Field","name":{"kind":"Name","value":"voice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetSpeakers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"speakerId"}},{"kind":"Field","name":{"kind":"Name","value":"voiceKey"}},{"kind":"Field","name":{"kind":"Name","value":"voiceKind"}},{"kind":"Field","name":{"kind":"Name","value":"style"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subtitles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"of"},"value":{"kind":"EnumValue","value":"TARGET"}},{"kind":"Argument","name":{"kind":"Name","value":"format"},"value":{"kind":"EnumValue","value":"VTT"}}]}]}}]}}]}}]} as unknown as DocumentNode<DubbingProjectQuery, DubbingProjectQueryVariables>;
export const DubbingProjectsUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DubbingProjectsUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dubbingProjectsUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}},{"kind":"Field","name":{"kind":"Name","value":"projects"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"sourceLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"costMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]} as unknown as DocumentNode<DubbingProjectsUpdatedSubscription, DubbingProjectsUpdatedSubscriptionVariables>;
export const DubbingProjectsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DubbingProjects"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DubbingProjectFilter"}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"READY"},{"kind":"EnumValue","value":"IN_PROGRESS"}]}}]}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DubbingProjectOrder"}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dubbingProjects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"sourceLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"costMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<DubbingProjectsQuery, DubbingProjectsQueryVariables>;
export const JobsUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"JobsUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}},"defaultValue":{"kind":"ListValue","values":[{"kind":"StringValue","value":"DubbingProject:1004","block":false},{"kind":"StringValue","value":"DubbingProject:1005","block":false},{"kind":"StringValue","value":"Video:proj_demo/vid_dub_running","block":false},{"kind":"StringValue","value":"Video:proj_demo/vid_dub_flaky","block":false},{"kind":"StringValue","value":"Video:proj_series/vid_episode_2","block":false},{"kind":"StringValue","value":"Artifact:art_uploading","block":false}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobsUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"isFinal"}},{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DubbingProjectUpdate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"VideoUpdate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"languages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ArtifactUpdate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"artifact"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}}]}}]}}]}}]} as unknown as DocumentNode<JobsUpdatedSubscription, JobsUpdatedSubscriptionVariables>;
export const LanguageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Language"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"fr-FR","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"in"},"value":{"kind":"StringValue","value":"fr","block":false}}]},{"kind":"Field","name":{"kind":"Name","value":"nativeName"}},{"kind":"Field","name":{"kind":"Name","value":"voices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"style"},"value":{"kind":"StringValue","value":"feminine","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<LanguageQuery, LanguageQueryVariables>;
export const NodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Node"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"Voice:fr-FR/53f154%3Afr-FR-DeniseNeural","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Voice"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"style"}}]}}]}}]}}]} as unknown as DocumentNode<NodeQuery, NodeQueryVariables>;
export const NodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Nodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}},"defaultValue":{"kind":"ListValue","values":[{"kind":"StringValue","value":"DubbingProject:1004","block":false},{"kind":"StringValue","value":"Video:proj_demo/vid_dub_running","block":false},{"kind":"StringValue","value":"Artifact:art_uploading","block":false}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Job"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as unknown as DocumentNode<NodesQuery, NodesQueryVariables>;
export const OptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sourceLanguages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"nativeName"}},{"kind":"Field","name":{"kind":"Name","value":"supportsEmotionalTransfer"}}]}}]}}]}}]} as unknown as DocumentNode<OptionsQuery, OptionsQueryVariables>;
export const RequestArtifactUploadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RequestArtifactUpload"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"fileName"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"harbour-tour.mp4","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestArtifactUpload"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fileName"},"value":{"kind":"Variable","name":{"kind":"Name","value":"fileName"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ArtifactUpload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"s3Path"}},{"kind":"Field","name":{"kind":"Name","value":"uploadUrl"}},{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RequestArtifactUploadMutation, RequestArtifactUploadMutationVariables>;
export const RequestBudgetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RequestBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"remainingThisMinute"}},{"kind":"Field","name":{"kind":"Name","value":"remainingToday"}},{"kind":"Field","name":{"kind":"Name","value":"blockedUntil"}}]}}]}}]} as unknown as DocumentNode<RequestBudgetQuery, RequestBudgetQueryVariables>;
export const RetranslateDubbingProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetranslateDubbingProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RetranslateDubbingProjectInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"1001","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetScript"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"startMs"},"value":{"kind":"IntValue","value":"0"}},{"kind":"ObjectField","name":{"kind":"Name","value":"endMs"},"value":{"kind":"IntValue","value":"2400"}},{"kind":"ObjectField","name":{"kind":"Name","value":"text"},"value":{"kind":"StringValue","value":"Bienvenue au port.","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"1"}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"startMs"},"value":{"kind":"IntValue","value":"2400"}},{"kind":"ObjectField","name":{"kind":"Name","value":"endMs"},"value":{"kind":"IntValue","value":"5200"}},{"kind":"ObjectField","name":{"kind":"Name","value":"text"},"value":{"kind":"StringValue","value":"Suivez-moi, je vous montre les bateaux.","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"2"}}]}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetSpeakers"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"1"}},{"kind":"ObjectField","name":{"kind":"Name","value":"voiceKey"},"value":{"kind":"StringValue","value":"53f154:fr-FR-DeniseNeural","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"style"},"value":{"kind":"StringValue","value":"feminine","block":false}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"2"}},{"kind":"ObjectField","name":{"kind":"Name","value":"voiceKey"},"value":{"kind":"StringValue","value":"soundalike","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"style"},"value":{"kind":"StringValue","value":"masculine","block":false}}]}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retranslateDubbingProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RetranslateDubbingProjectPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"costMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}},{"kind":"Field","name":{"kind":"Name","value":"translationsCount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutcomeUnknownError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RetranslateDubbingProjectMutation, RetranslateDubbingProjectMutationVariables>;
export const RetranslationCheckDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetranslationCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RetranslateDubbingProjectInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"1001","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetScript"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"startMs"},"value":{"kind":"IntValue","value":"0"}},{"kind":"ObjectField","name":{"kind":"Name","value":"endMs"},"value":{"kind":"IntValue","value":"2400"}},{"kind":"ObjectField","name":{"kind":"Name","value":"text"},"value":{"kind":"StringValue","value":"Bienvenue au port.","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"1"}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"startMs"},"value":{"kind":"IntValue","value":"2000"}},{"kind":"ObjectField","name":{"kind":"Name","value":"endMs"},"value":{"kind":"IntValue","value":"5200"}},{"kind":"ObjectField","name":{"kind":"Name","value":"text"},"value":{"kind":"StringValue","value":"Suivez-moi, je vous montre les bateaux.","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"2"}}]}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetSpeakers"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"1"}},{"kind":"ObjectField","name":{"kind":"Name","value":"voiceKey"},"value":{"kind":"StringValue","value":"53f154:fr-FR-DeniseNeural","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"style"},"value":{"kind":"StringValue","value":"feminine","block":false}}]}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retranslationCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"valid"}},{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RetranslationCheckQuery, RetranslationCheckQueryVariables>;
export const StudioProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StudioProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"proj_demo","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"videoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"vid_dub_running","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"studioProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"video"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"videoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"videoId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as unknown as DocumentNode<StudioProjectQuery, StudioProjectQueryVariables>;
export const SynthesizeSpeechDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SynthesizeSpeech"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"Bienvenue au port.","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"language"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"fr-FR","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"files"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"File"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"synthesizeSpeech"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"text"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"language"},"value":{"kind":"Variable","name":{"kind":"Name","value":"language"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"referenceAudio"},"value":{"kind":"Variable","name":{"kind":"Name","value":"files"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SynthesizeSpeechPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"audio"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"sampleRateHz"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutcomeUnknownError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SynthesizeSpeechMutation, SynthesizeSpeechMutationVariables>;
export const UpdateVideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateVideo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateVideoInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"proj_demo/vid_dub_new","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Boats, second cut","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"remark"},"value":{"kind":"StringValue","value":"Names of ships stay in English","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateVideo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateVideoPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"video"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"remark"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateVideoMutation, UpdateVideoMutationVariables>;
export const VideoUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"VideoUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"proj_demo/vid_dub_running","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"untilSettled"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"videoUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"untilSettled"},"value":{"kind":"Variable","name":{"kind":"Name","value":"untilSettled"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"isFinal"}},{"kind":"Field","name":{"kind":"Name","value":"video"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isSettled"}},{"kind":"Field","name":{"kind":"Name","value":"hasError"}},{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"languages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"pendingOn"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}},{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"pendingOn"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}}]}},{"kind":"Field","name":{"kind":"Name","value":"after"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"pendingOn"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}}]}}]}}]}}]}}]} as unknown as DocumentNode<VideoUpdatedSubscription, VideoUpdatedSubscriptionVariables>;
export const VideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Video"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"proj_demo/vid_dub_running","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"video"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"workflowType"}},{"kind":"Field","name":{"kind":"Name","value":"sourceLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isSettled"}},{"kind":"Field","name":{"kind":"Name","value":"hasError"}},{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"languages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"pendingOn"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}},{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]}}]} as unknown as DocumentNode<VideoQuery, VideoQueryVariables>;
export const VoiceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Voice"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"53f154:fr-FR-DeniseNeural","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"language"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"voice"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"language"},"value":{"kind":"Variable","name":{"kind":"Name","value":"language"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"style"}},{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"supportsEmotionalTransfer"}}]}}]}}]}}]} as unknown as DocumentNode<VoiceQuery, VoiceQueryVariables>;
export const VoicesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Voices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"VoiceFilter"}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"StringValue","value":"an","block":false}}]}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"voices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"style"}},{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<VoicesQuery, VoicesQueryVariables>;