// A run of the agent over two simulated routers with SNMP. The map shows the routers as a VRRP pair and OSPF neighbors,
// and a machine behind the routers.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { replaceVlanNumbers } from '../../src/agent/protocol/deliver';
import { buildHostReport } from '../../src/agent/report/host-report';
import type { Machine } from '../../src/agent/report/machines';
import { SubnetPlan } from '../../src/agent/report/subnets';
import { readDevice, type DeviceFacts } from '../../src/agent/sources/snmp';
import { resolvePendingNeighbors } from '../../src/modules/discovery/runs/neighbors.sql';
import { addFinishedRun } from '../support/discovery-rows';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { closeAll, options, simulate } from './sources/snmp/simulator';
import { newFolder, removeFolder } from './support/agent';

let world: World;
let daemon: DaemonCaller;
let folder: string;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
  folder = newFolder();
});
afterAll(async () => {
  await closeAll();
  await world.close();
  removeFolder(folder);
});

const block = '10.177.1';
const virtual = `${block}.1`;
interface Router {
  readonly name: string;
  readonly last: number;
  readonly peer: number;
  /** vrrpOperState: 2 backup, 3 master. */
  readonly state: 2 | 3;
  readonly priority: number;
}
const routers: readonly Router[] = [
  { name: 'r1', last: 2, peer: 3, state: 3, priority: 200 },
  { name: 'r2', last: 3, peer: 2, state: 2, priority: 100 },
];

/**
 * The SNMP record of a router: system, one port with an address and a cable, a VRRP group, an OSPF neighbor, a
 * connected route and a default route.
 */
const record = ({ name, last, peer, state, priority }: Router): string => {
  const ownAddress = `${block}.${last}`;
  const route = `1.4.${block}.0.24.2.0.0.1.4.0.0.0.0`;
  const fallback = `1.4.0.0.0.0.0.2.0.0.1.4.${block}.254`;
  const routes = ['7', '8', '9', '12'].flatMap((column, at) => [
    `1.3.6.1.2.1.4.24.7.1.${column}.${route}|2|${[1, 3, 2, 0][at]}`,
    `1.3.6.1.2.1.4.24.7.1.${column}.${fallback}|2|${[1, 4, 3, 1][at]}`,
  ]);
  return [
    '1.3.6.1.2.1.1.1.0|4|Router of a test',
    `1.3.6.1.2.1.1.5.0|4|${name}`,
    '1.3.6.1.2.1.2.2.1.2.1|4|ge1',
    '1.3.6.1.2.1.2.2.1.3.1|2|6',
    `1.3.6.1.2.1.2.2.1.6.1|4x|001b2100010${last}`,
    '1.3.6.1.2.1.2.2.1.8.1|2|1',
    '1.3.6.1.2.1.31.1.1.1.1.1|4|ge1',
    `1.3.6.1.2.1.4.20.1.2.${ownAddress}|2|1`,
    `1.3.6.1.2.1.4.20.1.3.${ownAddress}|64|255.255.255.0`,
    ...routes,
    `1.3.6.1.2.1.14.10.1.3.${block}.${peer}.0|64|10.255.0.${peer}`,
    `1.3.6.1.2.1.14.10.1.6.${block}.${peer}.0|2|8`,
    `1.3.6.1.2.1.68.1.3.1.3.1.10|2|${state}`,
    `1.3.6.1.2.1.68.1.3.1.5.1.10|2|${priority}`,
    `1.3.6.1.2.1.68.1.4.1.2.1.10.${virtual}|2|1`,
    // LLDP objects: the router's own chassis and port ge1, and the other router as the neighbor on that port.
    '1.0.8802.1.1.2.1.3.1.0|2|4',
    `1.0.8802.1.1.2.1.3.2.0|4x|001b2100010${last}`,
    '1.0.8802.1.1.2.1.3.7.1.2.1|2|5',
    '1.0.8802.1.1.2.1.3.7.1.3.1|4|ge1',
    '1.0.8802.1.1.2.1.4.1.1.4.0.1.1|2|4',
    `1.0.8802.1.1.2.1.4.1.1.5.0.1.1|4x|001b2100010${peer}`,
    '1.0.8802.1.1.2.1.4.1.1.6.0.1.1|2|5',
    '1.0.8802.1.1.2.1.4.1.1.7.0.1.1|4|ge1',
    '',
  ].join('\n');
};

async function read(router: Router): Promise<DeviceFacts> {
  const file = path.join(folder, `${router.name}.snmprec`);
  writeFileSync(file, record(router));
  const port = await simulate(file);
  return readDevice('127.0.0.1', { version: 'v2c', community: router.name }, options(port));
}

test('a VRRP pair and two OSPF routers are shown on the map as such', async () => {
  const devices = await Promise.all(routers.map(read));
  expect(devices.map(({ incomplete, notes }) => [incomplete, notes])).toEqual([
    [[], []],
    [[], []],
  ]);
  const subnets = new SubnetPlan([], [], devices);
  const report = async (machine: Machine) => {
    const body = buildHostReport(machine, { networkId: world.networkId, subnets, trustsPorts: false });
    const reply = await daemon.rest.post('/hosts/discovery', replaceVlanNumbers(body, new Map()));
    if (reply.status !== 200) throw new Error(reply.story);
    return reply.body.data.id as string;
  };
  const machineOf = (device: DeviceFacts): Machine => ({
    ...{ device, names: [], findings: [], services: [] },
    addresses: device.addresses.map(({ address }) => ({ address, mac: device.interfaces[0]!.mac!, ports: [] })),
  });
  const ids: string[] = [];
  for (const device of devices) ids.push(await report(machineOf(device)));
  const runId = await addFinishedRun(world, daemon.daemonId, world.networkId);
  await world.prisma.discovery.update({ where: { id: runId }, data: { neighborsPending: true } });
  expect(await resolvePendingNeighbors(world.prisma as never, world.networkId)).toBe(true);

  const [first, second] = [...ids].sort();
  const document = `query($networkId: UUID!, $options: TopologyRequestOptionsInput) {
    fhrpGroups(networkId: $networkId) { nodes { protocol virtualAddresses members { state host { displayName } } } }
    subnets(filter: { cidr: { eq: "${block}.0/24" } }) { nodes { routers { displayName } } }
    topologies(filter: { networkId: { eq: $networkId } }) { nodes {
      l2: graph(view: L2Physical, options: $options) { edges { ...of } }
      l3: graph(view: L3Logical, options: $options) { edges { ...of } }
    } }
  }
  fragment of on GraphEdge { edgeType label ... on RoutingAdjacencyEdge {
    hostId neighborHostId routingProtocol states neighborStates neighborHost { displayName } } }`;
  const ask = (optionalEdgeTypes: string[]) =>
    world.owner.query(document, {
      networkId: world.networkId,
      options: { optionalEdgeTypes, hideMetadataValues: {} },
    });
  const { fhrpGroups, subnets: foundSubnets, topologies } = await ask(['RoutingNeighbor']);
  expect(fhrpGroups.nodes).toEqual([
    {
      ...{ protocol: 'Vrrp2', virtualAddresses: [virtual] },
      members: [
        { state: 'Master', host: { displayName: 'r1' } },
        { state: 'Backup', host: { displayName: 'r2' } },
      ],
    },
  ]);
  const names = (foundSubnets.nodes[0].routers as { displayName: string }[]).map(({ displayName }) => displayName);
  expect(names.sort()).toEqual(['r1', 'r2']);
  const adjacency = {
    ...{ edgeType: 'RoutingNeighbor', label: 'OSPF Full', routingProtocol: 'Ospf' },
    ...{ hostId: first, neighborHostId: second, states: ['Full'], neighborStates: ['Full'] },
  };
  const [{ l2, l3 }] = topologies.nodes;
  const kinds = (graph: { edges: { edgeType: string }[] }) => graph.edges.map(({ edgeType }) => edgeType).sort();
  expect(kinds(l2)).toEqual(['PhysicalLink', 'RoutingNeighbor']);
  expect(l2.edges).toEqual(expect.arrayContaining([expect.objectContaining({ ...adjacency })]));
  expect(l3.edges).toMatchObject([adjacency]);
  // By default, a graph has no edges between routing neighbors: they must be requested.
  const [usual] = (await ask([])).topologies.nodes;
  expect([kinds(usual.l2), kinds(usual.l3)]).toEqual([['PhysicalLink'], []]);
});
