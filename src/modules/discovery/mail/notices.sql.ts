// Writes the mails of discovery to the outbox: a digest of each complete run, and an alert for each daemon that has
// become silent. Recipients are chosen when a mail is written, and checked again when it is sent.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { amongSql } from '../../../data/tenancy/sweep-rows';
import { everyone, executeSql, querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { Among, RowsAside } from '../../../platform/process/rows-aside';
import { hasRoomForMail } from '../../access';

type Setting = 'email_discovery_digest' | 'email_daemon_alerts';

/** SQL join: users `u` who have enabled mails of this kind and may read the network `n`. */
const subscribers = (setting: Setting): Prisma.Sql => Prisma.sql`
  JOIN users AS u ON u.organization_id = n.organization_id AND u.email_verified AND u.${Prisma.raw(setting)}
    AND (u.permissions IN ('Owner', 'Admin')
      OR EXISTS (SELECT FROM user_networks AS given WHERE given.user_id = u.id AND given.network_id = n.id))`;

/**
 * Seconds after the end of a run until its digest is sent. The links of the run are resolved in the background, some
 * seconds after its end.
 */
const digestDelaySeconds = 60;

/**
 * Writes the digests of a run to the outbox. Runs with the daemon's rights, in the transaction that records the run. So
 * the network must be the daemon's own, and the result says nothing about the recipients.
 */
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

/** Minutes without contact after which a daemon counts as silent. Daemons request work about every half minute. */
const silentMinutes = 15;
/**
 * Hours without contact after which no alert about a daemon is sent. So, for example, no alert about a long silent
 * daemon is sent after an upgrade.
 */
const newsHours = 24;

/**
 * Writes alerts about daemons that have become silent to the outbox. A daemon gets one alert until it has contact
 * again, whatever the number of replicas. `since` is the time at which the service started. In the first 15 minutes
 * after `since`, no alert is written, because a stop of the service may have caused the silence.
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

/**
 * Returns SQL that writes alerts to the outbox. `silentDaemons` is the FROM clause that selects daemons that have
 * become silent.
 */
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
