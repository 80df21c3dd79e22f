// The job that judges checks: finds networks that have changed since they were judged, or that are due because of the
// time, and stores the verdicts. Only one replica judges a network at a time.
import type { PrismaClient } from '../../../generated/prisma/client';
import { Prisma } from '../../../generated/prisma/client';
import { longestTransactionSeconds } from '../../../data/tenancy/change-times';
import { changeTokenSql } from '../../../data/tenancy/network-changes';
import { inTransaction } from '../../../data/transaction';
import { placedMoment, sqlFor } from '../../../data/tenancy/scoped-sql';
import { systemScope, executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { Db } from '../../../data/tenancy/rows';
import type { GraphqlContext } from '../../../graphql/context';
import type { RowsAside } from '../../../platform/process/rows-aside';
import { hasPassed } from '../../../platform/process/scheduled-jobs';
import type { GraphQLSchema } from 'graphql';
import { viewerOfNetwork, type UserViewer } from '../../../data/tenancy/viewer';
import type { CheckSelection } from '../judging/check-rules';
import { createQueryJudge } from '../query-check/judge-query';
import { isTimeDependent } from './check-kinds';
import { recentlyRequested } from './check-locks.sql';
import { ruleOfRow } from './check-selection';
import { judgeState, readStateToJudge, type JudgedNetwork, type ReadMoment } from './judged-state';
import { storeVerdicts } from './verdicts.sql';

/** Maximum number of networks that one run of the job judges. The next run judges the remaining networks. */
const atMost = 20;
/** Seconds for which a replica may judge a network before another replica takes the network over. */
const claimSeconds = 120;
/** Seconds after which a network is judged again if it has checks that depend on the time. */
const timeDependentSeconds = 300;

/** SQL condition: the check `c` applies to the network `n`. */
const appliesSql = Prisma.sql`c.organization_id = n.organization_id AND c.enabled AND (c.all_networks OR EXISTS (
  SELECT FROM check_networks s WHERE s.check_id = c.id AND s.network_id = n.id))`;
/** SQL condition: the network `n` must be judged again. `j` is the row of the network in `judged_networks`. */
const isDueSql = Prisma.sql`(
  (j.network_id IS NULL OR j.change_token IS DISTINCT FROM ${changeTokenSql} OR j.due_at <= now())
  AND (EXISTS (SELECT FROM checks c WHERE ${appliesSql})
    OR EXISTS (SELECT FROM check_verdicts v WHERE v.network_id = n.id)))`;

/**
 * Seconds between two runs that examine all networks. The runs in between examine only networks with recent changes.
 */
const secondsBetweenWhole = 60;
/**
 * How many seconds back a run looks for changes of networks: to the last run that examined all networks, and further by
 * the longest duration of a transaction, because a change becomes visible only when its transaction ends.
 */
const markSeconds = secondsBetweenWhole + longestTransactionSeconds;

const allNetworksSql = Prisma.sql`SELECT id FROM networks`;
/** SQL for the ids of networks that may have to be judged, without examining all networks. */
const recentNetworksSql = (organizationIds: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT network_id FROM network_changes WHERE changed_at > now() - make_interval(secs => ${markSeconds}::int)
  UNION SELECT network_id FROM judged_networks WHERE change_token IS NULL OR due_at <= now()
  UNION SELECT id FROM networks WHERE organization_id = ANY(${[...organizationIds]}::uuid[])`;

export interface JudgingOptions {
  /** The worker threads that run the jobs of an organization. */
  readonly workersOf: (organizationId: string) => Pick<GraphqlContext['workers'], 'run'>;
  /** The GraphQL schema, and the context of a request, for checks that are GraphQL queries. */
  readonly queries: {
    readonly schema: GraphQLSchema;
    readonly contextOf: (viewer: UserViewer) => GraphqlContext;
  };
  /** Receives the delay of judging, for monitoring: the age in seconds of the oldest change that is not judged yet. */
  readonly onBehind: (seconds: number) => void;
  /** Signal that aborts when the service stops. The run then ends after the network that it is judging. */
  readonly stopping?: AbortSignal;
}

/** Judges at most `atMost` networks that are due. Resolves with the number of judged networks. */
export async function judgeDueNetworks(
  prisma: PrismaClient,
  now: Date,
  rows: RowsAside,
  options: JudgingOptions,
  among: Prisma.Sql = allNetworksSql,
): Promise<number> {
  const dueNetworks = await querySql<DueNetwork & { behind: number }>(
    prisma,
    tenantSafeSql(
      systemScope,
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
  options.onBehind(Math.max(0, ...dueNetworks.map(({ behind }) => behind)));
  let count = 0;
  for (const network of dueNetworks) {
    if (options.stopping?.aborted) break;
    if (await rows.one(network.id, now, () => judgeNetwork(prisma, network, options))) count += 1;
  }
  return count;
}

/**
 * Returns a variant of `judgeDueNetworks` for frequent calls. Once a minute, it examines all networks; otherwise only
 * those that have changed recently, that depend on the time, or for which this process has requested judging.
 */
export function createDueJudging(): typeof judgeDueNetworks {
  let lastWhole = new Date(0);
  return async (prisma, now, rows, options) => {
    const isWhole = hasPassed(secondsBetweenWhole, lastWhole, now);
    const among = isWhole ? allNetworksSql : recentNetworksSql(recentlyRequested(now));
    const count = await judgeDueNetworks(prisma, now, rows, options, among);
    // After `atMost` networks, more may be left, so the next run examines all networks again.
    if (isWhole && count < atMost) lastWhole = now;
    return count;
  };
}

interface DueNetwork extends JudgedNetwork {
  /**
   * When the network was last judged; null if never. If this has changed before the network is claimed, another replica
   * has judged it.
   */
  readonly judgedAt: Date | null;
}
interface Claim {
  readonly requests: number;
  readonly until: Date;
}

/**
 * Claims the network for this replica. Undefined if another replica judges the network or has judged it since
 * `judgedAt`, or if the network was deleted.
 */
async function claim(db: Db, { id, organizationId, judgedAt }: DueNetwork): Promise<Claim | undefined> {
  const [row] = await querySql<Claim>(
    db,
    tenantSafeSql(
      systemScope,
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
  /** Kind, rule and selection as JSON text. If this text changes while the check is judged, the verdict is outdated. */
  readonly demand: string;
}

const checksOf = (db: Db, networkId: string, lock: Prisma.Sql = Prisma.empty) =>
  querySql<CheckRow>(
    db,
    tenantSafeSql(
      systemScope,
      Prisma.sql`
        SELECT c.id, c.kind, c.rule, c.selection, jsonb_build_array(c.kind, c.rule, c.selection)::text AS demand
        FROM networks n JOIN checks c ON ${appliesSql} WHERE n.id = ${networkId}::uuid ORDER BY c.id ${lock}`,
    ),
  );

/**
 * Judges all checks of a network, and stores the verdicts. Resolves with false if another replica judges the network,
 * or if it was deleted. Checks of a kind that this version of the service does not know keep their verdicts.
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
  const checksWithRule = checks.flatMap((check) => {
    const rule = ruleOfRow(check);
    return rule ? [{ ...check, rule }] : [];
  });
  const now = new Date();
  const state = await moment((sql) => readStateToJudge(sql, network.id, now));
  if (!state) return false;
  const queried = { networkId: network.id, at: state.at, isPast: false };
  const judgeQuery = createQueryJudge(queries.schema, () => queries.contextOf(viewer), queried);
  const verdicts = await judgeState(state, checksWithRule, workersOf(network.organizationId), moment, judgeQuery);
  const isTimed = checksWithRule.some(({ rule }) => isTimeDependent(rule));
  await inTransaction(prisma, async (tx) => {
    if (!(await lockNetwork(tx, network))) return;
    // Locks the checks before the row of `judged_networks`, in the same order as the mutations that change checks.
    const present = new Map(
      (await checksOf(tx, network.id, Prisma.sql`FOR SHARE OF c`)).map((check) => [check.id, check]),
    );
    if (!(await isStillClaimed(tx, network, claimed))) return;
    // If a check was changed while it was judged, its verdict is outdated and not stored. The network is judged again.
    const isSame = ({ id, demand }: CheckRow) => present.get(id)?.demand === demand;
    const judged = new Map(
      checksWithRule.flatMap((check, at) => (isSame(check) ? [[check.id, verdicts[at]!] as const] : [])),
    );
    const place = { networkId: network.id, organizationId: network.organizationId, at: now };
    await storeVerdicts(tx, place, judged, (id) => present.has(id));
    await finish(tx, network, claimed, { token: tokenOf(state.source.state), now, isTimed });
  });
  return true;
}

const tokenOf = (state: string): string => state.slice(state.indexOf(' ') + 1);

/**
 * Locks the network against deletion until the transaction ends. Call it before other locks are taken, to avoid
 * deadlocks with deletions. False if the network was deleted.
 */
async function lockNetwork(tx: Db, { id, organizationId }: JudgedNetwork): Promise<boolean> {
  const statement = Prisma.sql`
    SELECT id FROM networks WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR KEY SHARE`;
  return (await querySql(tx, tenantSafeSql(systemScope, statement))).length > 0;
}

/**
 * Locks the network's row of `judged_networks`. False if the network was deleted, or if another replica has claimed the
 * network.
 */
async function isStillClaimed(tx: Db, { id, organizationId }: JudgedNetwork, { until }: Claim): Promise<boolean> {
  const rows = await querySql(
    tx,
    tenantSafeSql(
      systemScope,
      Prisma.sql`
        SELECT network_id FROM judged_networks WHERE network_id = ${id}::uuid
          AND organization_id = ${organizationId}::uuid AND claimed_until = ${until}::timestamptz FOR UPDATE`,
    ),
  );
  return rows.length > 0;
}

/** Removes this replica's claim of the network after an error, so that any replica can judge the network again. */
async function release(db: Db, { id, organizationId }: JudgedNetwork, { until }: Claim): Promise<void> {
  await executeSql(
    db,
    tenantSafeSql(
      systemScope,
      Prisma.sql`
        UPDATE judged_networks SET claimed_until = NULL WHERE network_id = ${id}::uuid
          AND organization_id = ${organizationId}::uuid AND claimed_until = ${until}::timestamptz`,
    ),
  );
}

/**
 * Stores that the network was judged, and removes the claim. If judging was requested meanwhile, the network stays due.
 */
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
      systemScope,
      Prisma.sql`
        UPDATE judged_networks SET claimed_until = NULL, judged_at = ${now}::timestamptz, due_at = ${dueAt}::timestamptz,
          change_token = CASE WHEN requests = ${requests}::int THEN ${token} END
        WHERE network_id = ${id}::uuid AND organization_id = ${organizationId}::uuid`,
    ),
  );
}
