// Links that are down are stored but not drawn. They locate no machine: `locate` and the physical view are as without
// them, now and at a past instant.
import fc from 'fast-check';
import { createWorld, type World } from '../../../support/world';
import { databaseInstant } from '../../../support/instants';

let world: World;
const macOf = (number: number) => `3c:52:82:00:00:${number.toString(16).padStart(2, '0')}`;
/** Ids of hosts by name, such as `access`, and of ports by host and port, such as `access 1`. */
const ids: Record<string, string> = {};
const machines = ['pc', 'printer', 'camera'] as const;
const devices = ['core', 'access', 'edge'] as const;

async function addHost(name: string, ports: Readonly<Record<string, object>>): Promise<void> {
  const { networkId } = world;
  ids[name] = (await world.prisma.host.create({ data: { networkId, name } })).id;
  for (const [ifName, columns] of Object.entries(ports)) {
    const port = await world.prisma.interface.create({ data: { networkId, hostId: ids[name]!, ifName, ...columns } });
    ids[`${name} ${ifName}`] = port.id;
  }
}

beforeAll(async () => {
  world = await createWorld();
  await addHost('core', { 1: { fdbMacs: [1, 2, 3].map(macOf) }, 2: { fdbMacs: [macOf(3)] } });
  await addHost('access', { 1: { fdbMacs: [macOf(3)] }, 2: { fdbMacs: [macOf(1)] }, 3: { fdbMacs: [macOf(2)] } });
  await addHost('edge', { 1: { fdbMacs: [1, 2].map(macOf) }, 2: { fdbMacs: [macOf(3)] } });
  for (const [at, name] of machines.entries()) await addHost(name, { 1: { macAddress: macOf(at + 1) } });
});
afterEach(() => world.prisma.interfaceNeighbor.deleteMany({ where: { networkId: world.networkId } }));
afterAll(() => world.close());

/** A link from a port to a port (`core 1`) or to a host (`core`). */
interface TestLink {
  readonly from: string;
  readonly to: string;
  readonly isDown: boolean;
}
const addLinks = async (links: readonly TestLink[]): Promise<void> => {
  await world.prisma.interfaceNeighbor.createMany({
    data: links.map(({ from, to, isDown }) => ({
      ...{ networkId: world.networkId, interfaceId: ids[from]!, protocol: 'LLDP' as const },
      ...(to.includes(' ') ? { remoteInterfaceId: ids[to]! } : { remoteHostId: ids[to]! }),
      downSince: isDown ? new Date() : null,
    })),
  });
};

interface DrawnPort {
  readonly ifName: string;
  readonly host: { readonly name: string };
}
const nameOf = ({ ifName, host }: DrawnPort) => `${host.name} ${ifName}`;

/** The answer of `locate` for each machine. */
async function locations(at?: Date): Promise<Record<string, { readonly ports: readonly { interface: DrawnPort }[] }>> {
  const [variable, directive] = at ? [', $at: DateTime!', '@at(instant: $at)'] : ['', ''];
  const located = machines.map(
    (name) => `${name}: locate(networkId: $networkId, text: "${name}") { note ports { ...P } passing { ...P } }`,
  );
  return world.viewer.query(
    `query($networkId: UUID!${variable}) ${directive} { ${located.join(' ')} }
    fragment P on LocationPort { evidence interface { ifName host { name } } farHost { name } }`,
    { networkId: world.networkId, ...(at && { at }) },
  );
}

/** The machines that the physical view draws at ports that have learned their MAC address, and these ports. */
async function drawnPorts(at?: Date): Promise<Record<string, string[]>> {
  const { id } = await world.prisma.topology.findFirstOrThrow({
    where: { networkId: world.networkId, snapshotId: null },
  });
  const [variable, directive] = at ? [', $at: DateTime!', '@at(instant: $at)'] : ['', ''];
  const { topology } = (await world.viewer.query(
    `query Drawn($id: UUID!${variable}) ${directive} { topology(id: $id) {
      graph(view: L2Physical, optionalEdgeTypes: [LearnedMachine]) {
        edges { ... on LearnedMachineEdge { host { name } interface { ifName host { name } } } } } } }`,
    { id, ...(at && { at }) },
  )) as { topology: { graph: { edges: { host?: { name: string }; interface?: DrawnPort }[] } } };
  const drawn = topology.graph.edges.flatMap(({ host, interface: port }) =>
    host && port ? [{ name: host.name, port: nameOf(port) }] : [],
  );
  return Object.fromEntries(
    [...Map.groupBy(drawn, ({ name }) => name)].map(([name, ports]) => [name, ports.map(({ port }) => port).sort()]),
  );
}

/** Adds the links, then deletes those that are down, and expects the same answers before and after. */
async function expectSameWithoutDownLinks(links: readonly TestLink[]): Promise<void> {
  await addLinks(links);
  const [withLinks, drawnWithLinks] = [await locations(), await drawnPorts()];
  const instant = await databaseInstant(world.prisma);
  for (const [name, ports] of Object.entries(drawnWithLinks))
    expect([name, withLinks[name]!.ports.map((port) => nameOf(port.interface)).sort()]).toEqual([name, ports]);
  await world.prisma.interfaceNeighbor.deleteMany({
    where: { networkId: world.networkId, NOT: { downSince: null } },
  });
  expect(withLinks).toEqual(await locations());
  expect(drawnWithLinks).toEqual(await drawnPorts());
  expect(await locations(instant)).toEqual(withLinks);
  expect(await drawnPorts(instant)).toEqual(drawnWithLinks);
  await world.prisma.interfaceNeighbor.deleteMany({ where: { networkId: world.networkId } });
}

const uplink = { from: 'access 1', to: 'core 1' };
test.each([
  ['from a switch port to the machine', { from: 'access 3', to: 'pc' }],
  ['from a switch port to the port of the machine', { from: 'access 3', to: 'pc 1' }],
  ['from the port of the machine to a switch port', { from: 'pc 1', to: 'access 3' }],
  ['from a switch port to a switch', { from: 'access 2', to: 'edge' }],
  ['from a switch port to the port of a switch', { from: 'access 2', to: 'edge 2' }],
  ['from the port of a switch to a switch port', { from: 'edge 2', to: 'access 2' }],
])('a link that is down, %s, locates nothing; the same link locates when it is up', async (_which, ends) => {
  await addLinks([{ ...uplink, isDown: false }]);
  const before = await locations();
  await addLinks([{ ...ends, isDown: false }]);
  expect(await locations()).not.toEqual(before);
  await world.prisma.interfaceNeighbor.deleteMany({ where: { networkId: world.networkId } });
  await expectSameWithoutDownLinks([
    { ...uplink, isDown: false },
    { ...ends, isDown: true },
  ]);
});

test('with any links, some of them down, the answers are as without those that are down', async () => {
  const ports = ['core 1', 'core 2', 'access 1', 'access 2', 'access 3', 'edge 1', 'edge 2'];
  const ends = [...ports, ...machines.map((name) => `${name} 1`), ...machines, ...devices];
  const hostOf = (end: string) => end.split(' ')[0];
  const links = fc
    .uniqueArray(fc.record({ from: fc.constantFrom(...ports), to: fc.constantFrom(...ends), isDown: fc.boolean() }), {
      maxLength: 6,
      selector: ({ from, to }) => [from, to].sort().join(),
    })
    .map((drawn) => drawn.filter(({ from, to }) => hostOf(from) !== hostOf(to)));
  await fc.assert(fc.asyncProperty(links, expectSameWithoutDownLinks), { numRuns: 25 });
}, 120_000);

test.each([
  ['is down', true, ['closet 1']],
  ['is up', false, []],
])('a former port whose link to a switch %s', async (_state, isDown, expectedPorts) => {
  const mac = macOf(isDown ? 9 : 10);
  await addHost('closet', { 1: { fdbMacs: [mac] } });
  await addHost('hall', { 1: { fdbMacs: [mac] } });
  await addLinks([{ from: 'closet 1', to: 'hall', isDown }]);
  await world.prisma.interface.update({ where: { id: ids['closet 1']! }, data: { fdbMacs: [] } });
  const answer = (await world.viewer.query(
    `query($networkId: UUID!, $text: String!) { locate(networkId: $networkId, text: $text) {
      earlier { interface { ifName host { name } } } } }`,
    { networkId: world.networkId, text: mac },
  )) as { locate: { earlier: { interface: DrawnPort }[] } };
  expect(answer.locate.earlier.map((stay) => nameOf(stay.interface))).toEqual(expectedPorts);
});
