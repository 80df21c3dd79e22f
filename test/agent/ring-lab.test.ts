// A run of the agent in a ring of switches in network namespaces: an aggregate is one link, the port that the kernel's
// spanning tree blocks is reported, a VRRP pair and two OSPF routers are recognized, and nothing else is stored.
import { inventoryDiff, type Change } from '../support/inventory-diff';
import { requirement } from '../support/requirement';
import { createWorld, type World } from '../support/world';
import { discoverAndResolve } from './lab/discover-and-resolve';
import { whyNoNamespaces } from './lab/namespace-lab';
import { fingerprintsOf, readPicture, readStoredRows } from './lab/picture';
import { aggregate, members, RingLab, routers, virtual } from './lab/ring-lab';
import { cableText, expectedPicture, knownCables } from './lab/truth';

const refusal = whyNoNamespaces();
const { test: check } = requirement(`network namespaces: ${refusal}`, refusal === undefined);
let world: World;
let lab: RingLab;

beforeAll(async () => {
  if (refusal !== undefined) return;
  world = await createWorld();
  lab = new RingLab(world);
  await lab.build();
});
afterAll(async () => {
  try {
    await lab?.tearDown();
  } finally {
    await world?.close();
  }
});

const discover = () => discoverAndResolve(lab, world);

interface End {
  readonly ifName: string;
  readonly host: { readonly sysName: string | null };
}
interface Edge {
  readonly edgeType: string;
  readonly label: string | null;
  readonly isBlocked?: boolean;
  readonly sourceInterface?: End;
  readonly targetInterface?: End;
  readonly sourceAggregate?: End | null;
  readonly targetAggregate?: End | null;
  readonly sourceEntityId?: string;
  readonly targetEntityId?: string;
  readonly sourceMemberIds?: readonly string[];
  readonly targetMemberIds?: readonly string[];
}
const nameOf = ({ ifName, host }: End) => `${host.sysName} ${ifName}`;

async function edges(view: 'L2Physical' | 'L3Logical', options = ''): Promise<Edge[]> {
  const end = '{ ifName host { sysName } }';
  const { topologies } = await world.owner.query(
    `query($network: UUID!) { topologies(networkId: $network, first: 1) { nodes { graph(view: ${view} ${options}) { edges {
      edgeType label
      ... on PhysicalLinkEdge { isBlocked sourceInterface ${end} targetInterface ${end}
        sourceEntityId targetEntityId sourceAggregate ${end} targetAggregate ${end} }
      ... on AggregateLinkEdge { isBlocked sourceInterface ${end} targetAggregate ${end} sourceMemberIds targetMemberIds }
    } } } } }`,
    { network: world.networkId },
  );
  return topologies.nodes[0].graph.edges;
}
const list = async (path: string) => {
  const reply = await world.owner.rest.get(`${path}?network_id=${world.networkId}`);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data as Record<string, unknown>[];
};

check('machines, ports, cables and subnets are those of the ring, and none besides', async () => {
  await discover();
  const { machines, cables, links, subnets } = await readPicture(world, lab);
  expect({ machines, cables, links, subnets }).toEqual(expectedPicture(lab, knownCables(lab)));
  const run = await world.prisma.discovery.findFirstOrThrow({
    where: { networkId: world.networkId, runType: 'Historical' },
  });
  expect(run.results).toMatchObject({ phase: 'Complete', warnings: [] });
});

check('the aggregate is one link where that is asked for, and its cables say what they are members of', async () => {
  const cables = (await edges('L2Physical')).filter(({ sourceAggregate }) => sourceAggregate);
  const [a, b] = routers.map(({ node }) => node);
  expect(cables.map(({ sourceInterface, targetInterface }) => textOf(sourceInterface, targetInterface)).sort()).toEqual(
    members.map((port) => cableText(`${a} ${port}`, `${b} ${port}`)).sort(),
  );
  for (const { sourceAggregate, targetAggregate } of cables)
    expect(textOf(sourceAggregate, targetAggregate)).toBe(cableText(`${a} ${aggregate}`, `${b} ${aggregate}`));
  const all = await edges('L2Physical', ', options: { optionalEdgeTypes: [AggregateLink] }');
  const [link, ...others] = all.filter(({ edgeType }) => edgeType === 'AggregateLink');
  expect(others).toEqual([]);
  expect(textOf(link!.sourceInterface, link!.targetAggregate)).toBe(
    cableText(`${a} ${aggregate}`, `${b} ${aggregate}`),
  );
  expect(link!.isBlocked).toBe(false);
  const ends = cables.flatMap(({ sourceEntityId, targetEntityId }) => [sourceEntityId, targetEntityId]);
  expect([...link!.sourceMemberIds!, ...link!.targetMemberIds!].sort()).toEqual(ends.sort());
});

check(
  'the one link with the port that the kernel blocks is blocked, and its root is the one of the kernel',
  async () => {
    const blockedEdges = (await edges('L2Physical')).filter(({ isBlocked }) => isBlocked);
    const [port] = await lab.blockedPorts();
    const cable = lab.truth.links.find(({ a, aPort, b, bPort }) => [`${a} ${aPort}`, `${b} ${bPort}`].includes(port!))!;
    expect(
      blockedEdges.map(({ sourceInterface, targetInterface }) => textOf(sourceInterface, targetInterface)),
    ).toEqual([cableText(`${cable.a} ${cable.aPort}`, `${cable.b} ${cable.bPort}`)]);
    const rows = await list('/hosts');
    const switches = rows.filter(({ sys_name }) => lab.truth.speaksSnmp.includes(sys_name as string));
    const root = `32768/${lab.truth.nodes.sw1!.find(({ name }) => name === 'br0')!.mac}`;
    expect(switches.map(({ stp_root_bridge_id }) => stp_root_bridge_id)).toEqual([root, root, root]);
  },
);

check('the VRRP pair shares an address, which is no host of its own', async () => {
  const { fhrpGroups, hosts } = await world.owner.query(
    `query($network: UUID!, $address: String!) {
      fhrpGroups(networkId: $network) { nodes { protocol groupNumber virtualAddresses members { state priority host { sysName } } } }
      hosts(networkId: $network, filter: { ipAddresses: { some: { ipAddress: { eq: $address } } } }) { nodes { sysName } }
    }`,
    { network: world.networkId, address: virtual.address },
  );
  const member = ({ node, isMaster }: (typeof routers)[number]) => ({
    ...{ state: isMaster ? 'Master' : 'Backup', priority: isMaster ? 200 : 100 },
    host: { sysName: node },
  });
  expect(fhrpGroups.nodes).toEqual([
    {
      ...{ protocol: 'Vrrp2', groupNumber: virtual.group, virtualAddresses: [virtual.address] },
      members: expect.arrayContaining(routers.map(member)),
    },
  ]);
  expect(fhrpGroups.nodes[0].members).toHaveLength(routers.length);
  // Only the master reports the virtual address as an address of its own, so the address belongs to the master's host.
  expect(hosts.nodes).toEqual([{ sysName: routers[0].node }]);
  expect(await list('/fhrp-groups')).toMatchObject([{ virtual_addresses: [virtual.address] }]);
});

check('the OSPF speakers are neighbours, with their state', async () => {
  const { routingNeighbors } = await world.owner.query(
    `query($network: UUID!) { routingNeighbors(networkId: $network) { nodes {
      protocol state neighborAddress neighborRouterId host { sysName } neighborHost { sysName } } } }`,
    { network: world.networkId },
  );
  const expectedValues = routers.map(({ node, peer }) => {
    const other = routers.find(({ address }) => address === peer)!;
    return {
      ...{ protocol: 'Ospf', state: 'Full', neighborAddress: peer, neighborRouterId: other.routerId },
      ...{ host: { sysName: node }, neighborHost: { sysName: other.node } },
    };
  });
  expect(routingNeighbors.nodes).toHaveLength(expectedValues.length);
  expect(routingNeighbors.nodes).toEqual(expect.arrayContaining(expectedValues));
  for (const view of ['L2Physical', 'L3Logical'] as const) {
    const drawnEdges = await edges(view, ', options: { optionalEdgeTypes: [RoutingNeighbor] }');
    const adjacencies = drawnEdges.filter(({ edgeType }) => edgeType === 'RoutingNeighbor');
    expect([view, adjacencies.map(({ label }) => label)]).toEqual([view, ['OSPF Full']]);
  }
  expect(await list('/routing-neighbors')).toMatchObject(Array(2).fill({ protocol: 'Ospf', state: 'Full' }));
});

check('a second run changes nothing, except where a switch has learned another address since', async () => {
  const before = await readStoredRows(world);
  const since = new Date();
  await discover();
  const diff = await inventoryDiff(world, since, null);
  const learnedNodes = (diff.nodes as Change[]).filter(
    ({ kind, fields }) => kind === 'Interface' && fields.length === 1 && fields[0]!.field === 'fdbMacs',
  );
  expect(diff.nodes).toEqual(learnedNodes);
  for (const { fields } of learnedNodes)
    expect(fields[0]!.to).toEqual(expect.arrayContaining(fields[0]!.from as string[]));
  const learnedIds = learnedNodes.map(({ entityId }) => entityId);
  expect(fingerprintsOf(await readStoredRows(world), learnedIds)).toEqual(fingerprintsOf(before, learnedIds));
});

const textOf = (...ends: readonly (End | null | undefined)[]) => cableText(...ends.map((end) => nameOf(end!)));
