// Junos: commands that print JSON. In Junos' JSON, every element is a list, and the text of an element is in its member
// `data`.
import { isVlanNumber } from '../../../../platform/text/vlan-numbers';
import { ipFromText, parsePrefixed } from '../../../evidence/addresses';
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../../evidence/json';
import { ipv4Destination } from '../../../evidence/routes';
import type { RouteFacts } from '../../snmp';
import type { Parsed, PortRow, Rows } from '../rows';
import type { Command, System } from '../system';
import { parseJsonOutput } from '../text/json-output';
import { portType } from '../text/port-names';
import { duplexOf, isStation, macOf, neighborOf, statusOf } from '../text/values';

export const junos: System = {
  name: 'Junos',
  sign: /^(?:Junos: |JUNOS )/m,
  channel: 'exec',
  commands: [
    display('show version', ['software-information'], versionOf, { yields: 'name, version and model' }),
    display('show chassis hardware', ['chassis-inventory'], hardwareOf, { yields: 'serial number', isOptional: true }),
    display('show interfaces', ['interface-information'], portsOf, {
      ...{ yields: 'ports with state, MAC address, speed, aggregate and addresses', tables: ['aggregates'] },
    }),
    display('show vlans extensive', ['l2ng-l2ald-vlan-instance-information'], vlansOf, {
      ...{ yields: 'VLANs with their names and ports', isOptional: true },
    }),
    display('show lldp neighbors', ['lldp-neighbors-information'], neighborsOf, {
      ...{ yields: 'LLDP neighbours', tables: ['lldp'], isOptional: true },
    }),
    display(
      'show ethernet-switching table',
      ['l2ng-l2ald-rtb-macdb', 'ethernet-switching-table-information'],
      forwardingOf,
      { ...{ yields: 'MAC addresses at ports', tables: ['fdb'], isOptional: true } },
    ),
    display('show arp no-resolve', ['arp-table-information'], arpOf, { yields: 'ARP table', tables: ['arp'] }),
    display('show route table inet.0 active-path', ['route-information'], routesOf, {
      ...{ yields: 'IPv4 routes', tables: ['routes'], isOptional: true },
    }),
  ],
};

/**
 * Creates a command whose output is JSON. `rowsOf` converts the elements of the output that have one of the names
 * `elements`. `parse` returns undefined if the output has no such element.
 */
function display(
  text: string,
  elements: readonly string[],
  rowsOf: (roots: readonly Fields[]) => Partial<Rows> | undefined,
  of: Omit<Command, 'text' | 'parse'>,
): Command {
  return {
    ...of,
    text: `${text} | display json`,
    parse: (output): Parsed | undefined => {
      const answer = fieldsOf(parseJsonOutput(output));
      // On a virtual chassis, the output contains a separate result for each member.
      const members = below(below([answer], 'multi-routing-engine-results'), 'multi-routing-engine-item');
      const roots = elements.flatMap((element) => below([answer, ...members], element));
      const rows = roots.length === 0 ? undefined : rowsOf(roots);
      return rows && { rows };
    },
  };
}

/**
 * Descends from `elements` one level for each name in `path`, and returns all elements at the end. In Junos's JSON,
 * each element has a list of elements for each name.
 */
const below = (elements: readonly Fields[], ...path: string[]): readonly Fields[] =>
  path.reduce<readonly Fields[]>((all, name) => all.flatMap((one) => listOf(one[name])), elements);

const textIn = (element: Fields, name: string): string => textOf(below([element], name)[0]?.data).trim();
const firstText = (element: Fields, ...names: string[]): string =>
  names.map((name) => textIn(element, name)).find((text) => text !== '') ?? '';

/** The name of the port, without the unit (`.0`) after it, because a cable is connected to the port. */
const portOfUnit = (name: string): string => name.replace(/\*$/, '').replace(/\.\d{1,10}$/, '');

function versionOf([root = {}]: readonly Fields[]): Partial<Rows> {
  const [name, model, version] = [
    textIn(root, 'host-name'),
    textIn(root, 'product-model'),
    textIn(root, 'junos-version'),
  ];
  return {
    identity: {
      ...{ os: `Junos ${version}`.trim(), manufacturer: 'Juniper' },
      ...(name !== '' && { name }),
      ...(model !== '' && { model }),
      ...(version !== '' && { softwareRevision: version }),
    },
  };
}

function hardwareOf(roots: readonly Fields[]): Partial<Rows> {
  const serialNumber = below(roots, 'chassis')
    .map((chassis) => textIn(chassis, 'serial-number'))
    .find((text) => text !== '');
  return { identity: { ...(serialNumber !== undefined && { serialNumber }) } };
}

/** Names of network ports; interfaces with other names are internal. */
const portNames = /^(?:ge|xe|et|fe|mge|ae|reth|em|me|fxp|vme|irb|vlan|lo|st|gr)-?\d|^(?:irb|vlan|vme)$/;

function portsOf(roots: readonly Fields[]): Partial<Rows> {
  const physical = below(roots, 'physical-interface').filter((one) => portNames.test(textIn(one, 'name')));
  const units = below(physical, 'logical-interface').map((unit) => ({
    unit,
    families: below([unit], 'address-family'),
  }));
  const addresses = units.flatMap(({ unit, families }) =>
    below(families, 'interface-address').flatMap((one) => {
      const [, bits] = textIn(one, 'ifa-destination').split('/');
      const text = `${textIn(one, 'ifa-local')}${bits === undefined ? '' : `/${bits}`}`;
      return parsePrefixed(text)
        .filter(({ address }) => !/^fe[89ab]/i.test(address))
        .map((address) => ({ ...address, port: textIn(unit, 'name') }));
    }),
  );
  const withAddress = new Set(addresses.map(({ port }) => port));
  const aggregates = units.flatMap(({ unit, families }) => {
    const [bundle] = families.map((one) => textIn(one, 'ae-bundle-name')).filter((text) => text !== '');
    return bundle === undefined ? [] : [{ name: portOfUnit(textIn(unit, 'name')), aggregate: portOfUnit(bundle) }];
  });
  const unitsWithAddress = units.map(({ unit }) => unit).filter((unit) => withAddress.has(textIn(unit, 'name')));
  return { ports: [...physical.map(portOf), ...unitsWithAddress.map(unitOf), ...aggregates], addresses };
}

function numbered(element: Fields): Pick<PortRow, 'name' | 'ifIndex' | 'alias'> {
  const [ifIndex, alias] = [integerOf(textIn(element, 'snmp-index')), textIn(element, 'description')];
  return {
    name: textIn(element, 'name'),
    ...(ifIndex !== undefined && ifIndex > 0 && ifIndex < 2 ** 31 && { ifIndex }),
    ...(alias !== '' && { alias }),
  };
}

const unitOf = (unit: Fields): PortRow => ({ ...numbered(unit), type: 53 });

const speeds = { kbps: 1e3, mbps: 1e6, gbps: 1e9 } as const;

function portOf(port: Fields): PortRow {
  const of = numbered(port);
  const [type, mac, mtu] = [
    portType(of.name),
    macOf(firstText(port, 'current-physical-address', 'hardware-physical-address')),
    integerOf(textIn(port, 'mtu')),
  ];
  const [, amount, unit] = /^(\d{1,6})([kmg]bps)$/i.exec(textIn(port, 'speed')) ?? [];
  const duplex = duplexOf(firstText(port, 'link-mode', 'duplex', 'link-type'));
  return {
    ...of,
    ...(type !== undefined && { type }),
    ...(mac !== undefined && { mac }),
    ...(mtu !== undefined && mtu > 0 && { mtu }),
    ...(amount !== undefined && { speedBps: Number(amount) * speeds[unit!.toLowerCase() as keyof typeof speeds] }),
    ...(duplex !== undefined && { duplex }),
    adminStatus: statusOf(textIn(port, 'admin-status') === 'up'),
    operStatus: statusOf(textIn(port, 'oper-status') === 'up'),
  };
}

function vlansOf(roots: readonly Fields[]): Partial<Rows> {
  const groups = below(roots, 'l2ng-l2ald-vlan-instance-group').flatMap((group) => {
    const number = integerOf(textIn(group, 'l2ng-l2rtb-vlan-tag'));
    return isVlanNumber(number) ? [{ group, number, name: textIn(group, 'l2ng-l2rtb-vlan-name') }] : [];
  });
  const memberships = groups.flatMap(({ group, number }) =>
    below([group], 'l2ng-l2rtb-vlan-member').flatMap((member): Rows['memberships'][number][] => {
      const port = portOfUnit(textIn(member, 'l2ng-l2rtb-vlan-member-interface'));
      const tagness = textIn(member, 'l2ng-l2rtb-vlan-member-tagness');
      if (port === '' || !/^(?:un)?tagged$/i.test(tagness)) return [];
      return [/^un/i.test(tagness) ? { port, native: number, tagged: [] } : { port, tagged: [number] }];
    }),
  );
  return { vlans: groups.map(({ number, name }) => ({ number, ...(name !== '' && { name }) })), memberships };
}

function neighborsOf(roots: readonly Fields[]): Partial<Rows> {
  return {
    neighbors: below(roots, 'lldp-neighbor-information').flatMap((one) => {
      const neighbor = neighborOf({
        protocol: 'LLDP',
        chassisSubtype: textIn(one, 'lldp-remote-chassis-id-subtype'),
        chassisId: textIn(one, 'lldp-remote-chassis-id'),
        portSubtype: textIn(one, 'lldp-remote-port-id-subtype'),
        portId: textIn(one, 'lldp-remote-port-id'),
        portDescription: textIn(one, 'lldp-remote-port-description'),
        systemName: textIn(one, 'lldp-remote-system-name'),
      });
      const port = portOfUnit(firstText(one, 'lldp-local-port-id', 'lldp-local-interface'));
      return neighbor && port !== '' ? [{ port, neighbor }] : [];
    }),
  };
}

/** The forwarding table. Devices with ELS (Enhanced Layer 2 Software) use other element names than older devices. */
function forwardingOf(roots: readonly Fields[]): Partial<Rows> {
  const els = below(roots, 'l2ng-l2ald-mac-entry-vlan', 'l2ng-mac-entry').map((row) => ({
    mac: macOf(textIn(row, 'l2ng-l2-mac-address')),
    ports: [textIn(row, 'l2ng-l2-mac-logical-interface')],
  }));
  const older = below(roots, 'ethernet-switching-table', 'mac-table-entry').map((row) => ({
    mac: macOf(textIn(row, 'mac-address')),
    ports: below([row], 'mac-interfaces-list').map((list) => textIn(list, 'mac-interfaces')),
  }));
  return {
    fdb: [...els, ...older].flatMap(({ mac, ports }) =>
      ports.flatMap((text) => {
        const port = portOfUnit(text);
        return mac !== undefined && isStation(mac) && /^[a-z]{2,5}-?\d/.test(port) ? [{ mac, port }] : [];
      }),
    ),
  };
}

function arpOf(roots: readonly Fields[]): Partial<Rows> {
  return {
    arp: below(roots, 'arp-table-entry').flatMap((row) => {
      const [address, mac] = [ipFromText(textIn(row, 'ip-address')), macOf(textIn(row, 'mac-address'))];
      // The interface of an ARP entry may be `irb.10 [ge-0/0/1.0]`: first the interface with the address, then the
      // physical port.
      const [port = ''] = textIn(row, 'interface-name').split(' ');
      return address === undefined || mac === undefined ? [] : [{ address, mac, ...(port !== '' && { port }) }];
    }),
  };
}

/** The protocols of routes, by the name that Junos prints, in lower case. */
const protocols: ReadonlyMap<string, RouteFacts['protocol']> = new Map([
  ['direct', 'Local'],
  ['static', 'Static'],
  ['bgp', 'Bgp'],
  ['ospf', 'Ospf'],
  ['is-is', 'IsIs'],
  ['rip', 'Rip'],
]);

/**
 * The routes that have a next hop or a port. Routes without both drop packets, and local routes lead to the device
 * itself. Undefined if no route remains.
 */
function routesOf(roots: readonly Fields[]): Partial<Rows> | undefined {
  const routes = below(roots, 'route-table', 'rt').flatMap((row) => {
    const destination = ipv4Destination(textIn(row, 'rt-destination'));
    return below([row], 'rt-entry').flatMap((entry): Rows['routes'] => {
      const name = textIn(entry, 'protocol-name').toLowerCase();
      if (destination === undefined || name === 'local') return [];
      return below([entry], 'nh').flatMap((hop): Rows['routes'] => {
        const [nextHop, port] = [ipFromText(textIn(hop, 'to')), textIn(hop, 'via')];
        if (nextHop === undefined && port === '') return [];
        return [
          {
            ...{
              destination,
              protocol: protocols.get(name) ?? 'Other',
              type: nextHop === undefined ? 'Local' : 'Remote',
            },
            ...(nextHop !== undefined && { nextHop }),
            ...(port !== '' && { port }),
          },
        ];
      });
    });
  });
  return routes.length === 0 ? undefined : { routes };
}
