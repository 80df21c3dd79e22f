// The data source Proxmox VE with a stub of the API: nodes, guests, adapters, addresses, and missing, refused or
// malicious responses.
import { apiSources, type ApiTarget, type FoundMachine, type Reading } from '../../../../src/agent/sources';
import { parseAdapters } from '../../../../src/agent/sources/proxmox/network-adapters';
import { proxmoxSource } from '../../../../src/agent/sources/proxmox';
import { ApiStub, connectionTo, type StubReply } from '../api-stub';
import { answerOf, mac, tokenSettings } from './cluster-stub';

let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
  stub.reply = (request) => answerOf(request);
});
afterEach(() => stub.stop());

const target = (settings: object = tokenSettings): ApiTarget => ({ connection: connectionTo(stub), settings });
const read = (): Promise<Reading> => proxmoxSource.read(target());
const machineNamed = (machines: readonly FoundMachine[], name: string): FoundMachine =>
  machines.find((one) => one.name === name)!;
const portsOf = ({ facts }: FoundMachine) => Object.fromEntries(facts.interfaces.map((one) => [one.name, one]));
const addressesOf = ({ facts }: FoundMachine) =>
  facts.addresses.map(({ address, prefixLength }) => `${address}/${prefixLength}`);

/** Makes the stub respond with `replies` to the paths that match their patterns, and as usual to all other paths. */
const withReplies = (...replies: readonly (readonly [RegExp, StubReply])[]) => {
  stub.reply = (request) => replies.find(([pattern]) => pattern.test(request.path))?.[1] ?? answerOf(request);
};

test('guests have their adapters, their addresses of the same adapter, their state, and their hypervisor', async () => {
  const { machines, notes } = await read();
  expect(machines.map(({ name }) => name)).toEqual(['pve1', 'pve2', 'web', 'db', 'legacy', 'dns', 'proxy', 'spare']);
  const web = machineNamed(machines, 'web');
  expect(web).toMatchObject({ os: 'Debian GNU/Linux 13 (trixie)', source: 'proxmox' });
  expect(web.guest).toEqual({
    platform: 'Proxmox',
    id: '100',
    name: 'web',
    hypervisorKey: machineNamed(machines, 'pve1').key,
  });
  expect(portsOf(web)).toEqual({
    net0: expect.objectContaining({ mac: mac(1), alias: 'vmbr0', operStatus: 'Up', adminStatus: 'Up' }),
  });
  // The address of the bridge inside the guest is left out, because no adapter has the bridge's MAC address.
  expect(addressesOf(web)).toEqual(['10.99.0.101/24', 'fe80::1/64']);
  const legacy = machineNamed(machines, 'legacy');
  expect([Object.keys(portsOf(legacy)), addressesOf(legacy)]).toEqual([['net0', 'net1'], []]);
  expect(addressesOf(machineNamed(machines, 'dns'))).toEqual(['10.99.0.103/24', 'fe80::2/64']);
  expect(portsOf(machineNamed(machines, 'dns')).eth0).toMatchObject({ mac: mac(5) });
  expect(portsOf(machineNamed(machines, 'spare')).net0).toMatchObject({ operStatus: 'Down', adminStatus: 'Down' });
  // The guest `legacy` has an agent in its configuration, but the stub responds that the agent does not run.
  expect(notes).toEqual([expect.stringContaining('the addresses of a guest agent could not be read')]);
});

test('nodes have their ports and addresses, and at the ends of adapters the MAC address and VLAN of the guest', async () => {
  const { machines } = await read();
  const node = machineNamed(machines, 'pve1');
  expect(node).toMatchObject({
    os: 'Proxmox VE 8.2.4',
    hypervisor: { definition: 'Proxmox VE', port: stub.port },
  });
  expect(addressesOf(node)).toEqual(['10.99.0.11/24']);
  expect(portsOf(node)).toEqual({
    eno1: expect.objectContaining({ operStatus: 'Up', type: 6 }),
    eno2: expect.objectContaining({ operStatus: 'Down' }),
    vmbr0: expect.objectContaining({ type: 209, alias: 'LAN' }),
    tap100i0: expect.objectContaining({ fdbMacs: [mac(1)], alias: 'web' }),
    tap101i0: expect.objectContaining({ fdbMacs: [mac(2)], nativeVlan: 20 }),
    tap102i0: expect.objectContaining({ fdbMacs: [mac(3)] }),
    tap102i1: expect.objectContaining({ fdbMacs: [mac(4)], taggedVlans: [30, 40, 41, 42] }),
  });
  // The guest `spare` does not run, so its node has no port for it.
  expect(Object.keys(portsOf(machineNamed(machines, 'pve2')))).toEqual([
    'eno1',
    'eno2',
    'vmbr0',
    'veth103i0',
    'veth104i0',
  ]);
  expect(node.facts.incomplete).not.toContain('fdb');
  expect(node.facts.incomplete).toContain('interfaces');
});

test('every member of a cluster gives the same keys, and two single nodes give different ones', async () => {
  const keysAt = async () => {
    const memberStub = await new ApiStub().start();
    memberStub.reply = stub.reply;
    const { machines } = await proxmoxSource.read({ connection: connectionTo(memberStub), settings: tokenSettings });
    await memberStub.stop();
    return machines.map(({ key }) => key);
  };
  expect(await keysAt()).toEqual(await keysAt());
  withReplies([/\/nodes$/, { body: { data: [{ node: 'pve1' }] } }], [/\/cluster\/status$/, { body: { data: [] } }]);
  const [one, other] = [await keysAt(), await keysAt()];
  expect(one.filter((key) => other.includes(key))).toEqual([]);
});

test('a wrong secret is refused, and no server but the API gets a request', async () => {
  const refused = await proxmoxSource.reach(target({ ...tokenSettings, secret: 'other' }));
  expect(refused).toEqual({ outcome: 'refused', reason: expect.stringContaining('401') });
  expect(JSON.stringify(refused)).not.toContain('other');
  expect(await proxmoxSource.reach(target())).toEqual({ outcome: 'opened' });
  expect(new Set(stub.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test.each<[string, RegExp, StubReply, string]>([
  [
    'the state of the cluster may not be read',
    /cluster\/status/,
    { status: 403, body: {} },
    'the state of the cluster',
  ],
  ['the network of nodes may not be read', /network$/, { status: 403, body: {} }, 'the network of a node'],
  ['the state of nodes is cut off', /pve\d\/status/, 'half', 'the state of a node'],
  ['agents answer with errors', /agent\/network/, { status: 500, body: {} }, 'the addresses of a guest agent'],
  ['agents send a page', /get-osinfo/, { body: '<html>' }, 'the system of a guest agent'],
  ['containers cannot be asked', /interfaces$/, { status: 501, body: {} }, 'the addresses of a container'],
])('%s: a note says so, and the rest is read', async (_name, pattern, reply, missingFact) => {
  withReplies([pattern, reply]);
  const { machines, notes } = await read();
  expect(notes).toContainEqual(expect.stringContaining(missingFact));
  expect(machines).toHaveLength(8);
});

test('a guest whose adapters cannot be read is left out, and the table of its node is not complete', async () => {
  withReplies([/qemu\/101\/config/, { status: 403, body: {} }]);
  const { machines, notes } = await read();
  expect(machines.map(({ name }) => name)).not.toContain('db');
  expect(notes).toContainEqual(expect.stringMatching(/^a guest could not be read .*403/));
  expect(machineNamed(machines, 'pve1').facts.incomplete).toContain('fdb');
  expect(machineNamed(machines, 'pve2').facts.incomplete).not.toContain('fdb');
});

test.each<[string, RegExp, StubReply]>([
  ['the list of nodes', /\/nodes$/, { status: 403, body: {} }],
  ['the list of nodes, which is empty', /\/nodes$/, { body: { data: [] } }],
  ['the list of guests', /cluster\/resources/, 'half'],
])('without %s nothing is read', async (_name, pattern, reply) => {
  withReplies([pattern, reply]);
  await expect(read()).rejects.toThrow();
});

test('a token that sees no guests is told which role it needs', async () => {
  withReplies([/cluster\/resources/, { body: { data: [] } }]);
  const { machines, notes } = await read();
  expect(machines.map(({ name }) => name)).toEqual(['pve1', 'pve2']);
  expect(notes).toEqual([expect.stringContaining('PVEAuditor')]);
});

test('a node that is offline is left out with its guests, and a note names it', async () => {
  const nodes = [
    { node: 'pve1', status: 'online' },
    { node: 'pve2', status: 'offline' },
  ];
  withReplies([/\/nodes$/, { body: { data: nodes } }]);
  const { machines, notes } = await read();
  expect(machines.map(({ name }) => name)).toEqual(['pve1', 'web', 'db', 'legacy']);
  expect(notes).toContain('the node pve2 is offline: it is left out');
  expect(stub.requests.filter(({ path }) => path.includes('/pve2/'))).toEqual([]);
});

test('names of nodes and guests cannot lead to other paths', async () => {
  withReplies(
    [/\/nodes$/, { body: { data: [{ node: 'pve1' }, { node: '../../access' }, { node: 'a/b?c' }, { node: 7 }] } }],
    [
      /cluster\/resources/,
      {
        body: {
          data: [
            { vmid: '1/../../x', type: 'qemu', node: 'pve1' },
            { vmid: 5, type: 'storage', node: 'pve1' },
            { vmid: -1, type: 'qemu', node: 'pve1' },
            { vmid: 6, type: 'lxc', node: 'elsewhere' },
          ],
        },
      },
    ],
  );
  const { machines } = await read();
  expect(machines.map(({ name }) => name)).toEqual(['pve1']);
  expect(stub.requests.every(({ path }) => /^\/api2\/json\/(nodes|cluster|version)[\w/?=-]*$/.test(path))).toBe(true);
});

test('adapters are parsed in every form of their settings', () => {
  const parsed = parseAdapters({
    net0: 'virtio=BC:24:11:00:00:01,bridge=vmbr0,tag=4095',
    net1: 'model=e1000,macaddr=bc2411000002,bridge=vmbr1,trunks=5-3;x;1;4094;2-2',
    net2: 'name=eth0,hwaddr=BC-24-11-00-00-03,ip=10.0.0.5,ip6=auto',
    net3: 'name=eth1,hwaddr=BC:24:11:00:00:04,ip=10.0.0.6/33,ip6=fd00::6/64,link_down=1',
    net4: 'virtio,bridge=vmbr0',
    net5: 7,
    net32: 'virtio=BC:24:11:00:00:05',
  });
  expect(parsed).toEqual([
    { number: 0, mac: mac(1), bridge: 'vmbr0', trunks: [], isLinkDown: false, addresses: [] },
    { number: 1, mac: mac(2), bridge: 'vmbr1', trunks: [1, 2, 4094], isLinkDown: false, addresses: [] },
    {
      ...{ number: 2, name: 'eth0', mac: mac(3), trunks: [], isLinkDown: false },
      addresses: [{ address: '10.0.0.5' }],
    },
    {
      ...{ number: 3, name: 'eth1', mac: mac(4), trunks: [], isLinkDown: true },
      addresses: [{ address: '10.0.0.6' }, { address: 'fd00::6', prefixLength: 64 }],
    },
  ]);
});

test.each([
  [{ token_id: 'netloom@pve!agent', secret: 'x' }, true],
  [{ token_id: 'netloom@pve', secret: 'x' }, false],
  [{ token_id: 'netloom@pve!agent=x', secret: 'x' }, false],
  [{ token_id: 'netloom@pve!agent', secret: 'x\r\nhost: y' }, false],
  [{ token_id: 'netloom@pve!agent' }, false],
  [undefined, false],
])('settings %j are valid: %s', (settings, isValid) => {
  expect(apiSources.find(({ name }) => name === 'proxmox')!.parseSettings(settings) !== undefined).toBe(isValid);
});
