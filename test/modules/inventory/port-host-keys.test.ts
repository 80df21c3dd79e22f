// SSH host keys of ports. Only reports write them, their changes are stored in the history, and a report without host
// keys keeps the stored keys.
import { randomUUID } from 'node:crypto';
import { databaseInstant } from '../../support/instants';
import { createWorld, type DaemonCaller, type World } from '../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

const ed25519 = { type: 'ssh-ed25519', fingerprint: `SHA256:${'a'.repeat(43)}` };
const rsa = { type: 'ssh-rsa', fingerprint: `SHA256:${'B/'.repeat(21)}+` };

let blocks = 0;
/** A host that has been reported with port 22, and a function that reports the host again. */
async function newHost(first?: unknown) {
  const block = `10.91.${blocks++}`;
  const subnet = { id: randomUUID(), name: block, cidr: `${block}.0/24`, subnet_type: 'Lan' };
  const report = async (keys?: unknown) => {
    const reply = await daemon.rest.post('/hosts/discovery', {
      host: { network_id: world.networkId, name: `key-${block}` },
      subnets: [subnet],
      ip_addresses: [{ subnet_id: subnet.id, ip_address: `${block}.1` }],
      ports: [{ number: 22, protocol: 'Tcp', ...(keys !== undefined && { ssh_host_keys: keys }) }],
    });
    expect(reply.status).toBe(200);
    return reply.body.data;
  };
  const host = await report(first);
  return { host, id: host.ports[0].id as string, report };
}
const readKeys = async (id: string) => (await world.member.rest.get(`/ports/${id}`)).body.data.ssh_host_keys;
const pastStates = (id: string) =>
  world.prisma.$queryRaw<object[]>`SELECT id FROM ports_revisions WHERE id = ${id}::uuid`;

test('reported keys are stored, and have history', async () => {
  const { host, id, report } = await newHost([ed25519]);
  expect(host.ports).toMatchObject([{ number: 22, ssh_host_keys: [ed25519] }]);
  expect(await readKeys(id)).toEqual([ed25519]);
  await report([ed25519]);
  expect(await pastStates(id)).toHaveLength(0);
  const before = await databaseInstant(world.prisma);
  await report([rsa, ed25519, rsa]);
  expect(await readKeys(id)).toEqual([rsa, ed25519]);
  expect(await pastStates(id)).toHaveLength(1);
  const then = await world.member.query(
    `query($id: UUID!, $instant: DateTime!) {
      asOf(instant: $instant) { port(id: $id) { sshHostKeys { type fingerprint } } }
      port(id: $id) { sshHostKeys { type } }
    }`,
    { id, instant: before.toISOString() },
  );
  expect(then).toEqual({
    asOf: { port: { sshHostKeys: [ed25519] } },
    port: { sshHostKeys: [{ type: rsa.type }, { type: ed25519.type }] },
  });
});

test('a report that says nothing keeps them; an empty list removes them', async () => {
  const { id, report } = await newHost([ed25519]);
  await report();
  await report(null);
  expect(await readKeys(id)).toEqual([ed25519]);
  await report([]);
  expect(await readKeys(id)).toEqual([]);
});

test('values of another form are left out, and the port is stored', async () => {
  for (const other of [
    ...['a text', 7, {}, [{}], [{ ...ed25519, fingerprint: 'MD5:00' }], [{ type: ed25519.type }]],
    [{ ...ed25519, type: '' }],
  ]) {
    const { host } = await newHost(other);
    expect(host.ports).toMatchObject([{ number: 22, ssh_host_keys: [] }]);
  }
});

test('two machines may have the same key, and stay two', async () => {
  const [one, other] = [await newHost([ed25519]), await newHost([ed25519])];
  expect(other.host.id).not.toBe(one.host.id);
});

test('people do not write them, and they stay when people write the port', async () => {
  const { host, id } = await newHost([ed25519]);
  const hostInput = { ...host, ports: [{ ...host.ports[0], ssh_host_keys: [rsa] }], tags: [], services: undefined };
  const put = await world.member.rest.put(`/hosts/${host.id}`, hostInput);
  expect([put.status, put.body.data.ports[0].ssh_host_keys]).toEqual([200, [ed25519]]);
  const createReply = await world.member.rest.post('/hosts', {
    ...{ network_id: world.networkId, name: 'by hand', tags: [] },
    ports: [{ number: 2222, protocol: 'Tcp', ssh_host_keys: [rsa] }],
  });
  expect([createReply.status, createReply.body.data.ports[0].ssh_host_keys]).toEqual([200, []]);
  expect(await readKeys(id)).toEqual([ed25519]);
});

test('a port that gets another number loses them', async () => {
  const { id } = await newHost([ed25519]);
  const document = `mutation($id: UUID!, $input: UpdatePortInput!) { updatePort(id: $id, input: $input) { sshHostKeys { type } } }`;
  const same = await world.member.query(document, { id, input: { number: 22 } });
  expect(same.updatePort.sshHostKeys).toEqual([{ type: ed25519.type }]);
  const other = await world.member.query(document, { id, input: { number: 2222 } });
  expect(other.updatePort.sshHostKeys).toEqual([]);

  const { host } = await newHost([ed25519]);
  const ports = [{ id: host.ports[0].id, number: 2022, protocol: 'Tcp' }];
  const put = await world.member.rest.put(`/hosts/${host.id}`, { ...host, tags: [], services: undefined, ports });
  expect([put.status, put.body.data.ports[0].ssh_host_keys]).toEqual([200, []]);
});

test('merged hosts keep the keys that either has', async () => {
  const [one, other] = [await newHost(), await newHost([ed25519])];
  const merged = await world.member.rest.put(`/hosts/${one.host.id}/consolidate/${other.host.id}`, {});
  expect([merged.status, merged.body.data.ports]).toMatchObject([200, [{ id: one.id, ssh_host_keys: [ed25519] }]]);
});
