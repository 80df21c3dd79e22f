// The source UniFi Network on a stub of its API: devices, ports, neighbors, clients, and what is missing or refused.
import type { ApiTarget, FoundMachine } from '../../../../src/agent/sources';
import { unifiSource } from '../../../../src/agent/sources/unifi';
import { ApiStub, connectionTo, type StubReply } from '../api-stub';
import { answerOf, clientMac, devices, keySettings, unifiMac } from './site-stub';

let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
  stub.reply = answerOf;
});
afterEach(() => stub.stop());

const target = (settings: object = keySettings): ApiTarget => ({ connection: connectionTo(stub), settings });
const read = () => unifiSource.read(target(unifiSource.parseSettings(keySettings) as object));
const named = (machines: readonly FoundMachine[], name: string): FoundMachine =>
  machines.find((one) => one.name === name)!;
const portsOf = ({ facts }: FoundMachine) => Object.fromEntries(facts.interfaces.map((one) => [one.name, one]));
const withReplies = (...replies: readonly (readonly [RegExp, StubReply])[]) => {
  stub.reply = (request) => replies.find(([pattern]) => pattern.test(request.path))?.[1] ?? answerOf(request);
};

test('devices have their facts, ports and VLANs; those that are not connected are left out', async () => {
  const { machines, notes } = await read();
  expect(machines.map(({ name }) => name)).toEqual(['gateway', 'sw-access', 'ap-hall', 'pc', 'Phone']);
  expect(notes).toEqual([expect.stringContaining('1 of its devices are not adopted or not connected')]);
  const access = named(machines, 'sw-access');
  expect(access).toMatchObject({
    ...{ source: 'unifi', mac: unifiMac(2), chassisId: unifiMac(2) },
    entity: { manufacturer: 'Ubiquiti', model: 'USW24P', serialNumber: 'F002', softwareRevision: '7.1.26' },
    facts: { addresses: [{ address: '10.99.1.2', ifIndex: 0 }], vlans: [{ number: 20, name: 'IoT' }] },
  });
  expect(portsOf(access)).toMatchObject({
    'Port 1': { ifIndex: 1, operStatus: 'Up', adminStatus: 'Up', speedBps: 1e9, duplex: 'Full' },
    'Port 2': { alias: 'AP hall' },
    'Port 3': { nativeVlan: 20 },
    'Port 5': { operStatus: 'Down', adminStatus: 'Down' },
  });
  expect(portsOf(access)['Port 5']!.speedBps).toBeUndefined();
  expect(portsOf(named(machines, 'ap-hall'))).toMatchObject({ eth0: { mac: unifiMac(3) } });
});

test('ports have their neighbors by LLDP or uplink, and the clients and devices that are connected to them', async () => {
  const { machines } = await read();
  const ports = portsOf(named(machines, 'sw-access'));
  expect(ports['Port 4']!.neighbors).toEqual([
    {
      ...{ protocol: 'LLDP', localPort: 'resolved', managementAddresses: [], systemName: 'core' },
      chassisId: { subtype: 'MacAddress', value: '00:1B:21:00:00:77' },
      portId: { subtype: 'LocallyAssigned', value: 'ge-0/0/7' },
    },
  ]);
  expect(ports['Port 1']!.neighbors).toMatchObject([
    {
      chassisId: { subtype: 'MacAddress', value: unifiMac(1) },
      portId: { subtype: 'InterfaceName', value: 'Port 2' },
    },
  ]);
  expect([2, 3, 4].map((number) => ports[`Port ${number}`]!.fdbMacs)).toEqual([[unifiMac(3)], [clientMac(1)], []]);
  expect(portsOf(named(machines, 'gateway'))['Port 2']!.fdbMacs).toEqual([unifiMac(2)]);
  expect(named(machines, 'sw-access').facts.incomplete).not.toEqual(expect.arrayContaining(['lldp']));
  // The access point has no table of LLDP.
  expect(named(machines, 'ap-hall').facts.incomplete).toContain('lldp');
});

test('access points have their wireless clients, and clients with an address are machines', async () => {
  const { machines } = await read();
  const { wirelessClients, incomplete } = named(machines, 'ap-hall').facts;
  expect(wirelessClients).toEqual([
    {
      ...{ mac: clientMac(2), isOwnRadio: true, address: '10.99.1.12', ssid: 'Hall', bssid: '7A:45:58:00:00:03' },
      ...{ channel: 44, band: 'FiveGhz', signalDbm: -61, associatedSeconds: 90 },
    },
    { mac: clientMac(3), isOwnRadio: true, channel: 6, band: 'TwoPointFourGhz' },
  ]);
  expect(incomplete).not.toContain('wireless');
  expect(named(machines, 'Phone')).toMatchObject({
    mac: clientMac(2),
    facts: { addresses: [{ address: '10.99.1.12' }] },
  });
});

test('a wrong key is refused', async () => {
  const refused = await unifiSource.reach(target({ api_key: 'another-key', site: 'default' }));
  expect(refused).toEqual({ outcome: 'refused', reason: expect.stringContaining('401') });
  expect(await unifiSource.reach(target({ ...keySettings, site: 'default' }))).toEqual({ outcome: 'opened' });
});

test.each<[string, RegExp, StubReply]>([
  ['clients are refused', /stat\/sta/, { status: 403, body: {} }],
  ['clients are an error of the application', /stat\/sta/, { body: { meta: { rc: 'error', msg: 'x' }, data: [] } }],
  ['clients are cut off', /stat\/sta/, 'half'],
])('if %s, forwarding tables and wireless clients are not complete', async (_name, pattern, reply) => {
  withReplies([pattern, reply]);
  const { machines, notes } = await read();
  expect(notes).toContainEqual(expect.stringContaining('the clients could not be read'));
  expect(machines.map(({ name }) => name)).toEqual(['gateway', 'sw-access', 'ap-hall']);
  for (const { facts } of machines) {
    expect(facts.incomplete).toEqual(expect.arrayContaining(['fdb', 'wireless', 'interfaces']));
    expect(facts.wirelessClients).toBeUndefined();
  }
});

test('without the list of devices nothing is read', async () => {
  withReplies([/stat\/device/, { body: { meta: { rc: 'error' } } }]);
  await expect(read()).rejects.toThrow('stat/device');
});

test('a site cannot lead to other paths', () => {
  const settingsOf = (site: unknown) => unifiSource.parseSettings({ ...keySettings, site });
  expect(settingsOf('../../x')).toBeUndefined();
  expect(settingsOf(undefined)).toEqual({ ...keySettings, site: 'default' });
  expect(unifiSource.parseSettings(unifiSource.sentSettings({ auth: { mode: 'LocalAdmin' } }))).toBeUndefined();
});

test('hostile rows lose their wrong parts, and no port or device is there twice', async () => {
  const [, access] = devices;
  const odd = {
    ...access,
    port_table: [
      { port_idx: 1 },
      { port_idx: '1' },
      { port_idx: -4 },
      { port_idx: 'x' },
      null,
      7,
      { port_idx: 2 ** 40 },
    ],
    lldp_table: [{ local_port_idx: 1 }, { local_port_idx: 1, chassis_id: '\u0000\u0001', port_id: 5 }],
    name: 7,
    serial: '  ',
  };
  withReplies([/stat\/device/, { body: { meta: { rc: 'ok' }, data: [odd, odd, { mac: 'x' }, [], 'text'] } }]);
  const { machines } = await read();
  const [machine] = machines;
  expect(machines.filter(({ key }) => key === machine!.key)).toHaveLength(1);
  expect(machine!.facts.interfaces.map(({ name }) => name)).toEqual(['Port 1']);
  expect(machine!.entity!.serialNumber).toBeUndefined();
  expect(machine!.name).toBeUndefined();
});
