// The BACnet/IP probe, with a simulated device on loopback after ANSI/ASHRAE 135-2020 (clauses 6, 15, 16, 20, Annexes F
// and J), and truncated and random responses.
import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { buildHostReport } from '../../../../src/agent/report/host-report';
import { SubnetPlan } from '../../../../src/agent/report/subnets';
import { decodeBanner } from '../../../../src/agent/services/banners';
import { identify, identifyAll } from '../../../../src/agent/services/identify';
import { probeBacnet } from '../../../../src/agent/sources/scan/bacnet';
import { parseIAm, parseReadAnswer, readProperty, whoIs } from '../../../../src/agent/sources/scan/bacnet-messages';
import { Pool, Rate } from '../../../../src/agent/sources/scan/limits';
import { serviceDefinitions } from '../../../../src/modules/inventory/shared/service-definitions';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');

function datagram(npdu: string, apdu: Buffer, bvlcFunction = 0x0a): Buffer {
  const body = Buffer.concat([hex(npdu), apdu]);
  return Buffer.concat([Buffer.from([0x81, bvlcFunction, (body.length + 4) >> 8, (body.length + 4) & 255]), body]);
}

/** An I-Am of the device with the instance number 1234: maximum APDU 1476, no segmentation, vendor 260. */
const iAm = (npdu = '0100') => datagram(npdu, hex('1000 c4 020004d2 22 05c4 91 03 22 0104'));

const text = (value: Buffer, characterSet = 0): Buffer => {
  const length = value.length + 1;
  const head = length < 5 ? [0x70 | length] : length < 254 ? [0x75, length] : [0x75, 254, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([...head, characterSet]), value]);
};
const ack = (invokeId: number, property: number, value: Buffer, npdu = '0100') =>
  datagram(
    npdu,
    Buffer.concat([
      Buffer.from([0x30, invokeId, 0x0c]),
      hex('0c 020004d2'),
      Buffer.from([0x19, property]),
      hex('3e'),
      value,
      hex('3f'),
    ]),
  );
const error = (invokeId: number) =>
  datagram('0100', Buffer.concat([Buffer.from([0x50, invokeId]), hex('0c 9102 9120')]));

const values: Readonly<Record<number, string>> = { 77: 'AHU 1', 121: 'Acme', 70: 'Roof-9', 44: '2.1.0' };
const nameOf = (value: string) => text(Buffer.from(value));

interface Request {
  readonly bytes: Buffer;
  readonly invokeId: number;
  readonly instance: number;
  readonly property: number;
}
type Answers = (request: Request | undefined) => readonly Buffer[];

const sockets: Socket[] = [];
afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))));
});

/**
 * A simulated device that responds with the datagrams that `answers` returns. The argument of `answers` is undefined
 * for a Who-Is.
 */
async function startDevice(answers: Answers): Promise<{ port: number; received: Buffer[] }> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  const received: Buffer[] = [];
  socket.on('message', (bytes, { address, port }) => {
    received.push(bytes);
    const request = bytes.equals(whoIs)
      ? undefined
      : { bytes, invokeId: bytes[8]!, instance: bytes.readUInt32BE(11) & 0x3fffff, property: bytes[16]! };
    for (const answer of answers(request)) socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { port: (socket.address() as AddressInfo).port, received };
}

const usual: Answers = (request) =>
  request ? [ack(request.invokeId, request.property, nameOf(values[request.property]!))] : [iAm()];
const options = (port: number, timeoutMs = 30_000) => ({
  ...{ rate: new Rate(100_000), pool: new Pool(10), signal: new AbortController().signal },
  ...{ port, timeoutMs },
});
/** Datagrams that are no valid response. After 32 datagrams, the probe stops waiting for a response. */
const noise = Array.from({ length: 32 }, (_none, at) => (at % 2 === 0 ? Buffer.from('noise') : iAm('0108 0005 01 07')));
const everything = { objectName: 'AHU 1', vendorName: 'Acme', modelName: 'Roof-9', firmwareRevision: '2.1.0' };

test('requests are those of the standard', () => {
  expect(whoIs.toString('hex')).toBe('810a000801001008');
  // ReadProperty of the property objectName of the device with the instance number 1234.
  expect(readProperty(1, 1234, 'objectName').toString('hex')).toBe('810a001101040005010c0c020004d2194d');
  expect(readProperty(2, 0x3fffff, 'firmwareRevision').toString('hex')).toBe('810a001101040005020c0c023fffff192c');
});

describe('a device', () => {
  test('says what it is, and gets five datagrams that only read', async () => {
    const { port, received } = await startDevice(usual);
    expect(await probeBacnet('127.0.0.1', options(port))).toEqual(everything);
    expect(received).toHaveLength(5);
    expect(received[0]).toEqual(whoIs);
    for (const bytes of received.slice(1)) {
      // Each request is a confirmed ReadProperty for the instance number in the I-Am.
      expect([bytes[6], bytes[9], bytes.readUInt32BE(11)]).toEqual([0x00, 0x0c, 0x020004d2]);
    }
  });

  test('is found without an I-Am, by the instance that every device answers', async () => {
    const { port, received } = await startDevice((request) => (request ? usual(request) : noise));
    expect(await probeBacnet('127.0.0.1', options(port))).toEqual(everything);
    expect(received[1]!.readUInt32BE(11)).toBe(0x023fffff);
  });

  test('may refuse properties, and is one all the same', async () => {
    const { port } = await startDevice((request) => (request ? [error(request.invokeId)] : [iAm()]));
    expect(await probeBacnet('127.0.0.1', options(port))).toEqual({});
    const silent = await startDevice((request) => (request ? [error(request.invokeId)] : noise));
    expect(await probeBacnet('127.0.0.1', options(silent.port))).toEqual({});
  });

  test('is not found where nothing of BACnet answers', async () => {
    const { port, received } = await startDevice(() => [Buffer.from('hello'), Buffer.alloc(0)]);
    expect(await probeBacnet('127.0.0.1', options(port, 200))).toBeUndefined();
    expect(received).toHaveLength(2);
    const [closed] = [createSocket('udp4')];
    await new Promise<void>((resolve) => closed.bind(0, '127.0.0.1', resolve));
    const closedPort = (closed.address() as AddressInfo).port;
    await new Promise<void>((resolve) => closed.close(() => resolve()));
    // Nothing listens at this port, so the probe ends before the timeout.
    expect(await probeBacnet('127.0.0.1', options(closedPort))).toBeUndefined();
    expect(await probeBacnet('::1', options(port))).toBeUndefined();
  });

  test('that floods ends the wait', async () => {
    const { port, received } = await startDevice(() => noise);
    expect(await probeBacnet('127.0.0.1', options(port))).toBeUndefined();
    expect(received).toHaveLength(2);
  });

  test('is not waited for after the run was stopped', async () => {
    const stop = new AbortController();
    const { port } = await startDevice(() => {
      stop.abort();
      return [];
    });
    await expect(probeBacnet('127.0.0.1', { ...options(port), signal: stop.signal })).rejects.toThrow();
    expect(await probeBacnet('127.0.0.1', { ...options(port), signal: stop.signal })).toBeUndefined();
  });
});

describe('an answer', () => {
  const read = (bytes: Buffer) => parseReadAnswer(bytes, 1, 'modelName');

  test('has a text in any of the usual character sets', () => {
    const long = 'x'.repeat(300);
    expect(read(ack(1, 70, nameOf('Größe')))).toEqual({ text: 'Größe' });
    expect(read(ack(1, 70, nameOf('abc')))).toEqual({ text: 'abc' });
    expect(read(ack(1, 70, nameOf(long)))).toEqual({ text: long });
    expect(read(ack(1, 70, text(Buffer.from('Größe', 'latin1'), 5)))).toEqual({ text: 'Größe' });
    expect(read(ack(1, 70, text(Buffer.from('Größe', 'utf16le').swap16(), 4)))).toEqual({ text: 'Größe' });
    expect(read(ack(1, 70, text(Buffer.from('x'), 1)))).toEqual({});
    expect(read(ack(1, 70, hex('2105')))).toEqual({});
  });

  test('of another request, another property or a device behind a router is none', () => {
    for (const other of [
      ack(2, 70, nameOf('a')),
      ack(1, 77, nameOf('a')),
      ack(1, 70, nameOf('a'), '0108 0005 01 07'),
      ack(1, 70, nameOf('a'), '0180'),
      ack(1, 70, nameOf('a'), '0200'),
      error(2),
      iAm(),
    ])
      expect(read(other)).toBeUndefined();
    expect(read(ack(1, 70, nameOf('a'), '0120 ffff 00 ff'))).toEqual({ text: 'a' });
    expect(parseIAm(iAm('0120 ffff 00 ff'))).toBe(1234);
    expect(parseIAm(iAm('0108 0005 01 07'))).toBeUndefined();
    expect(parseIAm(datagram('0100', hex('1000 c4 000004d2')))).toBeUndefined();
  });

  test('that is cut, changed or random gives facts that can be shown, or none', () => {
    const samples = [iAm(), error(1), ack(1, 70, nameOf('Roof-9')), ack(1, 70, text(Buffer.from('x'.repeat(300)), 4))];
    const judge = (bytes: Buffer) => {
      parseIAm(bytes);
      const answer = read(bytes);
      if (answer?.text === undefined) return;
      const { name, entity } = decodeBanner({ port: 47_808, bacnet: { modelName: answer.text } })!;
      for (const bannerText of [name, entity?.model]) {
        expect(bannerText ?? 'x').toMatch(/^\S.*$|^\S$/u);
        expect(bannerText ?? 'x').not.toMatch(/[\p{C}]/u);
        expect([...(bannerText ?? '')].length).toBeLessThanOrEqual(100);
      }
    };
    fc.assert(
      fc.property(
        ...([fc.constantFrom(...samples), fc.nat()] as const),
        ...([fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 8 }), fc.uint8Array()] as const),
        (sample, cut, changes, tail) => {
          judge(sample.subarray(0, cut % (sample.length + 1)));
          const changed = Buffer.concat([sample, tail]);
          for (const [at, byte] of changes) changed[at % changed.length] = byte;
          // A changed datagram may have a wrong length field, at which the parser stops. So it is also parsed with the
          // right length, for the parser to reach the other changes.
          judge(changed);
          changed.writeUInt16BE(changed.length, 2);
          judge(changed);
          judge(Buffer.from(tail));
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

test('the report has a UDP port, its service and what the machine is', () => {
  const findings = [{ port: 47_808 }, { port: 47_808, bacnet: everything }];
  expect(identify(findings[1]!)).toEqual({
    ...{ port: 47_808, protocol: 'Udp', definition: 'bacnet-device', confidence: 'proven', name: 'AHU 1' },
  });
  expect(serviceDefinitions.map(({ id }) => id)).toContain('bacnet-device');
  const machine = { addresses: [{ address: '10.0.0.5', ports: [47_808] }], names: [], findings };
  const report = buildHostReport(
    { ...machine, services: identifyAll([...findings, findings[1]!]) },
    { networkId: '', subnets: new SubnetPlan([], [], []), trustsPorts: false },
  );
  const udp = report.ports!.find(({ protocol }) => protocol === 'Udp')!;
  expect(report.ports).toMatchObject([
    { number: 47_808, protocol: 'Tcp' },
    { number: 47_808, protocol: 'Udp' },
  ]);
  expect(report.services).toMatchObject([
    { name: 'AHU 1', service_definition: 'bacnet-device', bindings: [{ type: 'Port', port_id: udp.id }] },
  ]);
  expect(report.host).toMatchObject({
    ...{ manufacturer: 'Acme', manufacturer_source: 'bacnet', model: 'Roof-9', firmware_revision: '2.1.0' },
  });
});
