import type { Artifact } from '../domain/artifact/artifact.ts';
import type { Video, VideoKey } from '../domain/video/video.ts';
import type {
  ArtifactUpload,
  DubbingProjectReceipt,
  NewArtifact,
  NewDubbingProject,
  NewSpeech,
  NewVideo,
  Retranslation,
  VideoChanges,
} from '../domain/writes.ts';
import type { RequestOptions } from './request-options.ts';

/** A POST: it is tried again only because the service knows by the key that it is the same request. */
export interface PostCall extends RequestOptions {
  /** Sent verbatim as `Idempotency-Key` with every try. */
  readonly idempotencyKey: string;
}

/**
 * The writes of the service, as one account makes them.
 *
 * Beside what reading rejects with, each may reject with a `ValidationError`, `NotFoundError`, `NotEnabledError` or
 * `RejectedError` (the service refused; its message is the error's), or with an `OutcomeUnknownError`.
 * A write is not cancelled half-way: once it is sent, `call.signal` no longer ends it.
 */
export interface Writes {
  readonly dubbingProjects: {
    /** POST /api/v1/projects */
    create(input: NewDubbingProject, call: PostCall): Promise<DubbingProjectReceipt>;
    /** POST /api/v1/projects/{project_id}/translations */
    retranslate(input: Retranslation, call: PostCall): Promise<DubbingProjectReceipt>;
    /** POST /api/v1/projects/{project_id}/validate-translation-request; resolves if valid. */
    validateRetranslation(input: Retranslation, call: PostCall): Promise<void>;
    /** DELETE /api/v1/projects/{project_id} */
    delete(projectId: string, call: RequestOptions): Promise<void>;
  };
  readonly synthesis: {
    /** POST /api/v1/cloning/synthesize. Writes the answer's body to the file `to` as it comes, and returns its size. */
    synthesize(input: NewSpeech, to: string, call: PostCall): Promise<{ readonly sizeBytes: number }>;
  };
  readonly artifacts: {
    /** GET /api/v1/artifacts/create?fileName=… */
    requestUpload(fileName: string, call: RequestOptions): Promise<ArtifactUpload>;
    /** POST /api/v1/artifacts/create */
    create(input: NewArtifact, call: PostCall): Promise<Artifact>;
  };
  readonly videos: {
    /** POST /api/v1/projects/{projectId}/videos/create */
    create(input: NewVideo, call: PostCall): Promise<Video>;
    /**
     * PATCH /api/projects/{projectId}/videos/{videoId}: no /v1 (INTERFACE.md, "PATCH
     * /api/projects/{projectId}/videos/{videoId}"). Its documented answer has fewer fields than that of the video's
     * own address: `isJustUpdated` is true then.
     */
    update(key: VideoKey, changes: VideoChanges, call: RequestOptions): Promise<Video>;
    /** DELETE /api/projects/{projectId}/videos/{videoId}: no /v1. */
    delete(key: VideoKey, call: RequestOptions): Promise<void>;
  };
  readonly studioProjects: {
    /** DELETE /api/v1/projects/{projectId} on the studio address */
    delete(projectId: string, call: RequestOptions): Promise<void>;
  };
}
