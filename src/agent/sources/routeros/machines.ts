// Converts the tables of a RouterOS device to machines: the device itself, and the machines in its ARP table.
import { aggregateType } from '../../../platform/text/interface-types';
import { isVlanNumber } from '../../../platform/text/vlan-numbers';
import { ipFromText } from '../../evidence/addresses';
import { integerOf, textOf, type Fields } from '../../evidence/json';
import { macFromText } from '../../evidence/mac';
import type { ApiPlace } from '../http/api-client';
import { machinesInArp, someFacts, somePort, withDistinctNames, type FoundMachine } from '../reading';
import type { DeviceTable, InterfaceFacts, NeighborFacts, RouteFacts } from '../snmp';
import { farPortName } from './far-port';
import type { Router } from './requests';
import { routesOf, type NamedRoute } from './routes';

export const sourceName = 'routeros';

/** Maximum number of routes per device that are reported. */
const mostRoutes = 2_000;

/** Maps RouterOS types of interfaces to ifType numbers (IANAifType-MIB). */
const interfaceTypes: ReadonlyMap<string, number> = new Map([
  ['ether', 6],
  ['bond', aggregateType],
  ['bridge', 209],
  ['vlan', 135],
  ['wlan', 71],
  ['wifi', 71],
  ['loopback', 24],
]);

const isTrue = (value: unknown): boolean => value === true || value === 'true';
const macOf = (value: unknown): string | undefined => {
  const mac = macFromText(textOf(value));
  return mac === '00:00:00:00:00:00' ? undefined : mac;
};

export function machinesOf(router: Router, place: ApiPlace): FoundMachine[] {
  const { identity, resource, board, interfaces, tables } = router;
  const names = new Map(interfaces.map(({ name }, at) => [textOf(name), -(at + 1)] as const));
  const vlans = vlansOf(router);
  const ports = interfaces.map((row, at) => portOf(row, -(at + 1), router));
  const addresses = [...(tables.addresses ?? []), ...(tables.addresses6 ?? [])].flatMap((row) => addressOf(row, names));
  const arp = (tables.arp ?? []).flatMap((row) => {
    const [address, mac] = [ipFromText(textOf(row.address)), macOf(row['mac-address'])];
    if (address === undefined || mac === undefined || isTrue(row.disabled) || row.complete === 'false') return [];
    return [{ address, mac, ifIndex: names.get(textOf(row.interface)) ?? 0 }];
  });
  const namedRoutes = (tables.routes ?? []).flatMap(routesOfRow);
  // A reported route refers to its port by the ifIndex, but RouterOS returns only the port's name. So the port is left
  // out.
  const routes = namedRoutes.slice(0, mostRoutes).map(({ port: _port, ...route }) => route);
  const complete: DeviceTable[] = [
    ...(tables.neighbors ? ['lldp' as const] : []),
    ...(tables.bridgeHosts ? ['fdb' as const] : []),
    ...(tables.arp ? ['arp' as const] : []),
    ...(tables.routes && namedRoutes.length <= mostRoutes ? ['routes' as const] : []),
  ];
  const name = textOf(identity.name);
  const version = textOf(resource.version);
  const model = textOf(board.model) || textOf(resource['board-name']);
  const serialNumber = textOf(board['serial-number']);
  const deviceMachine: FoundMachine = {
    ...{ source: sourceName, key: `${sourceName} ${place.address}:${place.port}` },
    ...(name !== '' && { name }),
    os: version === '' ? 'RouterOS' : `RouterOS ${version}`,
    entity: {
      manufacturer: 'MikroTik',
      ...(model !== '' && { model }),
      ...(serialNumber !== '' && { serialNumber }),
    },
    facts: someFacts({ interfaces: withDistinctNames(ports), addresses, arp, vlans, routes }, complete),
  };
  return [deviceMachine, ...machinesInArp(deviceMachine)];
}

/** A RouterOS route has one of these properties with the value true, which says how the route was learned. */
const routeProtocols: readonly (readonly [string, RouteFacts['protocol']])[] = [
  ['connect', 'Local'],
  ['dhcp', 'Dhcp'],
  ['bgp', 'Bgp'],
  ['ospf', 'Ospf'],
  ['is-is', 'IsIs'],
  ['rip', 'Rip'],
  ['static', 'Static'],
];

/** Active routes, without routes that drop packets (blackhole). */
function routesOfRow(row: Fields): NamedRoute[] {
  if (!isTrue(row.active) || isTrue(row.disabled) || isTrue(row.blackhole)) return [];
  const protocol = routeProtocols.find(([name]) => isTrue(row[name]))?.[1] ?? 'Other';
  return routesOf((name) => textOf(row[name]), protocol);
}

function addressOf(row: Fields, names: ReadonlyMap<string, number>) {
  const [host = '', bits = ''] = textOf(row.address).split('/');
  const address = ipFromText(host);
  const prefixLength = /^\d{1,3}$/.test(bits) ? Number(bits) : undefined;
  if (address === undefined || isTrue(row.disabled) || isTrue(row.invalid)) return [];
  const isValid = prefixLength !== undefined && prefixLength <= (address.includes(':') ? 128 : 32);
  const ifIndex = names.get(textOf(row['actual-interface']) || textOf(row.interface)) ?? 0;
  return [{ address, ifIndex, ...(isValid && { prefixLength }) }];
}

function portOf(row: Fields, ifIndex: number, { tables }: Router): InterfaceFacts {
  const name = textOf(row.name);
  const [mac, mtu, type] = [
    macOf(row['mac-address']),
    integerOf(row['actual-mtu']),
    interfaceTypes.get(textOf(row.type)),
  ];
  const comment = textOf(row.comment).trim();
  const isDisabled = isTrue(row.disabled);
  const learned = (tables.bridgeHosts ?? [])
    .filter((host) => !isTrue(host.local) && (textOf(host['on-interface']) || textOf(host.interface)) === name)
    .flatMap((host) => macOf(host['mac-address']) ?? []);
  const native = integerOf((tables.bridgePorts ?? []).find((port) => textOf(port.interface) === name)?.pvid);
  // Every port has the PVID 1 until VLANs are configured, so a PVID of 1 does not prove a native VLAN.
  const isNative = isVlanNumber(native) && native !== 1;
  const tagged = (tables.bridgeVlans ?? [])
    .filter((vlan) => !isTrue(vlan.disabled) && namesIn(vlan.tagged, vlan['current-tagged']).includes(name))
    .flatMap((vlan) => numbersIn(vlan['vlan-ids']));
  return somePort({
    ...{ ifIndex, name, descr: name },
    ...(comment !== '' && { alias: comment }),
    ...(type !== undefined && { type }),
    ...(mac !== undefined && { mac }),
    ...(mtu !== undefined && mtu > 0 && { mtu }),
    adminStatus: isDisabled ? 'Down' : 'Up',
    operStatus: isTrue(row.running) && !isDisabled ? 'Up' : 'Down',
    ...(isNative && { nativeVlan: native }),
    taggedVlans: [...new Set(tagged)].sort((a, b) => a - b),
    fdbMacs: [...new Set(learned)],
    neighbors: (tables.neighbors ?? []).filter((one) => portNameOf(one) === name).flatMap(neighborOf),
  });
}

const namesIn = (...values: unknown[]): string[] => values.flatMap((value) => textOf(value).split(',')).filter(Boolean);

/** Parses a list of VLAN numbers such as `20,30-32`. Invalid parts are skipped. */
function numbersIn(value: unknown): number[] {
  return textOf(value)
    .split(',')
    .flatMap((part) => {
      const [first = NaN, last = first] = part.split('-').map(Number);
      if (!isVlanNumber(first) || !isVlanNumber(last) || !Number.isInteger(first) || first > last) return [];
      return Array.from({ length: Math.floor(last) - first + 1 }, (_none, at) => first + at);
    });
}

/** The VLANs of bridges and of VLAN interfaces. The name of a VLAN interface becomes the name of its VLAN. */
function vlansOf({ tables }: Router): { number: number; name?: string }[] {
  const byNumber = new Map<number, { number: number; name?: string }>();
  const bridgeVlans = (tables.bridgeVlans ?? []).filter((row) => !isTrue(row.disabled));
  for (const number of bridgeVlans.flatMap((row) => numbersIn(row['vlan-ids']))) byNumber.set(number, { number });
  for (const row of tables.vlans ?? []) {
    const number = integerOf(row['vlan-id']);
    const name = textOf(row.name);
    if (isVlanNumber(number)) byNumber.set(number, { number, ...(name !== '' && { name }) });
  }
  return [...byNumber.values()];
}

/**
 * The port that received the neighbor's frames. RouterOS prints the port and then its bridge, as in `ether1,bridge`.
 */
const portNameOf = ({ interface: text }: Fields): string => textOf(text).split(',')[0]!;

function neighborOf(row: Fields): NeighborFacts[] {
  const [mac, systemName] = [macOf(row['mac-address']), textOf(row.identity)];
  if (mac === undefined) return [];
  const addresses = [row.address, row.address4, row.address6].flatMap((text) => ipFromText(textOf(text)) ?? []);
  const systemDescription = textOf(row['system-description']);
  const printedPort = textOf(row['interface-name']);
  const portName = farPortName({ platform: textOf(row.platform), systemDescription, portName: printedPort });
  return [
    {
      ...{ protocol: 'LLDP', localPort: 'resolved', managementAddresses: [...new Set(addresses)] },
      chassisId: { subtype: 'MacAddress', value: mac },
      ...(portName !== '' && { portId: { subtype: 'InterfaceName' as const, value: portName.slice(0, 255) } }),
      ...(systemName !== '' && { systemName }),
      ...(systemDescription !== '' && { systemDescription }),
    },
  ];
}
