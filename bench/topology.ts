// Measures graphs of a large network: the first response after a change, cached responses, and responses to many
// callers at once. Compares each time with its lower bound.
import type { Client } from 'pg';
import { openConnection } from '../src/platform/postgres/connect';
import { presentSql } from '../src/modules/topology/answers/network-inventory.sql';
import { ask, medianTime, milliseconds, timeWork, whole } from './asked';
import { startChild, type Child } from './children';
import { addNetwork, type Network } from './demo-network';
import { printFollowed } from './followed';
import { copies, measureBuilder } from './topology-builder';

/** Sections of this benchmark that can be run separately. */
export const topologySections = ['followed', 'readers'] as const;
type Section = (typeof topologySections)[number];

interface Measured {
  readonly netloom: Child;
  readonly databaseUrl: string;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
  /** Numbers of hosts of the two measured networks. The second network is the large one. */
  readonly sizes: readonly [number, number];
  /** Names of the sections to run, for the large network only; all sections if omitted. */
  readonly only?: readonly Section[];
}
const readers = 16;
const mega = 1_000_000;

export async function benchTopology({ netloom, databaseUrl, report, print, sizes, only }: Measured): Promise<void> {
  const networks: Network[] = [];
  for (const hosts of only ? sizes.slice(-1) : sizes) {
    report(`a network of ${whole(hosts)} hosts …`);
    networks.push(await addNetwork(databaseUrl, hosts));
  }
  const large = networks.at(-1)!;
  if (!only) {
    report('the builder alone …');
    const five = { hosts: large.hosts * 5, rows: copies(large.rows, 5) };
    printBuilder([...networks, five], print);
  }

  const client = await openConnection(databaseUrl);
  const bytes = await startChild('bytes-server.ts', {}, '/');
  try {
    const path = `/api/v1/topology/data?network_id=${large.id}`;
    const read = (coding: string) => timeWork(() => ask(netloom.url + path, large.key, { coding }));
    const change = () => client.query('UPDATE vlans SET description = now()::text WHERE network_id = $1', [large.id]);
    const values = [large.id, large.organizationId, [large.id]];
    report('the inventory alone …');
    const floor = await medianTime(() => timeWork(() => client.query(presentSql, values)));
    print(
      `SELECT … json_agg of the inventory (${whole(large.rows.length / mega)} MB): ${milliseconds(floor.time)}   1.00×`,
    );
    if (!only) await printOneReader();
    if (!only || only.includes('followed')) {
      report('one host changed …');
      await printFollowed(netloom.url, large, client, { floor: floor.time, print });
    }
    if (!only || only.includes('readers')) await printReaders();
    if (!only) {
      report('the past …');
      await printPast(netloom.url, large, client, { floor: floor.time, print });
    }

    async function printOneReader(): Promise<void> {
      report('one reader …');
      for (const coding of ['identity', 'br']) {
        const fresh = await medianTime(async () => (await change(), read(coding)));
        const again = await medianTime(() => read(coding));
        const size = again.value.bytes;
        const sending = await medianTime(() => timeWork(() => ask(`${bytes.url}/?size=${size}`, large.key)));
        const ratio = (time: number) => `${(time / floor.time).toFixed(2)}×`.padStart(8);
        print(`All views, ${coding} (${(size / mega).toFixed(1)} MB)`);
        print(`  load, build, serialize after a change ${milliseconds(fresh.time)} ${ratio(fresh.time)}`);
        print(`  cached read ${' '.repeat(26)}${milliseconds(again.time)} ${ratio(again.time)}`);
        print(`  sending so many bytes, nothing else    ${milliseconds(sending.time)} ${ratio(sending.time)}`);
      }
      const { tag } = (await read('br')).value;
      const unchangedTime = await medianTime(() => timeWork(() => ask(netloom.url + path, large.key, { tag })));
      print(`  304 to who has it ${' '.repeat(20)}${milliseconds(unchangedTime.time)}`);
    }

    async function printReaders(): Promise<void> {
      print(`${readers} readers at once: all of them, longest turn of the event loop, growth of memory`);
      const typedBody = JSON.stringify({ query: typedGraph, variables: { id: large.topologyId } });
      const rows = JSON.stringify({ query: linkedGraph, variables: { id: large.topologyId } });
      const graphql = (body: string) => () => ask(`${netloom.url}/graphql`, large.key, { coding: 'br', body });
      const data = (coding: string) => () => ask(netloom.url + path, large.key, { coding });
      for (const [name, work, before] of [
        ['REST data after a change, br', data('br'), change],
        ['REST data cached, br', data('br')],
        ['REST data cached, plain', data('identity')],
        ['GraphQL nodes and edges after a change', graphql(typedBody), change],
        ['GraphQL nodes and edges again', graphql(typedBody)],
        ['GraphQL nodes with their hosts', graphql(rows)],
      ] as const) {
        report(`${name} …`);
        await before?.();
        const start = await netloom.memory();
        const { time } = await timeWork(() => Promise.all(Array.from({ length: readers }, work)));
        const { most, longestTurn } = await netloom.memory();
        const grownMemory = `${whole(Math.max(0, most - start.now) / mega)} MB`.padStart(10);
        print(`  ${name.padEnd(40)}${milliseconds(time)} ${milliseconds(longestTurn)} ${grownMemory}`);
      }
    }
  } finally {
    await bytes.stop();
    await client.end();
  }
}

/**
 * Measures graphs of the past, after all hosts and ports were changed. Each run reads another instant before this
 * change, so that nothing about the instant is cached.
 */
async function printPast(
  url: string,
  { id, key, topologyId }: Network,
  client: Client,
  { floor, print }: { floor: number; print: (line: string) => void },
): Promise<void> {
  const now = async () => (await client.query<{ at: Date }>('SELECT clock_timestamp() AS at')).rows[0]!.at;
  const before = await now();
  for (const change of ['hosts SET description = $2', 'interfaces SET if_alias = $2'])
    await client.query(`UPDATE ${change} WHERE network_id = $1`, [id, `of ${before.toISOString()}`]);
  await client.query('VACUUM ANALYZE');
  const to = (await now()).toISOString();
  let instants = 0;
  const earlier = () => new Date(before.getTime() - (instants += 1)).toISOString();
  const diff = `/api/v1/networks/${id}/diff`;
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM hosts WHERE network_id = $1 UNION ALL
      SELECT FROM interfaces WHERE network_id = $1) changed`,
    [id],
  );
  print(`As of an instant, from when ${whole(rows[0]!.count)} rows were different`);
  for (const [name, path] of [
    ['all views: load, build, serialize', () => `/api/v1/topology/data?network_id=${id}&at=${earlier()}`],
    ['what became of a view', () => `/api/v1/topology/${topologyId}/diff?view=L2Physical&from=${earlier()}&to=${to}`],
    ['what became of the rows, 50 and counts', () => `${diff}?from=${earlier()}&to=${to}`],
    ['what became of the rows, all as CSV', () => `${diff}/export/csv?from=${earlier()}&to=${to}`],
  ] as const) {
    const { time } = await medianTime(() => timeWork(() => ask(url + path(), key)));
    print(`  ${name.padEnd(40)}${milliseconds(time)} ${`${(time / floor).toFixed(2)}×`.padStart(8)}`);
  }
}

const typedGraph = `query Graph($id: UUID!) { topology(id: $id) { graph(view: Workloads) {
  nodes { id: elementId nodeType header ... on GraphContainer { containerType parentContainerId }
    ... on GraphElement { elementType containerId hostId } }
  edges { id: elementId edgeType source target label } } } }`;
const linkedGraph = `query Linked($id: UUID!) { topology(id: $id) { graph(view: L3Logical) {
  elements { id: elementId host { id displayName } } } } }`;

function printBuilder(networks: readonly { hosts: number; rows: Uint8Array }[], print: (line: string) => void): void {
  const heads = networks.map(({ hosts }) => `${whole(hosts)} hosts`.padStart(14));
  print(`${'Builder alone'.padEnd(16)}${heads.join('')}   exponent`);
  for (const { name, times, exponent } of measureBuilder(networks))
    print(
      `  ${name.padEnd(14)}${times.map((time) => milliseconds(time).padStart(14)).join('')}   ${exponent.toFixed(2)}`,
    );
}
