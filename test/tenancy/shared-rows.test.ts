// Tests rows that several networks use (credentials and tags), in every way of using them. Only callers with access to
// all of these networks may change them. Everyone who may write an entity may give it a tag.
import { randomUUID } from 'node:crypto';
import { marks } from '../../src/generated/model-facts';
import { relationsOf } from '../../src/data/model/model-fields';
import { requiredReach, isShared, type SharedModel } from '../../src/data/tenancy/visible-rows';
import type { Reply } from '../support/client';
import type { World } from '../support/world';
import {
  addTag,
  carriers,
  createSharingWorld,
  credentialWays,
  hasRank,
  kinds,
  reaches,
  refusalOf,
  tagWays,
  uses,
  type Actor,
  type UsedRow,
} from './shared-row-uses';

let world: World;
let actors: Actor[];
beforeAll(async () => {
  ({ world, actors } = await createSharingWorld());
});
afterAll(() => world.close());

test('every kind that networks share is here, with every way of using it', () => {
  expect(Object.keys(kinds).sort()).toEqual(Object.keys(requiredReach).filter(isShared).sort());
  expect(Object.keys(tagWays).sort()).toEqual(Object.keys(marks.taggable).sort());
  const lists = [...relationsOf('Credential').values()].filter(({ isList }) => isList).map(({ name }) => name);
  expect(Object.keys(credentialWays).sort()).toEqual(lists.sort());
  expect([...relationsOf('Tag').values()].filter(({ isList }) => isList).map(({ name }) => name)).toEqual([
    'assignments',
  ]);
});

type Change = (actor: Actor, id: string) => Promise<Reply>;
const changesOf = (model: SharedModel): Record<string, Change> => {
  const { path } = kinds[model];
  const full = (name: string) =>
    model === 'Tag'
      ? { name, color: 'Red', is_application: true, organization_id: world.organizationId }
      : { name, credential_type: 'SnmpV2c' };
  const plural = `delete${model}s`;
  return {
    'PUT of all fields': ({ caller }, id) => caller.rest.put(`${path}/${id}`, full(randomUUID())),
    [`update${model}`]: ({ caller }, id) =>
      caller.graphql(
        `mutation($id: UUID!, $input: Update${model}Input!) { update${model}(id: $id, input: $input) { id } }`,
        { id, input: model === 'Tag' ? { isApplication: true } : { community: 'another' } },
      ),
    [`update${model} of a state that is no more`]: ({ caller }, id) =>
      caller.graphql(
        `mutation($id: UUID!, $input: Update${model}Input!) { update${model}(id: $id, input: $input) { id } }`,
        { id, input: { name: randomUUID(), expectedUpdatedAt: new Date(0).toISOString() } },
      ),
    [plural]: ({ caller }, id) =>
      caller.graphql(`mutation($ids: [UUID!]!) { ${plural}(ids: $ids) { deletedCount } }`, { ids: [randomUUID(), id] }),
    [`delete${model}`]: ({ caller }, id) =>
      caller.graphql(`mutation($id: UUID!) { delete${model}(id: $id) }`, { id: id.toUpperCase() }),
    'bulk-delete': ({ caller }, id) => caller.rest.post(`${path}/bulk-delete`, [id, randomUUID()]),
    DELETE: ({ caller }, id) => caller.rest.delete(`${path}/${id}`),
  };
};

const stored = (model: SharedModel, id: string): Promise<unknown> =>
  model === 'Tag'
    ? world.prisma.tag.findUnique({ where: { id }, include: { assignments: { orderBy: { id: 'asc' } } } })
    : world.prisma.credential.findUnique({
        where: { id },
        include: {
          networkAssignments: { orderBy: { networkId: 'asc' } },
          hostAssignments: { orderBy: { hostId: 'asc' } },
        },
      });

const few = /^PUT|^bulk-delete|^delete[A-Z][a-z]+[^s]$/;
describe('is changed and deleted by callers who reach all networks that use it:', () => {
  test.each(uses)('%s used %s', async (model, use, make) => {
    const { level } = kinds[model];
    // Rows without a use, and rows with all uses, are tested with all changes. The other rows are tested with a few
    // changes.
    const changes = Object.entries(changesOf(model)).filter(([name]) => /by none|every/.test(use) || few.test(name));
    for (const [name, change] of changes) {
      let unchangedRow: (UsedRow & { readonly before: unknown }) | undefined;
      const makeOne = async () => {
        const newRow = await make();
        return { ...newRow, before: await stored(model, newRow.id) };
      };
      for (const actor of actors) {
        const row = unchangedRow ?? (await makeOne());
        const { id, by, before } = row;
        const reply = await change(actor, id);
        const [code, params] = refusalOf(reply);
        const story = `${actor.name}, ${name}: ${reply.story}`;
        const after = await stored(model, id);
        if (!hasRank(actor, level)) expect([story, code]).toEqual([story, 'auth_permission_denied']);
        else if (!reaches(actor, by))
          expect([story, code, params]).toEqual([story, 'entity_access_denied', { entity: model, id }]);
        else if (name.includes('no more')) expect([story, code]).toEqual([story, 'entity_changed']);
        else {
          expect([story, code]).toEqual([story, undefined]);
          expect([story, after]).not.toEqual([story, before]);
          unchangedRow = undefined;
          continue;
        }
        expect([story, after]).toEqual([story, before]);
        // The row is unchanged, so the next caller tries to change the same row.
        unchangedRow = row;
      }
    }
  });
});

test.each(['Host', 'Service', 'Subnet', 'Group', 'Discovery', 'Daemon', 'DaemonApiKey'])(
  'a Member of one network assigns a tag that only another network uses, to a %s',
  async (entityType) => {
    const { networkId, otherNetworkId } = world;
    const { caller } = actors.find(({ name }) => name === 'a Member of one network')!;
    const tagId = await addTag();
    await tagWays.Host!(tagId, otherNetworkId);
    const entityId = await carriers[entityType]!(networkId);
    const set = 'mutation($input: SetEntityTagsInput!) { setEntityTags(input: $input) { tagIds } }';
    const setTags = async (tagIds: readonly string[]) =>
      (await caller.query(set, { input: { entityId, entityType, tagIds } })).setEntityTags.tagIds as string[];
    expect(await setTags([tagId])).toEqual([tagId]);
    expect(await setTags([])).toEqual([]);
    const add = 'mutation($input: TagEntitiesInput!) { addTagToEntities(input: $input) { affectedCount } }';
    const { addTagToEntities } = await caller.query(add, { input: { tagId, entityType, entityIds: [entityId] } });
    expect(addTagToEntities).toEqual({ affectedCount: 1 });
    // The tag's assignments of the other network stay.
    const where = { tagId, networkId: otherNetworkId };
    expect(await world.prisma.tagAssignment.count({ where })).toBe(1);
    await setTags([]);
  },
);
