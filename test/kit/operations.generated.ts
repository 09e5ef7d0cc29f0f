/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedQueryDocumentNode as DocumentNode } from 'graphql';
/** One of the clips that are joined into an artifact. */
export type ArtifactFragmentInput = {
  /** The location of the clip. */
  location: ArtifactFragmentLocationInput;
  /** Start time in seconds, 0 or more. */
  startTimeSeconds: number;
};

/** The location of a clip. */
export type ArtifactFragmentLocationInput =
  {   /** The `s3Path` of requestArtifactUpload, or s3://bucket/path. */
  s3Path: string; url?: never; }
  |  { s3Path?: never;   /** A public address. The service downloads the file from it. */
  url: string; };

/** The origin of an artifact's file. */
export type ArtifactSourceInput =
  {   /** Clips to join into one file. They must have the same codec, resolution and frame rate. Not for a script. */
  fragments: Array<ArtifactFragmentInput>; s3Path?: never; url?: never; }
  |  { fragments?: never;   /** The `s3Path` of requestArtifactUpload, or s3://bucket/path in a bucket whose credentials the account has stored. */
  s3Path: string; url?: never; }
  |  { fragments?: never; s3Path?: never;   /** A public address. The service downloads the file from it. */
  url: string; };

/** The processing status of an artifact's file. */
export type ArtifactStatus =
  /** The artifact was created. Processing of its file has not started. */
  | 'CREATED'
  /** The file can be used. Its size and duration are known. */
  | 'UPLOAD_COMPLETED'
  /** The file could not be processed. `errorMessage` has the reason. */
  | 'UPLOAD_FAILED'
  /** The file is being downloaded, copied or processed. */
  | 'UPLOAD_STARTED';

/** The type of an artifact's file. */
export type ArtifactType =
  /** An audio file. */
  | 'AUDIO'
  /** A script: the text of a video, line by line. */
  | 'SCRIPT'
  /** A video file. */
  | 'VIDEO';

/** The file to create an artifact from. */
export type CreateArtifactInput = {
  /** Sent to the service as `Idempotency-Key`. Repeat a call with the same key and the same input to avoid a second execution. If omitted, the gateway generates a key for this call. */
  idempotencyKey?: string | null | undefined;
  /** Display name. Must not be blank. */
  name: string;
  /** The origin of the file. */
  source: ArtifactSourceInput;
  /** The type of the file. */
  type: ArtifactType;
};

/** The video to dub, its languages, and options. */
export type CreateDubbingProjectInput = {
  /** A translation glossary in TSV format. */
  glossary?: string | null | undefined;
  /** Sent to the service as `Idempotency-Key`. Repeat a call with the same key and the same input to avoid a second execution. If omitted, the gateway generates a key for this call. */
  idempotencyKey?: string | null | undefined;
  /** How the original track is mixed with the new voices. If omitted, the service uses VOICEOVER_WITH_ORIGINAL_TRACK. */
  mixingMode?: MixingMode | null | undefined;
  /** Name of the project. */
  name?: string | null | undefined;
  /** One of options.sourceLanguages. */
  sourceLanguage: string;
  /** A transcript of the video, if there is one. */
  sourceScript?: SourceScriptInput | null | undefined;
  /** A direct link to a video file, or the address of a page of a video-sharing site. */
  sourceVideoUrl: string;
  /** One of options.targetLanguages. */
  targetLanguage: string;
  /** Volume of the new voices. If omitted, the service uses NORMAL. */
  ttsVolume?: TtsVolume | null | undefined;
  /** Use voices like the original speakers' that also keep their emotion: more expressive, less stable. Only for languages with `supportsEmotionalTransfer`. */
  useEmotionalTransfer?: boolean | null | undefined;
  /** Keep the timings of `sourceScript.segments` unchanged. */
  useFixedTimings?: boolean | null | undefined;
  /** Use voices like those of the original speakers. The account needs an active subscription. */
  useSoundalikeVoices?: boolean | null | undefined;
};

/** The video to create: its artifacts, languages and options. */
export type CreateVideoInput = {
  /** Sent to the service as `Idempotency-Key`. Repeat a call with the same key and the same input to avoid a second execution. If omitted, the gateway generates a key for this call. */
  idempotencyKey?: string | null | undefined;
  /** Display name. Must not be blank. */
  name: string;
  /** The steps that the service automates. If omitted, the service decides. */
  pipelineOptions?: PipelineOptionsInput | null | undefined;
  /** An intermediate language for the translation. */
  pivotLanguage?: string | null | undefined;
  /** Options for the output files. */
  processingOptions?: ProcessingOptionsInput | null | undefined;
  /** The global id of the studio project, or the service's own id. Case-sensitive. */
  projectId: string;
  /** Only for TTS: an archive of reference files. */
  referenceArchiveArtifactId?: string | null | undefined;
  /** A remark about the video. */
  remark?: string | null | undefined;
  /** A video artifact whose upload has completed. Required for every workflow except TTS, which must omit it. */
  sourceArtifactId?: string | null | undefined;
  /** ISO 639-1 code, or `multi` if the account may use several source languages. */
  sourceLanguage: string;
  /** A finished transcript. For TTS, the lines to speak. */
  sourceScript?: VideoScriptInput | null | undefined;
  /** Key-value pairs to store with the video. */
  stringVariables?: Array<StringVariableInput> | null | undefined;
  /** Limits for subtitles, at most one entry for each target language. */
  subtitlingParams?: Array<SubtitlingParamsInput> | null | undefined;
  /** BCP 47 codes with a region, such as fr-FR. */
  targetLanguages: Array<string>;
  /** Finished translations. Only for DUBBING, VOICEOVER, AUDIO_DESCRIPTION and TRANSLATION. */
  targetScripts?: Array<TargetVideoScriptInput> | null | undefined;
  /** The workflow. */
  workflowType: WorkflowType;
};

/** Conditions for the list of projects. A project must meet all that are given. An empty list matches nothing. */
export type DubbingProjectFilter = {
  /** Created after this time, not at it. */
  createdAfter?: string | null | undefined;
  /** Created before this time, not at it. */
  createdBefore?: string | null | undefined;
  /** The name contains this text. Case and accents are ignored. */
  search?: string | null | undefined;
  /** The code of the source language is one of these. Case-sensitive. */
  sourceLanguage?: Array<string> | null | undefined;
  /** The status is one of these. */
  status?: Array<DubbingProjectStatus> | null | undefined;
  /** The code of the target language is one of these. Case-sensitive. */
  targetLanguage?: Array<string> | null | undefined;
};

/** The order of a list of projects. Ties are ordered by id. Projects without a value come last in both directions. */
export type DubbingProjectOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The field to order by. */
  field: DubbingProjectOrderField;
};

/** The field that a list of projects is ordered by. */
export type DubbingProjectOrderField =
  /** Cost in minutes. */
  | 'COST_MINUTES'
  /** Time of creation. */
  | 'CREATED_AT'
  /** Name, in alphabetical order of the Unicode collation. */
  | 'NAME'
  /** Status, in the order of the enum's values. */
  | 'STATUS';

/** The status of a dubbing project. */
export type DubbingProjectStatus =
  /** The dubbing failed. `errorMessage` has the reason. */
  | 'ERROR'
  /** The service works on it, or the work is queued. */
  | 'IN_PROGRESS'
  /** The dubbing is finished. `output` has the result. */
  | 'READY';

/** How up to date the data of an update is. */
export type Freshness =
  /** The service confirmed this state within the current check interval. */
  | 'LIVE'
  /** The service does not answer, or answers with errors. This is the last known state. */
  | 'STALE'
  /** The quota of requests is used up. This is the last known state. */
  | 'THROTTLED';

/** One vocabulary for the three types of job, derived from the status that the service reports. */
export type JobState =
  /** A dubbing project is ready, an artifact is uploaded, or a video has the status completed. */
  | 'DONE'
  /** The work ended in an error. The job has the service's error message if there is one. */
  | 'FAILED'
  /** The service works on it, or the work is queued. */
  | 'RUNNING'
  /** The service reported a state that this schema does not list. */
  | 'UNKNOWN'
  /** Only for a video: no automated work is running. Either an editor works on it, or it awaits manual input, or it is finished; the service does not distinguish these. */
  | 'WAITING';

/** How the original track is mixed with the new voices. */
export type MixingMode =
  /** Only the new voices. */
  | 'VOICEOVER_ONLY'
  /** The new voices over the original track with its voices removed. */
  | 'VOICEOVER_WITHOUT_ORIGINAL_VOICE'
  /** The new voices over the whole original track. */
  | 'VOICEOVER_WITH_ORIGINAL_TRACK';

/** The direction of an order. */
export type OrderDirection =
  /** Ascending: smallest, earliest or alphabetically first values first. */
  | 'ASC'
  /** Descending: greatest, latest or alphabetically last values first. */
  | 'DESC';

/** Who has to act next. */
export type PendingOn =
  /** A person has to act, or the stage is finished. The service does not distinguish the two. */
  | 'EDITOR'
  /** Automated work is running or queued. */
  | 'SYSTEM';

/** The steps that the service automates, and how it selects voices. */
export type PipelineOptionsInput = {
  /** Transcribe without manual work. */
  shouldAutomateTranscription?: boolean | null | undefined;
  /** Translate without manual work. */
  shouldAutomateTranslation?: boolean | null | undefined;
  /** Select voices without manual work. */
  shouldAutomateVoiceSelection?: boolean | null | undefined;
  /** `label`, `cloning`, or another value that the service accepts. */
  voiceSelectionMode?: string | null | undefined;
  /** For the mode `label`: the label of the voices. */
  voiceSelectionVoicesLabel?: string | null | undefined;
};

/** The stage of one language of a video. */
export type PipelinePhase =
  /** The new voices are mixed with the original sound. */
  | 'MIXING'
  /** The output files are produced. */
  | 'RENDERING'
  /** The speech is transcribed. */
  | 'TRANSCRIPTION'
  /** The script is translated. */
  | 'TRANSLATION'
  /** Voices are selected, or the script is spoken. */
  | 'VOICEOVER';

/** Options for the output files. */
export type ProcessingOptionsInput = {
  /** Also export the voices as an AAF file. */
  exportTtsAaf?: boolean | null | undefined;
  /** Codec of exported WAV files, as the service writes it. */
  exportWavCodec?: string | null | undefined;
  /** Sample rate of exported WAV files. */
  exportWavRate?: number | null | undefined;
  /** Target loudness of the result. */
  targetLoudness?: number | null | undefined;
  /** Attenuation of the original track under a voice-over, in decibels. */
  voiceoverMuffleDb?: number | null | undefined;
};

/** The new script and its voices. The project's current `output` is the starting point. */
export type RetranslateDubbingProjectInput = {
  /** The global id of the project, or the service's own id. Case-sensitive. */
  id: string;
  /** Sent to the service as `Idempotency-Key`. Repeat a call with the same key and the same input to avoid a second execution. If omitted, the gateway generates a key for this call. */
  idempotencyKey?: string | null | undefined;
  /** How the original track is mixed with the new voices. If omitted, the service uses VOICEOVER_WITH_ORIGINAL_TRACK. */
  mixingMode?: MixingMode | null | undefined;
  /** The complete new script, by line. */
  targetScript: Array<ScriptSegmentInput>;
  /** All speakers of the script, each with a voice. */
  targetSpeakers: Array<TargetSpeakerInput>;
  /** Volume of the new voices. If omitted, the service uses NORMAL. */
  ttsVolume?: TtsVolume | null | undefined;
  /** Keep the timings unchanged. Otherwise the service may adjust them to the length of the new speech. */
  useFixedTimings?: boolean | null | undefined;
};

/** The meaning of a spreadsheet's columns. Each value is the header of a column. */
export type ScriptColumnsInput = {
  /** The column with the end time of a line. */
  endTime?: string | null | undefined;
  /** The column with the name of the line's reference file. */
  inputFileName?: string | null | undefined;
  /** The column with the file name for the spoken line. */
  outputFileName?: string | null | undefined;
  /** The column with the speaker's name. */
  speakerName?: string | null | undefined;
  /** The column with the instruction for how to speak the line. */
  speechPrompt?: string | null | undefined;
  /** The column with the start time of a line. */
  startTime?: string | null | undefined;
  /** The column with the text. */
  text?: string | null | undefined;
};

/** One line of a target script: its text, timing and speaker. */
export type ScriptSegmentInput = {
  /** End, in milliseconds from the start of the video. Must be later than the start, and lines must not overlap. */
  endMs: number;
  /** The speaker's id: one of `targetSpeakers`. */
  speakerId: number;
  /** Start, in milliseconds from the start of the video. */
  startMs: number;
  /** The text. Must not be blank. */
  text: string;
};

/** A transcript of the video, as one text or by line, so that the service does not transcribe it. */
export type SourceScriptInput =
  {   /** SRT, VTT or plain text. Timings and speaker tags are ignored. */
  content: string; segments?: never; }
  |  { content?: never;   /** The lines. The service detects the speakers. */
  segments: Array<SourceScriptSegmentInput>; };

/** One line of a source script: its text and timing. */
export type SourceScriptSegmentInput = {
  /** End, in milliseconds from the start of the video. Must be later than the start. */
  endMs: number;
  /** Start, in milliseconds from the start of the video. */
  startMs: number;
  /** The text. Must not be blank. */
  text: string;
};

/** A key-value pair to store with a video, such as its id in another system. */
export type StringVariableInput = {
  /** The key. */
  key: string;
  /** The value. */
  value: string;
};

/** Limits for the subtitles of one target language. */
export type SubtitlingParamsInput = {
  /** One of `targetLanguages`. */
  language: string;
  /** Maximum number of characters in a line. */
  maxCharsPerLine?: number | null | undefined;
  /** Maximum reading speed, in characters per second. */
  maxCharsPerSecond?: number | null | undefined;
  /** Maximum display time of a subtitle, in milliseconds. */
  maxDurationMs?: number | null | undefined;
  /** Maximum number of lines in a subtitle. */
  maxLinesPerSubtitle?: number | null | undefined;
  /** Minimum display time of a subtitle, in milliseconds. */
  minDurationMs?: number | null | undefined;
};

/** The text to speak, its language, and recordings of the voice to use. */
export type SynthesizeSpeechInput = {
  /** Sent to the service as `Idempotency-Key`. Repeat a call with the same key and the same input to avoid a second execution. If omitted, the gateway generates a key for this call. */
  idempotencyKey?: string | null | undefined;
  /** One of options.targetLanguages. */
  language: string;
  /** One or more recordings as WAV, MP3, M4A or FLAC, at most 50 MB each. 3 to 30 seconds of clear speech work best. */
  referenceAudio: Array<null>;
  /** At most 5000 characters (Unicode code points). */
  text: string;
};

/** A speaker of the new script and the speaker's voice. */
export type TargetSpeakerInput = {
  /** The id that the speaker's lines refer to. Unique within the list. */
  speakerId: number;
  /** "feminine", "masculine", or another value of the service. */
  style: string;
  /** The key of a catalogue voice in the project's target language, or `soundalike`, or `emotional_transfer`. */
  voiceKey: string;
};

/** A finished translation into one target language and how to read it. */
export type TargetVideoScriptInput = {
  /** A script artifact whose upload has completed. */
  artifactId: string;
  /** The meaning of the columns, if the script is a spreadsheet. */
  columns?: ScriptColumnsInput | null | undefined;
  /** Frames per second, for a script with times in frames. Must be above 0. */
  frameRate?: number | null | undefined;
  /** One of `targetLanguages`. */
  language: string;
};

/** The kind of voice of a speaker. */
export type TargetVoiceKind =
  /** A voice of the catalogue. */
  | 'CATALOGUE'
  /** A synthetic voice that sounds like the original speaker and keeps the emotion: more expressive, less stable. */
  | 'EMOTIONAL_TRANSFER'
  /** A synthetic voice that sounds like the original speaker. */
  | 'SOUNDALIKE';

/** Volume of the new voices. */
export type TtsVolume =
  /** Louder than NORMAL. */
  | 'LOUDER'
  /** The volume that the service chooses. */
  | 'NORMAL'
  /** Quieter than NORMAL. */
  | 'QUIETER'
  /** Much louder than NORMAL. */
  | 'VERY_LOUD'
  /** Much quieter than NORMAL. */
  | 'VERY_QUIET';

/** The reason for an update. */
export type UpdateKind =
  /** Only in a list: the objects are new. */
  | 'ADDED'
  /** Something selected has changed since the previous update. */
  | 'CHANGED'
  /** The service was asked and nothing has changed. Only with `heartbeatSeconds`; in `jobsUpdated`, for each job. */
  | 'CHECKED'
  /** Only `freshness` has changed. */
  | 'FRESHNESS'
  /** The object no longer exists. (If it never existed, the stream ends with the error NOT_FOUND instead.) */
  | 'GONE'
  /** The first update: the current state. */
  | 'SNAPSHOT';

/** The changes to a video: at least one of the optional fields. */
export type UpdateVideoInput = {
  /** The global id of the video, or "<projectId>/<videoId>" with the service's own ids. Case-sensitive. */
  id: string;
  /** The new name. */
  name?: string | null | undefined;
  /** The new remark. */
  remark?: string | null | undefined;
  /** The new status, as the service writes it. The service does not document the accepted values. */
  status?: string | null | undefined;
  /** The complete new list of target languages. */
  targetLanguages?: Array<string> | null | undefined;
  /** The new workflow. */
  workflowType?: WorkflowType | null | undefined;
};

/** The kind of failure. */
export type UserErrorCode =
  /** The idempotency key was used before with another input. The code of a `RejectedError`. */
  | 'IDEMPOTENCY_CONFLICT'
  /** The minutes left on the balance do not suffice. The code of a `RejectedError`. Nothing was done or charged. */
  | 'INSUFFICIENT_BALANCE'
  /** The same request is still at work at the service: call again with the key. The code of an `OutcomeUnknownError`. */
  | 'IN_PROGRESS'
  /** The account may not use this feature, such as re-translation, voice cloning, an external bucket or several source languages. */
  | 'NOT_ENABLED'
  /** The object of the mutation does not exist. */
  | 'NOT_FOUND'
  /** The connection broke or timed out after the request was sent, and retries did not clarify the outcome. The mutation may or may not have been carried out. */
  | 'OUTCOME_UNKNOWN'
  /** The service refused the request for another reason. See the message. */
  | 'REJECTED'
  /** The input breaks a rule. `issues` has the details. Nothing was done. */
  | 'VALIDATION_FAILED';

/** The kind of a fault in an input, for programs and translations. */
export type ValidationIssueCode =
  /** The value contradicts another part of the input, or the current state of the object that it names. */
  | 'CONFLICT'
  /** The value has the wrong form, for example as a URL, a language code, an id or a file format. */
  | 'MALFORMED'
  /** The value is not allowed here, or no value is allowed with the rest of the input. */
  | 'NOT_ALLOWED'
  /** The object that the value names does not exist. */
  | 'NOT_FOUND'
  /** A number or a time is out of range. */
  | 'OUT_OF_RANGE'
  /** The service refused the value. The message is the service's. */
  | 'REFUSED'
  /** A value is missing or blank. */
  | 'REQUIRED'
  /** A text or a file is longer than the maximum. */
  | 'TOO_LONG'
  /** A list or a file is empty. */
  | 'TOO_SHORT';

/** A finished script and how to read it. */
export type VideoScriptInput = {
  /** A script artifact whose upload has completed. */
  artifactId: string;
  /** The meaning of the columns, if the script is a spreadsheet. */
  columns?: ScriptColumnsInput | null | undefined;
  /** Frames per second, for a script with times in frames. Must be above 0. */
  frameRate?: number | null | undefined;
};

/** The status of a video as a whole. */
export type VideoStatus =
  /** The video is finished. */
  | 'COMPLETED'
  /** The service or a person works on it. */
  | 'IN_PROGRESS'
  /** The video was just created. */
  | 'NEW';

/** Conditions for a list of voices. A voice must meet all that are given. */
export type VoiceFilter = {
  /** The code of the target language. Case-sensitive. */
  language?: string | null | undefined;
  /** The name contains this text. Case and accents are ignored. */
  search?: string | null | undefined;
  /** The style, such as "feminine" or "masculine". Case-sensitive. */
  style?: string | null | undefined;
};

/** The workflow of a video. */
export type WorkflowType =
  /** The pictures are described in words, for people who cannot see them. */
  | 'AUDIO_DESCRIPTION'
  /** The speech is replaced by other voices in the target languages. */
  | 'DUBBING'
  /** Subtitles in the target languages are made. */
  | 'SUBTITLING'
  /** The speech is transcribed in its own language. */
  | 'TRANSCRIPTION'
  /** The speech is transcribed and translated into the target languages. */
  | 'TRANSLATION'
  /** Text to speech without a video: each line of a script is spoken into a file. */
  | 'TTS'
  /** Other voices speak over the original in the target languages. */
  | 'VOICEOVER';

export type ArtifactUpdatedSubscriptionVariables = Exact<{
  id?: string;
}>;


export type ArtifactUpdatedSubscription = { artifactUpdated: { kind: UpdateKind, freshness: Freshness, isFinal: boolean, previousStatus: ArtifactStatus | null, artifact: { id: string, name: string | null, status: ArtifactStatus | null, isUsable: boolean, sizeBytes: number | null, durationSeconds: number | null, errorMessage: string | null } } | null };

export type ArtifactQueryVariables = Exact<{
  id?: string;
}>;


export type ArtifactQuery = { artifact: { id: string, name: string | null, type: ArtifactType | null, status: ArtifactStatus | null, isUsable: boolean, sizeBytes: number | null, durationSeconds: number | null, errorMessage: string | null, createdAt: string | null } | null };

export type BalanceUpdatedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type BalanceUpdatedSubscription = { balanceUpdated: { kind: UpdateKind, freshness: Freshness, checkedAt: string, balance: { minutes: number } } | null };

export type BalanceQueryVariables = Exact<{ [key: string]: never; }>;


export type BalanceQuery = { balance: { minutes: number, checkedAt: string | null } | null, viewer: { name: string | null, account: string | null, scopes: Array<string>, expiresAt: string | null } | null };

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
  id: string;
}>;


export type DeleteDubbingProjectMutation = { deleteDubbingProject:
    | { deletedId: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
   | null };

export type DeleteStudioProjectMutationVariables = Exact<{
  id: string;
}>;


export type DeleteStudioProjectMutation = { deleteStudioProject:
    | { deletedId: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
   | null };

export type DeleteVideoMutationVariables = Exact<{
  id: string;
}>;


export type DeleteVideoMutation = { deleteVideo:
    | { deletedId: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
    | { code: UserErrorCode, message: string }
   | null };

export type DubbingProjectUpdatedSubscriptionVariables = Exact<{
  id?: string;
}>;


export type DubbingProjectUpdatedSubscription = { dubbingProjectUpdated: { kind: UpdateKind, freshness: Freshness, nextCheckAt: string | null, isFinal: boolean, previousStatus: DubbingProjectStatus | null, project: { id: string, name: string | null, status: DubbingProjectStatus | null, createdAt: string | null, estimatedCompletionAt: string | null, completedAt: string | null, errorMessage: string | null, output: { videoUrl: string | null, audioUrl: string | null } | null } } | null };

export type DubbingProjectQueryVariables = Exact<{
  id?: string;
}>;


export type DubbingProjectQuery = { dubbingProject: { id: string, name: string | null, status: DubbingProjectStatus | null, mixingMode: MixingMode | null, createdAt: string | null, estimatedCompletionAt: string | null, completedAt: string | null, errorMessage: string | null, output: { videoUrl: string | null, audioUrl: string | null, subtitles: string, targetScript: Array<{ startMs: number, endMs: number, text: string, speaker: { speakerId: number, voice: { name: string } | null } | null }>, targetSpeakers: Array<{ speakerId: number, voiceKey: string, voiceKind: TargetVoiceKind, style: string | null }> } | null } | null };

export type DubbingProjectsUpdatedSubscriptionVariables = Exact<{
  filter?: DubbingProjectFilter | null | undefined;
  orderBy?: DubbingProjectOrder | null | undefined;
  snapshot?: boolean | null | undefined;
}>;


export type DubbingProjectsUpdatedSubscription = { dubbingProjectsUpdated: { kind: UpdateKind, freshness: Freshness, checkedAt: string, projects: Array<{ id: string, name: string | null, status: DubbingProjectStatus | null, costMinutes: number | null, createdAt: string | null, sourceLanguage: { name: string }, targetLanguage: { name: string } }> } | null };

export type DubbingProjectsQueryVariables = Exact<{
  filter?: DubbingProjectFilter | null | undefined;
  orderBy?: DubbingProjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DubbingProjectsQuery = { dubbingProjects: { totalCount: number, checkedAt: string | null, nodes: Array<{ id: string, name: string | null, status: DubbingProjectStatus | null, costMinutes: number | null, createdAt: string | null, sourceLanguage: { name: string }, targetLanguage: { name: string } } | null>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type JobsUpdatedSubscriptionVariables = Exact<{
  ids?: Array<string> | string;
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
    | { kind: UpdateKind, freshness: Freshness, isFinal: boolean, video: { progress: { eta: string | null, languages: Array<{ phase: PipelinePhase | null, state: JobState, language: { code: string } }> } | null }, job:
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
  id?: string;
}>;


export type NodeQuery = { node:
    | { __typename: 'Artifact', id: string }
    | { __typename: 'DubbingProject', id: string }
    | { __typename: 'StudioProject', id: string }
    | { __typename: 'Video', id: string }
    | { __typename: 'Voice', name: string, style: string | null, id: string }
   | null };

export type NodesQueryVariables = Exact<{
  ids?: Array<string> | string;
}>;


export type NodesQuery = { nodes: Array<
    | { name: string | null, state: JobState, id: string }
    | { name: string | null, state: JobState, id: string }
    | { id: string }
    | { name: string | null, state: JobState | null, id: string }
    | { id: string }
   | null> | null };

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

export type RequestBudgetUpdatedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type RequestBudgetUpdatedSubscription = { requestBudgetUpdated: { kind: UpdateKind, freshness: Freshness, budget: { remainingThisMinute: number | null, remainingToday: number | null, blockedUntil: string | null, resetsAt: string | null } } | null };

export type RequestBudgetQueryVariables = Exact<{ [key: string]: never; }>;


export type RequestBudgetQuery = { requestBudget: { remainingThisMinute: number | null, remainingToday: number | null, blockedUntil: string | null, resetsAt: string | null } | null };

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
  id?: string;
  videoId?: string;
}>;


export type StudioProjectQuery = { studioProject: { id: string, video: { id: string, name: string | null, state: JobState | null } | null } | null };

export type SynthesizeSpeechMutationVariables = Exact<{
  input: SynthesizeSpeechInput;
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
  id?: string;
  untilSettled?: boolean | null | undefined;
}>;


export type VideoUpdatedSubscription = { videoUpdated: { kind: UpdateKind, freshness: Freshness, isFinal: boolean, video: { id: string, progress: { isSettled: boolean, hasError: boolean, eta: string | null, languages: Array<{ phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean, eta: string | null, state: JobState, language: { code: string, name: string } }> } | null }, changes: Array<{ language: { code: string }, before: { phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean } | null, after: { phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean } | null }> } | null };

export type VideoQueryVariables = Exact<{
  id?: string;
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
export const BalanceUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"BalanceUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balanceUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"heartbeatSeconds"},"value":{"kind":"IntValue","value":"60"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}},{"kind":"Field","name":{"kind":"Name","value":"balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minutes"}}]}}]}}]}}]} as unknown as DocumentNode<BalanceUpdatedSubscription, BalanceUpdatedSubscriptionVariables>;
export const BalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minutes"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"account"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}}]} as unknown as DocumentNode<BalanceQuery, BalanceQueryVariables>;
export const CreateArtifactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateArtifact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateArtifactInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Harbour tour","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"type"},"value":{"kind":"EnumValue","value":"VIDEO"}},{"kind":"ObjectField","name":{"kind":"Name","value":"source"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"url"},"value":{"kind":"StringValue","value":"https://media.example.com/harbour-tour.mp4","block":false}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createArtifact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateArtifactPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"artifact"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isUsable"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutcomeUnknownError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateArtifactMutation, CreateArtifactMutationVariables>;
export const CreateDubbingProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateDubbingProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateDubbingProjectInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Harbour tour","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"sourceLanguage"},"value":{"kind":"StringValue","value":"en","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetLanguage"},"value":{"kind":"StringValue","value":"fr-FR","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"sourceVideoUrl"},"value":{"kind":"StringValue","value":"https://media.example.com/harbour-tour.mp4","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"mixingMode"},"value":{"kind":"EnumValue","value":"VOICEOVER_WITHOUT_ORIGINAL_VOICE"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createDubbingProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateDubbingProjectPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"costMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minutes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutcomeUnknownError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateDubbingProjectMutation, CreateDubbingProjectMutationVariables>;
export const CreateVideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateVideo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateVideoInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"projectId"},"value":{"kind":"StringValue","value":"proj_demo","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Harbour tour","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"workflowType"},"value":{"kind":"EnumValue","value":"DUBBING"}},{"kind":"ObjectField","name":{"kind":"Name","value":"sourceArtifactId"},"value":{"kind":"StringValue","value":"art_video","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"sourceLanguage"},"value":{"kind":"StringValue","value":"en","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetLanguages"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"fr-FR","block":false},{"kind":"StringValue","value":"de-DE","block":false}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"sourceScript"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"artifactId"},"value":{"kind":"StringValue","value":"art_script","block":false}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"pipelineOptions"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"shouldAutomateVoiceSelection"},"value":{"kind":"BooleanValue","value":true}},{"kind":"ObjectField","name":{"kind":"Name","value":"voiceSelectionMode"},"value":{"kind":"StringValue","value":"cloning","block":false}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"stringVariables"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"key"},"value":{"kind":"StringValue","value":"season","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"value"},"value":{"kind":"StringValue","value":"2","block":false}}]}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createVideo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateVideoPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"video"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutcomeUnknownError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateVideoMutation, CreateVideoMutationVariables>;
export const DeleteDubbingProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteDubbingProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteDubbingProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteDubbingProjectMutation, DeleteDubbingProjectMutationVariables>;
export const DeleteStudioProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteStudioProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteStudioProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteStudioProjectMutation, DeleteStudioProjectMutationVariables>;
export const DeleteVideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteVideo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteVideo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteVideoMutation, DeleteVideoMutationVariables>;
export const DubbingProjectUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DubbingProjectUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"1004","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dubbingProjectUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"nextCheckAt"}},{"kind":"Field","name":{"kind":"Name","value":"isFinal"}},{"kind":"Field","name":{"kind":"Name","value":"previousStatus"}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"output"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}}]}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}}]}}]}}]} as unknown as DocumentNode<DubbingProjectUpdatedSubscription, DubbingProjectUpdatedSubscriptionVariables>;
export const DubbingProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DubbingProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"1001","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dubbingProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"mixingMode"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"output"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"targetScript"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startMs"}},{"kind":"Field","name":{"kind":"Name","value":"endMs"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"speaker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"speakerId"}},{"kind":"Field","name":{"kind":"Name","value":"voice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetSpeakers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"speakerId"}},{"kind":"Field","name":{"kind":"Name","value":"voiceKey"}},{"kind":"Field","name":{"kind":"Name","value":"voiceKind"}},{"kind":"Field","name":{"kind":"Name","value":"style"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subtitles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"of"},"value":{"kind":"EnumValue","value":"TARGET"}},{"kind":"Argument","name":{"kind":"Name","value":"format"},"value":{"kind":"EnumValue","value":"VTT"}}]}]}}]}}]}}]} as unknown as DocumentNode<DubbingProjectQuery, DubbingProjectQueryVariables>;
export const DubbingProjectsUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DubbingProjectsUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DubbingProjectFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DubbingProjectOrder"}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"snapshot"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dubbingProjectsUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"snapshot"},"value":{"kind":"Variable","name":{"kind":"Name","value":"snapshot"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}},{"kind":"Field","name":{"kind":"Name","value":"projects"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"sourceLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"costMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]} as unknown as DocumentNode<DubbingProjectsUpdatedSubscription, DubbingProjectsUpdatedSubscriptionVariables>;
export const DubbingProjectsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DubbingProjects"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DubbingProjectFilter"}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"READY"},{"kind":"EnumValue","value":"IN_PROGRESS"}]}}]}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DubbingProjectOrder"}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dubbingProjects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"checkedAt"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"sourceLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"costMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<DubbingProjectsQuery, DubbingProjectsQueryVariables>;
export const JobsUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"JobsUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}},"defaultValue":{"kind":"ListValue","values":[{"kind":"StringValue","value":"DubbingProject:1004","block":false},{"kind":"StringValue","value":"DubbingProject:1005","block":false},{"kind":"StringValue","value":"Video:proj_demo/vid_dub_running","block":false},{"kind":"StringValue","value":"Video:proj_demo/vid_dub_flaky","block":false},{"kind":"StringValue","value":"Video:proj_series/vid_episode_2","block":false},{"kind":"StringValue","value":"Artifact:art_uploading","block":false}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobsUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"isFinal"}},{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DubbingProjectUpdate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"VideoUpdate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"video"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"languages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ArtifactUpdate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"artifact"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}}]}}]}}]}}]}}]} as unknown as DocumentNode<JobsUpdatedSubscription, JobsUpdatedSubscriptionVariables>;
export const LanguageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Language"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"fr-FR","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"in"},"value":{"kind":"StringValue","value":"fr","block":false}}]},{"kind":"Field","name":{"kind":"Name","value":"nativeName"}},{"kind":"Field","name":{"kind":"Name","value":"voices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"style"},"value":{"kind":"StringValue","value":"feminine","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<LanguageQuery, LanguageQueryVariables>;
export const NodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Node"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"Voice:fr-FR/53f154%3Afr-FR-DeniseNeural","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Voice"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"style"}}]}}]}}]}}]} as unknown as DocumentNode<NodeQuery, NodeQueryVariables>;
export const NodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Nodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}},"defaultValue":{"kind":"ListValue","values":[{"kind":"StringValue","value":"DubbingProject:1004","block":false},{"kind":"StringValue","value":"Video:proj_demo/vid_dub_running","block":false},{"kind":"StringValue","value":"Artifact:art_uploading","block":false}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Job"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as unknown as DocumentNode<NodesQuery, NodesQueryVariables>;
export const OptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sourceLanguages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"nativeName"}},{"kind":"Field","name":{"kind":"Name","value":"supportsEmotionalTransfer"}}]}}]}}]}}]} as unknown as DocumentNode<OptionsQuery, OptionsQueryVariables>;
export const RequestArtifactUploadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RequestArtifactUpload"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"fileName"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"harbour-tour.mp4","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestArtifactUpload"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fileName"},"value":{"kind":"Variable","name":{"kind":"Name","value":"fileName"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ArtifactUpload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"s3Path"}},{"kind":"Field","name":{"kind":"Name","value":"uploadUrl"}},{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"headers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RequestArtifactUploadMutation, RequestArtifactUploadMutationVariables>;
export const RequestBudgetUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RequestBudgetUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestBudgetUpdated"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"budget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"remainingThisMinute"}},{"kind":"Field","name":{"kind":"Name","value":"remainingToday"}},{"kind":"Field","name":{"kind":"Name","value":"blockedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}}]}}]}}]} as unknown as DocumentNode<RequestBudgetUpdatedSubscription, RequestBudgetUpdatedSubscriptionVariables>;
export const RequestBudgetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RequestBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"remainingThisMinute"}},{"kind":"Field","name":{"kind":"Name","value":"remainingToday"}},{"kind":"Field","name":{"kind":"Name","value":"blockedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}}]}}]}}]} as unknown as DocumentNode<RequestBudgetQuery, RequestBudgetQueryVariables>;
export const RetranslateDubbingProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetranslateDubbingProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RetranslateDubbingProjectInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"1001","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetScript"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"startMs"},"value":{"kind":"IntValue","value":"0"}},{"kind":"ObjectField","name":{"kind":"Name","value":"endMs"},"value":{"kind":"IntValue","value":"2400"}},{"kind":"ObjectField","name":{"kind":"Name","value":"text"},"value":{"kind":"StringValue","value":"Bienvenue au port.","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"1"}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"startMs"},"value":{"kind":"IntValue","value":"2400"}},{"kind":"ObjectField","name":{"kind":"Name","value":"endMs"},"value":{"kind":"IntValue","value":"5200"}},{"kind":"ObjectField","name":{"kind":"Name","value":"text"},"value":{"kind":"StringValue","value":"Suivez-moi, je vous montre les bateaux.","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"2"}}]}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetSpeakers"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"1"}},{"kind":"ObjectField","name":{"kind":"Name","value":"voiceKey"},"value":{"kind":"StringValue","value":"53f154:fr-FR-DeniseNeural","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"style"},"value":{"kind":"StringValue","value":"feminine","block":false}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"2"}},{"kind":"ObjectField","name":{"kind":"Name","value":"voiceKey"},"value":{"kind":"StringValue","value":"soundalike","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"style"},"value":{"kind":"StringValue","value":"masculine","block":false}}]}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retranslateDubbingProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RetranslateDubbingProjectPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"costMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}},{"kind":"Field","name":{"kind":"Name","value":"translationsCount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutcomeUnknownError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RetranslateDubbingProjectMutation, RetranslateDubbingProjectMutationVariables>;
export const RetranslationCheckDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetranslationCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RetranslateDubbingProjectInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"1001","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetScript"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"startMs"},"value":{"kind":"IntValue","value":"0"}},{"kind":"ObjectField","name":{"kind":"Name","value":"endMs"},"value":{"kind":"IntValue","value":"2400"}},{"kind":"ObjectField","name":{"kind":"Name","value":"text"},"value":{"kind":"StringValue","value":"Bienvenue au port.","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"1"}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"startMs"},"value":{"kind":"IntValue","value":"2000"}},{"kind":"ObjectField","name":{"kind":"Name","value":"endMs"},"value":{"kind":"IntValue","value":"5200"}},{"kind":"ObjectField","name":{"kind":"Name","value":"text"},"value":{"kind":"StringValue","value":"Suivez-moi, je vous montre les bateaux.","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"2"}}]}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"targetSpeakers"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"speakerId"},"value":{"kind":"IntValue","value":"1"}},{"kind":"ObjectField","name":{"kind":"Name","value":"voiceKey"},"value":{"kind":"StringValue","value":"53f154:fr-FR-DeniseNeural","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"style"},"value":{"kind":"StringValue","value":"feminine","block":false}}]}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retranslationCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"valid"}},{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RetranslationCheckQuery, RetranslationCheckQueryVariables>;
export const StudioProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StudioProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"proj_demo","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"videoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"vid_dub_running","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"studioProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"video"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"videoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"videoId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as unknown as DocumentNode<StudioProjectQuery, StudioProjectQueryVariables>;
export const SynthesizeSpeechDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SynthesizeSpeech"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SynthesizeSpeechInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"synthesizeSpeech"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SynthesizeSpeechPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"audio"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"contentType"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"sampleRateHz"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OutcomeUnknownError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"idempotencyKey"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SynthesizeSpeechMutation, SynthesizeSpeechMutationVariables>;
export const UpdateVideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateVideo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateVideoInput"}}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"proj_demo/vid_dub_new","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Boats, second cut","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"remark"},"value":{"kind":"StringValue","value":"Names of ships stay in English","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateVideo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateVideoPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"video"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"remark"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateVideoMutation, UpdateVideoMutationVariables>;
export const VideoUpdatedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"VideoUpdated"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"proj_demo/vid_dub_running","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"untilSettled"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"videoUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"untilSettled"},"value":{"kind":"Variable","name":{"kind":"Name","value":"untilSettled"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"freshness"}},{"kind":"Field","name":{"kind":"Name","value":"isFinal"}},{"kind":"Field","name":{"kind":"Name","value":"video"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isSettled"}},{"kind":"Field","name":{"kind":"Name","value":"hasError"}},{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"languages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"pendingOn"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}},{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"pendingOn"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}}]}},{"kind":"Field","name":{"kind":"Name","value":"after"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"pendingOn"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}}]}}]}}]}}]}}]} as unknown as DocumentNode<VideoUpdatedSubscription, VideoUpdatedSubscriptionVariables>;
export const VideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Video"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"proj_demo/vid_dub_running","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"video"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"workflowType"}},{"kind":"Field","name":{"kind":"Name","value":"sourceLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isSettled"}},{"kind":"Field","name":{"kind":"Name","value":"hasError"}},{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"languages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"pendingOn"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}},{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]}}]} as unknown as DocumentNode<VideoQuery, VideoQueryVariables>;
export const VoiceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Voice"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"53f154:fr-FR-DeniseNeural","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"language"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"voice"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"language"},"value":{"kind":"Variable","name":{"kind":"Name","value":"language"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"style"}},{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"supportsEmotionalTransfer"}}]}}]}}]}}]} as unknown as DocumentNode<VoiceQuery, VoiceQueryVariables>;
export const VoicesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Voices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"VoiceFilter"}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"StringValue","value":"an","block":false}}]}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"voices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"style"}},{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<VoicesQuery, VoicesQueryVariables>;