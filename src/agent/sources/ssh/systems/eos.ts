// Arista EOS: commands that print JSON.
import { isVlanNumber } from '../../../../platform/text/vlan-numbers';
import { ipFromText, parsePrefixed } from '../../../evidence/addresses';
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../../evidence/json';
import type { RouteFacts } from '../../snmp';
import type { Parsed, PortRow, Rows } from '../rows';
import type { System } from '../system';
import { parseJsonOutput } from '../text/json-output';
import { portType } from '../text/port-names';
import { duplexOf, isStation, macOf, neighborOf, statusOf, vlanNumbersOf } from '../text/values';
import { jsonCommand } from './json-command';

const entriesOf = (value: unknown): (readonly [string, Fields])[] =>
  Object.entries(fieldsOf(value)).map(([name, one]) => [name, fieldsOf(one)] as const);

export const eos: System = {
  name: 'EOS',
  sign: /^Arista /m,
  channel: 'exec',
  commands: [
    {
      text: 'show version | json',
      yields: 'version, model, serial number and MAC address of the system',
      parse: parseVersion,
    },
    jsonCommand('show hostname | json', 'hostname', (name) => ({ identity: { name: textOf(name) } }), {
      yields: 'name',
    }),
    jsonCommand('show interfaces | json', 'interfaces', portsOf, {
      yields: 'ports, aggregates and addresses',
      tables: ['aggregates'],
    }),
    jsonCommand('show snmp mib ifmib ifindex | json', 'ifIndex', indexesOf, {
      ...{ yields: 'ifIndex of each port, the same as over SNMP', isOptional: true },
    }),
    jsonCommand('show vlan | json', 'vlans', vlansOf, { yields: 'VLANs with their names' }),
    jsonCommand('show interfaces switchport | json', 'switchports', membershipsOf, { yields: 'VLANs of ports' }),
    jsonCommand('show lldp neighbors detail | json', 'lldpNeighbors', neighborsOf, {
      yields: 'LLDP neighbours',
      tables: ['lldp'],
    }),
    jsonCommand('show mac address-table | json', 'unicastTable', forwardingOf, {
      yields: 'MAC addresses at ports',
      tables: ['fdb'],
    }),
    jsonCommand('show ip arp | json', 'ipV4Neighbors', arpOf, { yields: 'ARP table', tables: ['arp'] }),
    jsonCommand('show ip route | json', 'vrfs', routesOf, {
      yields: 'IPv4 routes',
      tables: ['routes'],
      isOptional: true,
    }),
  ],
};

function parseVersion(output: string): Parsed | undefined {
  const of = fieldsOf(parseJsonOutput(output));
  const [model, version, serialNumber] = [textOf(of.modelName), textOf(of.version), textOf(of.serialNumber)];
  if (version === '') return undefined;
  const chassisId = macOf(textOf(of.systemMacAddress));
  return {
    rows: {
      identity: {
        ...{ os: `Arista EOS ${version}`, manufacturer: 'Arista', softwareRevision: version },
        ...(model !== '' && { model }),
        ...(serialNumber !== '' && { serialNumber }),
        ...(chassisId !== undefined && { chassisId }),
      },
    },
  };
}

function portsOf(value: unknown): Partial<Rows> {
  const entries = entriesOf(value);
  const aggregates = new Map(
    entries.flatMap(([aggregate, { memberInterfaces }]) =>
      entriesOf(memberInterfaces).map(([member]) => [member, aggregate] as const),
    ),
  );
  const addresses = entries.flatMap(([port, { interfaceAddress }]) =>
    listOf(interfaceAddress)
      .flatMap(({ primaryIp, secondaryIpsOrderedList }) => [fieldsOf(primaryIp), ...listOf(secondaryIpsOrderedList)])
      .flatMap(({ address, maskLen }) => parsePrefixed(`${textOf(address)}/${String(maskLen)}`))
      .map((one) => ({ ...one, port })),
  );
  return { ports: entries.map(([name, port]) => portOf(name, port, aggregates.get(name))), addresses };
}

function portOf(name: string, port: Fields, aggregate: string | undefined): PortRow {
  const [type, mac, mtu] = [portType(name), macOf(textOf(port.physicalAddress)), integerOf(port.mtu)];
  const [speedBps, alias, duplex] = [
    integerOf(port.bandwidth),
    textOf(port.description),
    duplexOf(textOf(port.duplex)),
  ];
  const status = textOf(port.interfaceStatus);
  return {
    name,
    ...(alias !== '' && { alias }),
    ...(type !== undefined && { type }),
    ...(mac !== undefined && { mac }),
    ...(mtu !== undefined && mtu > 0 && { mtu }),
    ...(speedBps !== undefined && speedBps > 0 && { speedBps }),
    ...(duplex !== undefined && { duplex }),
    adminStatus: statusOf(status !== 'disabled'),
    operStatus: statusOf(textOf(port.lineProtocolStatus) === 'up'),
    ...(aggregate !== undefined && { aggregate }),
  };
}

function indexesOf(value: unknown): Partial<Rows> {
  return {
    ports: Object.entries(fieldsOf(value)).flatMap(([name, index]) => {
      const ifIndex = integerOf(index);
      return ifIndex !== undefined && ifIndex > 0 && ifIndex < 2 ** 31 ? [{ name, ifIndex }] : [];
    }),
  };
}

function vlansOf(value: unknown): Partial<Rows> {
  return {
    vlans: entriesOf(value).flatMap(([id, { name }]) => {
      const number = integerOf(id);
      return isVlanNumber(number) ? [{ number, ...(textOf(name) !== '' && { name: textOf(name) }) }] : [];
    }),
  };
}

function membershipsOf(value: unknown): Partial<Rows> {
  return {
    memberships: entriesOf(value).flatMap(([port, { enabled, switchportInfo }]): Rows['memberships'][number][] => {
      const of = fieldsOf(switchportInfo);
      const isTrunk = textOf(of.mode) === 'trunk';
      const native = integerOf(isTrunk ? of.trunkingNativeVlanId : of.accessVlanId);
      const allowed = textOf(of.trunkAllowedVlans);
      if (enabled !== true || !['access', 'trunk'].includes(textOf(of.mode))) return [];
      return [
        {
          port,
          ...(isVlanNumber(native) && { native }),
          tagged: isTrunk ? vlanNumbersOf(allowed) : [],
          ...(isTrunk && /^all$/i.test(allowed) && { hasAllVlans: true }),
        },
      ];
    }),
  };
}

function neighborsOf(value: unknown): Partial<Rows> {
  return {
    neighbors: entriesOf(value).flatMap(([port, { lldpNeighborInfo }]) =>
      listOf(lldpNeighborInfo).flatMap((one) => {
        const remote = fieldsOf(one.neighborInterfaceInfo);
        const neighbor = neighborOf({
          protocol: 'LLDP',
          chassisSubtype: textOf(one.chassisIdType),
          chassisId: textOf(one.chassisId),
          portSubtype: textOf(remote.interfaceIdType),
          // EOS versions before 4.20 have only `interfaceId`, whose value is in quotation marks.
          portId: textOf(remote.interfaceId_v2) || textOf(remote.interfaceId).replace(/^"(.*)"$/, '$1'),
          portDescription: textOf(remote.interfaceDescription),
          systemName: textOf(one.systemName),
          systemDescription: textOf(one.systemDescription),
          managementAddresses: listOf(one.managementAddresses).map(({ address }) => textOf(address)),
        });
        return neighbor ? [{ port, neighbor }] : [];
      }),
    ),
  };
}

function forwardingOf(value: unknown): Partial<Rows> {
  return {
    fdb: listOf(fieldsOf(value).tableEntries).flatMap(({ macAddress, interface: port }) => {
      const mac = macOf(textOf(macAddress));
      const isPort = /^(?:Et|Po|Ma)/.test(textOf(port));
      return mac !== undefined && isStation(mac) && isPort ? [{ mac, port: textOf(port) }] : [];
    }),
  };
}

function arpOf(value: unknown): Partial<Rows> {
  return {
    arp: listOf(value).flatMap(({ address: text, hwAddress, interface: ports }) => {
      const [address, mac] = [ipFromText(textOf(text)), macOf(textOf(hwAddress))];
      // The interface of an ARP entry may be `Vlan10, Ethernet1`: first the interface with the address, then the
      // physical port.
      const [port = ''] = textOf(ports).split(',');
      return address === undefined || mac === undefined ? [] : [{ address, mac, ...(port !== '' && { port }) }];
    }),
  };
}

/** The protocols of routes, by a pattern for the route type that EOS prints. */
const protocols: readonly (readonly [RegExp, RouteFacts['protocol']])[] = [
  [/^connected/, 'Local'],
  [/^static/, 'Static'],
  [/bgp/i, 'Bgp'],
  [/ospf/i, 'Ospf'],
  [/isis/i, 'IsIs'],
  [/^rip/i, 'Rip'],
];

/** Only the routes of the default VRF are reported. */
function routesOf(value: unknown): Partial<Rows> {
  return {
    routes: entriesOf(fieldsOf(fieldsOf(value).default).routes).flatMap(([prefix, { routeType, vias, metric }]) => {
      const [one] = parseNetwork(prefix);
      const cost = integerOf(metric);
      if (one === undefined) return [];
      return listOf(vias).map(({ nexthopAddr, interface: port }) => {
        const nextHop = ipFromText(textOf(nexthopAddr));
        return {
          destination: one,
          type: nextHop === undefined ? ('Local' as const) : ('Remote' as const),
          protocol: protocols.find(([sign]) => sign.test(textOf(routeType)))?.[1] ?? ('Other' as const),
          ...(nextHop !== undefined && { nextHop }),
          ...(textOf(port) !== '' && { port: textOf(port) }),
          ...(cost !== undefined && cost >= 0 && cost < 2 ** 31 && { metric: cost }),
        };
      });
    }),
  };
}

/** The prefix in CIDR notation, with a special case for the default route; empty for other texts. */
const parseNetwork = (text: string): string[] =>
  text === '0.0.0.0/0'
    ? [text]
    : parsePrefixed(text).flatMap(({ address, prefixLength }) =>
        prefixLength === undefined ? [] : [`${address}/${prefixLength}`],
      );
