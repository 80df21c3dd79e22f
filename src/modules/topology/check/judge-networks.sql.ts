// The job that judges checks: finds networks that have changed since they were judged, or whose time has come, and
// stores the verdicts. One replica judges a network at a time.
import type { PrismaClient } from '../../../generated/prisma/client';
import { Prisma } from '../../../generated/prisma/client';
import { longestTransactionSeconds } from '../../../data/tenancy/change-times';
import { changeTokenSql } from '../../../data/tenancy/network-changes';
import { inTransaction } from '../../../data/transaction';
import { placedMoment, sqlFor } from '../../../data/tenancy/scoped-sql';
import { everyone, executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { Db } from '../../../data/tenancy/rows';
import type { GraphqlContext } from '../../../graphql/context';
import type { RowsAside } from '../../../platform/process/rows-aside';
import type { GraphQLSchema } from 'graphql';
import { viewerOfNetwork, type UserViewer } from '../../../data/tenancy/viewer';
import type { CheckSelection } from '../judging/check-rules';
import { createQueryJudge } from '../query-check/judge-query';
import { isTimeDependent } from './check-kinds';
import { recentlyRequested } from './check-locks.sql';
import { ruleOfRow } from './check-selection';
import { judgeState, readStateToJudge, type JudgedNetwork, type ReadMoment } from './judged-state';
import { storeVerdicts } from './verdicts.sql';

/** Networks that one run judges. The next run judges further ones. */
const atMost = 20;
/** Seconds for which a replica may judge a network before another one takes over. */
const claimSeconds = 120;
/** Seconds after which checks that depend on the time are judged again. */
const timeDependentSeconds = 300;

/** SQL condition: the check `c` judges the network `n`. */
const appliesSql = Prisma.sql`c.organization_id = n.organization_id AND c.enabled AND (c.all_networks OR EXISTS (
  SELECT FROM check_networks s WHERE s.check_id = c.id AND s.network_id = n.id))`;
/** SQL condition: the network `n`, with its row `j` of `judged_networks`, is to be judged. */
const isDueSql = Prisma.sql`(
  (j.network_id IS NULL OR j.change_token IS DISTINCT FROM ${changeTokenSql} OR j.due_at <= now())
  AND (EXISTS (SELECT FROM checks c WHERE ${appliesSql})
    OR EXISTS (SELECT FROM check_verdicts v WHERE v.network_id = n.id)))`;

/** Seconds after which a run looks at all networks again. */
const secondsBetweenWhole = 60;
/** Age of the oldest mark that a transaction may still add after the last look at all networks, in seconds. */
const markSeconds = secondsBetweenWhole + longestTransactionSeconds;

const allNetworksSql = Prisma.sql`SELECT id FROM networks`;
/** SQL for the networks that can have become due since the last look at all of them. */
const recentNetworksSql = (organizationIds: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT network_id FROM network_changes WHERE changed_at > now() - make_interval(secs => ${markSeconds}::int)
  UNION SELECT network_id FROM judged_networks WHERE change_token IS NULL OR due_at <= now()
  UNION SELECT id FROM networks WHERE organization_id = ANY(${[...organizationIds]}::uuid[])`;

export interface JudgingOptions {
  /** Runs the work of an organization in a worker thread. */
  readonly workersOf: (organizationId: string) => Pick<GraphqlContext['workers'], 'run'>;
  /** What the queries of checks run with. */
  readonly queries: {
    readonly schema: GraphQLSchema;
    readonly contextOf: (viewer: UserViewer) => GraphqlContext;
  };
  /** Called with the age in seconds of the oldest change that has not been judged; 0 if there is none. */
  readonly onBehind: (seconds: number) => void;
  /** Aborted when the service stops. Judging ends at the next state, and goes on after the next start. */
  readonly stopping?: AbortSignal;
}

/** Judges networks that are due. Resolves with their number. */
export async function judgeDueNetworks(
  prisma: PrismaClient,
  now: Date,
  rows: RowsAside,
  options: JudgingOptions,
  among: Prisma.Sql = allNetworksSql,
): Promise<number> {
  const due = await querySql<DueNetwork & { behind: number }>(
    prisma,
    tenantSafeSql(
      everyone,
      Prisma.sql`
        SELECT n.id, n.organization_id AS "organizationId", j.judged_at AS "judgedAt", extract(epoch FROM now() - coalesce(
          (SELECT min(changed_at) FROM network_changes WHERE network_id = n.id AND changed_at > j.judged_at),
          least(j.due_at, now()), now()))::float8 AS behind
        FROM networks n LEFT JOIN judged_networks j ON j.network_id = n.id
        WHERE n.id IN (${among}) AND ${isDueSql} AND (j.claimed_until IS NULL OR j.claimed_until < now())
          AND n.id <> ALL(${rows.at(now)}::uuid[])
        ORDER BY j.judged_at NULLS FIRST, n.id LIMIT ${atMost}::int`,
    ),
  );
  options.onBehind(Math.max(0, ...due.map(({ behind }) => behind)));
  let count = 0;
  for (const network of due) {
    if (options.stopping?.aborted) break;
    if (await rows.one(network.id, now, () => judgeNetwork(prisma, network, options))) count += 1;
  }
  return count;
}

/**
 * Returns a function that judges networks that are due as `judgeDueNetworks` does. Most runs look only at networks that
 * changed lately, whose time has come, or for which this process has requested it. So they compute few change tokens.
 */
export function createDueJudging(): typeof judgeDueNetworks {
  let lastWhole = 0;
  return async (prisma, now, rows, options) => {
    const isWhole = now.getTime() - lastWhole >= secondsBetweenWhole * 1_000;
    const among = isWhole ? allNetworksSql : recentNetworksSql(recentlyRequested(now));
    const count = await judgeDueNetworks(prisma, now, rows, options, among);
    // Otherwise more networks may be due than one run judges.
    if (isWhole && count < atMost) lastWhole = now.getTime();
    return count;
  };
}

interface DueNetwork extends JudgedNetwork {
  /** When it was last judged as it was found to be due; null if never. */
  readonly judgedAt: Date | null;
}
interface Claim {
  readonly requests: number;
  readonly until: Date;
}

/** Claims the network for this replica; undefined if another one judges it or has just done so, or if it was deleted. */
async function claim(db: Db, { id, organizationId, judgedAt }: DueNetwork): Promise<Claim | undefined> {
  const [row] = await querySql<Claim>(
    db,
    tenantSafeSql(
      everyone,
      Prisma.sql`
        INSERT INTO judged_networks AS stored (network_id, organization_id, claimed_until)
          SELECT id, organization_id, now() + make_interval(secs => ${claimSeconds}::int)
          FROM networks WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR KEY SHARE
        ON CONFLICT (network_id) DO UPDATE SET claimed_until = EXCLUDED.claimed_until
          WHERE (stored.claimed_until IS NULL OR stored.claimed_until < now())
            AND stored.judged_at IS NOT DISTINCT FROM ${judgedAt}::timestamptz
        RETURNING requests, claimed_until AS until`,
    ),
  );
  return row;
}

interface CheckRow {
  readonly id: string;
  readonly kind: string;
  readonly rule: unknown;
  readonly selection: CheckSelection;
  /** Text that is equal as long as the check demands the same. */
  readonly demand: string;
}

const checksOf = (db: Db, networkId: string, lock: Prisma.Sql = Prisma.empty) =>
  querySql<CheckRow>(
    db,
    tenantSafeSql(
      everyone,
      Prisma.sql`
        SELECT c.id, c.kind, c.rule, c.selection, jsonb_build_array(c.kind, c.rule, c.selection)::text AS demand
        FROM networks n JOIN checks c ON ${appliesSql} WHERE n.id = ${networkId}::uuid ORDER BY c.id ${lock}`,
    ),
  );

/**
 * Judges all checks of a network, and stores the verdicts. Resolves with false if the network is judged elsewhere, or
 * was deleted in the meantime. Checks of a kind that this version does not know keep the verdicts of the other version.
 */
async function judgeNetwork(prisma: PrismaClient, network: DueNetwork, options: JudgingOptions): Promise<boolean> {
  const claimed = await claim(prisma, network);
  if (!claimed) return false;
  try {
    return await judgeClaimed(prisma, network, claimed, options);
  } catch (error) {
    await release(prisma, network, claimed).catch(() => undefined);
    throw error;
  }
}

async function judgeClaimed(
  prisma: PrismaClient,
  network: JudgedNetwork,
  claimed: Claim,
  { workersOf, queries }: JudgingOptions,
): Promise<boolean> {
  const viewer = viewerOfNetwork(network);
  const moment: ReadMoment = (read) => placedMoment(prisma, undefined, (snapshot) => read(sqlFor(snapshot, viewer)));
  const checks = await checksOf(prisma, network.id);
  const known = checks.flatMap((check) => {
    const rule = ruleOfRow(check);
    return rule ? [{ ...check, rule }] : [];
  });
  const now = new Date();
  const state = await moment((sql) => readStateToJudge(sql, network.id, now));
  if (!state) return false;
  const queried = { networkId: network.id, at: state.at, isPast: false };
  const judgeQuery = createQueryJudge(queries.schema, () => queries.contextOf(viewer), queried);
  const verdicts = await judgeState(state, known, workersOf(network.organizationId), moment, judgeQuery);
  const isTimed = known.some(({ rule }) => isTimeDependent(rule));
  await inTransaction(prisma, async (tx) => {
    if (!(await lockNetwork(tx, network))) return;
    // Writers of checks lock them before they request that their networks are judged.
    const present = new Map(
      (await checksOf(tx, network.id, Prisma.sql`FOR SHARE OF c`)).map((check) => [check.id, check]),
    );
    if (!(await isStillClaimed(tx, network, claimed))) return;
    // A check that demands something else now is judged again: its change has requested that.
    const isSame = ({ id, demand }: CheckRow) => present.get(id)?.demand === demand;
    const judged = new Map(known.flatMap((check, at) => (isSame(check) ? [[check.id, verdicts[at]!] as const] : [])));
    const place = { networkId: network.id, organizationId: network.organizationId, at: now };
    await storeVerdicts(tx, place, judged, (id) => present.has(id));
    await finish(tx, network, claimed, { token: tokenOf(state.source.state), now, isTimed });
  });
  return true;
}

/** The change token in the name of a network's state. */
const tokenOf = (state: string): string => state.slice(state.indexOf(' ') + 1);

/** Keeps the network from being deleted, before any row that would be deleted with it is locked. */
async function lockNetwork(tx: Db, { id, organizationId }: JudgedNetwork): Promise<boolean> {
  const statement = Prisma.sql`
    SELECT id FROM networks WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR KEY SHARE`;
  return (await querySql(tx, tenantSafeSql(everyone, statement))).length > 0;
}

/** Locks the network's row. False if the network was deleted, or if another replica has taken over. */
async function isStillClaimed(tx: Db, { id, organizationId }: JudgedNetwork, { until }: Claim): Promise<boolean> {
  const rows = await querySql(
    tx,
    tenantSafeSql(
      everyone,
      Prisma.sql`
        SELECT network_id FROM judged_networks WHERE network_id = ${id}::uuid
          AND organization_id = ${organizationId}::uuid AND claimed_until = ${until}::timestamptz FOR UPDATE`,
    ),
  );
  return rows.length > 0;
}

/** Lets any replica judge the network again, after this one failed. */
async function release(db: Db, { id, organizationId }: JudgedNetwork, { until }: Claim): Promise<void> {
  await executeSql(
    db,
    tenantSafeSql(
      everyone,
      Prisma.sql`
        UPDATE judged_networks SET claimed_until = NULL WHERE network_id = ${id}::uuid
          AND organization_id = ${organizationId}::uuid AND claimed_until = ${until}::timestamptz`,
    ),
  );
}

/** Records what was judged. A request that came while the network was judged leaves it due. */
async function finish(
  tx: Db,
  { id, organizationId }: JudgedNetwork,
  { requests }: Claim,
  { token, now, isTimed }: { readonly token: string; readonly now: Date; readonly isTimed: boolean },
): Promise<void> {
  const dueAt = isTimed ? new Date(now.getTime() + timeDependentSeconds * 1_000) : null;
  await executeSql(
    tx,
    tenantSafeSql(
      everyone,
      Prisma.sql`
        UPDATE judged_networks SET claimed_until = NULL, judged_at = ${now}::timestamptz, due_at = ${dueAt}::timestamptz,
          change_token = CASE WHEN requests = ${requests}::int THEN ${token} END
        WHERE network_id = ${id}::uuid AND organization_id = ${organizationId}::uuid`,
    ),
  );
}
