import type { ObjectRef } from '@pothos/core';
import type { Cursors } from '../../src/domain/common/cursor.ts';
import {
  cutPage,
  type Entry,
  type PageRequest,
  type PageWindow,
  readPageRequest,
} from '../../src/domain/common/page.ts';
import { BadUserInputError, UpstreamMalformedError } from '../../src/errors.ts';
import { builder, type Graph } from '../builder.ts';
import type { GraphNode } from './node.ts';
import { type SelectionInfo, selectedFields } from './selection.ts';

/** A page of a list. Edges and cursors are computed only if selected. */
export interface Connection {
  readonly entries: readonly Pick<Entry<GraphNode, unknown>, 'item' | 'fault'>[];
  readonly cursorAt: (index: number) => string | null;
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** An unreadable item is reported once: at its edge if nodes of edges are selected, otherwise in `nodes`. */
  readonly tellsAtEdges: boolean;
}

interface Edge {
  readonly connection: Connection;
  readonly index: number;
}

/** The requested page, checked before the service is asked. @throws BadUserInputError naming the argument at fault */
export function pageWindow<Key>(request: PageRequest, cursors: Cursors<Key>): PageWindow<Key> {
  const window = readPageRequest(request, cursors);
  if ('fault' in window) throw new BadUserInputError(window.fault);
  return window;
}

export interface ConnectionParts<Key> {
  /** The name of the connection's type, for `info`. */
  readonly typeName: string;
  readonly entries: readonly Entry<GraphNode, Key>[];
  readonly cursors: Cursors<Key>;
  readonly window: PageWindow<Key>;
}

/** The requested page of the entries. */
export function connect<Key>(
  { typeName, entries, cursors, window }: ConnectionParts<Key>,
  info: SelectionInfo,
): Connection {
  const page = cutPage(entries, window, cursors);
  return {
    ...page,
    cursorAt: (index) => {
      const entry = page.entries.at(index);
      return entry === undefined ? null : cursors.write(entry.key);
    },
    tellsAtEdges: page.entries.some(({ item }) => item === null) && selectsNodesOfEdges(typeName, info),
  };
}

function selectsNodesOfEdges(typeName: string, info: SelectionInfo): boolean {
  const edges = selectedFields(typeName, info).get('edges');
  return edges !== undefined && selectedFields(typeName.replace(/Connection$/, 'Edge'), info, edges).has('node');
}

const PageInfoObject = builder.objectRef<Connection>('PageInfo').implement({
  description: 'The position of a page in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether there are items after this page.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether there are items before this page.' }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first edge, for `before`. Null for an empty page.',
      resolve: ({ cursorAt }) => cursorAt(0),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'The cursor of the last edge, for `after`. Null for an empty page.',
      resolve: ({ cursorAt }) => cursorAt(-1),
    }),
  }),
});

/** The connection and edge types of a node type. `plural` names the nodes in descriptions. */
export function connectionObject(node: ObjectRef<Graph, GraphNode>, plural: string) {
  const EdgeObject = builder.objectRef<Edge>(`${node.name}Edge`).implement({
    description: `One place in a list of ${plural}.`,
    fields: (t) => ({
      cursor: t.string({
        description: 'The position of this item, for `after` or `before`. It stays valid when other items come and go.',
        resolve: ({ connection, index }) => connection.cursorAt(index) ?? '',
      }),
      node: t.field({
        type: node,
        nullable: true,
        description: 'The item. Null with an error if it could not be read.',
        resolve: ({ connection, index }) => nodeAt(connection, index, connection.tellsAtEdges),
      }),
    }),
  });

  return builder.objectRef<Connection>(`${node.name}Connection`).implement({
    description: `A page of a list of ${plural}.`,
    fields: (t) => ({
      edges: t.field({
        type: [EdgeObject],
        nullable: { list: false, items: true },
        description: 'The items of this page, each with its cursor.',
        resolve: (connection) => connection.entries.map((_entry, index) => ({ connection, index })),
      }),
      nodes: t.field({
        type: [node],
        nullable: { list: false, items: true },
        description: 'The items of this page without cursors. Null with an error for an item that could not be read.',
        resolve: (connection) =>
          connection.entries.map(({ item }, index) => item ?? nodeAt(connection, index, !connection.tellsAtEdges)),
      }),
      pageInfo: t.field({
        type: PageInfoObject,
        description: 'The position of this page in the list.',
        resolve: (connection) => connection,
      }),
      totalCount: t.exposeInt('totalCount', {
        description: 'Number of items on all pages, after the filter, including items that could not be read.',
      }),
    }),
  });
}

/** A rejected item is null at its place. A thrown error would make the whole list null. */
function nodeAt({ entries }: Connection, index: number, isReported: boolean): GraphNode | null | Promise<null> {
  const { item = null, fault = '' } = entries[index] ?? {};
  return item === null && isReported ? Promise.reject(new UpstreamMalformedError(fault)) : item;
}
