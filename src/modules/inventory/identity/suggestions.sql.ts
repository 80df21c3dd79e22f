// Stores suggestions that two hosts may be the same machine, until users answer them.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { ReasonedHost } from './judge';

/**
 * Stores the suggestions that the host may be the same machine as each of `others`. If a suggestion for a pair of hosts
 * exists, in either order, it does not change.
 */
export const suggest = (tx: Db, networkId: string, hostId: string, others: readonly ReasonedHost[]): Promise<void> =>
  suggestPairs(
    tx,
    networkId,
    others.map((other) => ({ hostId, other })),
  );

export interface SuggestedPair {
  readonly hostId: string;
  readonly other: ReasonedHost;
}

/** Stores suggestions for many pairs of hosts by one statement. `pairs` must not contain a pair in both orders. */
export async function suggestPairs(tx: Db, networkId: string, pairs: readonly SuggestedPair[]): Promise<void> {
  if (pairs.length === 0) return;
  const pairRows = pairs.map(({ hostId, other }) => ({ host: hostId, other: other.hostId, reasons: other.reasons }));
  const statement = Prisma.sql`
    INSERT INTO identity_suggestions (network_id, host_id, other_host_id, reasons)
    SELECT ${networkId}::uuid, given.host, given.other, given.reasons
    FROM jsonb_to_recordset(${JSON.stringify(pairRows)}::jsonb) AS given (host uuid, other uuid, reasons jsonb)
    WHERE given.other <> given.host AND NOT EXISTS (
      SELECT FROM identity_suggestions s WHERE s.host_id = given.other AND s.other_host_id = given.host)
    ON CONFLICT DO NOTHING`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/** Stores that two hosts are different machines, so that no merge of them is suggested again. */
export async function refusePair(tx: Db, networkId: string, hostId: string, otherHostId: string): Promise<void> {
  await tx.identitySuggestion.deleteMany({ where: { hostId: otherHostId, otherHostId: hostId } });
  const statement = Prisma.sql`
    INSERT INTO identity_suggestions (network_id, host_id, other_host_id, reasons, state)
    VALUES (${networkId}::uuid, ${hostId}::uuid, ${otherHostId}::uuid, '[]', 'Refused')
    ON CONFLICT (host_id, other_host_id) DO UPDATE SET state = 'Refused', updated_at = now()`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}
