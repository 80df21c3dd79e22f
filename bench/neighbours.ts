// Measures how long a list of a small organization takes: on a quiet service, and while another organization sends
// heavy requests of all kinds.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { openConnection } from '../src/platform/postgres/connect';
import { addKey, addManyHosts } from './database';
import { at, Callers, formatDelays } from './caller-process';
import type { Door } from './callers';
import { startChild } from './children';
import { writeLeases } from './leases';

export interface NeighbourSizes {
  /** Number of hosts of the small organization. */
  readonly hosts: number;
  /** Number of callers that send each kind of heavy request at the same time. */
  readonly callersOfDoor: number;
  readonly rounds: number;
  readonly seconds: number;
}

interface Measured {
  readonly databaseUrl: string;
  /** API key of the organization that sends heavy requests. */
  readonly key: string;
  readonly sizes: NeighbourSizes;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

const everyMs = 50;

export async function benchNeighbours({ databaseUrl, key, sizes, report, print }: Measured): Promise<void> {
  const client = await openConnection(databaseUrl);
  // This benchmark needs a server of its own, because it measures the default budgets of organizations for heavy work.
  const netloom = await startChild(
    'netloom-server.ts',
    { DATABASE_URL: databaseUrl, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
    '/api/health',
  );
  const [small, loud] = [new Callers(), new Callers()];
  try {
    const smallKey = await addKey(client, await addManyHosts(client, sizes.hosts, 1));
    const doors = await doorsOf(client, key);
    const readers = { url: netloom.url, key: smallKey, everyMs };
    await netloom.settled();
    await small.read(readers, () => pause(3_000));
    const [quiet, busy]: [number[], number[]] = [[], []];
    const counts = new Map<string, number>();
    for (let round = 1; round <= sizes.rounds; round += 1) {
      report(`neighbours: round ${round} of ${sizes.rounds}`);
      quiet.push(...(await small.read(readers, () => pause(sizes.seconds * 1000))));
      const blast = loud.blast(
        { url: netloom.url, key, doors, callersOfDoor: sizes.callersOfDoor, seconds: sizes.seconds + 2 },
        async () => {
          // The heavy requests run for two seconds before the measurement begins, so that their organization has used
          // up its budgets.
          await pause(2_000);
          busy.push(...(await small.read(readers, () => pause(sizes.seconds * 1000))));
        },
      );
      for (const [name, count] of Object.entries(await blast)) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    const { most } = await netloom.memory();
    print('');
    print(`Lists of an organization of ${sizes.hosts} hosts beside one that sends every heavy request at once:`);
    print(`  alone ${formatDelays(quiet)}, beside it ${formatDelays(busy)}`);
    print(
      `  ratio of p99 ${(at(busy, 0.99) / at(quiet, 0.99)).toFixed(2)}, process at most ${Math.round(most / 1e6)} MB`,
    );
    const failures = [...counts].filter(([name]) => / 5\d\d$/.test(name));
    print(`  answers of the loud one: ${[...counts].map(([name, count]) => `${name}: ${count}`).join(', ')}`);
    print(`  answers with status 500 or more: ${failures.reduce((sum, [, count]) => sum + count, 0)}`);
  } finally {
    small.end();
    loud.end();
    await netloom.stop();
    await client.end();
  }
}

/**
 * The heavy requests that a caller can send, by kind. `{instant}` in a request is replaced by a past instant, a
 * different one for each request.
 */
async function doorsOf(client: Client, key: string): Promise<readonly Door[]> {
  const { rows } = await client.query<{ topology_id: string; network_id: string; since: Date }>(
    `SELECT t.id AS topology_id, n.id AS network_id, n.created_at AS since
     FROM networks n JOIN topologies t ON t.network_id = n.id AND t.snapshot_id IS NULL
     WHERE n.organization_id = (
       SELECT organization_id FROM user_api_keys WHERE key_hash = encode(sha256($1::bytea), 'hex'))
     ORDER BY (SELECT count(*) FROM hosts h WHERE h.network_id = n.id) DESC LIMIT 1`,
    [key],
  );
  const { topology_id: id, network_id: networkId } = rows[0]!;
  const graph = `topology(id: $id) { graph(view: L3Logical) { nodes { elementId header } edges { elementId } } }`;
  const questions = `topology(id: $id) { graph(view: L3Logical) { singlePointsOfFailure { id } components { size } } }`;
  const variables = { id };
  return [
    { name: 'graph', query: `query ($id: UUID!) { ${graph} }`, variables },
    { name: 'question', query: `query ($id: UUID!) { ${questions} }`, variables },
    { name: 'past', query: `query ($id: UUID!) { asOf(instant: "{instant}") { ${graph} } }`, variables },
    { name: 'data', path: `/api/v1/topology/data?network_id=${networkId}&at={instant}` },
    { name: 'diff', path: `/api/v1/topology/${id}/diff?view=L3Logical&from={instant}` },
    { name: 'export', path: '/api/v1/hosts/export/zip' },
    { name: 'dot', path: `/api/v1/topology/${id}/export/dot?view=L2Physical&at={instant}` },
    {
      ...{ name: 'import', path: `/api/v1/imports?network_id=${networkId}&file_name=leases` },
      file: writeLeases(1_000),
    },
  ];
}
