// LLMNR (RFC 4795): the machines of a link are asked for the name of an address, and the one that has the address answers.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import multicastDns from 'multicast-dns';
import { contains, rangeOf } from '../scope/ranges';
import type { OwnSubnet } from '../scope/scope';
import { Asked, isIpv4, type NameSource } from './asked';
import { reverseNameOf } from './host-name';
import { nameInMdns } from './mdns';

/** A question goes out of the interface of this address, to the machines of the subnet. */
export type NamedLink = Pick<OwnSubnet, 'address' | 'interfaceName' | 'cidr'>;

const groups = { port: 5355, ipv4: '224.0.0.252', ipv6: 'ff02::1:3' } as const;
const mostLinks = 64;
/** RFC 4795, 2.1.1: the tentative bit, of who may not have the name, and the response code. */
const [tentative, responseCode] = [0x0100, 0x000f];

type Packet = Pick<multicastDns.ResponsePacket, 'answers'> & { readonly id?: number; readonly flags?: number };

/** Name that an answer to the question with the id says that the address has. */
export function nameInLlmnr(packet: Packet, id: number, address: string): string | undefined {
  const isNone = packet.id !== id || ((packet.flags ?? 0) & (tentative | responseCode)) !== 0;
  return isNone ? undefined : nameInMdns(packet, address);
}

/** Addresses of other subnets are not asked for. `port`: of the group, elsewhere than that of the protocol. */
export function openLlmnr(
  ms: number,
  links: readonly NamedLink[],
  group: { readonly address?: string; readonly port?: number } = {},
): NameSource {
  const asked = new Asked(ms);
  const id = randomInt(1, 0x10000);
  const opened = new Map<NamedLink, Promise<multicastDns.MulticastDNS | undefined>>();
  const socketFor = (link: NamedLink): Promise<multicastDns.MulticastDNS | undefined> => {
    // An interface that is gone since: nobody is asked there.
    const known = opened.get(link) ?? open(link).catch(() => undefined);
    opened.set(link, known);
    return known;
  };
  const open = async (link: NamedLink): Promise<multicastDns.MulticastDNS> => {
    const isFour = isIpv4(link.address);
    const socket = createSocket(isFour ? 'udp4' : 'udp6');
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(0, link.address, resolve);
    });
    if (isFour) socket.setMulticastInterface(link.address);
    // The socket is in no group: answers come to where the question came from.
    const more = isFour ? {} : { type: 'udp6' as const, ip: groups.ipv6, interface: link.address };
    const dns = multicastDns({ socket, multicast: false, bind: false, port: groups.port, ...more });
    dns.on('response', (packet: Packet, { address: from }) => {
      const name = asked.isWaiting(from) ? nameInLlmnr(packet, id, from) : undefined;
      if (name !== undefined) asked.answer(from, name);
    });
    for (const event of ['error', 'warning'] as const) dns.on(event, () => undefined);
    return dns;
  };
  const ranges = links.slice(0, mostLinks).map((link) => ({ link, range: rangeOf(link.cidr)! }));
  return {
    ask: async (address) => {
      const name = reverseNameOf(address);
      const link = ranges.find(({ range }) => contains(range, address))?.link;
      const socket = name === undefined || link === undefined ? undefined : await socketFor(link);
      if (name === undefined || link === undefined || socket === undefined) return undefined;
      const usual = isIpv4(link.address) ? groups.ipv4 : `${groups.ipv6}%${link.interfaceName}`;
      const to = { address: usual, port: groups.port, ...group };
      return asked.wait(address, () =>
        // The types want fewer members than the library reads.
        socket.query({ id, questions: [{ name, type: 'PTR' }] }, to as never, () => undefined),
      );
    },
    close: () => {
      asked.close();
      for (const socket of opened.values()) void socket.then((one) => one?.destroy());
      opened.clear();
    },
  };
}
