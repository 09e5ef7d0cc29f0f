/**
 * @generated SignedSource<<de0c250dd82d3c7556d0e5293a4f7d41>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type Freshness = "LIVE" | "STALE" | "THROTTLED" | "%future added value";
export type UpdateKind = "ADDED" | "CHANGED" | "CHECKED" | "FRESHNESS" | "GONE" | "SNAPSHOT" | "%future added value";
export type documentsBudgetSubscription$variables = Record<PropertyKey, never>;
export type documentsBudgetSubscription$data = {
  readonly requestBudgetUpdated: {
    readonly budget: {
      readonly blockedUntil: string | null | undefined;
      readonly remainingThisMinute: number | null | undefined;
      readonly remainingToday: number | null | undefined;
      readonly resetsAt: string | null | undefined;
    };
    readonly freshness: Freshness;
    readonly kind: UpdateKind;
  } | null | undefined;
};
export type documentsBudgetSubscription = {
  response: documentsBudgetSubscription$data;
  variables: documentsBudgetSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "alias": null,
    "args": null,
    "concreteType": "RequestBudgetUpdate",
    "kind": "LinkedField",
    "name": "requestBudgetUpdated",
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
        "concreteType": "RequestBudget",
        "kind": "LinkedField",
        "name": "budget",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "remainingThisMinute",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "remainingToday",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "blockedUntil",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "resetsAt",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "documentsBudgetSubscription",
    "selections": (v0/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "documentsBudgetSubscription",
    "selections": (v0/*:: as any*/)
  },
  "params": {
    "cacheID": "f2f0f0095a8dccd32306c4962afe2fa4",
    "id": null,
    "metadata": {},
    "name": "documentsBudgetSubscription",
    "operationKind": "subscription",
    "text": "subscription documentsBudgetSubscription {\n  requestBudgetUpdated {\n    kind\n    freshness\n    budget {\n      remainingThisMinute\n      remainingToday\n      blockedUntil\n      resetsAt\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "490f2a4b2f696c3e389f66cffa93aed1";

export default node;
