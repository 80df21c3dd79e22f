// GraphQL types and query for the difference between two instants of a network: added, removed and changed rows.
import { builder } from '../../graphql/builder';
import { changeEventRef } from './change-event';
import type { GraphqlContext } from '../../graphql/context';
import { heavyWork } from '../../graphql/heavy-work/heavy-operations';
import { changeTypeEnum, fieldChangeRef } from './field-changes';
import { selectsRows } from '../../graphql/lists/list';
import { pageComplexity } from '../../graphql/lists/page';
import { plainConnection, plainPage } from '../../graphql/lists/plain-connection';
import { resolvePeriod } from './period';
import { rowField } from '../../graphql/row-field';
import {
  countInventoryChanges,
  readInventoryChanges,
  type ChangeCount,
  type ChangePlace,
  type InventoryChange,
} from './inventory-changes.sql';
import { inventoryModels } from './kinds';
import { assertWithinRetention } from '../../data/tenancy/kept';
import { requireVisible } from '../../data/tenancy/rows';
import { entityName } from '../../data/tenancy/visible-rows';
import { derivedId } from '../../platform/text/derived-id';
import { isUuid } from '../../platform/text/validation';
import { changedFields, comparedModels, inventoryKindEnum } from './inventory-kinds';

const kindOf = (model: string): string => entityName(model as Parameters<typeof entityName>[0]);

export interface Change extends InventoryChange {
  /** The start of the compared period. */
  readonly from: Date;
}
const stateOf = ({ before, after }: Change) => (after ?? before)!;

export const changeRef = builder.objectRef<Change>('InventoryChange').implement({
  description: 'A row that differs between the two ends of a period.',
  fields: (t) => ({
    changeId: t.field({
      type: 'UUID',
      description: 'Id of this change: of the row, from the start to its last change.',
      resolve: ({ id, from, changedAt }) => derivedId('change', id, from.toISOString(), changedAt.toISOString()),
    }),
    kind: t.field({
      type: inventoryKindEnum,
      description: 'Kind of the row.',
      resolve: ({ model }) => kindOf(model),
    }),
    changeType: t.expose('change', { type: changeTypeEnum, description: 'Kind of change between start and end.' }),
    entityId: t.expose('id', { type: 'UUID', description: 'Id of the row.' }),
    name: t.string({
      description:
        "Name at the end of the period, else at its start: a host's display name, an address, `443/tcp`, `10.0.0.1:443/tcp`.",
      resolve: (change) => stateOf(change)['@name'] as string,
    }),
    hostId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'Id of the host that the row is or belongs to.',
      resolve: (change) => stateOf(change)['@hostId'] as string | null,
    }),
    host: rowField<Change>(
      t,
      'Host',
      (change) => stateOf(change)['@hostId'] as string | null,
      'The host as of today; null if deleted.',
    ),
    fields: t.field({
      type: [fieldChangeRef],
      description: 'Fields that differ; for an added or removed row those with a value.',
      resolve: ({ model, before, after }) => changedFields(model, before, after),
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'Time of the last change within the period.' }),
    event: t.expose('event', {
      type: changeEventRef,
      nullable: true,
      description: 'The last change within the period; null if it is no longer recorded.',
    }),
  }),
});

interface Counts {
  readonly model: string;
  readonly Added: number;
  readonly Removed: number;
  readonly Changed: number;
}
const countsRef = builder.objectRef<Counts>('InventoryChangeCounts').implement({
  description: 'Numbers of added, removed and changed rows of a kind.',
  fields: (t) => ({
    kind: t.field({ type: inventoryKindEnum, resolve: ({ model }) => kindOf(model) }),
    added: t.exposeInt('Added'),
    removed: t.exposeInt('Removed'),
    changed: t.exposeInt('Changed'),
  }),
});

interface Counted {
  counts: () => Promise<readonly ChangeCount[]>;
}
const connection = builder.connectionObject(
  {
    type: changeRef,
    name: 'InventoryChangeConnection',
    fields: (t) => ({
      summary: t.field({
        type: [countsRef],
        description: 'Totals by kind on all pages; kinds without changes are left out.',
        // The resolver that returns this connection has added the function `counts` to it, so that changes are counted
        // only if a document selects a count.
        resolve: async (parent) => summaryOf(await (parent as unknown as Counted).counts()),
      }),
    }),
  },
  { name: 'InventoryChangeEdge' },
);

function summaryOf(counts: readonly ChangeCount[]): Counts[] {
  const byKind = new Map<string, Counts>();
  for (const { model, change, count } of counts)
    byKind.set(model, { model, Added: 0, Removed: 0, Changed: 0, ...byKind.get(model), [change]: count });
  return [...byKind.values()];
}

/**
 * The values in the cursor of a change. A cursor names the kind and id of a row, not a number, so it stays valid when
 * changes are added to the list.
 */
const placeOf = ({ model, id }: ChangePlace) => [kindOf(model), id];
function placeIn([kind, id]: readonly unknown[]): ChangePlace | undefined {
  const model = inventoryModels.find((one) => kindOf(one) === kind);
  return model !== undefined && isUuid(id) ? { model, id } : undefined;
}

builder.queryField('inventoryDiff', (t) =>
  t.connection(
    {
      type: changeRef,
      description:
        'Rows of a network that differ between two instants, by kind and id. Tags are those of the organization. A row that was deleted and created again under its id is changed; a row that moved to another network is removed.',
      args: {
        networkId: t.arg({ type: 'UUID', required: true }),
        from: t.arg({ type: 'DateTime', required: true, description: 'The earlier instant; refused if after `to`.' }),
        to: t.arg({ type: 'DateTime', description: 'The later instant; default and latest: now.' }),
        kinds: t.arg({ type: [inventoryKindEnum], description: 'Only these values.' }),
        changeTypes: t.arg({ type: [changeTypeEnum], description: 'Only these values.' }),
        offset: t.arg.int({ description: 'Number of changes to skip, after the cursor if there is one.' }),
      },
      complexity: pageComplexity,
      extensions: heavyWork,
      resolve: async (_root, { networkId, kinds, changeTypes, ...args }, context: GraphqlContext, info) => {
        const { db, sql } = context;
        const page = plainPage(args, placeIn);
        const period = {
          ...{ networkId, ...resolvePeriod(args.from, args.to, context) },
          ...{ models: comparedModels(kinds), changeTypes },
        };
        await requireVisible(db, 'Network', networkId, { select: { id: true } });
        await assertWithinRetention(sql, { from: period.from, to: period.to }, [{ model: 'Network', id: networkId }]);
        const changeRows = info.fieldNodes.some(selectsRows) ? await readInventoryChanges(sql, period, page) : [];
        let changeCounts: Promise<readonly ChangeCount[]> | undefined;
        const counts: Counted['counts'] = () => (changeCounts ??= countInventoryChanges(sql, period));
        const { edges, pageInfo } = plainConnection(
          args,
          changeRows.map((change): Change => ({ ...change, from: period.from })),
          placeOf,
        );
        return {
          // If a concurrent write has added a row and deleted it again, the row exists at neither end of the period and
          // is left out.
          edges: edges.filter(({ node }) => node.before ?? node.after),
          pageInfo,
          counts,
          totalCount: async () => (await counts()).reduce((sum, { count }) => sum + count, 0),
        };
      },
    },
    connection,
  ),
);
