// The data source RouterOS with a stub of the REST API: ports, VLANs, neighbors, tables, and missing or refused
// responses.
import type { ApiTarget, FoundMachine } from '../../../../src/agent/sources';
import { routerOsSource } from '../../../../src/agent/sources/routeros';
import { ApiStub, connectionTo, type StubReply } from '../api-stub';
import { accountSettings, answerOf, hostMac, routerMac } from './router-stub';

let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
  stub.reply = answerOf;
});
afterEach(() => stub.stop());

const target = (settings: object = accountSettings): ApiTarget => ({ connection: connectionTo(stub), settings });
const read = () => routerOsSource.read(target());
const portsOf = ({ facts }: FoundMachine) => Object.fromEntries(facts.interfaces.map((one) => [one.name, one]));
const withReplies = (...replies: readonly (readonly [RegExp, StubReply])[]) => {
  stub.reply = (request) => replies.find(([pattern]) => pattern.test(request.path))?.[1] ?? answerOf(request);
};

test('the device has its facts, addresses, ports, VLANs, neighbors and learned MAC addresses', async () => {
  const { machines, notes } = await read();
  const [router] = machines as [FoundMachine];
  expect(notes).toEqual([]);
  expect(router).toMatchObject({
    ...{ name: 'edge', os: 'RouterOS 7.15.3 (stable)', source: 'routeros' },
    entity: { manufacturer: 'MikroTik', model: 'CRS326-24G-2S+', serialNumber: 'HE108F4XXXX' },
    facts: {
      addresses: [
        { address: '10.99.2.1', prefixLength: 24, ifIndex: -4 },
        { address: 'fd00:2::1', prefixLength: 64, ifIndex: -4 },
      ],
      vlans: [{ number: 20, name: 'office' }, { number: 30 }, { number: 31 }],
    },
  });
  expect(portsOf(router)).toMatchObject({
    ether1: {
      ...{ mac: routerMac(1), type: 6, mtu: 1500, alias: 'uplink', operStatus: 'Up', adminStatus: 'Up' },
      taggedVlans: [20, 30, 31],
      neighbors: [
        {
          ...{ protocol: 'LLDP', systemName: 'core', managementAddresses: ['10.99.2.2'] },
          chassisId: { subtype: 'MacAddress', value: '48:A9:8A:00:01:01' },
          portId: { subtype: 'InterfaceName', value: 'sfp1' },
        },
      ],
    },
    ether2: { nativeVlan: 20, fdbMacs: [hostMac(1)] },
    ether3: { operStatus: 'Down', adminStatus: 'Down' },
    bridge: { type: 209, taggedVlans: [20, 30, 31] },
    office: { type: 135 },
  });
  const { neighbors } = router.facts.interfaces.find(({ name }) => name === 'ether2')!;
  const farPorts = neighbors.map(({ portId }) => portId?.value);
  expect(farPorts).toEqual(['GigabitEthernet1/0/24', 'ge-0/0/1', '1/1/24', 'ether5']);
  expect(portsOf(router).ether1!.nativeVlan).toBeUndefined();
  for (const table of ['lldp', 'fdb', 'arp'] as const) expect(router.facts.incomplete).not.toContain(table);
  expect(router.facts.incomplete).toContain('interfaces');
});

test('active routes of the main table are read', async () => {
  const [router] = (await read()).machines;
  expect(router!.facts.routes).toEqual([
    { destination: '0.0.0.0/0', type: 'Remote', protocol: 'Static', nextHop: '10.99.2.254' },
    { destination: '10.99.2.0/24', type: 'Local', protocol: 'Local' },
    { destination: '10.60.0.0/16', type: 'Remote', protocol: 'Ospf', nextHop: '10.99.2.2' },
  ]);
  expect(router!.facts.incomplete).not.toContain('routes');
  const many = Array.from({ length: 2_001 }, (_none, at) => ({
    ...{ 'dst-address': `10.${at >> 8}.${at & 255}.0/24`, gateway: '10.99.2.2', active: 'true', bgp: 'true' },
  }));
  withReplies([/ip\/route/, { body: many }]);
  const [large] = (await read()).machines;
  expect(large!.facts.routes).toHaveLength(2_000);
  expect(large!.facts.incomplete).toContain('routes');
});

test('machines in the ARP table are machines, except those behind another router', async () => {
  const [router, ...others] = (await read()).machines;
  expect(router!.facts.arp).toHaveLength(4);
  expect(others.map(({ mac, facts }) => [mac, facts.addresses.map(({ address }) => address)])).toEqual([
    [hostMac(1), ['10.99.2.10']],
  ]);
});

test('a wrong password is refused, and its text is in no message', async () => {
  const refused = await routerOsSource.reach(target({ ...accountSettings, password: 'Wrong-Word' }));
  expect(refused).toEqual({ outcome: 'refused', reason: expect.stringContaining('401') });
  expect(JSON.stringify(refused)).not.toMatch(/Wrong-Word|V3Jvbmct/);
  expect(await routerOsSource.reach(target())).toEqual({ outcome: 'opened' });
});

test.each<[string, RegExp, StubReply, string]>([
  ['ip/neighbor', /ip\/neighbor/, { status: 403, body: {} }, 'lldp'],
  ['interface/bridge/host', /bridge\/host/, 'half', 'fdb'],
  ['ip/arp', /ip\/arp/, { body: {} }, 'arp'],
  ['ip/route', /ip\/route/, { status: 500, body: {} }, 'routes'],
])('without the table %s the rest is read, and the table is not complete', async (path, pattern, reply, table) => {
  withReplies([pattern, reply]);
  const { machines, notes } = await read();
  expect(notes).toEqual([expect.stringContaining(`the table ${path} could not be read`)]);
  expect(machines[0]!.facts.incomplete).toContain(table);
  expect(machines[0]!.facts.interfaces).toHaveLength(5);
});

test('without the interfaces nothing is read', async () => {
  withReplies([/rest\/interface$/, { status: 500, body: {} }]);
  await expect(read()).rejects.toThrow('500');
});

test.each([
  [{ username: 'a', password: 'ö b' }, true],
  [{ username: 'a:b', password: 'x' }, false],
  [{ username: '', password: 'x' }, false],
  [{ username: 'a', password: 'x\ny' }, false],
  [{ username: 'a' }, false],
])('settings %j are valid: %s', (settings, isValid) => {
  expect(routerOsSource.parseSettings(settings) !== undefined).toBe(isValid);
});
