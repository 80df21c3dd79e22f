// How hosts are identified in an import: by the same rules as in reports. The plan shows its effects on other hosts.
import { randomUUID } from 'node:crypto';
import { listLimits } from '../../../../../src/data/tenancy/list-limits';
import { createWorld, type World } from '../../../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of every form
type Json = any;

let world: World;
let networkId: string;
let subnetId: string;
beforeAll(async () => {
  world = await createWorld({ QUERY_COST_MAXIMUM: '100000000' });
});
beforeEach(async () => {
  const { organizationId, owner, prisma } = world;
  const { body } = await owner.rest.post('/networks', { name: 'Imports', organization_id: organizationId, tags: [] });
  networkId = body.data.id;
  const lan = { networkId, cidr: '10.9.0.0/24', name: 'lan', sourceType: 'Manual' as const };
  subnetId = (await prisma.subnet.create({ data: { ...lan, subnetType: 'Lan' } })).id;
  await prisma.importPlan.deleteMany({ where: { organizationId } });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => world.close());

const vendor = (last: number) => `00:1b:21:00:09:${last.toString(16).padStart(2, '0')}`;
interface Port {
  readonly name: string;
  readonly mac?: string;
  readonly ip?: string;
  readonly vlan?: number;
  readonly cable?: readonly [string, string];
}
/** The import lines for a device of NetBox with its interfaces. */
function device(id: number, name: string, ports: readonly Port[] = [], more: object = {}): string {
  const line = (netbox: string, object: object) => `${JSON.stringify({ netbox, object })}\n`;
  const vlanOf = (vid: number) => ({ id: vid, vid, name: `VLAN ${vid}` });
  return (
    line('dcim/devices', { id, name, ...more }) +
    ports
      .map(
        (port, at) =>
          line('dcim/interfaces', {
            ...{ id: id * 100 + at, device: { id, name }, name: port.name, mac_address: port.mac ?? null },
            ...(port.vlan && { mode: { value: 'access' }, untagged_vlan: vlanOf(port.vlan) }),
          }) +
          (port.ip
            ? line('ipam/ip-addresses', {
                ...{ id: id * 100 + at, address: `${port.ip}/24`, status: { value: 'active' } },
                ...{ assigned_object_type: 'dcim.interface', assigned_object_id: id * 100 + at },
                assigned_object: { id: id * 100 + at, name: port.name, device: { id, name } },
              })
            : ''),
      )
      .join('')
  );
}
const lease = (mac: string, ip: string, name = '*') => `0 ${mac} ${ip} ${name} *\n`;

async function plan(file: string, name = 'file'): Promise<Json> {
  const path = `/api/v1/imports?network_id=${networkId}&file_name=${name}`;
  const headers = { 'content-type': 'application/octet-stream' };
  const { status, body }: Json = await world.owner.send('POST', path, { rawBody: file, headers });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const rows: Json[] = (await world.owner.rest.get(`/imports/${body.data.id}/rows?limit=0`)).body.data;
  return { ...body.data, rows: rows.filter(({ kind }) => kind === 'Host' || kind === 'Entry') };
}
async function apply({ id }: { id: string }): Promise<void> {
  const { status, story } = await world.owner.rest.post(`/imports/${id}/apply`);
  if (status !== 200) throw new Error(story);
}
async function importFile(file: string): Promise<Json> {
  const createdPlan = await plan(file);
  await apply(createdPlan);
  return createdPlan;
}
const brief = ({ rows }: Json) =>
  rows.map(({ action, name, code, fields }: Json) => [action, name, code, ...fields].filter(Boolean).join(' '));
interface HostFields {
  readonly mac?: string;
  readonly sourceType?: 'Discovery' | 'Manual';
}
/** Creates a host of the network with one address. */
const hostAt = (name: string, ip: string, { mac, sourceType = 'Discovery' }: HostFields = {}) =>
  world.prisma.host.create({
    data: {
      ...{ networkId, name, sourceType },
      ipAddresses: {
        create: { networkId, subnetId, subnetCidr: '10.9.0.0/24', ipAddress: ip, macAddress: mac ?? null },
      },
    },
    include: { ipAddresses: true },
  });
const placesOf = async () => {
  const rows = await world.prisma.ipAddress.findMany({ where: { networkId }, include: { host: true } });
  return rows.map(({ ipAddress, macAddress, host }) => `${host.name} ${ipAddress} ${macAddress}`).sort();
};

describe('an address that the file gives to another machine', () => {
  it('leaves the old machine: the plan has a row with the reason, and the history keeps it', async () => {
    const { id: oldId, ipAddresses } = await hostAt('old', '10.9.0.5', { mac: vendor(1) });
    const addressId = ipAddresses[0]!.id;
    const service = await world.prisma.service.create({
      data: { networkId, hostId: oldId, name: 'x', serviceDefinition: 'x' },
    });
    await world.prisma.binding.create({
      data: { networkId, hostId: oldId, serviceId: service.id, ipAddressId: addressId },
    });
    const port = await world.prisma.interface.create({
      data: { networkId, hostId: oldId, ifName: 'eth0', ipAddressId: addressId },
    });
    const createdPlan = await plan(lease(vendor(7), '10.9.0.5', 'new'));
    const reason = `10.9.0.5 from old: different MAC address: ${vendor(7)} and ${vendor(1)}`;
    const movedDifference = { field: 'ipAddresses', part: '10.9.0.5', before: 'old', after: 'new', is_kept: false };
    expect(createdPlan.rows).toMatchObject([
      {
        ...{ line: 1, action: 'Change', name: 'old', entity_id: oldId },
        code: 'address_moved',
        reason,
        differences: [movedDifference],
      },
      { line: 1, action: 'Create', name: 'new', code: null },
    ]);
    expect([createdPlan.created, createdPlan.changed]).toEqual([1, 1]);
    await apply(createdPlan);
    expect(await placesOf()).toEqual([` 10.9.0.5 ${vendor(7)}`.replace(/^ /, 'new ')]);
    const address = await world.prisma.ipAddress.findUniqueOrThrow({ where: { id: addressId } });
    expect(address.moveReason).toBe(reason.replace('10.9.0.5 ', ''));
    expect((await world.prisma.interface.findUniqueOrThrow({ where: { id: port.id } })).ipAddressId).toBeNull();
    expect(await world.prisma.binding.count({ where: { networkId } })).toBe(0);
    expect(brief(await plan(lease(vendor(7), '10.9.0.5', 'new')))).toEqual(['Match new']);
  });

  it('moves to a host that the network has, without the former MAC address', async () => {
    await hostAt('old', '10.9.0.5', { mac: vendor(1) });
    await world.prisma.host.create({ data: { networkId, name: 'core', serialNumber: 'S1', sourceType: 'Manual' } });
    const file = device(1, 'core', [{ name: 'eth0', ip: '10.9.0.5', mac: vendor(8) }], { serial: 'S1' });
    const importedPlan = await importFile(file);
    expect(brief(importedPlan)).toEqual([
      'Change old address_moved ipAddresses',
      expect.stringMatching(/^Change core ipAddresses/),
    ]);
    expect(await placesOf()).toEqual([`core 10.9.0.5 ${vendor(8)}`]);
    expect(brief(await plan(file))).toEqual(['Match core']);
  });

  it('stays if nothing decides, if it repeats by nature, or if the file gives it to both machines', async () => {
    await hostAt('old', '10.9.0.5', { mac: vendor(1) });
    expect(brief(await plan(lease('02:00:00:00:00:07', '10.9.0.5')))).not.toContainEqual(
      expect.stringMatching('address_moved'),
    );
    const both = lease(vendor(1), '10.9.0.5') + lease(vendor(7), '10.9.0.5', 'new');
    const importedPlan = await importFile(
      device(1, 'a', [{ name: 'e0', ip: '10.9.0.5', mac: vendor(1) }]) +
        device(2, 'b', [{ name: 'e0', ip: '10.9.0.5', mac: vendor(7) }]),
    );
    expect(brief(importedPlan).filter((row: string) => row.includes('address_moved'))).toEqual([]);
    expect((await placesOf()).length).toBe(2);
    expect(brief(await plan(both))).not.toContainEqual(expect.stringMatching('address_moved'));
    const bridge = (id: number, mac: string) =>
      device(id, `server-${id}`, [
        { name: 'eth0', mac },
        { name: 'docker0', ip: '172.17.0.1' },
      ]);
    const servers = await importFile(bridge(3, vendor(3)) + bridge(4, vendor(4)));
    expect(brief(servers)).toEqual(['Create server-3', 'Create server-4']);
    expect(brief(await plan(bridge(3, vendor(3)) + bridge(4, vendor(4))))).toEqual([
      'Match server-3',
      'Match server-4',
    ]);
  });

  it('in a plan to move it, is refused once the old host has changed', async () => {
    const { id } = await hostAt('old', '10.9.0.5', { mac: vendor(1) });
    const createdPlan = await plan(lease(vendor(7), '10.9.0.5'));
    await world.prisma.host.update({ where: { id }, data: { description: 'x', updatedAt: new Date() } });
    const { status, body } = await world.owner.rest.post(`/imports/${createdPlan.id}/apply`);
    expect([status, body.code, body.params]).toEqual([409, 'entity_changed', { entity: 'Host', id }]);
  });
});

describe('ambiguous identities', () => {
  /**
   * Creates two hosts as users enter them. The machine `both` in the import file has the MAC addresses of both hosts.
   */
  const twoHosts = async () => {
    const hosts = [];
    for (const last of [1, 2])
      hosts.push(await hostAt(`host-${last}`, `10.9.0.${last}`, { mac: vendor(last), sourceType: 'Manual' }));
    return hosts.map(({ id }) => id);
  };
  const both = device(1, 'both', [
    { name: 'eth0', mac: vendor(1) },
    { name: 'eth1', mac: vendor(2) },
  ]);

  it("give a new host and a suggestion, which the plan announces; the users' answer is kept", async () => {
    const [one, two] = await twoHosts();
    const createdPlan = await plan(both);
    expect(createdPlan.rows).toMatchObject([
      {
        ...{ action: 'Create', name: 'both', code: 'unclear_identity' },
        reason: `may be host-1: same MAC address ${vendor(1)}. may be host-2: same MAC address ${vendor(2)}`,
      },
    ]);
    expect(await world.prisma.identitySuggestion.count({ where: { networkId } })).toBe(0);
    await apply(createdPlan);
    const ownHost = await world.prisma.host.findFirstOrThrow({ where: { networkId, name: 'both' } });
    const suggestions = await world.prisma.identitySuggestion.findMany({ where: { networkId } });
    expect(suggestions.map((row) => [row.hostId, row.otherHostId, row.state]).sort()).toEqual(
      [one!, two!].map((id) => [ownHost.id, id, 'Open']).sort(),
    );
    expect(suggestions[0]!.reasons).toMatchObject([{ evidence: 'MacAddress', strength: 'Decides' }]);
    // Importing the same file again finds the host that the first import created, and suggests nothing new.
    expect(brief(await plan(both))).toEqual(['Match both']);
    const answer = `mutation($id: UUID!, $answer: IdentityAnswer!) { answerIdentitySuggestion(id: $id, answer: $answer) { id } }`;
    const [first, second] = [one, two].map((id) => suggestions.find(({ otherHostId }) => otherHostId === id)!.id);
    await world.owner.query(answer, { id: second, answer: 'Refuse' });
    await world.owner.query(answer, { id: first, answer: 'Accept' });
    const again = await importFile(both);
    expect(again.rows).toMatchObject([{ entity_id: one, code: expect.anything() }]);
    expect(await world.prisma.host.count({ where: { networkId } })).toBe(2);
    expect(await world.prisma.identitySuggestion.count({ where: { networkId, state: 'Open' } })).toBe(0);
  });

  it('two machines of one MAC address with different names are two hosts with a suggestion, also later', async () => {
    const namedDevice = (id: number) =>
      device(id, `name-${id}`, [{ name: 'eth0', ip: `10.9.0.${id}`, mac: vendor(1) }]);
    const importedPlan = await importFile(namedDevice(1) + namedDevice(2));
    expect(brief(importedPlan)).toEqual(['Create name-1', 'Create name-2 unclear_identity']);
    for (const file of [
      namedDevice(1) + namedDevice(2),
      namedDevice(2) + namedDevice(1),
      namedDevice(1),
      namedDevice(2),
    ])
      expect(brief(await importFile(file))).toEqual(expect.arrayContaining([expect.stringMatching(/^Match name-/)]));
    expect(await placesOf()).toEqual([`name-1 10.9.0.1 ${vendor(1)}`, `name-2 10.9.0.2 ${vendor(1)}`]);
    expect(await world.prisma.identitySuggestion.count({ where: { networkId } })).toBe(1);
  });
});

describe('two hosts that are one machine', () => {
  it('are merged by an entry that names all of both, as planned; the former id works until a split', async () => {
    const [one, two] = [
      await hostAt('nas', '10.9.0.1', { mac: vendor(1) }),
      await hostAt('nas-2', '10.9.0.2', { mac: vendor(2) }),
    ];
    await world.prisma.port.create({ data: { networkId, hostId: two.id, number: 443, protocol: 'Tcp' } });
    const both = device(1, 'nas', [
      { name: 'eth0', ip: '10.9.0.1', mac: vendor(1) },
      { name: 'eth1', ip: '10.9.0.2', mac: vendor(2) },
    ]);
    const createdPlan = await plan(both);
    expect(createdPlan.rows).toMatchObject([
      {
        ...{ action: 'Change', name: 'nas-2', entity_id: two.id, code: 'host_merged' },
        reason: `part of nas: same MAC address ${vendor(2)}; same IP address 10.9.0.2`,
        differences: [{ field: 'host', before: 'nas-2', after: 'nas' }],
      },
      { action: 'Change', name: 'nas', entity_id: one.id },
    ]);
    await apply(createdPlan);
    expect(await placesOf()).toEqual([`nas 10.9.0.1 ${vendor(1)}`, `nas 10.9.0.2 ${vendor(2)}`]);
    expect(await world.prisma.port.count({ where: { hostId: one.id, number: 443 } })).toBe(1);
    expect(brief(await plan(both))).toEqual(['Match nas']);
    // An export that contains the id of the merged host matches the remaining host.
    const csv = `id,name,hostname,sys_object_id\n${two.id},nas,,\n`;
    expect((await plan(csv)).rows).toMatchObject([{ action: 'Match', entity_id: one.id }]);
    const { splitHost } = await world.owner.query(`mutation($id: UUID!) { splitHost(mergedHostId: $id) { id name } }`, {
      id: two.id,
    });
    expect(splitHost).toEqual({ id: two.id, name: 'nas-2' });
    const mergedRows = (await importFile(both)).rows.filter(({ code }: Json) => code === 'host_merged');
    expect([mergedRows, await world.prisma.host.count({ where: { networkId } })]).toEqual([[], 2]);
  });

  it('are not merged if users wrote one, a daemon runs on it, the file names it elsewhere, or both have too many parts', async () => {
    const both = (prefix = '') =>
      prefix +
      device(1, 'nas', [
        { name: 'eth0', ip: '10.9.0.1', mac: vendor(1) },
        { name: 'eth1', ip: '10.9.0.2', mac: vendor(2) },
      ]);
    await hostAt('nas', '10.9.0.1', { mac: vendor(1) });
    const two = await hostAt('nas-2', '10.9.0.2', { mac: vendor(2) });
    const isMerged = async (file: string) => brief(await plan(file)).some((row: string) => row.includes('host_merged'));
    expect(await isMerged(both())).toBe(true);
    const lowered = jest.replaceProperty(listLimits, 'ipAddresses', 1 as never);
    expect(await isMerged(both())).toBe(false);
    lowered.restore();
    expect(await isMerged(both(device(2, 'nas-2', [{ name: 'eth1', ip: '10.9.0.2', mac: vendor(2) }])))).toBe(false);
    await world.prisma.host.updateMany({ where: { networkId }, data: { sourceType: 'Manual' } });
    expect(await isMerged(both())).toBe(false);
    await world.prisma.host.update({ where: { id: two.id }, data: { sourceType: 'Discovery' } });
    expect(await isMerged(both())).toBe(true);
    const { organizationId } = world;
    const daemon = {
      networkId,
      organizationId,
      hostId: two.id,
      name: 'd',
      mode: 'daemon_poll' as const,
      url: 'http://d',
    };
    await world.prisma.daemon.create({ data: daemon });
    expect(await isMerged(both())).toBe(false);
  });
});

describe('stored ports', () => {
  it('are read only for ports that the file names', async () => {
    const { id: hostId } = await world.prisma.host.create({
      data: { networkId, name: 'switch-1', sourceType: 'Manual' },
    });
    const ports = Array.from({ length: 40 }, (_none, at) => ({
      id: randomUUID(),
      networkId,
      hostId,
      ifName: `swp${at}`,
    }));
    await world.prisma.interface.createMany({ data: ports });
    await world.prisma.neighborEvidence.createMany({
      data: ports.map(({ id }) => ({ networkId, interfaceId: id, protocol: 'LLDP' as const, lldpSysName: 'before' })),
    });
    const receiveJson = (name: string) =>
      JSON.stringify({
        lldp: {
          interface: { swp7: { via: 'LLDP', chassis: { [name]: {} }, port: { id: { type: 'ifname', value: 'p1' } } } },
        },
      });
    const path = `/api/v1/imports?network_id=${networkId}&host=switch-1`;
    const send = async (file: string) => {
      const { body }: Json = await world.owner.send('POST', path, {
        rawBody: file,
        headers: { 'content-type': 'application/octet-stream' },
      });
      return (await world.owner.rest.get(`/imports/${body.data.id}/rows`)).body.data;
    };
    let rows: Json[] = [];
    const statements = await world.queries.during(async () => (rows = await send(receiveJson('other'))));
    expect(rows).toMatchObject([
      { action: 'Refuse', code: 'value_kept', differences: [{ field: 'neighbors', part: 'swp7', before: 'before' }] },
    ]);
    const reads = statements.filter((sql) => /FROM "?(\w+"?\.")?neighbor_evidence/.test(sql));
    expect(reads).toHaveLength(1);
    expect(reads[0]).not.toMatch(/reason|remote_host_id/);
  });
});

describe('equal values', () => {
  it('are no difference: native VLANs and addresses are compared by number and address', async () => {
    const file = (vlan: number, ip: string, other: string) =>
      device(1, 'sw', [
        { name: 'eth0', mac: vendor(1), ip, vlan },
        { name: 'eth1', mac: vendor(2), ip: other },
      ]);
    await importFile(file(10, '10.9.0.1', '10.9.0.2'));
    const differences = async (text: string) => {
      const [{ action, differences: list }] = (await plan(text)).rows;
      return [
        action,
        ...list.map(({ field, part, before, after, is_kept }: Json) => [field, part, before, after, is_kept]),
      ];
    };
    expect(await differences(file(10, '10.9.0.1', '10.9.0.2'))).toEqual(['Match']);
    expect(await differences(file(20, '10.9.0.1', '10.9.0.2'))).toEqual([
      'Change',
      ['nativeVlan', 'eth0', '10', '20', false],
    ]);
    expect(await differences(file(10, '10.9.0.2', '10.9.0.1'))).toEqual(
      expect.arrayContaining(['Change', ['ipAddress', 'eth0', '10.9.0.1', '10.9.0.2', false]]),
    );
    await world.prisma.host.updateMany({ where: { networkId }, data: { sourceType: 'Manual', sourceReason: null } });
    expect(await differences(file(20, '10.9.0.1', '10.9.0.2'))).toEqual([
      'Refuse',
      ['nativeVlan', 'eth0', '10', '20', true],
    ]);
  });
});
