// The data source VMware vCenter with a stub of the API: the session, hosts, virtual machines, adapters, addresses, and
// missing, refused or malicious responses.
import dns from 'node:dns/promises';
import type { ApiTarget, FoundMachine } from '../../../../src/agent/sources';
import { vcenterSource } from '../../../../src/agent/sources/vcenter';
import { ApiStub, connectionTo, type StubReply } from '../api-stub';
import { answerOf, guestMac, hosts, instanceUuid, sessionId, vcenterAccount } from './vcenter-stub';

let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
  stub.reply = (request) => answerOf(request);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await stub.stop();
});

const target = (settings: object = vcenterAccount): ApiTarget => ({ connection: connectionTo(stub), settings });
const read = () => vcenterSource.read(target());
const machineNamed = (machines: readonly FoundMachine[], name: string): FoundMachine =>
  machines.find((one) => one.name === name)!;
const withReplies = (...replies: readonly (readonly [RegExp, StubReply])[]) => {
  stub.reply = (request) => replies.find(([pattern]) => pattern.test(request.path))?.[1] ?? answerOf(request);
};

test('machines have their adapters, networks, addresses, systems and states, and the host that runs them', async () => {
  const { machines, notes } = await read();
  expect(notes).toEqual(['1 of its hosts are not connected: they are left out with their machines']);
  expect(machines.map(({ name }) => name)).toEqual([undefined, undefined, 'web', 'db', 'legacy', 'spare']);
  const [first, second] = machines;
  expect(first).toMatchObject({
    ...{ source: 'vcenter', os: 'VMware ESXi', hypervisor: { definition: 'vmware-esxi' } },
    facts: { addresses: [{ address: '10.99.6.11' }] },
  });
  expect(machineNamed(machines, 'web')).toMatchObject({
    os: 'Debian GNU/Linux 12 (64-bit)',
    guest: { platform: 'VCenter', id: instanceUuid(1), name: 'web', hypervisorKey: first!.key },
    facts: {
      interfaces: [{ name: 'Network adapter 1', mac: guestMac(1), alias: 'VM Network', operStatus: 'Up', type: 6 }],
      addresses: [
        { address: '10.99.6.101', prefixLength: 24, ifIndex: -1 },
        { address: 'fe80::1', prefixLength: 64, ifIndex: -1 },
      ],
    },
  });
  expect(machineNamed(machines, 'db')).toMatchObject({
    guest: { hypervisorKey: second!.key },
    facts: { interfaces: [{ alias: 'Servers' }] },
  });
  expect(machineNamed(machines, 'legacy').facts.addresses).toEqual([]);
  expect(machineNamed(machines, 'spare').facts.interfaces).toMatchObject([{ operStatus: 'Down' }]);
});

test('a machine without VMware Tools is not asked for what they say', async () => {
  await read();
  const guestPaths = stub.requests.map(({ path }) => path).filter((path) => path.includes('/guest/'));
  expect(guestPaths.map((path) => path.split('/')[4]).sort()).toEqual(['vm-1', 'vm-1', 'vm-2', 'vm-2']);
});

describe('the session', () => {
  const ofSession = () => stub.requests.filter(({ path }) => path === '/api/session');

  test('is opened with the password, used by id in all requests, and ended', async () => {
    await read();
    expect(ofSession().map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    const others = stub.requests.filter(({ path }) => path !== '/api/session');
    expect(new Set(others.map(({ method, headers }) => [method, headers['vmware-api-session-id']].join(' ')))).toEqual(
      new Set([`GET ${sessionId}`]),
    );
    for (const { headers } of [...others, ofSession()[1]!]) expect(headers.authorization).toBeUndefined();
  });

  test('is ended if the reading fails or is aborted', async () => {
    withReplies([/vcenter\/host/, { status: 500, body: {} }]);
    await expect(read()).rejects.toThrow('500');
    expect(ofSession().map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    stub.requests.length = 0;
    const stop = new AbortController();
    stub.reply = (request) => {
      if (request.path === '/api/vcenter/host') stop.abort(new Error('stopped'));
      return answerOf(request);
    };
    const connection = connectionTo(stub, { signal: stop.signal });
    await expect(vcenterSource.read({ connection, settings: vcenterAccount })).rejects.toThrow('stopped');
    expect(ofSession().map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  });

  test.each<[string, StubReply]>([
    ['an object', { status: 201, body: { value: 'x' } }],
    ['a text of two lines', { status: 201, body: JSON.stringify('a\r\nhost: b') }],
    ['nothing', { status: 201, body: '""' }],
    ['a refusal', { status: 401, body: {} }],
    ['an error', { status: 500, body: {} }],
    ['half an answer', 'half'],
  ])('with %s in place of its id, nothing is read', async (_name, reply) => {
    withReplies([/session/, reply]);
    expect(await vcenterSource.reach(target())).toMatchObject({ outcome: 'refused' });
    expect(ofSession()).toHaveLength(1);
    expect(stub.requests).toHaveLength(1);
  });

  test('a wrong password is refused, and its text is in no message', async () => {
    const refused = await vcenterSource.reach(target({ ...vcenterAccount, password: 'Wrong-Word' }));
    expect(refused).toEqual({ outcome: 'refused', reason: expect.stringContaining('401') });
    expect(JSON.stringify(refused)).not.toMatch(/Wrong-Word|V3Jvbmct/);
    expect(await vcenterSource.reach(target())).toEqual({ outcome: 'opened' });
  });
});

test('a host that is known by its DNS name has the addresses of this name', async () => {
  const lookup = jest.spyOn(dns, 'lookup').mockImplementation((async (name: string) => {
    if (name === 'esx-1.lab.example') return [{ address: '10.99.6.21', family: 4 }];
    throw new Error('not found');
  }) as never);
  const names = ['esx-1.lab.example', 'unknown.lab.example', '../x', '\0', 'x'.repeat(5_000)];
  withReplies([/vcenter\/host$/, { body: names.map((name, at) => ({ ...hosts[0], host: `host-${at}`, name })) }]);
  const { machines } = await read();
  expect(machines.map(({ name, facts }) => [name, facts.addresses.map(({ address }) => address)])).toEqual([
    ['esx-1.lab.example', ['10.99.6.21']],
    ...names.slice(1).map((name) => [name, []]),
  ]);
  expect(lookup.mock.calls.map(([name]) => name)).toEqual(names.slice(0, 2));
});

test.each<[string, RegExp, StubReply, string, number]>([
  ['the machines of a host', /hosts=host-12/, { status: 403, body: {} }, 'the machines of a host', 4],
  ['a machine', /vm-1$/, 'half', 'a machine', 5],
  ['the state of VMware Tools', /vm-1\/tools/, { status: 500, body: {} }, 'the state of VMware Tools', 6],
  ['addresses', /vm-1\/guest\/networking/, { body: '[' }, 'the addresses of a machine', 6],
  ['the system', /vm-1\/guest\/identity/, { status: 503, body: {} }, 'the system of a machine', 6],
  ['the networks', /vcenter\/network$/, { body: {} }, 'the networks', 6],
])('without %s the rest is read, and a note says so', async (_name, pattern, reply, missingFact, count) => {
  withReplies([pattern, reply]);
  const { machines, notes } = await read();
  expect(notes).toContainEqual(expect.stringContaining(`${missingFact} could not be read`));
  expect(machines).toHaveLength(count);
});

test.each<[string, StubReply]>([
  ['is refused', { status: 403, body: {} }],
  ['is empty', { body: [] }],
  ['is no list', { body: { value: [] } }],
])('if the list of hosts %s, nothing is read', async (_name, reply) => {
  withReplies([/vcenter\/host$/, reply]);
  await expect(read()).rejects.toThrow();
});

test('ids of hosts and machines cannot lead to other paths', async () => {
  withReplies(
    [/vcenter\/host$/, { body: [hosts[0], { ...hosts[0], host: '../../session' }, { ...hosts[0], host: 7 }] }],
    [/hosts=host-11/, { body: [{ vm: 'vm-1', name: 'web' }, { vm: 'vm-1/../../x?y' }, { vm: '' }, 7] }],
  );
  const { machines } = await read();
  expect(machines.map(({ name }) => name)).toEqual([undefined, 'web']);
  expect(stub.requests.every(({ path }) => /^\/api\/(session|vcenter\/[\w/-]+(\?hosts=host-11)?)$/.test(path))).toBe(
    true,
  );
});

test.each([
  [vcenterAccount, true],
  [{ username: 'a', password: 'ö b' }, true],
  [{ username: 'a:b', password: 'x' }, false],
  [{ username: 'a', password: 'x\ny' }, false],
  [{ username: 'a', password: '' }, false],
  [{ username: 'a' }, false],
])('settings %j are valid: %s', (settings, isValid) => {
  expect(vcenterSource.parseSettings(settings) !== undefined).toBe(isValid);
});
