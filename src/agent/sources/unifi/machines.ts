// Converts the devices and clients of a site (a group of devices in a UniFi controller) to machines. Pure functions.
import { isVlanNumber } from '../../../platform/text/vlan-numbers';
import { ipFromText } from '../../evidence/addresses';
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../evidence/json';
import { parseChassisId, parsePortId } from '../../evidence/lldp-ids';
import { macFromText } from '../../evidence/mac';
import { firstByMac, someFacts, somePort, withDistinctNames, type FoundMachine } from '../reading';
import type { DeviceTable, InterfaceFacts, NeighborFacts, RowFacts } from '../snmp';
import { most, type Site } from './requests';

export const sourceName = 'unifi';
const manufacturer = 'Ubiquiti';

const macOf = (value: unknown): string | undefined => macFromText(textOf(value));
const optional = <K extends string>(name: K, text: string): { [key in K]?: string } =>
  (text.trim() === '' ? {} : { [name]: text.trim() }) as { [key in K]?: string };

interface SiteLookup {
  readonly site: Site;
  readonly vlans: readonly { number: number; name?: string }[];
  /** VLAN numbers by the id of the UniFi network that uses the VLAN. */
  readonly vlanOfNetwork: ReadonlyMap<string, number>;
  /** MAC addresses that are connected to a device's port, by `MAC of the device / number of the port`. */
  readonly macsOfPort: ReadonlyMap<string, readonly string[]>;
}

/** The devices of the site, and its clients that have an IP address. */
export function machinesOf(site: Site): FoundMachine[] {
  const vlanRows = site.networks.flatMap(({ _id: id, name, vlan }) => {
    const number = integerOf(vlan);
    return isVlanNumber(number) ? [{ id: textOf(id), number, ...optional('name', textOf(name)) }] : [];
  });
  const siteLookup: SiteLookup = {
    site,
    vlans: vlanRows.map(({ id: _id, ...vlan }) => vlan),
    vlanOfNetwork: new Map(vlanRows.map(({ id, number }) => [id, number] as const)),
    macsOfPort: macsOfPorts(site),
  };
  const devices = firstByMac(site.devices, macOf);
  const clients = [...firstByMac(site.clients ?? [], macOf)].filter(([mac]) => !devices.has(mac));
  return [
    ...[...devices].map(([mac, row]) => machineOfDevice(mac, row, siteLookup)),
    ...clients.flatMap(([mac, row]) => machineOfClient(mac, row)),
  ];
}

const portKey = (mac: string, port: number): string => `${mac} / ${port}`;

/** MAC addresses by port: wired clients at the port, and devices whose uplink is connected to the port. */
function macsOfPorts({ devices, clients = [] }: Site): Map<string, string[]> {
  const macs = new Map<string, string[]>();
  const add = (device: unknown, port: unknown, mac: string | undefined) => {
    const [deviceMac, number] = [macOf(device), integerOf(port)];
    if (deviceMac === undefined || number === undefined || mac === undefined) return;
    const key = portKey(deviceMac, number);
    const learned = macs.get(key) ?? [];
    if (!learned.includes(mac)) macs.set(key, [...learned, mac]);
  };
  for (const { mac, is_wired: isWired, sw_mac: device, sw_port: port } of clients)
    if (isWired === true) add(device, port, macOf(mac));
  for (const { mac, uplink } of devices) {
    const { uplink_mac: device, uplink_remote_port: port, type } = fieldsOf(uplink);
    if (textOf(type) !== 'wireless') add(device, port, macOf(mac));
  }
  return macs;
}

function machineOfDevice(mac: string, row: Fields, siteLookup: SiteLookup): FoundMachine {
  const hasNeighbors = Array.isArray(row.lldp_table);
  const isWhole = siteLookup.site.clients !== undefined && siteLookup.site.clients.length < most.clients;
  const complete: DeviceTable[] = [...(hasNeighbors ? ['lldp' as const] : []), ...(isWhole ? ['fdb' as const] : [])];
  const wireless = wirelessClientsOf(mac, siteLookup.site.clients ?? []);
  const address = ipFromText(textOf(row.ip));
  return {
    ...{ source: sourceName, key: `${sourceName} ${mac}`, mac, chassisId: mac },
    hasPanelNumbers: true,
    ...optional('name', textOf(row.name)),
    entity: {
      manufacturer,
      ...optional('model', textOf(row.model)),
      ...optional('serialNumber', textOf(row.serial)),
      ...optional('softwareRevision', textOf(row.version)),
    },
    facts: {
      ...someFacts(
        {
          interfaces: portsOfDevice(mac, row, siteLookup),
          addresses: address === undefined ? [] : [{ address, ifIndex: 0 }],
          vlans: [...siteLookup.vlans],
        },
        [...complete, ...(isWhole && wireless.length > 0 ? (['wireless'] as const) : [])],
      ),
      ...(wireless.length > 0 && { wirelessClients: wireless }),
    },
  };
}

/** The ports of a device: from its table of ports, or, if that is missing, its network cards. */
function portsOfDevice(mac: string, row: Fields, siteLookup: SiteLookup): InterfaceFacts[] {
  const numbered = listOf(row.port_table).flatMap((port) => {
    const number = integerOf(port.port_idx);
    return number !== undefined && number > 0 && number < 10_000 ? [{ number, port }] : [];
  });
  const distinct = [...new Map(numbered.map((one) => [one.number, one] as const)).values()];
  const ports = distinct.map(({ number, port }) => portOfDevice(mac, number, port, row, siteLookup));
  if (ports.length > 0) return withDistinctNames(ports);
  const cards = listOf(row.ethernet_table).map(({ name, mac: cardMac }, at) => {
    const cardAddress = macOf(cardMac);
    const text = textOf(name);
    return somePort({
      ...{ ifIndex: -(at + 1), name: text, descr: text, type: 6 },
      ...(cardAddress !== undefined && { mac: cardAddress }),
    });
  });
  return withDistinctNames(cards);
}

function portOfDevice(mac: string, number: number, port: Fields, row: Fields, siteLookup: SiteLookup): InterfaceFacts {
  const name = portName(number);
  const label = textOf(port.name).trim();
  const speed = integerOf(port.speed);
  const vlan = siteLookup.vlanOfNetwork.get(textOf(port.native_networkconf_id));
  const learned = [
    ...listOf(port.mac_table).flatMap((entry) => macOf(entry.mac) ?? []),
    ...(siteLookup.macsOfPort.get(portKey(mac, number)) ?? []),
  ];
  return somePort({
    ...{ ifIndex: number, name, descr: name, type: 6 },
    ...(label !== '' && label !== name && { alias: label }),
    ...(speed !== undefined && speed > 0 && { speedBps: speed * 1_000_000 }),
    ...(typeof port.full_duplex === 'boolean' &&
      port.up === true && { duplex: port.full_duplex ? ('Full' as const) : ('Half' as const) }),
    ...(typeof port.enable === 'boolean' && { adminStatus: port.enable ? ('Up' as const) : ('Down' as const) }),
    ...(typeof port.up === 'boolean' && { operStatus: port.up ? ('Up' as const) : ('Down' as const) }),
    ...(vlan !== undefined && { nativeVlan: vlan }),
    fdbMacs: [...new Set(learned)].filter((one) => one !== mac),
    neighbors: neighborsAt(number, row),
  });
}

/**
 * The name of a port. UniFi devices send this name as LLDP port description, even if a user gives the port another
 * label.
 */
const portName = (number: number): string => `Port ${number}`;

/**
 * The LLDP neighbors at the port. If there are none and the port is the uplink: the device at the other end of the
 * uplink.
 */
function neighborsAt(number: number, row: Fields): NeighborFacts[] {
  const heard = listOf(row.lldp_table).filter((entry) => integerOf(entry.local_port_idx) === number);
  const neighbors = heard.flatMap((entry): NeighborFacts[] => {
    const chassisId = parseChassisId(textOf(entry.chassis_id_subtype) || undefined, bytesOf(entry.chassis_id));
    const portId = parsePortId(textOf(entry.port_id_subtype) || undefined, bytesOf(entry.port_id));
    if (!chassisId) return [];
    const systemName = textOf(entry.system_name) || textOf(entry.chassis_descr);
    return [
      {
        ...{ protocol: 'LLDP', localPort: 'resolved', chassisId, managementAddresses: [] },
        ...(portId && { portId }),
        ...optional('systemName', systemName),
      },
    ];
  });
  if (neighbors.length > 0) return neighbors;
  const { port_idx: port, uplink_mac: device, uplink_remote_port: remotePort, type } = fieldsOf(row.uplink);
  const [remoteMac, remoteNumber] = [macOf(device), integerOf(remotePort)];
  if (integerOf(port) !== number || textOf(type) === 'wireless' || remoteMac === undefined) return [];
  return [
    {
      ...{ protocol: 'LLDP', localPort: 'resolved', managementAddresses: [] },
      chassisId: { subtype: 'MacAddress', value: remoteMac },
      ...(remoteNumber !== undefined &&
        remoteNumber > 0 && { portId: { subtype: 'InterfaceName' as const, value: portName(remoteNumber) } }),
    },
  ];
}

const bytesOf = (value: unknown): Uint8Array => Buffer.from(textOf(value).slice(0, 1_000));

const bands: ReadonlyMap<string, RowFacts['wirelessClients'][number]['band']> = new Map([
  ['ng', 'TwoPointFourGhz'],
  ['na', 'FiveGhz'],
  ['6e', 'SixGhz'],
]);

/** The wireless clients that are connected to the access point. */
function wirelessClientsOf(accessPoint: string, clients: readonly Fields[]): RowFacts['wirelessClients'] {
  const atRadios = clients.filter(
    ({ ap_mac: mac, is_wired: isWired }) => isWired !== true && macOf(mac) === accessPoint,
  );
  return [...firstByMac(atRadios, macOf)].map(([mac, row]) => {
    const [channel, signal, seconds] = [integerOf(row.channel), integerOf(row.signal), integerOf(row.uptime)];
    const band = bands.get(textOf(row.radio));
    const [bssid, address] = [macOf(row.bssid), ipFromText(textOf(row.ip))];
    return {
      ...{ mac, isOwnRadio: true },
      ...(address !== undefined && { address }),
      ...optional('ssid', textOf(row.essid)),
      ...(bssid !== undefined && { bssid }),
      ...(channel !== undefined && channel >= 1 && channel <= 253 && { channel }),
      ...(band && { band }),
      ...(signal !== undefined && signal < 0 && signal >= -150 && { signalDbm: signal }),
      ...(seconds !== undefined && seconds >= 0 && { associatedSeconds: seconds }),
    };
  });
}

/** Returns no machine for a client without an IP address. Such a client is only reported at its port or radio. */
function machineOfClient(mac: string, row: Fields): FoundMachine[] {
  const address = ipFromText(textOf(row.ip));
  if (address === undefined) return [];
  return [
    {
      ...{ source: sourceName, key: `${sourceName} ${mac}`, mac },
      ...optional('name', textOf(row.name).trim() || textOf(row.hostname)),
      facts: someFacts({ addresses: [{ address, ifIndex: 0 }] }),
    },
  ];
}
