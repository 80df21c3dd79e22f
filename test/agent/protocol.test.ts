// The protocol between the agent and its server: results arrive in spite of outages and restarts, and the agent stops
// when the server or a signal requests that.
import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Container } from '../../src/agent/sources/docker';
import { createJsonClient, Outage } from '../../src/agent/protocol/json-client';
import { Outbox } from '../../src/agent/protocol/outbox';
import { daemonVersion } from '../../src/agent/protocol/wire';
import type { OwnMachine } from '../../src/agent/report/machines';
import type { Collectors } from '../../src/agent/collectors';
import type { DeviceFacts } from '../../src/agent/sources/snmp';
import { eventually } from '../support/eventually';
import { certificate } from './support/certificate';
import { fastPace, newFolder, noCollectors, removeFolder, startAgent, type RunningAgent } from './support/agent';
import { FakeServer } from './support/fake-server';

let server: FakeServer;
let state: string;
let ssh: Server;
let running: RunningAgent[] = [];
beforeEach(async () => {
  server = await new FakeServer().start();
  state = newFolder();
  ssh = createServer((socket) => {
    socket.on('error', () => undefined);
    // The SSH server sends only its version line, and closes the connection at the first bytes of a handshake.
    socket.once('data', () => socket.destroy());
    socket.write('SSH-2.0-Test\r\n');
  });
  await new Promise<void>((resolve) => ssh.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await Promise.allSettled(running.map((one) => one.stop()));
  running = [];
  await server.stop();
  await new Promise((resolve) => ssh.close(resolve));
  removeFolder(state);
});

const sshPort = () => (ssh.address() as AddressInfo).port;
const settings = () => ({ rate: 10_000, allPorts: false, ports: [sshPort()], credentials: [], dockerSocket: '/none' });
const start = (options: Partial<Parameters<typeof startAgent>[0]> = {}) => {
  const agent = startAgent({ server: server.url, state, settings: settings(), ...options });
  running.push(agent);
  return agent;
};
const give = () => {
  const sessionId = randomUUID();
  server.work = { session_id: sessionId };
  return sessionId;
};
const outboxes = () =>
  readdirSync(state)
    .filter((name) => name.startsWith('outbox-'))
    .flatMap((folder) => readdirSync(path.join(state, folder)));

const container = (name: string, driver: string, address: string): Container => ({
  ...{ id: `id of ${name}`, name, image: 'any', state: 'running', labels: {}, ports: [] },
  networks: [{ name: 'n', id: 'n', driver, subnets: [], addresses: [address], mac: '02:42:ac:12:00:02' }],
});

/**
 * Returns collectors whose name lookup blocks until the test calls `letGo`, so that a session stays open after it has
 * found a machine.
 */
function heldBack() {
  let letGo: () => void = () => undefined;
  let begin: () => void = () => undefined;
  const whenReleased = new Promise<void>((resolve) => (letGo = resolve));
  const whenBegun = new Promise<void>((resolve) => (begin = resolve));
  const collectors = {
    ...noCollectors,
    findNames: async (_addresses: readonly string[], { signal }: { signal: AbortSignal }) => {
      begin();
      await Promise.race([
        whenReleased,
        new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
      ]);
      return new Map();
    },
  };
  return { collectors, letGo, begun: whenBegun };
}

describe('a session', () => {
  test('registers, runs and ends, with the calls that the protocol prescribes', async () => {
    const sessionId = give();
    const agent = start({ once: true });
    const summary = await agent.ended;
    expect(summary).toMatchObject({ phase: 'Complete', machines: 1, ports: 1, services: 1 });
    const order = server.received.map(({ method, path: at }) => `${method} ${at.replace(/[0-9a-f-]{36}/g, ':id')}`);
    // The agent repeats /request-work during the session, more often on a slow machine, so repetitions are omitted.
    const once = order.filter((call, at) => !call.endsWith('/request-work') || order.indexOf(call) === at);
    expect(once.slice(0, 5)).toEqual([
      'POST /api/daemons/:id/startup',
      'POST /api/daemons/register',
      'POST /api/daemons/:id/request-work',
      `POST /api/v1/discovery/:id/update`,
      expect.stringMatching(/^(GET \/api\/v1\/subnets|POST \/api\/daemons\/:id\/update-capabilities)/),
    ]);
    for (const { headers } of server.received) {
      expect(headers.authorization).toBe('Bearer nlm_d_key');
      expect(headers['x-daemon-version']).toBe(daemonVersion);
      expect(headers['x-daemon-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(server.calls(/register$/)[0]!.body).toMatchObject({
      network_id: '00000000-0000-0000-0000-000000000000',
      mode: 'daemon_poll',
      version: daemonVersion,
    });
    const [startedReceived] = server.updates('Started');
    expect(startedReceived!.body).toMatchObject({ session_id: sessionId, progress: 0, network_id: server.networkId });
    const [host] = server.calls(/hosts\/discovery$/);
    expect(host!.body).toMatchObject({
      host: { network_id: server.networkId },
      ip_addresses: [{ ip_address: '127.0.0.1' }],
      ports: [{ number: sshPort(), protocol: 'Tcp' }],
      services: [{ service_definition: 'SSH' }],
    });
    const [end] = server.updates('Complete');
    expect(end!.body).toMatchObject({ progress: 100, hosts_discovered: 1, warnings: [], swept: [] });
    expect(end!.body.scanned.host_ids).toHaveLength(1);
    expect(end!.body.scanned.port_ids).toHaveLength(1);
    expect(outboxes()).toEqual([]);
  });

  test('an agent that the server knows does not register again, and keeps its id', async () => {
    give();
    await start({ once: true }).ended;
    const [first] = server.calls(/startup$/);
    server.received.length = 0;
    give();
    await start({ once: true }).ended;
    expect(server.calls(/register$/)).toEqual([]);
    expect(server.calls(/startup$/)[0]!.path).toBe(first!.path);
  });

  test('a daemon that the server has forgotten registers again', async () => {
    const agent = start();
    await server.heard(/request-work$/);
    server.isRegistered = false;
    const sessionId = give();
    await server.ended('Complete');
    expect(server.updates('Complete')[0]!.body.session_id).toBe(sessionId);
    expect(server.calls(/register$/)).toHaveLength(2);
    await agent.stop();
  });

  test('work that the server sends twice is done once', async () => {
    give();
    start();
    await server.ended('Complete');
    const polls = server.calls(/request-work$/).length;
    await eventually(async () => server.calls(/request-work$/).length > polls + 5);
    expect(server.updates('Complete')).toHaveLength(1);
  });
});

describe('what the agent says of itself', () => {
  test('credentials that wait for the confirmation of the daemon are reported, with the command that confirms it', async () => {
    const agent = start();
    const { body } = await server.heard(/register$/);
    const path_ = `/api/v1/daemons/${body.daemon_id}/confirm`;
    const warning = `Credentials withheld: not confirmed. Confirm it once (POST ${path_}).`;
    server.work = { session_id: randomUUID(), warnings: [warning, 'Something else.'] };
    await server.ended('Complete');
    expect(agent.said).toEqual(
      expect.arrayContaining([
        warning,
        `To confirm it: curl -X POST ${server.url.origin}${path_} -H "Authorization: Bearer YOUR_API_KEY"`,
        'Something else.',
      ]),
    );
  });

  test('its own machine is reported with the subnets of its interfaces, even if these are not to be scanned', async () => {
    give();
    const facts: OwnMachine['facts'] = {
      ...{ arp: [], routes: [], incomplete: [] },
      interfaces: [{ ifIndex: 2, name: 'eth0', taggedVlans: [], fdbMacs: [], neighbors: [] }],
      addresses: [{ address: '10.77.5.9', prefixLength: 22, ifIndex: 2 }],
    };
    const ownSubnet = { address: '10.77.5.9', cidr: '10.77.4.0/22', interfaceName: 'eth0', isContainerBridge: false };
    const ownMachine = () => ({ name: 'probe', os: 'Linux', facts });
    const collectors = { ...noCollectors, ownMachine };
    const summary = await start({ once: true, ownSubnets: () => [ownSubnet], collectors }).ended;
    expect(summary).toMatchObject({ phase: 'Complete', machines: 1 });
    const reportedBodies = server.calls(/hosts\/discovery$/).map(({ body }) => body);
    expect(reportedBodies).toHaveLength(2);
    expect(reportedBodies.find(({ host }) => host.id === server.hostId)).toMatchObject({
      host: { name: 'probe' },
      ip_addresses: [{ ip_address: '10.77.5.9' }],
      ports: [],
      subnets: [{ cidr: '10.77.4.0/22' }],
    });
  });
});

test('on own links, multicast queries are sent, and a machine is reported once it answers the agent', async () => {
  give();
  const link = { address: '127.0.0.1', cidr: '127.0.0.0/30', interfaceName: 'lo', isContainerBridge: false };
  const others = [
    { ...link, cidr: '127.0.0.0/29' },
    { ...link, cidr: '127.0.0.0/31', isContainerBridge: true },
  ];
  const requestedLinks: unknown[] = [];
  const recordLinks: Collectors['findAnnounced'] = async ({ links }) => {
    requestedLinks.push(...links);
    // Only ::1 may be reported: 127.9.9.9 is outside of the scope, and ::3:4 does not respond to the sweep.
    return ['127.9.9.9', '::1', '::3:4'];
  };
  const allow = ['127.0.0.0/30', '::/96'];
  const collectors = { ...noCollectors, findAnnounced: recordLinks };
  await start({ once: true, allow, yes: true, ownSubnets: () => [link, ...others], collectors }).ended;
  expect(requestedLinks).toEqual([link]);
  const addresses = server.calls(/hosts\/discovery$/).flatMap(({ body }) => body.ip_addresses);
  const foundAddresses = addresses.map(({ ip_address }: { ip_address: string }) => ip_address);
  expect(foundAddresses).toContain('::1');
  expect(foundAddresses).not.toEqual(expect.arrayContaining(['127.9.9.9']));
  expect(foundAddresses).not.toEqual(expect.arrayContaining(['::3:4']));
});

test('a run over selected hosts scans only these and reports nothing else', async () => {
  const ips = ['127.0.0.2', '203.0.113.9'];
  server.work = { session_id: randomUUID(), discovery_type: { type: 'Rescan', ips, subnet_ids: null } };
  const ownSubnet = { address: '10.250.0.1', cidr: '10.250.0.0/24', interfaceName: 'eth0', isContainerBridge: false };
  const router: DeviceFacts = {
    ...{ system: { name: 'router' }, interfaces: [], vlans: [], unplacedNeighbors: [], incomplete: [] },
    ...{ notes: [], hasNeighborTable: true, addresses: [{ address: '127.0.0.2', ifIndex: 1 }] },
    arp: [{ address: '10.99.0.7', mac: '00:00:5e:00:53:07', ifIndex: 1 }],
    ...{ routes: [], fhrpGroups: [], routingNeighbors: [], wirelessClients: [] },
  };
  const announcedMock = jest.fn(async () => []);
  const collectors: Collectors = {
    ...{ ...noCollectors, findAnnounced: announcedMock },
    trySnmp: async () => ({ outcome: 'opened' }),
    readDevice: async () => router,
    localEngine: async () => ({ runtime: 'Docker', containers: [], networks: [] }),
  };
  const credentials = [{ version: 'v2c' as const, community: 'public' }];
  const options = {
    allow: ['127.0.0.0/30', ownSubnet.cidr],
    ownSubnets: () => [ownSubnet],
    settings: { ...settings(), credentials },
  };
  const summary = await start({ once: true, collectors, ...options }).ended;
  expect(summary).toMatchObject({ phase: 'Complete', machines: 1 });
  expect(summary!.warnings).toEqual([expect.stringContaining('203.0.113.9')]);
  const reportedBodies = server.calls(/hosts\/discovery$/).map(({ body }) => body);
  expect(reportedBodies.map(({ host }) => host.name)).toEqual(['router']);
  expect(announcedMock).not.toHaveBeenCalled();
});

describe("containers of the agent's own machine", () => {
  test('on a bridge of their engine are reported as hosts behind it; those on the LAN are separate machines', async () => {
    give();
    const containers = [
      {
        ...container('web', 'bridge', '172.18.0.2'),
        ports: [{ privatePort: 80, publicPort: 8080, protocol: 'Tcp' as const }],
      },
      container('dns', 'macvlan', '10.77.5.53'),
    ];
    const networks = [{ name: 'shop', driver: 'bridge', subnets: ['172.18.0.0/16'] }];
    const ownSubnets = [
      { address: '10.77.5.9', cidr: '10.77.4.0/22', interfaceName: 'eth0', isContainerBridge: false },
      { address: '172.18.0.1', cidr: '172.18.0.0/16', interfaceName: 'shop0', isContainerBridge: false },
    ];
    const addresses = ownSubnets.map(({ address }, at) => ({ address, ifIndex: at + 2 }));
    const facts: OwnMachine['facts'] = { arp: [], routes: [], incomplete: [], interfaces: [], addresses };
    const collectors: Collectors = {
      ...noCollectors,
      localEngine: async () => ({ runtime: 'Podman', containers, networks }),
      ownMachine: (_neighbors, engine) => ({ name: 'probe', os: 'Linux', facts, engine }),
    };
    await start({ once: true, ownSubnets: () => ownSubnets, collectors }).ended;
    const reportedBodies = server.calls(/hosts\/discovery$/).map(({ body }) => body);
    const [first, second, ...more] = reportedBodies.filter(({ host }) => host.id === server.hostId);
    expect(more).toEqual([]);
    expect(first.ip_addresses).toMatchObject([{ ip_address: '10.77.5.9' }]);
    const [runtime] = first.services;
    expect(runtime).toMatchObject({ name: 'Podman', service_definition: 'podman' });
    expect(first.services[1]).toMatchObject({
      service_definition: 'podman-container',
      virtualization_metadata: { type: 'Podman', details: { container_name: 'web' } },
      bindings: [{ type: 'Port', ip_address_id: first.ip_addresses[0].id }],
    });
    expect(second).toMatchObject({
      subnets: [{ cidr: '172.18.0.0/16', subnet_type: 'PodmanBridge', virtualization_service_id: runtime.id }],
      ip_addresses: [{ ip_address: '172.18.0.1' }, { ip_address: '172.18.0.2', mac_address: '02:42:AC:12:00:02' }],
      services: [
        {
          virtualization_service_id: runtime.id,
          virtualization_metadata: { details: { container_id: 'id of web' } },
          bindings: [{ type: 'IPAddress', ip_address_id: second.ip_addresses[1].id }],
        },
      ],
    });
    expect(reportedBodies.find(({ host }) => host.name === 'dns')).toMatchObject({
      ip_addresses: [{ ip_address: '10.77.5.53', mac_address: '02:42:AC:12:00:02' }],
      subnets: [{ cidr: '10.77.4.0/22', subnet_type: 'Lan' }],
    });
    expect(server.calls(/v1\/subnets$/)).toEqual([]);
  });
});

describe('cancelling', () => {
  test('ends a running session and keeps what was found until then', async () => {
    give();
    const { collectors, begun } = heldBack();
    start({ collectors });
    await begun;
    const startedAt = performance.now();
    server.cancel = true;
    await server.ended('Cancelled');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(server.calls(/hosts\/discovery$/)).toHaveLength(1);
    expect(server.updates('Complete')).toEqual([]);
  });

  test('while a session runs the agent says that it is busy', async () => {
    give();
    const { collectors, letGo } = heldBack();
    start({ collectors });
    await eventually(async () => server.calls(/request-work$/).some(({ body }) => body.ready_for_work === false));
    letGo();
    await server.ended('Complete');
    const busy = server.calls(/request-work$/).length;
    await eventually(async () =>
      server
        .calls(/request-work$/)
        .slice(busy)
        .some(({ body }) => body.ready_for_work === true),
    );
  });
});

describe('outages', () => {
  test('findings during an outage of the server are sent when it answers again', async () => {
    give();
    const { collectors, letGo } = heldBack();
    const agent = start({ collectors, once: true });
    await server.heard(/\/update$/);
    await server.stop();
    letGo();
    await eventually(async () => outboxes().length === 1 && readOutbox().includes('"kind":"end"'));
    expect(server.calls(/hosts\/discovery$/)).toEqual([]);
    await server.start();
    expect(await agent.ended).toMatchObject({ phase: 'Complete' });
    expect(server.calls(/hosts\/discovery$/)).toHaveLength(1);
    expect(server.updates('Complete')).toHaveLength(1);
    expect(agent.said.join('\n')).toMatch(/Results are stored on disk.*\n(.*\n)*.*is reachable again/);
    expect(outboxes()).toEqual([]);
  });

  const readOutbox = () => {
    const folder = readdirSync(state).find((name) => name.startsWith('outbox-'))!;
    return readFileSync(path.join(state, folder, outboxes()[0]!), 'utf8');
  };

  test.each([
    ['an error of the server', { status: 503, code: 'database_unavailable' }],
    ['a limit', { status: 429, code: 'rate_limit_exceeded' }],
    ['a page of a proxy', { status: 502, text: '<html>Bad gateway</html>' }],
    ['a broken connection', 'drop'],
  ] as const)(
    '%s: the agent waits, and sends the end of the session again until the server accepts it',
    async (_what, odd) => {
      give();
      let refusedCount = 0;
      server.odd = ({ path: at, body }) => {
        const isEnd = /\/update$/.test(at) && body.phase === 'Complete';
        return isEnd && refusedCount++ < 3 ? odd : undefined;
      };
      expect(await start({ once: true }).ended).toMatchObject({ phase: 'Complete' });
      expect(refusedCount).toBe(4);
      expect(server.updates('Complete')).toHaveLength(1);
    },
  );

  test('an agent that is started before its server waits for the server', async () => {
    await server.stop();
    give();
    const agent = start({ once: true });
    await eventually(async () => agent.said.some((line) => /cannot be reached/.test(line)));
    await server.start();
    expect(await agent.ended).toMatchObject({ phase: 'Complete' });
  });
});

describe('restarts', () => {
  test('findings of a stopped agent are sent by the next start, and the session ends as failed', async () => {
    const sessionId = give();
    const { collectors, begun } = heldBack();
    const first = start({
      collectors,
      pace: { ...fastPace, grace: 50 },
    });
    await begun;
    server.odd = () => ({ status: 503 });
    await first.stop();
    expect(outboxes()).toEqual([`${sessionId}.ndjson`]);
    server.odd = () => undefined;
    server.work = undefined;
    start();
    const { body } = await server.ended('Failed');
    expect(body).toMatchObject({ session_id: sessionId, error: 'The agent was stopped.' });
    // A report that was being sent when the first agent stopped may arrive twice, as two identical copies.
    const bodies = server.calls(/hosts\/discovery$/).map((call) => JSON.stringify(call.body));
    expect(new Set(bodies).size).toBe(1);
    await eventually(async () => outboxes().length === 0);
  });

  test('a journal that was cut off by a crash is sent up to the cut, and the session is not continued', async () => {
    give();
    await start({ once: true }).ended;
    const sessionId = randomUUID();
    const folder = path.join(
      state,
      readdirSync(state).find((name) => name.startsWith('outbox-'))!,
    );
    const outbox = new Outbox(path.join(folder, `${sessionId}.ndjson`));
    outbox.add({ kind: 'subnet', body: { cidr: '10.0.0.0/24', name: 'known', subnet_type: 'Lan' } });
    outbox.settle({ subnetId: 'settled', scanned: { subnet_ids: ['settled'] } });
    outbox.add({ kind: 'subnet', body: { cidr: '10.0.1.0/24', name: 'left', subnet_type: 'Lan' } });
    outbox.close();
    const file = path.join(folder, `${sessionId}.ndjson`);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"entry":{"kind":"sub`);
    server.received.length = 0;
    server.work = { session_id: sessionId };
    start();
    const { body } = await server.ended('Failed');
    expect(body.session_id).toBe(sessionId);
    expect(body.error).toMatch(/restarted/);
    expect(server.calls(/POST .*subnets$/).map((call) => call.body.name)).toEqual(['left']);
    expect(body.scanned.subnet_ids).toContain('settled');
    const polls = server.calls(/request-work$/).length;
    await eventually(async () => server.calls(/request-work$/).length > polls + 3);
    expect(server.updates('Started')).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  test('waiting for a change of the outbox leaves no listener on the signal', async () => {
    const outbox = new Outbox(path.join(state, 'outbox', 'one.ndjson'));
    const { signal } = new AbortController();
    for (let round = 0; round < 12; round++) {
      const whenChanged = outbox.untilChange(signal);
      outbox.add({ kind: 'capabilities' });
      await whenChanged;
      outbox.settle();
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    outbox.close();
  });

  test('files can be read only by their owner, and two agents do not share a folder', async () => {
    start();
    await server.heard(/request-work$/);
    for (const name of readdirSync(state)) {
      const { mode } = statSync(path.join(state, name));
      expect([name, mode & 0o077]).toEqual([name, 0]);
    }
    writeFileSync(path.join(state, 'agent.pid'), String(process.ppid));
    await expect(start().ended).rejects.toThrow(/uses .*--state/);
  });
});

describe('refusals', () => {
  test.each([
    ['auth_not_authenticated', 401, /Check the key/],
    ['entity_disabled', 403, /Enable the key/],
    ['daemon_identity_mismatch', 403, /separate key/],
    ['daemon_version_too_old', 400, /Update the agent/],
  ])('%s ends the agent with a line that says what to do', async (code, status, line) => {
    server.odd = () => ({ status, code });
    await expect(start().ended).rejects.toMatchObject({ message: expect.stringMatching(line), exitCode: 3 });
  });

  test('a key that is revoked during a session ends the agent, and the findings stay', async () => {
    give();
    const agent = start();
    server.odd = ({ path: at }) =>
      /hosts\/discovery$/.test(at) ? { status: 401, code: 'auth_not_authenticated' } : undefined;
    await expect(agent.ended).rejects.toMatchObject({ exitCode: 3 });
    expect(outboxes()).toHaveLength(1);
  });

  test('a host that the server refuses is the only one not stored, and is reported at the end', async () => {
    give();
    server.odd = ({ path: at }) =>
      /hosts\/discovery$/.test(at) ? { status: 400, code: 'validation_required' } : undefined;
    expect(await start({ once: true }).ended).toMatchObject({ phase: 'Complete' });
    expect(server.updates('Complete')[0]!.body.warnings).toEqual([
      'Host 127.0.0.1 was refused by the server: refused: validation_required',
    ]);
  });

  test('ports of a device that the server refuses are left out, and the device is stored', async () => {
    give();
    const facts = {
      ...{
        system: { name: 'sw' },
        addresses: [],
        arp: [],
        routes: [],
        fhrpGroups: [],
        routingNeighbors: [],
        wirelessClients: [],
        vlans: [],
        unplacedNeighbors: [],
        incomplete: [],
      },
      ...{ notes: [], hasNeighborTable: true },
    };
    const interfaces = [{ ifIndex: 1, name: 'ge1', taggedVlans: [], fdbMacs: [], neighbors: [] }];
    const collectors = {
      ...noCollectors,
      trySnmp: async () => ({ outcome: 'opened' as const }),
      readDevice: async () => ({ ...facts, interfaces }),
    };
    server.odd = ({ body }) => (body?.interfaces ? { status: 409, code: 'entity_already_exists' } : undefined);
    const credentials = [{ version: 'v2c' as const, community: 'c' }];
    await start({ once: true, collectors, settings: { ...settings(), credentials } }).ended;
    expect(server.calls(/hosts\/discovery$/).map(({ body }) => body.host.sys_name)).toEqual(['sw']);
    expect(server.updates('Complete')[0]!.body.warnings).toEqual([
      'The ports of host 127.0.0.1 were refused by the server: refused: entity_already_exists',
    ]);
    expect(server.updates('Complete')[0]!.body.credential_results).toEqual([{ ip: '127.0.0.1', outcome: 'opened' }]);
  });

  test('too large to send loses its counters, then its wireless clients, and the run warns of it', async () => {
    give();
    const counters = { inOctets: 1n, octetBits: 64 as const };
    const port = { ifIndex: 1, name: 'ge1', counters, taggedVlans: [], fdbMacs: [], neighbors: [] };
    const facts = {
      ...{ system: { name: 'sw' }, addresses: [], arp: [], vlans: [], unplacedNeighbors: [], incomplete: [] },
      ...{
        notes: [],
        hasNeighborTable: true,
        interfaces: [port],
        fhrpGroups: [],
        routingNeighbors: [],
        wirelessClients: [{ mac: '00:1B:21:00:00:01', isOwnRadio: true }],
        routes: [],
      },
    };
    const collectors = {
      ...noCollectors,
      trySnmp: async () => ({ outcome: 'opened' as const }),
      readDevice: async () => facts,
    };
    const credentials = [{ version: 'v2c' as const, community: 'c' }];
    const isTooLarge = (of: (body: NonNullable<Parameters<NonNullable<typeof server.odd>>[0]['body']>) => unknown) => {
      server.odd = ({ body }) => (body && of(body) ? { status: 413, code: 'payload_too_large' } : undefined);
    };
    isTooLarge((body) => body.interfaces?.[0]?.counters);
    await start({ once: true, collectors, settings: { ...settings(), credentials } }).ended;
    const takeServers = () => server.calls(/hosts\/discovery$/).filter(({ body }) => body.interfaces);
    expect(takeServers().map(({ body }) => [body.interfaces, body.wireless_associations.length])).toEqual([
      [[expect.objectContaining({ if_name: 'ge1' })], 1],
    ]);
    expect(server.updates('Complete')[0]!.body.warnings).toEqual([]);
    give();
    isTooLarge((body) => body.interfaces?.[0]?.counters ?? body.wireless_associations);
    await start({ once: true, collectors, settings: { ...settings(), credentials } }).ended;
    expect(takeServers()[1]!.body.interfaces).toEqual([expect.objectContaining({ if_name: 'ge1' })]);
    expect(server.updates('Complete')[1]!.body.warnings).toEqual([
      'The 1 wireless clients of host 127.0.0.1 do not fit into one report and were left out',
    ]);
  });

  test('a daemon on standby waits until the server has work', async () => {
    server.standby = true;
    const agent = start();
    await eventually(async () => server.calls(/request-work$/).length > 3);
    const sessionId = give();
    server.standby = false;
    expect((await server.ended('Complete')).body.session_id).toBe(sessionId);
    await agent.stop();
  });

  test('an agent that is to run one session and gets none says where to start one', async () => {
    const whenEnded = start({ once: true, pace: { ...fastPace, firstWork: 50 } }).ended;
    await expect(whenEnded).rejects.toMatchObject({
      message: expect.stringMatching(/start its discovery there/),
      exitCode: 3,
    });
  });

  test('a run in which nothing may be scanned ends with a message that says what to do', async () => {
    give();
    start({ allow: [] });
    const { body } = await server.ended('Failed');
    expect(body.error).toMatch(/--allow/);
  });
});

describe('the connection', () => {
  test('uses TLS: a private authority is trusted if it is named, and the error says how to name it', async () => {
    const secure = await new FakeServer(certificate).start();
    secure.work = { session_id: randomUUID() };
    try {
      await expect(start({ server: secure.url, once: true }).ended).rejects.toMatchObject({
        message: expect.stringMatching(/not trusted.*--ca FILE/),
        exitCode: 4,
      });
      const agent = start({ server: secure.url, once: true, ca: certificate.cert });
      expect(await agent.ended).toMatchObject({ phase: 'Complete' });
    } finally {
      await secure.stop();
    }
  });

  test('to a server that does not answer times out, and a signal ends the wait', async () => {
    server.odd = () => 'hang';
    const json = createJsonClient({ server: server.url, timeoutMs: 50 });
    await expect(json.send({ method: 'GET', path: '/' })).rejects.toThrow(Outage);
    const patient = createJsonClient({ server: server.url });
    const stop = new AbortController();
    const pendingAnswer = patient.send({ method: 'GET', path: '/', signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(pendingAnswer).rejects.toThrow('enough');
    json.close();
    patient.close();
  });

  test.each([
    ['a page of something else', { status: 200, text: '<html>hello</html>' }],
    ['JSON of something else', { status: 200, text: '{"hello":1}' }],
    ['a list', { status: 200, text: '[]' }],
    ['null', { status: 200, text: 'null' }],
  ])('refuses %s as no answer of Netloom', async (_what, odd) => {
    server.odd = () => odd;
    const json = createJsonClient({ server: server.url });
    await expect(json.send({ method: 'GET', path: '/' })).rejects.toThrow(/not in Netloom's form/);
    json.close();
  });
});
