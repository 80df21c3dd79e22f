// Display names: code and SQL give a host or an interface the same name, whichever of their texts are set.
import {
  hostDisplayName,
  hostDisplayNameSql,
  interfaceDisplayName,
  interfaceDisplayNameSql,
} from '../../../src/modules/inventory/shared/display-names';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** All combinations in which each text is itself, empty, or null if it may be null. */
const choices = (texts: readonly string[], isNullable: (at: number) => boolean): (string | null)[][] =>
  texts.reduce<(string | null)[][]>(
    (rows, text, at) =>
      rows.flatMap((row) => [text, '', ...(isNullable(at) ? [null] : [])].map((one) => [...row, one])),
    [[]],
  );

const readNames = async (sql: string, table: string) => {
  const rows = await world.prisma.$queryRawUnsafe<{ id: string; name: string }[]>(
    `SELECT r.id::text, ${sql} AS name FROM ${table} r WHERE r.network_id = '${world.networkId}'`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};

test('hosts are displayed by the first usable name', async () => {
  const { prisma, networkId } = world;
  const subnet = await prisma.subnet.create({
    data: { networkId, name: 'LAN', cidr: '10.0.0.0/16', subnetType: 'Lan' },
  });
  const rows = choices(['name', 'hostname', 'sys', 'chassis'], (at) => at > 0);
  const data = rows.map(([name, hostname, sysName, chassisId]) => ({
    ...{ networkId, name: name!, hostname, sysName, chassisId },
  }));
  const hosts = await prisma.host.createManyAndReturn({ data, select: { id: true } });
  const seenDates = ['2026-01-01', '2026-03-01', '2026-03-01', '2026-02-01'].map((day) => new Date(day));
  // Hosts have no address, one address or four addresses, in every combination with their names.
  const addresses = hosts.flatMap(({ id: hostId }, at) =>
    seenDates.slice(0, [0, 1, 4][(at + Math.floor(at / 3)) % 3]).map((lastSeenAt, position) => ({
      ...{
        networkId,
        hostId,
        subnetId: subnet.id,
        position,
        lastSeenAt,
        subnetCidr: subnet.cidr,
        ipAddress: `10.0.${at}.${position + 1}`,
      },
    })),
  );
  await prisma.ipAddress.createMany({ data: addresses });
  const storedHosts = await prisma.host.findMany({
    where: { networkId },
    include: { ipAddresses: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
  });
  const expectedTexts = new Map(storedHosts.map((host) => [host.id, hostDisplayName(host)]));
  expect(await readNames(hostDisplayNameSql('r', 'ip_addresses'), 'hosts')).toEqual(expectedTexts);
  expect(new Set(expectedTexts.values()).size).toBeGreaterThan(5);
  expect([...expectedTexts.values()]).toEqual(expect.arrayContaining(['name', 'hostname', 'sys', 'chassis', '']));
  // A host without names is displayed as the address that was seen last. If several addresses were seen at that time,
  // the first of them in the host's list is displayed.
  const nameless = storedHosts.find(
    ({ name, hostname, sysName, chassisId, ipAddresses }) =>
      [name, hostname, sysName, chassisId].every((text) => !text) && ipAddresses.length === 4,
  )!;
  expect(hostDisplayName(nameless)).toMatch(/\.2$/);
  const { body } = await world.owner.send('POST', '/graphql', {
    body: { query: `{ hosts(networkId: "${networkId}", first: 1000) { nodes { id displayName } } }` },
  });
  const answeredNodes = body.data.hosts.nodes as { id: string; displayName: string }[];
  expect(new Map(answeredNodes.map(({ id, displayName }) => [id, displayName]))).toEqual(expectedTexts);
});

test('interfaces are displayed by the first usable name', async () => {
  const { prisma, networkId } = world;
  const host = await prisma.host.create({ data: { networkId, name: 'switch' } });
  const rows = choices(['alias', 'descr'], () => true).flatMap((row) => [
    [...row, '02:00:00:00:00:01'],
    [...row, null],
  ]);
  const data = rows.map(([ifAlias, ifDescr, macAddress], ifIndex) => ({
    ...{ networkId, hostId: host.id, ifIndex, ifAlias, ifDescr, macAddress },
  }));
  await prisma.interface.createMany({ data });
  const storedInterfaces = await prisma.interface.findMany({ where: { networkId } });
  const expectedTexts = new Map(storedInterfaces.map((port) => [port.id, interfaceDisplayName(port)]));
  expect(await readNames(interfaceDisplayNameSql('r'), 'interfaces')).toEqual(expectedTexts);
  expect(new Set(expectedTexts.values())).toEqual(new Set(['alias', 'descr', '02:00:00:00:00:01', 'Interface']));
});
