// The data source UniFi Network with a stub of the API: devices, ports, neighbors, clients, and missing or refused
// responses.
import type { ApiTarget, FoundMachine } from '../../../../src/agent/sources';
import { unifiSource } from '../../../../src/agent/sources/unifi';
import { ApiStub, connectionTo, type StubReply } from '../api-stub';
import { accountOfSite, answerOf, answersOfAccount, clientMac, devices, keySettings, unifiMac } from './site-stub';

let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
  stub.reply = answerOf;
});
afterEach(() => stub.stop());

const target = (settings: object = keySettings): ApiTarget => ({ connection: connectionTo(stub), settings });
const read = () => unifiSource.read(target(unifiSource.parseSettings(keySettings) as object));
const machineNamed = (machines: readonly FoundMachine[], name: string): FoundMachine =>
  machines.find((one) => one.name === name)!;
const portsOf = ({ facts }: FoundMachine) => Object.fromEntries(facts.interfaces.map((one) => [one.name, one]));
const withReplies = (...replies: readonly (readonly [RegExp, StubReply])[]) => {
  stub.reply = (request) => replies.find(([pattern]) => pattern.test(request.path))?.[1] ?? answerOf(request);
};

test('devices have their facts, ports and VLANs; those that are not connected are left out', async () => {
  const { machines, notes } = await read();
  expect(machines.map(({ name }) => name)).toEqual(['gateway', 'sw-access', 'ap-hall', 'pc', 'Phone']);
  expect(notes).toEqual([expect.stringContaining('1 of its devices are not adopted or not connected')]);
  const access = machineNamed(machines, 'sw-access');
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
  expect(portsOf(machineNamed(machines, 'ap-hall'))).toMatchObject({ eth0: { mac: unifiMac(3) } });
});

test('ports have their neighbors by LLDP or uplink, and the clients and devices that are connected to them', async () => {
  const { machines } = await read();
  const ports = portsOf(machineNamed(machines, 'sw-access'));
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
  expect(portsOf(machineNamed(machines, 'gateway'))['Port 2']!.fdbMacs).toEqual([unifiMac(2)]);
  expect(machineNamed(machines, 'sw-access').facts.incomplete).not.toEqual(expect.arrayContaining(['lldp']));
  // The stub returns no LLDP table for the access point, so the table is incomplete.
  expect(machineNamed(machines, 'ap-hall').facts.incomplete).toContain('lldp');
});

test('access points have their wireless clients, and clients with an address are machines', async () => {
  const { machines } = await read();
  const { wirelessClients, incomplete } = machineNamed(machines, 'ap-hall').facts;
  expect(wirelessClients).toEqual([
    {
      ...{ mac: clientMac(2), isOwnRadio: true, address: '10.99.1.12', ssid: 'Hall', bssid: '7A:45:58:00:00:03' },
      ...{ channel: 44, band: 'FiveGhz', signalDbm: -61, associatedSeconds: 90 },
    },
    { mac: clientMac(3), isOwnRadio: true, channel: 6, band: 'TwoPointFourGhz' },
  ]);
  expect(incomplete).not.toContain('wireless');
  expect(machineNamed(machines, 'Phone')).toMatchObject({
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

describe('by an account', () => {
  const settings = unifiSource.parseSettings(accountOfSite) as object;
  const refusal = async () => (await unifiSource.reach(target(settings))) as { outcome: string; reason?: string };
  const signIns = () => stub.requests.filter(({ path }) => path.endsWith('/login'));

  test.each([
    ['UniFi OS', true],
    ['a controller without UniFi OS', false],
  ])('a site of %s is read as by a key, and the session is ended', async (_name, isConsole) => {
    const byKey = await read();
    stub.requests.length = 0;
    const controller = { isConsole, session: 'none' as 'none' | 'open' | 'ended' };
    stub.reply = answersOfAccount(isConsole, controller);
    expect(await unifiSource.reach(target(settings))).toEqual({ outcome: 'opened' });
    expect(controller.session).toBe('ended');
    expect(await unifiSource.read(target(settings))).toEqual(byKey);
    expect(controller.session).toBe('ended');
    const posts = stub.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);
    const api = isConsole ? '/api/auth' : '/api';
    expect(posts).toEqual([`${api}/login`, `${api}/logout`, `${api}/login`, `${api}/logout`]);
    // Only the requests to sign in contain the password.
    for (const one of stub.requests)
      expect(JSON.stringify(one).includes(accountOfSite.password)).toBe(one.path === `${api}/login`);
  });

  test.each([true, false])('a wrong password is refused at the first attempt (UniFi OS: %s)', async (isConsole) => {
    stub.reply = answersOfAccount(isConsole);
    const wrong = { ...settings, password: 'Another-Secret-Word-of-it' };
    const { outcome, reason } = (await unifiSource.reach(target(wrong))) as { outcome: string; reason?: string };
    expect([outcome, reason]).toEqual(['refused', expect.stringContaining('does not accept the user')]);
    expect(reason).not.toContain('Another-Secret');
    expect(signIns()).toHaveLength(1);
  });

  test.each<[string, StubReply, string]>([
    ['a second factor of UniFi OS', { status: 499, body: { code: 'MFA_AUTH_REQUIRED' } }, 'second factor'],
    [
      'a second factor of an account',
      { status: 400, body: { meta: { msg: 'api.err.Ubic2faTokenRequired' } } },
      'second factor',
    ],
    ['too many attempts', { status: 429, headers: { 'retry-after': '0' }, body: {} }, 'no more attempts'],
    ['a locked account', { status: 403, body: { code: 'AUTHENTICATION_FAILED_LIMIT_REACHED' } }, 'no more attempts'],
    ['a refusal of another form', { status: 401, body: '<html>' }, 'does not accept the user'],
  ])('%s is told, and there is no second attempt', async (_name, reply, message) => {
    const answers = answersOfAccount(true);
    stub.reply = (request) => (request.path === '/api/auth/login' ? reply : answers(request));
    expect(await refusal()).toEqual({ outcome: 'refused', reason: expect.stringContaining(message) });
    expect(signIns()).toHaveLength(1);
  });

  test('the password is only sent to a controller, and an answer without a session is none', async () => {
    for (const reply of [
      { status: 404, body: {} },
      { status: 500, body: '' },
    ]) {
      stub.reply = () => reply;
      expect(await refusal()).toMatchObject({ reason: expect.stringContaining('not that of a UniFi controller') });
    }
    expect(signIns()).toHaveLength(0);
    const answers = answersOfAccount(true);
    const cookies = ['other=1', 'TOKEN=', 'TOKEN="a\\b"', `TOKEN=${'x'.repeat(5_000)}`];
    for (const cookie of cookies) {
      stub.reply = (request) =>
        request.path === '/api/auth/login' ? { headers: { 'set-cookie': cookie }, body: {} } : answers(request);
      expect(await refusal()).toMatchObject({ reason: expect.stringContaining('has no session') });
    }
  });

  test('credentials of the service have it, and settings that are not valid are refused', () => {
    const password = { mode: 'Value', value: accountOfSite.password };
    const serverCredentials = { site: null, auth: { mode: 'LocalAdmin', username: accountOfSite.username, password } };
    expect(unifiSource.parseSettings(unifiSource.sentSettings(serverCredentials))).toEqual({
      ...accountOfSite,
      site: 'default',
    });
    for (const other of [{ password: '' }, { username: 'a\nb' }, { site: '..' }])
      expect(unifiSource.parseSettings({ ...accountOfSite, ...other })).toBeUndefined();
  });
});
