// Tests which hosts a text finds when a user locates a machine, and the total counts of lists that are returned in
// part.
import { createWorld, type World } from '../../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await addHost('access', { 'Gi1/0/2': {} });
});
afterAll(() => world.close());

const macOf = (number: number) => `3c:52:82:00:00:${number.toString(16).padStart(2, '0')}`;
/** Ids of hosts and ports by their names. */
const ids: Record<string, string> = {};

async function addHost(name: string, ports: Readonly<Record<string, object>>): Promise<string> {
  const { networkId, prisma } = world;
  const { id: hostId } = await prisma.host.create({ data: { networkId, name } });
  ids[name] = hostId;
  for (const [ifName, columns] of Object.entries(ports)) {
    const port = await prisma.interface.create({ data: { networkId, hostId, ifName, ...columns } });
    ids[`${name} ${ifName}`] = port.id;
  }
  return hostId;
}
const learn = (port: string, fdbMacs: string[]) =>
  world.prisma.interface.update({ where: { id: ids[port]! }, data: { fdbMacs } });

const document = `query($networkId: UUID!, $text: String!) { locate(networkId: $networkId, text: $text) {
  hosts { host { name } } ports { interface { ifName } } } }`;
const locate = async (text: string) =>
  (await world.viewer.query(document, { networkId: world.networkId, text })).locate;

describe('a host is found by', () => {
  const seenMac = macOf(0x7b);
  beforeAll(async () => {
    await addHost('Scanner', { eth0: { macAddress: seenMac } });
    await world.prisma.host.update({
      where: { id: ids.Scanner! },
      data: { serialNumber: 'SN-0815', model: 'Flat X1' },
    });
    await world.prisma.service.create({
      data: {
        networkId: world.networkId,
        hostId: ids.Scanner!,
        name: 'Scan to mail',
        serviceDefinition: 'SMTP',
        position: 0,
      },
    });
    await learn('access Gi1/0/2', [seenMac]);
    // The searches below must not find this host: "Scan to mail" is only the name of its port, and its own name only
    // begins with the serial number `sn-0815`.
    await addHost('sn-0815-spare', { 'Scan to mail': {} });
  });

  test.each(['0:7b', '00007b', 'SCANNER', 'sn-0815', 'flat x1', 'to MAIL', 'canne'])('%s', async (text) => {
    expect(await locate(text)).toEqual({
      ...{ hosts: [{ host: { name: 'Scanner' } }], ports: [{ interface: { ifName: 'Gi1/0/2' } }] },
    });
  });

  test('a name in either Unicode form', async () => {
    await addHost('Büro'.normalize('NFD'), { eth0: { macAddress: macOf(0x7c) } });
    expect((await locate('Büro'.normalize('NFC'))).hosts).toEqual([{ host: { name: 'Büro'.normalize('NFD') } }]);
  });
});

test('each truncated list has its total number', async () => {
  const counts = 'hostCount hosts { hostId } macAddressCount macAddresses earlierCount earlier { hostId }';
  const counted = async (text: string) => {
    const { locate: answer } = (await world.viewer.query(
      `query($id: UUID!, $text: String!) { locate(networkId: $id, text: $text) { ${counts} } }`,
      { id: world.networkId, text },
    )) as { locate: Record<string, number | readonly unknown[]> };
    return Object.values(answer).map((one) => (Array.isArray(one) ? one.length : one));
  };
  const { networkId, prisma } = world;
  await prisma.host.createMany({ data: Array.from({ length: 23 }, (_, at) => ({ networkId, name: `kiosk-${at}` })) });
  await prisma.host.createMany({ data: Array.from({ length: 22 }, () => ({ networkId, name: 'kiosk' })) });
  expect(await counted('iosk-')).toEqual([23, 20, 0, 0, 0, 0]);
  expect(await counted('kiosk')).toEqual([22, 20, 0, 0, 0, 0]);
  const cards = Array.from({ length: 104 }, (_, at) => `3c:52:82:00:02:${at.toString(16).padStart(2, '0')}`);
  const hostId = await addHost('chassis', {});
  await prisma.interface.createMany({
    data: cards.map((macAddress, at) => ({ networkId, hostId, ifName: `e${at}`, macAddress })),
  });
  await addHost('wanderer', { eth0: { macAddress: macOf(0x60) } });
  await addHost('floor', Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`p${at}`, {}])));
  for (let at = 0; at < 23; at += 1) {
    await learn(`floor p${at}`, [macOf(0x60)]);
    await learn(`floor p${at}`, []);
  }
  expect(await counted('chassis')).toEqual([1, 1, 104, 100, 0, 0]);
  expect(await counted('wanderer')).toEqual([1, 1, 1, 1, 23, 20]);
});
