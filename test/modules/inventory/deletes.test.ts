// Tests of bulk deletes of every kind of row over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let createdCount = 0;
const kinds = {
  vlans: ['deleteVlans', () => ({ vlan_number: (createdCount += 1) })],
  tags: ['deleteTags', () => ({})],
  networks: ['deleteNetworks', () => ({})],
} as const;
type Kind = keyof typeof kinds;
const each = Object.entries(kinds).map(([kind, [mutation]]) => [kind as Kind, mutation] as const);

/** Creates a row of the kind, in the caller's own network or organization. Resolves with its id. */
async function create(kind: Kind, caller: Caller = world.owner, networkId = world.networkId): Promise<string> {
  const reply = await caller.rest.post(`/${kind}`, {
    name: randomUUID(),
    organization_id: caller.organizationId,
    network_id: networkId,
    ...kinds[kind][1](),
  });
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data.id;
}

describe('200', () => {
  test.each(each)('%s: missing rows and rows out of reach are skipped, duplicates count once', async (kind) => {
    const [one, two, keptRows] = [await create(kind), await create(kind), await create(kind)];
    const foreign = await create(kind, world.stranger, world.strangerNetworkId);
    const ids = [one, two, one, randomUUID(), foreign];
    const { status, body } = await world.admin.rest.post(`/${kind}/bulk-delete`, ids);
    expect([status, body.data]).toEqual([200, { deleted_count: 2, requested_count: 5 }]);
    for (const id of [one, two]) expect((await world.owner.rest.get(`/${kind}/${id}`)).status).toBe(404);
    expect((await world.owner.rest.get(`/${kind}/${keptRows}`)).status).toBe(200);
    expect((await world.stranger.rest.get(`/${kind}/${foreign}`)).status).toBe(200);
  });

  test.each(each)('%s: the same in GraphQL, %s', async (kind, mutation) => {
    const ids = [await create(kind), await create(kind), randomUUID()];
    const document = `mutation($ids: [UUID!]!) { done: ${mutation}(ids: $ids) { deletedCount requestedCount } }`;
    expect((await world.admin.query(document, { ids })).done).toEqual({ deletedCount: 2, requestedCount: 3 });
    expect((await world.admin.query(document, { ids })).done).toEqual({ deletedCount: 0, requestedCount: 3 });
  });

  test.each(each)('%s: two simultaneous calls delete each row once', async (kind) => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => create(kind)));
    const backwards = [...ids].reverse();
    const replies = await Promise.all(
      [ids, backwards].map((orderedIds) => world.admin.rest.post(`/${kind}/bulk-delete`, orderedIds)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies.reduce((sum, { body }) => sum + body.data.deleted_count, 0)).toBe(10);
  });

  test('ten thousand ids take one statement', async () => {
    const ids = [await create('vlans'), ...Array.from({ length: 9_999 }, () => randomUUID())];
    const statements = await world.queries.during(async () => {
      const { body } = await world.key.rest.post('/vlans/bulk-delete', ids);
      expect(body.data).toEqual({ deleted_count: 1, requested_count: 10_000 });
    });
    expect(statements.filter((sql) => /DELETE/i.test(sql))).toHaveLength(1);
  });
});

describe('400', () => {
  test.each(each)('%s: no ids, too many, and values that are no list of ids', async (kind, mutation) => {
    const id = await create(kind);
    const readRefusal = async (ids: unknown) => {
      const { status, body } = await world.admin.rest.post(`/${kind}/bulk-delete`, ids);
      return [status, body.code, body.params];
    };
    expect(await readRefusal([])).toEqual([400, 'validation_bulk_empty', {}]);
    const tooMany = [id, ...Array.from({ length: 10_000 }, () => randomUUID())];
    const outOfRange = { field: 'ids', min: 1, max: 10_000 };
    expect(await readRefusal(tooMany)).toEqual([400, 'validation_out_of_range', outOfRange]);
    expect(await readRefusal(undefined)).toEqual([400, 'validation_required', { field: 'ids' }]);
    for (const body of [{ ids: [id] }, id, 7, null])
      expect(await readRefusal(body)).toEqual([400, 'validation_invalid_format', { field: 'body' }]);
    for (const ids of [
      [id, 'x'],
      [id, null],
    ])
      expect((await readRefusal(ids)).slice(0, 2)).toEqual([400, 'validation_invalid_format']);
    const document = `mutation($ids: [UUID!]!) { ${mutation}(ids: $ids) { deletedCount } }`;
    expect(await world.admin.refusal(document, { ids: [] })).toEqual({ code: 'validation_bulk_empty', params: {} });
    expect((await world.owner.rest.get(`/${kind}/${id}`)).status).toBe(200);
  });
});

describe('403', () => {
  test.each(each)('%s: a Viewer is refused', async (kind) => {
    const id = await create(kind);
    const { status, body } = await world.viewer.rest.post(`/${kind}/bulk-delete`, [id]);
    expect([status, body.code]).toEqual([403, 'auth_permission_denied']);
    expect((await world.owner.rest.get(`/${kind}/${id}`)).status).toBe(200);
  });
});
