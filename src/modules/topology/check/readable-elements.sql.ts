// Findings contain ids of rows. Finds out which of these rows the viewer can read now: a row may have been deleted
// since the check was judged, or the viewer may have no access to its network.
import { type Prisma } from '../../../generated/prisma/client';
import { tableOf } from '../../../data/model/model-fields';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { createRequestLoader } from '../../../graphql/loaders/request-loader';

const models = ['Host', 'Interface', 'Subnet', 'IpAddress', 'Vlan', 'Service'] as const satisfies Prisma.ModelName[];
const readableSql = models
  .map((model) => `SELECT id::text FROM ${tableOf(model)} WHERE id = ANY($1::uuid[]) AND network_id = ANY($2::uuid[])`)
  .join(' UNION ALL ');

type Ids = readonly string[];

/** Those of the given ids whose rows the viewer can read now. One SQL statement serves all verdicts of a list. */
export const readableElements = createRequestLoader<Ids, ReadonlySet<string>>(async ({ sql }, lists) => {
  const ids = [...new Set(lists.flat())];
  if (ids.length === 0) return lists.map(() => new Set<string>());
  const { viewer } = sql;
  const statement = tenantSafeSql(viewer, { text: readableSql, values: [ids, viewer.networkIds] });
  const readable = new Set((await sql.query<{ id: string }>(statement)).map(({ id }) => id));
  return lists.map(() => readable);
}, 100);
