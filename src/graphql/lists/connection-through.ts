// Connections (paged lists) through a join table whose size grows with the network, such as a VLAN's trunk ports or a
// tag's hosts.
import { formatPrismaCursor, getRefFromModel } from '@pothos/plugin-prisma';
import type { Action } from '../../auth/permissions';
import { relationOf } from '../../data/model/model-fields';
import { builder } from '../builder';
import { selecting } from '../pothos-extensions';
import { idOfCursor } from './keyset';
import { connectionRef, pageComplexity, pageBounds, neighborPages, type ListArguments } from './list';

interface Options {
  description?: string;
  /** Prisma condition on the rows of the join table, for example to list only those that refer to hosts. */
  where?: object;
  /** The right that is needed to read the field; undefined if none is. A field that needs a right may be null. */
  action?: Action;
}
type Row = Record<string, unknown>;
type NestedQuery = (query: object, include: { getType: () => string; paths: { name: string }[][] }) => object;

const nodePaths = [[{ name: 'nodes' }], [{ name: 'edges' }, { name: 'node' }]];

/**
 * Defines a connection field through a join table. The rows of the join table are ordered by creation, and must have an
 * `id`.
 */
export function joinConnection(t: object, model: string, join: string, to: string, options: Options = {}): never {
  const far = relationOf(relationOf(model, join).model, to).model;
  const { where, action } = options;
  const select = (
    args: ListArguments,
    _ctx: object,
    nestedQuery: NestedQuery,
    selectedFields: () => ReadonlySet<string>,
  ) => ({
    select: {
      [join]: {
        ...(where && { where }),
        ...pageQuery(args),
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true, [to]: nestedQuery({ select: { id: true } }, { getType: () => far, paths: nodePaths }) },
      },
      ...(selectedFields().has('totalCount') && { _count: { select: { [join]: where ? { where } : true } } }),
    },
  });
  return (t as { connection(options: object, connection: unknown): never }).connection(
    {
      type: getRefFromModel(far, builder),
      description: options.description,
      complexity: pageComplexity,
      ...(action && { nullable: true, authScopes: { action } }),
      extensions: selecting(select),
      resolve: (row: Row, args: ListArguments) => connectionOf(row, join, to, args),
    },
    connectionRef(far),
  );
}

function pageQuery(args: ListArguments) {
  const { size, backwards } = pageBounds(args);
  const cursor = args.after ?? args.before;
  const take = backwards ? -(size + 1) : size + 1;
  return cursor == null
    ? { take }
    : { take, skip: 1, cursor: { id: idOfCursor(args.after != null ? 'after' : 'before', cursor) } };
}

function connectionOf(row: Row, join: string, to: string, args: ListArguments) {
  const { size, backwards } = pageBounds(args);
  const joinRows = row[join] as Row[];
  const hasMore = joinRows.length > size;
  const rows = !hasMore ? joinRows : backwards ? joinRows.slice(1) : joinRows.slice(0, size);
  const edges = rows.map((one) => ({ node: one[to], cursor: formatPrismaCursor(one, 'id') }));
  return {
    edges,
    totalCount: (row._count as Record<string, number> | undefined)?.[join],
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      ...neighborPages(args, hasMore),
    },
  };
}
