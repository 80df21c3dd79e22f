// The data source gNMI with a stub of a device: ports, VLANs, neighbors and tables in each encoding, by Get and by
// Subscribe; refused, incomplete and too large responses.
import fc from 'fast-check';
import { Pins, type ApiTarget, type FoundMachine } from '../../../../src/agent/sources';
import { gnmiSource } from '../../../../src/agent/sources/gnmi';
import { DataTree } from '../../../../src/agent/sources/gnmi/data-tree';
import { messages } from '../../../../src/agent/sources/gnmi/messages';
import { connectionTo, stubFingerprint, type StubReply, type StubRequest, type TestConnection } from '../api-stub';
import { encodingNumbers, GnmiStub } from './gnmi-stub';
import { answerOf, stationMac, switchMac, userSettings } from './switch-data';

let stub: GnmiStub;
beforeEach(async () => {
  stub = await new GnmiStub().start();
  stub.reply = answerOf;
});
afterEach(() => stub.stop());

const target = (settings: object = userSettings, connection: TestConnection = connectionTo(stub)) =>
  ({ connection, settings }) satisfies ApiTarget;
const read = (connection?: TestConnection) => gnmiSource.read(target(userSettings, connection));
const portsOf = ({ facts }: FoundMachine) => Object.fromEntries(facts.interfaces.map((one) => [one.name, one]));
const withReply = (isAnswered: (request: StubRequest) => boolean, reply: StubReply) => {
  stub.reply = (request) => (isAnswered(request) ? reply : answerOf(request));
};
const methodsOf = () => stub.requests.map(({ method }) => method);

const device = {
  ...{ source: 'gnmi', name: 'leaf-1', chassisId: switchMac(0) },
  entity: {
    ...{ manufacturer: 'Example Networks', model: 'EX-48Y', serialNumber: 'EXN2048001' },
    softwareRevision: '4.33.1F',
  },
  facts: {
    addresses: [
      { address: '10.99.5.1', prefixLength: 24, ifIndex: 2020 },
      { address: '10.99.6.2', prefixLength: 24, ifIndex: -7 },
      { address: 'fd00:6::2', prefixLength: 64, ifIndex: -7 },
    ],
    arp: [{ address: '10.99.5.10', mac: stationMac(1), ifIndex: 2020 }],
    vlans: [
      { number: 20, name: 'office' },
      { number: 30, name: 'guests' },
    ],
  },
};
const ports = {
  Ethernet1: {
    ...{ ifIndex: 1, type: 6, mac: switchMac(1), mtu: 9214, speedBps: 10_000_000_000, duplex: 'Full', alias: 'uplink' },
    ...{ adminStatus: 'Up', operStatus: 'Up', nativeVlan: 10, taggedVlans: [20, 30, 31, 32], fdbMacs: [] },
    neighbors: [
      {
        ...{
          protocol: 'LLDP',
          systemName: 'spine-1',
          portDescription: 'to leaf-1',
          managementAddresses: ['10.99.6.1'],
        },
        chassisId: { subtype: 'MacAddress', value: '00:1C:73:00:01:00' },
        portId: { subtype: 'InterfaceName', value: 'Ethernet49' },
      },
    ],
  },
  Ethernet2: { nativeVlan: 20, taggedVlans: [], fdbMacs: [stationMac(1)], neighbors: [] },
  Ethernet3: { adminStatus: 'Down', operStatus: 'Down' },
  Ethernet4: { aggregateIfIndex: 1001 },
  'Port-Channel1': { type: 161, taggedVlans: [40], fdbMacs: [stationMac(2)] },
  Vlan20: { type: 136, adminStatus: 'Up' },
  Management1: { mac: switchMac(9) },
  'Management1.7': { ifIndex: 7007, type: 135, alias: 'oob' },
};

describe.each(Object.keys(encodingNumbers) as (keyof typeof encodingNumbers)[])('in the encoding %s', (encoding) => {
  test.each(['Subscribe', 'Get'] as const)(
    'by %s, the device has its facts, ports, neighbors and tables',
    async (rpc) => {
      stub.encodings = [encoding];
      if (rpc === 'Get') withReply(({ method }) => method === 'Subscribe', { status: 501, body: {} });
      const { machines, notes } = await read();
      const [deviceMachine, ...others] = machines as [FoundMachine];
      expect(notes).toEqual([]);
      expect(deviceMachine).toMatchObject(device);
      expect(portsOf(deviceMachine)).toMatchObject(ports);
      expect(Object.keys(portsOf(deviceMachine))).toEqual(Object.keys(ports));
      expect(portsOf(deviceMachine).Ethernet3).not.toHaveProperty('speedBps');
      for (const table of ['lldp', 'fdb'] as const) expect(deviceMachine.facts.incomplete).not.toContain(table);
      for (const table of ['interfaces', 'arp', 'vlans'] as const)
        expect(deviceMachine.facts.incomplete).toContain(table);
      expect(others).toMatchObject([{ mac: stationMac(1), isOnlyInArp: true }]);
      const numbers = stub.requests.slice(1).map(({ headers }) => headers.encoding);
      expect(new Set(numbers)).toEqual(new Set([String(encodingNumbers[encoding])]));
    },
  );
});

test('a device with another schema of its own is asked for the schema of OpenConfig', async () => {
  withReply(({ method, headers }) => method !== 'Capabilities' && headers.origin !== 'openconfig', {
    status: 400,
    body: '',
  });
  const { machines } = await read();
  expect(portsOf(machines[0]!)).toMatchObject(ports);
  expect(methodsOf().slice(0, 4)).toEqual(['Capabilities', 'Subscribe', 'Get', 'Subscribe']);
  withReply(({ path }) => path === '/interfaces', { body: [] });
  await expect(read()).rejects.toThrow('no interfaces in the models of OpenConfig');
});

describe('certificates', () => {
  test('one for which no authority vouches is pinned on first use, in the same store as those of other APIs', async () => {
    const pins = new Pins();
    const first = connectionTo(stub, { fingerprint: undefined, pins });
    expect(await gnmiSource.reach(target(userSettings, first))).toEqual({ outcome: 'opened' });
    expect(first.told).toEqual([expect.stringContaining(stubFingerprint)]);
    expect(pins.get(`127.0.0.1:${stub.port}`)).toBe(stubFingerprint);
    const second = connectionTo(stub, { fingerprint: undefined, pins });
    await gnmiSource.read(target(userSettings, second));
    expect(second.told).toEqual([]);
  });

  test('another fingerprint is refused before a secret is sent', async () => {
    const other = stubFingerprint.replace(/^../, stubFingerprint.startsWith('00') ? '01' : '00');
    const pins = new Pins();
    pins.set(`127.0.0.1:${stub.port}`, other);
    for (const options of [{ fingerprint: undefined, pins }, { fingerprint: other }])
      expect(await gnmiSource.reach(target(userSettings, connectionTo(stub, options)))).toEqual({
        ...{ outcome: 'refused', reason: expect.stringContaining(stubFingerprint) },
      });
    expect(stub.requests).toEqual([]);
  });

  test('a device without TLS gets nothing, unless TLS is switched off; then a note says so', async () => {
    const plain = await new GnmiStub(false).start();
    plain.reply = answerOf;
    try {
      const connection = connectionTo(plain, { fingerprint: undefined });
      expect((await gnmiSource.reach(target(userSettings, connection))).outcome).not.toBe('opened');
      expect(plain.requests).toEqual([]);
      const { machines, notes } = await gnmiSource.read(target({ ...userSettings, tls: false }, connection));
      expect(portsOf(machines[0]!)).toMatchObject(ports);
      expect(notes).toEqual([expect.stringContaining('without TLS')]);
    } finally {
      await plain.stop();
    }
  });
});

describe('refusals and limits', () => {
  test('a wrong password is refused, and its text is in no message', async () => {
    const refused = await gnmiSource.reach(target({ ...userSettings, password: 'Wrong-Word' }));
    expect(refused).toEqual({ outcome: 'refused', reason: expect.stringContaining('UNAUTHENTICATED') });
    expect(JSON.stringify(refused)).not.toMatch(/Wrong-Word|no such user/);
  });

  test.each<[string, StubReply, string, object]>([
    ['a refusal', { status: 403, body: '' }, 'PERMISSION_DENIED', {}],
    ['a failure with a hostile text', { status: 500, body: '\u001b[2J' }, 'INTERNAL', {}],
    [
      'an answer that is too long',
      { body: [{ path: '/lldp', value: { a: 'x'.repeat(99_000) } }] },
      'RESOURCE_EXHAUSTED',
      { answerBytes: 50_000 },
    ],
    ['no answer in time', 'hang', 'does not answer within', { answerMs: 300 }],
    ['a connection that is cut off', 'half', 'could not be read', {}],
    ['values that are not JSON', { body: '{"interfaces":' }, 'not valid', {}],
    ['values that are nested too deeply', { body: `${'['.repeat(99)}${']'.repeat(99)}` }, 'not valid', {}],
  ])('%s in place of the neighbors: a note, and the table is not complete', async (_name, reply, text, limits) => {
    withReply(({ path }) => path === '/lldp', reply);
    const { machines, notes } = await read(connectionTo(stub, { limits }));
    expect(notes.join('\n')).toContain(text);
    expect(notes.join('\n')).not.toContain('\u001b');
    expect(machines[0]!.facts.incomplete).toContain('lldp');
    expect(machines[0]!.facts.interfaces).toHaveLength(8);
  });

  test('interfaces of which only some came are reported, with a note', async () => {
    withReply(({ path }) => path === '/interfaces', 'half');
    const { machines, notes } = await read();
    expect(Object.keys(portsOf(machines[0]!))).toEqual(['half']);
    expect(notes[0]).toContain('the rest of the interfaces could not be read');
  });

  test.each<[string, (request: StubRequest) => boolean, StubReply]>([
    ['the capabilities', ({ method }) => method === 'Capabilities', 'drop'],
    ['the capabilities in another form', ({ method }) => method === 'Capabilities', { body: '\u0007' }],
    ['the interfaces', ({ path }) => path === '/interfaces', { status: 500, body: '' }],
  ])('without %s nothing is read', async (_name, isAnswered, reply) => {
    withReply(isAnswered, reply);
    await expect(read()).rejects.toThrow(/127\.0\.0\.1/);
  });

  test('a busy device is asked again', async () => {
    stub.reply = (request) => (stub.requests.length < 3 ? { status: 429, body: '' } : answerOf(request));
    expect(await gnmiSource.reach(target())).toEqual({ outcome: 'opened' });
    expect(stub.requests).toHaveLength(3);
    stub.reply = () => ({ status: 429, body: '' });
    expect(await gnmiSource.reach(target())).toMatchObject({ outcome: 'refused' });
  });

  test('requests, bytes and time of a whole reading are bounded', async () => {
    const notes = async (limits: object) => {
      try {
        return (await read(connectionTo(stub, { limits }))).notes.join();
      } catch (error) {
        return String(error);
      }
    };
    expect(await notes({ requests: 3 })).toContain('more than 3 requests');
    expect(await notes({ totalBytes: 100 })).toContain('more than 100 bytes');
    expect(await notes({ totalMs: 0 })).toContain('not read within 0 s');
  });

  test('a port at which nothing listens is silent, and an aborted signal ends a reading with its reason', async () => {
    const controller = new AbortController();
    stub.reply = () => 'hang';
    const reading = gnmiSource.reach(target(userSettings, connectionTo(stub, { signal: controller.signal })));
    const ended = expect(reading).rejects.toThrow('stopped');
    setTimeout(() => controller.abort(new Error('stopped')), 50);
    await ended;
    const connection = connectionTo(stub);
    await stub.stop();
    expect(await gnmiSource.reach(target(userSettings, connection))).toMatchObject({ outcome: 'silent' });
    stub = await new GnmiStub().start();
  });
});

test.each([
  [{ username: 'a', password: 'b c' }, true],
  [{ username: 'a', password: 'ö' }, false],
  [{ username: '', password: 'x' }, false],
  [{ username: 'a', password: 'x\ny' }, false],
  [{ username: 'a' }, false],
])('settings %j are valid: %s', (settings, isValid) => {
  expect(gnmiSource.parseSettings(settings) !== undefined).toBe(isValid);
});

describe('the tree of a device', () => {
  const elem = (name: string, key: object = {}) => ({ name, key });
  const update = (path: object[], value: object) => ({ path: { elem: path }, val: value });
  const ietf = (value: unknown) => ({ value: 'json_ietf_val', json_ietf_val: Buffer.from(JSON.stringify(value)) });
  const uint = (value: string) => ({ value: 'uint_val', uint_val: value });

  test('has an entry once, whether its keys are in the path or in the value', () => {
    const tree = new DataTree();
    tree.add({ update: [update([elem('a'), elem('b', { id: '7' }), elem('state'), elem('x')], uint('1'))] });
    tree.add({ prefix: { elem: [elem('m:a')] }, update: [update([], ietf({ 'm:b': [{ id: 7, state: { y: 2 } }] }))] });
    expect(JSON.parse(JSON.stringify(tree.root))).toEqual({ a: { b: [{ id: 7, state: { x: '1', y: 2 } }] } });
    expect(tree.isCut).toBe(false);
  });

  test('takes no more than its number of values, and no name is special', () => {
    const tree = new DataTree(3);
    tree.add({ update: [update([], ietf({ __proto__x: 1, a: { __proto__: 2, b: 3, c: 4, d: 5 } }))] });
    expect(tree.isCut).toBe(true);
    const other = new DataTree();
    other.add({ update: [update([elem('__proto__'), elem('polluted')], uint('1'))] });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('holds whatever a device sends', () => {
    const name = fc.constantFrom('a', 'b', 'm:a', '', '__proto__', 'constructor', 'counters');
    const path = fc.array(fc.record({ name, key: fc.dictionary(name, fc.constantFrom('1', '2')) }), { maxLength: 4 });
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }).map(ietf),
      fc.constantFrom(uint('18446744073709551615'), {}, { value: 'json_val', json_val: Buffer.from('[') }),
      fc.constant({ value: 'leaflist_val', leaflist_val: { element: [uint('1'), {}] } }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(path, value), { maxLength: 10 }), (updates) => {
        const tree = new DataTree(50);
        tree.add({ update: updates.map(([at, one]) => update(at, one)) });
        JSON.stringify(tree.root);
      }),
    );
  });
});

test('random bytes, and answers that are cut off at any byte, give a failure or a message', () => {
  const whole = messages.subscribeResponse
    .encode(
      messages.subscribeResponse.fromObject({
        update: { update: [{ path: { elem: [{ name: 'a', key: { k: 'v' } }] }, val: { string_val: 'x' } }] },
      }),
    )
    .finish();
  const tryDecode = (bytes: Uint8Array) => {
    try {
      new DataTree().add(
        messages.subscribeResponse.toObject(messages.subscribeResponse.decode(bytes), { oneofs: true }),
      );
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
  };
  for (let end = 0; end < whole.length; end++) tryDecode(whole.subarray(0, end));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), tryDecode));
});
