// Reads what complete discovery runs changed, limited to what the recipient of the mail may read now.
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';
import { sqlFor, type TenantSql } from '../../../data/tenancy/scoped-sql';
import { systemScope, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { frozen } from '../../../data/tenancy/viewer';
import { countInventoryChanges, readInventoryChanges, type InventoryChange } from '../../history';
import { toPlural, toWords } from '../../../platform/text/names';
import type { RunDigest, RunDigests } from './builtin-letters';
import type { MailedEvents, MailedRule } from './mail-events.sql';
import { digestDelayMs } from './mail-times';

/** Maximum number of runs that a mail describes, and of runs that are read to find those that changed something. */
const [mostTold, mostRuns] = [20, 100];
/** Maximum number of changes of hosts that are read for one run. */
const mostChanges = 1_000;
/** Models whose changes a digest only counts. Changed hosts are listed by name. */
const countedKinds = ['Subnet', 'Vlan', 'Interface', 'Service'] as const;
const dayMs = 24 * 3_600_000;

interface Run {
  readonly id: string;
  readonly networkId: string;
  readonly networkName: string;
  readonly topologyId: string | null;
  readonly startedAt: string | null;
  readonly createdAt: Date;
}

/** SQL for the id of the oldest topology of the network `n`, without topologies of snapshots. */
export const topologyIdSql = Prisma.sql`(
  SELECT t.id FROM topologies t WHERE t.network_id = n.id AND t.snapshot_id IS NULL
  ORDER BY t.created_at, t.id LIMIT 1)`;

/** Whether a host no longer responds or was deleted. */
const isGone = ({ change, before, after }: InventoryChange): boolean =>
  change === 'Removed' || (change === 'Changed' && before?.missingSince == null && after?.missingSince != null);

/**
 * Returns when the run began, by the clock of its daemon. That clock may be wrong, so the time is limited to between a
 * day and a millisecond before the run's end.
 */
function beginningOf({ createdAt, startedAt }: Run): Date {
  const started = Date.parse(startedAt ?? '');
  const earliest = createdAt.getTime() - dayMs;
  return new Date(Math.min(Math.max(Number.isNaN(started) ? earliest : started, earliest), createdAt.getTime() - 1));
}

/** Resolves with what the run and the resolution of its links changed; undefined if they changed nothing. */
async function digestOf(sql: TenantSql, run: Run): Promise<RunDigest | undefined> {
  const { networkId, networkName, topologyId, createdAt } = run;
  const startedAt = beginningOf(run);
  const to = new Date(Math.min(Date.now(), createdAt.getTime() + digestDelayMs));
  const period = { networkId, from: startedAt, to };
  const page = { backwards: false, take: mostChanges, skip: 0 };
  const changes = await readInventoryChanges(sql, { ...period, models: ['Host'] }, page);
  const counts = await countInventoryChanges(sql, { ...period, models: countedKinds });
  if (changes.length + counts.length === 0) return undefined;
  const namesOf = (hosts: readonly InventoryChange[]) =>
    hosts.map(({ before, after }) => String((after ?? before)!['@name']));
  return {
    ...{ networkId, networkName, topologyId, startedAt, endedAt: createdAt },
    hosts: {
      new: namesOf(changes.filter(({ change }) => change === 'Added')),
      gone: namesOf(changes.filter(isGone)),
      changed: namesOf(changes.filter((host) => host.change === 'Changed' && !isGone(host))),
    },
    others: counts.map(
      ({ model, change, count }) =>
        `${count} ${toWords(count === 1 ? model : toPlural(model))} ${change.toLowerCase()}`,
    ),
  };
}

/** Resolves with the runs that the events are about, oldest first, without runs that were deleted since. */
async function readRuns(prisma: PrismaClient, rule: MailedRule, { events }: MailedEvents): Promise<readonly Run[]> {
  const runIds = [...new Set(events.flatMap(({ subjectIds }) => subjectIds))];
  const networkIds = [...new Set(events.map(({ networkId }) => networkId))];
  const statement = Prisma.sql`
    SELECT r.id, r.network_id AS "networkId", n.name AS "networkName", ${topologyIdSql} AS "topologyId",
      r.results ->> 'started_at' AS "startedAt", r.created_at AS "createdAt"
    FROM discoveries r JOIN networks n ON n.id = r.network_id
    WHERE r.id = ANY(${runIds}::uuid[]) AND r.network_id = ANY(${networkIds}::uuid[])
      AND n.organization_id = ${rule.organizationId}::uuid
    ORDER BY r.created_at, r.id LIMIT ${mostRuns + 1}::int`;
  return querySql<Run>(prisma, tenantSafeSql(systemScope, statement));
}

/**
 * Resolves with what each run of the events changed. Each run is read by statements of its own, because each run has
 * its own period.
 */
export async function readDigests(prisma: PrismaClient, rule: MailedRule, mailed: MailedEvents): Promise<RunDigests> {
  const runs = await readRuns(prisma, rule, mailed);
  const { userId, permissions, organizationId } = rule;
  const networkIds = [...new Set(runs.map(({ networkId }) => networkId))];
  const rights = { organizationId, permissions, isNarrowed: false, networkIds, credentialId: userId };
  const sql = sqlFor(prisma, frozen({ via: 'session', userId, ...rights }));
  const digests: RunDigest[] = [];
  let readCount = 0;
  for (const run of runs.slice(0, mostRuns)) {
    if (digests.length === mostTold) break;
    readCount += 1;
    const digest = await digestOf(sql, run);
    if (digest) digests.push(digest);
  }
  return { digests, more: runs.length - readCount + mailed.total - mailed.events.length };
}
