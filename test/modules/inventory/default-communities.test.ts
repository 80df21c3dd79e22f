// Tests `answers_default_community`: whether a host answers a well-known SNMP community. Only reports write the value,
// and the history stores its changes.
import { randomUUID } from 'node:crypto';
import { createWorld, type DaemonCaller, type World } from '../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

const subnet = { id: randomUUID(), name: 'communities', cidr: '10.91.0.0/24', subnet_type: 'Lan' };
async function report(number: number, facts: object = {}) {
  const reply = await daemon.rest.post('/hosts/discovery', {
    host: { network_id: world.networkId, name: `community-${number}`, ...facts },
    subnets: [subnet],
    ip_addresses: [{ subnet_id: subnet.id, ip_address: `10.91.0.${number}` }],
  });
  expect(reply.status).toBe(200);
  return reply.body.data;
}

test('a report sets it, changes it with history, and keeps it if it says nothing', async () => {
  const { id, answers_default_community: first } = await report(1);
  expect(first).toBeNull();
  const answers = async (facts: object = {}) => (await report(1, facts)).answers_default_community;
  expect(await answers({ answers_default_community: true })).toBe(true);
  expect(await answers()).toBe(true);
  expect(await answers({ answers_default_community: 'yes' })).toBe(true);
  expect(await answers({ answers_default_community: false })).toBe(false);
  expect(await answers({ answers_default_community: null })).toBeNull();
  const states = await world.prisma.$queryRaw<{ answer: boolean | null }[]>`
    SELECT answers_default_community AS answer FROM hosts_revisions WHERE id = ${id}::uuid ORDER BY valid_from`;
  expect(states.map(({ answer }) => answer)).toEqual([null, true, false]);
});

test('hosts are found by it; people do not write it', async () => {
  const host = await report(2, { answers_default_community: true });
  const answer = await world.member.query(
    '{ hosts(filter: { answersDefaultCommunity: { eq: true } }) { nodes { id answersDefaultCommunity } } }',
  );
  expect(answer.hosts.nodes).toEqual([{ id: host.id, answersDefaultCommunity: true }]);
  const put = await world.member.rest.put(`/hosts/${host.id}`, {
    ...{ name: host.name, hidden: false, tags: [], answers_default_community: false },
  });
  expect([put.status, put.body.data.answers_default_community]).toEqual([200, true]);
});

test('merged hosts have what either has', async () => {
  const [one, other] = [await report(3), await report(4, { answers_default_community: false })];
  const merged = await world.member.rest.put(`/hosts/${one.id}/consolidate/${other.id}`, {});
  expect(merged.body.data).toMatchObject({ id: one.id, answers_default_community: false });
});
