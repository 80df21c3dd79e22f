// Finding the names of addresses by reverse DNS, mDNS, LLMNR and NetBIOS: servers on loopback, and malformed packets.
import fc from 'fast-check';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type multicastDns from 'multicast-dns';
import { findNames } from '../../../src/agent/names';
import { toHostName, toReverseName } from '../../../src/agent/names/host-name';
import { parseLlmnrName } from '../../../src/agent/names/llmnr';
import { parseMdnsName } from '../../../src/agent/names/mdns';
import { parseNodeStatus } from '../../../src/agent/names/netbios';

const host = '127.0.0.1';
const signal = new AbortController().signal;
const sockets: Socket[] = [];
afterAll(() => Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(resolve)))));

/**
 * Starts a server that responds to each packet with the result of `answer`, or not at all if the result is undefined.
 * Returns the server's port.
 */
async function serve(answer: (packet: Buffer) => Buffer | undefined, address = host): Promise<number> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (packet, from) => {
    const reply = answer(packet);
    if (reply) socket.send(reply, from.port, from.address);
  });
  socket.bind(0, address);
  await once(socket, 'listening');
  return socket.address().port;
}
const silent = () => serve(() => undefined);

const labels = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.of(0)]);
/**
 * A DNS response to the query `packet`, without the question section. Its PTR record gives the queried name the value
 * `target`.
 */
function pointer(packet: Buffer, target: string, about = packet.subarray(12, packet.length - 4)): Buffer {
  const header = Buffer.from([...packet.subarray(0, 2), 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  const data = labels(target);
  return Buffer.concat([header, about, Buffer.of(0, 12, 0, 1, 0, 0, 0, 9, 0, data.length), data]);
}
function nodeStatus(names: readonly [name: string, suffix: number, flags: number][]): Buffer {
  const entries = names.map(([name, suffix, flags]) =>
    Buffer.concat([Buffer.from(name.padEnd(15), 'latin1'), Buffer.of(suffix, flags >> 8, flags & 255)]),
  );
  const body = Buffer.concat([Buffer.of(names.length), ...entries, Buffer.alloc(46)]);
  return Buffer.concat([
    Buffer.of(0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0),
    labels(`CK${'A'.repeat(30)}`),
    Buffer.of(0, 0x21, 0, 1, 0, 0, 0, 0, body.length >> 8, body.length & 255),
    body,
  ]);
}

it('names are found, each with the protocol that gave it', async () => {
  const questions: string[] = [];
  const dns = await serve((packet) => {
    // The response repeats the question, and its PTR record refers to the question's name by a pointer (RFC 1035,
    // 4.1.4).
    const question = packet.subarray(12, packet.indexOf(0, 12) + 5);
    questions.push(question.toString('latin1'));
    const header = Buffer.from([...packet.subarray(0, 2), 0x84, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
    const data = labels('printer.example.net');
    const record = Buffer.of(0xc0, 12, 0, 12, 0, 1, 0, 0, 0, 9, 0, data.length);
    return Buffer.concat([header, question, record, data]);
  });
  const mdns = await serve((packet) => pointer(packet, 'Printer-2.local'));
  const netBios = await serve(() =>
    nodeStatus([
      ['WORKGROUP', 0x00, 0x8400],
      ['PRINTER', 0x20, 0x0400],
      ['PRINTER', 0x00, 0x0400],
    ]),
  );
  const foundNames = await findNames([host], {
    signal,
    dnsServers: [`${host}:${dns}`],
    ports: { mdns, netBios },
  });
  expect(foundNames).toEqual(
    new Map([
      [
        host,
        [
          { name: 'printer.example.net', source: 'ReverseDns' },
          { name: 'Printer-2.local', source: 'Mdns' },
          { name: 'PRINTER', source: 'NetBios' },
        ],
      ],
    ]),
  );
  expect(questions[0]).toContain('in-addr');
});

it('machines that do not answer have no name, and many machines are asked at the same time', async () => {
  const [dns, mdns, netBios] = await Promise.all([silent(), silent(), silent()]);
  const addresses = Array.from({ length: 64 }, (_empty, at) => `127.0.1.${at + 1}`);
  const startedAt = performance.now();
  const foundNames = await findNames([...addresses, '::1', 'no address'], {
    signal,
    dnsServers: [`${host}:${dns}`],
    ports: { mdns, netBios },
    perAddressMs: 300,
  });
  expect(foundNames.size).toBe(0);
  // If the agent looked up the addresses one after the other, all lookups would take 20 s.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

it('an answer counts only if it comes from the machine that was asked, and is about its own address', async () => {
  const other = labels(toReverseName('10.0.0.1')!);
  const mdns = await serve((packet) => pointer(packet, 'Other.local', other));
  const [dns, netBios] = await Promise.all([silent(), serve(() => Buffer.from('junk'))]);
  const foundNames = await findNames([host], {
    signal,
    dnsServers: [`${host}:${dns}`],
    ports: { mdns, netBios },
    perAddressMs: 300,
  });
  expect(foundNames.size).toBe(0);
});

it('the look-up ends when the signal is given', async () => {
  const controller = new AbortController();
  const [dns, netBios] = await Promise.all([silent(), silent()]);
  const mdns = await serve(() => {
    controller.abort(new Error('cancelled'));
    return undefined;
  });
  const startedAt = performance.now();
  const finding = findNames([host], {
    signal: controller.signal,
    dnsServers: [`${host}:${dns}`],
    ports: { mdns, netBios },
    perAddressMs: 60_000,
  });
  await expect(finding).rejects.toThrow('cancelled');
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

describe('by LLMNR', () => {
  const link = { address: host, interfaceName: 'lo', cidr: '127.0.0.0/24' };
  /**
   * Returns the names that LLMNR finds. Servers for the other protocols respond immediately, so that the time limit
   * `perAddressMs` is left to LLMNR.
   */
  const namesBy = async (
    answer: (packet: Buffer) => Buffer | undefined,
    { links = [link], asked = host, perAddressMs = 300 } = {},
  ) => {
    const dns = await serve((packet) =>
      Buffer.concat([packet.subarray(0, 2), Buffer.of(0x81, 0x83), packet.subarray(4)]),
    );
    const mdns = await serve((packet) => pointer(packet, 'desk.local'));
    const netBios = await serve(() => nodeStatus([['DESK', 0x00, 0x0400]]));
    const llmnr = await serve(answer);
    const foundNames = await findNames([asked], {
      ...{ signal, links, ports: { mdns, netBios }, llmnrGroup: { address: host, port: llmnr } },
      ...{ dnsServers: [`${host}:${dns}`], perAddressMs },
    });
    return (foundNames.get(asked) ?? []).flatMap(({ name, source }) => (source === 'Llmnr' ? [name] : []));
  };
  const patient = { perAddressMs: 60_000 };
  const flipBits = (at: number, bits: number) => (packet: Buffer) => {
    const answer = pointer(packet, 'DESK-7');
    answer[at]! ^= bits;
    return answer;
  };

  it('names are found on links whose machines may all be asked', async () => {
    const questions: Buffer[] = [];
    const answer = (packet: Buffer) => (questions.push(packet), pointer(packet, 'DESK-7'));
    expect(await namesBy(answer, patient)).toEqual(['DESK-7']);
    // The query has one question, for the PTR record, and no flag of its header is set (RFC 4795, 2.1.1).
    expect(questions.map((packet) => packet.subarray(2).toString('hex'))).toEqual([
      `00000001000000000000${labels('1.0.0.127.in-addr.arpa').toString('hex')}000c0001`,
    ]);
    questions.splice(0);
    expect(await namesBy(answer, { links: [] })).toEqual([]);
    expect(await namesBy(answer, { links: [{ ...link, cidr: '127.0.9.0/24' }] })).toEqual([]);
    // No interface of this machine has the address 192.0.2.1, so no query can be sent on this link.
    expect(await namesBy(answer, { links: [{ ...link, address: '192.0.2.1' }] })).toEqual([]);
    expect(questions).toEqual([]);
  });

  it('an answer counts only if the machine that was asked sends it', async () => {
    expect(await namesBy((packet) => pointer(packet, 'DESK-8'), { asked: '127.0.0.8' })).toEqual([]);
  });

  it('answers to another question, errors, and answers of machines that may not own the name give no name', async () => {
    const answers = { id: flipBits(1, 1), query: flipBits(2, 0x80), tentative: flipBits(2, 1), error: flipBits(3, 3) };
    for (const [title, answer] of Object.entries(answers)) expect([title, await namesBy(answer)]).toEqual([title, []]);
    // The conflict flag says that several machines use the name (RFC 4795, 2.1.1). The name of the responding machine
    // is valid nevertheless.
    expect(await namesBy(flipBits(2, 4), patient)).toEqual(['DESK-7']);
  });

  it('records of other addresses give no name', () => {
    const answers = [{ name: '1.0.0.10.in-addr.arpa', type: 'PTR', data: 'DESK-7' }] as never;
    expect(parseLlmnrName({ id: 7, answers }, 7, '10.0.0.1')).toBe('DESK-7');
    expect(parseLlmnrName({ id: 7, answers }, 7, '10.0.0.2')).toBeUndefined();
    expect(parseLlmnrName({ id: 8, answers }, 7, '10.0.0.1')).toBeUndefined();
  });
});

describe('packets of strangers', () => {
  const junk = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));

  it('a NetBIOS packet gives no name, or one that can be stored', () => {
    const near = fc.tuple(fc.nat(300), fc.nat(255)).map(([at, byte]) => {
      const packet = nodeStatus([['PRINTER', 0x00, 0x0400]]);
      packet[at % packet.length] = byte;
      return packet.subarray(0, packet.length - (byte % 60));
    });
    fc.assert(
      fc.property(fc.oneof(junk, near), (packet) => {
        const name = parseNodeStatus(packet);
        expect(name ?? 'none').toMatch(/^[^\0]{1,15}$/);
      }),
      { numRuns: 2000 },
    );
  });

  it("an mDNS packet gives only a name of the machine's own address", () => {
    const answer = fc.record({
      name: fc.oneof(fc.string(), fc.constant('1.0.0.10.in-addr.arpa')),
      type: fc.constantFrom('PTR', 'A', 'TXT'),
      data: fc.oneof(fc.string(), fc.uint8Array(), fc.constant(undefined)),
    });
    fc.assert(
      fc.property(fc.array(answer), (answers) => {
        const foundMdnsName = parseMdnsName({ answers } as unknown as multicastDns.ResponsePacket, '10.0.0.1');
        const right = answers.some(
          ({ type, name, data }) => type === 'PTR' && name === '1.0.0.10.in-addr.arpa' && data === foundMdnsName,
        );
        expect(foundMdnsName === undefined || right).toBe(true);
      }),
    );
  });

  it('no packet gives a name that cannot be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const name = toHostName(text);
        expect(name ?? 'none').toMatch(/^[^\0-\x1f]{1,255}$/);
        expect(name ?? 'none').not.toMatch(/\.$/);
      }),
    );
    for (const none of ['', '.', '10.0.0.1', '::1', '1.0.0.10.in-addr.arpa.', 'a\0b'])
      expect(toHostName(none)).toBeUndefined();
  });
});

it('the reverse name in DNS is the address read backwards', () => {
  expect(toReverseName('192.168.1.5')).toBe('5.1.168.192.in-addr.arpa');
  expect(toReverseName('2001:db8::1')).toBe(`1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`);
  expect(toReverseName('fe80::1%eth0')).toBe(`1.${'0.'.repeat(28)}0.8.e.f.ip6.arpa`.replace('0.0.8.e', '0.8.e'));
  expect(toReverseName('::ffff:1.2.3.4')).toMatch(/^4\.0\.3\.0\.2\.0\.1\.0\.f\.f\.f\.f\.0\..*ip6\.arpa$/);
  expect(toReverseName('printer')).toBeUndefined();
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      expect(toReverseName(address)).toMatch(/^([0-9a-f]\.){32}ip6\.arpa$/);
    }),
  );
});
