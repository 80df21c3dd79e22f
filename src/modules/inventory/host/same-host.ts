// Finds a stored host that is the same machine as a new host.
import type { Db } from '../../../data/tenancy/rows';
import { judgeAmong } from '../identity/known-hosts';
import { storedHosts } from '../identity/stored-hosts.sql';
import { collectEvidence, decidingField } from './report/reported-evidence';

export interface SameHost {
  readonly hostId: string;
  /** The input field whose value identified the stored host, for the error. */
  readonly field: string;
  readonly value: string;
}

/**
 * Resolves with the network's stored host that is the same machine as the new host; undefined if there is none. The
 * caller holds the network's lock. `subnetTypes` are the types of the addresses' subnets, by id.
 */
export async function findSameHost(
  tx: Db,
  networkId: string,
  host: Parameters<typeof collectEvidence>[0],
  parts: Parameters<typeof collectEvidence>[1],
  subnetTypes?: ReadonlyMap<string, string>,
): Promise<SameHost | undefined> {
  const { judgement } = await judgeAmong(storedHosts(tx, networkId), collectEvidence(host, parts, subnetTypes));
  return judgement.verdict === 'Same' ? { hostId: judgement.hostId, ...decidingField(judgement) } : undefined;
}
