// Mails that discovery causes: a digest of each complete run, an alert for a daemon that has fallen silent. Who gets them
// is decided when they are caused, and again when they are sent.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { amongSql } from '../../../data/tenancy/sweep-rows';
import { everyone, executeSql, querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { Among, RowsAside } from '../../../platform/process/rows-aside';
import { hasRoomForMail } from '../../access';

type Setting = 'email_discovery_digest' | 'email_daemon_alerts';

/** Users `u` with the setting on who reach the network `n`. */
const subscribers = (setting: Setting): Prisma.Sql => Prisma.sql`
  JOIN users AS u ON u.organization_id = n.organization_id AND u.email_verified AND u.${Prisma.raw(setting)}
    AND (u.permissions IN ('Owner', 'Admin')
      OR EXISTS (SELECT FROM user_networks AS given WHERE given.user_id = u.id AND given.network_id = n.id))`;

/** Neighbours of a complete run are settled in the background, some seconds later. */
const digestDelaySeconds = 60;

/** In the transaction that records the run, of the daemon's own network: of its people nothing is read back. */
export async function queueDigest(tx: Db, networkId: string, runId: string): Promise<void> {
  const statement = Prisma.sql`
    INSERT INTO mails (kind, recipient, organization_id, subject_id, due_at)
    SELECT 'DiscoveryDigest', u.email, u.organization_id, ${runId}::uuid,
      now() + make_interval(secs => ${digestDelaySeconds})
    FROM networks AS n ${subscribers('email_discovery_digest')}
    WHERE n.id = ${networkId}::uuid AND ${hasRoomForMail}
    ON CONFLICT DO NOTHING`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/** Daemons ask for work every half minute or so. */
const silentMinutes = 15;
/** A daemon that was last heard of before that is not news, as after an upgrade. */
const newsHours = 24;

/**
 * Writes to the people of daemons that have fallen silent, once for each silence whatever the number of replicas.
 * `since`: when the service began to listen; silence before that may be its own.
 */
export async function alertOfSilence(db: Db, now: Date, since: Date, rows: RowsAside): Promise<number> {
  if (now.getTime() - since.getTime() < silentMinutes * 60_000) return 0;
  const silent = (among: Among) => Prisma.sql`
    FROM daemons
    WHERE last_seen BETWEEN ${now}::timestamptz - make_interval(hours => ${newsHours})
        AND ${now}::timestamptz - make_interval(mins => ${silentMinutes})
      AND NOT standby AND EXISTS (SELECT FROM networks WHERE networks.id = daemons.network_id)
      AND ${amongSql(Prisma.sql`id`, 'uuid', among)}`;
  const list = async (among: Among) => {
    const statement = Prisma.sql`SELECT id ${silent(among)}`;
    return (await querySql<{ id: string }>(db, tenantSafeSql(everyone, statement))).map(({ id }) => id);
  };
  return rows.all(now, (among) => executeSql(db, tenantSafeSql(everyone, alertsOf(silent(among)))), list);
}

/** Mails of the daemons that are newly silent; `FROM` says which are silent. */
const alertsOf = (silentDaemons: Prisma.Sql): Prisma.Sql => Prisma.sql`
    WITH silent AS (
      INSERT INTO daemon_alerts AS told (daemon_id, network_id, last_seen)
      SELECT id, network_id, last_seen ${silentDaemons}
      ORDER BY id
      ON CONFLICT (daemon_id) DO UPDATE SET network_id = excluded.network_id, last_seen = excluded.last_seen
        WHERE told.last_seen < excluded.last_seen
      RETURNING daemon_id, network_id
    )
    INSERT INTO mails (kind, recipient, organization_id, subject_id)
    SELECT 'DaemonSilent', u.email, u.organization_id, silent.daemon_id
    FROM silent JOIN networks AS n ON n.id = silent.network_id ${subscribers('email_daemon_alerts')}
    WHERE ${hasRoomForMail}
    ON CONFLICT DO NOTHING`;
