// Concurrent writes of any kind to one row. Each write either takes effect completely or reports that the row is gone.
// No write takes effect partly or gets a 500.
import { delegateOf } from '../../../src/data/model/delegate';
import { tableOf } from '../../../src/data/model/model-fields';
import { findCase, createSide } from '../../contract/parity-cases';
import type { Side } from '../../support/samples';
import { parityRoutes, type ParityRoute, type Values } from '../../contract/parity';
import type { Reply } from '../../support/client';
import { fillOrganization } from '../../support/populate';
import { queueForRow } from '../../support/row-queue';
import { createWorld, type World } from '../../support/world';
import { sendRequest } from '../../tenancy/rest-endpoints';

let world: World;
let side: Side;
beforeAll(async () => {
  world = await createWorld();
  const { owner, viewer, organizationId, networkId } = world;
  const filledOrganization = await fillOrganization(world.prisma, organizationId);
  const { ids } = await filledOrganization.fillNetwork(networkId);
  const { daemonId } = await world.addDaemon();
  const userIds = { owner: owner.userId, viewer: viewer.userId, leaving: viewer.userId };
  const place = { organizationId, networkId, userIds, daemonId, ids: { ...ids, ...filledOrganization.ids } };
  side = createSide(place as never, { callers: { owner } } as never, 'rest');
});
afterAll(() => world.close());

const send = (route: ParityRoute, values: Values) => sendRequest(world.owner, route, { ...values });
const routeOf = (owner: string, prefix: string) =>
  parityRoutes.find((route) => route.owner === owner && route.id.startsWith(prefix));

/** The route that creates rows of the model `owner`. For daemons, this is the route that provisions a daemon. */
const makerOf = (owner: string) => routeOf(owner, 'create_') ?? routeOf(owner, 'provision_');
/** Kinds of rows that callers can create, change and delete. */
const kinds = parityRoutes
  .filter(
    ({ route, id, owner }) =>
      route.method === 'put' && id.startsWith('update_') && makerOf(owner) && routeOf(owner, 'delete_'),
  )
  .map((update) => ({ model: update.owner, update, remove: routeOf(update.owner, 'delete_')! }));

test('every model that can be changed and deleted has a case', () => {
  // Users and organizations are excluded, because no route creates them: users are invited, and organizations register.
  const changeable = parityRoutes.filter(({ route, owner }) => route.method === 'put' && routeOf(owner, 'delete_'));
  const owners = new Set(
    changeable.map(({ owner }) => owner).filter((owner) => owner !== 'User' && owner !== 'Organization'),
  );
  expect(kinds.map(({ model }) => model).sort()).toEqual([...owners].sort());
});

const codes = (replies: readonly Reply[]) =>
  replies.map(({ status, body }) => (status === 200 ? 200 : `${status} ${body.code}`));
const goneCode = '404 entity_not_found';

/** Expects that the row no longer exists. */
async function expectGone(model: string, id: string): Promise<void> {
  expect(await delegateOf(world.prisma, model).findMany({ where: { id } })).toEqual([]);
}

describe.each(kinds)('$model', ({ model, update, remove }) => {
  const createRow = async () => (await findCase(update)!(side)) as Values & { id: string };

  test('changed, then deleted: both succeed', async () => {
    const values = await createRow();
    const { id } = values;
    const acts = [() => send(update, values), () => send(remove, { id })];
    const [changeOutcome, deleteOutcome] = codes(await queueForRow(tableOf(model), id, acts));
    // The update reads the row again for its response. By then, the deletion may have removed the row.
    expect([200, goneCode]).toContain(changeOutcome);
    expect(deleteOutcome).toBe(200);
    await expectGone(model, id);
  });

  test('deleted, then changed: the row is missing', async () => {
    const values = await createRow();
    const { id } = values;
    const acts = [() => send(remove, { id }), () => send(update, values)];
    expect(codes(await queueForRow(tableOf(model), id, acts))).toEqual([200, goneCode]);
    await expectGone(model, id);
  });

  test('changed and deleted by many callers at once: deleted once', async () => {
    const values = await createRow();
    const { id } = values;
    const acts = [update, remove, update, remove, update, update];
    const answers = codes(await Promise.all(acts.map((route) => send(route, route === update ? values : { id }))));
    expect([answers[1], answers[3]].sort()).toEqual([200, goneCode]);
    for (const answer of answers) expect([200, goneCode]).toContain(answer);
    await expectGone(model, id);
  });
});

describe('bulk deletes of the same rows in opposite orders', () => {
  const many = parityRoutes
    .filter(({ id }) => id.startsWith('bulk_delete_'))
    .map((route) => [route.owner, route] as const);

  async function create(owner: string): Promise<string> {
    if (owner === 'User') return (await world.addUser('Viewer')).userId;
    if (owner === 'Daemon') return (await world.addDaemon()).daemonId;
    return side.create(routeOf(owner, 'create_')!.id);
  }

  test.each(many)('%s: each row is deleted once', async (owner, route) => {
    const ids: string[] = [];
    for (let row = 0; row < 6; row += 1) ids.push(await create(owner));
    const orders = [ids, [...ids].reverse(), ids.slice(2), ids.slice(0, 4).reverse()];
    const replies = await Promise.all(orders.map((orderedIds) => send(route, { ids: orderedIds })));
    expect(codes(replies)).toEqual([200, 200, 200, 200]);
    expect(replies.reduce((sum, { body }) => sum + body.data.deleted_count, 0)).toBe(6);
    for (const id of ids) await expectGone(owner, id);
  });
});
