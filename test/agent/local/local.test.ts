// Reading containers from a socket with Docker's API, and neighbors from the output of lldpcli.
import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readLocalEngine } from '../../../src/agent/sources/docker';
import { parseContainers } from '../../../src/agent/sources/docker/engine';
import { parseLldpcli } from '../../../src/agent/sources/lldpcli';

const signal = new AbortController().signal;
const scratch = mkdtempSync(path.join(tmpdir(), 'netloom-local-'));
const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) await new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)));
  rmSync(scratch, { recursive: true });
});

const containers = [
  {
    Id: 'c0ffee0000000001',
    Names: ['/web'],
    Image: 'nginx:1.27',
    State: 'running',
    Labels: { 'com.docker.compose.project': 'shop', odd: 7 },
    Ports: [
      { IP: '0.0.0.0', PrivatePort: 80, PublicPort: 8080, Type: 'tcp' },
      { IP: '127.0.0.1', PrivatePort: 53, PublicPort: 5353, Type: 'udp' },
      { PrivatePort: 443, Type: 'tcp' },
      { PrivatePort: 99999, Type: 'tcp' },
      { PrivatePort: 1, Type: 'sctp' },
    ],
    NetworkSettings: {
      Networks: {
        shop_default: {
          NetworkID: 'n1',
          IPAddress: '172.18.0.2',
          GlobalIPv6Address: 'fd00:18::2',
          MacAddress: '02:42:ac:12:00:02',
        },
      },
    },
  },
  { Id: 'c0ffee0000000002', Names: [], Image: 'job', State: 'exited', NetworkSettings: { Networks: { host: {} } } },
];
const networks = [
  { Id: 'n1', Name: 'shop_default', Driver: 'bridge', IPAM: { Config: [{ Subnet: '172.18.0.0/16' }] } },
];

async function engine(answer: (path: string) => { status: number; body: string } | undefined): Promise<string> {
  const socket = path.join(scratch, `${servers.length}.sock`);
  const server = createServer((request, response) => {
    const foundReply = answer(request.url!);
    if (foundReply) response.writeHead(foundReply.status, { 'content-type': 'application/json' }).end(foundReply.body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return socket;
}

describe('containers', () => {
  it('are reported with their ports and networks', async () => {
    const socket = await engine((url) => ({
      status: 200,
      body: JSON.stringify(url === '/networks' ? networks : url === '/containers/json' ? containers : {}),
    }));
    const foundLocalEngine = await readLocalEngine(socket, signal);
    expect(foundLocalEngine).toMatchObject({
      runtime: 'Docker',
      networks: [{ name: 'shop_default', driver: 'bridge', subnets: ['172.18.0.0/16'] }],
    });
    expect(foundLocalEngine!.containers).toEqual([
      {
        id: 'c0ffee0000000001',
        name: 'web',
        image: 'nginx:1.27',
        state: 'running',
        labels: { 'com.docker.compose.project': 'shop' },
        ports: [
          { privatePort: 80, publicPort: 8080, protocol: 'Tcp' },
          { privatePort: 53, publicPort: 5353, address: '127.0.0.1', protocol: 'Udp' },
          { privatePort: 443, protocol: 'Tcp' },
        ],
        networks: [
          {
            name: 'shop_default',
            id: 'n1',
            driver: 'bridge',
            subnets: ['172.18.0.0/16'],
            addresses: ['172.18.0.2', 'fd00:18::2'],
            mac: '02:42:AC:12:00:02',
          },
        ],
      },
      {
        id: 'c0ffee0000000002',
        name: 'c0ffee000000',
        image: 'job',
        state: 'exited',
        labels: {},
        ports: [],
        networks: [{ name: 'host', id: '', subnets: [], addresses: [] }],
      },
    ]);
  });

  it.each([
    ['Podman', { status: 200, body: JSON.stringify({ Components: [{ Name: 'Podman Engine', Version: '5.0.2' }] }) }],
    ['Docker', { status: 200, body: JSON.stringify({ Components: [{ Name: 'Engine' }, { Name: 'containerd' }] }) }],
    ['Docker', { status: 404, body: '' }],
  ])("are those of %s if the engine's version says so", async (runtime, version) => {
    const socket = await engine((url) => (url === '/version' ? version : { status: 200, body: '[]' }));
    expect(await readLocalEngine(socket, signal)).toEqual({ runtime, containers: [], networks: [] });
  });

  it('are not reported without the socket of an engine', async () => {
    expect(await readLocalEngine(path.join(scratch, 'absent.sock'), signal)).toBeUndefined();
    const file = path.join(scratch, 'file');
    writeFileSync(file, '');
    expect(await readLocalEngine(file, signal)).toBeUndefined();
  });

  it.each([
    ['an error', { status: 500, body: '{}' }, 'answers 500'],
    ['no JSON', { status: 200, body: '[' }, 'not JSON'],
  ])('are not reported if the engine answers %s', async (_what, answer, message) => {
    const socket = await engine(() => answer);
    await expect(readLocalEngine(socket, signal)).rejects.toThrow(message);
  });

  it('are no longer read once the signal is given', async () => {
    const controller = new AbortController();
    const socket = await engine(() => {
      controller.abort();
      return undefined;
    });
    await expect(readLocalEngine(socket, controller.signal)).rejects.toThrow();
  });

  it('are parsed from any answer without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (sampleOutput, others) => {
        expect(Array.isArray(parseContainers(sampleOutput, others))).toBe(true);
        expect(
          parseContainers(
            [{ Id: 'x', Ports: sampleOutput, Labels: others, NetworkSettings: { Networks: sampleOutput } }],
            others,
          ),
        ).toHaveLength(1);
      }),
    );
  });
});

describe('neighbours of lldpd', () => {
  const lldpOutput = {
    lldp: [
      {
        interface: [
          {
            name: 'eth0',
            via: 'LLDP',
            chassis: [
              {
                id: [{ type: 'mac', value: '02:4c:00:00:00:01' }],
                name: [{ value: 'sw1' }],
                descr: [{ value: 'Debian' }],
                'mgmt-ip': [{ value: '10.77.0.1' }, { value: 'fe80::1' }],
              },
            ],
            port: [{ id: [{ type: 'ifname', value: 'p3' }], descr: [{ value: 'to eth0' }] }],
          },
          {
            name: 'eth1',
            via: 'CDPv2',
            chassis: [{ id: [{ type: 'local', value: 'old-switch' }], name: [{ value: 'old-switch' }] }],
            port: [{ id: [{ type: 'ifname', value: 'Gi0/1' }] }],
          },
          { name: 'eth2', via: 'EDP', chassis: [{}], port: [{}] },
        ],
      },
    ],
  };

  it('are reported with their protocols', () => {
    expect(parseLldpcli(JSON.stringify(lldpOutput))).toEqual([
      {
        interfaceName: 'eth0',
        neighbor: {
          protocol: 'LLDP',
          localPort: 'resolved',
          chassisId: { subtype: 'MacAddress', value: '02:4C:00:00:00:01' },
          portId: { subtype: 'InterfaceName', value: 'p3' },
          systemName: 'sw1',
          systemDescription: 'Debian',
          portDescription: 'to eth0',
          managementAddresses: ['10.77.0.1', 'fe80::1'],
        },
      },
      {
        interfaceName: 'eth1',
        neighbor: {
          protocol: 'CDP',
          localPort: 'resolved',
          chassisId: { subtype: 'LocallyAssigned', value: 'old-switch' },
          portId: { subtype: 'InterfaceName', value: 'Gi0/1' },
          systemName: 'old-switch',
          managementAddresses: [],
        },
      },
    ]);
    expect(parseLldpcli('{"lldp": []}')).toEqual([]);
  });

  it('are parsed from any output without an error', () => {
    expect(parseLldpcli('lldpcli: unable to connect')).toBeUndefined();
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (text, value) => {
        parseLldpcli(text);
        const near = {
          lldp: [{ interface: [{ name: 'eth0', via: 'LLDP', chassis: [{ id: value, name: value }], port: [value] }] }],
        };
        expect(parseLldpcli(JSON.stringify(near))!.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
