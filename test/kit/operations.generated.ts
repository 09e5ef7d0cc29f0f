/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedQueryDocumentNode as DocumentNode } from 'graphql';
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

/** Where the voice of a speaker comes from. */
export type TargetVoiceKind =
  /** It is a voice of the catalogue. */
  | 'CATALOGUE'
  /** It sounds like the original speaker and carries the emotion over: more expressive, less stable. */
  | 'EMOTIONAL_TRANSFER'
  /** It is made to sound like the original speaker. */
  | 'SOUNDALIKE';

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

export type ArtifactQueryVariables = Exact<{
  id?: string | number;
}>;


export type ArtifactQuery = { artifact: { id: string, name: string | null, type: ArtifactType | null, status: ArtifactStatus | null, isUsable: boolean, sizeBytes: number | null, durationSeconds: number | null, errorMessage: string | null, createdAt: string | null } | null };

export type BalanceQueryVariables = Exact<{ [key: string]: never; }>;


export type BalanceQuery = { balance: { minutes: number } | null };

export type DubbingProjectQueryVariables = Exact<{
  id?: string | number;
}>;


export type DubbingProjectQuery = { dubbingProject: { id: string, name: string | null, status: DubbingProjectStatus | null, mixingMode: MixingMode | null, estimatedCompletionAt: string | null, completedAt: string | null, errorMessage: string | null, output: { videoUrl: string | null, audioUrl: string | null, subtitles: string, targetScript: Array<{ startMs: number, endMs: number, text: string, speaker: { speakerId: number, voice: { name: string } | null } | null }>, targetSpeakers: Array<{ speakerId: number, voiceKey: string, voiceKind: TargetVoiceKind, style: string | null }> } | null } | null };

export type DubbingProjectsQueryVariables = Exact<{
  filter?: DubbingProjectFilter | null | undefined;
  orderBy?: DubbingProjectOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DubbingProjectsQuery = { dubbingProjects: { totalCount: number, nodes: Array<{ id: string, name: string | null, status: DubbingProjectStatus | null, costMinutes: number | null, createdAt: string | null, sourceLanguage: { name: string }, targetLanguage: { name: string } } | null>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

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

export type RequestBudgetQueryVariables = Exact<{ [key: string]: never; }>;


export type RequestBudgetQuery = { requestBudget: { remainingThisMinute: number | null, remainingToday: number | null, blockedUntil: string | null } | null };

export type StudioProjectQueryVariables = Exact<{
  id?: string | number;
  videoId?: string | number;
}>;


export type StudioProjectQuery = { studioProject: { id: string, video: { id: string, name: string | null, state: JobState | null } | null } | null };

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


export const ArtifactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Artifact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"art_video","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"artifact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isUsable"}},{"kind":"Field","name":{"kind":"Name","value":"sizeBytes"}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<ArtifactQuery, ArtifactQueryVariables>;
export const BalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minutes"}}]}}]}}]} as unknown as DocumentNode<BalanceQuery, BalanceQueryVariables>;
export const DubbingProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DubbingProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"1001","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dubbingProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"mixingMode"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedCompletionAt"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorMessage"}},{"kind":"Field","name":{"kind":"Name","value":"output"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"audioUrl"}},{"kind":"Field","name":{"kind":"Name","value":"targetScript"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startMs"}},{"kind":"Field","name":{"kind":"Name","value":"endMs"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"speaker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"speakerId"}},{"kind":"Field","name":{"kind":"Name","value":"voice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetSpeakers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"speakerId"}},{"kind":"Field","name":{"kind":"Name","value":"voiceKey"}},{"kind":"Field","name":{"kind":"Name","value":"voiceKind"}},{"kind":"Field","name":{"kind":"Name","value":"style"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subtitles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"of"},"value":{"kind":"EnumValue","value":"TARGET"}},{"kind":"Argument","name":{"kind":"Name","value":"format"},"value":{"kind":"EnumValue","value":"VTT"}}]}]}}]}}]}}]} as unknown as DocumentNode<DubbingProjectQuery, DubbingProjectQueryVariables>;
export const DubbingProjectsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DubbingProjects"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DubbingProjectFilter"}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"status"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"READY"},{"kind":"EnumValue","value":"IN_PROGRESS"}]}}]}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DubbingProjectOrder"}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dubbingProjects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"sourceLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"costMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<DubbingProjectsQuery, DubbingProjectsQueryVariables>;
export const LanguageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Language"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"fr-FR","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"in"},"value":{"kind":"StringValue","value":"fr","block":false}}]},{"kind":"Field","name":{"kind":"Name","value":"nativeName"}},{"kind":"Field","name":{"kind":"Name","value":"voices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"style"},"value":{"kind":"StringValue","value":"feminine","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<LanguageQuery, LanguageQueryVariables>;
export const NodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Node"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"Voice:fr-FR/53f154%3Afr-FR-DeniseNeural","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Voice"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"style"}}]}}]}}]}}]} as unknown as DocumentNode<NodeQuery, NodeQueryVariables>;
export const NodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Nodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}},"defaultValue":{"kind":"ListValue","values":[{"kind":"StringValue","value":"DubbingProject:1004","block":false},{"kind":"StringValue","value":"Video:proj_demo/vid_dub_running","block":false},{"kind":"StringValue","value":"Artifact:art_uploading","block":false}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Job"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as unknown as DocumentNode<NodesQuery, NodesQueryVariables>;
export const OptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sourceLanguages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"targetLanguages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"nativeName"}},{"kind":"Field","name":{"kind":"Name","value":"supportsEmotionalTransfer"}}]}}]}}]}}]} as unknown as DocumentNode<OptionsQuery, OptionsQueryVariables>;
export const RequestBudgetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RequestBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestBudget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"remainingThisMinute"}},{"kind":"Field","name":{"kind":"Name","value":"remainingToday"}},{"kind":"Field","name":{"kind":"Name","value":"blockedUntil"}}]}}]}}]} as unknown as DocumentNode<RequestBudgetQuery, RequestBudgetQueryVariables>;
export const StudioProjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"StudioProject"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"proj_demo","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"videoId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"vid_dub_running","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"studioProject"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"video"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"videoId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"videoId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as unknown as DocumentNode<StudioProjectQuery, StudioProjectQueryVariables>;
export const VideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Video"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},"defaultValue":{"kind":"StringValue","value":"proj_demo/vid_dub_running","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"video"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"workflowType"}},{"kind":"Field","name":{"kind":"Name","value":"sourceLanguage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"durationSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isSettled"}},{"kind":"Field","name":{"kind":"Name","value":"hasError"}},{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"languages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"pendingOn"}},{"kind":"Field","name":{"kind":"Name","value":"isError"}},{"kind":"Field","name":{"kind":"Name","value":"eta"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]}}]} as unknown as DocumentNode<VideoQuery, VideoQueryVariables>;
export const VoiceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Voice"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},"defaultValue":{"kind":"StringValue","value":"53f154:fr-FR-DeniseNeural","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"language"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"voice"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"language"},"value":{"kind":"Variable","name":{"kind":"Name","value":"language"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"style"}},{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"supportsEmotionalTransfer"}}]}}]}}]}}]} as unknown as DocumentNode<VoiceQuery, VoiceQueryVariables>;
export const VoicesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Voices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"VoiceFilter"}},"defaultValue":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"StringValue","value":"an","block":false}}]}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"20"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"voices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"style"}},{"kind":"Field","name":{"kind":"Name","value":"language"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<VoicesQuery, VoicesQueryVariables>;