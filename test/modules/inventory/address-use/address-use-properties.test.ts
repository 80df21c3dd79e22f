// The use of addresses, compared with a model that lists every address: ranges on pages of any size, counts, free
// addresses.
import fc from 'fast-check';
import { createWorld, type World } from '../../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const document = `query($id: UUID!, $first: Int, $from: String) { subnet(id: $id) {
  addressCounts { total taken stale reserved special free usedPercent }
  addressRanges(first: $first, start: $from) { next ranges { first last count state role reservationId
    holders { address host { name } ipAddress { ipAddress } isStale } } } } }`;
const freeDocument = `query($subnetId: UUID!, $count: Int!) { nextFreeAddress(subnetId: $subnetId, count: $count) { addresses } }`;

interface Listed {
  readonly address: string;
  readonly state: string;
  readonly role: string | null;
  readonly reservationId: string | null;
  readonly hosts: readonly string[];
}
interface Page {
  readonly ranges: readonly Range[];
  readonly next: string | null;
}
interface Range extends Omit<Listed, 'address' | 'hosts'> {
  readonly first: string;
  readonly last: string;
  readonly count: string;
  readonly holders: readonly {
    readonly address: string;
    readonly host: { readonly name: string };
    readonly ipAddress: { readonly ipAddress: string };
  }[];
}

/**
 * Subnets in a block of 16 addresses: prefix length, position of the first address in the block, number of addresses,
 * and special addresses such as the network and the broadcast address.
 */
const shapes = [
  { bits: 28, at: 0, size: 16, specials: { 0: 'Network', 15: 'Broadcast' } },
  { bits: 30, at: 4, size: 4, specials: { 4: 'Network', 7: 'Broadcast' } },
  { bits: 31, at: 6, size: 2, specials: {} },
  { bits: 32, at: 9, size: 1, specials: {} },
  { bits: 124, at: 0, size: 16, specials: { 0: 'SubnetRouter' } },
  { bits: 126, at: 4, size: 4, specials: { 4: 'SubnetRouter' } },
  { bits: 127, at: 6, size: 2, specials: {} },
  { bits: 128, at: 9, size: 1, specials: {} },
] as const;

const place = fc.nat(15);
const plan = fc.record({
  shape: fc.constantFrom(...shapes),
  /**
   * Each host has an address in the tested subnet (`own`), in a larger subnet around it (`around`), or in an equal
   * subnet of another namespace (`elsewhere`).
   */
  hosts: fc.array(fc.tuple(place, fc.constantFrom('own', 'around', 'elsewhere'), fc.boolean()), { maxLength: 8 }),
  reservations: fc.array(fc.tuple(place, fc.nat(6), fc.constantFrom('own', 'around', 'elsewhere'), fc.boolean()), {
    maxLength: 5,
  }),
  virtual: fc.array(place, { maxLength: 2 }),
  nextHops: fc.array(fc.tuple(place, fc.boolean()), { maxLength: 3 }),
  pageSize: fc.integer({ min: 1, max: 5 }),
  count: fc.integer({ min: 1, max: 16 }),
});

let blocks = 0;
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('ranges, counts and free addresses equal those computed from a list of all addresses', async () => {
  const { prisma, networkId, organizationId, owner } = world;
  await fc.assert(
    fc.asyncProperty(plan, async ({ shape, hosts, reservations, virtual, nextHops, pageSize, count }) => {
      blocks += 1;
      const isV4 = shape.bits <= 32;
      const ip = (at: number) =>
        (isV4 ? `10.71.${blocks}.${at}` : `2001:db8:71:${blocks}::${at.toString(16)}`).replace(/::0$/, '::');
      const cidrs = {
        own: `${ip(shape.at)}/${shape.bits}`,
        around: isV4 ? `10.71.${blocks}.0/24` : `2001:db8:71:${blocks}::/64`,
      };
      const subnet = (cidr: string, namespace = '') =>
        prisma.subnet.create({ data: { networkId, name: cidr, cidr, namespace, subnetType: 'Lan' } });
      const subnets = {
        own: await subnet(cidrs.own),
        around: await subnet(cidrs.around),
        elsewhere: await subnet(cidrs.own, 'blue'),
      };
      const inOwn = (at: number) => at >= shape.at && at < shape.at + shape.size;
      const cidrOf = (where: keyof typeof subnets) => (where === 'around' ? cidrs.around : cidrs.own);
      const fits = (at: number, where: string) => where === 'around' || inOwn(at);

      const holders: { at: number; name: string }[] = [];
      for (const [index, [at, where, isOld]] of hosts.entries()) {
        if (!fits(at, where)) continue;
        const name = `host-${index}`;
        const { id: hostId } = await prisma.host.create({ data: { networkId, name } });
        await prisma.ipAddress.create({
          data: {
            ...{ networkId, hostId, subnetId: subnets[where].id, subnetCidr: cidrOf(where), ipAddress: ip(at) },
            ...(isOld && { lastSeenAt: dayAgo(90) }),
          },
        });
        if (where !== 'elsewhere' && inOwn(at)) holders.push({ at, name });
      }
      const active: { id: string; from: number; to: number; isOwn: boolean }[] = [];
      for (const [from, length, where, isExpired] of reservations) {
        const to = Math.min(from + length, 15);
        const meets = active.some((one) => one.isOwn === (where === 'own') && one.from <= to && from <= one.to);
        if (!fits(from, where) || !fits(to, where) || (where !== 'elsewhere' && meets)) continue;
        const { id } = await prisma.addressReservation.create({
          data: {
            ...{ networkId, organizationId, subnetId: subnets[where].id, subnetCidr: cidrOf(where), purpose: where },
            ...{ firstAddress: ip(from), lastAddress: ip(to), until: isExpired ? dayAgo(1) : null },
          },
        });
        if (where !== 'elsewhere' && !isExpired) active.push({ id, from, to, isOwn: where === 'own' });
      }
      for (const at of virtual)
        await prisma.fhrpGroup.create({
          data: { networkId, namespace: '', protocol: 'Vrrp3', groupNumber: blocks, virtualAddresses: [ip(at)] },
        });
      // Next hops only count if the host with the route has an address in the tested subnet or in the subnet around it:
      // `router` has such an address, `stranger` has none.
      const router = await prisma.host.create({ data: { networkId, name: 'router' } });
      const routerAddress = isV4 ? `10.71.${blocks}.200` : `2001:db8:71:${blocks}::f00`;
      await prisma.ipAddress.create({
        data: {
          ...{ networkId, hostId: router.id, subnetId: subnets.around.id, subnetCidr: cidrs.around },
          ipAddress: routerAddress,
        },
      });
      const stranger = await prisma.host.create({ data: { networkId, name: 'stranger' } });
      for (const [at, isHere] of nextHops)
        await prisma.route.create({
          data: {
            ...{ networkId, hostId: (isHere ? router : stranger).id, protocol: 'Static', type: 'Remote' },
            ...{ destination: isV4 ? '0.0.0.0/0' : '::/0', nextHop: ip(at) },
          },
        });

      const specials = shape.specials as Readonly<Record<number, string>>;
      const all: Listed[] = Array.from({ length: shape.size }, (_none, offset) => {
        const at = shape.at + offset;
        const names = holders.filter((one) => one.at === at).map(({ name }) => name);
        const isVirtual = virtual.includes(at);
        const isGateway = nextHops.some(([hop, isHere]) => isHere && hop === at);
        const around = active.filter(({ from, to }) => from <= at && at <= to);
        const reservationId = (around.find(({ isOwn }) => isOwn) ?? around[0])?.id ?? null;
        const isTaken = names.length > 0 || isVirtual || isGateway;
        const special = specials[at];
        return {
          address: ip(at),
          state: isTaken ? 'Taken' : special ? 'Special' : reservationId ? 'Reserved' : 'Free',
          role: special ?? (isVirtual ? 'Virtual' : isGateway ? 'Gateway' : null),
          reservationId,
          hosts: names.sort(),
        };
      });

      const { id } = subnets.own;
      for (const first of [pageSize, 256]) {
        const listed: Listed[] = [];
        for (let from: string | null = null, next = true; next;) {
          const page = (await owner.query(document, { id, first, from })).subnet.addressRanges as Page;
          const { ranges } = page;
          expect(ranges.length).toBeGreaterThan(0);
          for (const range of ranges) {
            const start = all.findIndex(({ address }) => address === range.first);
            const end = all.findIndex(({ address }) => address === range.last);
            expect([start, range.count]).toEqual([listed.length, String(end - start + 1)]);
            for (const { address } of all.slice(start, end + 1)) {
              const holdersOfAddress = range.holders.filter((one) => one.address === address);
              for (const { ipAddress } of holdersOfAddress) expect(ipAddress.ipAddress).toBe(address);
              const { state, role, reservationId } = range;
              listed.push({
                address,
                state,
                role,
                reservationId,
                hosts: holdersOfAddress.map(({ host }) => host.name).sort(),
              });
            }
          }
          from = page.next;
          next = from !== null;
          if (next) expect(from).toBe(all[listed.length]!.address);
        }
        expect(listed).toEqual(all);
      }

      const number = (state: string) => all.filter((one) => one.state === state).length;
      const [takenCount, reservedCount, specialCount, freeCount] = ['Taken', 'Reserved', 'Special', 'Free'].map(
        number,
      ) as [number, number, number, number];
      const { usedPercent, ...counts } = (await owner.query(document, { id })).subnet.addressCounts;
      expect(counts).toEqual({
        ...{
          total: String(shape.size),
          taken: takenCount,
          stale: 0,
          reserved: String(reservedCount),
          special: specialCount,
          free: String(freeCount),
        },
      });
      const usable = shape.size - specialCount;
      expect(usedPercent).toBeCloseTo(usable === 0 ? 0 : ((takenCount + reservedCount) / usable) * 100, 6);

      const freeAddresses = all.filter(({ state }) => state === 'Free').map(({ address }) => address);
      const variables = { subnetId: id, count };
      if (freeCount === 0)
        expect(await owner.refusal(freeDocument, variables)).toEqual({ code: 'subnet_full', params: { id } });
      else
        expect((await owner.query(freeDocument, variables)).nextFreeAddress.addresses).toEqual(
          freeAddresses.slice(0, count),
        );
    }),
    { numRuns: 40 },
  );
}, 600_000);
