/**
 * @generated SignedSource<<09e8b12200e0475ae7d40a622f2b908a>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type DubbingProjectStatus = "ERROR" | "IN_PROGRESS" | "READY" | "%future added value";
export type Freshness = "LIVE" | "STALE" | "THROTTLED" | "%future added value";
export type UpdateKind = "ADDED" | "CHANGED" | "CHECKED" | "FRESHNESS" | "GONE" | "SNAPSHOT" | "%future added value";
export type documentsProjectsSubscription$variables = Record<PropertyKey, never>;
export type documentsProjectsSubscription$data = {
  readonly dubbingProjectsUpdated: {
    readonly checkedAt: string;
    readonly freshness: Freshness;
    readonly kind: UpdateKind;
    readonly projects: ReadonlyArray<{
      readonly costMinutes: number | null | undefined;
      readonly createdAt: string | null | undefined;
      readonly id: string;
      readonly name: string | null | undefined;
      readonly sourceLanguage: {
        readonly name: string;
      };
      readonly status: DubbingProjectStatus | null | undefined;
      readonly targetLanguage: {
        readonly name: string;
      };
    }>;
  } | null | undefined;
};
export type documentsProjectsSubscription = {
  response: documentsProjectsSubscription$data;
  variables: documentsProjectsSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v1 = [
  (v0/*:: as any*/)
],
v2 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Literal",
        "name": "snapshot",
        "value": false
      }
    ],
    "concreteType": "DubbingProjectsUpdate",
    "kind": "LinkedField",
    "name": "dubbingProjectsUpdated",
    "plural": false,
    "selections": [
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
        "concreteType": "DubbingProject",
        "kind": "LinkedField",
        "name": "projects",
        "plural": true,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          },
          (v0/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "status",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "Language",
            "kind": "LinkedField",
            "name": "sourceLanguage",
            "plural": false,
            "selections": (v1/*:: as any*/),
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "Language",
            "kind": "LinkedField",
            "name": "targetLanguage",
            "plural": false,
            "selections": (v1/*:: as any*/),
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
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": "dubbingProjectsUpdated(snapshot:false)"
  }
];
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "documentsProjectsSubscription",
    "selections": (v2/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "documentsProjectsSubscription",
    "selections": (v2/*:: as any*/)
  },
  "params": {
    "cacheID": "8b90edab8fe55569a65627fcb9379066",
    "id": null,
    "metadata": {},
    "name": "documentsProjectsSubscription",
    "operationKind": "subscription",
    "text": "subscription documentsProjectsSubscription {\n  dubbingProjectsUpdated(snapshot: false) {\n    kind\n    freshness\n    checkedAt\n    projects {\n      id\n      name\n      status\n      sourceLanguage {\n        name\n      }\n      targetLanguage {\n        name\n      }\n      costMinutes\n      createdAt\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "6ea247c2afafcaf483feea60ae5ebb79";

export default node;
