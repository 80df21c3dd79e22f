// Containers of a machine that is read by SSH: the agent sends GET requests through the SSH connection to the socket of
// the container engine.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FoundMachine } from '../../../../src/agent/sources';
import type { Engine } from '../../../../src/agent/sources/docker';
import { joinFound } from '../../../../src/agent/report/found-machines';
import { withEnginesOnce } from '../../../../src/agent/report/containers';
import { sshSource } from '../../../../src/agent/sources/ssh';
import { socketsCommand } from '../../../../src/agent/sources/ssh/containers';
import { someFacts } from '../../../../src/agent/sources/reading';
import { answerOf, lanMac } from '../docker/engine-stub';
import { reportsOf } from '../reports';
import { account, connectionTo, SshStub, type StubOutput } from './ssh-stub';

const [docker, podman] = ['/var/run/docker.sock', '/run/podman/podman.sock'] as const;
const neighbor = (dst: string, lladdr: string) => ({ dst, dev: 'eth0', lladdr, state: ['REACHABLE'] });
const link = (ifindex: number, ifname: string, local: string, prefixlen: number) => ({
  ...{ ifindex, ifname, flags: ['UP', 'LOWER_UP'], mtu: 1500, operstate: 'UP', link_type: 'ether' },
  ...{ address: `02:aa:00:00:00:0${ifindex}`, addr_info: [{ family: 'inet', local, prefixlen, scope: 'global' }] },
});
const outputs: Record<string, string | StubOutput> = {
  'uname -sr': 'Linux 6.1.0\n',
  'uname -n': 'docker-1\n',
  // The bridge of the network `shop_default` is named `shop0`, not `br-…` as Docker would name it.
  'ip -j -d addr show': JSON.stringify([link(2, 'eth0', '10.99.5.10', 24), link(3, 'shop0', '172.18.0.1', 16)]),
  'ip -j neigh show': JSON.stringify([
    neighbor('10.99.5.1', '02:bb:00:00:00:01'),
    neighbor('172.18.0.2', '02:42:ac:12:00:02'),
    neighbor('10.99.5.101', lanMac(1).toLowerCase()),
  ]),
  'ip -j route show table main': '[]',
  'ip -j -6 route show table main': '[]',
  [socketsCommand.text]: { text: `${docker}\n`, error: `ls: ${podman}: No such file or directory\n`, status: 2 },
};

let folder: string;
let stub: SshStub;
let engine: Server;
let requests: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const answerLike =
  (runtime = 'Engine') =>
  ({ url }: IncomingMessage, response: ServerResponse) => {
    const reply = answerOf({ method: 'GET', path: url!, headers: {} }, runtime);
    response.writeHead(reply ? 200 : 404).end(JSON.stringify(reply?.body));
  };
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ssh-engine-'));
  requests = [];
  answer = answerLike();
  engine = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  const socket = path.join(folder, 'engine.sock');
  await new Promise<void>((resolve) => engine.listen(socket, resolve));
  stub = await new SshStub({ ident: 'OpenSSH_9.6' }).start();
  stub.sockets.set(docker, socket);
});
afterEach(async () => {
  await stub.stop();
  engine.closeAllConnections();
  await new Promise((resolve) => engine.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

async function read(more: Record<string, string | StubOutput> = {}, limits: object = {}) {
  stub.reply = (command) => more[command] ?? outputs[command];
  const connection = connectionTo(stub, { limits });
  const { machines, notes } = await sshSource.read({ connection, settings: account });
  return { machines, notes, own: machines[0]! };
}

test('the machine has its containers, and containers of the LAN are machines', async () => {
  const { machines, own, notes } = await read();
  expect(notes).toEqual([]);
  expect(own).toMatchObject({
    ...{ source: 'ssh', name: 'docker-1' },
    engine: { runtime: 'Docker', networks: [{ name: 'shop_default' }, { name: 'lan' }, { name: 'host' }] },
  });
  expect(own.engine!.containers).toHaveLength(5);
  // The address of `shop0` is left out, because `shop0` is a bridge of the container engine, whatever its name.
  expect(own.facts.addresses.map(({ address }) => address)).toEqual(['10.99.5.10']);
  expect(own.facts.arp.map(({ address }) => address)).toEqual(['10.99.5.1', '10.99.5.101']);
  const others = machines.slice(1).map(({ name, mac, facts }) => [name, mac, facts.addresses[0]!.address]);
  expect(others).toEqual([
    [undefined, '02:BB:00:00:00:01', '10.99.5.1'],
    ['dns', lanMac(1), '10.99.5.101'],
    ['printer', lanMac(2), '10.99.5.102'],
  ]);
  expect(requests).toEqual(['GET /containers/json', 'GET /networks', 'GET /version']);
});

test('a report has the containers as services of the runtime, with their published ports', async () => {
  const [{ services, ports }] = reportsOf((await read()).machines) as unknown as [
    { services: { id: string; name: string; virtualization_service_id?: string }[]; ports: object[] },
  ];
  expect(ports).toMatchObject([{ number: 8080, protocol: 'Tcp' }]);
  expect(services.map(({ name }) => name)).toEqual(['Docker', 'web', 'db', 'dns', 'printer']);
  expect(services.slice(1).map((one) => one.virtualization_service_id)).toEqual(Array(4).fill(services[0]!.id));
});

test('without a socket nothing is asked, and there is no warning', async () => {
  const { own, notes } = await read({ [socketsCommand.text]: { text: '', status: 2 } });
  expect([own.engine, notes, stub.askedSockets]).toEqual([undefined, [], []]);
});

test('a socket that refuses gives a warning, and the next one is tried', async () => {
  stub.sockets.set(podman, stub.sockets.get(docker)!);
  stub.sockets.delete(docker);
  answer = answerLike('Podman Engine');
  const { own, notes } = await read({ [socketsCommand.text]: `${docker}\n${podman}\n` });
  expect(own.engine!.runtime).toBe('Podman');
  expect(notes).toEqual([
    expect.stringMatching(/^the containers at \/var\/run\/docker\.sock were not read \(.*channel/),
  ]);
});

test('no other socket than those of the engines is opened', async () => {
  await read({ [socketsCommand.text]: `/var/run/other.sock\n ${docker} /run/x.sock\n${docker}\n` });
  expect(new Set(stub.askedSockets)).toEqual(new Set([docker]));
});

test.each<[string, (request: IncomingMessage, response: ServerResponse) => void, object, RegExp]>([
  ['an error', (_request, response) => response.writeHead(500).end('{}'), {}, /answers 500/],
  ['no JSON', (_request, response) => response.end('['), {}, /not JSON/],
  ['no list', (_request, response) => response.end('{}'), {}, /is no list/],
  ['too many levels', (_request, response) => response.end(`${'['.repeat(65)}${']'.repeat(65)}`), {}, /too deeply/],
  ['nothing', () => undefined, { answerMs: 1_000 }, /does not answer to \/containers\/json within 1 s/],
  ['half', (_request, response) => void response.write('['), { answerMs: 1_000 }, /within 1 s/],
  ['too much', (_request, response) => response.end('x'.repeat(100_000)), { answerBytes: 50_000 }, /longer than 50000/],
  ['a closed connection', (request) => request.socket.destroy(), {}, /socket hang up/],
])('an engine that answers %s gives a warning, and the machine is read', async (_what, how, limits, reason) => {
  answer = how;
  const { own, notes } = await read({}, limits);
  expect(own.name).toBe('docker-1');
  expect([own.engine, notes]).toEqual([undefined, [expect.stringMatching(reason)]]);
});

test('an engine that several sources read is reported once', async () => {
  const { own } = await read();
  const ofApi: FoundMachine = {
    ...{ source: 'docker-api', key: 'docker-api 1', engine: own.engine! },
    facts: someFacts({ addresses: [{ address: '10.99.5.10', ifIndex: 0 }] }),
  };
  const [joined] = joinFound([], [ofApi, own], { isOfHosts: false, warn: () => undefined });
  expect(joined!.found!.map(({ source, engine: one }) => [source, one !== undefined])).toEqual([
    ['docker-api', true],
    ['ssh', false],
  ]);
  expect(withEnginesOnce(own.engine, [own])[0]!.engine).toBeUndefined();
  const other = { ...own.engine!, containers: [{ ...own.engine!.containers[0]!, id: 'another' }] };
  const ofPodman: Engine = { ...own.engine!, runtime: 'Podman' };
  for (const engineOfAgent of [other, ofPodman])
    expect(withEnginesOnce(engineOfAgent, [own])[0]!.engine).toBe(own.engine);
});
