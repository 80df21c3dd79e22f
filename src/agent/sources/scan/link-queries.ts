// Finds hosts by queries to a whole link: ICMPv6 echo to all nodes, mDNS, WS-Discovery and SSDP.
import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import multicastDns from 'multicast-dns';
import { ipFromText } from '../../evidence/addresses';
import type { OwnSubnet } from '../../scope/scope';
import { listenFor } from '../../waiting';
import type { Rate } from './limits';

/** A link on which hosts are queried. `address` is this machine's address, from which queries are sent. */
export type QueriedLink = Pick<OwnSubnet, 'address' | 'interfaceName'>;

export interface LinkQueryOptions {
  readonly links: readonly QueriedLink[];
  readonly rate: Rate;
  readonly signal: AbortSignal;
  /** Milliseconds to wait for responses after each round of queries; 1,500 by default. */
  readonly waitMs?: number;
  /**
   * Destinations to use instead of the protocols' multicast groups (for tests). If they are set, no echo request is
   * sent.
   */
  readonly groups?: Readonly<Partial<Record<keyof typeof groups, { readonly address: string; readonly port: number }>>>;
}

const groups = {
  mdns: { port: 5353, ipv4: '224.0.0.251', ipv6: 'ff02::fb' },
  ssdp: { port: 1900, ipv4: '239.255.255.250', ipv6: 'ff02::c' },
  wsDiscovery: { port: 3702, ipv4: '239.255.255.250', ipv6: 'ff02::c' },
} as const;

/** Link-local all-nodes multicast address (RFC 4291, section 2.7.1). */
const allNodes = 'ff02::1';
const most = { links: 64, addresses: 10_000, kinds: 24 } as const;

/** mDNS name that lists all service types on the link (DNS-SD, RFC 6763, section 9). */
const allKinds = '_services._dns-sd._udp.local';
const isKind = (name: string): boolean => /^_[a-z0-9-]{1,15}\._(tcp|udp)\.local$/i.test(name);

/** Builds an SSDP search request (UPnP Device Architecture 1.1, section 1.3.2). */
const ssdpSearch = (group: string, port: number): Buffer => {
  const host = group.includes(':') ? `[${group}]` : group;
  const lines = ['M-SEARCH * HTTP/1.1', `HOST: ${host}:${port}`, 'MAN: "ssdp:discover"', 'MX: 1', 'ST: ssdp:all'];
  return Buffer.from([...lines, '', ''].join('\r\n'));
};

/** A WS-Discovery 1.0 Probe without types, to which every target responds. */
const wsProbe = (id: string): Buffer =>
  Buffer.from(
    '<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" ' +
      'xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" ' +
      'xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><s:Header>' +
      `<a:MessageID>urn:uuid:${id}</a:MessageID><a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To>` +
      '<a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action></s:Header>' +
      '<s:Body><d:Probe/></s:Body></s:Envelope>',
  );

/** Addresses in the URLs of an SSDP response (LOCATION) or a WS-Discovery response (XAddrs). */
export function extractUrlAddresses(text: string): string[] {
  const urls = text.slice(0, 65_536).matchAll(/https?:\/\/(?:\[([0-9a-f:.]+)(?:%[^\]]*)?\]|(\d+\.\d+\.\d+\.\d+))/gi);
  return [...urls].flatMap(([, six, four]) => ipFromText(six ?? four ?? '') ?? []);
}

/** IPv6 addresses that responded, from the output of `ping` on any system. */
export function parsePingSenders(output: string): string[] {
  return [...output.matchAll(/\bfrom ([0-9a-f:]+)(?:%\w+)?[,:]? /gi)].flatMap(([, address]) => {
    const bare = address!.replace(/:$/, '');
    return isIP(bare) === 6 ? (ipFromText(bare) ?? []) : [];
  });
}

interface Answer {
  readonly name: string;
  readonly type: string;
  readonly data?: unknown;
}

/** Addresses and service types in the records of an mDNS packet. */
export function parseMdnsRecords(records: readonly Answer[]): { addresses: string[]; kinds: string[] } {
  const text = ({ data }: Answer): string => (typeof data === 'string' ? data : '');
  return {
    addresses: records
      .filter(({ type }) => type === 'A' || type === 'AAAA')
      .flatMap((one) => ipFromText(text(one)) ?? []),
    kinds: records
      .filter(({ type, name }) => type === 'PTR' && name.toLowerCase() === allKinds)
      .map((one) => text(one).toLowerCase())
      .filter(isKind),
  };
}

/**
 * Resolves with the addresses that responded or that a response named, at most 10,000. The addresses are unverified,
 * and may be in any network.
 */
export async function findAnnounced(options: LinkQueryOptions): Promise<string[]> {
  const addresses = new Set<string>();
  const take = (address: string | undefined) => {
    if (address !== undefined && addresses.size < most.addresses) addresses.add(address);
  };
  const links = options.links.slice(0, most.links);
  await Promise.all(links.map((link) => queryLink(link, options, take)));
  options.signal.throwIfAborted();
  return [...addresses];
}

async function queryLink(link: QueriedLink, options: LinkQueryOptions, take: (address: string | undefined) => void) {
  const { signal } = options;
  const query = new LinkQuery(link, options, take);
  try {
    await Promise.all([query.run(), options.groups ? undefined : pingAll(link, options, take)]);
  } catch (error) {
    // Any error but an abort means that the interface no longer exists or that the system forbids the query. The link
    // then counts as a link without responses.
    if (signal.aborted) throw error;
  } finally {
    query.close();
  }
}

class LinkQuery {
  private readonly isIpv6: boolean;
  private readonly socket: Socket;
  private readonly mdns: multicastDns.MulticastDNS;
  private readonly mdnsSocket: Socket;
  private readonly kinds = new Set<string>();

  constructor(
    private readonly link: QueriedLink,
    private readonly options: LinkQueryOptions,
    private readonly take: (address: string | undefined) => void,
  ) {
    this.isIpv6 = isIP(link.address) === 6;
    const open = () => createSocket(this.isIpv6 ? 'udp6' : 'udp4').on('error', () => undefined);
    [this.socket, this.mdnsSocket] = [open(), open()];
    this.socket.on('message', (message, { address }) => {
      this.take(ipFromText(address));
      for (const one of extractUrlAddresses(message.toString('latin1'))) this.take(one);
    });
    const { mdnsSocket: socket } = this;
    this.mdns = multicastDns({
      ...{ socket, multicast: false, bind: false, port: groups.mdns.port },
      ...(this.isIpv6 ? { type: 'udp6', ip: groups.mdns.ipv6, interface: link.address } : {}),
    });
    for (const event of ['error', 'warning'] as const) this.mdns.on(event, () => undefined);
    this.mdns.on('response', ({ answers, additionals }, { address }) => {
      this.take(ipFromText(address));
      const parsed = parseMdnsRecords([...answers, ...additionals] as Answer[]);
      for (const one of parsed.addresses) this.take(one);
      for (const kind of parsed.kinds) if (this.kinds.size < most.kinds) this.kinds.add(kind);
    });
  }

  /**
   * Queries service types first, then the instances of each type, because responses about instances contain addresses.
   */
  async run(): Promise<void> {
    const { signal, waitMs = 1_500 } = this.options;
    await Promise.all([this.socket, this.mdnsSocket].map((socket) => bindToLink(socket, this.link.address)));
    await this.send('ssdp', (group, port) => ssdpSearch(group, port));
    await this.send('wsDiscovery', () => wsProbe(randomUUID()));
    await this.ask([allKinds]);
    await listenFor(waitMs, signal);
    if (this.kinds.size === 0) return;
    await this.ask([...this.kinds]);
    await listenFor(waitMs, signal);
  }

  close(): void {
    this.mdns.destroy();
    this.socket.close();
  }

  private destination(name: keyof typeof groups): { address: string; port: number } {
    const { port, ipv4, ipv6 } = groups[name];
    const multicastGroup = { address: this.isIpv6 ? `${ipv6}%${this.link.interfaceName}` : ipv4, port };
    return this.options.groups?.[name] ?? multicastGroup;
  }

  private async send(name: 'ssdp' | 'wsDiscovery', message: (group: string, port: number) => Buffer): Promise<void> {
    const { rate, signal } = this.options;
    const { address, port } = this.destination(name);
    await rate.take(signal);
    const text = message(address.replace(/%.*/, ''), port);
    await new Promise<void>((resolve) => this.socket.send(text, port, address, () => resolve()));
  }

  private async ask(names: readonly string[]): Promise<void> {
    const { rate, signal } = this.options;
    await rate.take(signal);
    const questions = names.map((name) => ({ name, type: 'PTR' as const }));
    await new Promise<void>((resolve) => this.mdns.query(questions, this.destination('mdns'), () => resolve()));
  }
}

/**
 * Binds the socket to the link's address, so that queries leave by the link's interface. TTL 1 keeps the queries on the
 * link.
 */
function bindToLink(socket: Socket, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, address, () => {
      socket.removeListener('error', reject);
      socket.setMulticastTTL(1);
      if (isIP(address) === 4) socket.setMulticastInterface(address);
      resolve();
    });
  });
}

/** Sends two echo requests to all nodes of the link, if the system has a `ping` that this user may run. */
async function pingAll(
  { address, interfaceName }: QueriedLink,
  { rate, signal }: LinkQueryOptions,
  take: (address: string) => void,
): Promise<void> {
  if (isIP(address) !== 6) return;
  await rate.take(signal);
  const args = ['-6', '-n', '-c', '2', '-W', '1', '-I', address, `${allNodes}%${interfaceName}`];
  const output = await new Promise<string>((resolve) => {
    // `ping` exits with an error if there are no responses, and some systems do not have it.
    execFile('ping', args, { signal, timeout: 4_000, maxBuffer: 4 * 2 ** 20 }, (_error, stdout) => resolve(stdout));
  });
  for (const one of parsePingSenders(output)) take(one);
}
