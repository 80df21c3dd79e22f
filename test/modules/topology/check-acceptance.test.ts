// Tests the limit of accepted findings per check and network. Findings that were accepted beyond the limit can be
// read, changed and withdrawn, but no further ones can be accepted.
import { listLimits } from '../../../src/data/tenancy/list-limits';
import { createWorld, type World } from '../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

const max = 2;
const keys = ['one', 'two', 'three', 'four'];
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => void jest.replaceProperty(listLimits, 'checkAcceptances', max as never));
afterEach(() => jest.restoreAllMocks());
afterAll(() => world.close());

/** Adds a check with a verdict that has a finding for each key. Resolves with the id of the check. */
async function addJudgedCheck(networkIds = [world.networkId]): Promise<string> {
  const { organizationId, prisma } = world;
  const data = { organizationId, name: 'no address twice', kind: 'NoAddressTwice' };
  const { id: checkId } = await prisma.check.create({ data });
  for (const networkId of networkIds) {
    await prisma.checkNetwork.create({ data: { checkId, networkId, organizationId } });
    const findings = keys.map((key) => ({ code: 'address_twice', key, elementIds: [], params: {}, subject: null }));
    const counts = { judged: keys.length, findingCount: keys.length, acceptedCount: 0 };
    const verdict = { state: 'Failing', since: new Date(), sinceIsAtLeast: true, ...counts, findings } as const;
    await prisma.checkVerdict.create({ data: { checkId, networkId, organizationId, ...verdict } });
  }
  return checkId;
}
const accept = (checkId: string, key: string, note = 'known', networkId = world.networkId) =>
  world.owner.rest.post(`/checks/${checkId}/accept-finding`, { network_id: networkId, finding_key: key, note });
const addStored = async (checkId: string, findingKeys: readonly string[]): Promise<void> => {
  const { networkId, organizationId, prisma } = world;
  const data = findingKeys.map((findingKey) => ({ checkId, networkId, organizationId, findingKey }));
  await prisma.checkAcceptance.createMany({ data });
};
const storedKeys = async (checkId: string): Promise<string[]> => {
  const { data } = (await world.owner.rest.get(`/check-acceptances?check_id=${checkId}&limit=0`)).body;
  return data.map((row: Json) => row.finding_key).sort();
};
const refusal = { code: 'check_acceptances_exceeded', params: { max } };

test('one more than the maximum is refused, by REST and GraphQL, and nothing is stored', async () => {
  const checkId = await addJudgedCheck();
  for (const key of ['one', 'two']) expect((await accept(checkId, key)).status).toBe(200);
  const reply = await accept(checkId, 'three');
  expect([reply.status, reply.body]).toEqual([409, expect.objectContaining(refusal)]);
  const document = `mutation ($checkId: UUID!, $networkId: UUID!) {
    acceptFinding(checkId: $checkId, networkId: $networkId, findingKey: "three") { id } }`;
  expect(await world.owner.refusal(document, { checkId, networkId: world.networkId })).toMatchObject(refusal);
  expect(await storedKeys(checkId)).toEqual(['one', 'two']);
});

test('the maximum is of one check in one network', async () => {
  const checkId = await addJudgedCheck([world.networkId, world.otherNetworkId]);
  await addStored(checkId, ['one', 'two']);
  expect((await accept(checkId, 'three', 'known', world.otherNetworkId)).status).toBe(200);
  expect((await accept(await addJudgedCheck(), 'three')).status).toBe(200);
});

test('of simultaneous requests, as many succeed as the maximum leaves', async () => {
  const checkId = await addJudgedCheck();
  const replies = await Promise.all(keys.map((key) => accept(checkId, key)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  expect(await storedKeys(checkId)).toHaveLength(max);
});

test('what is stored beyond the maximum is readable, changed and withdrawn; one more is accepted below it', async () => {
  const checkId = await addJudgedCheck();
  await addStored(checkId, ['one', 'two', 'three']);
  expect(await storedKeys(checkId)).toEqual(['one', 'three', 'two']);
  const changed = await accept(checkId, 'three', 'a new note');
  expect([changed.status, changed.body.data.note]).toEqual([200, 'a new note']);

  const withdraw = async (findingKey: string) => {
    const { id } = await world.prisma.checkAcceptance.findFirstOrThrow({ where: { checkId, findingKey } });
    expect((await world.owner.rest.get(`/check-acceptances/${id}`)).body.data.finding_key).toBe(findingKey);
    expect((await world.owner.rest.delete(`/check-acceptances/${id}`)).status).toBe(200);
  };
  await withdraw('three');
  expect((await accept(checkId, 'four')).body).toMatchObject(refusal);
  await withdraw('two');
  expect((await accept(checkId, 'four')).status).toBe(200);
  expect(await storedKeys(checkId)).toEqual(['four', 'one']);
});
