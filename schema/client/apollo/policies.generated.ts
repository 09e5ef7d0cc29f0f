import type { TypePolicies } from '@apollo/client';
import { pages } from './pages.ts';
export const POSSIBLE_TYPES = {
  "CreateArtifactResult": [
    "CreateArtifactPayload",
    "NotEnabledError",
    "OutcomeUnknownError",
    "RejectedError",
    "ValidationError"
  ],
  "CreateDubbingProjectResult": [
    "CreateDubbingProjectPayload",
    "NotEnabledError",
    "OutcomeUnknownError",
    "RejectedError",
    "ValidationError"
  ],
  "CreateVideoResult": [
    "CreateVideoPayload",
    "NotEnabledError",
    "NotFoundError",
    "OutcomeUnknownError",
    "RejectedError",
    "ValidationError"
  ],
  "DeleteDubbingProjectResult": [
    "DeletePayload",
    "NotFoundError",
    "OutcomeUnknownError",
    "RejectedError",
    "ValidationError"
  ],
  "DeleteStudioProjectResult": [
    "DeletePayload",
    "NotFoundError",
    "OutcomeUnknownError",
    "RejectedError"
  ],
  "DeleteVideoResult": [
    "DeletePayload",
    "NotFoundError",
    "OutcomeUnknownError",
    "RejectedError"
  ],
  "Job": [
    "Artifact",
    "DubbingProject",
    "Video"
  ],
  "JobUpdate": [
    "ArtifactUpdate",
    "DubbingProjectUpdate",
    "VideoUpdate"
  ],
  "Node": [
    "Artifact",
    "DubbingProject",
    "StudioProject",
    "Video",
    "Voice"
  ],
  "RequestArtifactUploadResult": [
    "ArtifactUpload",
    "RejectedError",
    "ValidationError"
  ],
  "RetranslateDubbingProjectResult": [
    "NotEnabledError",
    "NotFoundError",
    "OutcomeUnknownError",
    "RejectedError",
    "RetranslateDubbingProjectPayload",
    "ValidationError"
  ],
  "SynthesizeSpeechResult": [
    "NotEnabledError",
    "OutcomeUnknownError",
    "RejectedError",
    "SynthesizeSpeechPayload",
    "ValidationError"
  ],
  "Update": [
    "ArtifactUpdate",
    "BalanceUpdate",
    "DubbingProjectUpdate",
    "DubbingProjectsUpdate",
    "RequestBudgetUpdate",
    "VideoUpdate"
  ],
  "UpdateVideoResult": [
    "NotFoundError",
    "OutcomeUnknownError",
    "RejectedError",
    "UpdateVideoPayload",
    "ValidationError"
  ],
  "UserError": [
    "NotEnabledError",
    "NotFoundError",
    "OutcomeUnknownError",
    "RejectedError",
    "ValidationError"
  ]
};
/** An object without an id belongs to the object around it; a list replaces the one before. */
export const TYPE_POLICIES: TypePolicies = {
  ArtifactUpdate: { keyFields: false, merge: true },
  ArtifactUpload: { keyFields: false, merge: true, fields: { headers: { merge: false } } },
  Audio: { keyFields: false, merge: true },
  Balance: { keyFields: [] },
  BalanceUpdate: { keyFields: false, merge: true },
  CreateArtifactPayload: { keyFields: false, merge: true },
  CreateDubbingProjectPayload: { keyFields: false, merge: true },
  CreateVideoPayload: { keyFields: false, merge: true },
  DeletePayload: { keyFields: false, merge: true },
  DubbingOutput: { keyFields: false, merge: true, fields: { sourceScript: { merge: false }, targetScript: { merge: false }, targetSpeakers: { merge: false } } },
  DubbingProjectConnection: { keyFields: false, merge: true, fields: { edges: { merge: false }, nodes: { merge: false } } },
  DubbingProjectEdge: { keyFields: false, merge: true },
  DubbingProjectPlace: { keyFields: false, merge: true },
  DubbingProjectUpdate: { keyFields: false, merge: true },
  DubbingProjectsUpdate: { keyFields: false, merge: true, fields: { edges: { merge: false }, projects: { merge: false } } },
  HttpHeader: { keyFields: false, merge: true },
  Language: { keyFields: false, merge: true, fields: { voices: { merge: false } } },
  LanguageChange: { keyFields: false, merge: true },
  LanguageProgress: { keyFields: false, merge: true },
  NotEnabledError: { keyFields: false, merge: true },
  NotFoundError: { keyFields: false, merge: true },
  Options: { keyFields: [], fields: { sourceLanguages: { merge: false }, targetLanguages: { merge: false } } },
  OutcomeUnknownError: { keyFields: false, merge: true },
  PageInfo: { keyFields: false, merge: true },
  Party: { keyFields: false, merge: true },
  RejectedError: { keyFields: false, merge: true },
  RequestBudget: { keyFields: [] },
  RequestBudgetUpdate: { keyFields: false, merge: true },
  RetranslateDubbingProjectPayload: { keyFields: false, merge: true },
  RetranslationCheck: { keyFields: false, merge: true, fields: { issues: { merge: false } } },
  ScriptSegment: { keyFields: false, merge: true },
  StringVariable: { keyFields: false, merge: true },
  SynthesizeSpeechPayload: { keyFields: false, merge: true },
  TargetSpeaker: { keyFields: false, merge: true },
  UpdateVideoPayload: { keyFields: false, merge: true },
  ValidationError: { keyFields: false, merge: true, fields: { issues: { merge: false } } },
  ValidationIssue: { keyFields: false, merge: true },
  Video: { fields: { stringVariables: { merge: false }, targetLanguages: { merge: false } } },
  VideoProgress: { keyFields: false, merge: true, fields: { languages: { merge: false } } },
  VideoUpdate: { keyFields: false, merge: true, fields: { changes: { merge: false } } },
  Viewer: { keyFields: [] },
  VoiceConnection: { keyFields: false, merge: true, fields: { edges: { merge: false }, nodes: { merge: false } } },
  VoiceEdge: { keyFields: false, merge: true },
  Query: { fields: { dubbingProjects: pages(["filter","orderBy"]), voices: pages(["filter"]) } },
  Subscription: { fields: { artifactUpdated: { merge: false }, balanceUpdated: { merge: false }, dubbingProjectUpdated: { merge: false }, dubbingProjectsUpdated: { merge: false }, jobsUpdated: { merge: false }, requestBudgetUpdated: { merge: false }, videoUpdated: { merge: false } } },
};