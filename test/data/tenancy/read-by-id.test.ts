// Tests reads of one row by its id, whose SQL statements are cached. Every viewer gets only rows that this viewer may
// see.
import { randomUUID } from 'node:crypto';
import { dbFor, type ScopedDb } from '../../../src/data/tenancy/scoped-db';
import type { UserViewer } from '../../../src/data/tenancy/viewer';
import { fillOrganization } from '../../support/populate';
import { createViewer } from '../../support/viewers';
import { createWorld, type World } from '../../support/world';

let world: World;
let wide: UserViewer;
beforeAll(async () => {
  world = await createWorld();
  const filledOrganization = await fillOrganization(world.prisma, world.organizationId);
  for (const networkId of [world.networkId, world.otherNetworkId]) await filledOrganization.fillNetwork(networkId);
  wide = createViewer(world);
});
afterAll(() => world.close());

const dbOf = (changes: Partial<UserViewer> = {}): ScopedDb => dbFor(world.prisma, { ...wide, ...changes });
const hostIn = async (networkId: string) => (await world.prisma.host.findFirstOrThrow({ where: { networkId } })).id;
const select = { id: true, networkId: true, tagAssignments: { select: { tagId: true } } };

test("the same statement reads for each viewer only the viewer's rows, whoever used it first", async () => {
  const [ownRows, otherRows] = [await hostIn(world.networkId), await hostIn(world.otherNetworkId)];
  const read = async (db: ScopedDb, id: string) => (await db.host.findUnique({ where: { id }, select }))?.id;
  const narrow = { networkIds: [world.networkId] };
  for (let round = 0; round < 3; round += 1) {
    expect([await read(dbOf(), ownRows), await read(dbOf(), otherRows)]).toEqual([ownRows, otherRows]);
    expect([await read(dbOf(narrow), ownRows), await read(dbOf(narrow), otherRows)]).toEqual([ownRows, undefined]);
    expect(await read(dbOf({ networkIds: [] }), ownRows)).toBeUndefined();
    expect(await read(dbOf(), randomUUID())).toBeUndefined();
  }
});

test('single ids one after the other, in and out of a transaction, are read as by Prisma', async () => {
  const ids = (await world.prisma.vlan.findMany({ where: { organizationId: world.organizationId } })).map(
    ({ id }) => id,
  );
  expect(ids.length).toBeGreaterThan(1);
  const words = {
    id: true,
    name: true,
    subnets: { select: { subnetId: true }, orderBy: { subnetId: 'asc' } },
  } as const;
  for (const id of [...ids, ...ids]) {
    const expectedVlan = await world.prisma.vlan.findUniqueOrThrow({ where: { id }, select: words });
    expect(await dbOf().vlan.findUnique({ where: { id }, select: words })).toEqual(expectedVlan);
    expect(await dbOf().$transaction((tx) => tx.vlan.findUnique({ where: { id }, select: words }))).toEqual(
      expectedVlan,
    );
  }
});

test('an id in the tenancy rule is not confused with the id of the row', async () => {
  const users = (await world.prisma.user.findMany({ where: { organizationId: world.organizationId } })).map(
    ({ id }) => id,
  );
  const keyOf = async (viewer: Partial<UserViewer>, id: string) =>
    (await dbOf(viewer).user.findUnique({ where: { id }, select: { id: true } }))?.id;
  for (const ownId of users) for (const id of [ownId, ...users]) expect(await keyOf({ userId: ownId }, id)).toBe(id);
  for (const id of [world.organizationId, world.stranger.organizationId]) {
    const foundOrganization = await dbOf().organization.findUnique({ where: { id }, select: { id: true } });
    expect(foundOrganization?.id).toBe(id === world.organizationId ? id : undefined);
  }
});

test('another filter of nested rows gives another statement', async () => {
  const { hostId: id, number } = await world.prisma.port.findFirstOrThrow({ where: { networkId: world.networkId } });
  const read = (number: number) =>
    dbOf().host.findUnique({ where: { id }, select: { ports: { where: { number }, select: { number: true } } } });
  expect((await read(number))?.ports).toContainEqual({ number });
  expect((await read(number === 9 ? 10 : 9))?.ports).not.toContainEqual({ number });
  expect((await read(number))?.ports).toContainEqual({ number });
});

test('numbers beyond 53 bits are read correctly', async () => {
  const id = await hostIn(world.networkId);
  const interfaces = { where: { speedBps: { gt: 9_007_199_254_740_993n } }, select: { id: true } };
  for (let round = 0; round < 2; round += 1)
    expect(await dbOf().host.findUnique({ where: { id }, select: { interfaces } })).toEqual({ interfaces: [] });
});
