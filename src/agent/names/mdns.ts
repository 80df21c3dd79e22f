// mDNS (RFC 6762): each machine is asked directly for the name of its address, and answers to the port that asked.
import multicastDns from 'multicast-dns';
import { Asked, isIpv4, type NameSource } from './asked';
import { reverseNameOf } from './host-name';

type Packet = multicastDns.ResponsePacket;

const mdnsPort = 5353;

/** Name under which the packet says that the address is. */
export function nameInMdns({ answers }: Pick<Packet, 'answers'>, address: string): string | undefined {
  const asked = reverseNameOf(address);
  for (const { name, type, ...rest } of answers ?? [])
    if (type === 'PTR' && name.toLowerCase() === asked && 'data' in rest && typeof rest.data === 'string')
      return rest.data;
  return undefined;
}

export function openMdns(ms: number, port = mdnsPort): NameSource {
  // No port of its own that others listen at, and no group: answers come to where the question came from.
  const open = (type: 'udp4' | 'udp6') =>
    multicastDns({ port: 0, multicast: false, ...(type === 'udp6' ? { type, ip: '::', interface: '::' } : { type }) });
  const asked = new Asked(ms);
  const sockets = new Map<string, multicastDns.MulticastDNS>();
  const socketFor = (address: string): multicastDns.MulticastDNS => {
    const family = isIpv4(address) ? 'udp4' : 'udp6';
    const known = sockets.get(family);
    if (known) return known;
    const socket = open(family);
    sockets.set(family, socket);
    socket.on('response', (packet: Packet, { address: from }) => {
      const name = asked.isWaiting(from) ? nameInMdns(packet, from) : undefined;
      if (name !== undefined) asked.answer(from, name);
    });
    // Packets that cannot be decoded, and machines that cannot be reached: nothing comes from them.
    for (const event of ['error', 'warning'] as const) socket.on(event, () => undefined);
    return socket;
  };
  return {
    ask: (address) => {
      const name = reverseNameOf(address);
      if (name === undefined) return Promise.resolve(undefined);
      return asked.wait(address, () =>
        socketFor(address).query([{ name, type: 'PTR' }], { address, port }, () => undefined),
      );
    },
    close: () => {
      asked.close();
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}
