// The data source Omada with a stub of a controller: devices, ports, neighbors, clients and VLANs of its sites, pages,
// and refused or missing responses.
import type { ApiTarget, FoundMachine } from '../../../../src/agent/sources';
import { omadaSource } from '../../../../src/agent/sources/omada';
import { most, pageSize } from '../../../../src/agent/sources/omada/requests';
import { ApiStub, connectionTo, type StubReply } from '../api-stub';
import { answerOf, applicationSettings, deviceMac, stationMac } from './controller-stub';

let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
  stub.reply = (request) => answerOf(request);
});
afterEach(() => stub.stop());

const target = (settings: object = applicationSettings): ApiTarget => ({ connection: connectionTo(stub), settings });
const read = (settings?: object) => omadaSource.read(target(settings));
const portsOf = ({ facts }: FoundMachine) => Object.fromEntries(facts.interfaces.map((one) => [one.name, one]));
const withReplies = (...replies: readonly (readonly [RegExp, StubReply])[]) => {
  stub.reply = (request) => replies.find(([pattern]) => pattern.test(request.path))?.[1] ?? answerOf(request);
};
const mac = (text: string): string => text.replaceAll('-', ':');
const note = '1 of the devices of a site are not connected: they are left out';

test('the connected devices have their facts, ports, neighbors and clients', async () => {
  const { machines, notes } = await read();
  expect(notes).toEqual([note]);
  expect(machines.map(({ name, mac: macAddress }) => [name, macAddress])).toEqual([
    ['gateway', mac(deviceMac(1))],
    ['sw-floor', mac(deviceMac(2))],
    ['ap-floor', mac(deviceMac(3))],
    ['printer', mac(stationMac(1))],
    ['phone', mac(stationMac(2))],
  ]);
  const [gateway, floor, accessPoint, printer] = machines as [FoundMachine, FoundMachine, FoundMachine, FoundMachine];
  expect(gateway).toMatchObject({
    entity: {
      ...{ manufacturer: 'TP-Link', model: 'ER-Example', serialNumber: '2230000000001', softwareRevision: '1.4.0' },
    },
    facts: {
      addresses: [{ address: '10.99.10.1' }, { address: 'fd00:10::1' }, { address: 'fe80::1' }],
      interfaces: [],
    },
  });
  expect(floor).toMatchObject({
    ...{ chassisId: mac(deviceMac(2)), entity: { model: 'SG-Example v1.0' } },
    facts: {
      vlans: [
        { number: 1, name: 'Default' },
        { number: 20, name: 'Office' },
      ],
    },
  });
  expect(portsOf(floor)).toMatchObject({
    'Port 1': {
      ...{ ifIndex: 1, operStatus: 'Up', adminStatus: 'Up', speedBps: 1_000_000_000, duplex: 'Full', nativeVlan: 1 },
      neighbors: [
        {
          ...{ systemName: 'core', chassisId: { subtype: 'MacAddress', value: '00:1C:73:00:03:00' } },
          portId: { value: 'Ethernet7' },
        },
      ],
    },
    'Port 2': {
      ...{ alias: 'to the access point', fdbMacs: [mac(deviceMac(3))] },
      neighbors: [{ systemName: 'ap-floor', chassisId: { subtype: 'MacAddress', value: mac(deviceMac(3)) } }],
    },
    'Port 3': { nativeVlan: 20, duplex: 'Half', speedBps: 100_000_000, fdbMacs: [mac(stationMac(1))], neighbors: [] },
    'Port 4': { adminStatus: 'Down', operStatus: 'Down' },
  });
  expect(floor.facts.interfaces).toHaveLength(4);
  expect(portsOf(floor)['Port 1']!.alias).toBeUndefined();
  expect(portsOf(floor)['Port 4']!.speedBps).toBeUndefined();
  for (const table of ['lldp', 'fdb'] as const) expect(floor.facts.incomplete).not.toContain(table);
  expect(floor.facts.incomplete).toContain('interfaces');
  expect(accessPoint.facts.wirelessClients).toEqual([
    {
      ...{ mac: mac(stationMac(2)), isOwnRadio: true, address: '10.99.20.12', ssid: 'Office', channel: 44 },
      ...{ band: 'FiveGhz', signalDbm: -58, associatedSeconds: 77 },
    },
    { mac: mac(stationMac(3)), isOwnRadio: true, band: 'TwoPointFourGhz' },
  ]);
  expect(printer.facts.addresses).toEqual([{ address: '10.99.20.11', ifIndex: 0 }]);
});

test('one POST signs in, all other requests are GET, and only the POST has the secret', async () => {
  await read();
  const posts = stub.requests.filter(({ method }) => method !== 'GET');
  expect(posts.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /openapi/authorize/token?grant_type=client_credentials',
  ]);
  for (const { path, headers, body } of stub.requests.slice(1))
    expect(JSON.stringify([path, headers, body])).not.toContain(applicationSettings.client_secret);
});

test('lists of several pages are read to the end', async () => {
  stub.reply = (request) => answerOf(request, 1);
  const { machines } = await read();
  expect(machines).toHaveLength(5);
  expect(stub.requests.filter(({ path }) => path.includes('/s1/devices'))).toHaveLength(4);
});

test('a list with more rows than are used is cut, and does not count as complete', async () => {
  const row = (number: number) => ({ mac: `02:00:00:${Math.floor(number / 256)}:00:00`, connectDevType: 'ap' });
  stub.reply = (request) => {
    if (!request.path.includes('/clients')) return answerOf(request);
    const data = Array.from({ length: pageSize }, (_none, at) => row(at));
    return { body: { errorCode: 0, result: { totalRows: 10 ** 9, data } } };
  };
  const { machines, notes } = await read({ ...applicationSettings, site: 'Head office' });
  expect(notes).toContain(`only the first ${most.clients} of ${10 ** 9} clients are read`);
  expect(stub.requests.filter(({ path }) => path.includes('/clients'))).toHaveLength(most.clients / pageSize);
  expect(machines[1]!.facts.incomplete).toContain('fdb');
});

test('only the site of the settings is read; without such a site nothing', async () => {
  expect((await read({ ...applicationSettings, site: 'Branch' })).machines).toEqual([]);
  expect(stub.requests.some(({ path }) => path.includes('/s1/'))).toBe(false);
  await expect(read({ ...applicationSettings, site: 'Elsewhere' })).rejects.toThrow('no site of this name');
});

test('a wrong secret is refused, and no message has its text or what the controller says', async () => {
  const refused = await omadaSource.reach(target({ ...applicationSettings, client_secret: 'Wrong-Word' }));
  expect(refused).toEqual({ outcome: 'refused', reason: expect.stringContaining('-44106') });
  expect(JSON.stringify(refused)).not.toMatch(/Wrong-Word|client id or/);
  expect(await omadaSource.reach(target())).toEqual({ outcome: 'opened' });
});

test.each<[string, StubReply]>([
  ['no token', { body: { errorCode: 0, result: {} } }],
  ['a token with a line break', { body: { errorCode: 0, result: { accessToken: 'a\r\nX: y' } } }],
  ['an error code as a text', { body: { errorCode: '\u001b[2J' } }],
  ['a page', { body: '<html>' }],
  ['status 403', { status: 403, body: {} }],
])('with %s in place of the token, nothing is read', async (_name, reply) => {
  withReplies([/authorize/, reply]);
  const { outcome, reason } = await omadaSource.reach(target());
  expect(outcome).toBe('refused');
  expect(reason).not.toContain('\u001b');
  expect(stub.requests).toHaveLength(1);
});

test.each<[string, RegExp, StubReply, string]>([
  ['clients', /clients/, { body: { errorCode: -1505, msg: 'no' } }, 'the clients could not be read'],
  ['clients (half an answer)', /clients/, 'half', 'the clients could not be read'],
  ['ports', /overview/, { status: 429, body: {} }, 'the ports of switches could not be read'],
  ['networks', /lan-networks/, { body: { errorCode: 0, result: {} } }, 'the networks could not be read'],
  ['neighbors', /lldp-neighbors/, { status: 401, body: {} }, 'the neighbors of a switch could not be read'],
])('without the %s the rest is read, with a note', async (name, pattern, reply, text) => {
  withReplies([pattern, reply]);
  const { machines, notes } = await read();
  expect(notes).toEqual([note, expect.stringContaining(text)]);
  const floor = machines.find((one) => one.name === 'sw-floor')!;
  expect(floor.facts.incomplete.includes('fdb')).toBe(name.startsWith('clients'));
  expect(floor.facts.incomplete.includes('lldp')).toBe(name === 'neighbors');
});

test('a site whose devices cannot be read is left out, with a note', async () => {
  withReplies([/s1\/devices/, { body: { errorCode: -1001 } }]);
  const { machines, notes } = await read();
  expect([machines, notes]).toEqual([[], [expect.stringContaining('a site could not be read')]]);
});

test.each([
  [{}, true],
  [{ site: 'Büro' }, true],
  [{ site: '' }, false],
  [{ omada_id: '../x' }, false],
  [{ client_secret: 'a b' }, false],
  [{ client_id: '' }, false],
])('settings with %j are valid: %s', (more, isValid) => {
  expect(omadaSource.parseSettings({ ...applicationSettings, ...more }) !== undefined).toBe(isValid);
});
