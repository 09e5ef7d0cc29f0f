import type { Artifact } from '../domain/artifact/artifact.ts';
import type { Optional } from '../domain/common/optional.ts';
import type { Audio } from '../domain/speech/synthesis.ts';
import type { StudioProject, Video, VideoKey } from '../domain/video/video.ts';
import type {
  ArtifactUpload,
  DubbingProjectOutcome,
  NewArtifact,
  NewDubbingProject,
  NewSpeech,
  NewVideo,
  Retranslation,
  RetranslationCheck,
  VideoChanges,
} from '../domain/writes.ts';

/** The caller's `Idempotency-Key`. Without one the gateway generates one for the call. */
export type CallersKey = Optional<string>;

/**
 * Writing, as a resolver sees it: one function for each mutation, made once for each operation.
 *
 * Everything that can be checked is checked before the service is asked, all at once: a `ValidationError` holds an issue
 * for each fault, with its path in the mutation's input. Ids are the service's own.
 *
 * Each may also reject with a `RejectedError` or an `OutcomeUnknownError` (all but `requestArtifactUpload` and
 * `checkRetranslation`, which change nothing), and with what reading rejects with; anything else is documented at each.
 */
export interface Services {
  /** @throws ValidationError, NotEnabledError */
  createDubbingProject(input: NewDubbingProject, key: CallersKey): Promise<DubbingProjectOutcome>;

  /** @throws NotFoundError; ValidationError with the service's words while the project is in progress. */
  deleteDubbingProject(projectId: string): Promise<void>;

  /** @throws ValidationError, NotFoundError, NotEnabledError */
  retranslateDubbingProject(input: Retranslation, key: CallersKey): Promise<DubbingProjectOutcome>;

  /**
   * The service is asked only if the gateway finds no fault. A missing project is an issue at `["id"]`. The key is
   * checked but not sent.
   * @throws NotEnabledError
   */
  checkRetranslation(input: Retranslation, key: CallersKey): Promise<RetranslationCheck>;

  /**
   * Speaks a text, and keeps the file for `AUDIO_TTL_MS`.
   * @throws ValidationError, NotEnabledError; NoRoomError if the file cannot be kept; OutcomeUnknownError if the answer
   * is not a complete WAV.
   */
  synthesizeSpeech(input: NewSpeech, key: CallersKey): Promise<Audio>;

  /** @throws ValidationError */
  requestArtifactUpload(fileName: string): Promise<ArtifactUpload>;

  /** @throws ValidationError, NotEnabledError */
  createArtifact(input: NewArtifact, key: CallersKey): Promise<Artifact>;

  /** @throws ValidationError, NotFoundError (the studio project), NotEnabledError */
  createVideo(input: NewVideo, key: CallersKey): Promise<Video>;

  /** @throws ValidationError, NotFoundError */
  updateVideo(video: VideoKey, changes: VideoChanges): Promise<Video>;

  /** @throws NotFoundError */
  deleteVideo(video: VideoKey): Promise<void>;

  /** @throws NotFoundError */
  deleteStudioProject(projectId: StudioProject['projectId']): Promise<void>;
}
