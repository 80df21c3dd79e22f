// Saved views over REST and GraphQL: who reads and changes them, what they store, how many there may be, and their
// history.
import { randomUUID } from 'node:crypto';
import { databaseInstant } from '../../support/instants';
import { createWorld, type Caller, type World } from '../../support/world';
import { lastEvent, restore, restoreText, undo, undoText } from '../history/restore-world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let world: World;
let topologyId: string;
let maker: Caller;
let other: Caller;
beforeAll(async () => {
  world = await createWorld();
  const { networkId } = world;
  topologyId = (await world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;
  maker = await world.addUser('Member', [networkId]);
  other = await world.addUser('Member', [networkId]);
});
afterEach(() => world.prisma.savedView.deleteMany({ where: { networkId: world.networkId } }));
afterAll(() => world.close());

const errorFacts = ({ status, body }: { status: number; body: Json }) => [status, body.code, body.params];
const path = (id: string) => `/saved-views/${id}`;

async function save(caller: Caller, more: object = {}): Promise<Json> {
  const row = { topology_id: topologyId, name: `view ${randomUUID()}`, view: 'L2Physical', ...more };
  const { status, body, story } = await caller.rest.post('/saved-views', row);
  if (status !== 200) throw new Error(story);
  return body.data;
}
const sharedVisibility = { visibility: 'Organization' };

/** Changes the saved view. Returns the changed view, or the code and parameters of the error. */
async function change(caller: Caller, id: string, input: object): Promise<Json> {
  const document = `mutation ($id: UUID!, $input: UpdateSavedViewInput!) {
    updateSavedView(id: $id, input: $input) { name visibility shownAt } }`;
  const { errors, data } = (await caller.graphql(document, { id, input })).body;
  return errors ? [errors[0].extensions.code, errors[0].extensions.params] : data.updateSavedView;
}

test('a view is returned as it was saved, and an update changes only the named fields', async () => {
  const [a, b, fold, tag] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const state = {
    detail: { limit: 90, fold_above: 300, group_by: 'Location', expanded: [fold], collapsed: [], reveal: [a] },
    edge_types: ['PhysicalLink'],
    hidden_categories: ['OpenPorts'],
    hidden_machines: ['Virtualized'],
    hidden_freshness: [],
    hidden_tag_ids: [tag],
    tag_id: null,
    vlan_id: null,
    closed_ids: [b],
    opened_ids: [],
    camera: { x: -12.5, y: 7, zoom: 0.25 },
  };
  const positions = [
    { element_id: a, x: 1, y: 1 },
    { element_id: b, x: -3.5, y: 0, width: 200, height: 120.5 },
    { element_id: a, x: 10, y: 20 },
  ];
  const routes = [{ line_id: 'a line', points: [0, 0.5, 10, 0.5, 10, 20] }];
  const instants = { shown_at: '2026-10-01T00:00:00.000Z', compared_at: null };
  const { id, updated_at, ...made } = await save(maker, {
    name: 'Core',
    description: '',
    ...{ state, positions, routes },
    ...instants,
  });
  expect(made).toMatchObject({
    ...{ name: 'Core', description: null, visibility: 'Own', view: 'L2Physical' },
    ...instants,
  });
  expect(made).toMatchObject({ state, created_by_user_id: maker.userId, network_id: world.networkId });
  const knownValues = [
    { element_id: a, x: 10, y: 20, width: null, height: null },
    { element_id: b, x: -3.5, y: 0, width: 200, height: 120.5 },
  ];
  expect((await maker.rest.get(path(id))).body.data).toMatchObject({ positions: knownValues, routes });

  const whole = { view: 'L2Physical', state, positions, routes, visibility: 'Own' };
  const { body } = await maker.rest.put(path(id), { ...whole, name: 'Core 2', expected_updated_at: updated_at });
  expect(body.data).toMatchObject({ name: 'Core 2', state, ...instants });
  const late = { name: 'x', expectedUpdatedAt: updated_at };
  expect(await change(maker, id, late)).toEqual(['entity_changed', { entity: 'SavedView', id }]);
  expect((await maker.rest.get(path(id))).body.data.positions).toEqual(knownValues);
  await change(maker, id, { shownAt: null, state: {}, positions: [], routes: [] });
  const clearedData = (await maker.rest.get(path(id))).body.data;
  expect(clearedData).toMatchObject({ name: 'Core 2', shown_at: null, positions: [], routes: [] });
  expect(clearedData.state).toMatchObject({ detail: null, edge_types: null, closed_ids: [], camera: null });
});

test('a private view is visible to its author only; one of the organization can be changed by Admins too', async () => {
  const ownView = await save(maker, { name: 'mine' });
  const sharedView = await save(maker, { name: 'ours', ...sharedVisibility });
  const missing = randomUUID();
  const admin = await world.addUser('Admin');
  for (const caller of [other, admin, world.owner]) {
    const absent = errorFacts(await caller.rest.get(path(missing)));
    expect(JSON.stringify(errorFacts(await caller.rest.get(path(ownView.id)))).replace(ownView.id, missing)).toBe(
      JSON.stringify(absent),
    );
    const missedParams = { entity: 'SavedView', id: ownView.id };
    expect(await change(caller, ownView.id, sharedVisibility)).toEqual(['entity_not_found', missedParams]);
    expect(errorFacts(await caller.rest.delete(path(ownView.id)))).toEqual([404, 'entity_not_found', missedParams]);
    const bulk = await caller.rest.post('/saved-views/bulk-delete', [ownView.id]);
    expect(bulk.body.data.deleted_count).toBe(0);
    const listedData = (await caller.rest.get(`/saved-views?topology_id=${topologyId}`)).body.data as { id: string }[];
    expect(listedData.map(({ id }) => id)).toEqual([sharedView.id]);
    const nestedQuery = '{ topology(id: $id) { savedViews { totalCount nodes { id } } } }';
    const { data } = (await caller.graphql(`query ($id: UUID!) ${nestedQuery}`, { id: topologyId })).body;
    expect(data.topology.savedViews).toEqual({ totalCount: 1, nodes: [{ id: sharedView.id }] });
  }
  const deniedParams = (action: string) => ({ action, required: 'Admin', id: sharedView.id });
  expect(await change(other, sharedView.id, { name: 'theirs' })).toEqual([
    ...['auth_permission_denied', deniedParams('updateSavedView')],
  ]);
  expect(errorFacts(await other.rest.delete(path(sharedView.id)))).toEqual([
    ...[403, 'auth_permission_denied', deniedParams('deleteSavedView')],
  ]);
  expect(errorFacts(await other.rest.post('/saved-views/bulk-delete', [sharedView.id, missing]))).toEqual([
    ...[403, 'auth_permission_denied', deniedParams('deleteSavedViews')],
  ]);
  expect(await change(admin, sharedView.id, { name: 'by an Admin' })).toMatchObject({ name: 'by an Admin' });
  expect(await change(admin, sharedView.id, { visibility: 'Own' })).toEqual([
    ...['entity_access_denied', { entity: 'SavedView', id: sharedView.id }],
  ]);
  expect(await change(maker, sharedView.id, { visibility: 'Own' })).toMatchObject({ visibility: 'Own' });
  expect((await other.rest.get(path(sharedView.id))).status).toBe(404);
  expect(await change(maker, sharedView.id, sharedVisibility)).toMatchObject(sharedVisibility);
  expect((await admin.rest.delete(path(sharedView.id))).status).toBe(200);
  expect((await maker.rest.delete(path(ownView.id))).status).toBe(200);
});

test('Viewers read but cannot save views; a key saves for its owner, limited by both their rights', async () => {
  const viewer = await world.addUser('Viewer', [world.networkId]);
  const row = { topology_id: topologyId, name: 'x', view: 'L3Logical' };
  const sharedView = await save(maker, sharedVisibility);
  expect((await viewer.rest.get(path(sharedView.id))).status).toBe(200);
  expect(errorFacts(await viewer.rest.post('/saved-views', row))).toEqual([
    ...[403, 'auth_permission_denied', { action: 'createSavedView', required: 'Member' }],
  ]);
  const readKey = await world.addKey(maker, { permissions: 'Viewer', networkIds: [world.networkId] });
  expect((await readKey.rest.post('/saved-views', row)).status).toBe(403);
  const key = await world.addKey(maker, { permissions: 'Member', networkIds: [world.networkId] });
  const { id, created_by_user_id } = await save(key);
  expect(created_by_user_id).toBe(maker.userId);
  expect((await maker.rest.get(path(id))).status).toBe(200);
  const elsewhere = await world.addKey(world.owner, { permissions: 'Member', networkIds: [world.otherNetworkId] });
  expect(errorFacts(await elsewhere.rest.post('/saved-views', row))).toEqual([
    ...[404, 'entity_not_found', { entity: 'Topology', id: topologyId }],
  ]);
});

test('a name is unique among the views that a user has of a topology; a network has at most 100 per user', async () => {
  await save(maker, { name: 'Core' });
  await save(other, { name: 'Core', ...sharedVisibility });
  const row = { topology_id: topologyId, name: 'Core', view: 'L3Logical' };
  const exists = { entity: 'SavedView', field: 'name', value: 'Core' };
  expect(errorFacts(await maker.rest.post('/saved-views', row))).toEqual([409, 'entity_already_exists', exists]);
  const { networkId, organizationId } = world;
  await world.prisma.savedView.createMany({
    data: Array.from({ length: 97 }, (_, at) => ({
      ...{
        networkId,
        organizationId,
        topologyId,
        createdByUserId: maker.userId,
        name: `${at}`,
        view: 'Workloads' as const,
      },
    })),
  });
  const replies = await Promise.all(
    Array.from({ length: 4 }, (_, at) => maker.rest.post('/saved-views', { ...row, name: `late ${at}` })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  const late = replies.find(({ status }) => status === 409)!;
  expect(errorFacts(late)).toEqual([409, 'saved_views_exceeded', { max: 100 }]);
});

test.each([
  ['a name', { name: '' }, 'validation_empty', 'name'],
  ['a name that is too long', { name: 'x'.repeat(101) }, 'validation_max_length', 'name'],
  [
    'too many positions',
    { positions: Array(2001).fill({ element_id: randomUUID(), x: 0, y: 0 }) },
    'validation_out_of_range',
    'positions',
  ],
  [
    'a place that is too far',
    { positions: [{ element_id: randomUUID(), x: 1e9, y: 0 }] },
    'validation_out_of_range',
    'positions.x',
  ],
  ['a zoom of nothing', { state: { camera: { x: 0, y: 0, zoom: 0 } } }, 'validation_out_of_range', 'state.camera.zoom'],
  [
    'an unknown category',
    { state: { hidden_categories: ['Nonsense'] } },
    'validation_invalid_format',
    'state.hidden_categories',
  ],
  [
    'too many closed boxes',
    { state: { closed_ids: Array(1001).fill(randomUUID()) } },
    'validation_out_of_range',
    'state.closed_ids',
  ],
  [
    'a place that is no number',
    { positions: [{ element_id: randomUUID(), x: 'NaN', y: 0 }] },
    'validation_invalid_format',
    undefined,
  ],
])('%s is refused', async (_name, part, code, field) => {
  const { status, body } = await maker.rest.post('/saved-views', {
    ...{ topology_id: topologyId, name: 'x', view: 'L2Physical', ...part },
  });
  expect([status, body.code]).toEqual([400, code]);
  if (field) expect(body.params.field).toBe(field);
});

test('past views are read as of an instant by those who could see them then, and so is their history', async () => {
  const { id } = await save(maker, { name: 'secret draft' });
  const asOwn = await databaseInstant(world.prisma);
  await change(maker, id, { name: 'published', ...sharedVisibility });
  const asShared = await databaseInstant(world.prisma);
  await change(maker, id, { name: 'renamed' });

  const at = (instant: Date) => `${path(id)}?at=${instant.toISOString()}`;
  expect((await maker.rest.get(at(asOwn))).body.data.name).toBe('secret draft');
  expect((await other.rest.get(at(asOwn))).status).toBe(404);
  expect((await other.rest.get(at(asShared))).body.data.name).toBe('published');

  const history = `query ($id: UUID!) { savedView(id: $id) { history { totalCount nodes { changeType
    fields { field from to } event { actor { user { id } } } } } } }`;
  const describeHistory = async (caller: Caller) => (await caller.graphql(history, { id })).body.data.savedView.history;
  const ownNames = await describeHistory(maker);
  expect([ownNames.totalCount, ownNames.nodes.map((one: Json) => one.changeType)]).toEqual([
    3,
    ['Changed', 'Changed', 'Created'],
  ]);
  expect(ownNames.nodes[0].fields).toEqual([{ field: 'name', from: 'published', to: 'renamed' }]);
  expect(ownNames.nodes[0].event.actor.user.id).toBe(maker.userId);
  for (const caller of [other, world.owner]) {
    const foreignNames = await describeHistory(caller);
    expect([foreignNames.totalCount, foreignNames.nodes.map((one: Json) => one.changeType)]).toEqual([
      2,
      ['Changed', 'Earliest'],
    ]);
    expect(JSON.stringify(foreignNames)).not.toContain('draft');
  }
});

test('deleting a user deletes private views; views of the organization stay, and Admins change them', async () => {
  const leaver = await world.addUser('Member', [world.networkId]);
  const ownView = await save(leaver);
  const sharedView = await save(leaver, sharedVisibility);
  expect((await world.owner.rest.delete(`/users/${leaver.userId}`)).status).toBe(200);
  expect(await world.prisma.savedView.findUnique({ where: { id: ownView.id } })).toBeNull();
  expect((await other.rest.get(path(sharedView.id))).body.data.created_by_user_id).toBeNull();
  expect((await other.rest.delete(path(sharedView.id))).status).toBe(403);
  expect((await change(world.owner, sharedView.id, { visibility: 'Own' }))[0]).toBe('entity_access_denied');
  expect((await world.owner.rest.delete(path(sharedView.id))).status).toBe(200);
});

test('saving a view does not rebuild the graph', async () => {
  const marks = () => world.prisma.networkChange.count({ where: { networkId: world.networkId } });
  const before = await marks();
  const { id } = await save(maker, sharedVisibility);
  await change(maker, id, { name: 'renamed' });
  await maker.rest.delete(path(id));
  expect(await marks()).toBe(before);
});

test('a deleted view is restored by its maker and by Admins, and a change of it is undone', async () => {
  const { admin, prisma } = world;
  const positions = [{ element_id: randomUUID(), x: 1, y: 2 }];
  const { id } = await save(maker, { ...sharedVisibility, name: 'core', positions });
  const stored = () => prisma.savedView.findUnique({ where: { id }, select: { name: true, positions: true } });
  const before = await stored();
  const at = await databaseInstant(prisma);
  await change(maker, id, { name: 'edge', positions: [] });
  const event = await lastEvent(maker, 'SavedView', id);
  const refused = [
    await other.refusal(undoText, { input: { eventId: event } }),
    await other.refusal(restoreText, { input: { kind: 'SavedView', id, at } }),
  ];
  expect(refused.map(({ code }) => code)).toEqual(['auth_permission_denied', 'auth_permission_denied']);
  const { rows } = await undo(maker, event);
  expect([rows.map(({ kind, fields }) => [kind, fields]), await stored()]).toEqual([
    [['SavedView', [{ field: 'name', from: 'edge', to: 'core' }]]],
    before,
  ]);
  // The response to a restore lists the changed fields, but never positions. If only positions change, the list is
  // empty.
  await databaseInstant(prisma);
  await change(maker, id, { positions: [] });
  const restoreResult = await restore(maker, { kind: 'SavedView', id, at });
  expect([restoreResult.rows.map(({ fields }) => fields), await stored()]).toEqual([[[]], before]);

  await databaseInstant(prisma);
  expect((await maker.rest.delete(path(id))).status).toBe(200);
  const [namesake] = [await save(maker, { name: 'core' })];
  const { conflicts } = await restore(admin, { kind: 'SavedView', id, at, isPreview: true });
  expect(conflicts.map(({ code, entityId, params }) => [code, entityId, params])).toEqual([
    ['entity_already_exists', id, { entity: 'SavedView', field: 'name', value: 'core', held_by: null }],
  ]);
  await prisma.savedView.delete({ where: { id: namesake.id } });
  expect((await restore(admin, { kind: 'SavedView', id, at })).rows.map((one) => one.changeType)).toEqual(['Added']);
  expect(await stored()).toEqual(before);
});

test('publishing a view, or making it private, is neither a creation nor a deletion for others', async () => {
  const { admin, prisma } = world;
  const { id } = await save(maker, { name: 'drafts' });
  for (const visibility of ['Organization', 'Own']) {
    await databaseInstant(prisma);
    await change(maker, id, { visibility });
    const input = { eventId: await lastEvent(maker, 'SavedView', id) };
    expect((await admin.refusal(undoText, { input })).code).toBe('entity_not_found');
    expect((await other.refusal(undoText, { input })).code).toBe('entity_not_found');
    expect(await prisma.savedView.count({ where: { id, visibility: visibility as 'Own' } })).toBe(1);
  }
  await undo(maker, await lastEvent(maker, 'SavedView', id));
  expect(await prisma.savedView.count({ where: { id, visibility: 'Organization' } })).toBe(1);
});
