// Finds which rows that findings name the viewer can read now. Findings name rows as they were when a check was judged.
import DataLoader from 'dataloader';
import { type Prisma } from '../../../generated/prisma/client';
import { tableOf } from '../../../data/model/model-fields';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { GraphqlContext } from '../../../graphql/context';

const models = ['Host', 'Interface', 'Subnet', 'IpAddress', 'Vlan', 'Service'] as const satisfies Prisma.ModelName[];
const readableSql = models
  .map((model) => `SELECT id::text FROM ${tableOf(model)} WHERE id = ANY($1::uuid[]) AND network_id = ANY($2::uuid[])`)
  .join(' UNION ALL ');

type Ids = readonly string[];
const loaders = new WeakMap<GraphqlContext, DataLoader<Ids, ReadonlySet<string>>>();

/** The ids among these of rows that the viewer can read now. One statement serves all verdicts of a list. */
export function readableElements(context: GraphqlContext, ids: Ids): Promise<ReadonlySet<string>> {
  const loader = loaders.get(context) ?? createLoader(context);
  loaders.set(context, loader);
  return loader.load(ids);
}

function createLoader({ sql }: GraphqlContext): DataLoader<Ids, ReadonlySet<string>> {
  return new DataLoader<Ids, ReadonlySet<string>>(
    async (lists) => {
      const ids = [...new Set(lists.flat())];
      if (ids.length === 0) return lists.map(() => new Set<string>());
      const { viewer } = sql;
      const statement = tenantSafeSql(viewer, { text: readableSql, values: [ids, viewer.networkIds] });
      const readable = new Set((await sql.query<{ id: string }>(statement)).map(({ id }) => id));
      return lists.map(() => readable);
    },
    { cache: false, maxBatchSize: 100 },
  );
}
