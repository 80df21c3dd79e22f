// Lists of rows. One definition per entity provides the connection type, filter, order and paging, for a root field and
// for relations.
import type { InputFieldMap } from '@pothos/core';
import { getModel, getRefFromModel, queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Prisma } from '../../generated/prisma/client';
import { delegateOf } from '../../data/model/delegate';
import type { Action } from '../../auth/permissions';
import type { Viewer } from '../../data/tenancy/viewer';
import { requireAllVisible } from '../../data/tenancy/rows';
import { columnsOf, relationOf } from '../../data/model/model-fields';
import { AppError } from '../../errors';
import { builder } from '../builder';
import { inWords, toPlural } from '../../platform/text/names';
import type { GraphqlContext } from '../context';
import { list } from '../plugin/bounds';
import { defineFilter, filterRef, filterToWhere, type FilterDefinition } from './filter';
import { countGroups, groupCountsField, type GroupCounts } from './group-counts';
import {
  Edge,
  encodeCursor,
  keysetOrderBy,
  totalOrder,
  valuesOfCursor,
  whereBeyond,
  type OrderKey,
  type SortKey,
} from './keyset';
import { defineRelatedOrder, naturalOrder, orderField, selectFields, type RelatedOrder } from './order-fields';
import type { ListWalk, Page } from '../list-walk';
import { isCountOnly, nestedConnection, nestedPage, nodePaths, type NestedQuery } from './nested-page';
import { neighborPages, pageBounds, pageComplexity, type ListArguments } from './page';
import { selecting } from '../pothos-extensions';

const maximumIds = 10_000;
const mostSortKeys = 100;

type Where = Record<string, unknown>;
type Row = Record<string, unknown>;

export interface ListDefinition {
  filter: FilterDefinition;
  /** Columns that callers can order by. */
  order: readonly string[];
  /** Order fields that are columns of a related row: the row to which a to-one relation refers. */
  relatedOrder?: RelatedOrder;
  /** Default order of the list; `createdAt` ascending if undefined. `id` is always appended as the last key. */
  defaultOrder?: readonly OrderKey[];
  /** Whether the root list has the argument `networkId`. */
  isNetworkLevel?: boolean;
  /**
   * Argument with the id of a parent row. The root list then contains only rows below this parent. An inaccessible
   * parent gives a 404.
   */
  below?: { readonly argument: string; readonly model: Prisma.ModelName };
  /**
   * A further condition on listed rows that does not apply to reads of single rows. For example, users are listed only
   * if their role is lower than the caller's.
   */
  only?: (viewer: Viewer) => Where;
}
const definitions = new Map<string, ListDefinition>();
const orderFieldEnums = new Map<string, unknown>();
const lazily = <T>(make: (model: string) => T) => {
  const instances = new Map<string, T>();
  return (model: string): T => {
    if (!instances.has(model)) instances.set(model, make(model));
    return instances.get(model)!;
  };
};

const orderRef = lazily((model) =>
  builder.inputRef<{ field: string; direction?: 'asc' | 'desc' | null }>(`${model}Order`),
);
/** The connection type of an entity, by name of the model. */
export const connectionRef = lazily((model) =>
  builder.connectionObject(
    {
      type: getRefFromModel(model, builder),
      name: `${model}Connection`,
      fields: (t: object) => ({ groupCounts: groupCountsField(t, orderFieldEnums.get(model)) }),
    },
    { name: `${model}Edge` },
  ),
);

const directionEnum = builder.enumType('OrderDirection', {
  description: 'Sort direction. Rows without a value come last in both.',
  values: ['asc', 'desc'] as const,
});

/**
 * Adds the filter, the order and the connection type of an entity to the schema. `order` becomes the enum of its order
 * fields.
 */
export function defineList(model: string, definition: ListDefinition): void {
  definitions.set(model, definition);
  defineRelatedOrder(model, definition.relatedOrder ?? {});
  const natural = columnsOf(model).has(naturalOrder) ? [naturalOrder] : [];
  const names = [...definition.order, ...natural, ...Object.keys(definition.relatedOrder ?? {}), 'id'];
  for (const name of names) orderField(model, name);
  defineFilter(model, definition.filter);
  const fieldEnum = builder.enumType(`${model}OrderField`, {
    values: Object.fromEntries(
      names.map((name) => [name, name === naturalOrder ? { description: naturalOrderOf(model) } : {}]),
    ),
  });
  orderFieldEnums.set(model, fieldEnum);
  orderRef(model).implement({
    description: `Sort key of ${toPlural(inWords(model))}. Ties are broken by \`id\`.`,
    fields: (t) => ({
      field: t.field({ type: fieldEnum, required: true }),
      direction: t.field({ type: directionEnum, defaultValue: 'asc' as const }),
    }),
  });
}

const naturalOrderOf = (model: string): string =>
  `By \`${columnsOf(model).has('name') ? 'name' : 'ifName'}\`: numbers by value, letters without regard to case. No value to group by.`;

/** The default order of an entity's lists. */
export const defaultOrder = (model: string): readonly OrderKey[] =>
  definitions.get(model)!.defaultOrder ?? [{ field: 'createdAt', direction: 'asc' }];

/** Declares the page arguments of a list: those of Relay (`first`, `after`, `last`, `before`) and those of this API. */
function listArguments(t: PothosArgs, model: string, isRoot: boolean) {
  const { isNetworkLevel, below } = definitions.get(model)!;
  return {
    ...(isRoot && {
      ids: t({
        type: ['UUID'],
        description: `Only these rows, at most ${maximumIds}; inaccessible ones are left out.`,
      }),
      ...(isNetworkLevel && { networkId: t({ type: 'UUID', description: 'Only rows of this network.' }) }),
      ...(below && {
        [below.argument]: t({
          type: 'UUID',
          description: `Only rows of this ${inWords(below.model)}; of one that is missing or not visible: \`entity_not_found\`.`,
        }),
      }),
    }),
    filter: t({ type: filterRef(model) }),
    orderBy: t({ type: [orderRef(model)], ...list(mostSortKeys) }),
    offset: t({ type: 'Int', description: 'Number of rows to skip, after the cursor if there is one.' }),
  };
}
type PothosArgs = (options: { type: unknown; description?: string; extensions?: object }) => unknown;

/**
 * Adds the root list of an entity to the schema: `vlans(networkId, ids, filter, orderBy, first, after, last, before,
 * offset)`.
 */
export function defineRootList(name: string, model: string, options: { description: string; action?: Action }): void {
  builder.queryField(name, (t) =>
    t.connection(
      {
        type: getRefFromModel(model, builder),
        description: options.description,
        args: listArguments(t.arg as PothosArgs, model, true) as InputFieldMap,
        complexity: pageComplexity,
        ...(options.action && { authScopes: { action: options.action } }),
        resolve: (_root: unknown, args: unknown, ctx: GraphqlContext, info: GraphQLResolveInfo) =>
          resolveRootList(model, args as ListArguments, ctx, info),
      },
      connectionRef(model),
    ),
  );
}

const noPage: Page = { rows: [], hasMore: false };

async function resolveRootList(model: string, args: ListArguments, ctx: GraphqlContext, info: GraphQLResolveInfo) {
  const { size, backwards } = pageBounds(args);
  const { below } = definitions.get(model)!;
  const parentId = parentIdOf({ below }, args);
  if (parentId != null) await requireAllVisible(ctx.db, below!.model, [parentId]);
  const { where, order } = selectionOf(model, args, ctx);
  const cursor = args.after ?? args.before;
  const cursorField = args.after != null ? 'after' : 'before';
  const beyond = cursor != null && whereBeyond(order, valuesOfCursor(cursorField, order, cursor), backwards);
  const select = selectFields(order.map(({ field }) => field));
  const query = queryFromInfo({
    context: ctx,
    info,
    typeName: (getRefFromModel(model, builder) as { name: string }).name,
    paths: [['nodes'], ['edges', 'node']],
    select: select as Record<string, boolean>,
  }) as object;
  const delegate = delegateOf(ctx.db, model);
  const whereAndOrder = { where: beyond ? { AND: [where, beyond] } : where, orderBy: keysetOrderBy(order, backwards) };
  const readPage = async (): Promise<Page> => {
    const pageQuery = { ...query, ...whereAndOrder, take: size + 1, ...(args.offset ? { skip: args.offset } : {}) };
    const searchPage = cursor == null && args.filter?.search != null ? await delegate.findPage(pageQuery) : undefined;
    const pageRows = searchPage?.rows ?? (await delegate.findMany(pageQuery));
    const rows = pageRows.slice(0, size);
    return { rows: backwards ? rows.reverse() : rows, hasMore: pageRows.length > size, total: searchPage?.total };
  };
  const readOn = async (walk: ListWalk, after: string) =>
    walk.pageAfter(after, size, {
      find: (take) => delegate.findIds({ select, ...whereAndOrder, take }),
      read: (ids) => delegate.findMany({ ...query, where: { AND: [where], id: { in: ids } } }),
      cursorOf: (row) => encodeCursor(order, row),
    });
  const isCountOnly = !info.fieldNodes.some(selectsRows);
  const walkPage = ctx.walk && args.after && !args.offset && !isCountOnly ? readOn(ctx.walk, args.after) : undefined;
  const page = isCountOnly ? noPage : ((await walkPage) ?? (await readPage()));
  const { rows, hasMore, endCursor } = page;
  const edges = rows.map((node) => new Edge(node, node, order));
  // If the page contains the last row of the list, the total count follows from the page without a statement.
  const isCounted = !isCountOnly && cursor == null && !hasMore && (rows.length > 0 || !args.offset);
  return {
    edges,
    totalCount: () => page.total ?? (isCounted ? (args.offset ?? 0) + rows.length : delegate.count({ where })),
    groupCounts: ((by) => countGroups(ctx.db, model, where, by)) satisfies GroupCounts,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: endCursor ?? edges.at(-1)?.cursor ?? null,
      ...neighborPages(args, hasMore),
    },
  };
}

const ofAllRows = new Set(['totalCount', 'groupCounts', 'summary', '__typename']);

/** Whether a selection on a connection requests rows. False if it requests only counts. */
export function selectsRows(node: GraphQLResolveInfo['fieldNodes'][number]): boolean {
  return (node.selectionSet?.selections ?? []).some((selection) => {
    if (selection.kind !== 'Field') return true;
    return !ofAllRows.has(selection.name.value);
  });
}

/**
 * Declares a to-many relation as a connection, with nested paging, filter and order. The number of SQL statements does
 * not grow with the number of parent rows.
 */
export function relatedList(
  t: object,
  relation: string,
  parent: string,
  { action, description }: { description?: string; action?: Action } = {},
): never {
  const { model } = relationOf(parent, relation);
  const type = getRefFromModel(model, builder);
  const select = (
    args: ListArguments,
    context: GraphqlContext,
    nestedQuery: NestedQuery,
    selectedFields: () => ReadonlySet<string>,
  ) => {
    const { where, order } = selectionOf(model, args, context);
    const page = nestedPage(args, order, where);
    const names = selectedFields();
    const getType = () => (type as { name: string }).name;
    return {
      select: {
        ...(!isCountOnly(names) && { [relation]: nestedQuery(page, { getType, paths: nodePaths }) }),
        ...(names.has('totalCount') && { _count: { select: { [relation]: { where } } } }),
      },
    };
  };
  const countIn = (row: Row) => (row._count as Record<string, number> | undefined)?.[relation];
  const isLoaded = (row: Row): boolean => row[relation] !== undefined || countIn(row) !== undefined;
  const builderOfConnections = t as { connection(options: object, connection: unknown): never; arg: PothosArgs };
  return builderOfConnections.connection(
    {
      type,
      description: description ?? descriptionOf(parent, relation),
      ...(action && { nullable: true, authScopes: { action } }),
      args: listArguments(builderOfConnections.arg, model, false),
      complexity: pageComplexity,
      extensions: selecting(select, isLoaded),
      resolve: (row: Row, args: ListArguments, context: GraphqlContext) =>
        nestedConnection(args, (row[relation] ?? []) as Row[], orderOf(model, args, context), countIn(row)),
    },
    connectionRef(model),
  );
}

/** The description of a relation in the Prisma schema; undefined if it has none. */
const descriptionOf = (model: string, relation: string): string | undefined =>
  getModel(model, builder).fields.find(({ name }) => name === relation)?.documentation;

const parentIdOf = ({ below }: Pick<ListDefinition, 'below'>, args: ListArguments) =>
  below && (args as Readonly<Record<string, string | null | undefined>>)[below.argument];

function selectionOf(model: string, args: ListArguments, context: GraphqlContext) {
  const definition = definitions.get(model)!;
  if (args.ids && args.ids.length > maximumIds)
    throw new AppError('validation_out_of_range', { field: 'ids', min: 0, max: maximumIds });
  const parentId = parentIdOf(definition, args);
  const conditions = [
    definition.only !== undefined && definition.only(context.viewer),
    args.networkId != null && { networkId: args.networkId },
    args.ids != null && { id: { in: args.ids } },
    parentId != null && { [definition.below!.argument]: parentId },
    args.filter != null && filterToWhere(model, args.filter),
  ].filter((condition) => condition !== false);
  return { where: { AND: conditions } as Where, order: orderOf(model, args, context) };
}

function orderOf(model: string, { orderBy }: ListArguments, { at }: GraphqlContext): SortKey[] {
  const requestedOrder = orderBy?.length
    ? orderBy.map(({ field, direction }) => ({ field, direction: direction ?? ('asc' as const) }))
    : defaultOrder(model);
  return totalOrder(model, requestedOrder, at !== undefined);
}
