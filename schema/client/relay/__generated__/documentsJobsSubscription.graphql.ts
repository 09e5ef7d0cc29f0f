/**
 * @generated SignedSource<<b677ffb3c1e2322d2f73c266c52b5ff2>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type ArtifactStatus = "CREATED" | "UPLOAD_COMPLETED" | "UPLOAD_FAILED" | "UPLOAD_STARTED" | "%future added value";
export type DubbingProjectStatus = "ERROR" | "IN_PROGRESS" | "READY" | "%future added value";
export type Freshness = "LIVE" | "STALE" | "THROTTLED" | "%future added value";
export type JobState = "DONE" | "FAILED" | "RUNNING" | "UNKNOWN" | "WAITING" | "%future added value";
export type MixingMode = "VOICEOVER_ONLY" | "VOICEOVER_WITHOUT_ORIGINAL_VOICE" | "VOICEOVER_WITH_ORIGINAL_TRACK" | "%future added value";
export type PendingOn = "EDITOR" | "SYSTEM" | "%future added value";
export type PipelinePhase = "MIXING" | "RENDERING" | "TRANSCRIPTION" | "TRANSLATION" | "VOICEOVER" | "%future added value";
export type UpdateKind = "ADDED" | "CHANGED" | "CHECKED" | "FRESHNESS" | "GONE" | "SNAPSHOT" | "%future added value";
export type documentsJobsSubscription$variables = {
  ids: ReadonlyArray<string>;
};
export type documentsJobsSubscription$data = {
  readonly jobsUpdated: {
    readonly __typename: string;
    readonly artifact?: {
      readonly __typename: "Artifact";
      readonly durationSeconds: number | null | undefined;
      readonly errorMessage: string | null | undefined;
      readonly id: string;
      readonly isUsable: boolean;
      readonly sizeBytes: number | null | undefined;
      readonly status: ArtifactStatus | null | undefined;
    };
    readonly changes?: ReadonlyArray<{
      readonly after: {
        readonly phase: PipelinePhase | null | undefined;
        readonly state: JobState;
      } | null | undefined;
      readonly before: {
        readonly phase: PipelinePhase | null | undefined;
        readonly state: JobState;
      } | null | undefined;
      readonly language: {
        readonly code: string;
        readonly name: string;
      };
    }>;
    readonly checkedAt: string;
    readonly freshness: Freshness;
    readonly isFinal: boolean;
    readonly job: {
      readonly __typename: string;
      readonly id: string;
      readonly name: string | null | undefined;
      readonly state: JobState | null | undefined;
    };
    readonly kind: UpdateKind;
    readonly nextCheckAt: string | null | undefined;
    readonly project?: {
      readonly __typename: "DubbingProject";
      readonly completedAt: string | null | undefined;
      readonly costMinutes: number | null | undefined;
      readonly createdAt: string | null | undefined;
      readonly errorMessage: string | null | undefined;
      readonly estimatedCompletionAt: string | null | undefined;
      readonly id: string;
      readonly mixingMode: MixingMode | null | undefined;
      readonly output: {
        readonly audioUrl: string | null | undefined;
        readonly videoUrl: string | null | undefined;
      } | null | undefined;
      readonly sourceLanguage: {
        readonly name: string;
      };
      readonly status: DubbingProjectStatus | null | undefined;
      readonly targetLanguage: {
        readonly name: string;
      };
    };
    readonly video?: {
      readonly __typename: "Video";
      readonly id: string;
      readonly progress: {
        readonly eta: string | null | undefined;
        readonly hasError: boolean;
        readonly isSettled: boolean;
        readonly languages: ReadonlyArray<{
          readonly eta: string | null | undefined;
          readonly isError: boolean;
          readonly language: {
            readonly code: string;
            readonly name: string;
          };
          readonly pendingOn: PendingOn | null | undefined;
          readonly phase: PipelinePhase | null | undefined;
          readonly state: JobState;
        }>;
      } | null | undefined;
    };
  } | null | undefined;
};
export type documentsJobsSubscription = {
  response: documentsJobsSubscription$data;
  variables: documentsJobsSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "ids"
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "__typename",
  "storageKey": null
},
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "state",
  "storageKey": null
},
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "status",
  "storageKey": null
},
v6 = [
  (v3/*:: as any*/)
],
v7 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "errorMessage",
  "storageKey": null
},
v8 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "eta",
  "storageKey": null
},
v9 = {
  "alias": null,
  "args": null,
  "concreteType": "Language",
  "kind": "LinkedField",
  "name": "language",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "code",
      "storageKey": null
    },
    (v3/*:: as any*/)
  ],
  "storageKey": null
},
v10 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "phase",
  "storageKey": null
},
v11 = [
  (v10/*:: as any*/),
  (v4/*:: as any*/)
],
v12 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "ids",
        "variableName": "ids"
      }
    ],
    "concreteType": null,
    "kind": "LinkedField",
    "name": "jobsUpdated",
    "plural": false,
    "selections": [
      (v1/*:: as any*/),
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "kind",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "freshness",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "checkedAt",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "nextCheckAt",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "isFinal",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": null,
        "kind": "LinkedField",
        "name": "job",
        "plural": false,
        "selections": [
          (v1/*:: as any*/),
          (v2/*:: as any*/),
          (v3/*:: as any*/),
          (v4/*:: as any*/)
        ],
        "storageKey": null
      },
      {
        "kind": "InlineFragment",
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "DubbingProject",
            "kind": "LinkedField",
            "name": "project",
            "plural": false,
            "selections": [
              (v1/*:: as any*/),
              (v2/*:: as any*/),
              (v5/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "Language",
                "kind": "LinkedField",
                "name": "sourceLanguage",
                "plural": false,
                "selections": (v6/*:: as any*/),
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "concreteType": "Language",
                "kind": "LinkedField",
                "name": "targetLanguage",
                "plural": false,
                "selections": (v6/*:: as any*/),
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "costMinutes",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "createdAt",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "mixingMode",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "estimatedCompletionAt",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "completedAt",
                "storageKey": null
              },
              (v7/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "DubbingOutput",
                "kind": "LinkedField",
                "name": "output",
                "plural": false,
                "selections": [
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "videoUrl",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "audioUrl",
                    "storageKey": null
                  }
                ],
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "type": "DubbingProjectUpdate",
        "abstractKey": null
      },
      {
        "kind": "InlineFragment",
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Video",
            "kind": "LinkedField",
            "name": "video",
            "plural": false,
            "selections": [
              (v1/*:: as any*/),
              (v2/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "VideoProgress",
                "kind": "LinkedField",
                "name": "progress",
                "plural": false,
                "selections": [
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "isSettled",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "hasError",
                    "storageKey": null
                  },
                  (v8/*:: as any*/),
                  {
                    "alias": null,
                    "args": null,
                    "concreteType": "LanguageProgress",
                    "kind": "LinkedField",
                    "name": "languages",
                    "plural": true,
                    "selections": [
                      (v9/*:: as any*/),
                      (v10/*:: as any*/),
                      {
                        "alias": null,
                        "args": null,
                        "kind": "ScalarField",
                        "name": "pendingOn",
                        "storageKey": null
                      },
                      {
                        "alias": null,
                        "args": null,
                        "kind": "ScalarField",
                        "name": "isError",
                        "storageKey": null
                      },
                      (v8/*:: as any*/),
                      (v4/*:: as any*/)
                    ],
                    "storageKey": null
                  }
                ],
                "storageKey": null
              }
            ],
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "LanguageChange",
            "kind": "LinkedField",
            "name": "changes",
            "plural": true,
            "selections": [
              (v9/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "LanguageProgress",
                "kind": "LinkedField",
                "name": "before",
                "plural": false,
                "selections": (v11/*:: as any*/),
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "concreteType": "LanguageProgress",
                "kind": "LinkedField",
                "name": "after",
                "plural": false,
                "selections": (v11/*:: as any*/),
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "type": "VideoUpdate",
        "abstractKey": null
      },
      {
        "kind": "InlineFragment",
        "selections": [
          {
            "alias": null,
            "args": null,
            "concreteType": "Artifact",
            "kind": "LinkedField",
            "name": "artifact",
            "plural": false,
            "selections": [
              (v1/*:: as any*/),
              (v2/*:: as any*/),
              (v5/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "isUsable",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "sizeBytes",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "durationSeconds",
                "storageKey": null
              },
              (v7/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "type": "ArtifactUpdate",
        "abstractKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "documentsJobsSubscription",
    "selections": (v12/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "documentsJobsSubscription",
    "selections": (v12/*:: as any*/)
  },
  "params": {
    "cacheID": "ac5d57fd48ff55b3c34cb742bf6a25b7",
    "id": null,
    "metadata": {},
    "name": "documentsJobsSubscription",
    "operationKind": "subscription",
    "text": "subscription documentsJobsSubscription(\n  $ids: [ID!]!\n) {\n  jobsUpdated(ids: $ids) {\n    __typename\n    kind\n    freshness\n    checkedAt\n    nextCheckAt\n    isFinal\n    job {\n      __typename\n      id\n      name\n      state\n    }\n    ... on DubbingProjectUpdate {\n      project {\n        __typename\n        id\n        status\n        sourceLanguage {\n          name\n        }\n        targetLanguage {\n          name\n        }\n        costMinutes\n        createdAt\n        mixingMode\n        estimatedCompletionAt\n        completedAt\n        errorMessage\n        output {\n          videoUrl\n          audioUrl\n        }\n      }\n    }\n    ... on VideoUpdate {\n      video {\n        __typename\n        id\n        progress {\n          isSettled\n          hasError\n          eta\n          languages {\n            language {\n              code\n              name\n            }\n            phase\n            pendingOn\n            isError\n            eta\n            state\n          }\n        }\n      }\n      changes {\n        language {\n          code\n          name\n        }\n        before {\n          phase\n          state\n        }\n        after {\n          phase\n          state\n        }\n      }\n    }\n    ... on ArtifactUpdate {\n      artifact {\n        __typename\n        id\n        status\n        isUsable\n        sizeBytes\n        durationSeconds\n        errorMessage\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "4ae6dfdec009d782d20ed1bafcae3a67";

export default node;
