// Reading SNMP devices that stop responding, or that drop, repeat or refuse requests. The agent keeps the rows that it
// has read, and marks all other tables as incomplete.
import { readDevice, trySnmp, type DeviceFacts, type SnmpCredential } from '../../../../src/agent/sources/snmp';
import { deviceTables } from '../../../../src/agent/sources/snmp/row-tables';
import { openSession } from '../../../../src/agent/sources/snmp/session';
import { communityMessage, pduTypes, readRequest, v3Message, type SentMessage } from './messages';
import { answerWith, childrenOf, closeAll, misbehave, options } from './simulator';
import { recordFile, simulate, tlv, type Fate, type Seen } from './simulator';

afterAll(closeAll);

const v2c = { version: 'v2c', community: 'public' } as const;
/** The timeout is long enough for a response on a busy machine, and short enough to wait for many missing responses. */
const quick = { timeoutMs: 200, retries: 1 };
let target: number;
let whole: DeviceFacts;
beforeAll(async () => {
  target = await simulate(recordFile('switch-8'));
  whole = await readDevice('127.0.0.1', v2c, options(target));
  expect(whole.incomplete).toEqual([]);
});

async function readBehind(fateOf: (request: Seen) => Fate, more: Parameters<typeof options>[1] = quick) {
  const { port, seen } = await misbehave(target, fateOf);
  return { device: await readDevice('127.0.0.1', v2c, options(port, more)), seen };
}

/** The BER encoding of dot1dTpFdbTable. Object ids in requests for this table begin with these bytes. */
const fdb = Buffer.from([0x2b, 6, 1, 2, 1, 17, 4, 3]);
const asksFdb = ({ asked }: Seen): boolean => asked.some((oid) => oid.subarray(0, fdb.length).equals(fdb));
const learnedBy = ({ interfaces }: DeviceFacts) => interfaces.flatMap(({ fdbMacs }) => fdbMacs);

describe('devices that need other requests are read completely', () => {
  it('GETNEXT only: GETBULK is not answered', async () => {
    const { device, seen } = await readBehind(({ pdu }) => (pdu === 'bulk' ? 'drop' : 'pass'));
    expect(device).toEqual(whole);
    // The agent detects once per device, not once per table, that the device does not support GETBULK.
    expect(seen.filter(({ pdu }) => pdu === 'bulk').length).toBeLessThanOrEqual(4);
  });

  it('GETNEXT only: GETBULK is a general error', async () => {
    const { device } = await readBehind(({ pdu }) => (pdu === 'bulk' ? { errorStatus: 5 } : 'pass'));
    expect(device).toEqual(whole);
  });

  it('GETBULK is answered by nothing', async () => {
    const { device } = await readBehind(({ pdu }) => (pdu === 'bulk' ? 'empty' : 'pass'));
    expect(device).toEqual(whole);
  });

  it('tooBig beyond a few values', async () => {
    const few = ({ pdu, repetitions, asked }: Seen): Fate =>
      pdu === 'bulk' && repetitions * asked.length > 10 ? { errorStatus: 1 } : 'pass';
    const { device } = await readBehind(few);
    expect(device).toEqual(whole);
  });

  it('silence beyond a few values', async () => {
    const { device, seen } = await readBehind(({ pdu, repetitions, asked }) =>
      pdu === 'bulk' && repetitions * asked.length > 10 ? 'drop' : 'pass',
    );
    expect(device).toEqual(whole);
    expect(seen.filter(({ repetitions, asked }) => repetitions * asked.length > 10)).toHaveLength(2);
  });

  it('tooBig for more than one value, GETNEXT too', async () => {
    const { device } = await readBehind(({ pdu, asked }) =>
      pdu === 'bulk' || asked.length > 1 ? { errorStatus: 1 } : 'pass',
    );
    expect(device).toEqual(whole);
  });

  it('every third packet is lost, which is sent again', async () => {
    const { device } = await readBehind(({ count }) => (count % 3 === 0 ? 'drop' : 'pass'), {
      timeoutMs: 200,
      retries: 3,
    });
    expect(device).toEqual(whole);
  });
});

describe('a table that was not read to its end is incomplete, and only that table', () => {
  const others = (device: DeviceFacts) => ({
    ...device,
    incomplete: [],
    notes: [],
    interfaces: device.interfaces.map(withoutFdb),
  });
  const withoutFdb = (port: DeviceFacts['interfaces'][number]) => ({ ...port, fdbMacs: [] });

  it.each([
    ['silence', 'drop'],
    ['an error', { errorStatus: 5 }],
    ['no rows', 'empty'],
  ] satisfies [string, Fate][])('%s', async (_how, fate) => {
    const { device } = await readBehind((seenRequests) => (asksFdb(seenRequests) ? fate : 'pass'));
    expect(device.incomplete).toEqual(['fdb']);
    expect(device.notes).toEqual(['dot1dTpFdbTable: status could not be read to the end']);
    expect(others(device)).toEqual(others(whole));
    expect(learnedBy(device)).toEqual([]);
  });

  it('keeps the rows before the error: a loop in the middle of the table', async () => {
    // GETBULK is refused, so each request reads one row. The eleventh response repeats the previous one, in the middle
    // of the table's second column.
    let requestedCount = 0;
    const { device } = await readBehind((seenRequests) => {
      if (seenRequests.pdu === 'bulk') return { errorStatus: 1 };
      return asksFdb(seenRequests) && ++requestedCount === 11 ? 'again' : 'pass';
    });
    expect(device.incomplete).toEqual(['fdb']);
    expect(learnedBy(device).length).toBeGreaterThan(0);
    expect(learnedBy(whole)).toEqual(expect.arrayContaining(learnedBy(device)));
    expect(learnedBy(device).length).toBeLessThan(learnedBy(whole).length);
  });
});

it('interfaces that were not read to their end leave all tables that refer to them incomplete', async () => {
  const ifTable = Buffer.from([0x2b, 6, 1, 2, 1, 2, 2]);
  const { device } = await readBehind(({ asked }) =>
    asked.some((oid) => oid.subarray(0, ifTable.length).equals(ifTable)) ? { errorStatus: 5 } : 'pass',
  );
  expect([...device.incomplete].sort()).toEqual([
    ...['aggregates', 'arp', 'cdp', 'duplex', 'fdb', 'interfaces', 'lldp', 'poe', 'stp', 'vlans'],
  ]);
  expect(device.interfaces.map(({ name, descr }) => [name, descr])).toEqual(
    whole.interfaces.map(({ name }) => [name, undefined]),
  );
});

it('a device that stops answering is not asked for every further table', async () => {
  const { device, seen } = await readBehind(({ count }) => (count > 3 ? 'drop' : 'pass'));
  expect(device.system.name).toBe('plain-sw');
  expect(device.incomplete).toHaveLength(deviceTables.length);
  expect(seen.length).toBeLessThan(12);
});

it('the time limit of a device ends its reading: the tables that are missing then are incomplete', async () => {
  let count = 0;
  const { port } = await misbehave(target, () => (++count > 6 ? 'drop' : 'pass'));
  const startedAt = performance.now();
  // The time limit of 700 ms ends during the first request that gets no response: its two attempts take 800 ms.
  const device = await readDevice('127.0.0.1', v2c, options(port, { timeoutMs: 400, retries: 1, deviceMs: 700 }));
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(device.incomplete.length).toBeGreaterThan(0);
  expect(device.system.name).toBe('plain-sw');
});

it('a device without any answer has no rows, and all its tables are incomplete', async () => {
  const { device } = await readBehind(() => 'drop');
  expect(device.interfaces).toEqual([]);
  expect(device.incomplete).toHaveLength(deviceTables.length);
});

it('the signal ends a walk at once, in the middle of a table', async () => {
  const controller = new AbortController();
  const { port } = await misbehave(target, ({ count }) => {
    if (count === 5) controller.abort(new Error('cancelled'));
    return count >= 5 ? 'drop' : 'pass';
  });
  const startedAt = performance.now();
  const reading = readDevice('127.0.0.1', v2c, options(port, { timeoutMs: 60_000, signal: controller.signal }));
  await expect(reading).rejects.toThrow('cancelled');
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

it('reports whether the device accepts a credential', async () => {
  const simulatorPort = await simulate(recordFile('switch-8'), recordFile('bare-host'));
  const withCommunity = (community: string) =>
    trySnmp('127.0.0.1', { version: 'v2c', community }, options(simulatorPort, quick));
  expect(await withCommunity('switch-8')).toEqual({ outcome: 'opened' });
  expect(await withCommunity('wrong')).toEqual({ outcome: 'silent' });
});

it('packets that are not SNMP are ignored', async () => {
  const { createSocket } = await import('node:dgram');
  const junk = createSocket('udp4');
  junk.on('message', (_message, from) => junk.send(Buffer.from([0x30, 0x82, 0xff, 0, 1, 2]), from.port, from.address));
  await new Promise<void>((resolve) => junk.bind(0, '127.0.0.1', resolve));
  try {
    expect(await trySnmp('127.0.0.1', v2c, options(junk.address().port, quick))).toEqual({ outcome: 'silent' });
  } finally {
    junk.close();
  }
});

describe('an unusable answer with the id of the request counts as no answer', () => {
  const passwords = { authPassword: 'maplesyrup', privacyPassword: 'pancakes!' };
  const credentials: Readonly<Record<string, SnmpCredential>> = {
    v1: { version: 'v1', community: 'public' },
    v2c,
    'v3 noAuthNoPriv': { version: 'v3', user: 'user', securityLevel: 'noAuthNoPriv' },
    'v3 authPriv': {
      ...{ version: 'v3', user: 'user', securityLevel: 'authPriv', authProtocol: 'SHA', privacyProtocol: 'AES128' },
      ...passwords,
    },
  };
  const answers: Readonly<Record<string, (request: SentMessage, type: number) => Buffer>> = {
    v1: ({ id }, type) => communityMessage(0, id, type),
    v2c: ({ id }, type) => communityMessage(1, id, type),
    'v2c with another community': ({ id }, type) => communityMessage(1, id, type, 'other'),
    ...Object.fromEntries(
      [0, 1, 2, 3].map((flags) => [
        `v3 with flags ${flags}`,
        ({ id }: SentMessage, type: number) => v3Message({ id, type, flags }),
      ]),
    ),
  };
  const cases = Object.keys(answers).flatMap((answer) =>
    Object.entries(pduTypes).map(([typeName, type]) => ({ answer, typeName, type })),
  );

  // An error that is thrown while a datagram is handled fails the test, as it would end the agent.
  it.each(Object.entries(credentials))('to a session with %s', async (name, credential) => {
    const trials = cases.map(async ({ answer, typeName, type }) => {
      let requests = 0;
      const port = await answerWith((datagram) => {
        requests++;
        return [answers[answer]!(readRequest(datagram), type)];
      });
      const isUsable = name === answer && type === pduTypes.GetResponse;
      const isRefusal = credential.version === 'v3' && answer === 'v3 with flags 0' && type === pduTypes.Report;
      const { outcome } = await trySnmp('127.0.0.1', credential, options(port, quick));
      const expectedOutcome = isUsable ? 'opened' : isRefusal ? 'refused' : 'silent';
      expect(`${answer} ${typeName} ${outcome}`).toBe(`${answer} ${typeName} ${expectedOutcome}`);
      // Discovery and three requests, each sent twice.
      expect(requests).toBeLessThanOrEqual(8);

      if (isUsable || credential.version === 'v1') return;
      const session = openSession('127.0.0.1', credential, options(port, quick), Infinity);
      await expect(session.bulk(['1.3.6.1.2.1.1'], 5)).rejects.toThrow();
      session.close();
    });
    const startedAt = performance.now();
    await Promise.all(trials);
    // Each session may wait for eight timeouts; the rest is for a busy machine.
    expect(performance.now() - startedAt).toBeLessThan(2 * 8 * quick.timeoutMs + 5000);
  });

  it('a right answer after many unusable ones is read', async () => {
    const port = await answerWith((datagram) => {
      const request = readRequest(datagram);
      const unusable = Object.keys(answers).filter((name) => name !== 'v2c');
      const messages = unusable.flatMap((name) => Object.values(pduTypes).map((type) => answers[name]!(request, type)));
      return [...messages, communityMessage(1, request.id, pduTypes.GetResponse)];
    });
    const { system } = await readDevice('127.0.0.1', v2c, options(port, { ...quick, deviceMs: 1000 }));
    expect(system.name).toBe('written by the test');
  });
});

it('a device with values of 60,000 bytes without end is read up to 64 MiB', async () => {
  const value = tlv(4, Buffer.alloc(60_000, 'x'));
  const columns = new Map<string, Buffer>();
  let requests = 0;
  const port = await answerWith((datagram) => {
    const [version, community, pdu] = childrenOf(childrenOf(datagram)[0]!.bytes);
    const [id, , , list] = childrenOf(pdu!.bytes);
    const requestedOid = childrenOf(childrenOf(list!.bytes)[0]!.bytes)[0]!.bytes;
    // The next row of the first requested column: the column's object id and a number that grows with each request.
    const column = columns.get(requestedOid.toString('hex')) ?? requestedOid;
    const row = 128 + requests++;
    const oid = Buffer.concat([column, Buffer.of(0x80 | (row >> 7), row & 0x7f)]);
    columns.set(oid.toString('hex'), column);
    const bindings = tlv(0x30, tlv(0x30, Buffer.concat([tlv(6, oid), value])));
    const response = tlv(
      0xa2,
      Buffer.concat([tlv(2, id!.bytes), tlv(2, Buffer.of(0)), tlv(2, Buffer.of(0)), bindings]),
    );
    return [tlv(0x30, Buffer.concat([tlv(2, version!.bytes), tlv(4, community!.bytes), response]))];
  });
  const device = await readDevice('127.0.0.1', v2c, options(port));
  expect(device.incomplete).toHaveLength(deviceTables.length);
  expect(requests).toBeGreaterThan(1000);
  expect(requests).toBeLessThan(1200);
});
