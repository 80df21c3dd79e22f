// Host identity over REST and GraphQL: suggestions and decisions on them, reasons, splits, and the audit events of
// users' decisions.
import { randomUUID } from 'node:crypto';
import { databaseInstant } from '../../../support/instants';
import { createWorld, type World } from '../../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const reasons = [{ evidence: 'MacAddress', strength: 'Decides', values: ['00:1b:21:00:00:01'] }];
const host = async (name: string, networkId = world.networkId): Promise<string> =>
  (await world.prisma.host.create({ data: { networkId, name } })).id;
const suggestion = async (hostId: string, otherHostId: string, networkId = world.networkId): Promise<string> =>
  (await world.prisma.identitySuggestion.create({ data: { networkId, hostId, otherHostId, reasons } })).id;
const answer = (id: string, givenInput: unknown, caller: Pick<World['member'], 'rest'> = world.member) =>
  caller.rest.post(`/identity-suggestions/${id}/answer`, { answer: givenInput });
const mergeTwo = async (): Promise<{ survivor: string; gone: string }> => {
  const [survivor, goneId] = [await host('kept'), await host('merged')];
  expect((await world.member.rest.put(`/hosts/${survivor}/consolidate/${goneId}`)).status).toBe(200);
  return { survivor, gone: goneId };
};
const eventsOf = async (subjectId: string) =>
  (await world.prisma.auditEvent.findMany({ where: { subjectId }, orderBy: { createdAt: 'asc' } })).map(
    ({ eventType, operation, userId, subjectType, subjectName, details }) => ({
      ...{ eventType, operation, userId, subjectType, subjectName, details },
    }),
  );

test('suggestions are listed by network, host and state, with texts, and one by one', async () => {
  const [one, two, third] = [await host('one'), await host('two'), await host('third')];
  const [first, second] = [await suggestion(one, two), await suggestion(third, one)];
  await answer(second, 'Later');
  const list = async (query: string) => {
    const { body } = await world.viewer.rest.get(`/identity-suggestions?${query}`);
    return [body.data.map(({ id }: { id: string }) => id), body.meta.pagination.total_count];
  };
  expect(await list(`host_id=${one}`)).toEqual([[first, second], 2]);
  expect(await list(`host_id=${one}&limit=1`)).toEqual([[first], 2]);
  expect(await list(`host_id=${one}&order_by=created_at&order_direction=desc`)).toEqual([[second, first], 2]);
  expect(await list(`host_id=${two}`)).toEqual([[first], 1]);
  expect(await list(`host_id=${one}&states=Later`)).toEqual([[second], 1]);
  expect(await list(`host_id=${one}&network_id=${world.otherNetworkId}`)).toEqual([[], 0]);
  expect(await list(`ids=${first}`)).toEqual([[first], 1]);
  const reply = await world.viewer.rest.get(`/identity-suggestions/${first}`);
  expect(reply.body.data).toMatchObject({
    ...{ id: first, network_id: world.networkId, host_id: one, other_host_id: two, state: 'Open' },
    reasons: [{ ...reasons[0], text: 'same MAC address 00:1b:21:00:00:01' }],
  });
  const csv = await world.viewer.rest.get(`/identity-suggestions/export/csv?host_id=${two}`);
  expect([csv.status, csv.body]).toEqual([200, expect.stringContaining(first)]);
});

test('accepting merges; accepting, postponing and refusing are audit events', async () => {
  const [one, two, three] = [await host('one'), await host('two'), await host('three')];
  const [acceptedPair, refusedPair] = [await suggestion(one, two), await suggestion(one, three)];
  expect((await answer(refusedPair, 'Later')).body.data).toMatchObject({ id: one, ip_addresses: [] });
  expect((await answer(refusedPair, 'Refuse')).status).toBe(200);
  const { userId } = world.member;
  const answeredEvent = { userId, operation: 'answerIdentitySuggestion', subjectType: 'Host', subjectName: 'one' };
  const details = { network_id: world.networkId, other_host_id: three };
  expect(await eventsOf(one)).toEqual([
    { ...answeredEvent, eventType: 'IdentitySuggestionAnswered', details: { ...details, answer: 'Later' } },
    { ...answeredEvent, eventType: 'IdentitySuggestionAnswered', details: { ...details, answer: 'Refuse' } },
  ]);
  expect((await answer(acceptedPair, 'Accept')).body.data).toMatchObject({ id: two, name: 'two' });
  expect((await world.viewer.rest.get(`/hosts/${one}`)).status).toBe(404);
  expect(await eventsOf(two)).toEqual([
    {
      ...{ ...answeredEvent, subjectName: 'two', eventType: 'HostsMerged' },
      details: { network_id: world.networkId, merged_host_id: one, merged_name: 'one' },
    },
  ]);
  // The suggestion was deleted with its host.
  expect((await answer(acceptedPair, 'Refuse')).status).toBe(404);
});

test('a merge is listed with its reasons and split once; both are audit events', async () => {
  const { survivor, gone } = await mergeTwo();
  const identity = await world.viewer.rest.get(`/hosts/${survivor}/identity`);
  const byPeople = { evidence: 'AnsweredByPeople', strength: 'Decides', values: [], text: 'a person merged them' };
  expect(identity.body.data).toEqual({
    ...{ id: survivor, display_name: 'kept' },
    identity: {
      evidence: [],
      merges: [{ merged_host_id: gone, merged_name: 'merged', merged_at: expect.any(String), reasons: [byPeople] }],
    },
  });
  const why = async () => (await world.viewer.rest.get(`/hosts/${survivor}/why-same/${gone}`)).body.data;
  expect(await why()).toEqual({ verdict: 'Same', reasons: [byPeople] });
  const split = await world.member.rest.post(`/hosts/${gone}/split`);
  expect(split.body.data).toMatchObject({ id: gone, name: 'merged', interfaces: [] });
  expect(await why()).toMatchObject({ verdict: 'Different', reasons: [{ text: 'a person keeps them apart' }] });
  const at = (await databaseInstant(world.prisma)).toISOString();
  const past = await world.viewer.rest.get(`/hosts/${survivor}/why-same/${gone}?at=${at}`);
  expect([past.status, past.body.params]).toEqual([400, { field: 'at' }]);
  const again = await world.member.rest.post(`/hosts/${gone}/split`);
  expect([again.status, again.body.params]).toEqual([404, { entity: 'Host', id: gone }]);
  const { userId } = world.member;
  const network_id = world.networkId;
  expect(await eventsOf(survivor)).toMatchObject([
    { eventType: 'HostsMerged', operation: 'consolidateHosts', userId, details: { network_id, merged_host_id: gone } },
  ]);
  expect(await eventsOf(gone)).toMatchObject([
    { eventType: 'HostSplit', operation: 'splitHost', userId, details: { network_id, from_host_id: survivor } },
  ]);
});

test('a refused merge and a refused split leave no event', async () => {
  const [one, elsewhere] = [await host('one'), await host('elsewhere', world.otherNetworkId)];
  expect((await world.owner.rest.put(`/hosts/${one}/consolidate/${elsewhere}`)).status).toBe(400);
  expect((await world.member.rest.post(`/hosts/${one}/split`)).status).toBe(404);
  expect(await eventsOf(one)).toEqual([]);
});

test('400: invalid answers; 401, 403, 404: anonymous callers, Viewers, missing or unreachable rows', async () => {
  const id = await suggestion(await host('one'), await host('two'));
  for (const [givenInput, code] of [
    [undefined, 'validation_required'],
    ['Perhaps', 'validation_invalid_format'],
  ]) {
    const { status, body } = await answer(id, givenInput);
    expect([status, body.code, body.params]).toEqual([400, code, { field: 'answer' }]);
  }
  expect((await answer(id, 'Later', world.anonymous)).status).toBe(401);
  const refusedReply = await answer(id, 'Later', world.viewer);
  expect([refusedReply.status, refusedReply.body.params]).toEqual([
    403,
    { action: 'answerIdentitySuggestion', required: 'Member' },
  ]);
  const { survivor, gone } = await mergeTwo();
  const split = await world.viewer.rest.post(`/hosts/${gone}/split`);
  expect([split.status, split.body.params]).toEqual([403, { action: 'splitHost', required: 'Member' }]);
  const beyond = await host('beyond', world.otherNetworkId);
  const hiddenId = await suggestion(beyond, await host('other', world.otherNetworkId), world.otherNetworkId);
  for (const missing of [hiddenId, randomUUID()]) {
    const { status, body } = await answer(missing, 'Later', world.narrowKey);
    expect([status, body.params]).toEqual([404, { entity: 'IdentitySuggestion', id: missing }]);
  }
  for (const missing of [beyond, randomUUID()])
    for (const path of [`/hosts/${missing}/identity`, `/hosts/${survivor}/why-same/${missing}`])
      expect((await world.narrowKey.rest.get(path)).body.params).toEqual({ entity: 'Host', id: missing });
  expect(await eventsOf(gone)).toEqual([]);
});
