// Tests tenant isolation of the search for free addresses: callers get results for subnets that they may see, and rows
// that they may not see have no influence.
import { absentId, createWalledWorld, type WalledWorld } from './walled-world';

let walled: WalledWorld;
beforeAll(async () => {
  walled = await createWalledWorld();
});
afterAll(() => walled.close());

const document = `query($subnetId: UUID!) { nextFreeAddress(subnetId: $subnetId, count: 16) { addresses } }`;

test('a subnet out of reach is answered like a missing one', async () => {
  for (const { name, caller, home, beyond } of walled.callers) {
    let answeredCount = 0;
    for (const subnetId of home.Subnet!) {
      const { data, errors } = (await caller.graphql(document, { subnetId })).body;
      const isRefused = errors?.[0].extensions.code === 'entity_reference_invalid';
      expect([name, isRefused || data.nextFreeAddress.addresses.length === 16]).toEqual([name, true]);
      answeredCount += isRefused ? 0 : 1;
    }
    expect(answeredCount).toBeGreaterThan(0);
    for (const subnetId of [...beyond.Subnet!, absentId()])
      expect((await caller.graphql(document, { subnetId })).body.errors[0].extensions).toMatchObject({
        code: 'entity_not_found',
        params: { entity: 'Subnet', id: subnetId },
      });
  }
});

test('addresses and reservations of other networks take none, although they are equal', async () => {
  const { world, viewer } = walled;
  const { prisma, networkId, strangerNetworkId } = world;
  const cidr = '10.99.0.0/29';
  const subnets = await Promise.all(
    [networkId, strangerNetworkId].map((id) =>
      prisma.subnet.create({ data: { networkId: id, name: 'twin', cidr, subnetType: 'Lan' } }),
    ),
  );
  const [ownSubnetId, otherSubnetId] = subnets.map(({ id }) => id) as [string, string];
  const { id: hostId } = await prisma.host.create({ data: { networkId: strangerNetworkId, name: 'stranger' } });
  const beyond = { networkId: strangerNetworkId, subnetId: otherSubnetId, subnetCidr: cidr };
  await prisma.ipAddress.create({ data: { ...beyond, hostId, ipAddress: '10.99.0.1' } });
  await prisma.addressReservation.create({
    data: {
      ...{ ...beyond, organizationId: world.stranger.organizationId, purpose: 'theirs' },
      ...{ firstAddress: '10.99.0.2', lastAddress: '10.99.0.3' },
    },
  });
  const { nextFreeAddress } = await viewer.caller.query(document, { subnetId: ownSubnetId });
  expect(nextFreeAddress.addresses).toEqual([1, 2, 3, 4, 5, 6].map((part) => `10.99.0.${part}`));
  const page = await viewer.caller.query(`query($id: UUID!) { subnet(id: $id) { addressCounts { taken reserved } } }`, {
    id: ownSubnetId,
  });
  expect(page.subnet.addressCounts).toEqual({ taken: 0, reserved: '0' });
});
