// Cisco NX-OS: commands that print JSON. A table is an object `TABLE_…` whose member `ROW_…` is a list of rows, or a
// single row.
import { isVlanNumber } from '../../../../platform/text/vlan-numbers';
import { ipFromText, parsePrefixed } from '../../../evidence/addresses';
import { fieldsOf, integerOf, textOf, type Fields } from '../../../evidence/json';
import { ipv4Destination } from '../../../evidence/routes';
import type { RouteFacts } from '../../snmp';
import type { Parsed, PortRow, Rows } from '../rows';
import type { System } from '../system';
import { parseJsonOutput } from '../text/json-output';
import { portType } from '../text/port-names';
import { duplexOf, isStation, macOf, neighborOf, statusOf, vlanNumbersOf } from '../text/values';
import { jsonCommand } from './json-command';

export const nxos: System = {
  name: 'NX-OS',
  sign: /^Cisco Nexus Operating System/m,
  channel: 'exec',
  commands: [
    { text: 'show version | json', yields: 'name, version, model and serial number', parse: parseVersion },
    jsonCommand('show interface | json', 'TABLE_interface', portsOf, {
      yields: 'ports with state, MAC address, speed and addresses',
    }),
    jsonCommand('show interface snmp-ifindex | json', 'TABLE_interface', indexesOf, {
      ...{ yields: 'ifIndex of each port, the same as over SNMP', isOptional: true },
    }),
    jsonCommand('show vlan brief | json', 'TABLE_vlanbriefxbrief', vlansOf, {
      ...{ yields: 'VLANs with their names', isOptional: true },
    }),
    jsonCommand('show interface switchport | json', 'TABLE_interface', membershipsOf, {
      ...{ yields: 'VLANs of ports', isOptional: true },
    }),
    jsonCommand('show lldp neighbors detail | json', 'TABLE_nbor_detail', lldpOf, {
      ...{ yields: 'LLDP neighbours', tables: ['lldp'], isOptional: true },
    }),
    jsonCommand('show cdp neighbors detail | json', 'TABLE_cdp_neighbor_detail_info', cdpOf, {
      ...{ yields: 'CDP neighbours', tables: ['cdp'], isOptional: true },
    }),
    jsonCommand('show mac address-table | json', 'TABLE_mac_address', forwardingOf, {
      ...{ yields: 'MAC addresses at ports', tables: ['fdb'], isOptional: true },
    }),
    jsonCommand('show ip arp vrf all | json', 'TABLE_vrf', arpOf, { yields: 'ARP tables', tables: ['arp'] }),
    jsonCommand('show ip route | json', 'TABLE_vrf', routesOf, {
      ...{ yields: 'IPv4 routes', tables: ['routes'], isOptional: true },
    }),
  ],
};

/** The rows of a table of NX-OS: the value of its member `ROW_…`, whose name differs by table. */
function rowsOf(table: unknown): readonly Fields[] {
  const [, rows] = Object.entries(fieldsOf(table)).find(([name]) => name.startsWith('ROW_')) ?? [];
  return (Array.isArray(rows) ? rows : [rows]).map(fieldsOf);
}

/**
 * The value of the first member in `names` that is not empty, as text. Depending on the version, NX-OS writes numbers
 * as numbers or as texts.
 */
const valueIn = (row: Fields, ...names: string[]): string =>
  names
    .map((name) => (typeof row[name] === 'number' ? String(row[name]) : textOf(row[name])))
    .find((one) => one !== '') ?? '';

const longNames: readonly (readonly [RegExp, string])[] = [
  [/^Eth(?=\d)/i, 'Ethernet'],
  [/^Po(?=\d)/i, 'port-channel'],
  [/^Lo(?=\d)/i, 'loopback'],
];

/** Converts a short name to the name in ifName (IF-MIB): `Eth1/1` to `Ethernet1/1`. */
const portName = (text: string): string =>
  longNames.reduce((name, [short, long]) => name.replace(short, long), text.trim());

function parseVersion(output: string): Parsed | undefined {
  const of = fieldsOf(parseJsonOutput(output));
  const version = valueIn(of, 'nxos_ver_str', 'sys_ver_str', 'kickstart_ver_str');
  const [name, model, serialNumber] = [textOf(of.host_name), textOf(of.chassis_id), textOf(of.proc_board_id)];
  if (version === '') return undefined;
  return {
    rows: {
      identity: {
        ...{ os: `Cisco NX-OS ${version}`, manufacturer: 'Cisco', softwareRevision: version },
        ...(name !== '' && { name }),
        ...(model !== '' && { model: model.replace(/ chassis$/i, '') }),
        ...(serialNumber !== '' && { serialNumber }),
      },
    },
  };
}

function portsOf(table: unknown): Partial<Rows> {
  const rows = rowsOf(table).filter((row) => textOf(row.interface) !== '');
  const addresses = rows.flatMap((row) => {
    const [address, bits] = [valueIn(row, 'eth_ip_addr', 'svi_ip_addr'), valueIn(row, 'eth_ip_mask', 'svi_ip_mask')];
    return parsePrefixed(`${address}/${bits}`).map((one) => ({ ...one, port: portName(textOf(row.interface)) }));
  });
  return { ports: rows.map(portOf), addresses };
}

function portOf(row: Fields): PortRow {
  const name = portName(textOf(row.interface));
  const [type, mac] = [portType(name), macOf(valueIn(row, 'eth_hw_addr', 'svi_mac'))];
  const [mtu, kbits] = [integerOf(valueIn(row, 'eth_mtu', 'svi_mtu')), integerOf(valueIn(row, 'eth_bw', 'svi_bw'))];
  const [alias, duplex] = [valueIn(row, 'desc', 'svi_desc'), duplexOf(textOf(row.eth_duplex))];
  const aggregate = textOf(row.eth_bundle);
  const isUp = valueIn(row, 'state', 'svi_line_proto') === 'up';
  return {
    name,
    ...(alias !== '' && { alias }),
    ...(type !== undefined && { type }),
    ...(mac !== undefined && { mac }),
    ...(mtu !== undefined && mtu > 0 && { mtu }),
    // NX-OS prints the nominal bandwidth for a port that is down, so the bandwidth is only used for ports that are up.
    ...(kbits !== undefined && kbits > 0 && isUp && { speedBps: kbits * 1_000 }),
    ...(duplex !== undefined && { duplex }),
    adminStatus: statusOf(valueIn(row, 'admin_state', 'svi_admin_state') !== 'down'),
    operStatus: statusOf(isUp),
    ...(aggregate !== '' && aggregate !== '--' && { aggregate: portName(aggregate) }),
  };
}

function indexesOf(table: unknown): Partial<Rows> {
  return {
    ports: rowsOf(table).flatMap((row) => {
      const [name, ifIndex] = [portName(textOf(row.interface)), integerOf(valueIn(row, 'snmp-ifindex'))];
      return name !== '' && ifIndex !== undefined && ifIndex > 0 && ifIndex < 2 ** 31 ? [{ name, ifIndex }] : [];
    }),
  };
}

function vlansOf(table: unknown): Partial<Rows> {
  return {
    vlans: rowsOf(table).flatMap((row) => {
      const number = integerOf(valueIn(row, 'vlanshowbr-vlanid-utf', 'vlanshowbr-vlanid'));
      const name = textOf(row['vlanshowbr-vlanname']);
      return isVlanNumber(number) ? [{ number, ...(name !== '' && { name }) }] : [];
    }),
  };
}

function membershipsOf(table: unknown): Partial<Rows> {
  return {
    memberships: rowsOf(table).flatMap((row): Rows['memberships'][number][] => {
      const isTrunk = textOf(row.oper_mode) === 'trunk';
      const native = integerOf(valueIn(row, isTrunk ? 'native_vlan' : 'access_vlan'));
      const list = valueIn(row, 'trunk_vlans');
      if (textOf(row.switchport) !== 'Enabled' || !['trunk', 'access'].includes(textOf(row.oper_mode))) return [];
      // A trunk that allows VLANs 1 to 4094 carries all VLANs that exist on the device.
      const isForAll = isTrunk && list === '1-4094';
      return [
        {
          port: portName(textOf(row.interface)),
          ...(isVlanNumber(native) && { native }),
          tagged: isTrunk && !isForAll ? vlanNumbersOf(list) : [],
          ...(isForAll && { hasAllVlans: true }),
        },
      ];
    }),
  };
}

function lldpOf(table: unknown): Partial<Rows> {
  return {
    neighbors: rowsOf(table).flatMap((row) => {
      const neighbor = neighborOf({
        protocol: 'LLDP',
        // NX-OS prints the subtypes of LLDP ids as numbers (IEEE 802.1AB).
        chassisSubtype: valueIn(row, 'chassis_type'),
        chassisId: textOf(row.chassis_id),
        portSubtype: valueIn(row, 'port_type'),
        portId: textOf(row.port_id),
        portDescription: textOf(row.port_desc),
        systemName: textOf(row.sys_name),
        systemDescription: textOf(row.sys_desc),
        managementAddresses: [textOf(row.mgmt_addr), textOf(row.mgmt_addr_ipv6)],
      });
      const port = portName(textOf(row.l_port_id));
      return neighbor && port !== '' ? [{ port, neighbor }] : [];
    }),
  };
}

function cdpOf(table: unknown): Partial<Rows> {
  return {
    neighbors: rowsOf(table).flatMap((row) => {
      const deviceId = textOf(row.device_id);
      const neighbor = neighborOf({
        protocol: 'CDP',
        chassisId: deviceId,
        portId: textOf(row.port_id),
        systemName: textOf(row.sysname) || deviceId.replace(/\([^()]*\)$/, ''),
        platform: textOf(row.platform_id),
        managementAddresses: [row.v4mgmtaddr, row.v4addr, row.v6mgmtaddr, row.v6addr].map(textOf),
      });
      const port = portName(textOf(row.intf_id));
      return neighbor && port !== '' ? [{ port, neighbor }] : [];
    }),
  };
}

function forwardingOf(table: unknown): Partial<Rows> {
  return {
    fdb: rowsOf(table).flatMap((row) => {
      const [mac, port] = [macOf(textOf(row.disp_mac_addr)), portName(textOf(row.disp_port))];
      return mac !== undefined && isStation(mac) && /^(?:Ethernet|port-channel)\d/.test(port) ? [{ mac, port }] : [];
    }),
  };
}

/** The ARP rows of all VRFs. */
function arpOf(table: unknown): Partial<Rows> {
  return {
    arp: rowsOf(table)
      .flatMap((vrf) => rowsOf(vrf.TABLE_adj))
      .flatMap((row) => {
        const [address, mac] = [ipFromText(textOf(row['ip-addr-out'])), macOf(textOf(row.mac))];
        const port = portName(textOf(row['intf-out']));
        return address === undefined || mac === undefined ? [] : [{ address, mac, ...(port !== '' && { port }) }];
      }),
  };
}

/** The protocols of routes, by a pattern for the name of the routing process (client) that added the route. */
const clients: readonly (readonly [RegExp, RouteFacts['protocol']])[] = [
  [/^direct/, 'Local'],
  [/^static/, 'Static'],
  [/^bgp/, 'Bgp'],
  [/^ospf/, 'Ospf'],
  [/^isis/, 'IsIs'],
  [/^eigrp/, 'Eigrp'],
  [/^rip/, 'Rip'],
];
/**
 * Routing processes (clients) whose routes lead to the device's own addresses or to single neighbors. These routes are
 * left out.
 */
const ofAddresses = /^(?:local|hsrp|vrrp|glbp|am|broadcast|discard)/;

/**
 * The best routes of the default VRF. Undefined if there is none, because this version of NX-OS may print another form.
 */
function routesOf(table: unknown): Partial<Rows> | undefined {
  const prefixes = rowsOf(table)
    .filter((vrf) => textOf(vrf['vrf-name-out']) === 'default')
    .flatMap((vrf) => rowsOf(vrf.TABLE_addrf))
    .flatMap((family) => rowsOf(family.TABLE_prefix));
  const routes = prefixes.flatMap((row) => {
    const destination = ipv4Destination(textOf(row.ipprefix));
    return rowsOf(row.TABLE_path).flatMap((path): Rows['routes'] => {
      const [client, port] = [textOf(path.clientname), portName(textOf(path.ifname))];
      const isBest = valueIn(path, 'ubest') !== 'false' && path.ubest !== false;
      if (destination === undefined || client === '' || ofAddresses.test(client) || !isBest || /^Null/i.test(port))
        return [];
      // For a directly connected network, NX-OS prints the device's own address as the next hop, which is left out.
      const isDirect = client.startsWith('direct');
      const nextHop = isDirect ? undefined : ipFromText(textOf(path.ipnexthop));
      return [
        {
          ...{ destination, protocol: clients.find(([sign]) => sign.test(client))?.[1] ?? 'Other' },
          type: nextHop === undefined ? 'Local' : 'Remote',
          ...(nextHop !== undefined && { nextHop }),
          ...(port !== '' && { port }),
        },
      ];
    });
  });
  return routes.length === 0 ? undefined : { routes };
}
