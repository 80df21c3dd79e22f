// Measures how the time of requests grows with the size of a network and with the number of networks, as an exponent.
// The requests read graphs (uncached, changed and past), paths, differences, the dashboard, and lists of hosts.
import type { Client } from 'pg';
import { openConnection } from '../src/platform/postgres/connect';
import { ask, milliseconds, timeWork, whole } from './asked';
import { addKey, addManyHosts } from './database';
import { addNetwork, type Network as DemoNetwork } from './demo-network';
import { median, slopeOf } from './topology-builder';

export interface GrowthSizes {
  /** Numbers of hosts of the measured networks. */
  readonly hosts: readonly number[];
  /** For each measured organization, how many networks it has. */
  readonly networks: readonly number[];
  /** Number of hosts of each measured organization, in all its networks together. */
  readonly hostsOfMany: number;
  /** Number of requests for each point of a curve. The point is the median of their times. */
  readonly rounds: number;
}
interface Measured {
  readonly url: string;
  readonly databaseUrl: string;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
  readonly sizes: GrowthSizes;
}

/** A network of the demo whose hosts and interfaces were all changed once. */
interface Network extends DemoNetwork {
  /** An instant before the first change of a host. */
  readonly changedAt: Date;
  /** An instant after the last change of a host. */
  readonly endedAt: Date;
  /** Ids of the two hosts with the most IP addresses, between which paths are searched. */
  readonly ends: readonly [string, string];
}

interface Sent {
  readonly path: string;
  readonly query?: string;
}
type Request = (network: Network, round: number) => Sent;
interface Curve {
  readonly name: string;
  readonly request: Request;
  /** Runs before each request; the time of this work is not measured. */
  readonly before?: (
    client: Client,
    network: Network,
    round: number,
    send: (request: Sent) => Promise<unknown>,
  ) => Promise<unknown>;
  /** Whether only the first request is measured, because the service caches the result of the first request. */
  readonly isFirst?: boolean;
}

const graphql = (query: string) => ({ path: '/graphql', query });
const graphOf = ({ topologyId }: Network, view: string, selection: string, directive = '') =>
  graphql(`query Growth ${directive} { topology(id: "${topologyId}") { graph(view: ${view}) { ${selection} } } }`);
/** A request whose answer is small although the service needs the whole graph for it. */
const folded = ({ topologyId }: Network, view: string) =>
  graphql(`query Folded { topology(id: "${topologyId}") { graph(view: ${view}, detail: { limit: 120 }) {
    nodes { elementId header } folds { foldId label } foldedEdges { elementId source target count } } } }`);
const rename = (client: Client, { id }: Network, round: number) =>
  client.query(
    'UPDATE hosts SET name = $2 WHERE id = (SELECT id FROM hosts WHERE network_id = $1 AND NOT hidden ORDER BY id LIMIT 1)',
    [id, `renamed ${round}`],
  );
/**
 * A past instant before all hosts were changed. It is different in each round, so that no round reads a cached graph.
 */
const instant = ({ changedAt }: Network, round: number) => new Date(changedAt.getTime() - 1 - round).toISOString();
/** A past instant after all hosts were changed, since which only a few hosts have been changed. */
const recentInstant = ({ endedAt }: Network, round: number) => new Date(endedAt.getTime() + round).toISOString();
const past = (network: Network, view: string, at: string) =>
  graphOf(network, view, 'elements { elementId }', `@at(instant: "${at}")`);
/** The difference between a past instant and `to` or, without `to`, the present. */
const difference = ({ topologyId }: Network, view: string, from: string, to?: Date) => ({
  path: `/api/v1/topology/${topologyId}/diff?view=${view}&from=${from}${to ? `&to=${to.toISOString()}` : ''}`,
});

const curves: readonly Curve[] = [
  { name: 'first graph, L2Physical', request: (network) => folded(network, 'L2Physical'), isFirst: true },
  { name: 'first graph, L3Logical', request: (network) => folded(network, 'L3Logical'), isFirst: true },
  { name: 'one changed host, L2Physical', request: (network) => folded(network, 'L2Physical'), before: rename },
  { name: 'one changed host, L3Logical', request: (network) => folded(network, 'L3Logical'), before: rename },
  ...['L2Physical', 'L3Logical'].flatMap((view): Curve[] => [
    {
      name: `singlePointsOfFailure, ${view}`,
      request: (one) => graphOf(one, view, 'singlePointsOfFailure { stopId }'),
    },
    {
      name: `impactOf, ${view}`,
      request: (one) =>
        graphOf(one, view, `impactOf(ids: ["${one.ends[0]}"], root: "${one.ends[1]}") { unreachableCount }`),
    },
    {
      name: `shortestPath, ${view}`,
      request: (one) => graphOf(one, view, `shortestPath(from: "${one.ends[0]}", to: "${one.ends[1]}") { length }`),
    },
    {
      name: `impactOf after a change, ${view}`,
      request: (one) =>
        graphOf(one, view, `impactOf(ids: ["${one.ends[0]}"], root: "${one.ends[1]}") { unreachableCount }`),
      before: rename,
    },
    { name: `past graph, ${view}`, request: (one, round) => past(one, view, instant(one, round)) },
    {
      name: `topologyDiff, ${view}`,
      request: (one, round) => difference(one, view, instant(one, round), one.endedAt),
    },
    // Before these requests, the graph of the present is read, as on the topology page.
    {
      name: `past graph, few changes, ${view}`,
      before: (_client, one, _round, send) => send(folded(one, view)),
      request: (one, round) => past(one, view, recentInstant(one, round)),
    },
    {
      name: `topologyDiff, few changes, ${view}`,
      before: (_client, one, _round, send) => send(folded(one, view)),
      request: (one, round) => difference(one, view, recentInstant(one, 100 + round)),
    },
  ]),
];

export async function benchGrowth({ url, databaseUrl, report, print, sizes }: Measured): Promise<void> {
  const client = await openConnection(databaseUrl);
  const networks: Network[] = [];
  for (const hosts of sizes.hosts) {
    report(`a network of ${whole(hosts)} hosts …`);
    const network = await addNetwork(databaseUrl, hosts);
    // The checks of the demo are deleted. Otherwise, the service would evaluate them during the measurement, for past
    // states too.
    await client.query(
      'DELETE FROM checks WHERE organization_id = (SELECT organization_id FROM networks WHERE id = $1)',
      [network.id],
    );
    networks.push(await changeAll(client, network));
  }
  const timeOf = async (key: string, { path, query }: Sent) =>
    (await timeWork(() => ask(url + path, key, query === undefined ? {} : { body: JSON.stringify({ query }) }))).time;
  try {
    printHead('Growth', sizes.hosts, 'hosts', print);
    for (const { name, request, before, isFirst = false } of curves) {
      report(`${name} …`);
      const times: number[] = [];
      for (const network of networks) {
        const roundTimes: number[] = [];
        if (!isFirst) await timeOf(network.key, request(network, 0));
        for (let round = 1; round <= (isFirst ? 1 : sizes.rounds); round += 1) {
          await before?.(client, network, round, (request) => timeOf(network.key, request));
          roundTimes.push(await timeOf(network.key, request(network, round)));
        }
        times.push(median(roundTimes));
      }
      printCurve(name, sizes.hosts, times, print);
    }
    printHead(`${whole(sizes.hostsOfMany)} hosts`, sizes.networks, 'networks', print);
    const keys = [];
    for (const count of sizes.networks) {
      report(`an organization with ${whole(count)} networks …`);
      keys.push(await addKey(client, await addManyHosts(client, sizes.hostsOfMany, count)));
    }
    await client.query('VACUUM ANALYZE');
    for (const path of [
      '/api/v1/dashboard/summary',
      '/api/v1/hosts?limit=50&search=host-77',
      '/api/v1/hosts?limit=50',
    ]) {
      const times: number[] = [];
      for (const key of keys) {
        const roundTimes: number[] = [];
        for (let round = 0; round <= sizes.rounds; round += 1) roundTimes.push(await timeOf(key, { path }));
        times.push(median(roundTimes.slice(1)));
      }
      printCurve(path, sizes.networks, times, print);
    }
  } finally {
    await client.end();
  }
}

/** Changes every host and interface of the network, so that each has a past state. */
async function changeAll(client: Client, network: DemoNetwork): Promise<Network> {
  const now = async () => (await client.query<{ at: Date }>('SELECT clock_timestamp() AS at')).rows[0]!.at;
  const changedAt = await now();
  for (const change of ["hosts SET description = 'changed'", "interfaces SET if_alias = 'changed'"])
    await client.query(`UPDATE ${change} WHERE network_id = $1`, [network.id]);
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<{ host_id: string }>(
    'SELECT host_id FROM ip_addresses WHERE network_id = $1 GROUP BY host_id ORDER BY count(*) DESC, host_id LIMIT 2',
    [network.id],
  );
  return { ...network, changedAt, endedAt: await now(), ends: [rows[0]!.host_id, rows[1]!.host_id] };
}

function printHead(name: string, sizes: readonly number[], unit: string, print: (line: string) => void): void {
  const heads = sizes.map((size) => `${whole(size)} ${unit}`.padStart(16));
  print(`${name.padEnd(42)}${heads.join('')}   exponent`);
}

function printCurve(
  name: string,
  sizes: readonly number[],
  times: readonly number[],
  print: (line: string) => void,
): void {
  const exponent = slopeOf(sizes.map((size, at) => [Math.log(size), Math.log(times[at]!)]));
  print(
    `  ${name.padEnd(40)}${times.map((time) => milliseconds(time).padStart(16)).join('')}   ${exponent.toFixed(2)}`,
  );
}
