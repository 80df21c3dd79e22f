// Connections (paged lists) through a join table whose size grows with the network, such as a VLAN's trunk ports or a
// tag's hosts.
import { getRefFromModel } from '@pothos/plugin-prisma';
import type { Action } from '../../auth/permissions';
import { relationOf } from '../../data/model/model-fields';
import { builder } from '../builder';
import { selecting } from '../pothos-extensions';
import { totalOrder } from './keyset';
import { connectionRef } from './list';
import { nestedConnection, nestedPage, nodePaths, type NestedQuery } from './nested-page';
import { pageComplexity, type ListArguments } from './page';

interface Options {
  description?: string;
  /** Prisma condition on the rows of the join table, for example to list only those that refer to hosts. */
  where?: object;
  /** The right that is needed to read the field; undefined if none is. A field that needs a right may be null. */
  action?: Action;
}
type Row = Record<string, unknown>;

/**
 * Defines a connection field through a join table. The rows of the join table are ordered by creation, and must have an
 * `id`.
 */
export function joinConnection(t: object, model: string, join: string, to: string, options: Options = {}): never {
  const joinModel = relationOf(model, join).model;
  const far = relationOf(joinModel, to).model;
  const { where, action } = options;
  // Join tables have these columns at every instant, so the order is the same in the past.
  const order = totalOrder(joinModel, [{ field: 'createdAt', direction: 'asc' }], false);
  const joinPage = (args: ListArguments, nestedQuery: NestedQuery) => {
    const page = nestedPage(args, order, where);
    const node = nestedQuery({ select: { id: true } }, { getType: () => far, paths: nodePaths });
    return { ...page, select: { ...page.select, [to]: node } };
  };
  const select = (
    args: ListArguments,
    _ctx: object,
    nestedQuery: NestedQuery,
    selectedFields: () => ReadonlySet<string>,
  ) => ({
    select: {
      [join]: joinPage(args, nestedQuery),
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
      resolve: (row: Row, args: ListArguments) => {
        const count = (row._count as Record<string, number> | undefined)?.[join];
        return nestedConnection(args, row[join] as Row[], order, count, (one) => one[to]);
      },
    },
    connectionRef(far),
  );
}
