// Tests rows that several networks use (credentials and tags), in every way of using them. Only callers with access to
// all of these networks may change them. Everyone who may write an entity may give it a tag.
import { randomUUID } from 'node:crypto';
import { getNamedType, type GraphQLInputObjectType, type GraphQLObjectType } from 'graphql';
import { marks } from '../../src/generated/model-facts';
import { relationsOf } from '../../src/data/model/model-fields';
import { requiredReach, isShared, type SharedModel } from '../../src/data/tenancy/visible-rows';
import { schema } from '../../src/modules/types';
import type { Reply } from '../support/client';
import type { DaemonCaller, World } from '../support/world';
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
let daemons: ReadonlyMap<string, DaemonCaller>;
beforeAll(async () => {
  ({ world, actors, daemons } = await createSharingWorld());
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

/** By field of an update: a new value that can be sent without other fields. */
const singleFields: Readonly<Record<SharedModel, Readonly<Record<string, unknown>>>> = {
  Tag: { name: 'another', description: 'another', color: 'Red', isApplication: true },
  Credential: {
    ...{ name: 'another', description: 'another', community: 'another', port: 1161 },
    ...{ assignedNetworkIds: [], hostAssignments: [] },
  },
};
/** Fields of an update that cannot be sent alone for the rows of this suite. */
const notSingle: Readonly<Record<SharedModel, readonly string[]>> = {
  Tag: [],
  Credential: [
    ...['credentialType', 'typeWithSettings', 'isDefault', 'username', 'contextName'],
    ...['authenticationProtocol', 'authenticationKey', 'privacyProtocol', 'privacyKey'],
  ],
};
test.each(Object.keys(kinds) as SharedModel[])('every field of an update of a %s is sent alone', (model) => {
  const input = schema.getType(`Update${model}Input`) as GraphQLInputObjectType;
  const fields = Object.keys(input.getFields()).filter(
    (name) => !['organizationId', 'expectedUpdatedAt'].includes(name),
  );
  expect([...Object.keys(singleFields[model]), ...notSingle[model]].sort()).toEqual(fields.sort());
});

type Change = (actor: Actor, id: string) => Promise<Reply>;
const changesOf = (model: SharedModel): Record<string, Change> => {
  const { path } = kinds[model];
  const full = (name: string) =>
    model === 'Tag'
      ? { name, color: 'Red', is_application: true, organization_id: world.organizationId }
      : { name, credential_type: 'SnmpV2c' };
  const update = `mutation($id: UUID!, $input: Update${model}Input!) { update${model}(id: $id, input: $input) { id } }`;
  const plural = `delete${model}s`;
  return {
    'PUT of all fields': ({ caller }, id) => caller.rest.put(`${path}/${id}`, full(randomUUID())),
    ...Object.fromEntries(
      Object.entries(singleFields[model]).map(([field, value]): [string, Change] => [
        `update${model} of ${field} alone`,
        ({ caller }, id) => caller.graphql(update, { id, input: { [field]: field === 'name' ? randomUUID() : value } }),
      ]),
    ),
    [`update${model} of a state that is no more`]: ({ caller }, id) =>
      caller.graphql(update, { id, input: { name: randomUUID(), expectedUpdatedAt: new Date(0).toISOString() } }),
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
    // To save time, only rows that nothing uses, and rows that are used in every way, are tested with all kinds of
    // change.
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

describe('a tag that only another network uses is assigned by everyone who may write the entity:', () => {
  const named = (actorName: string) => actors.find(({ name }) => name === actorName)!;
  const writer = () => named('a Member of one network');
  /** A tag that only another network uses. */
  const addForeignTag = async () => {
    const tagId = await addTag();
    await tagWays.Host!(tagId, world.otherNetworkId);
    return tagId;
  };
  /**
   * The ids of the entities with the tag, except those of the other network. Also expects that the entity of the other
   * network, which had the tag first, still has it.
   */
  const entitiesWith = async (tagId: string, entityType: string): Promise<unknown[]> => {
    const rows = await world.prisma.tagAssignment.findMany({ where: { tagId } });
    expect(rows.filter(({ networkId }) => networkId === world.otherNetworkId)).toHaveLength(1);
    const column = (marks.taggable as Record<string, keyof (typeof rows)[number]>)[entityType]!;
    return rows.flatMap((row) => (row.networkId === world.otherNetworkId ? [] : [row[column]]));
  };
  const addEntity = async (entityType: string): Promise<string> => {
    if (entityType !== 'UserApiKey') return carriers[entityType]!(world.networkId);
    const { userId } = await world.addKey(writer().caller, { permissions: 'Member', networkIds: [world.networkId] });
    return (await world.prisma.userApiKey.findFirstOrThrow({ where: { userId }, orderBy: { createdAt: 'desc' } })).id;
  };

  test.each(Object.keys(marks.taggable))('a %s, by GraphQL and REST', async (entityType) => {
    const { caller } = writer();
    const tagId = await addForeignTag();
    const entityId = await addEntity(entityType);
    const set = 'mutation($input: SetEntityTagsInput!) { setEntityTags(input: $input) { tagIds } }';
    const setTags = async (tagIds: readonly string[]) =>
      (await caller.query(set, { input: { entityId, entityType, tagIds } })).setEntityTags.tagIds as string[];
    expect(await setTags([tagId])).toEqual([tagId]);
    expect(await entitiesWith(tagId, entityType)).toEqual([entityId]);
    expect(await setTags([])).toEqual([]);
    const change = async (name: string) => {
      const document = `mutation($input: TagEntitiesInput!) { data: ${name}(input: $input) { affectedCount } }`;
      return (await caller.query(document, { input: { tagId, entityType, entityIds: [entityId] } })).data;
    };
    expect(await change('addTagToEntities')).toEqual({ affectedCount: 1 });
    expect(await entitiesWith(tagId, entityType)).toEqual([entityId]);
    expect(await change('removeTagFromEntities')).toEqual({ affectedCount: 1 });
    expect(await entitiesWith(tagId, entityType)).toEqual([]);

    const place = { entity_type: entityType, tag_id: tagId, entity_ids: [entityId] };
    const put = (tag_ids: readonly string[]) =>
      caller.rest.put('/tags/assign', { entity_id: entityId, entity_type: entityType, tag_ids });
    expect((await put([tagId])).status).toBe(200);
    expect(await entitiesWith(tagId, entityType)).toEqual([entityId]);
    expect((await put([])).status).toBe(200);
    expect((await caller.rest.post('/tags/assign/bulk-add', place)).body.data).toEqual({ affected_count: 1 });
    expect(await entitiesWith(tagId, entityType)).toEqual([entityId]);
    expect((await caller.rest.post('/tags/assign/bulk-remove', place)).body.data).toEqual({ affected_count: 1 });
    expect(await entitiesWith(tagId, entityType)).toEqual([]);
  });

  /** The callers of mutations that require a rank above Member. */
  const higherCallers: Readonly<Record<string, string>> = {
    createNetwork: "an Admin's key for one network",
    updateNetwork: "an Admin's key for one network",
  };
  const mutations = Object.values(schema.getMutationType()!.getFields()).flatMap(({ name, args, type }) => {
    const entityType = Object.keys(marks.taggable).find(
      (model) => name === `create${model}` || name === `update${model}`,
    );
    const input = args.find((arg) => arg.name === 'input');
    const inputType = input && (getNamedType(input.type) as GraphQLInputObjectType);
    if (!entityType || !inputType?.getFields().tagIds) return [];
    return [{ name, entityType, input: inputType.name, answer: getNamedType(type) as GraphQLObjectType }];
  });
  test('the mutations that create and update entities with tags are here', () => {
    const names = Object.keys(marks.taggable).flatMap((model) => [`create${model}`, `update${model}`]);
    // There is no mutation `createDaemon`, because daemons register themselves.
    expect(mutations.map(({ name }) => name).sort()).toEqual(names.filter((name) => name !== 'createDaemon').sort());
  });

  const newEntity: Readonly<Record<string, () => Promise<object>>> = {
    Host: async () => ({ networkId: world.networkId }),
    Service: async () => ({
      ...{ networkId: world.networkId, hostId: await addEntity('Host'), serviceDefinition: 'SSH' },
    }),
    Subnet: async () => ({ networkId: world.networkId, cidr: '10.251.0.0/24', subnetType: 'Lan' }),
    Group: async () => ({ networkId: world.networkId, color: 'Blue', groupType: 'RequestPath' }),
    Network: async () => ({}),
    Discovery: async () => ({
      ...{ networkId: world.networkId, daemonId: await addEntity('Daemon') },
      ...{
        discoveryType: { type: 'Unified', hostId: daemons.get(world.networkId)!.hostId },
        runType: { type: 'AdHoc' },
      },
    }),
    DaemonApiKey: async () => ({ networkId: world.networkId }),
    UserApiKey: async () => ({ networkIds: [world.networkId] }),
  };
  test.each(mutations)('by `tagIds` of $name', async ({ name, entityType, input, answer }) => {
    const { caller } = higherCallers[name] ? named(higherCallers[name]) : writer();
    const tagId = await addForeignTag();
    const isNew = name.startsWith('create');
    const id = isNew ? undefined : await addEntity(entityType);
    const values = isNew ? { name: randomUUID(), ...(await newEntity[entityType]!()) } : {};
    // The response to a mutation that creates a key contains the secret of the key in addition to the row.
    const selection = answer.getFields().apiKey ? 'row: apiKey { id }' : 'id';
    const document = isNew
      ? `mutation($input: ${input}!) { data: ${name}(input: $input) { ${selection} } }`
      : `mutation($id: UUID!, $input: ${input}!) { data: ${name}(id: $id, input: $input) { ${selection} } }`;
    const { data } = await caller.query(document, { ...(id && { id }), input: { ...values, tagIds: [tagId] } });
    expect(await entitiesWith(tagId, entityType)).toEqual([id ?? data.row?.id ?? data.id]);
    if (name === 'createNetwork') await world.prisma.network.delete({ where: { id: data.id } });
  });
});
