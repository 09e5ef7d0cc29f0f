/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { GraphDocument } from './document.ts';
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
  referenceAudio: Array<Blob>;
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

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { __typename: 'Viewer', name: string | null, account: string | null, scopes: Array<string>, expiresAt: string | null } | null };

export type WatchJobsSubscriptionVariables = Exact<{
  ids: Array<string> | string;
  untilSettled?: boolean | null | undefined;
}>;


export type WatchJobsSubscription = { jobsUpdated:
    | { __typename: 'ArtifactUpdate', kind: UpdateKind, freshness: Freshness, checkedAt: string, nextCheckAt: string | null, isFinal: boolean, artifact: { __typename: 'Artifact', id: string, status: ArtifactStatus | null, isUsable: boolean, sizeBytes: number | null, durationSeconds: number | null, errorMessage: string | null }, job:
        | { __typename: 'Artifact', id: string, name: string | null, state: JobState }
        | { __typename: 'DubbingProject', id: string, name: string | null, state: JobState }
        | { __typename: 'Video', id: string, name: string | null, state: JobState | null }
       }
    | { __typename: 'DubbingProjectUpdate', kind: UpdateKind, freshness: Freshness, checkedAt: string, nextCheckAt: string | null, isFinal: boolean, project: { __typename: 'DubbingProject', id: string, status: DubbingProjectStatus | null, costMinutes: number | null, createdAt: string | null, mixingMode: MixingMode | null, estimatedCompletionAt: string | null, completedAt: string | null, errorMessage: string | null, sourceLanguage: { __typename: 'Language', name: string }, targetLanguage: { __typename: 'Language', name: string }, output: { __typename: 'DubbingOutput', videoUrl: string | null, audioUrl: string | null } | null }, job:
        | { __typename: 'Artifact', id: string, name: string | null, state: JobState }
        | { __typename: 'DubbingProject', id: string, name: string | null, state: JobState }
        | { __typename: 'Video', id: string, name: string | null, state: JobState | null }
       }
    | { __typename: 'VideoUpdate', kind: UpdateKind, freshness: Freshness, checkedAt: string, nextCheckAt: string | null, isFinal: boolean, video: { __typename: 'Video', id: string, progress: { __typename: 'VideoProgress', isSettled: boolean, hasError: boolean, eta: string | null, languages: Array<{ __typename: 'LanguageProgress', phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean, eta: string | null, state: JobState, language: { __typename: 'Language', code: string, name: string } }> } | null }, changes: Array<{ __typename: 'LanguageChange', language: { __typename: 'Language', code: string, name: string }, before: { __typename: 'LanguageProgress', phase: PipelinePhase | null, state: JobState } | null, after: { __typename: 'LanguageProgress', phase: PipelinePhase | null, state: JobState } | null }>, job:
        | { __typename: 'Artifact', id: string, name: string | null, state: JobState }
        | { __typename: 'DubbingProject', id: string, name: string | null, state: JobState }
        | { __typename: 'Video', id: string, name: string | null, state: JobState | null }
       }
   | null };

export type ArtifactUpdatedSubscriptionVariables = Exact<{
  id: string;
}>;


export type ArtifactUpdatedSubscription = { artifactUpdated: { __typename: 'ArtifactUpdate', kind: UpdateKind, freshness: Freshness, isFinal: boolean, previousStatus: ArtifactStatus | null, artifact: { __typename: 'Artifact', id: string, name: string | null, status: ArtifactStatus | null, isUsable: boolean, sizeBytes: number | null, durationSeconds: number | null, errorMessage: string | null } } | null };

export type ArtifactQueryVariables = Exact<{
  id: string;
}>;


export type ArtifactQuery = { artifact: { __typename: 'Artifact', id: string, name: string | null, type: ArtifactType | null, status: ArtifactStatus | null, isUsable: boolean, sizeBytes: number | null, durationSeconds: number | null, errorMessage: string | null, createdAt: string | null } | null };

export type BalanceUpdatedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type BalanceUpdatedSubscription = { balanceUpdated: { __typename: 'BalanceUpdate', kind: UpdateKind, freshness: Freshness, checkedAt: string, balance: { __typename: 'Balance', minutes: number } } | null };

export type BalanceQueryVariables = Exact<{ [key: string]: never; }>;


export type BalanceQuery = { balance: { __typename: 'Balance', minutes: number, checkedAt: string | null } | null, viewer: { __typename: 'Viewer', name: string | null, account: string | null, scopes: Array<string>, expiresAt: string | null } | null };

export type CreateArtifactMutationVariables = Exact<{
  input: CreateArtifactInput;
}>;


export type CreateArtifactMutation = { createArtifact:
    | { __typename: 'CreateArtifactPayload', artifact: { __typename: 'Artifact', id: string, name: string | null, status: ArtifactStatus | null, isUsable: boolean } }
    | { __typename: 'NotEnabledError', code: UserErrorCode, message: string }
    | { __typename: 'OutcomeUnknownError', idempotencyKey: string | null, code: UserErrorCode, message: string }
    | { __typename: 'RejectedError', code: UserErrorCode, message: string }
    | { __typename: 'ValidationError', code: UserErrorCode, message: string, issues: Array<{ __typename: 'ValidationIssue', field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type CreateDubbingProjectMutationVariables = Exact<{
  input: CreateDubbingProjectInput;
}>;


export type CreateDubbingProjectMutation = { createDubbingProject:
    | { __typename: 'CreateDubbingProjectPayload', costMinutes: number, estimatedCompletionAt: string | null, project: { __typename: 'DubbingProject', id: string, name: string | null, state: JobState, targetLanguage: { __typename: 'Language', name: string } }, balance: { __typename: 'Balance', minutes: number } }
    | { __typename: 'NotEnabledError', code: UserErrorCode, message: string }
    | { __typename: 'OutcomeUnknownError', idempotencyKey: string | null, code: UserErrorCode, message: string }
    | { __typename: 'RejectedError', code: UserErrorCode, message: string }
    | { __typename: 'ValidationError', code: UserErrorCode, message: string, issues: Array<{ __typename: 'ValidationIssue', field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type CreateVideoMutationVariables = Exact<{
  input: CreateVideoInput;
}>;


export type CreateVideoMutation = { createVideo:
    | { __typename: 'CreateVideoPayload', video: { __typename: 'Video', id: string, name: string | null, status: VideoStatus | null, targetLanguages: Array<{ __typename: 'Language', name: string }> } }
    | { __typename: 'NotEnabledError', code: UserErrorCode, message: string }
    | { __typename: 'NotFoundError', code: UserErrorCode, message: string }
    | { __typename: 'OutcomeUnknownError', idempotencyKey: string | null, code: UserErrorCode, message: string }
    | { __typename: 'RejectedError', code: UserErrorCode, message: string }
    | { __typename: 'ValidationError', code: UserErrorCode, message: string, issues: Array<{ __typename: 'ValidationIssue', field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type DeleteDubbingProjectMutationVariables = Exact<{
  id: string;
}>;


export type DeleteDubbingProjectMutation = { deleteDubbingProject:
    | { __typename: 'DeletePayload', deletedId: string }
    | { __typename: 'NotFoundError', code: UserErrorCode, message: string }
    | { __typename: 'OutcomeUnknownError', code: UserErrorCode, message: string }
    | { __typename: 'RejectedError', code: UserErrorCode, message: string }
    | { __typename: 'ValidationError', code: UserErrorCode, message: string }
   | null };

export type DeleteStudioProjectMutationVariables = Exact<{
  id: string;
}>;


export type DeleteStudioProjectMutation = { deleteStudioProject:
    | { __typename: 'DeletePayload', deletedId: string }
    | { __typename: 'NotFoundError', code: UserErrorCode, message: string }
    | { __typename: 'OutcomeUnknownError', code: UserErrorCode, message: string }
    | { __typename: 'RejectedError', code: UserErrorCode, message: string }
   | null };

export type DeleteVideoMutationVariables = Exact<{
  id: string;
}>;


export type DeleteVideoMutation = { deleteVideo:
    | { __typename: 'DeletePayload', deletedId: string }
    | { __typename: 'NotFoundError', code: UserErrorCode, message: string }
    | { __typename: 'OutcomeUnknownError', code: UserErrorCode, message: string }
    | { __typename: 'RejectedError', code: UserErrorCode, message: string }
   | null };

export type DubbingProjectUpdatedSubscriptionVariables = Exact<{
  id: string;
}>;


export type DubbingProjectUpdatedSubscription = { dubbingProjectUpdated: { __typename: 'DubbingProjectUpdate', kind: UpdateKind, freshness: Freshness, nextCheckAt: string | null, isFinal: boolean, previousStatus: DubbingProjectStatus | null, project: { __typename: 'DubbingProject', id: string, name: string | null, status: DubbingProjectStatus | null, createdAt: string | null, estimatedCompletionAt: string | null, completedAt: string | null, errorMessage: string | null, output: { __typename: 'DubbingOutput', videoUrl: string | null, audioUrl: string | null } | null } } | null };

export type DubbingProjectQueryVariables = Exact<{
  id: string;
}>;


export type DubbingProjectQuery = { dubbingProject: { __typename: 'DubbingProject', id: string, name: string | null, status: DubbingProjectStatus | null, mixingMode: MixingMode | null, createdAt: string | null, estimatedCompletionAt: string | null, completedAt: string | null, errorMessage: string | null, output: { __typename: 'DubbingOutput', videoUrl: string | null, audioUrl: string | null, subtitles: string, targetScript: Array<{ __typename: 'ScriptSegment', startMs: number, endMs: number, text: string, speaker: { __typename: 'TargetSpeaker', speakerId: number, voice: { __typename: 'Voice', id: string, name: string } | null } | null }>, targetSpeakers: Array<{ __typename: 'TargetSpeaker', speakerId: number, voiceKey: string, voiceKind: TargetVoiceKind, style: string | null }> } | null } | null };

export type DubbingProjectsUpdatedSubscriptionVariables = Exact<{
  filter?: DubbingProjectFilter | null | undefined;
  orderBy?: DubbingProjectOrder | null | undefined;
  snapshot?: boolean | null | undefined;
}>;


export type DubbingProjectsUpdatedSubscription = { dubbingProjectsUpdated: { __typename: 'DubbingProjectsUpdate', kind: UpdateKind, freshness: Freshness, checkedAt: string, projects: Array<{ __typename: 'DubbingProject', id: string, name: string | null, status: DubbingProjectStatus | null, costMinutes: number | null, createdAt: string | null, sourceLanguage: { __typename: 'Language', name: string }, targetLanguage: { __typename: 'Language', name: string } }> } | null };

export type DubbingProjectsQueryVariables = Exact<{
  filter?: DubbingProjectFilter | null | undefined;
  orderBy?: DubbingProjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DubbingProjectsQuery = { dubbingProjects: { __typename: 'DubbingProjectConnection', totalCount: number, checkedAt: string | null, nodes: Array<{ __typename: 'DubbingProject', id: string, name: string | null, status: DubbingProjectStatus | null, costMinutes: number | null, createdAt: string | null, sourceLanguage: { __typename: 'Language', name: string }, targetLanguage: { __typename: 'Language', name: string } } | null>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null };

export type JobsUpdatedSubscriptionVariables = Exact<{
  ids: Array<string> | string;
}>;


export type JobsUpdatedSubscription = { jobsUpdated:
    | { __typename: 'ArtifactUpdate', kind: UpdateKind, freshness: Freshness, isFinal: boolean, artifact: { __typename: 'Artifact', id: string, errorMessage: string | null }, job:
        | { __typename: 'Artifact', id: string, name: string | null, state: JobState }
        | { __typename: 'DubbingProject', id: string, name: string | null, state: JobState }
        | { __typename: 'Video', id: string, name: string | null, state: JobState | null }
       }
    | { __typename: 'DubbingProjectUpdate', kind: UpdateKind, freshness: Freshness, isFinal: boolean, project: { __typename: 'DubbingProject', id: string, estimatedCompletionAt: string | null, errorMessage: string | null }, job:
        | { __typename: 'Artifact', id: string, name: string | null, state: JobState }
        | { __typename: 'DubbingProject', id: string, name: string | null, state: JobState }
        | { __typename: 'Video', id: string, name: string | null, state: JobState | null }
       }
    | { __typename: 'VideoUpdate', kind: UpdateKind, freshness: Freshness, isFinal: boolean, video: { __typename: 'Video', id: string, progress: { __typename: 'VideoProgress', eta: string | null, languages: Array<{ __typename: 'LanguageProgress', phase: PipelinePhase | null, state: JobState, language: { __typename: 'Language', code: string } }> } | null }, job:
        | { __typename: 'Artifact', id: string, name: string | null, state: JobState }
        | { __typename: 'DubbingProject', id: string, name: string | null, state: JobState }
        | { __typename: 'Video', id: string, name: string | null, state: JobState | null }
       }
   | null };

export type LanguageQueryVariables = Exact<{
  code: string;
}>;


export type LanguageQuery = { language: { __typename: 'Language', code: string, name: string, nativeName: string, voices: Array<{ __typename: 'Voice', id: string, key: string, name: string }> | null } | null };

export type NodeQueryVariables = Exact<{
  id: string;
}>;


export type NodeQuery = { node:
    | { __typename: 'Artifact', id: string }
    | { __typename: 'DubbingProject', id: string }
    | { __typename: 'StudioProject', id: string }
    | { __typename: 'Video', id: string }
    | { __typename: 'Voice', id: string, name: string, style: string | null }
   | null };

export type NodesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type NodesQuery = { nodes: Array<
    | { __typename: 'Artifact', name: string | null, state: JobState, id: string }
    | { __typename: 'DubbingProject', name: string | null, state: JobState, id: string }
    | { __typename: 'StudioProject', id: string }
    | { __typename: 'Video', name: string | null, state: JobState | null, id: string }
    | { __typename: 'Voice', id: string }
   | null> | null };

export type OptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type OptionsQuery = { options: { __typename: 'Options', sourceLanguages: Array<{ __typename: 'Language', code: string, name: string }>, targetLanguages: Array<{ __typename: 'Language', code: string, name: string, nativeName: string, supportsEmotionalTransfer: boolean }> } | null };

export type RequestArtifactUploadMutationVariables = Exact<{
  fileName: string;
}>;


export type RequestArtifactUploadMutation = { requestArtifactUpload:
    | { __typename: 'ArtifactUpload', s3Path: string, uploadUrl: string, method: string, expiresAt: string, headers: Array<{ __typename: 'HttpHeader', name: string, value: string }> }
    | { __typename: 'RejectedError', code: UserErrorCode, message: string }
    | { __typename: 'ValidationError', code: UserErrorCode, message: string, issues: Array<{ __typename: 'ValidationIssue', field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type RequestBudgetUpdatedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type RequestBudgetUpdatedSubscription = { requestBudgetUpdated: { __typename: 'RequestBudgetUpdate', kind: UpdateKind, freshness: Freshness, budget: { __typename: 'RequestBudget', remainingThisMinute: number | null, remainingToday: number | null, blockedUntil: string | null, resetsAt: string | null } } | null };

export type RequestBudgetQueryVariables = Exact<{ [key: string]: never; }>;


export type RequestBudgetQuery = { requestBudget: { __typename: 'RequestBudget', remainingThisMinute: number | null, remainingToday: number | null, blockedUntil: string | null, resetsAt: string | null } | null };

export type RetranslateDubbingProjectMutationVariables = Exact<{
  input: RetranslateDubbingProjectInput;
}>;


export type RetranslateDubbingProjectMutation = { retranslateDubbingProject:
    | { __typename: 'NotEnabledError', code: UserErrorCode, message: string }
    | { __typename: 'NotFoundError', code: UserErrorCode, message: string }
    | { __typename: 'OutcomeUnknownError', idempotencyKey: string | null, code: UserErrorCode, message: string }
    | { __typename: 'RejectedError', code: UserErrorCode, message: string }
    | { __typename: 'RetranslateDubbingProjectPayload', costMinutes: number, estimatedCompletionAt: string | null, translationsCount: number, project: { __typename: 'DubbingProject', id: string, state: JobState } }
    | { __typename: 'ValidationError', code: UserErrorCode, message: string, issues: Array<{ __typename: 'ValidationIssue', field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type RetranslationCheckQueryVariables = Exact<{
  input: RetranslateDubbingProjectInput;
}>;


export type RetranslationCheckQuery = { retranslationCheck: { __typename: 'RetranslationCheck', valid: boolean, issues: Array<{ __typename: 'ValidationIssue', field: string, code: ValidationIssueCode, message: string }> } | null };

export type StudioProjectQueryVariables = Exact<{
  id: string;
  videoId: string;
}>;


export type StudioProjectQuery = { studioProject: { __typename: 'StudioProject', id: string, video: { __typename: 'Video', id: string, name: string | null, state: JobState | null } | null } | null };

export type SynthesizeSpeechMutationVariables = Exact<{
  input: SynthesizeSpeechInput;
}>;


export type SynthesizeSpeechMutation = { synthesizeSpeech:
    | { __typename: 'NotEnabledError', code: UserErrorCode, message: string }
    | { __typename: 'OutcomeUnknownError', idempotencyKey: string | null, code: UserErrorCode, message: string }
    | { __typename: 'RejectedError', code: UserErrorCode, message: string }
    | { __typename: 'SynthesizeSpeechPayload', audio: { __typename: 'Audio', url: string, expiresAt: string, contentType: string, sizeBytes: number, durationSeconds: number, sampleRateHz: number } }
    | { __typename: 'ValidationError', code: UserErrorCode, message: string, issues: Array<{ __typename: 'ValidationIssue', field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type UpdateVideoMutationVariables = Exact<{
  input: UpdateVideoInput;
}>;


export type UpdateVideoMutation = { updateVideo:
    | { __typename: 'NotFoundError', code: UserErrorCode, message: string }
    | { __typename: 'OutcomeUnknownError', code: UserErrorCode, message: string }
    | { __typename: 'RejectedError', code: UserErrorCode, message: string }
    | { __typename: 'UpdateVideoPayload', video: { __typename: 'Video', id: string, name: string | null, remark: string | null, updatedAt: string | null } }
    | { __typename: 'ValidationError', code: UserErrorCode, message: string, issues: Array<{ __typename: 'ValidationIssue', field: string, code: ValidationIssueCode, message: string }> }
   | null };

export type VideoUpdatedSubscriptionVariables = Exact<{
  id: string;
  untilSettled?: boolean | null | undefined;
}>;


export type VideoUpdatedSubscription = { videoUpdated: { __typename: 'VideoUpdate', kind: UpdateKind, freshness: Freshness, isFinal: boolean, video: { __typename: 'Video', id: string, progress: { __typename: 'VideoProgress', isSettled: boolean, hasError: boolean, eta: string | null, languages: Array<{ __typename: 'LanguageProgress', phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean, eta: string | null, state: JobState, language: { __typename: 'Language', code: string, name: string } }> } | null }, changes: Array<{ __typename: 'LanguageChange', language: { __typename: 'Language', code: string }, before: { __typename: 'LanguageProgress', phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean } | null, after: { __typename: 'LanguageProgress', phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean } | null }> } | null };

export type VideoQueryVariables = Exact<{
  id: string;
}>;


export type VideoQuery = { video: { __typename: 'Video', id: string, name: string | null, status: VideoStatus | null, state: JobState | null, workflowType: WorkflowType | null, durationSeconds: number | null, sourceLanguage: { __typename: 'Language', name: string } | null, progress: { __typename: 'VideoProgress', isSettled: boolean, hasError: boolean, eta: string | null, languages: Array<{ __typename: 'LanguageProgress', phase: PipelinePhase | null, pendingOn: PendingOn | null, isError: boolean, eta: string | null, state: JobState, language: { __typename: 'Language', code: string, name: string } }> } | null } | null };

export type VoiceQueryVariables = Exact<{
  key: string;
  language?: string | null | undefined;
}>;


export type VoiceQuery = { voice: { __typename: 'Voice', id: string, name: string, style: string | null, language: { __typename: 'Language', code: string, supportsEmotionalTransfer: boolean } } | null };

export type VoicesQueryVariables = Exact<{
  filter?: VoiceFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type VoicesQuery = { voices: { __typename: 'VoiceConnection', totalCount: number, nodes: Array<{ __typename: 'Voice', id: string, key: string, name: string, style: string | null, language: { __typename: 'Language', code: string, name: string } } | null>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null };

/** The failures of mutations. */
export type UserErrorType =
  | 'NotEnabledError'
  | 'NotFoundError'
  | 'OutcomeUnknownError'
  | 'RejectedError'
  | 'ValidationError';

export const ViewerDocument: GraphDocument<ViewerQuery, ViewerQueryVariables> = {
  name: 'Viewer',
  field: 'viewer',
  hash: '7538a02c20f0dec328e306c38980037c1277f69c7d2fdedfbfc3b5fdb9b53eb3',
  takesKey: false,
  text: "query Viewer{viewer{__typename name account scopes expiresAt}}",
};

export const WatchJobsDocument: GraphDocument<WatchJobsSubscription, WatchJobsSubscriptionVariables> = {
  name: 'WatchJobs',
  field: 'jobsUpdated',
  hash: '4027f4c9455e355bac4a5611da0d85bd17180a9f1fe5ad96cfe9a3f0cab25438',
  takesKey: false,
  text: "subscription WatchJobs($ids:[ID!]!$untilSettled:Boolean){jobsUpdated(ids:$ids untilSettled:$untilSettled){__typename kind freshness checkedAt nextCheckAt isFinal job{__typename id name state}...on DubbingProjectUpdate{__typename project{__typename id status sourceLanguage{__typename name}targetLanguage{__typename name}costMinutes createdAt mixingMode estimatedCompletionAt completedAt errorMessage output{__typename videoUrl audioUrl}}}...on VideoUpdate{__typename video{__typename id progress{__typename isSettled hasError eta languages{__typename language{__typename code name}phase pendingOn isError eta state}}}changes{__typename language{__typename code name}before{__typename phase state}after{__typename phase state}}}...on ArtifactUpdate{__typename artifact{__typename id status isUsable sizeBytes durationSeconds errorMessage}}}}",
};

export const ArtifactUpdatedDocument: GraphDocument<ArtifactUpdatedSubscription, ArtifactUpdatedSubscriptionVariables> = {
  name: 'ArtifactUpdated',
  field: 'artifactUpdated',
  hash: '82b80a9c13e54ea06386c790b8791f610584867c3315e54724f97ad469789567',
  takesKey: false,
  text: "subscription ArtifactUpdated($id:ID!){artifactUpdated(id:$id){__typename kind freshness isFinal previousStatus artifact{__typename id name status isUsable sizeBytes durationSeconds errorMessage}}}",
};

export const ArtifactDocument: GraphDocument<ArtifactQuery, ArtifactQueryVariables> = {
  name: 'Artifact',
  field: 'artifact',
  hash: '3c23d977833b46d17146e42164406617e3ffd7256affb0fad192e4f2b1cd1911',
  takesKey: false,
  text: "query Artifact($id:ID!){artifact(id:$id){__typename id name type status isUsable sizeBytes durationSeconds errorMessage createdAt}}",
};

export const BalanceUpdatedDocument: GraphDocument<BalanceUpdatedSubscription, BalanceUpdatedSubscriptionVariables> = {
  name: 'BalanceUpdated',
  field: 'balanceUpdated',
  hash: 'c475d9d588f13c2a208ba82d39c0a0afe3dafe6533a613784ab19af968447912',
  takesKey: false,
  text: "subscription BalanceUpdated{balanceUpdated(heartbeatSeconds:60){__typename kind freshness checkedAt balance{__typename minutes}}}",
};

export const BalanceDocument: GraphDocument<BalanceQuery, BalanceQueryVariables> = {
  name: 'Balance',
  field: 'balance',
  hash: '0ec4a74d32cf41e6f96898a615c902160614f7a53635fac037bd4d6859bfd5d6',
  takesKey: false,
  text: "query Balance{balance{__typename minutes checkedAt}viewer{__typename name account scopes expiresAt}}",
};

export const CreateArtifactDocument: GraphDocument<CreateArtifactMutation, CreateArtifactMutationVariables> = {
  name: 'CreateArtifact',
  field: 'createArtifact',
  hash: 'fdf6783c65e4043a0fcb298da1ae91022460dae42ecdb06574603100ad3e4a57',
  takesKey: true,
  text: "mutation CreateArtifact($input:CreateArtifactInput!){createArtifact(input:$input){__typename ...on CreateArtifactPayload{__typename artifact{__typename id name status isUsable}}...on ValidationError{__typename issues{__typename field code message}}...on OutcomeUnknownError{__typename idempotencyKey}...on UserError{__typename code message}}}",
};

export const CreateDubbingProjectDocument: GraphDocument<CreateDubbingProjectMutation, CreateDubbingProjectMutationVariables> = {
  name: 'CreateDubbingProject',
  field: 'createDubbingProject',
  hash: '7163543bcb5f2fd2908c0817328ada531406107a52d62e64d9f3b49e40993f3a',
  takesKey: true,
  text: "mutation CreateDubbingProject($input:CreateDubbingProjectInput!){createDubbingProject(input:$input){__typename ...on CreateDubbingProjectPayload{__typename project{__typename id name state targetLanguage{__typename name}}costMinutes balance{__typename minutes}estimatedCompletionAt}...on ValidationError{__typename issues{__typename field code message}}...on OutcomeUnknownError{__typename idempotencyKey}...on UserError{__typename code message}}}",
};

export const CreateVideoDocument: GraphDocument<CreateVideoMutation, CreateVideoMutationVariables> = {
  name: 'CreateVideo',
  field: 'createVideo',
  hash: '29205a35ec86afb1596583709c1de977030b62f76f51080253d057b296c976cc',
  takesKey: true,
  text: "mutation CreateVideo($input:CreateVideoInput!){createVideo(input:$input){__typename ...on CreateVideoPayload{__typename video{__typename id name status targetLanguages{__typename name}}}...on ValidationError{__typename issues{__typename field code message}}...on OutcomeUnknownError{__typename idempotencyKey}...on UserError{__typename code message}}}",
};

export const DeleteDubbingProjectDocument: GraphDocument<DeleteDubbingProjectMutation, DeleteDubbingProjectMutationVariables> = {
  name: 'DeleteDubbingProject',
  field: 'deleteDubbingProject',
  hash: '50a389a372cc195b2d774a03d3e28ac685e4ff9a46e00db9ff375de287b62846',
  takesKey: false,
  text: "mutation DeleteDubbingProject($id:ID!){deleteDubbingProject(id:$id){__typename ...on DeletePayload{__typename deletedId}...on UserError{__typename code message}}}",
};

export const DeleteStudioProjectDocument: GraphDocument<DeleteStudioProjectMutation, DeleteStudioProjectMutationVariables> = {
  name: 'DeleteStudioProject',
  field: 'deleteStudioProject',
  hash: 'd0496df590c67493b20ff56bd57c8d6fc2a0839b3eaa8f5ce4fad1bb0236c969',
  takesKey: false,
  text: "mutation DeleteStudioProject($id:ID!){deleteStudioProject(id:$id){__typename ...on DeletePayload{__typename deletedId}...on UserError{__typename code message}}}",
};

export const DeleteVideoDocument: GraphDocument<DeleteVideoMutation, DeleteVideoMutationVariables> = {
  name: 'DeleteVideo',
  field: 'deleteVideo',
  hash: '5459b407ad9d6ca774c1d0b3690d9bfcf82cc984904ea92400004bd0648a58de',
  takesKey: false,
  text: "mutation DeleteVideo($id:ID!){deleteVideo(id:$id){__typename ...on DeletePayload{__typename deletedId}...on UserError{__typename code message}}}",
};

export const DubbingProjectUpdatedDocument: GraphDocument<DubbingProjectUpdatedSubscription, DubbingProjectUpdatedSubscriptionVariables> = {
  name: 'DubbingProjectUpdated',
  field: 'dubbingProjectUpdated',
  hash: '776d5e6a84c403a95c05f971b175c6889a0584655e86c12909ec3fe5015c7e27',
  takesKey: false,
  text: "subscription DubbingProjectUpdated($id:ID!){dubbingProjectUpdated(id:$id){__typename kind freshness nextCheckAt isFinal previousStatus project{__typename id name status createdAt estimatedCompletionAt completedAt output{__typename videoUrl audioUrl}errorMessage}}}",
};

export const DubbingProjectDocument: GraphDocument<DubbingProjectQuery, DubbingProjectQueryVariables> = {
  name: 'DubbingProject',
  field: 'dubbingProject',
  hash: '1e67e6e45f774d05b610f420ca74553a57693eeafd4ce3584d3ba2bfce4a228c',
  takesKey: false,
  text: "query DubbingProject($id:ID!){dubbingProject(id:$id){__typename id name status mixingMode createdAt estimatedCompletionAt completedAt errorMessage output{__typename videoUrl audioUrl targetScript{__typename startMs endMs text speaker{__typename speakerId voice{__typename id name}}}targetSpeakers{__typename speakerId voiceKey voiceKind style}subtitles(of:TARGET format:VTT)}}}",
};

export const DubbingProjectsUpdatedDocument: GraphDocument<DubbingProjectsUpdatedSubscription, DubbingProjectsUpdatedSubscriptionVariables> = {
  name: 'DubbingProjectsUpdated',
  field: 'dubbingProjectsUpdated',
  hash: '84001049090ce12701787ee13a0211bcc6d631957dfb5398b20b828ffe52937c',
  takesKey: false,
  text: "subscription DubbingProjectsUpdated($filter:DubbingProjectFilter$orderBy:DubbingProjectOrder$snapshot:Boolean){dubbingProjectsUpdated(filter:$filter orderBy:$orderBy snapshot:$snapshot){__typename kind freshness checkedAt projects{__typename id name status sourceLanguage{__typename name}targetLanguage{__typename name}costMinutes createdAt}}}",
};

export const DubbingProjectsDocument: GraphDocument<DubbingProjectsQuery, DubbingProjectsQueryVariables> = {
  name: 'DubbingProjects',
  field: 'dubbingProjects',
  hash: '8d8a0132fbfeb8179eb2d25c567192cbb5fc81119f9aa2f3aa4318aed53fa02a',
  takesKey: false,
  text: "query DubbingProjects($filter:DubbingProjectFilter$orderBy:DubbingProjectOrder$first:Int$after:String){dubbingProjects(filter:$filter orderBy:$orderBy first:$first after:$after){__typename totalCount checkedAt nodes{__typename id name status sourceLanguage{__typename name}targetLanguage{__typename name}costMinutes createdAt}pageInfo{__typename hasNextPage endCursor}}}",
};

export const JobsUpdatedDocument: GraphDocument<JobsUpdatedSubscription, JobsUpdatedSubscriptionVariables> = {
  name: 'JobsUpdated',
  field: 'jobsUpdated',
  hash: 'b2e20665045e53ede2e86c9329bf11fdc1467b8f1f91b22b509c9223352dc730',
  takesKey: false,
  text: "subscription JobsUpdated($ids:[ID!]!){jobsUpdated(ids:$ids){__typename kind freshness isFinal job{__typename id name state}...on DubbingProjectUpdate{__typename project{__typename id estimatedCompletionAt errorMessage}}...on VideoUpdate{__typename video{__typename id progress{__typename eta languages{__typename language{__typename code}phase state}}}}...on ArtifactUpdate{__typename artifact{__typename id errorMessage}}}}",
};

export const LanguageDocument: GraphDocument<LanguageQuery, LanguageQueryVariables> = {
  name: 'Language',
  field: 'language',
  hash: 'adf2d19a5d87a81bdcc617de21bb889b16e33dfa479758ac05fd3c69634758a1',
  takesKey: false,
  text: "query Language($code:String!){language(code:$code){__typename code name(in:\"fr\")nativeName voices(filter:{style:\"feminine\"}){__typename id key name}}}",
};

export const NodeDocument: GraphDocument<NodeQuery, NodeQueryVariables> = {
  name: 'Node',
  field: 'node',
  hash: '6b9a6da6905f09b1ae587476527b0ceb0ceb285d3f6a023a0a49c1995ba5f931',
  takesKey: false,
  text: "query Node($id:ID!){node(id:$id){__typename id ...on Voice{__typename id name style}}}",
};

export const NodesDocument: GraphDocument<NodesQuery, NodesQueryVariables> = {
  name: 'Nodes',
  field: 'nodes',
  hash: '98ef754f5236e963ec06a4d0858dd859f1b20e57c8972067187559122d5e7563',
  takesKey: false,
  text: "query Nodes($ids:[ID!]!){nodes(ids:$ids){__typename id ...on Job{__typename name state}}}",
};

export const OptionsDocument: GraphDocument<OptionsQuery, OptionsQueryVariables> = {
  name: 'Options',
  field: 'options',
  hash: '670cf33402e8c48663b08c894d4c2ab52e76ebd293a15d9eee98aab3317ddc1a',
  takesKey: false,
  text: "query Options{options{__typename sourceLanguages{__typename code name}targetLanguages{__typename code name nativeName supportsEmotionalTransfer}}}",
};

export const RequestArtifactUploadDocument: GraphDocument<RequestArtifactUploadMutation, RequestArtifactUploadMutationVariables> = {
  name: 'RequestArtifactUpload',
  field: 'requestArtifactUpload',
  hash: 'b6922d7416833fd56dc1487ad49a3d14879cd73acce238af6e5d50de068523f9',
  takesKey: false,
  text: "mutation RequestArtifactUpload($fileName:String!){requestArtifactUpload(fileName:$fileName){__typename ...on ArtifactUpload{__typename s3Path uploadUrl method headers{__typename name value}expiresAt}...on ValidationError{__typename issues{__typename field code message}}...on UserError{__typename code message}}}",
};

export const RequestBudgetUpdatedDocument: GraphDocument<RequestBudgetUpdatedSubscription, RequestBudgetUpdatedSubscriptionVariables> = {
  name: 'RequestBudgetUpdated',
  field: 'requestBudgetUpdated',
  hash: 'eb7ece06cac10c5b0b25d09bbfb58653486ceada6c27a94b86b3f7a1b4662664',
  takesKey: false,
  text: "subscription RequestBudgetUpdated{requestBudgetUpdated{__typename kind freshness budget{__typename remainingThisMinute remainingToday blockedUntil resetsAt}}}",
};

export const RequestBudgetDocument: GraphDocument<RequestBudgetQuery, RequestBudgetQueryVariables> = {
  name: 'RequestBudget',
  field: 'requestBudget',
  hash: '2d7a70fc2a8a4e2063f8916f81375a15b4f7b7ff0f3c28c4d416e3653b77bee2',
  takesKey: false,
  text: "query RequestBudget{requestBudget{__typename remainingThisMinute remainingToday blockedUntil resetsAt}}",
};

export const RetranslateDubbingProjectDocument: GraphDocument<RetranslateDubbingProjectMutation, RetranslateDubbingProjectMutationVariables> = {
  name: 'RetranslateDubbingProject',
  field: 'retranslateDubbingProject',
  hash: '49f5cae4019886a4a2e462b1951df085ccbf3eb48e0867ae24d40bde8b969480',
  takesKey: true,
  text: "mutation RetranslateDubbingProject($input:RetranslateDubbingProjectInput!){retranslateDubbingProject(input:$input){__typename ...on RetranslateDubbingProjectPayload{__typename project{__typename id state}costMinutes estimatedCompletionAt translationsCount}...on ValidationError{__typename issues{__typename field code message}}...on OutcomeUnknownError{__typename idempotencyKey}...on UserError{__typename code message}}}",
};

export const RetranslationCheckDocument: GraphDocument<RetranslationCheckQuery, RetranslationCheckQueryVariables> = {
  name: 'RetranslationCheck',
  field: 'retranslationCheck',
  hash: '4fd2074fba7cc528641a13b03a4d169d0559e6bf8b3b6edb5fd41a7625b98bc0',
  takesKey: true,
  text: "query RetranslationCheck($input:RetranslateDubbingProjectInput!){retranslationCheck(input:$input){__typename valid issues{__typename field code message}}}",
};

export const StudioProjectDocument: GraphDocument<StudioProjectQuery, StudioProjectQueryVariables> = {
  name: 'StudioProject',
  field: 'studioProject',
  hash: '06a0c3b01b4daa742b865b2fbf98552eef74895e03a7f6581d5335cc615413df',
  takesKey: false,
  text: "query StudioProject($id:ID!$videoId:ID!){studioProject(id:$id){__typename id video(videoId:$videoId){__typename id name state}}}",
};

export const SynthesizeSpeechDocument: GraphDocument<SynthesizeSpeechMutation, SynthesizeSpeechMutationVariables> = {
  name: 'SynthesizeSpeech',
  field: 'synthesizeSpeech',
  hash: '25787358bdea75cdf0124f1755f4bdb8f57543e697f32d58d25f05ba79885f94',
  takesKey: true,
  text: "mutation SynthesizeSpeech($input:SynthesizeSpeechInput!){synthesizeSpeech(input:$input){__typename ...on SynthesizeSpeechPayload{__typename audio{__typename url expiresAt contentType sizeBytes durationSeconds sampleRateHz}}...on ValidationError{__typename issues{__typename field code message}}...on OutcomeUnknownError{__typename idempotencyKey}...on UserError{__typename code message}}}",
};

export const UpdateVideoDocument: GraphDocument<UpdateVideoMutation, UpdateVideoMutationVariables> = {
  name: 'UpdateVideo',
  field: 'updateVideo',
  hash: 'bae98b1acb759c3214a17ab88d2ebe690a7b7c44b6195649bed844c3a1ba00db',
  takesKey: false,
  text: "mutation UpdateVideo($input:UpdateVideoInput!){updateVideo(input:$input){__typename ...on UpdateVideoPayload{__typename video{__typename id name remark updatedAt}}...on ValidationError{__typename issues{__typename field code message}}...on UserError{__typename code message}}}",
};

export const VideoUpdatedDocument: GraphDocument<VideoUpdatedSubscription, VideoUpdatedSubscriptionVariables> = {
  name: 'VideoUpdated',
  field: 'videoUpdated',
  hash: '81771908bef08524e32b4af086e56a42d3f95758ca63d35f333fe1fd280b71b2',
  takesKey: false,
  text: "subscription VideoUpdated($id:ID!$untilSettled:Boolean){videoUpdated(id:$id untilSettled:$untilSettled){__typename kind freshness isFinal video{__typename id progress{__typename isSettled hasError eta languages{__typename language{__typename code name}phase pendingOn isError eta state}}}changes{__typename language{__typename code}before{__typename phase pendingOn isError}after{__typename phase pendingOn isError}}}}",
};

export const VideoDocument: GraphDocument<VideoQuery, VideoQueryVariables> = {
  name: 'Video',
  field: 'video',
  hash: '3913eac425ef4c40f8c27d8b210a6d55b27c836c557a8c4cb8f043c3354e1459',
  takesKey: false,
  text: "query Video($id:ID!){video(id:$id){__typename id name status state workflowType sourceLanguage{__typename name}durationSeconds progress{__typename isSettled hasError eta languages{__typename language{__typename code name}phase pendingOn isError eta state}}}}",
};

export const VoiceDocument: GraphDocument<VoiceQuery, VoiceQueryVariables> = {
  name: 'Voice',
  field: 'voice',
  hash: 'd2ec02b01ea295bbf53e2633134e8e13558a2e648856ed6a5cf68b2fd0c6f9f7',
  takesKey: false,
  text: "query Voice($key:String!$language:String){voice(key:$key language:$language){__typename id name style language{__typename code supportsEmotionalTransfer}}}",
};

export const VoicesDocument: GraphDocument<VoicesQuery, VoicesQueryVariables> = {
  name: 'Voices',
  field: 'voices',
  hash: '9b7eac9946355eab6345b12660efd05d4a5ea2026e66acda1b5ad6e785f3320a',
  takesKey: false,
  text: "query Voices($filter:VoiceFilter$first:Int$after:String){voices(filter:$filter first:$first after:$after){__typename totalCount nodes{__typename id key name style language{__typename code name}}pageInfo{__typename hasNextPage endCursor}}}",
};