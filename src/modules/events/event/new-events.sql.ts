// Finds networks with new events, for open event streams of this replica. Any replica may have stored the events.
import type { ChangeSource, NetworkChange } from '../../../data/tenancy/poll';

const latestSql = `
  SELECT watched.id AS "networkId", (
    SELECT e.id::text FROM network_events e WHERE e.network_id = watched.id
    ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS latest
  FROM unnest($1::uuid[]) AS watched (id)`;

/** Reads which networks have had a new event since the previous read. */
export const newEvents: ChangeSource<NetworkChange> = (sql) => {
  let latestByNetwork = new Map<string, string | null>();
  const read = async (networkIds: readonly string[]): Promise<NetworkChange[]> => {
    if (networkIds.length === 0) return ((latestByNetwork = new Map()), []);
    const rows = await sql.query<{ networkId: string; latest: string | null }>(latestSql, [networkIds]);
    const changed = rows.filter(
      ({ networkId, latest }) => latestByNetwork.has(networkId) && latestByNetwork.get(networkId) !== latest,
    );
    latestByNetwork = new Map(rows.map(({ networkId, latest }) => [networkId, latest]));
    return changed.map(({ networkId }) => ({ key: networkId, networkId }));
  };
  return { read, onWrite: sql.onCommit };
};
