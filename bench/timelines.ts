// Measures how long it takes to compute the timelines of many checks of a network. The timeline of a check contains its
// results at all past instants at which the network changed.
import { openConnection } from '../src/platform/postgres/connect';
import { ask, milliseconds, timeWork, whole } from './asked';
import { addNetwork } from './demo-network';

export interface TimelineSizes {
  readonly hosts: number;
  readonly checks: number;
  /**
   * Number of instants at which the network changes. `changedHosts` is the number of hosts that change at each instant.
   */
  readonly instants: number;
  readonly changedHosts: number;
}
interface Measured {
  readonly url: string;
  readonly databaseUrl: string;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
  readonly sizes: TimelineSizes;
}

export async function benchTimelines({ url, databaseUrl, report, print, sizes }: Measured): Promise<void> {
  const { hosts, checks, instants, changedHosts } = sizes;
  report(`a network of ${whole(hosts)} hosts with ${whole(instants * changedHosts)} past states …`);
  const network = await addNetwork(databaseUrl, hosts);
  const client = await openConnection(databaseUrl);
  try {
    const { rows: existingChecks } = await client.query<{ id: string }>(
      'SELECT id FROM checks WHERE organization_id = $1',
      [network.organizationId],
    );
    await client.query(
      `INSERT INTO checks (organization_id, name, severity, kind, rule, selection, all_networks)
       SELECT organization_id, name || ' again ' || n, severity, kind, rule, selection, all_networks
       FROM checks CROSS JOIN generate_series(1, $2::int) n WHERE organization_id = $1 ORDER BY n, id LIMIT $3`,
      [network.organizationId, checks, checks - existingChecks.length],
    );
    const { rows: checkRows } = await client.query<{ id: string }>(
      'SELECT id FROM checks WHERE organization_id = $1 ORDER BY id LIMIT $2',
      [network.organizationId, checks],
    );
    for (let instant = 0; instant < instants; instant += 1)
      await client.query(
        `UPDATE hosts SET description = $3 WHERE id IN (
           SELECT id FROM hosts WHERE network_id = $1 ORDER BY hashtext(id::text || $3) LIMIT $2)`,
        [network.id, changedHosts, `changed ${instant}`],
      );
    await client.query('VACUUM ANALYZE');
    const { rows: start } = await client.query<{ from: Date }>(
      'SELECT created_at AS from FROM networks WHERE id = $1',
      [network.id],
    );
    const fields = checkRows.map(
      ({ id }, at) =>
        `c${at}: checkTimeline(id: "${id}", networkId: "${network.id}", from: "${start[0]!.from.toISOString()}",
          count: ${instants}) { judgedStates parts { state } }`,
    );
    for (const [name, documents] of [
      ['one after the other', fields],
      ['in one document', [fields.join(' ')]],
    ] as const) {
      const { time } = await timeWork(async () => {
        for (const document of documents)
          await ask(`${url}/graphql`, network.key, { body: JSON.stringify({ query: `{ ${document} }` }) });
      });
      print(`timelines of ${checkRows.length} checks, ${whole(instants)} states each, ${name}: ${milliseconds(time)}`);
    }
  } finally {
    await client.end();
  }
}
