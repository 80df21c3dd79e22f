// The data sources Docker API and Podman API with a stub: over TLS with a client certificate, over HTTP, below a path
// prefix, and with missing, refused or malicious responses.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { joinFound } from '../../../../src/agent/report/found-machines';
import { buildHostReport } from '../../../../src/agent/report/host-report';
import { SubnetPlan } from '../../../../src/agent/report/subnets';
import { dockerApiSource, podmanApiSource } from '../../../../src/agent/sources/docker';
import { certificate } from '../../support/certificate';
import { ApiStub, connectionTo, type StubReply } from '../api-stub';
import { answerOf, containers, engineSettings, lanMac } from './engine-stub';

let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
  stub.reply = (request) => answerOf(request);
});
afterEach(() => stub.stop());

const machine_address = '10.99.5.10';
const target = (settings: object = engineSettings) => ({ connection: connectionTo(stub), settings });
const read = (settings: object = { ...engineSettings, machine_address }) => dockerApiSource.read(target(settings));
const withReplies = (...replies: readonly (readonly [RegExp, StubReply])[]) => {
  stub.reply = (request) => replies.find(([pattern]) => pattern.test(request.path))?.[1] ?? answerOf(request);
};

test('the machine has its name, its system and its containers, and containers of the LAN are machines', async () => {
  const { machines, notes } = await read();
  expect(notes).toEqual([]);
  expect(machines.map(({ name }) => name)).toEqual(['docker-1', 'dns', 'printer']);
  const [machine, dns] = machines;
  expect(machine).toMatchObject({
    ...{ source: 'docker-api', os: 'Debian GNU/Linux 13 (trixie)' },
    facts: { addresses: [{ address: machine_address }] },
    engine: { runtime: 'Docker', networks: [{ name: 'shop_default' }, { name: 'lan' }, { name: 'host' }] },
  });
  expect(machine!.engine!.containers).toHaveLength(5);
  expect(dns).toMatchObject({ mac: lanMac(1), facts: { addresses: [{ address: '10.99.5.101' }] } });
  expect(new Set(stub.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('a report has the containers as services of the runtime, with their published ports', async () => {
  const { machines } = await read();
  const [machine] = joinFound([], machines, { isOfHosts: false, warn: () => undefined });
  const { services, ports } = buildHostReport(machine!, {
    ...{ networkId: 'n', trustsPorts: false },
    subnets: new SubnetPlan(['10.99.5.0/24'], [], []),
  });
  expect(ports).toMatchObject([{ number: 8080, protocol: 'Tcp' }]);
  expect(services!.map(({ name, bindings }) => [name, bindings!.length])).toEqual([
    ...[['Docker', 0] as const, ['web', 1] as const, ['db', 0] as const, ['dns', 0] as const, ['printer', 0] as const],
  ]);
  expect(services![1]).toMatchObject({
    virtualization_service_id: services![0]!.id,
    virtualization_metadata: { type: 'Docker', details: { container_name: 'web', compose_project: 'shop' } },
  });
});

test('the client certificate is presented, and the engine of Podman is known by its version', async () => {
  const presented: unknown[] = [];
  stub.onConnection = (socket: TLSSocket) => presented.push(socket.getPeerCertificate().subject?.CN);
  stub.reply = (request) => answerOf(request, 'Podman Engine');
  const { machines } = await podmanApiSource.read(target({ ...engineSettings, machine_address }));
  expect(machines[0]!.engine!.runtime).toBe('Podman');
  expect(presented[0]).toBe('nas.example.lan');
});

describe('without TLS', () => {
  let plain: Server;
  let paths: string[];
  beforeEach(async () => {
    paths = [];
    plain = createServer((request, response) => {
      paths.push(request.url!);
      const path = request.url!.replace('/engines/host-1', '');
      const reply = answerOf({ method: 'GET', path, headers: {} });
      response.writeHead(reply && path !== request.url ? 200 : 404).end(JSON.stringify(reply?.body));
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    plain.closeAllConnections();
    await new Promise((resolve) => plain.close(resolve));
  });
  const connection = () => connectionTo(stub, { port: (plain.address() as AddressInfo).port, fingerprint: undefined });

  test.each(['/engines/host-1', 'engines/host-1/'])('the API is read below the prefix %s of a proxy', async (path) => {
    const settings = dockerApiSource.parseSettings({ path, machine_address });
    expect(await dockerApiSource.reach({ connection: connection(), settings })).toEqual({ outcome: 'opened' });
    const { machines } = await dockerApiSource.read({ connection: connection(), settings });
    expect(machines.map(({ name }) => name)).toEqual(['docker-1', 'dns', 'printer']);
    expect(paths).toEqual([
      '/engines/host-1/containers/json?limit=1',
      ...['/containers/json', '/networks', '/version', '/info'].map((one) => `/engines/host-1${one}`),
    ]);
  });

  test('no request is sent if a fingerprint is given, because then TLS is required', async () => {
    const connectionWithFingerprint = { ...connection(), fingerprint: 'AB' };
    expect(
      await dockerApiSource.reach({ connection: connectionWithFingerprint, settings: { path: '/engines/host-1' } }),
    ).toMatchObject({
      outcome: 'refused',
    });
    expect(paths).toEqual([]);
  });
});

test('a proxy that refuses the version and the state of the engine gives the containers alone, with notes', async () => {
  withReplies([/version|info/, { status: 403, body: 'Forbidden' }]);
  const { machines, notes } = await read();
  expect(notes).toEqual([
    expect.stringContaining('the version of the engine could not be read'),
    expect.stringContaining('the name and system of the machine could not be read'),
  ]);
  expect(machines[0]).toMatchObject({ engine: { runtime: 'Docker' }, facts: { addresses: [{}] } });
  expect(machines[0]!.name).toBeUndefined();
});

test.each<[string, RegExp, StubReply]>([
  ['containers are refused', /containers/, { status: 403, body: {} }],
  ['networks are cut off', /networks/, 'half'],
  ['networks are no list', /networks/, { body: { message: 'no' } }],
])('if %s, nothing is read', async (_name, pattern, reply) => {
  withReplies([pattern, reply]);
  await expect(read()).rejects.toThrow();
});

test.each<[StubReply, 'refused' | 'silent']>([
  [{ status: 401, body: {} }, 'refused'],
  [{ status: 403, body: {} }, 'refused'],
])('%j is told without the key', async (reply, outcome) => {
  stub.reply = () => reply;
  const reach = await dockerApiSource.reach(target());
  expect(reach.outcome).toBe(outcome);
  expect(reach.reason).not.toContain(certificate.key.split('\n')[1]);
});

test('a machine whose address is not known is named, and its containers of the LAN are read', async () => {
  const connection = connectionTo(stub, { address: 'localhost' });
  const { machines, notes } = await dockerApiSource.read({ connection, settings: engineSettings });
  expect(notes).toEqual([expect.stringContaining('machine_address')]);
  expect(machines.map(({ name }) => name)).toEqual(['dns', 'printer']);
});

test('hostile names of containers are cut to what the server accepts', async () => {
  const names = ['x'.repeat(5_000), '\0', '\ud800', ''];
  withReplies([
    /containers/,
    { body: names.map((name, at) => ({ ...containers[0], Id: `${at}`, Names: [name], Labels: { a: name } })) },
  ]);
  const { machines } = await read();
  const { services } = buildHostReport(joinFound([], machines, { isOfHosts: false, warn: () => undefined })[0]!, {
    ...{ networkId: 'n', trustsPorts: false },
    subnets: new SubnetPlan([], [], []),
  });
  expect(services!.map(({ name }) => name!.length)).toEqual([6, 100, 0, 0, 1]);
});

test.each<[object, boolean]>([
  [{}, true],
  [engineSettings, true],
  [{ path: 'docker', tls: true }, true],
  [{ ssl_cert: certificate.cert }, false],
  [{ ssl_key: certificate.key }, false],
  [{ ...engineSettings, ssl_chain: 'x' }, false],
  [{ path: '../containers' }, false],
  [{ path: '/a?b=c' }, false],
  [{ path: '/a\r\nhost: b' }, false],
  [{ machine_address: 'host-1' }, false],
])('settings %j are valid: %s', (settings, isValid) => {
  expect(dockerApiSource.parseSettings(settings) !== undefined).toBe(isValid);
});
