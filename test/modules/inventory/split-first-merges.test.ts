// Tests splitting hosts that the release of 26 November 2026 (9b342524) merged. Its records contain the rows of the
// merged host, but not how the merge changed other rows.
import { createWorld, type World } from '../../support/world';
import { networkFingerprint } from '../../tenancy/fingerprint';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const parts = ['ip_addresses', 'ports', 'interfaces', 'services', 'bindings'] as const;
type Json = Record<string, unknown>;
type HostRows = { host: Json; tagIds: string[]; credentials: Json[]; daemonIds: string[] } & Record<
  (typeof parts)[number],
  Json[]
>;

/**
 * The rows of a host as the release of 26 November 2026 stored them when merging, without columns that were added
 * later.
 */
async function rowsOfHost(hostId: string): Promise<HostRows> {
  const rows = (table: string) =>
    `(SELECT coalesce(jsonb_agg(to_jsonb(r) - 'natural_name'), '[]') FROM ${table} r WHERE host_id = $1::uuid)`;
  const [row] = await world.prisma.$queryRawUnsafe<{ taken: HostRows }[]>(
    `SELECT jsonb_build_object('host', to_jsonb(h) - 'natural_name' - 'merged_host_ids', ${parts.map((table) => `'${table}', ${rows(table)}`).join(', ')},
      'credentials', ${rows('host_credentials')},
      'tagIds', (SELECT coalesce(jsonb_agg(tag_id), '[]') FROM tag_assignments WHERE host_id = h.id),
      'daemonIds', (SELECT coalesce(jsonb_agg(id), '[]') FROM daemons WHERE host_id = h.id)) AS taken
      FROM hosts h WHERE id = $1::uuid`,
    hostId,
  );
  return row!.taken;
}

const unrestoredColumns = ['lineage_id', 'valid_from', 'valid_to', 'audit_event_id', 'updated_at'];

/** Merges two hosts and stores the same record as the release of 26 November 2026. */
async function mergeAsThen(destination: string, other: string): Promise<void> {
  const [before, movedRows] = [await rowsOfHost(destination), await rowsOfHost(other)];
  const { status, story } = await world.member.rest.put(`/hosts/${destination}/consolidate/${other}`);
  if (status !== 200) throw new Error(story);
  const after = await rowsOfHost(destination);
  const present = new Set(parts.flatMap((table) => after[table].map(({ id }) => id)));
  const changedColumns = Object.keys(after.host).filter(
    (name) =>
      !unrestoredColumns.includes(name) && JSON.stringify(after.host[name]) !== JSON.stringify(before.host[name]),
  );
  const takenRecord = {
    ...movedRows,
    dropped: parts.flatMap((table) => movedRows[table].map(({ id }) => id as string)).filter((id) => !present.has(id)),
    filled: Object.fromEntries(
      changedColumns.map((name) => [name, [before.host[name] ?? null, after.host[name] ?? null]]),
    ),
    tagsBefore: before.tagIds,
    credentialsBefore: before.credentials.map(({ credential_id: id }) => id),
  };
  const writtenNumber = await world.prisma.$executeRawUnsafe(
    'UPDATE host_merges SET taken = $2::jsonb WHERE merged_host_id = $1::uuid',
    other,
    JSON.stringify(takenRecord),
  );
  expect(writtenNumber).toBe(1);
}

const split = (id: string) =>
  world.member.query('mutation($id: UUID!) { splitHost(mergedHostId: $id) { id } }', { id });

/**
 * Matches columns that differ after each write, and the position among a host's parts, which the release of 26 November
 * 2026 did not store.
 */
const ofWrites = /_at$|^(position|lineage_id|natural_name|valid_from|valid_to|audit_event_id|last_discovery_id)$/;

/** The hosts with their parts, tags and credentials, without columns that differ after each write. */
async function rowsOf(hostIds: readonly string[]): Promise<string[]> {
  const rows: string[] = [];
  for (const table of ['hosts', ...parts, 'tag_assignments', 'host_credentials', 'interface_vlans']) {
    const key = { hosts: 'id', interface_vlans: 'interface_id' }[table] ?? 'host_id';
    const ids =
      table === 'interface_vlans'
        ? 'SELECT id FROM interfaces WHERE host_id = ANY($1::uuid[])'
        : 'SELECT unnest($1::uuid[])';
    const foundRows = await world.prisma.$queryRawUnsafe<{ row: Json }[]>(
      `SELECT to_jsonb(r) AS row FROM ${table} r WHERE ${key} IN (${ids})`,
      hostIds,
    );
    for (const { row } of foundRows) {
      const keptRows = Object.entries(row).filter(
        ([name]) => !ofWrites.test(name) && !(table === 'tag_assignments' && name === 'id'),
      );
      rows.push(`${table} ${JSON.stringify(Object.fromEntries(keptRows))}`);
    }
  }
  return rows.sort();
}

let blocks = 0;

/** Creates two hosts. Some parts of the first host exist on the second host too, and the other parts do not. */
async function pair() {
  const { prisma, networkId, organizationId } = world;
  const block = `10.81.${(blocks += 1)}`;
  const subnet = await prisma.subnet.create({
    data: { networkId, name: block, cidr: `${block}.0/24`, subnetType: 'Lan' },
  });
  const vlan = await prisma.vlan.create({ data: { networkId, organizationId, name: block, vlanNumber: 600 + blocks } });
  const runtimeHost = await prisma.host.create({ data: { networkId, name: `runtime ${block}` } });
  const runtime = await prisma.service.create({
    data: { networkId, hostId: runtimeHost.id, name: 'Proxmox', serviceDefinition: 'Proxmox VE' },
  });
  const [sharedFields, ownTag] = await Promise.all(
    ['shared', 'own'].map((name) => prisma.tag.create({ data: { organizationId, name: `${block} ${name}` } })),
  );
  const [sharedCredential, ownCredential] = await Promise.all(
    ['shared', 'own'].map((name) =>
      prisma.credential.create({
        data: { organizationId, name: `${block} ${name}`, credentialType: 'SnmpV2c', secrets: Buffer.from('sealed') },
      }),
    ),
  );
  const hosts: string[] = [];
  const serviceIds: string[] = [];
  const addressIds: string[] = [];
  for (const at of [0, 1]) {
    const { id: hostId } = await prisma.host.create({
      data: {
        ...{ networkId, name: `${block} ${at}`, sourceType: 'Discovery' },
        ...(at === 1 && {
          ...{ hostname: 'own.example', hostnameSource: 'x', model: 'm', modelSource: 'x' },
          ...{ virtualizationType: 'Proxmox', vmName: 'vm', virtualizationServiceId: runtime.id },
        }),
      },
    });
    hosts.push(hostId);
    const part = { networkId, hostId };
    const address = await prisma.ipAddress.create({
      data: { ...part, subnetId: subnet.id, subnetCidr: subnet.cidr, ipAddress: `${block}.${at + 1}` },
    });
    addressIds.push(address.id);
    const ports = await Promise.all(
      [22, 8000 + at].map((number) => prisma.port.create({ data: { ...part, number, protocol: 'Tcp' } })),
    );
    for (const [index, name] of ['nginx', `own ${at}`].entries()) {
      const service = await prisma.service.create({
        data: { ...part, name, serviceDefinition: name === 'nginx' ? 'Nginx' : 'own', position: index },
      });
      if (index === 1) serviceIds.push(service.id);
      await prisma.binding.create({
        data: {
          ...part,
          serviceId: service.id,
          portId: ports[index]!.id,
          ipAddressId: index === 1 ? address.id : null,
        },
      });
    }
    for (const ifName of ['eth0', `own${at}`])
      await prisma.interface.create({
        data: { ...part, ifName, ...(ifName !== 'eth0' && { nativeVlanId: vlan.id, ipAddressId: address.id }) },
      });
    for (const tag of at === 1 ? [sharedFields!, ownTag!] : [sharedFields!])
      await prisma.tagAssignment.create({ data: { organizationId, networkId, tagId: tag.id, hostId } });
    for (const { id: credentialId } of at === 1 ? [sharedCredential!, ownCredential!] : [sharedCredential!])
      await prisma.hostCredential.create({ data: { networkId, organizationId, hostId, credentialId } });
  }
  const [destination, other] = hosts as [string, string];
  return {
    ...{ destination, other, subnet, vlan, runtimeHost, ownTag: ownTag!, ownCredential: ownCredential! },
    ...{ ownServiceId: serviceIds[1]!, addressIds },
  };
}

test('splitting restores every row of both hosts', async () => {
  const { destination, other } = await pair();
  const before = await rowsOf([destination, other]);
  await mergeAsThen(destination, other);
  expect(await rowsOf([destination, other])).not.toEqual(before);
  expect((await split(other)).splitHost).toEqual({ id: other });
  const after = await rowsOf([destination, other]);
  expect(before.filter((row) => !after.includes(row))).toEqual([]);
  expect(after.filter((row) => !before.includes(row))).toEqual([]);
  expect(await world.prisma.hostMerge.count({ where: { mergedHostId: other } })).toBe(0);
});

test('later edits by users are kept, and rows deleted since are not required', async () => {
  const { prisma, networkId } = world;
  const { destination, other, subnet, vlan, runtimeHost, ownTag, ownCredential, ownServiceId, addressIds } =
    await pair();
  await mergeAsThen(destination, other);
  await prisma.host.update({ where: { id: destination }, data: { hostname: 'since.example' } });
  // Edits after the merge that the split must keep: a service of one former host is bound to an address of the other,
  // and rows to which the merged host referred are deleted.
  const across = await prisma.binding.create({
    data: { networkId, hostId: destination, serviceId: ownServiceId, ipAddressId: addressIds[0] },
  });
  await prisma.hostCredential.deleteMany({ where: { hostId: destination, credentialId: ownCredential.id } });
  await prisma.tag.delete({ where: { id: ownTag.id } });
  await prisma.vlan.delete({ where: { id: vlan.id } });
  await prisma.host.delete({ where: { id: runtimeHost.id } });
  await split(other);
  expect(await prisma.host.findUniqueOrThrow({ where: { id: destination } })).toMatchObject({
    ...{ hostname: 'since.example', model: null, virtualizationServiceId: null },
  });
  expect(await prisma.host.findUniqueOrThrow({ where: { id: other } })).toMatchObject({
    ...{ hostname: 'own.example', model: 'm', virtualizationServiceId: null },
  });
  expect(await prisma.binding.count({ where: { id: across.id } })).toBe(0);
  expect(await prisma.hostCredential.count({ where: { hostId: other } })).toBe(1);
  expect(await prisma.tagAssignment.count({ where: { hostId: other } })).toBe(1);
  const ports = await prisma.interface.findMany({ where: { hostId: other }, orderBy: { ifName: 'asc' } });
  expect(ports.map(({ ifName, nativeVlanId, ipAddressId }) => [ifName, nativeVlanId, ipAddressId])).toEqual([
    ['eth0', null, null],
    ['own1', null, addressIds[1]],
  ]);
  expect(await prisma.subnet.count({ where: { id: subnet.id } })).toBe(1);
});

test('addresses of a deleted subnet are not restored; a row whose id was reused stays with its new owner', async () => {
  const { prisma, networkId } = world;
  const { destination, other, subnet } = await pair();
  const droppedPort = await prisma.port.findFirstOrThrow({ where: { hostId: other, number: 22 } });
  await mergeAsThen(destination, other);
  expect(await prisma.port.count({ where: { id: droppedPort.id } })).toBe(0);
  const third = await prisma.host.create({ data: { networkId, name: 'third' } });
  await prisma.port.create({ data: { id: droppedPort.id, networkId, hostId: third.id, number: 9, protocol: 'Udp' } });
  await prisma.ipAddress.deleteMany({ where: { subnetId: subnet.id } });
  await prisma.subnet.delete({ where: { id: subnet.id } });
  await split(other);
  expect(await prisma.ipAddress.count({ where: { hostId: { in: [destination, other] } } })).toBe(0);
  expect(await prisma.port.findUniqueOrThrow({ where: { id: droppedPort.id } })).toMatchObject({
    hostId: third.id,
    number: 9,
  });
  const numbers = await prisma.port.findMany({ where: { hostId: other } });
  expect(numbers.map(({ number }) => number)).toEqual([8001]);
});

test('a row whose id another network uses gets a new id, and a subnet that moved there is a missing one', async () => {
  const { prisma, otherNetworkId } = world;
  const { destination, other, subnet } = await pair();
  const droppedPort = await prisma.port.findFirstOrThrow({ where: { hostId: other, number: 22 } });
  await mergeAsThen(destination, other);
  const third = await prisma.host.create({ data: { networkId: otherNetworkId, name: 'third' } });
  await prisma.port.create({
    data: { id: droppedPort.id, networkId: otherNetworkId, hostId: third.id, number: 9, protocol: 'Udp' },
  });
  await prisma.ipAddress.deleteMany({ where: { subnetId: subnet.id } });
  await prisma.subnet.update({ where: { id: subnet.id }, data: { networkId: otherNetworkId } });
  const before = await networkFingerprint(prisma, otherNetworkId);
  await split(other);
  expect(await networkFingerprint(prisma, otherNetworkId)).toBe(before);
  expect(await prisma.ipAddress.count({ where: { hostId: { in: [destination, other] } } })).toBe(0);
  const ports = await prisma.port.findMany({ where: { hostId: other }, orderBy: { number: 'asc' } });
  expect(ports.map(({ id, number }) => [id === droppedPort.id, number])).toEqual([
    [false, 22],
    [false, 8001],
  ]);
});

test('of three merged hosts, the one merged first is split off with its own rows', async () => {
  const [first, second] = [await pair(), await pair()];
  const before = await rowsOf([first.other]);
  await mergeAsThen(first.destination, first.other);
  await mergeAsThen(second.destination, first.destination);
  await split(first.destination);
  await split(first.other);
  const after = await rowsOf([first.other]);
  expect(before.filter((row) => !after.includes(row))).toEqual([]);
  expect(await world.prisma.hostMerge.count({ where: { hostId: second.destination } })).toBe(0);
});
