/**
 * @generated SignedSource<<6265064b0be661db7c75f831158c3433>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type DubbingProjectOrderField = "COST_MINUTES" | "CREATED_AT" | "NAME" | "STATUS" | "%future added value";
export type DubbingProjectStatus = "ERROR" | "IN_PROGRESS" | "READY" | "%future added value";
export type OrderDirection = "ASC" | "DESC" | "%future added value";
export type DubbingProjectFilter = {
  createdAfter?: string | null | undefined;
  createdBefore?: string | null | undefined;
  search?: string | null | undefined;
  sourceLanguage?: ReadonlyArray<string> | null | undefined;
  status?: ReadonlyArray<DubbingProjectStatus> | null | undefined;
  targetLanguage?: ReadonlyArray<string> | null | undefined;
};
export type DubbingProjectOrder = {
  direction?: OrderDirection;
  field: DubbingProjectOrderField;
};
export type documentsProjectsQuery$variables = {
  filter?: DubbingProjectFilter | null | undefined;
  first?: number | null | undefined;
  orderBy?: DubbingProjectOrder | null | undefined;
};
export type documentsProjectsQuery$data = {
  readonly dubbingProjects: {
    readonly checkedAt: string | null | undefined;
    readonly nodes: ReadonlyArray<{
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
    } | null | undefined>;
    readonly pageInfo: {
      readonly endCursor: string | null | undefined;
      readonly hasNextPage: boolean;
    };
    readonly totalCount: number;
  } | null | undefined;
};
export type documentsProjectsQuery = {
  response: documentsProjectsQuery$data;
  variables: documentsProjectsQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "filter"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "first"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "orderBy"
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "name",
  "storageKey": null
},
v4 = [
  (v3/*:: as any*/)
],
v5 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "filter",
        "variableName": "filter"
      },
      {
        "kind": "Variable",
        "name": "first",
        "variableName": "first"
      },
      {
        "kind": "Variable",
        "name": "orderBy",
        "variableName": "orderBy"
      }
    ],
    "concreteType": "DubbingProjectConnection",
    "kind": "LinkedField",
    "name": "dubbingProjects",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "totalCount",
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
        "name": "nodes",
        "plural": true,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          },
          (v3/*:: as any*/),
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
            "selections": (v4/*:: as any*/),
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "Language",
            "kind": "LinkedField",
            "name": "targetLanguage",
            "plural": false,
            "selections": (v4/*:: as any*/),
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
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "PageInfo",
        "kind": "LinkedField",
        "name": "pageInfo",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "hasNextPage",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "endCursor",
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
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "documentsProjectsQuery",
    "selections": (v5/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v2/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "documentsProjectsQuery",
    "selections": (v5/*:: as any*/)
  },
  "params": {
    "cacheID": "e5bef33e3e33f31e12b9937026d41c99",
    "id": null,
    "metadata": {},
    "name": "documentsProjectsQuery",
    "operationKind": "query",
    "text": "query documentsProjectsQuery(\n  $filter: DubbingProjectFilter\n  $orderBy: DubbingProjectOrder\n  $first: Int\n) {\n  dubbingProjects(filter: $filter, orderBy: $orderBy, first: $first) {\n    totalCount\n    checkedAt\n    nodes {\n      id\n      name\n      status\n      sourceLanguage {\n        name\n      }\n      targetLanguage {\n        name\n      }\n      costMinutes\n      createdAt\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "f9a97041b834839bc14cd8b94fefe4fc";

export default node;
