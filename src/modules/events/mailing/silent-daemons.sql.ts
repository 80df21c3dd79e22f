// Of the daemons that a mail's events are about, reads those that are still silent.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { systemScope, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { SilentDaemon } from './builtin-letters';
import type { MailedEvents, MailedRule } from './mail-events.sql';
import { topologyIdSql } from './run-digests.sql';

/**
 * Resolves with the daemons that the events are about and that have not called since, the longest silent daemon first.
 */
export function readSilentDaemons(db: Db, rule: MailedRule, { events }: MailedEvents): Promise<SilentDaemon[]> {
  const daemonIds = [...new Set(events.flatMap(({ subjectIds }) => subjectIds))];
  const networkIds = [...new Set(events.map(({ networkId }) => networkId))];
  const statement = Prisma.sql`
    SELECT d.id, d.name, d.last_seen AS "lastSeen", d.network_id AS "networkId", n.name AS "networkName",
      ${topologyIdSql} AS "topologyId"
    FROM daemons d JOIN daemon_alerts a ON a.daemon_id = d.id AND a.network_id = d.network_id
      AND a.last_seen = d.last_seen
    JOIN networks n ON n.id = d.network_id
    WHERE d.id = ANY(${daemonIds}::uuid[]) AND d.network_id = ANY(${networkIds}::uuid[])
      AND n.organization_id = ${rule.organizationId}::uuid
    ORDER BY d.last_seen, d.id`;
  return querySql<SilentDaemon>(db, tenantSafeSql(systemScope, statement));
}
