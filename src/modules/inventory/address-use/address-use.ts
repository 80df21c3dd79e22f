// Reads how the addresses of subnets are used, and finds free addresses.
import DataLoader from 'dataloader';
import { AppError } from '../../../errors';
import type { Subnet } from '../../../generated/prisma/client';
import { requireVisible } from '../../../data/tenancy/rows';
import type { GraphqlContext } from '../../../graphql/context';
import { assertInsideNetwork } from '../../../platform/text/addresses';
import { assertRange } from '../../../platform/text/validation';
import { countUse, readGaps, readUse, type UseCounts, type UsePage } from './address-use.sql';
import { buildCounts, findFreeAddresses, buildRanges, type AddressCounts, type RangePage } from './ranges';

type Reader<Row> = DataLoader<string, Row>;
type Context = Pick<GraphqlContext, 'sql' | 'requestedAt'>;

/**
 * Batch readers of each request, by the name of the data. A batch reader reads the data of many subnets by one
 * statement.
 */
const readers = new WeakMap<Context, Map<string, Reader<unknown>>>();

function readerOf<Row extends { readonly id: string }>(
  context: Context,
  key: string,
  read: (subnetIds: readonly string[]) => Promise<Row[]>,
): Reader<Row> {
  const ofContext = readers.get(context) ?? new Map<string, Reader<unknown>>();
  readers.set(context, ofContext);
  const reader =
    (ofContext.get(key) as Reader<Row> | undefined) ??
    new DataLoader<string, Row>(
      async (ids) => {
        const rows = new Map((await read([...new Set(ids)])).map((row) => [row.id, row]));
        // A subnet without a row was deleted after the request had read it.
        return ids.map((id) => rows.get(id) ?? new AppError('entity_not_found', { entity: 'Subnet', id }));
      },
      { cache: false, maxBatchSize: 1000 },
    );
  ofContext.set(key, reader);
  return reader;
}

const nowIn = ({ sql, requestedAt }: Context): Date => sql.at ?? requestedAt;

/** Maximum number of used addresses, and of reservations, in a page of ranges. */
export const mostUsed = 1_000;

interface PageArguments {
  readonly from: string | null;
  readonly first: number;
}

/**
 * Resolves with the ranges of a subnet from the address `from` on, with at most `first` used addresses and `first`
 * reservations. Throws 400 `ip_address_out_of_range` if `from` is outside of the subnet.
 */
export async function readRanges(
  context: Context,
  { id, cidr }: Pick<Subnet, 'id' | 'cidr'>,
  { from, first: most }: PageArguments,
): Promise<RangePage> {
  assertRange('first', most, 1, mostUsed);
  if (from !== null) assertInsideNetwork(from, cidr);
  const reader = readerOf<UsePage>(context, `ranges ${most} ${from}`, (subnetIds) =>
    readUse(context.sql, { subnetIds, now: nowIn(context) }, { from, most }),
  );
  return buildRanges(await reader.load(id), from);
}

export async function readCounts(context: Context, subnetId: string): Promise<AddressCounts> {
  const reader = readerOf<UseCounts>(context, 'counts', (subnetIds) =>
    countUse(context.sql, { subnetIds, now: nowIn(context) }),
  );
  return buildCounts(await reader.load(subnetId));
}

/**
 * Resolves with the first free addresses of a subnet, at most `count`. Throws 404 if the viewer may not read the
 * subnet, 400 `entity_reference_invalid` for a System subnet, which stands for all external addresses, and 409
 * `subnet_full`.
 */
export async function nextFreeAddresses(
  { db, ...context }: Context & Pick<GraphqlContext, 'db'>,
  subnetId: string,
  count: number,
): Promise<string[]> {
  if (context.sql.at) throw new AppError('validation_invalid_format', { field: 'at' });
  const select = { select: { id: true, sourceType: true } };
  const { sourceType } = await requireVisible(db, 'Subnet', subnetId, select);
  if (sourceType === 'System') throw new AppError('entity_reference_invalid', { entity: 'Subnet', field: 'subnetId' });
  const gaps = await readGaps(context.sql, { subnetIds: [subnetId], now: nowIn(context) }, count);
  const addresses = findFreeAddresses(gaps, count);
  if (addresses.length === 0) throw new AppError('subnet_full', { id: subnetId });
  return addresses;
}
