// Stores the interface counters of a report by one statement. The stored counters become the previous counters.
// Counters have no history.
import { Prisma } from '../../../../generated/prisma/client';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, tenantSafeSql } from '../../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../../data/tenancy/viewer';
import { counterNames, type CounterReading } from '../../interface/interface-rates';
import type { HostRef } from '../../shared/host-children';
import type { MatchedChild } from '../../shared/part-matching';
import type { ReportHost } from './host-report.input';

type Reported = NonNullable<ReportHost['interfaces']>;

const readingOf = (counters: NonNullable<Reported[number]['counters']>): CounterReading => {
  const whole = ['upTimeTicks', 'discontinuityTicks', ...counterNames] as const;
  const texts = whole.flatMap((name) => (counters[name] == null ? [] : [[name, String(counters[name])] as const]));
  const power = counters.poeMilliwatts == null ? {} : { poeMilliwatts: counters.poeMilliwatts };
  return { ...Object.fromEntries(texts), ...power, octetBits: counters.octetBits ?? 64 };
};

/**
 * Stores the counters of the reported ports. `ports[i]` is the stored port of `reportedRows[i]`. Ports without counters
 * in the report keep their stored counters.
 */
export async function storeCounters(
  tx: Db,
  viewer: Viewer,
  { networkId }: HostRef,
  ports: readonly MatchedChild[],
  reportedRows: Reported,
  readAt: Date,
): Promise<void> {
  const rows = ports.flatMap(({ id }, at) => {
    const counters = reportedRows[at]?.counters;
    return counters ? [{ interface_id: id, latest: readingOf(counters) }] : [];
  });
  if (rows.length === 0) return;
  const statement = Prisma.sql`
    INSERT INTO interface_counters AS stored (interface_id, network_id, read_at, latest)
      SELECT given.interface_id, ${networkId}::uuid, ${readAt}::timestamptz, given.latest
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (interface_id uuid, latest jsonb)
    ON CONFLICT (interface_id) DO UPDATE SET previous_read_at = stored.read_at, previous = stored.latest,
      read_at = EXCLUDED.read_at, latest = EXCLUDED.latest`;
  await executeSql(tx, tenantSafeSql(viewer, statement));
}
