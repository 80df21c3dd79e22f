// RouterOS of MikroTik, including versions before 7, which lack the REST API. `print terse` prints one row per line.
import { aggregateType } from '../../../../platform/text/interface-types';
import { isVlanNumber } from '../../../../platform/text/vlan-numbers';
import { ipFromText, parsePrefixed } from '../../../evidence/addresses';
import { farPortName } from '../../routeros/far-port';
import { routesOf } from '../../routeros/routes';
import type { RouteFacts } from '../../snmp';
import type { Parsed, PortRow, Rows } from '../rows';
import type { Command, System } from '../system';
import { readRecords, skip, valueOf } from '../text/line-rules';
import { isStation, macOf, neighborOf, numberOf, statusOf, vlanNumbersOf } from '../text/values';

const identity = '/system identity print';
const resource = '/system resource print';
const board = '/system routerboard print';

export const routeros: System = {
  name: 'RouterOS',
  sign: /^\s*platform: MikroTik/m,
  channel: 'exec',
  commands: [
    { text: identity, yields: 'name', parse: parseProperties(['name'], ([name]) => ({ name })) },
    {
      text: resource,
      yields: 'version and model',
      parse: parseProperties(['version', 'board-name'], ([version, model]) => ({
        ...{ os: `RouterOS ${version}`, manufacturer: 'MikroTik', softwareRevision: version, model },
      })),
    },
    {
      text: board,
      ...{ yields: 'serial number', isOptional: true },
      parse: parseProperties(['serial-number'], ([serialNumber]) => ({ serialNumber })),
    },
    table('/interface', 'ports', (rows) => ({ ports: rows.flatMap(portOf) })),
    table('/ip address', 'IPv4 addresses', (rows) => ({ addresses: rows.flatMap(addressOf) })),
    table('/ipv6 address', 'IPv6 addresses', (rows) => ({ addresses: rows.flatMap(addressOf) }), { isOptional: true }),
    table('/ip arp', 'ARP table', (rows) => ({ arp: rows.flatMap(arpOf) }), { tables: ['arp'] }),
    table('/ip neighbor', 'neighbours by LLDP, CDP and MNDP', (rows) => ({ neighbors: rows.flatMap(heardOf) }), {
      tables: ['lldp'],
    }),
    table('/interface bridge host', 'MAC addresses at ports', (rows) => ({ fdb: rows.flatMap(learnedOf) }), {
      ...{ tables: ['fdb'], isOptional: true },
    }),
    table('/interface bridge port', 'native VLANs', (rows) => ({ memberships: rows.flatMap(nativeOf) }), {
      isOptional: true,
    }),
    table('/interface bridge vlan', 'tagged VLANs', vlansOfBridges, { isOptional: true }),
    table('/interface vlan', 'VLANs with their names', (rows) => ({ vlans: rows.flatMap(vlanOf) }), {
      isOptional: true,
    }),
    table('/ip route', 'IPv4 routes', (rows) => ({ routes: rows.flatMap(routesOfRow) }), { tables: ['routes'] }),
  ],
};

/** A row of a table: its flags, and a function that returns the value of a property (empty if the row lacks it). */
interface TerseRow {
  readonly flags: string;
  readonly of: (property: string) => string;
}

/** Creates a command that prints a table of RouterOS, whose rows `rowsOf` converts. */
function table(
  menu: string,
  yields: string,
  rowsOf: (rows: readonly TerseRow[]) => Partial<Rows>,
  more: Pick<Command, 'tables' | 'isOptional'> = {},
): Command {
  return {
    ...{ text: `${menu} print terse without-paging`, yields, ...more },
    parse: (output): Parsed | undefined => {
      const { records, unread } = readRecords(output, {
        start: [
          { line: /^\s*\d+\s(?<flags>[A-Za-z+\s]*?)\s?(?<values>[a-z][\w.-]*=.*)$/, starts: true },
          skip(/^(?:Flags|Columns):/),
          skip(/^;;; /),
        ],
      });
      const rows = records.map((record) => rowOf(valueOf(record, 'flags') ?? '', valueOf(record, 'values') ?? ''));
      // If no line has the form of a row, the output is not a table but, for instance, an error message.
      return rows.length === 0 && unread > 0 ? undefined : { rows: rowsOf(rows), unread };
    },
  };
}

/**
 * Parses properties such as `name=ether1 mtu=1500`. If a property occurs several times, as it can inside a comment, the
 * first value is used.
 */
function rowOf(flags: string, text: string): TerseRow {
  const values = new Map<string, string>();
  const starts = [...text.matchAll(/(?:^|\s)([a-z][a-z0-9.-]{0,40})=/g)];
  for (const [at, start] of starts.entries()) {
    const value = text.slice(start.index + start[0].length, starts[at + 1]?.index ?? text.length).trim();
    if (!values.has(start[1]!)) values.set(start[1]!, value.replace(/^"(.*)"$/, '$1'));
  }
  return { flags, of: (property) => values.get(property) ?? '' };
}

/** The protocols of routes, by the flag that RouterOS prints. Static routes have the flag `s`, in RouterOS 6 `S`. */
const routeProtocols: readonly (readonly [RegExp, RouteFacts['protocol']])[] = [
  [/c/i, 'Local'],
  [/d/, 'Dhcp'],
  [/b/, 'Bgp'],
  [/o/, 'Ospf'],
  [/i/, 'IsIs'],
  [/r/, 'Rip'],
  [/s/i, 'Static'],
];

/** Active routes, without routes that drop packets (flags `B`, `U` and `P`). */
function routesOfRow({ flags, of }: TerseRow): Rows['routes'][number][] {
  if (!flags.includes('A') || /[BUP]/.test(flags)) return [];
  return routesOf(of, routeProtocols.find(([flag]) => flag.test(flags))?.[1] ?? 'Other');
}

const isDisabled = ({ flags }: TerseRow): boolean => flags.includes('X');

/**
 * Creates a parser for properties in lines such as `version: 7.14`. The parser returns undefined if the first property
 * is missing.
 */
function parseProperties(
  names: readonly string[],
  identityOf: (values: readonly string[]) => NonNullable<Rows['identity']>,
): Command['parse'] {
  return (output) => {
    const { records } = readRecords(output, {
      start: [
        ...names.map((name) => ({ line: new RegExp(`^\\s*${name}: (?<${groupOf(name)}>.{1,255})$`) })),
        skip(/./),
      ],
    });
    const [record = {}] = records;
    const values = names.map((name) => valueOf(record, groupOf(name)) ?? '');
    return values[0] === '' ? undefined : { rows: { identity: identityOf(values) } };
  };
}
const groupOf = (name: string): string => name.replaceAll('-', '');

/** Maps RouterOS types of interfaces to ifType numbers (IANAifType-MIB). */
const types: Readonly<Record<string, number>> = {
  ...{ ether: 6, bond: aggregateType, bridge: 209, vlan: 135, wlan: 71, wifi: 71, loopback: 24 },
};

function portOf(row: TerseRow): PortRow[] {
  const { of, flags } = row;
  const [name, alias, mac, mtu] = [of('name'), of('comment'), macOf(of('mac-address')), numberOf(of('actual-mtu'))];
  const type = types[of('type')];
  if (name === '') return [];
  return [
    {
      name,
      ...(alias !== '' && { alias }),
      ...(type !== undefined && { type }),
      ...(mac !== undefined && { mac }),
      ...(mtu !== undefined && { mtu }),
      adminStatus: statusOf(!isDisabled(row)),
      operStatus: statusOf(flags.includes('R')),
    },
  ];
}

function addressOf(row: TerseRow): Rows['addresses'][number][] {
  const port = row.of('actual-interface') || row.of('interface');
  if (isDisabled(row) || row.flags.includes('I')) return [];
  return parsePrefixed(row.of('address'))
    .filter(({ address }) => !/^fe[89ab]/i.test(address))
    .map((one) => ({ ...one, ...(port !== '' && { port }) }));
}

function arpOf(row: TerseRow): Rows['arp'][number][] {
  const [address, mac, port] = [ipFromText(row.of('address')), macOf(row.of('mac-address')), row.of('interface')];
  const isUsable = address !== undefined && mac !== undefined && !isDisabled(row) && !row.flags.includes('I');
  return isUsable ? [{ address, mac, ...(port !== '' && { port }) }] : [];
}

/**
 * A neighbor cannot forge its MAC address or the interface by the texts it sends: RouterOS prints both before these
 * texts, and the first value of a property is used.
 */
function heardOf({ of }: TerseRow): Rows['neighbors'][number][] {
  // The interface of a neighbor may be `ether1,bridge`: first the port, then its bridge.
  const [port = ''] = of('interface').split(',');
  const systemDescription = of('system-description');
  const printedPort = of('interface-name');
  const portId = farPortName({ platform: of('platform'), systemDescription, portName: printedPort });
  const neighbor = neighborOf({
    ...{ protocol: 'LLDP', chassisSubtype: 'mac', chassisId: macOf(of('mac-address')) },
    ...{ portSubtype: 'ifname', portId, systemName: of('identity'), systemDescription },
    managementAddresses: ['address', 'address4', 'address6'].map(of),
  });
  return neighbor?.chassisId && port !== '' ? [{ port, neighbor }] : [];
}

function learnedOf({ of, flags }: TerseRow): Rows['fdb'][number][] {
  const [mac, port] = [macOf(of('mac-address')), of('on-interface') || of('interface')];
  return mac !== undefined && isStation(mac) && port !== '' && !flags.includes('L') ? [{ mac, port }] : [];
}

function nativeOf(row: TerseRow): Rows['memberships'][number][] {
  const [port, native] = [row.of('interface'), numberOf(row.of('pvid'))];
  // Every port has the PVID 1 until VLANs are configured, so a PVID of 1 does not prove a native VLAN.
  const isKnown = port !== '' && isVlanNumber(native) && native !== 1 && !isDisabled(row);
  return isKnown ? [{ port, native, tagged: [] }] : [];
}

function vlansOfBridges(rows: readonly TerseRow[]): Partial<Rows> {
  const enabled = rows
    .filter((row) => !isDisabled(row))
    .map(({ of }) => ({ of, numbers: vlanNumbersOf(of('vlan-ids')) }));
  return {
    vlans: enabled.flatMap(({ numbers }) => numbers.map((number) => ({ number }))),
    memberships: enabled.flatMap(({ of, numbers }) => {
      const ports = [...of('tagged').split(','), ...of('current-tagged').split(',')].filter((port) => port !== '');
      return [...new Set(ports)].map((port) => ({ port, tagged: numbers }));
    }),
  };
}

function vlanOf({ of }: TerseRow): Rows['vlans'][number][] {
  const [number, name] = [numberOf(of('vlan-id')), of('name')];
  return isVlanNumber(number) ? [{ number, ...(name !== '' && { name }) }] : [];
}
