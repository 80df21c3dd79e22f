// Records which daemons have become silent. The events `DaemonSilent` and `DaemonBack` are decided from these records.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { amongSql } from '../../../data/tenancy/sweep-rows';
import { systemScope, executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { Among, RowsAside } from '../../../platform/process/rows-aside';

/** Minutes without contact after which a daemon counts as silent. Daemons request work about every half minute. */
const silentMinutes = 15;

/**
 * Records the daemons that have become silent, each only once until it has contact again. `since` is the time at which
 * the service started: in the 15 minutes after it, daemons may be silent because the service was down, so nothing is
 * recorded. Resolves with the number of new records.
 */
export async function recordSilences(db: Db, now: Date, since: Date, rows: RowsAside): Promise<number> {
  if (now.getTime() - since.getTime() < silentMinutes * 60_000) return 0;
  const silent = (among: Among) => Prisma.sql`
    FROM daemons AS d LEFT JOIN daemon_alerts AS a ON a.daemon_id = d.id
    WHERE d.last_seen <= ${now}::timestamptz - make_interval(mins => ${silentMinutes})
      AND (a.last_seen IS NULL OR a.last_seen < d.last_seen)
      AND NOT d.standby AND EXISTS (SELECT FROM networks WHERE networks.id = d.network_id)
      AND ${amongSql(Prisma.sql`d.id`, 'uuid', among)}`;
  const list = async (among: Among) => {
    const statement = Prisma.sql`SELECT d.id ${silent(among)}`;
    return (await querySql<{ id: string }>(db, tenantSafeSql(systemScope, statement))).map(({ id }) => id);
  };
  return rows.all(now, (among) => executeSql(db, tenantSafeSql(systemScope, recordsOf(silent(among)))), list);
}

const recordsOf = (silentDaemons: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO daemon_alerts AS told (daemon_id, network_id, last_seen)
  SELECT d.id, d.network_id, d.last_seen ${silentDaemons}
  ORDER BY d.id
  ON CONFLICT (daemon_id) DO UPDATE SET network_id = excluded.network_id, last_seen = excluded.last_seen
    WHERE told.last_seen < excluded.last_seen`;
