// Machines that answer a question to all: an echo request to every IPv6 machine of a link, mDNS, WS-Discovery, SSDP.
import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import multicastDns from 'multicast-dns';
import { ipOfText } from '../evidence/addresses';
import type { OwnSubnet } from '../scope/scope';
import { listen } from '../waiting';
import type { Rate } from './limits';

/** A question goes out of the interface of this address, and answers come back to it. */
export type AskedLink = Pick<OwnSubnet, 'address' | 'interfaceName'>;

export interface AnnouncedOptions {
  readonly links: readonly AskedLink[];
  readonly rate: Rate;
  readonly signal: AbortSignal;
  /** How long answers are waited for after each round of questions; 1,500 by default. */
  readonly waitMs?: number;
  /** Where the questions go instead of the groups of the protocols, and without an echo request. */
  readonly groups?: Readonly<Partial<Record<keyof typeof groups, { readonly address: string; readonly port: number }>>>;
}

const groups = {
  mdns: { port: 5353, ipv4: '224.0.0.251', ipv6: 'ff02::fb' },
  ssdp: { port: 1900, ipv4: '239.255.255.250', ipv6: 'ff02::c' },
  wsDiscovery: { port: 3702, ipv4: '239.255.255.250', ipv6: 'ff02::c' },
} as const;

/** All nodes of a link (RFC 4291, 2.7.1). */
const allNodes = 'ff02::1';
const most = { links: 64, addresses: 10_000, kinds: 24 } as const;

/** DNS-SD (RFC 6763, 9): which kinds of services there are. */
const allKinds = '_services._dns-sd._udp.local';
const isKind = (name: string): boolean => /^_[a-z0-9-]{1,15}\._(tcp|udp)\.local$/i.test(name);

/** UPnP Device Architecture 1.1, 1.3.2. */
const ssdpSearch = (group: string, port: number): Buffer => {
  const host = group.includes(':') ? `[${group}]` : group;
  const lines = ['M-SEARCH * HTTP/1.1', `HOST: ${host}:${port}`, 'MAN: "ssdp:discover"', 'MX: 1', 'ST: ssdp:all'];
  return Buffer.from([...lines, '', ''].join('\r\n'));
};

/** WS-Discovery 1.0 Probe without types: everything answers. */
const wsProbe = (id: string): Buffer =>
  Buffer.from(
    '<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" ' +
      'xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" ' +
      'xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><s:Header>' +
      `<a:MessageID>urn:uuid:${id}</a:MessageID><a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To>` +
      '<a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action></s:Header>' +
      '<s:Body><d:Probe/></s:Body></s:Envelope>',
  );

/** Addresses in URLs of an answer of SSDP (LOCATION) or WS-Discovery (XAddrs). */
export function addressesInText(text: string): string[] {
  const urls = text.slice(0, 65_536).matchAll(/https?:\/\/(?:\[([0-9a-f:.]+)(?:%[^\]]*)?\]|(\d+\.\d+\.\d+\.\d+))/gi);
  return [...urls].flatMap(([, six, four]) => ipOfText(six ?? four ?? '') ?? []);
}

/** Who has answered `ping`, of whatever system. */
export function addressesInPing(output: string): string[] {
  return [...output.matchAll(/\bfrom ([0-9a-f:]+)(?:%\w+)?[,:]? /gi)].flatMap(([, address]) => {
    const bare = address!.replace(/:$/, '');
    return isIP(bare) === 6 ? (ipOfText(bare) ?? []) : [];
  });
}

interface Answer {
  readonly name: string;
  readonly type: string;
  readonly data?: unknown;
}

/** Addresses and kinds of services that a packet of mDNS tells of. */
export function toldInMdns(records: readonly Answer[]): { addresses: string[]; kinds: string[] } {
  const text = ({ data }: Answer): string => (typeof data === 'string' ? data : '');
  return {
    addresses: records
      .filter(({ type }) => type === 'A' || type === 'AAAA')
      .flatMap((one) => ipOfText(text(one)) ?? []),
    kinds: records
      .filter(({ type, name }) => type === 'PTR' && name.toLowerCase() === allKinds)
      .map((one) => text(one).toLowerCase())
      .filter(isKind),
  };
}

/** Addresses of who has answered or was told of, on whatever network; each is still to be asked itself. */
export async function announced(options: AnnouncedOptions): Promise<string[]> {
  const found = new Set<string>();
  const take = (address: string | undefined) => {
    if (address !== undefined && found.size < most.addresses) found.add(address);
  };
  const links = options.links.slice(0, most.links);
  await Promise.all(links.map((link) => askLink(link, options, take)));
  options.signal.throwIfAborted();
  return [...found];
}

async function askLink(link: AskedLink, options: AnnouncedOptions, take: (address: string | undefined) => void) {
  const { signal } = options;
  const asking = new LinkQuestion(link, options, take);
  try {
    await Promise.all([asking.run(), options.groups ? undefined : pingAll(link, options, take)]);
  } catch (error) {
    // An interface that is gone, or a system that lets no one ask: then nobody has answered.
    if (signal.aborted) throw error;
  } finally {
    asking.close();
  }
}

class LinkQuestion {
  private readonly isIpv6: boolean;
  private readonly socket: Socket;
  private readonly mdns: multicastDns.MulticastDNS;
  private readonly mdnsSocket: Socket;
  private readonly kinds = new Set<string>();

  constructor(
    private readonly link: AskedLink,
    private readonly options: AnnouncedOptions,
    private readonly take: (address: string | undefined) => void,
  ) {
    this.isIpv6 = isIP(link.address) === 6;
    const open = () => createSocket(this.isIpv6 ? 'udp6' : 'udp4').on('error', () => undefined);
    [this.socket, this.mdnsSocket] = [open(), open()];
    this.socket.on('message', (message, { address }) => {
      this.take(ipOfText(address));
      for (const one of addressesInText(message.toString('latin1'))) this.take(one);
    });
    const { mdnsSocket: socket } = this;
    this.mdns = multicastDns({
      ...{ socket, multicast: false, bind: false, port: groups.mdns.port },
      ...(this.isIpv6 ? { type: 'udp6', ip: groups.mdns.ipv6, interface: link.address } : {}),
    });
    for (const event of ['error', 'warning'] as const) this.mdns.on(event, () => undefined);
    this.mdns.on('response', ({ answers, additionals }, { address }) => {
      this.take(ipOfText(address));
      const told = toldInMdns([...answers, ...additionals] as Answer[]);
      for (const one of told.addresses) this.take(one);
      for (const kind of told.kinds) if (this.kinds.size < most.kinds) this.kinds.add(kind);
    });
  }

  /** First which kinds of services there are, then who has them: the answers to that have the addresses. */
  async run(): Promise<void> {
    const { signal, waitMs = 1_500 } = this.options;
    await Promise.all([this.socket, this.mdnsSocket].map((socket) => bound(socket, this.link.address)));
    await this.send('ssdp', (group, port) => ssdpSearch(group, port));
    await this.send('wsDiscovery', () => wsProbe(randomUUID()));
    await this.ask([allKinds]);
    await listen(waitMs, signal);
    if (this.kinds.size === 0) return;
    await this.ask([...this.kinds]);
    await listen(waitMs, signal);
  }

  close(): void {
    this.mdns.destroy();
    this.socket.close();
  }

  private placeOf(name: keyof typeof groups): { address: string; port: number } {
    const { port, ipv4, ipv6 } = groups[name];
    const usual = { address: this.isIpv6 ? `${ipv6}%${this.link.interfaceName}` : ipv4, port };
    return this.options.groups?.[name] ?? usual;
  }

  private async send(name: 'ssdp' | 'wsDiscovery', message: (group: string, port: number) => Buffer): Promise<void> {
    const { rate, signal } = this.options;
    const { address, port } = this.placeOf(name);
    await rate.take(signal);
    const text = message(address.replace(/%.*/, ''), port);
    await new Promise<void>((resolve) => this.socket.send(text, port, address, () => resolve()));
  }

  private async ask(names: readonly string[]): Promise<void> {
    const { rate, signal } = this.options;
    await rate.take(signal);
    const questions = names.map((name) => ({ name, type: 'PTR' as const }));
    await new Promise<void>((resolve) => this.mdns.query(questions, this.placeOf('mdns'), () => resolve()));
  }
}

/** At the address of the link, so that the question leaves by it; to the link alone. */
function bound(socket: Socket, address: string): Promise<void> {
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

/** Two echo requests to all nodes of the link, where the system has a `ping` that this user may run. */
async function pingAll(
  { address, interfaceName }: AskedLink,
  { rate, signal }: AnnouncedOptions,
  take: (address: string) => void,
): Promise<void> {
  if (isIP(address) !== 6) return;
  await rate.take(signal);
  const args = ['-6', '-n', '-c', '2', '-W', '1', '-I', address, `${allNodes}%${interfaceName}`];
  const output = await new Promise<string>((resolve) => {
    // It ends with an error where nobody answers, or where there is none.
    execFile('ping', args, { signal, timeout: 4_000, maxBuffer: 4 * 2 ** 20 }, (_error, stdout) => resolve(stdout));
  });
  for (const one of addressesInPing(output)) take(one);
}
