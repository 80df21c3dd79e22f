// A run of the agent over simulated switches, and the resulting map: an aggregate is one link with its members, a ring
// has one blocked link, and two switches are a VRRP pair and OSPF neighbors.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { dbFor } from '../../src/data/tenancy/scoped-db';
import { readDevice, trySnmp } from '../../src/agent/sources/snmp';
import { resolveNeighborsOfFinishedRuns } from '../../src/modules/jobs';
import { RowsAside } from '../../src/platform/process/rows-aside';
import { createViewer } from '../support/viewers';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { closeAll, freePort, startSimulator } from './sources/snmp/simulator';
import { newFolder, noCollectors, removeFolder, startAgent } from './support/agent';

let world: World;
let daemon: DaemonCaller;
let folder: string;
let port: number;

/** IANA ifType of an aggregate. */
const lag = 161;
const blocking = 2;
const forwarding = 5;

interface Switch {
  readonly address: string;
  /** The last octet of the switch's addresses. */
  readonly id: number;
  /** ifIndex, name and ifType of each port. */
  readonly ports: readonly (readonly [number, string, number])[];
  /** LLDP neighbors: ifIndex of the local port, number of the remote switch, and name of the remote port. */
  readonly heard: readonly (readonly [number, number, string])[];
  /** By the ifIndex of a port: the ifIndex of the aggregate of which LACP reports the port as a member. */
  readonly attached?: Readonly<Record<number, number>>;
  /** Rows of ifStackTable: ifIndex of the higher layer and ifIndex of the lower layer. */
  readonly layers?: readonly (readonly [number, number])[];
  /** STP states by the ifIndex of the port. The ports' bridge port numbers start at 61. */
  readonly states: Readonly<Record<number, number>>;
  readonly rootPort: number;
  /** For a router: last octets of its own and its peer's address, and vrrpOperState (2 backup, 3 master). */
  readonly routes?: { readonly own: number; readonly peer: number; readonly state: 2 | 3 };
  /** Whether the switch's ARP table contains the virtual address of the VRRP group. */
  readonly hasHeard?: boolean;
}

const block = '10.177.9';
const virtual = `${block}.1`;
const routedPort = 3;

const chassisOf = (id: number) => `001b2100${id.toString(16).padStart(2, '0')}00`;
const portMac = (id: number, ifIndex: number) =>
  `001b2100${id.toString(16).padStart(2, '0')}${ifIndex.toString(16).padStart(2, '0')}`;

function recordOf({
  id,
  ports,
  heard,
  attached = {},
  layers = [],
  states,
  rootPort,
  routes,
  hasHeard,
}: Switch): string {
  const lines: string[] = [];
  const add = (oid: string, type: string, value: string | number) => lines.push(`${oid}|${type}|${value}`);
  add('1.3.6.1.2.1.1.1.0', '4', 'A switch of a ring');
  add('1.3.6.1.2.1.1.5.0', '4', `ring-${id}`);
  for (const [index, name, type] of ports) {
    add(`1.3.6.1.2.1.2.2.1.2.${index}`, '4', name);
    add(`1.3.6.1.2.1.2.2.1.3.${index}`, '2', type);
    add(`1.3.6.1.2.1.2.2.1.4.${index}`, '2', 9216);
    add(`1.3.6.1.2.1.2.2.1.6.${index}`, '4x', portMac(id, index));
    add(`1.3.6.1.2.1.2.2.1.8.${index}`, '2', 1);
    add(`1.3.6.1.2.1.31.1.1.1.1.${index}`, '4', name);
    add(`1.3.6.1.2.1.10.7.2.1.19.${index}`, '2', 3);
    add(`1.0.8802.1.1.2.1.3.7.1.2.${index}`, '2', 5);
    add(`1.0.8802.1.1.2.1.3.7.1.3.${index}`, '4', name);
  }
  add('1.0.8802.1.1.2.1.3.1.0', '2', 4);
  add('1.0.8802.1.1.2.1.3.2.0', '4x', chassisOf(id));
  for (const [index, far, farPort] of heard) {
    const row = `0.${index}.1`;
    add(`1.0.8802.1.1.2.1.4.1.1.4.${row}`, '2', 4);
    add(`1.0.8802.1.1.2.1.4.1.1.5.${row}`, '4x', chassisOf(far));
    add(`1.0.8802.1.1.2.1.4.1.1.6.${row}`, '2', 5);
    add(`1.0.8802.1.1.2.1.4.1.1.7.${row}`, '4', farPort);
    add(`1.0.8802.1.1.2.1.4.1.1.9.${row}`, '4', `ring-${far}`);
  }
  for (const [index, aggregate] of Object.entries(attached))
    add(`1.2.840.10006.300.43.1.2.1.1.13.${index}`, '2', aggregate);
  for (const [higher, lower] of layers) add(`1.3.6.1.2.1.31.1.2.1.3.${higher}.${lower}`, '2', 1);
  for (const [at, [index, state]] of Object.entries(states).entries()) {
    add(`1.3.6.1.2.1.17.1.4.1.2.${61 + at}`, '2', index);
    add(`1.3.6.1.2.1.17.2.15.1.3.${61 + at}`, '2', state);
  }
  add('1.3.6.1.2.1.17.2.5.0', '4x', `8000${chassisOf(1)}`);
  add('1.3.6.1.2.1.17.2.6.0', '2', rootPort === 0 ? 0 : 4);
  add('1.3.6.1.2.1.17.2.7.0', '2', rootPort);
  if (routes) {
    const { own, peer, state } = routes;
    add(`1.3.6.1.2.1.4.20.1.2.${block}.${own}`, '2', routedPort);
    add(`1.3.6.1.2.1.4.20.1.3.${block}.${own}`, '64', '255.255.255.0');
    add(`1.3.6.1.2.1.14.10.1.3.${block}.${peer}.0`, '64', `${block}.${peer}`);
    add(`1.3.6.1.2.1.14.10.1.6.${block}.${peer}.0`, '2', 8);
    add(`1.3.6.1.2.1.68.1.3.1.3.${routedPort}.10`, '2', state);
    add(`1.3.6.1.2.1.68.1.3.1.5.${routedPort}.10`, '2', 100);
    add(`1.3.6.1.2.1.68.1.4.1.2.${routedPort}.10.${virtual}`, '2', 1);
  }
  if (hasHeard) {
    add(`1.3.6.1.2.1.4.22.1.2.1.${virtual}`, '4x', '00005e00010a');
    add(`1.3.6.1.2.1.4.22.1.4.1.${virtual}`, '2', 3);
  }
  const pathOf = (line: string) => line.split('|')[0]!.split('.').map(Number);
  const inOrder = (a: string, b: string) => {
    const [one, two] = [pathOf(a), pathOf(b)];
    for (let at = 0; at < one.length && at < two.length; at++) if (one[at] !== two[at]) return one[at]! - two[at]!;
    return one.length - two.length;
  };
  return `${lines.sort(inOrder).join('\n')}\n`;
}

/**
 * A ring of three switches. Switch 1 and switch 2 are connected by an aggregate of two cables, and switch 3 blocks its
 * second port.
 */
const ring: readonly Switch[] = [
  {
    ...{
      address: '127.0.0.31',
      id: 1,
      rootPort: 0,
      routes: { own: 2, peer: 3, state: 3 },
      attached: { 1: 100, 2: 100, 3: 0 },
    },
    ports: [
      ...([
        [1, 'ge1', 6],
        [2, 'ge2', 6],
        [3, 'ge3', 6],
        [100, 'lag1', lag],
      ] as const),
    ],
    heard: [
      ...([
        [1, 2, 'ge1'],
        [2, 2, 'ge2'],
        [3, 3, 'ge1'],
      ] as const),
    ],
    states: { 3: forwarding, 100: forwarding },
  },
  {
    ...{
      address: '127.0.0.32',
      id: 2,
      rootPort: 62,
      routes: { own: 3, peer: 2, state: 2 },
      layers: [
        ...([
          [100, 1],
          [100, 2],
        ] as const),
      ],
    },
    ports: [
      ...([
        [1, 'ge1', 6],
        [2, 'ge2', 6],
        [3, 'ge3', 6],
        [100, 'po1', lag],
      ] as const),
    ],
    heard: [
      ...([
        [1, 1, 'ge1'],
        [2, 1, 'ge2'],
        [3, 3, 'ge2'],
      ] as const),
    ],
    states: { 3: forwarding, 100: forwarding },
  },
  {
    ...{ address: '127.0.0.33', id: 3, rootPort: 61, hasHeard: true },
    ports: [
      ...([
        [1, 'ge1', 6],
        [2, 'ge2', 6],
      ] as const),
    ],
    heard: [
      ...([
        [1, 1, 'ge3'],
        [2, 2, 'ge3'],
      ] as const),
    ],
    states: { 1: forwarding, 2: blocking },
  },
];

beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon({ isRegistered: false });
  folder = newFolder();
  port = await freePort();
  for (const one of ring) {
    const file = path.join(folder, `ring-${one.id}.snmprec`);
    writeFileSync(file, recordOf(one));
    await startSimulator(one.address, port, file);
  }
  const { phase } = (await startAgent({
    ...{ server: new URL(world.url), key: daemon.credential.key!, state: newFolder(), once: true },
    allow: ring.map(({ address }) => address),
    settings: {
      ...{ rate: 10_000, allPorts: false, ports: [1], dockerSocket: '/none' },
      credentials: [{ version: 'v2c', community: 'public', port }],
    },
    collectors: { ...noCollectors, trySnmp, readDevice },
  }).ended)!;
  expect(phase).toBe('Complete');
  const rethrow = (error: unknown) => {
    throw error;
  };
  await resolveNeighborsOfFinishedRuns(dbFor(world.prisma, createViewer(world)), new Date(), new RowsAside(rethrow));
});
afterAll(async () => {
  await closeAll();
  await world.close();
  removeFolder(folder);
});

const graphOf = async (options: string) => {
  const ends = 'sourceInterface { displayName host { sysName } }';
  const { topologies } = await world.owner.query(`{
    topologies(networkId: "${world.networkId}", first: 1) { nodes { graph(view: L2Physical ${options}) {
      nodes { ... on InterfaceElement { interface { ifName host { sysName } } } }
      edges { edgeType
        ... on PhysicalLinkEdge { isBlocked ${ends} targetInterface { displayName host { sysName } }
          sourceAggregate { displayName } targetAggregate { displayName } }
        ... on AggregateLinkEdge { isBlocked ${ends} targetAggregate { displayName host { sysName } } sourceMemberIds targetMemberIds } } } } }
  }`);
  return topologies.nodes[0].graph;
};
interface End {
  readonly displayName: string;
  readonly host: { readonly sysName: string };
}
interface Link {
  readonly edgeType: string;
  readonly isBlocked: boolean;
  readonly sourceInterface: End;
  readonly targetInterface: End;
}
const nameOf = ({ displayName, host }: End) => `${host.sysName} ${displayName}`;

test('the run has stored the root, the root ports and the aggregates of the ring', async () => {
  const record = await world.prisma.discovery.findFirstOrThrow({
    where: { networkId: world.networkId, runType: 'Historical' },
  });
  expect(record.results).toMatchObject({ phase: 'Complete' });
  const hosts = await world.prisma.host.findMany({
    where: { networkId: world.networkId, sysName: { startsWith: 'ring-' } },
    orderBy: { sysName: 'asc' },
    select: {
      ...{ sysName: true, stpRootBridgeId: true, stpRootCost: true },
      interfaces: { where: { isStpRootPort: true }, select: { ifName: true, mtu: true, duplex: true } },
    },
  });
  const root = '32768/00:1b:21:00:01:00';
  const port = (ifName: string) => ({ ifName, mtu: 9216, duplex: 'Full' });
  expect(hosts).toEqual([
    { sysName: 'ring-1', stpRootBridgeId: root, stpRootCost: 0, interfaces: [] },
    { sysName: 'ring-2', stpRootBridgeId: root, stpRootCost: 4, interfaces: [port('po1')] },
    { sysName: 'ring-3', stpRootBridgeId: root, stpRootCost: 4, interfaces: [port('ge1')] },
  ]);
});

test('the map has the cables of the ring, one of them blocked, and the members of the aggregate', async () => {
  const { edges, nodes } = await graphOf('');
  const lines = (edges as Link[]).map(
    ({ edgeType, isBlocked, sourceInterface, targetInterface }) =>
      `${edgeType} ${[nameOf(sourceInterface), nameOf(targetInterface)].sort().join(' - ')}${isBlocked ? ' blocked' : ''}`,
  );
  expect(lines.sort()).toEqual([
    'PhysicalLink ring-1 ge1 - ring-2 ge1',
    'PhysicalLink ring-1 ge2 - ring-2 ge2',
    'PhysicalLink ring-1 ge3 - ring-3 ge1',
    'PhysicalLink ring-2 ge3 - ring-3 ge2 blocked',
  ]);
  const members = edges.filter((edge: { sourceAggregate: object | null }) => edge.sourceAggregate);
  expect(
    members.map((edge: Record<string, { displayName: string }>) =>
      [edge.sourceAggregate!.displayName, edge.targetAggregate!.displayName].sort(),
    ),
  ).toEqual([
    ['lag1', 'po1'],
    ['lag1', 'po1'],
  ]);
  const names = nodes.flatMap((node: { interface?: { ifName: string } }) => node.interface?.ifName ?? []);
  expect(names).not.toContain('lag1');
});

test('on request, the aggregate is drawn as one link with two members, and its ports are drawn', async () => {
  const { edges, nodes } = await graphOf(', options: { optionalEdgeTypes: [AggregateLink] }');
  const aggregates = edges.filter(({ edgeType }: Link) => edgeType === 'AggregateLink');
  expect(aggregates).toHaveLength(1);
  const [{ isBlocked, sourceInterface, targetAggregate, sourceMemberIds, targetMemberIds }] = aggregates;
  expect([nameOf(sourceInterface), nameOf(targetAggregate)].sort()).toEqual(['ring-1 lag1', 'ring-2 po1']);
  expect([isBlocked, sourceMemberIds.length, targetMemberIds.length]).toEqual([false, 2, 2]);
  expect(edges).toHaveLength(5);
  const names = nodes.flatMap((node: { interface?: { ifName: string } }) => node.interface?.ifName ?? []);
  expect(names).toEqual(expect.arrayContaining(['lag1', 'po1']));
});

test('the VRRP pair and the OSPF routers are shown on the map and in REST; their shared address is no host', async () => {
  const document = `{
    fhrpGroups(networkId: "${world.networkId}") { nodes { protocol groupNumber virtualAddresses members { state host { sysName } } } }
    hosts(networkId: "${world.networkId}", filter: { ipAddresses: { some: { ipAddress: { eq: "${virtual}" } } } }) { totalCount }
    topologies(networkId: "${world.networkId}", first: 1) { nodes {
      l2: graph(view: L2Physical, optionalEdgeTypes: [AggregateLink, RoutingNeighbor]) { edges { edgeType label } }
      l3: graph(view: L3Logical, optionalEdgeTypes: [RoutingNeighbor]) { edges { edgeType label } }
      svg: graph(view: L2Physical, optionalEdgeTypes: [AggregateLink, RoutingNeighbor]) { export(format: Svg) }
    } }
  }`;
  const { fhrpGroups, hosts, topologies } = await world.owner.query(document);
  const [group] = fhrpGroups.nodes;
  expect(group).toMatchObject({ protocol: 'Vrrp2', groupNumber: 10, virtualAddresses: [virtual] });
  const members = (group.members as { state: string; host: { sysName: string } }[]).map(
    ({ state, host }) => `${host.sysName} ${state}`,
  );
  expect([fhrpGroups.nodes.length, members.sort()]).toEqual([1, ['ring-1 Master', 'ring-2 Backup']]);
  expect(hosts.totalCount).toBe(0);
  const [{ l2, l3, svg }] = topologies.nodes;
  const kinds = (edges: { edgeType: string }[]) => edges.map(({ edgeType }) => edgeType).sort();
  expect(kinds(l2.edges)).toEqual(['AggregateLink', ...Array<string>(4).fill('PhysicalLink'), 'RoutingNeighbor']);
  const routing = (l3.edges as { edgeType: string }[]).filter(({ edgeType }) => edgeType === 'RoutingNeighbor');
  expect(routing).toEqual([{ edgeType: 'RoutingNeighbor', label: 'OSPF Full' }]);
  for (const words of ['Aggregate link', 'Routing neighbour', 'Link blocked by the spanning tree'])
    expect([words, (svg.export as string).includes(words)]).toEqual([words, true]);

  const list = async (path: string) => (await world.owner.rest.get(`${path}?network_id=${world.networkId}`)).body.data;
  expect(await list('/fhrp-groups')).toMatchObject([{ virtual_addresses: [virtual] }]);
  expect(await list('/routing-neighbors')).toMatchObject([
    { protocol: 'Ospf', state: 'Full' },
    { protocol: 'Ospf', state: 'Full' },
  ]);
});
