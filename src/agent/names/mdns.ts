// mDNS client (RFC 6762): sends each host a one-shot legacy unicast query for the name of the host's address.
import multicastDns from 'multicast-dns';
import { PendingQueries, isIpv4, type NameSource } from './pending-queries';
import { toReverseName } from './host-name';

type Packet = multicastDns.ResponsePacket;

const mdnsPort = 5353;

/** The name that a PTR record of the response gives for the address; undefined without such a record. */
export function parseMdnsName({ answers }: Pick<Packet, 'answers'>, address: string): string | undefined {
  const reverseName = toReverseName(address);
  for (const { name, type, ...rest } of answers ?? [])
    if (type === 'PTR' && name.toLowerCase() === reverseName && 'data' in rest && typeof rest.data === 'string')
      return rest.data;
  return undefined;
}

export function openMdns(ms: number, port = mdnsPort): NameSource {
  // Opens a socket on an ephemeral port. The socket joins no multicast group, because responses arrive by unicast.
  const open = (type: 'udp4' | 'udp6') =>
    multicastDns({ port: 0, multicast: false, ...(type === 'udp6' ? { type, ip: '::', interface: '::' } : { type }) });
  const pending = new PendingQueries(ms);
  const sockets = new Map<string, multicastDns.MulticastDNS>();
  const socketFor = (address: string): multicastDns.MulticastDNS => {
    const family = isIpv4(address) ? 'udp4' : 'udp6';
    const openedSocket = sockets.get(family);
    if (openedSocket) return openedSocket;
    const socket = open(family);
    sockets.set(family, socket);
    socket.on('response', (packet: Packet, { address: from }) => {
      const name = pending.isWaiting(from) ? parseMdnsName(packet, from) : undefined;
      if (name !== undefined) pending.answer(from, name);
    });
    // Invalid packets and unreachable hosts count as no response, so these events are ignored.
    for (const event of ['error', 'warning'] as const) socket.on(event, () => undefined);
    return socket;
  };
  return {
    ask: (address) => {
      const name = toReverseName(address);
      if (name === undefined) return Promise.resolve(undefined);
      return pending.wait(address, () =>
        socketFor(address).query([{ name, type: 'PTR' }], { address, port }, () => undefined),
      );
    },
    close: () => {
      pending.close();
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}
