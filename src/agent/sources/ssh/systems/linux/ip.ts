// Parses the JSON output of iproute2's commands `ip -j` and `bridge -j`.
import { isVlanNumber } from '../../../../../platform/text/vlan-numbers';
import { aggregateType } from '../../../../../platform/text/interface-types';
import { ipFromText, parsePrefixed } from '../../../../evidence/addresses';
import { isContainerBridgeName } from '../../../../evidence/container-bridges';
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../../../evidence/json';
import { isOnEveryMachine } from '../../../../evidence/prefixes';
import type { RouteFacts } from '../../../snmp';
import type { Parsed, PortRow, Rows } from '../../rows';
import { parseJsonOutput } from '../../text/json-output';
import { isStation, macOf, statusOf } from '../../text/values';

/** Names of interfaces that are ignored: container interfaces are short-lived, and every machine has loopback. */
const passing = /^(?:lo|veth.*|cali[0-9a-f]{5,}|lxc[0-9a-f]{6,}|lxc_health|kube-ipvs\d+|nodelocaldns)$/;
export const isPortOfMachine = (name: string): boolean => name !== '' && !passing.test(name);

const isOnNetwork = (name: string): boolean => isPortOfMachine(name) && !isContainerBridgeName(name);

/** Maps Linux kinds of links to ifType numbers (IANAifType-MIB). */
const kinds: Readonly<Record<string, number>> = {
  ...{ bridge: 209, openvswitch: 209, bond: aggregateType, team: aggregateType, vlan: 135 },
  ...{ vxlan: 131, gre: 131, gretap: 131, ipip: 131, sit: 131, wireguard: 131, tun: 131, dummy: 53, macvlan: 53 },
};

/**
 * The items of a JSON list; undefined for any other output. An empty output counts as an empty list, because old
 * versions of iproute2 print nothing for it.
 */
function itemsOf(output: string): readonly Fields[] | undefined {
  if (output.trim() === '') return [];
  const value = parseJsonOutput(output);
  return Array.isArray(value) ? listOf(value) : undefined;
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function parsePorts(output: string): Parsed | undefined {
  const links = itemsOf(output)?.filter(({ ifname, link_type: type }) => {
    return isPortOfMachine(textOf(ifname)) && textOf(type) !== 'loopback';
  });
  if (!links) return undefined;
  const addresses = links
    .filter(({ ifname }) => isOnNetwork(textOf(ifname)))
    .flatMap(({ ifname, addr_info: configured }) =>
      listOf(configured).flatMap(({ local, prefixlen, scope, temporary }) =>
        // Temporary addresses (RFC 8981) are left out, because they change daily.
        textOf(scope) === 'link' || temporary === true
          ? []
          : parsePrefixed(`${textOf(local)}/${String(prefixlen)}`).map((one) => ({ ...one, port: textOf(ifname) })),
      ),
    );
  // The parent of a VLAN interface is a tagged member of that VLAN.
  const memberships = links.flatMap(({ link, linkinfo }) => {
    const { info_kind: kind, info_data: data } = fieldsOf(linkinfo);
    const number = integerOf(fieldsOf(data).id);
    const isTagged = textOf(kind) === 'vlan' && isVlanNumber(number) && isPortOfMachine(textOf(link));
    return isTagged ? [{ port: textOf(link), tagged: [number] }] : [];
  });
  return { rows: { ports: links.map(portOf), addresses, memberships } };
}

function portOf(link: Fields): PortRow {
  const { ifname, ifindex, ifalias, master, permaddr, address } = link;
  const { info_kind: kind, info_slave_kind: memberOf } = fieldsOf(link.linkinfo);
  const isMember = ['bond', 'team'].includes(textOf(memberOf));
  const flags = listIn(link.flags);
  const [name, alias, state] = [textOf(ifname), textOf(ifalias).trim(), textOf(link.operstate)];
  const [index, mtu, type] = [integerOf(ifindex), integerOf(link.mtu), kinds[textOf(kind)]];
  // A bond member shows the MAC address of its bond. Only its permanent address, if reported, is the member's own.
  const mac = macOf(textOf(permaddr)) ?? (isMember ? undefined : macOf(textOf(address)));
  return {
    name,
    ...(index !== undefined && index > 0 && { ifIndex: index }),
    ...(alias !== '' && { alias }),
    type: type ?? (textOf(link.link_type) === 'ether' ? 6 : 131),
    ...(mac !== undefined && { mac }),
    ...(mtu !== undefined && mtu > 0 && { mtu }),
    adminStatus: statusOf(flags.includes('UP')),
    // Links without carrier detection, such as tunnels, are in the state UNKNOWN while they are up.
    operStatus: statusOf(state === 'UP' || (state === 'UNKNOWN' && flags.includes('LOWER_UP'))),
    ...(isMember && { aggregate: textOf(master) }),
  };
}

export function parseNeighbors(output: string): Parsed | undefined {
  const arp = itemsOf(output)?.flatMap(({ dst, dev, lladdr, state }) => {
    const [address, mac, port] = [ipFromText(textOf(dst)), macOf(textOf(lladdr)), textOf(dev)];
    const isUnusable = listIn(state).some((one) => ['FAILED', 'INCOMPLETE', 'NOARP'].includes(textOf(one)));
    if (address === undefined || mac === undefined || isUnusable || !isOnNetwork(port) || !isStation(mac)) return [];
    return /^fe[89ab]/i.test(address) ? [] : [{ address, mac, port }];
  });
  return arp && { rows: { arp } };
}

export function parseForwarding(output: string): Parsed | undefined {
  const fdb = itemsOf(output)?.flatMap(({ mac: text, ifname, master, state }) => {
    const [mac, port] = [macOf(textOf(text)), textOf(ifname)];
    // Leaves out the bridge's own MAC addresses (`permanent`), and addresses that are only in a network card's filter
    // (no `master`).
    if (mac === undefined || textOf(master) === '' || textOf(state) === 'permanent') return [];
    return isOnNetwork(port) && isOnNetwork(textOf(master)) && isStation(mac) ? [{ mac, port }] : [];
  });
  return fdb && { rows: { fdb } };
}

export function parseVlans(output: string): Parsed | undefined {
  const ports = itemsOf(output)?.filter(({ ifname }) => isOnNetwork(textOf(ifname)));
  if (!ports) return undefined;
  const memberships = ports.map(({ ifname, vlans }): Rows['memberships'][number] => {
    const [native, tagged] = [[] as number[], new Set<number>()];
    for (const { vlan, vlanEnd, flags } of listOf(vlans)) {
      const first = integerOf(vlan);
      const last = integerOf(vlanEnd) ?? first;
      if (!isVlanNumber(first) || !isVlanNumber(last)) continue;
      if (listIn(flags).includes('PVID')) native.push(first);
      else if (!listIn(flags).includes('Egress Untagged'))
        for (let number = first; number <= last; number++) tagged.add(number);
    }
    // Every port has the PVID 1 until VLANs are configured, so a PVID of 1 does not prove a native VLAN.
    const number = native.find((one) => one !== 1);
    return { port: textOf(ifname), ...(number !== undefined && { native: number }), tagged: [...tagged] };
  });
  return { rows: { memberships } };
}

/** The protocols of routes, by their names in /etc/iproute2/rt_protos. */
const protocols: Readonly<Record<string, RouteFacts['protocol']>> = {
  ...{ kernel: 'Local', boot: 'Static', static: 'Static', dhcp: 'Dhcp', bgp: 'Bgp', ospf: 'Ospf', rip: 'Rip' },
  ...{ isis: 'IsIs', eigrp: 'Eigrp' },
};
const refused = ['unreachable', 'prohibit', 'blackhole'];

/**
 * Creates the parser of IPv4 or IPv6 routes. `everything` is the prefix (`0.0.0.0/0` or `::/0`) that iproute2 prints as
 * `default`.
 */
export const parseRoutes =
  (everything: string) =>
  (output: string): Parsed | undefined => {
    const routes = itemsOf(output)?.flatMap((route) => {
      const destination = textOf(route.dst) === 'default' ? everything : prefixOf(textOf(route.dst));
      if (destination === undefined || isOnEveryMachine(destination)) return [];
      const hops = listOf(route.nexthops);
      return (hops.length > 0 ? hops : [route]).flatMap((hop) => routeOf(route, hop, destination));
    });
    return routes && { rows: { routes } };
  };

function routeOf(route: Fields, hop: Fields, destination: string): Rows['routes'][number][] {
  const port = textOf(hop.dev);
  if (port !== '' && !isOnNetwork(port)) return [];
  const nextHop = ipFromText(textOf(hop.gateway) || textOf(fieldsOf(hop.via).host));
  const metric = integerOf(route.metric);
  return [
    {
      destination,
      type: refused.includes(textOf(route.type)) ? 'Reject' : nextHop === undefined ? 'Local' : 'Remote',
      protocol: protocols[textOf(route.protocol)] ?? 'Other',
      ...(nextHop !== undefined && { nextHop }),
      ...(port !== '' && { port }),
      ...(metric !== undefined && metric >= 0 && metric < 2 ** 31 && { metric }),
    },
  ];
}

/**
 * The prefix in CIDR notation. An address without a prefix length, which the kernel prints for a single host, is
 * allowed.
 */
function prefixOf(text: string): string | undefined {
  const [one] = parsePrefixed(text);
  if (!one) return undefined;
  const { address, prefixLength = address.includes(':') ? 128 : 32 } = one;
  return `${address}/${prefixLength}`;
}
