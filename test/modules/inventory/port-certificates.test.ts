// TLS certificates of ports. Only reports write them, their changes are stored in the history, and a report without a
// certificate keeps the stored one.
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

const certificate = {
  subject: 'O=Example, CN=nas.example',
  issuer: 'O=Example, CN=Root',
  alternative_names: ['nas.example', '10.0.0.1'],
  not_before: '2026-01-01T00:00:00.000Z',
  not_after: '2027-01-01T00:00:00.000Z',
  fingerprint: 'ab'.repeat(32),
  is_self_signed: false,
};
const renewed = { ...certificate, not_after: '2028-01-01T00:00:00.000Z', fingerprint: 'cd'.repeat(32) };

let blocks = 0;
async function newHost(first?: unknown) {
  const block = `10.90.${blocks++}`;
  const subnet = { id: randomUUID(), name: block, cidr: `${block}.0/24`, subnet_type: 'Lan' };
  const report = async (...certificates: unknown[]) => {
    const reply = await daemon.rest.post('/hosts/discovery', {
      host: { network_id: world.networkId, name: `cert-${block}` },
      subnets: [subnet],
      ip_addresses: [{ subnet_id: subnet.id, ip_address: `${block}.1` }],
      ports: [{ number: 443, protocol: 'Tcp', ...(certificates.length > 0 && { certificate: certificates[0] }) }],
    });
    expect(reply.status).toBe(200);
    return reply.body.data;
  };
  const host = await report(...(first === undefined ? [] : [first]));
  return { host, id: host.ports[0].id as string, report };
}
const readPort = async (id: string) => (await world.member.rest.get(`/ports/${id}`)).body.data;
const pastStates = (id: string) =>
  world.prisma.$queryRaw<object[]>`SELECT id FROM ports_revisions WHERE id = ${id}::uuid`;

test('a reported certificate is stored, and has history', async () => {
  const { host, id, report } = await newHost(certificate);
  expect(host.ports).toMatchObject([{ number: 443, certificate }]);
  expect(await readPort(id)).toMatchObject({ certificate });
  await report(certificate);
  expect(await pastStates(id)).toHaveLength(0);
  const before = await databaseInstant(world.prisma);
  await report(renewed);
  expect((await readPort(id)).certificate).toEqual(renewed);
  expect(await pastStates(id)).toHaveLength(1);
  const then = await world.member.query(
    `query($id: UUID!, $instant: DateTime!) {
      asOf(instant: $instant) { port(id: $id) { certificate { subject alternativeNames notAfter fingerprint } } }
      port(id: $id) { certificate { issuer notBefore isSelfSigned } }
    }`,
    { id, instant: before.toISOString() },
  );
  expect(then).toEqual({
    asOf: {
      port: {
        certificate: {
          ...{ subject: certificate.subject, alternativeNames: certificate.alternative_names },
          ...{ notAfter: certificate.not_after, fingerprint: certificate.fingerprint },
        },
      },
    },
    port: { certificate: { issuer: certificate.issuer, notBefore: certificate.not_before, isSelfSigned: false } },
  });
});

test('a report that says nothing keeps it; null removes it', async () => {
  const { id, report } = await newHost(certificate);
  await report();
  expect((await readPort(id)).certificate).toEqual(certificate);
  await report(null);
  expect((await readPort(id)).certificate).toBeNull();
});

test('values of another form are left out, and the port is stored', async () => {
  for (const other of [
    ...['a text', 7, [], {}, { ...certificate, fingerprint: 'AB:CD' }, { ...certificate, not_after: 'soon' }],
    { ...certificate, is_self_signed: null },
  ]) {
    const { host } = await newHost(other);
    expect(host.ports).toMatchObject([{ number: 443, certificate: null }]);
  }
  const many = {
    ...certificate,
    subject: 'x'.repeat(300),
    alternative_names: Array.from({ length: 150 }, (_n, at) => `n${at}`),
  };
  const { host } = await newHost(many);
  expect(host.ports[0].certificate.subject).toHaveLength(255);
  expect(host.ports[0].certificate.alternative_names).toHaveLength(100);
});

test('people do not write it, and it stays when they write the port', async () => {
  const { host, id } = await newHost(certificate);
  const hostInput = { ...host, ports: [{ ...host.ports[0], certificate: renewed }], tags: [], services: undefined };
  const put = await world.member.rest.put(`/hosts/${host.id}`, hostInput);
  expect([put.status, put.body.data.ports[0].certificate]).toEqual([200, certificate]);
  const createReply = await world.member.rest.post('/hosts', {
    ...{ network_id: world.networkId, name: 'by hand', tags: [] },
    ports: [{ number: 8443, protocol: 'Tcp', certificate }],
  });
  expect([createReply.status, createReply.body.data.ports[0].certificate]).toEqual([200, null]);
  expect((await readPort(id)).certificate).toEqual(certificate);
});

test('a port that gets another number loses the certificate', async () => {
  const { id } = await newHost(certificate);
  const document = `mutation($id: UUID!, $input: UpdatePortInput!) { updatePort(id: $id, input: $input) { certificate { subject } } }`;
  const same = await world.member.query(document, { id, input: { number: 443 } });
  expect(same.updatePort.certificate).toEqual({ subject: certificate.subject });
  const other = await world.member.query(document, { id, input: { number: 8443 } });
  expect(other.updatePort.certificate).toBeNull();

  const { host } = await newHost(certificate);
  const ports = [{ id: host.ports[0].id, number: 9443, protocol: 'Tcp' }];
  const put = await world.member.rest.put(`/hosts/${host.id}`, { ...host, tags: [], services: undefined, ports });
  expect([put.status, put.body.data.ports[0].certificate]).toEqual([200, null]);
});

test('ports are found by the end of the validity and by the fingerprint', async () => {
  const expiredCertificate = {
    ...certificate,
    not_after: '2019-06-01T00:00:00.000Z',
    not_before: '2019-01-01T00:00:00.000Z',
  };
  const { id } = await newHost({ ...expiredCertificate, fingerprint: 'ef'.repeat(32) });
  const find = async (filter: object) =>
    (await world.member.query('query($filter: PortFilter!) { ports(filter: $filter) { nodes { id } } }', { filter }))
      .ports.nodes;
  expect(await find({ certificateNotAfter: { lt: '2020-01-01T00:00:00Z' } })).toEqual([{ id }]);
  expect(await find({ certificateFingerprint: { eq: 'ef'.repeat(32) } })).toEqual([{ id }]);
});

test('merged hosts keep the certificate that either has', async () => {
  const [one, other] = [await newHost(), await newHost(certificate)];
  const merged = await world.member.rest.put(`/hosts/${one.host.id}/consolidate/${other.host.id}`, {});
  expect([merged.status, merged.body.data.ports]).toMatchObject([200, [{ id: one.id, certificate }]]);
});
