// The data source Redfish with a stub of a service: servers with their ports and management controllers, enclosures,
// links to other services, and missing or refused responses.
import fc from 'fast-check';
import type { ApiTarget, FoundMachine } from '../../../../src/agent/sources';
import { redfishSource } from '../../../../src/agent/sources/redfish';
import { linkOf, most } from '../../../../src/agent/sources/redfish/requests';
import { ApiStub, connectionTo, type StubReply } from '../api-stub';
import { answerOf, bmcMac, nicMac, serverSettings } from './server-stub';

let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
  stub.reply = answerOf;
});
afterEach(() => stub.stop());

const target = (settings: object = serverSettings): ApiTarget => ({ connection: connectionTo(stub), settings });
const read = () => redfishSource.read(target());
const portsOf = ({ facts }: FoundMachine) => Object.fromEntries(facts.interfaces.map((one) => [one.name, one]));
const withReplies = (...replies: readonly (readonly [RegExp, StubReply])[]) => {
  stub.reply = (request) => replies.find(([pattern]) => pattern.test(request.path))?.[1] ?? answerOf(request);
};
/** Makes the stub return the resources `changed` in place of its own resources at the same paths. */
const withResources = (changed: Readonly<Record<string, unknown>>) => {
  stub.reply = (request) => {
    const body = changed[request.path.slice('/redfish/v1'.length)];
    return body === undefined ? answerOf(request) : { body };
  };
};
const members = (...paths: readonly string[]) => ({ Members: paths.map((path) => ({ '@odata.id': path })) });

test('a server has its chassis, its ports with their neighbors, and its management controller as a port', async () => {
  const { machines, notes } = await read();
  expect(notes).toEqual([]);
  expect(machines.map(({ name, entity }) => [name, entity?.serialNumber])).toEqual([
    ['node-1', 'EXS2048001'],
    ['node-2', 'EXS2048002'],
    [undefined, 'EXC2048000'],
  ]);
  const [first, , enclosure] = machines as [FoundMachine, FoundMachine, FoundMachine];
  expect(first).toMatchObject({
    ...{ source: 'redfish' },
    entity: { manufacturer: 'Example Systems', model: 'EX-Blade', firmwareRevision: '2.1.0' },
    facts: {
      addresses: [
        { address: '10.99.7.1', prefixLength: 24, ifIndex: -1 },
        { address: '10.99.9.1', prefixLength: 23, ifIndex: -3 },
        { address: 'fd00:9::1', prefixLength: 64, ifIndex: -3 },
      ].map((one) => expect.objectContaining({ address: one.address, prefixLength: one.prefixLength }) as object),
    },
  });
  expect(portsOf(first)).toMatchObject({
    'NIC.1': {
      ...{ mac: nicMac(1, 1), type: 6, mtu: 9000, speedBps: 25_000_000_000, duplex: 'Full', adminStatus: 'Up' },
      ...{ operStatus: 'Up', alias: 'Port 1 of the adapter' },
      neighbors: [
        {
          ...{ protocol: 'LLDP', systemName: 'top-of-rack', managementAddresses: ['10.99.8.1'] },
          chassisId: { subtype: 'MacAddress', value: '00:1C:73:00:02:00' },
          portId: { subtype: 'InterfaceName', value: 'Ethernet1' },
        },
      ],
    },
    'NIC 2': { mac: nicMac(1, 2), operStatus: 'Down', neighbors: [] },
    'NIC.1 3': { mac: nicMac(1, 3), operStatus: 'Down', speedBps: 2_500_000_000, neighbors: [] },
    'BMC eth0': { mac: bmcMac(1), operStatus: 'Up', taggedVlans: [90] },
  });
  expect(first.facts.interfaces).toHaveLength(4);
  const ofAddress = new Map(first.facts.addresses.map(({ address, ifIndex }) => [address, ifIndex]));
  expect(ofAddress.get('10.99.9.1')).toBe(portsOf(first)['BMC eth0']!.ifIndex);
  expect(first.facts.incomplete).not.toContain('lldp');
  expect(first.facts.incomplete).toContain('interfaces');
  expect(Object.keys(portsOf(enclosure))).toEqual(['BMC NIC 1']);
  expect(enclosure.facts.addresses).toMatchObject([{ address: '10.99.9.100' }]);
});

test('a single server without addresses has the one at which its controller answers', async () => {
  withResources({
    '/Systems': members('/redfish/v1/Systems/Blade1'),
    '/Managers': members('/redfish/v1/Managers/BMC1'),
    '/Systems/Blade1/EthernetInterfaces': members(),
    '/Managers/BMC1/NICs/eth0': { Id: 'eth0', MACAddress: bmcMac(1) },
  });
  const { machines } = await read();
  expect(machines).toHaveLength(1);
  const bmc = portsOf(machines[0]!)['BMC eth0']!;
  expect(machines[0]!.facts.addresses).toEqual([{ address: '127.0.0.1', ifIndex: bmc.ifIndex }]);
});

test('the older schema of ports, and members that a collection has itself, are read', async () => {
  withResources({
    '/Chassis/Blade1/NetworkAdapters/NIC.1': {
      ...{
        Id: 'NIC.1',
        NetworkPorts: { '@odata.id': '/redfish/v1/Chassis/Blade1/NetworkAdapters/NIC.1/NetworkPorts' },
      },
    },
    '/Chassis/Blade1/NetworkAdapters/NIC.1/NetworkPorts': {
      Members: [
        {
          '@odata.id': '/redfish/v1/Chassis/Blade1/NetworkAdapters/NIC.1/NetworkPorts/1',
          ...{ Id: '7', AssociatedNetworkAddresses: [nicMac(1, 7)], LinkStatus: 'Up', CurrentLinkSpeedMbps: 1000 },
        },
      ],
    },
  });
  const [first] = (await read()).machines;
  expect(portsOf(first!)['NIC.1 7']).toMatchObject({ mac: nicMac(1, 7), operStatus: 'Up', speedBps: 1_000_000_000 });
});

test.each([
  ['/redfish/v1/Systems', true],
  ['/redfish/v1/Systems/437XR1138R2?$skip=50', true],
  ['/redfish/v1/Chassis/Slot:1.A_(2)/', true],
  ['/redfish/v1/../admin', false],
  ['/redfish/v1/Systems/..', false],
  ['/redfish/v1/%2e%2e/admin', false],
  ['/redfish/v1/a%2Fb', false],
  ['/redfish/v10/Systems', false],
  ['/rest/v1/Systems', false],
  ['https://other.example/redfish/v1/Systems', false],
  ['//other.example/redfish/v1/Systems', false],
  ['/redfish/v1/a b', false],
  ['/redfish/v1/a\r\nX: y', false],
  ['/redfish/v1', false],
])('the link %j is followed: %s', (link, isFollowed) => {
  expect(linkOf(link)).toBe(isFollowed ? link : undefined);
  expect(linkOf({ '@odata.id': link })).toBe(isFollowed ? link : undefined);
});

test('no text makes a link that leads out of the service', () => {
  const part = fc.constantFrom('..', '.', '/', '%2e', 'a', '\\', '//', ':', '@', '#', '?', '\0');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const link = linkOf(`/redfish/v1/${parts.join('')}`);
      if (link !== undefined) expect(new URL(link, 'https://bmc.example').pathname).toMatch(/^\/redfish\/v1\//);
    }),
  );
});

test('links to what was read, to elsewhere and in a circle end the reading, and no other path is asked', async () => {
  withResources({
    '/Systems/Blade1/EthernetInterfaces': {
      ...members('/redfish/v1/Systems/Blade1', '/etc/passwd', 'https://other.example/', '/redfish/v1/Systems/Blade1'),
      'Members@odata.nextLink': '/redfish/v1/Systems/Blade1/EthernetInterfaces',
    },
  });
  const { machines } = await read();
  expect(machines[0]!.facts.interfaces.map(({ name }) => name)).not.toContain('NIC.1');
  const paths = stub.requests.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.every((path) => path.startsWith('/redfish/v1/'))).toBe(true);
});

test('the members of a collection, its pages and all resources are bounded', async () => {
  const many = Array.from({ length: most.members + 1 }, (_none, at) => `/redfish/v1/Systems/Blade1/E/${at}`);
  withResources({
    '/Systems/Blade1/EthernetInterfaces': members(...many),
    ...Object.fromEntries(
      many.map((path, at) => [path.slice('/redfish/v1'.length), { Id: `e${at}`, MACAddress: nicMac(1, 1) }]),
    ),
  });
  const { machines, notes } = await read();
  expect(notes).toEqual([`only the first ${most.members} of the interfaces are read`]);
  expect(machines[0]!.facts.interfaces.filter(({ name }) => name?.startsWith('e'))).toHaveLength(most.members);
  stub.reply = (request) =>
    /EthernetInterfaces(\?|$)/.test(request.path)
      ? { body: { Members: [], 'Members@odata.nextLink': `${request.path.split('?')[0]}?n=${stub.requests.length}` } }
      : answerOf(request);
  stub.requests.length = 0;
  await read();
  expect(stub.requests.filter(({ path }) => path.includes('EthernetInterfaces?'))).toHaveLength(2 * (most.pages - 1));
});

test('a wrong password is refused, though the root needs none, and its text is in no message', async () => {
  const refused = await redfishSource.reach(target({ ...serverSettings, password: 'Wrong-Word' }));
  expect(refused).toEqual({ outcome: 'refused', reason: expect.stringContaining('401') });
  expect(JSON.stringify(refused)).not.toMatch(/Wrong-Word|bmV0bG9vbT/);
  expect(await redfishSource.reach(target())).toEqual({ outcome: 'opened' });
  stub.reply = () => ({ body: { hello: 1 } });
  expect(await redfishSource.reach(target())).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('root'),
  });
});

test.each<[string, RegExp, StubReply, string]>([
  ['an interface', /EthernetInterfaces\/2$/, { status: 500, body: {} }, 'the interfaces could not be read'],
  ['the interfaces', /Systems\/\w+\/EthernetInterfaces/, 'half', 'the interfaces could not be read'],
  ['the adapters', /NetworkAdapters$/, { status: 403, body: {} }, 'the network adapters could not be read'],
  ['a busy port', /Ports\/3$/, { status: 429, body: {} }, 'the ports of network adapters could not be read'],
  ['the managers', /Managers$/, { body: '[' }, 'the managers could not be read'],
  ['the chassis', /Chassis$/, { status: 404, body: {} }, 'the chassis could not be read'],
])('without %s the rest is read, with a note', async (_name, pattern, reply, note) => {
  withReplies([pattern, reply]);
  const { machines, notes } = await read();
  expect(notes).toEqual([expect.stringContaining(note)]);
  expect(machines.map(({ name }) => name)).toEqual(expect.arrayContaining(['node-1', 'node-2']));
  const isOfPorts = /adapters|port|chassis/.test(note);
  expect(machines[0]!.facts.incomplete.includes('lldp')).toBe(isOfPorts);
});

test('without systems and managers nothing is read', async () => {
  withReplies([/Systems$|Managers$/, { status: 500, body: {} }]);
  await expect(read()).rejects.toThrow('no system and no manager');
});

test.each([
  [{ username: 'a', password: 'ö b' }, true],
  [{ username: 'a:b', password: 'x' }, false],
  [{ username: 'a', password: '' }, false],
  [{ username: 'a', password: 'x\ny' }, false],
])('settings %j are valid: %s', (settings, isValid) => {
  expect(redfishSource.parseSettings(settings) !== undefined).toBe(isValid);
});
