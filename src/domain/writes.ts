import type { Artifact, ArtifactType } from './artifact/artifact.ts';
import type { Optional } from './common/optional.ts';
import type { ValidationIssue } from './common/validation-issue.ts';
import type { DubbingProject, MixingMode, TtsVolume } from './dubbing-project/dubbing-project.ts';
import type { StringVariable, StudioProject, Video, VideoKey, VideoProgress, WorkflowType } from './video/video.ts';

/**
 * The body of a new project (INTERFACE.md, "POST /api/v1/projects"). In every input, an omitted field is not sent, and
 * never sent as null.
 */
export interface NewDubbingProject {
  readonly name?: Optional<string>;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly sourceVideoUrl: string;
  readonly mixingMode?: Optional<MixingMode>;
  readonly useEmotionalTransfer?: Optional<boolean>;
  readonly useSoundalikeVoices?: Optional<boolean>;
  readonly sourceScript?: Optional<SourceScript>;
  readonly useFixedTimings?: Optional<boolean>;
  readonly glossary?: Optional<string>;
  readonly ttsVolume?: Optional<TtsVolume>;
}
type SourceScript =
  | { readonly content: string; readonly segments?: undefined }
  | { readonly content?: undefined; readonly segments: readonly NewSourceSegment[] };
export interface NewSourceSegment {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** The service's answer to a creation or a re-translation; null for unreadable values. */
export interface DubbingProjectReceipt {
  readonly projectId: string;
  readonly costMinutes: number | null;
  readonly estimatedCompletionAt: string | null;
  readonly balanceMinutes: number | null;
  readonly translationsCount: number | null;
}

/**
 * The body of a re-translation and of its validation (INTERFACE.md, "POST /api/v1/projects/{project_id}/translations").
 */
export interface Retranslation {
  readonly projectId: string;
  readonly targetScript: readonly NewTargetSegment[];
  readonly targetSpeakers: readonly NewTargetSpeaker[];
  readonly mixingMode?: Optional<MixingMode>;
  readonly useFixedTimings?: Optional<boolean>;
  readonly ttsVolume?: Optional<TtsVolume>;
}
export interface NewTargetSegment extends NewSourceSegment {
  readonly speakerId: number;
}
export interface NewTargetSpeaker {
  readonly speakerId: number;
  readonly voiceKey: string;
  readonly style: string;
}

/** The payload of a creation or a re-translation. */
export interface DubbingProjectOutcome {
  readonly project: DubbingProject;
  readonly receipt: DubbingProjectReceipt;
}

/**
 * The result of a check of a re-translation (INTERFACE.md, "POST
 * /api/v1/projects/{project_id}/validate-translation-request").
 */
export interface RetranslationCheck {
  readonly valid: boolean;
  /** All faults that the gateway found; if none, those that the service reported. */
  readonly issues: readonly ValidationIssue[];
}

/** The source of an artifact, exactly one (INTERFACE.md, "POST /api/v1/artifacts/create"). */
export interface NewArtifact {
  readonly name: string;
  readonly type: ArtifactType;
  readonly source: ArtifactSource;
}
export type ArtifactSource =
  | { readonly kind: 's3Path'; readonly s3Path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'fragments'; readonly fragments: readonly ArtifactFragment[] };
export interface ArtifactFragment {
  readonly location:
    | { readonly kind: 's3Path'; readonly s3Path: string }
    | { readonly kind: 'url'; readonly url: string };
  readonly startTimeSeconds: number;
}

/** The address to PUT a local file to (INTERFACE.md, "GET /api/v1/artifacts/create"). It is passed on unchanged. */
export interface ArtifactUpload {
  readonly s3Path: string;
  readonly uploadUrl: string;
  readonly expiresAt: string;
}

/**
 * The request that uploads a file to its `uploadUrl` (INTERFACE.md, "GET /api/v1/artifacts/create"), with the file as
 * raw body.
 */
export const ARTIFACT_UPLOAD_REQUEST = {
  method: 'PUT',
  headers: [{ name: 'Content-Type', value: 'application/octet-stream' }],
} as const;

/** The body of a new video (INTERFACE.md, "POST /api/v1/projects/{projectId}/videos/create"). */
export interface NewVideo {
  readonly projectId: string;
  readonly name: string;
  readonly workflowType: WorkflowType;
  readonly sourceArtifactId?: Optional<string>;
  readonly sourceLanguage: string;
  readonly targetLanguages: readonly string[];
  readonly pivotLanguage?: Optional<string>;
  readonly sourceScript?: Optional<VideoScript>;
  readonly targetScripts?: Optional<readonly TargetVideoScript[]>;
  readonly referenceArchiveArtifactId?: Optional<string>;
  readonly pipelineOptions?: Optional<PipelineOptions>;
  readonly subtitlingParams?: Optional<readonly SubtitlingParams[]>;
  readonly processingOptions?: Optional<ProcessingOptions>;
  readonly remark?: Optional<string>;
  readonly stringVariables?: Optional<readonly StringVariable[]>;
}
export interface VideoScript {
  readonly artifactId: string;
  readonly columns?: Optional<ScriptColumns>;
  readonly frameRate?: Optional<number>;
}
interface TargetVideoScript extends VideoScript {
  readonly language: string;
}
interface ScriptColumns {
  readonly text?: Optional<string>;
  readonly startTime?: Optional<string>;
  readonly endTime?: Optional<string>;
  readonly speakerName?: Optional<string>;
  readonly outputFileName?: Optional<string>;
  readonly inputFileName?: Optional<string>;
  readonly speechPrompt?: Optional<string>;
}
interface PipelineOptions {
  readonly shouldAutomateTranscription?: Optional<boolean>;
  readonly shouldAutomateTranslation?: Optional<boolean>;
  readonly shouldAutomateVoiceSelection?: Optional<boolean>;
  readonly voiceSelectionMode?: Optional<string>;
  readonly voiceSelectionVoicesLabel?: Optional<string>;
}
export interface SubtitlingParams {
  readonly language: string;
  readonly maxLinesPerSubtitle?: Optional<number>;
  readonly maxCharsPerLine?: Optional<number>;
  readonly maxCharsPerSecond?: Optional<number>;
  readonly minDurationMs?: Optional<number>;
  readonly maxDurationMs?: Optional<number>;
}
interface ProcessingOptions {
  readonly exportTtsAaf?: Optional<boolean>;
  readonly targetLoudness?: Optional<number>;
  readonly exportWavCodec?: Optional<string>;
  readonly exportWavRate?: Optional<number>;
  readonly voiceoverMuffleDb?: Optional<number>;
}

/** The changes of a video, at least one (INTERFACE.md, "PATCH /api/projects/{projectId}/videos/{videoId}"). */
export interface VideoChanges {
  readonly name?: Optional<string>;
  readonly targetLanguages?: Optional<readonly string[]>;
  readonly workflowType?: Optional<WorkflowType>;
  readonly status?: Optional<string>;
  readonly remark?: Optional<string>;
}

/** The form of a synthesis (INTERFACE.md, "POST /api/v1/cloning/synthesize"). */
export interface NewSpeech {
  readonly text: string;
  readonly language: string;
  readonly referenceAudio: readonly ReferenceAudio[];
}
/** A reference file spooled on disk, never whole in memory. */
export interface ReferenceAudio {
  /** The caller's name for it: sent to the service, never used as a path. */
  readonly fileName: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** False if it was not received, because an earlier file was too large. Such an input is never sent. Default true. */
  readonly isReceived?: boolean;
}

/** An object that a write has created, as a read would return it. */
export type Created = DubbingProject | Artifact | (Video & { readonly progress: VideoProgress });

/** An object that a write has deleted. */
export type Deleted =
  | Pick<DubbingProject, 'kind' | 'projectId'>
  | (VideoKey & { readonly kind: 'Video' })
  | StudioProject;
