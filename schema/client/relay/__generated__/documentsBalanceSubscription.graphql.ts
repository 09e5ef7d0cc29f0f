/**
 * @generated SignedSource<<28670b1b79ceed0cb7489f3434f3716e>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type Freshness = "LIVE" | "STALE" | "THROTTLED" | "%future added value";
export type UpdateKind = "ADDED" | "CHANGED" | "CHECKED" | "FRESHNESS" | "GONE" | "SNAPSHOT" | "%future added value";
export type documentsBalanceSubscription$variables = Record<PropertyKey, never>;
export type documentsBalanceSubscription$data = {
  readonly balanceUpdated: {
    readonly balance: {
      readonly minutes: number;
    };
    readonly checkedAt: string;
    readonly freshness: Freshness;
    readonly kind: UpdateKind;
  } | null | undefined;
};
export type documentsBalanceSubscription = {
  response: documentsBalanceSubscription$data;
  variables: documentsBalanceSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Literal",
        "name": "heartbeatSeconds",
        "value": 60
      }
    ],
    "concreteType": "BalanceUpdate",
    "kind": "LinkedField",
    "name": "balanceUpdated",
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
        "concreteType": "Balance",
        "kind": "LinkedField",
        "name": "balance",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "minutes",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": "balanceUpdated(heartbeatSeconds:60)"
  }
];
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "documentsBalanceSubscription",
    "selections": (v0/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "documentsBalanceSubscription",
    "selections": (v0/*:: as any*/)
  },
  "params": {
    "cacheID": "dd8477769067390e270a1d76dd4243f7",
    "id": null,
    "metadata": {},
    "name": "documentsBalanceSubscription",
    "operationKind": "subscription",
    "text": "subscription documentsBalanceSubscription {\n  balanceUpdated(heartbeatSeconds: 60) {\n    kind\n    freshness\n    checkedAt\n    balance {\n      minutes\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "45238906199e0fd6b824893206c0c5aa";

export default node;
