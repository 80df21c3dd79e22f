// Queries to all machines on a link (mDNS, SSDP, WS-Discovery, ICMP echo): which addresses the agent finds, how it
// parses responses, and that the rate limit of the run applies.
import { createSocket, type Socket } from 'node:dgram';
import multicastDns from 'multicast-dns';
import fc from 'fast-check';
import {
  parsePingSenders,
  extractUrlAddresses,
  findAnnounced,
  parseMdnsRecords,
} from '../../../../src/agent/sources/scan/link-queries';
import { Rate } from '../../../../src/agent/sources/scan/limits';

const { signal } = new AbortController();
const links = [{ address: '127.0.0.1', interfaceName: 'lo' }];

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

async function bound(answer: (message: string) => string | undefined): Promise<{ address: string; port: number }> {
  const socket: Socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const text = answer(message.toString());
    if (text !== undefined) socket.send(text, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  ends.push(() => socket.close());
  return { address: '127.0.0.1', port: socket.address().port };
}

/**
 * A simulated machine that responds to mDNS queries. It has one service type; its response about this type also
 * contains its addresses.
 */
async function mdnsMachine(): Promise<{ address: string; port: number }> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  const machine = multicastDns({ socket, multicast: false, bind: false as never });
  machine.on('query', ({ questions }, from) => {
    const { name } = questions[0]!;
    const answers =
      name === '_ipp._tcp.local'
        ? [{ name, type: 'PTR' as const, data: 'Printer._ipp._tcp.local' }]
        : [{ name, type: 'PTR' as const, data: '_ipp._tcp.local' }];
    const additionals =
      name === '_ipp._tcp.local' ? [{ name: 'printer.local', type: 'AAAA' as const, data: 'fd00::0:7' }] : [];
    machine.respond({ answers, additionals }, from);
  });
  ends.push(() => machine.destroy());
  return { address: '127.0.0.1', port };
}

test('hosts that answer mDNS, SSDP or WS-Discovery are found by their address and those in the answer', async () => {
  const requestTexts: string[] = [];
  const note = (message: string) => void requestTexts.push(message);
  const ssdp = await bound(
    (message) => (note(message), 'HTTP/1.1 200 OK\r\nLOCATION: http://[fd00::5]:80/d.xml\r\n\r\n'),
  );
  const wsDiscovery = await bound((message) => (note(message), '<d:XAddrs>http://10.0.0.6:5357/x</d:XAddrs>'));
  const groups = { mdns: await mdnsMachine(), ssdp, wsDiscovery };
  const rate = new Rate(10_000);
  const take = jest.spyOn(rate, 'take');
  const announcedAddresses = await findAnnounced({ links, groups, rate, signal, waitMs: 300 });
  expect(announcedAddresses.sort()).toEqual(['10.0.0.6', '127.0.0.1', 'fd00::5', 'fd00::7']);
  expect(requestTexts).toEqual([
    expect.stringMatching(/^M-SEARCH \* HTTP\/1\.1\r\n(.+\r\n)*ST: ssdp:all\r\n\r\n$/),
    expect.stringMatching(/<d:Probe\/>/),
  ]);
  // The queries take four tokens from the rate limit: one for SSDP, one for WS-Discovery and two for mDNS.
  expect(take).toHaveBeenCalledTimes(4);
});

test('a link without its address finds nothing, and the signal cancels the query', async () => {
  const missingLinks = [{ address: '192.0.2.1', interfaceName: 'none' }];
  expect(await findAnnounced({ links: missingLinks, groups: {}, rate: new Rate(1_000), signal, waitMs: 20 })).toEqual(
    [],
  );
  const stop = new AbortController();
  const groups = { mdns: links[0], ssdp: links[0], wsDiscovery: links[0] } as never;
  const running = findAnnounced({ links, groups, rate: new Rate(1_000), signal: stop.signal, waitMs: 60_000 });
  stop.abort(new Error('enough'));
  await expect(running).rejects.toThrow(/enough|aborted/);
});

test('echo replies are parsed from the output of every ping implementation', () => {
  const output = [
    'PING ff02::1%eth0(ff02::1%eth0) from fd00::9 : 56 data bytes',
    '64 bytes from fd00::2: icmp_seq=1 ttl=64 time=0.21 ms',
    '64 bytes from fd00:0:0:0::3: icmp_seq=1 ttl=64 time=0.30 ms (DUP!)',
    '64 bytes from fe80::1%eth0: icmp_seq=1 ttl=64 time=0.31 ms',
    '16 bytes from fd00::4, icmp_seq=0 hlim=64 time=0.4 ms',
    '2 packets transmitted',
  ].join('\n');
  expect(parsePingSenders(output)).toEqual(['fd00::9', 'fd00::2', 'fd00::3', 'fe80::1', 'fd00::4']);
});

test('any bytes from the network are parsed without an error', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.record({ name: fc.string(), type: fc.constantFrom('A', 'AAAA', 'PTR', 'TXT'), data: fc.anything() })),
      (text, records) => {
        extractUrlAddresses(`http://[${text}]/ http://${text}/ ${text}`);
        parsePingSenders(`64 bytes from ${text}: ${text}`);
        parseMdnsRecords(records);
      },
    ),
  );
  expect(
    parseMdnsRecords([{ name: '_services._dns-sd._udp.local', type: 'PTR', data: 'a b._tcp.local' }]).kinds,
  ).toEqual([]);
});
