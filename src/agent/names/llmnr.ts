// LLMNR client (RFC 4795): queries all hosts of a link for the name of an address. The host with that address responds.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import multicastDns from 'multicast-dns';
import { contains, parseRange } from '../scope/ranges';
import type { OwnSubnet } from '../scope/scope';
import { PendingQueries, isIpv4, type NameSource } from './pending-queries';
import { toReverseName } from './host-name';
import { parseMdnsName } from './mdns';

/**
 * A subnet whose hosts LLMNR can query. `address` is this machine's address in the subnet, from which queries are sent.
 */
export type LlmnrLink = Pick<OwnSubnet, 'address' | 'interfaceName' | 'cidr'>;

const groups = { port: 5355, ipv4: '224.0.0.252', ipv6: 'ff02::1:3' } as const;
const mostLinks = 64;
/**
 * Bits of the flags in a header (RFC 4795, section 2.1.1): the tentative bit, and the four bits of the response code.
 */
const [tentative, responseCode] = [0x0100, 0x000f];

type Packet = Pick<multicastDns.ResponsePacket, 'answers'> & { readonly id?: number; readonly flags?: number };

/**
 * The name in the response to the query `id`. Undefined for other packets, errors, and names that their host has not
 * verified yet (tentative).
 */
export function parseLlmnrName(packet: Packet, id: number, address: string): string | undefined {
  const isNone = packet.id !== id || ((packet.flags ?? 0) & (tentative | responseCode)) !== 0;
  return isNone ? undefined : parseMdnsName(packet, address);
}

/**
 * Opens an LLMNR client that only queries addresses within `links`. `group` replaces the protocol's multicast group and
 * port.
 */
export function openLlmnr(
  ms: number,
  links: readonly LlmnrLink[],
  group: { readonly address?: string; readonly port?: number } = {},
): NameSource {
  const pending = new PendingQueries(ms);
  const id = randomInt(1, 0x10000);
  const sockets = new Map<LlmnrLink, Promise<multicastDns.MulticastDNS | undefined>>();
  const socketFor = (link: LlmnrLink): Promise<multicastDns.MulticastDNS | undefined> => {
    // `open` rejects if the interface no longer exists. The names of addresses on this link then stay unknown.
    const socket = sockets.get(link) ?? open(link).catch(() => undefined);
    sockets.set(link, socket);
    return socket;
  };
  const open = async (link: LlmnrLink): Promise<multicastDns.MulticastDNS> => {
    const isFour = isIpv4(link.address);
    const socket = createSocket(isFour ? 'udp4' : 'udp6');
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(0, link.address, resolve);
    });
    if (isFour) socket.setMulticastInterface(link.address);
    // Responses arrive by unicast, so the socket joins no multicast group.
    const more = isFour ? {} : { type: 'udp6' as const, ip: groups.ipv6, interface: link.address };
    const dns = multicastDns({ socket, multicast: false, bind: false, port: groups.port, ...more });
    dns.on('response', (packet: Packet, { address: from }) => {
      const name = pending.isWaiting(from) ? parseLlmnrName(packet, id, from) : undefined;
      if (name !== undefined) pending.answer(from, name);
    });
    for (const event of ['error', 'warning'] as const) dns.on(event, () => undefined);
    return dns;
  };
  const ranges = links.slice(0, mostLinks).map((link) => ({ link, range: parseRange(link.cidr)! }));
  return {
    ask: async (address) => {
      const name = toReverseName(address);
      const link = ranges.find(({ range }) => contains(range, address))?.link;
      const socket = name === undefined || link === undefined ? undefined : await socketFor(link);
      if (name === undefined || link === undefined || socket === undefined) return undefined;
      const usual = isIpv4(link.address) ? groups.ipv4 : `${groups.ipv6}%${link.interfaceName}`;
      const to = { address: usual, port: groups.port, ...group };
      return pending.wait(address, () =>
        // Cast, because the types of `multicast-dns` require fields that its code does not read.
        socket.query({ id, questions: [{ name, type: 'PTR' }] }, to as never, () => undefined),
      );
    },
    close: () => {
      pending.close();
      for (const socket of sockets.values()) void socket.then((one) => one?.destroy());
      sockets.clear();
    },
  };
}
