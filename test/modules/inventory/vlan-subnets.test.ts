// A VLAN's subnets at every instant equal the subnets that follow from ports and addresses, whoever wrote these rows
// and how.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { databaseInstant } from '../../support/instants';
import { createWorld, type DaemonCaller, type World } from '../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

interface Port {
  readonly id: string;
  readonly hostId: string;
  readonly nativeVlanId: string | null;
  readonly ipAddressId: string | null;
}
interface Address {
  readonly id: string;
  readonly hostId: string;
  readonly subnetId: string;
}
interface StatePeriod {
  readonly from: Date;
  readonly to: Date | null;
}
interface Inventory {
  readonly ports: readonly Port[];
  readonly addresses: readonly Address[];
  readonly vlans: readonly { readonly id: string; readonly networkId: string }[];
  readonly subnets: readonly { readonly id: string; readonly cidr: string }[];
  readonly hosts: readonly { readonly id: string; readonly name: string }[];
}

/**
 * All past and present states of the rows of a table. Their order is fixed, so that a random pick can be repeated.
 */
const statesOf = <T>(table: string, columns: string): Promise<(T & StatePeriod)[]> =>
  world.prisma.$queryRawUnsafe(
    `SELECT ${columns}, created_at, valid_from AS "from", valid_to AS "to" FROM ${table} WHERE network_id = ANY($1::uuid[])
     UNION ALL SELECT ${columns}, created_at, valid_from, valid_to FROM ${table}_revisions WHERE network_id = ANY($1::uuid[])
     ORDER BY created_at, id, "from"`,
    [world.networkId, world.otherNetworkId],
  );

/** Reads the past and present states of all rows. Returns a function that selects the states at an instant. */
async function createEverything(): Promise<(at: Date) => Inventory> {
  const [ports, addresses, vlans, subnets, hosts] = await Promise.all([
    statesOf<Port>(
      'interfaces',
      'id, host_id AS "hostId", native_vlan_id AS "nativeVlanId", ip_address_id AS "ipAddressId"',
    ),
    statesOf<Address>('ip_addresses', 'id, host_id AS "hostId", subnet_id AS "subnetId"'),
    statesOf<Inventory['vlans'][0]>('vlans', 'id, network_id AS "networkId"'),
    statesOf<Inventory['subnets'][0]>('subnets', 'id, text(cidr) AS cidr'),
    statesOf<Inventory['hosts'][0]>('hosts', 'id, name'),
  ]);
  const asOf = <T extends StatePeriod>(rows: readonly T[], at: Date) =>
    rows.filter(({ from, to }) => from <= at && (to === null || to > at));
  return (at) => ({
    ...{ ports: asOf(ports, at), addresses: asOf(addresses, at), vlans: asOf(vlans, at) },
    ...{ subnets: asOf(subnets, at), hosts: asOf(hosts, at) },
  });
}

type Links = Readonly<Record<string, readonly string[]>>;
/** Derives the links between VLANs and subnets from ports and addresses. The keys are ids of VLANs or of subnets. */
function deriveVlans({ ports, addresses, vlans, subnets }: Inventory, by: 'vlan' | 'subnet'): Links {
  const pairs = ports.flatMap(({ nativeVlanId, ipAddressId }) =>
    addresses.filter(({ id }) => id === ipAddressId).map(({ subnetId }) => ({ vlan: nativeVlanId, subnet: subnetId })),
  );
  const [rows, other] = by === 'vlan' ? [vlans, 'subnet' as const] : [subnets, 'vlan' as const];
  return Object.fromEntries(
    rows.map(({ id }) => [
      id,
      [...new Set(pairs.filter((pair) => pair[by] === id).flatMap((pair) => pair[other] ?? []))].sort(),
    ]),
  );
}

/** The links between VLANs and subnets that REST and GraphQL return, now or as of an instant. */
async function readAnswer(at?: Date) {
  const parameters = at ? `&at=${at.toISOString()}` : '';
  const [rest, graph] = await Promise.all([
    world.viewer.rest.get(`/vlans?limit=0${parameters}`),
    world.viewer.query(
      `query ${at ? `@at(instant: "${at.toISOString()}")` : ''} {
      vlans(first: 1000) { nodes { id subnetIds subnets { id } } }
      subnets(first: 1000) { nodes { id vlanIds vlans { id } } }
      linked: vlans(first: 1000, filter: { subnets: { some: {} } }) { nodes { id } }
      bare: vlans(first: 1000, filter: { subnets: { none: {} } }) { nodes { id } }
    }`,
    ),
  ]);
  if (rest.status !== 200) throw new Error(rest.story);
  type Row = { id: string; [list: string]: unknown };
  const idsOf = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id);
  const lists = (rows: Row[], of: (row: Row) => unknown): Links =>
    Object.fromEntries(rows.map((row) => [row.id, of(row) as string[]]));
  const { vlans, subnets, linked, bare } = graph;
  return {
    ...{ rest: lists(rest.body.data, (row) => row.subnet_ids), ids: lists(vlans.nodes, (row) => row.subnetIds) },
    rows: lists(vlans.nodes, (row) => idsOf(row.subnets)),
    ...{ linked: idsOf(linked.nodes).sort(), bare: idsOf(bare.nodes).sort() },
    vlanIds: lists(subnets.nodes, (row) => row.vlanIds),
    vlanRows: lists(subnets.nodes, (row) => idsOf(row.vlans)),
  };
}
function deriveExpected(inventory: Inventory): Awaited<ReturnType<typeof readAnswer>> {
  const [ofVlans, ofSubnets] = [deriveVlans(inventory, 'vlan'), deriveVlans(inventory, 'subnet')];
  const vlansHaving = (count: (length: number) => boolean) =>
    Object.keys(ofVlans)
      .filter((id) => count(ofVlans[id]!.length))
      .sort();
  return {
    ...{ rest: ofVlans, ids: ofVlans, rows: ofVlans, vlanIds: ofSubnets, vlanRows: ofSubnets },
    ...{ linked: vlansHaving((length) => length > 0), bare: vlansHaving((length) => length === 0) },
  };
}

let numbers = 0;
const next = () => (numbers += 1);
type Pick = <T>(list: readonly T[]) => T | undefined;
type StepReply = { readonly status: number; readonly story: string };
type Step = (now: Inventory, pick: Pick) => Promise<StepReply | undefined>;

const inNetwork = () => ({ network_id: world.networkId });
const inOrganization = () => ({ ...inNetwork(), organization_id: world.organizationId });
const vlansHere = ({ vlans }: { readonly vlans: Inventory['vlans'] }) =>
  vlans.filter(({ networkId }) => networkId === world.networkId);
const addressIn = (subnet: { id: string; cidr: string } | undefined) =>
  subnet && {
    subnet_id: subnet.id,
    ip_address: subnet.cidr.replace(/\.0\.0\/16$/, `.${1 + (next() >> 8)}.${numbers & 255}`),
  };
const lan = (subnets: Inventory['subnets'], pick: Pick) => pick(subnets.filter(({ cidr }) => cidr.endsWith('.0.0/16')));
const body = async (path: string, id: string): Promise<Record<string, unknown>> =>
  (await world.member.rest.get(`${path}/${id}`)).body.data;
const remove = (path: string, row: { readonly id: string } | undefined) =>
  row && world.member.rest.delete(`${path}/${row.id}`);
const removeAll = (path: string, rows: readonly ({ readonly id: string } | undefined)[]) =>
  world.member.rest.post(`${path}/bulk-delete`, [...new Set(rows.flatMap((row) => row?.id ?? []))]);
/** Whether the host can be moved or removed, which requires that no daemon runs on it. */
const isMovable = ({ name }: { readonly name: string }) => name !== 'daemon host';
const onHost = (rows: readonly (Port | Address)[], hostId: string | undefined) =>
  rows.filter((row) => row.hostId === hostId);
/** The parts of a host as REST spells them: `count` addresses, and as many ports with these addresses. */
function parts({ vlans, subnets }: Inventory, pick: Pick, count: number) {
  const addresses = Array.from({ length: count }, () => ({ id: randomUUID(), ...addressIn(lan(subnets, pick)) }));
  const interfaces = addresses.map(({ id }, index) => ({
    ...{ if_index: index + 1, if_descr: `port ${index}`, if_name: `p${index}` },
    ...{ ip_address_id: id, native_vlan_id: pick(vlansHere({ vlans }))?.id ?? null },
  }));
  return { ip_addresses: addresses, interfaces };
}

const steps: Readonly<Record<string, Step>> = {
  addVlan: async () =>
    world.member.rest.post('/vlans', { ...inOrganization(), name: 'new', vlan_number: 1 + (next() % 4094) }),
  addSubnet: async () => {
    const cidr = `10.${next() % 250}.0.0/16`;
    return world.member.rest.post('/subnets', { ...inNetwork(), name: cidr, cidr, subnet_type: 'Lan', tags: [] });
  },
  addHost: async (now, pick) =>
    world.member.rest.post('/hosts', { ...inNetwork(), name: `host ${next()}`, tags: [], ...parts(now, pick, 2) }),
  addAddress: async ({ hosts, subnets }, pick) => {
    const place = { host_id: pick(hosts)?.id, ...addressIn(lan(subnets, pick)) };
    return world.member.rest.post('/ip-addresses', { ...inNetwork(), ...place });
  },
  addPort: async ({ hosts, addresses, vlans }, pick) => {
    const host_id = pick(hosts)?.id;
    const links = {
      ip_address_id: pick(onHost(addresses, host_id))?.id,
      native_vlan_id: pick(vlansHere({ vlans }))?.id,
    };
    const fields = { ...inNetwork(), host_id, if_index: next(), if_descr: 'by hand' };
    return world.member.rest.post('/interfaces', { ...fields, ...links });
  },
  changePort: async ({ ports, addresses, vlans }, pick) => {
    const port = pick(ports);
    if (!port) return undefined;
    const links = {
      ip_address_id: pick(onHost(addresses, port.hostId))?.id,
      native_vlan_id: pick(vlansHere({ vlans }))?.id,
    };
    return world.member.rest.put(`/interfaces/${port.id}`, { ...(await body('/interfaces', port.id)), ...links });
  },
  clearPort: async ({ ports }, pick) => {
    const port = pick(ports.filter(({ nativeVlanId, ipAddressId }) => nativeVlanId && ipAddressId));
    if (!port) return undefined;
    const clearedInput = pick([{ native_vlan_id: null }, { ip_address_id: null }]);
    return world.member.rest.put(`/interfaces/${port.id}`, {
      ...(await body('/interfaces', port.id)),
      ...clearedInput,
    });
  },
  moveAddress: async ({ addresses, subnets }, pick) => {
    const address = pick(addresses);
    if (!address) return undefined;
    const storedValue = await body('/ip-addresses', address.id);
    return world.member.rest.put(`/ip-addresses/${address.id}`, { ...storedValue, ...addressIn(lan(subnets, pick)) });
  },
  moveVlan: async ({ vlans, ports }, pick) => {
    // A VLAN that ports use cannot move to another network, so this step picks a VLAN without ports.
    const vlan = pick(vlans.filter(({ id }) => !ports.some(({ nativeVlanId }) => nativeVlanId === id)));
    if (!vlan) return undefined;
    const [network_id] = [world.networkId, world.otherNetworkId].filter((id) => id !== vlan.networkId);
    const storedValue = await body('/vlans', vlan.id);
    return world.member.rest.put(`/vlans/${vlan.id}`, { ...storedValue, network_id, vlan_number: 1 + (next() % 4094) });
  },
  replaceParts: async (now, pick) => {
    const id = pick(now.hosts)?.id;
    if (!id) return undefined;
    return world.member.rest.put(`/hosts/${id}`, {
      ...(await body('/hosts', id)),
      ...parts(now, pick, 1),
      services: [],
    });
  },
  consolidate: async ({ hosts }, pick) => {
    const movable = hosts.filter(isMovable);
    const [one, other] = [pick(movable), pick([...movable].reverse())];
    return one && other && one !== other
      ? world.member.rest.put(`/hosts/${one.id}/consolidate/${other.id}`)
      : undefined;
  },
  report: async (now, pick) => {
    const subnet = lan(now.subnets, pick);
    const mac_address = `00:1b:21:00:${(next() >> 8).toString(16).padStart(2, '0')}:${(numbers & 255).toString(16).padStart(2, '0')}`;
    const foundInterface = {
      if_index: 1,
      if_name: 'eth0',
      mac_address,
      native_vlan_id: pick(vlansHere(now))?.id ?? null,
    };
    return daemon.rest.post('/hosts/discovery', {
      ...{ host: { ...inNetwork(), name: `found ${numbers}` }, interfaces: [foundInterface] },
      ip_addresses: [{ ...addressIn(subnet), mac_address }],
      interface_data_complete: { vlan_membership: true },
    });
  },
  reportAgain: async ({ hosts, ports, vlans }, pick) => {
    const port = pick(ports.filter(({ hostId }) => hosts.some(({ id, name }) => id === hostId && /^found/.test(name))));
    if (!port) return undefined;
    const again = { id: port.id, if_index: 1, if_name: 'eth0', native_vlan_id: pick(vlansHere({ vlans }))?.id ?? null };
    return daemon.rest.post('/hosts/discovery', {
      ...{ host: { ...inNetwork(), id: port.hostId, name: '' }, interfaces: [again] },
      interface_data_complete: { vlan_membership: true },
    });
  },
  reportVlans: async () =>
    daemon.rest.post('/vlans/discovery', {
      ...inNetwork(),
      vlans: [{ vlan_number: 1 + (next() % 4094), name: 'told' }],
    }),
  removePort: async ({ ports }, pick) => remove('/interfaces', pick(ports)),
  removeAddresses: async ({ addresses }, pick) => removeAll('/ip-addresses', [pick(addresses), pick(addresses)]),
  removeSubnet: async ({ subnets }, pick) => remove('/subnets', lan(subnets, pick)),
  removeVlan: async ({ vlans }, pick) => remove('/vlans', pick(vlans)),
  removeVlans: async ({ vlans }, pick) => removeAll('/vlans', [pick(vlans), pick(vlans)]),
  removeHost: async ({ hosts }, pick) => remove('/hosts', pick(hosts.filter(isMovable))),
};

let keptDerivation: ((at: Date) => Inventory) | undefined;

/**
 * Runs a step, and compares the current links with the links that follow from the rows. Returns the instant after the
 * step.
 */
async function take(step: Step, pick: Pick): Promise<{ status?: number; at: Date; story?: string }> {
  const before = keptDerivation ?? (await createEverything());
  const sentStep = await step(before(await databaseInstant(world.prisma)), pick);
  // A step may be refused, but must not fail with an internal error.
  if (sentStep && sentStep.status >= 500) throw new Error(sentStep.story);
  const at = await databaseInstant(world.prisma);
  keptDerivation = await createEverything();
  expect(await readAnswer()).toEqual(deriveExpected(keptDerivation(at)));
  return { status: sentStep?.status, at, story: sentStep?.story };
}

async function compareThePast(instants: readonly Date[]): Promise<void> {
  const asOf = await createEverything();
  for (const at of instants) expect({ at, ...(await readAnswer(at)) }).toEqual({ at, ...deriveExpected(asOf(at)) });
}

const first: Pick = (list) => list[0];
/** Every step at least once, in an order in which each step finds the rows that it needs. */
const order = [
  ...['addVlan', 'addVlan', 'addSubnet', 'addSubnet', 'addHost', 'addHost', 'addAddress', 'addPort', 'changePort'],
  ...['clearPort', 'moveAddress', 'report', 'reportAgain', 'reportVlans', 'replaceParts', 'consolidate', 'removePort'],
  ...['addHost', 'addHost', 'removeAddresses', 'removeVlan', 'addVlan', 'moveVlan', 'addHost', 'removeSubnet'],
  ...['addSubnet', 'addHost', 'removeVlans', 'removeHost'],
];

test('the subnets of VLANs are correct after each kind of write, now and at every instant', async () => {
  expect(new Set(order)).toEqual(new Set(Object.keys(steps)));
  const instants: Date[] = [];
  let linkedCount = 0;
  for (const name of order) {
    const { status, at, story } = await take(steps[name]!, first);
    expect([name, status, story]).toEqual([name, 200, story]);
    instants.push(at);
    linkedCount += (await readAnswer()).linked.length;
  }
  expect(linkedCount).toBeGreaterThan(order.length / 2);
  await compareThePast(instants);
});

test('the subnets of VLANs are correct after any writes in any order, now and at every instant', async () => {
  const script = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat()), { minLength: 10, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(script, async (takenSteps) => {
      const instants: Date[] = [];
      for (const name of ['addVlan', 'addSubnet', 'addSubnet', 'addHost', 'addHost'])
        instants.push((await take(steps[name]!, first)).at);
      for (const [name, seed] of takenSteps) {
        let turn = seed;
        const pick: Pick = (list) => list[(turn = (Math.imul(turn, 48_271) + 11) >>> 1) % list.length];
        instants.push((await take(steps[name]!, pick)).at);
      }
      await compareThePast(instants);
    }),
    { numRuns: 4 },
  );
}, 300_000);
