// Measures the cost of history: writes with and without history, lists of the present and the past with many stored
// states, snapshots, and storage.
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { openConnection } from '../src/platform/postgres/connect';
import type { BenchCase, Target } from './cases';
import { compare, load, type Figures, type Plan } from './measure';

type Print = (name: string, first: Figures, second: Figures) => void;
interface Measured {
  readonly url: string;
  readonly databaseUrl: string;
  readonly target: Target;
  readonly plan: Plan & { states: number; snapshotHosts: readonly [number, number] };
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
  readonly printSides: Print;
}

const list = (path: string): BenchCase => ({ name: path, requests: () => [{ method: 'GET', path }] });
const hostList = '/api/v1/hosts?limit=50&order_by=name';

let renames = 0;
/** Each request sets a new name, so that each request adds a past state of the VLAN to the history. */
const renameVlan: BenchCase = {
  name: 'REST VLAN put that changes it',
  requests: ({ vlans }, connection) => {
    const { id, ...vlan } = vlans[connection % vlans.length]!;
    return [
      {
        method: 'PUT',
        path: `/api/v1/vlans/${id}`,
        body: () => ({ ...vlan, name: `renamed ${(renames += 1)}`, description: null, source: { type: 'Manual' } }),
      },
    ];
  },
};

export async function benchHistory(side: Measured): Promise<void> {
  const { databaseUrl, url, target, plan, report, print, printSides } = side;
  const client = await openConnection(databaseUrl);
  try {
    const ask = (path: string) => (seconds: number) => load(url, list(path), target, seconds);

    report('writes with and without history …');
    const write = (isKept: boolean) => async (seconds: number) => {
      await switchHistory(client, 'vlans', isKept);
      return load(url, renameVlan, target, seconds).finally(() => switchHistory(client, 'vlans', true));
    };
    const [keptTime, lostTime] = await compare(plan, [write(true), write(false)]);
    printSides('VLAN put that changes it: with, without history', keptTime!, lostTime!);
    await printBulkWrites(client, print);

    report('live list before …');
    const [before] = await compare(plan, [ask(hostList)]);
    const from = new Date();
    report(`${plan.states} states …`);
    const states = await addStates(client, plan.states);
    report('live list after, lists of the past …');
    const longAgo = new Date(from.getTime() - 180 * 24 * 3_600_000).toISOString();
    const [after, recent, changedTime] = await compare(plan, [
      ask(hostList),
      ask(`${hostList}&at=${from.toISOString()}`),
      ask(`${hostList}&at=${longAgo}`),
    ]);
    printSides(`live list: above ${states.count} states, above none`, after!, before!);
    printSides('list as of a moment ago, live list', recent!, after!);
    printSides('list as of when all hosts were different, live list', changedTime!, after!);
    print(`a kept state of a host takes ${states.bytes} bytes with its indexes, the live row ${states.liveBytes}`);
    await printSnapshots(side, client);
  } finally {
    await client.end();
  }
}

/** Enables or disables the history triggers of a table. The triggers for `network_changes` stay enabled. */
async function switchHistory(client: Client, table: string, isKept: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tgname AS name FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname LIKE 'history%'`,
    [table],
  );
  for (const { name } of rows)
    await client.query(`ALTER TABLE ${table} ${isKept ? 'ENABLE' : 'DISABLE'} TRIGGER ${name}`);
}

/** Prints how many ms an update of all ports takes. Every other run is without the triggers that write the history. */
async function printBulkWrites(client: Client, print: Measured['print']): Promise<void> {
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
  let rows = 0;
  for (let round = 0; round < 6; round += 1) {
    const side = round % 2 === 0 ? 'with' : 'without';
    await switchHistory(client, 'interfaces', side === 'with');
    const startedAt = performance.now();
    rows = (await client.query('UPDATE interfaces SET if_alias = $1', [`round ${round}`])).rowCount ?? 0;
    times[side].push(performance.now() - startedAt);
  }
  await switchHistory(client, 'interfaces', true);
  const [keptTime, lostTime] = [times.with.sort((a, b) => a - b)[1]!, times.without.sort((a, b) => a - b)[1]!];
  const perSecond = (ms: number) => Math.round((rows * 1000) / ms).toLocaleString('en');
  print(
    `one statement that changes ${rows} ports: ${perSecond(keptTime)} rows/s with history, ${perSecond(lostTime)} without (${(lostTime / keptTime).toFixed(2)}×)`,
  );
}

/**
 * Gives every host of the demo the same number of past states, distributed over the last year. The current state of
 * each host began an hour ago.
 */
async function addStates(client: Client, stateCount: number) {
  const { rows } = await client.query<{ names: string; values: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names,
       string_agg(CASE attname
         WHEN 'valid_from' THEN 'now() - make_interval(secs => (k + 1) * 31536000.0 / $1 + 3600 + h.shift)'
         WHEN 'valid_to' THEN 'now() - make_interval(secs => k * 31536000.0 / $1 + 3600 + h.shift)'
         WHEN 'name' THEN 'left(name || '' '' || k, 100)'
         ELSE quote_ident(attname) END, ', ' ORDER BY attnum) AS values
     FROM pg_attribute WHERE attrelid = 'hosts'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  const { names, values } = rows[0]!;
  const ofDemo = `network_id IN (SELECT network_id FROM interfaces) AND id NOT IN (SELECT id FROM hosts_revisions)`;
  const [{ hosts }] = (
    await client.query<{ hosts: number }>(`SELECT count(*)::int AS hosts FROM hosts WHERE ${ofDemo}`)
  ).rows as [{ hosts: number }];
  const each = Math.ceil(stateCount / hosts);
  await client.query('BEGIN');
  const { rowCount } = await client.query(
    `INSERT INTO hosts_revisions (${names}, ended_by, is_last) SELECT ${values}, gen_random_uuid(), false
     FROM (SELECT *, abs(hashtext(id::text)) % 600 AS shift FROM hosts WHERE ${ofDemo}) h, generate_series($1 - 1, 0, -1) k`,
    [each],
  );
  await switchHistory(client, 'hosts', false);
  await client.query(
    `UPDATE hosts SET valid_from = (SELECT max(valid_to) FROM hosts_revisions r WHERE r.id = hosts.id)
     WHERE id IN (SELECT id FROM hosts_revisions)`,
  );
  await switchHistory(client, 'hosts', true);
  await client.query('COMMIT');
  await client.query('VACUUM ANALYZE hosts, hosts_revisions');
  const bytesOf = (table: string) =>
    `(pg_total_relation_size('${table}') / (SELECT greatest(count(*), 1) FROM ${table}))::int`;
  const sizes = await client.query<{ bytes: number; live: number }>(
    `SELECT ${bytesOf('hosts_revisions')} AS bytes, ${bytesOf('hosts')} AS live`,
  );
  const { bytes, live } = sizes.rows[0]!;
  return { count: (rowCount ?? 0).toLocaleString('en'), bytes, liveBytes: live };
}

/** Measures how long snapshots of a small network and of a large network take. */
async function printSnapshots({ url, target, plan, print, printSides, report }: Measured, client: Client) {
  report('snapshots …');
  const networks = await Promise.all(plan.snapshotHosts.map((hosts) => addNetwork(client, target, hosts)));
  const snapshotsOf = (networkId: string): BenchCase => ({
    name: 'snapshot',
    connections: 1,
    requests: () => [{ method: 'POST', path: '/api/v1/snapshots', body: { network_id: networkId } }],
  });
  const loads = networks.map((id) => (seconds: number) => load(url, snapshotsOf(id), target, seconds));
  const [small, large] = await compare(plan, loads);
  const [few, many] = plan.snapshotHosts.map((hosts) => hosts.toLocaleString('en'));
  printSides(`snapshot of ${many} hosts, of ${few}`, large!, small!);
  print('');
}

/** Adds a network with this number of hosts to the target's organization. Returns the id of the network. */
async function addNetwork(client: Client, { vlans }: Target, hosts: number): Promise<string> {
  const id = randomUUID();
  await client.query('INSERT INTO networks (id, organization_id, name) VALUES ($1, $2, $3)', [
    id,
    vlans[0]!.organization_id,
    `${hosts} hosts`,
  ]);
  await client.query(
    `INSERT INTO topologies (network_id) SELECT $1 WHERE NOT EXISTS (SELECT FROM topologies WHERE network_id = $1)`,
    [id],
  );
  // The API key has access only to networks that existed when it was created, so the new network is added to the key.
  await client.query(
    `INSERT INTO user_api_key_networks (user_api_key_id, network_id, organization_id)
     SELECT id, $1, organization_id FROM user_api_keys WHERE organization_id = $2`,
    [id, vlans[0]!.organization_id],
  );
  await client.query(
    `INSERT INTO hosts (network_id, name) SELECT $1, 'host-' || i FROM generate_series(1, $2::int) i`,
    [id, hosts],
  );
  return id;
}
