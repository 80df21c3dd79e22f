// Converts the devices and clients of a site (a group of devices in the Omada controller) to machines. Pure functions.
import { isVlanNumber } from '../../../platform/text/vlan-numbers';
import { ipFromText } from '../../evidence/addresses';
import { fieldsOf, integerOf, textOf, type Fields } from '../../evidence/json';
import { parseChassisId, parsePortId } from '../../evidence/lldp-ids';
import { macFromText } from '../../evidence/mac';
import { firstByMac, someFacts, somePort, withDistinctNames, type FoundMachine } from '../reading';
import type { DeviceTable, InterfaceFacts, NeighborFacts, RowFacts } from '../snmp';
import type { Site } from './requests';

export const sourceName = 'omada';
const manufacturer = 'TP-Link';

function macOf(value: unknown): string | undefined {
  const mac = macFromText(textOf(value));
  return mac === '00:00:00:00:00:00' ? undefined : mac;
}

function optional<K extends string>(name: K, ...values: readonly unknown[]): { [key in K]?: string } {
  const text = values.map((value) => textOf(value).trim()).find((one) => one !== '');
  return (text === undefined ? {} : { [name]: text }) as { [key in K]?: string };
}

/** A site, and what is connected to its ports. Ports have the key `MAC of the device / number of the port`. */
interface SiteLookup {
  readonly site: Site;
  readonly macs: ReadonlyMap<string, readonly string[]>;
  /** By port: the devices whose uplink is connected to the port. */
  readonly devices: ReadonlyMap<string, readonly Fields[]>;
  readonly vlans: readonly { number: number; name?: string }[];
  readonly vlanOfNetwork: ReadonlyMap<string, number>;
}

/** The devices of the site, and its clients that have an IP address. */
export function machinesOf(site: Site): FoundMachine[] {
  const vlanRows = site.networks.flatMap(({ id, name, vlan }) => {
    const number = integerOf(vlan);
    return isVlanNumber(number) ? [{ id: textOf(id), number, ...optional('name', name) }] : [];
  });
  const distinct = new Map(vlanRows.map(({ id: _id, ...vlan }) => [vlan.number, vlan] as const));
  const siteLookup: SiteLookup = {
    ...{ site, ...placesOf(site), vlans: [...distinct.values()] },
    vlanOfNetwork: new Map(vlanRows.map(({ id, number }) => [id, number] as const)),
  };
  const devices = firstByMac(site.devices, macOf);
  const clients = [...firstByMac(site.clients ?? [], macOf)].filter(([mac]) => !devices.has(mac));
  return [
    ...[...devices].map(([mac, row]) => machineOfDevice(mac, row, siteLookup)),
    ...clients.flatMap(([mac, row]) => machineOfClient(mac, row)),
  ];
}

const placeKey = (mac: string, port: number): string => `${mac} / ${port}`;
const add = <T>(map: Map<string, T[]>, key: string, item: T): void => {
  map.set(key, [...(map.get(key) ?? []), item]);
};

function placesOf({ devices, clients = [] }: Site): Pick<SiteLookup, 'macs' | 'devices'> {
  const [macs, devicesByPlace] = [new Map<string, string[]>(), new Map<string, Fields[]>()];
  for (const { mac: text, connectDevType, switchMac, port } of clients) {
    const [mac, device, number] = [macOf(text), macOf(switchMac), integerOf(port)];
    if (textOf(connectDevType) !== 'switch' || !mac || !device || number === undefined) continue;
    add(macs, placeKey(device, number), mac);
  }
  for (const row of devices) {
    const [mac, device] = [macOf(row.mac), macOf(row.uplinkDeviceMac)];
    // `uplinkDevicePort` is a text such as `5`, `Port5` or `1/0/5`.
    const number = Number(/(\d{1,4})$/.exec(textOf(row.uplinkDevicePort))?.[1] ?? NaN);
    if (!mac || !device || Number.isNaN(number)) continue;
    add(macs, placeKey(device, number), mac);
    add(devicesByPlace, placeKey(device, number), row);
  }
  return { macs, devices: devicesByPlace };
}

function machineOfDevice(mac: string, row: Fields, siteLookup: SiteLookup): FoundMachine {
  const { clients, neighbors } = siteLookup.site;
  const wireless = wirelessClientsOf(mac, clients ?? []);
  const complete: DeviceTable[] = [
    ...(neighbors.has(mac) ? (['lldp'] as const) : []),
    ...(clients !== undefined && textOf(row.type) === 'switch' ? (['fdb'] as const) : []),
    ...(clients !== undefined && wireless.length > 0 ? (['wireless'] as const) : []),
  ];
  return {
    ...{ source: sourceName, key: `${sourceName} ${mac}`, mac, chassisId: mac },
    hasPanelNumbers: true,
    ...optional('name', row.name),
    entity: {
      manufacturer,
      ...optional('model', row.modelName, row.model),
      ...optional('serialNumber', row.sn),
      ...optional('softwareRevision', row.firmwareVersion),
    },
    facts: {
      ...someFacts(
        {
          interfaces: portsOfSwitch(mac, siteLookup),
          addresses: addressesOf(row.ip, row.ipv6),
          vlans: [...siteLookup.vlans],
        },
        complete,
      ),
      ...(wireless.length > 0 && { wirelessClients: wireless }),
    },
  };
}

function addressesOf(ip: unknown, list: unknown): { address: string; ifIndex: number }[] {
  const texts = [ip, ...(Array.isArray(list) ? list.slice(0, 20) : [])];
  const addresses = texts.flatMap((text) => ipFromText(textOf(text)) ?? []);
  return [...new Set(addresses)].map((address) => ({ address, ifIndex: 0 }));
}

/**
 * The ports of a switch, each once. For a switch in a stack, the list is empty, because port numbers are not unique.
 */
function portsOfSwitch(mac: string, siteLookup: SiteLookup): InterfaceFacts[] {
  const rows = siteLookup.site.ports.flatMap((row) => {
    const number = integerOf(row.port);
    const isOwn = macOf(row.switchMac) === mac && textOf(row.stackId) === '';
    return isOwn && number !== undefined && number > 0 && number < 10_000 ? [{ number, row }] : [];
  });
  const distinct = [...new Map(rows.map((one) => [one.number, one] as const)).values()];
  return withDistinctNames(distinct.map(({ number, row }) => portOf(mac, number, row, siteLookup)));
}

/** Speeds in bits per second by `linkSpeed`. The vendor's documents agree on these three values only. */
const speeds: ReadonlyMap<number | undefined, number> = new Map([
  [1, 10_000_000],
  [2, 100_000_000],
  [3, 1_000_000_000],
]);

function portOf(mac: string, number: number, row: Fields, siteLookup: SiteLookup): InterfaceFacts {
  const name = `Port ${number}`;
  const label = textOf(row.portName).trim();
  const status = fieldsOf(row.portStatus);
  const [link, speedBps, duplex] = [
    integerOf(status.linkStatus),
    speeds.get(integerOf(status.linkSpeed)),
    integerOf(status.duplex),
  ];
  const isUp = link === 1;
  const vlan = siteLookup.vlanOfNetwork.get(textOf(row.nativeNetworkId));
  const place = placeKey(mac, number);
  return somePort({
    ...{ ifIndex: number, name, descr: name, type: 6 },
    ...(label !== '' && !/^port ?\d+$/i.test(label) && { alias: label }),
    ...(isUp && speedBps !== undefined && { speedBps }),
    ...(isUp && (duplex === 1 || duplex === 2) && { duplex: duplex === 1 ? ('Half' as const) : ('Full' as const) }),
    ...(typeof row.disable === 'boolean' && { adminStatus: row.disable ? ('Down' as const) : ('Up' as const) }),
    ...((link === 0 || isUp) && { operStatus: isUp ? ('Up' as const) : ('Down' as const) }),
    ...(vlan !== undefined && { nativeVlan: vlan }),
    fdbMacs: [...new Set(siteLookup.macs.get(place) ?? [])].filter((one) => one !== mac),
    neighbors: neighborsAt(mac, number, siteLookup),
  });
}

/** The LLDP neighbors at the port. If there are none, the devices of the site whose uplink is connected to the port. */
function neighborsAt(mac: string, number: number, { site, devices }: SiteLookup): NeighborFacts[] {
  const heard = (site.neighbors.get(mac) ?? []).filter(({ portId }) => integerOf(portId) === number);
  const neighbors = heard.flatMap((row): NeighborFacts[] => {
    const chassisId = parseChassisId(undefined, bytesOf(row.deviceId));
    const portId = parsePortId(undefined, bytesOf(row.neighborPortId));
    if (!chassisId) return [];
    return [
      {
        ...{ protocol: 'LLDP', localPort: 'resolved', chassisId, managementAddresses: [] },
        ...(portId && { portId }),
        ...optional('systemName', row.systemName),
      },
    ];
  });
  if (neighbors.length > 0) return neighbors;
  return (devices.get(placeKey(mac, number)) ?? []).flatMap((row): NeighborFacts[] => {
    const value = macOf(row.mac);
    if (value === undefined) return [];
    const chassisId = { subtype: 'MacAddress' as const, value };
    return [
      {
        ...{ protocol: 'LLDP', localPort: 'resolved', chassisId, managementAddresses: [] },
        ...optional('systemName', row.name),
      },
    ];
  });
}

const bytesOf = (value: unknown): Uint8Array => Buffer.from(textOf(value).slice(0, 1_000));

const bands: ReadonlyMap<number | undefined, RowFacts['wirelessClients'][number]['band']> = new Map([
  [0, 'TwoPointFourGhz'],
  [1, 'FiveGhz'],
  [2, 'FiveGhz'],
  [3, 'SixGhz'],
]);

/** The wireless clients that are connected to the access point. */
function wirelessClientsOf(accessPoint: string, clients: readonly Fields[]): RowFacts['wirelessClients'] {
  const atRadios = clients.filter(
    ({ apMac, connectDevType: type }) => textOf(type) === 'ap' && macOf(apMac) === accessPoint,
  );
  return [...firstByMac(atRadios, macOf)].map(([mac, row]) => {
    const [channel, signal, seconds] = [integerOf(row.channel), integerOf(row.rssi), integerOf(row.uptime)];
    const [band, address] = [bands.get(integerOf(row.radioId)), ipFromText(textOf(row.ip))];
    return {
      ...{ mac, isOwnRadio: true },
      ...(address !== undefined && { address }),
      ...optional('ssid', row.ssid),
      ...(channel !== undefined && channel >= 1 && channel <= 253 && { channel }),
      ...(band && { band }),
      ...(signal !== undefined && signal < 0 && signal >= -150 && { signalDbm: signal }),
      ...(seconds !== undefined && seconds >= 0 && { associatedSeconds: seconds }),
    };
  });
}

/** Returns no machine for a client without an IP address. Such a client is only reported at its port or radio. */
function machineOfClient(mac: string, row: Fields): FoundMachine[] {
  const addresses = addressesOf(row.ip, row.ipv6List);
  if (addresses.length === 0) return [];
  // The controller uses a client's MAC address as its name until a user enters a name.
  const isNamed = macFromText(textOf(row.name)) === undefined;
  return [
    {
      ...{ source: sourceName, key: `${sourceName} ${mac}`, mac },
      ...optional('name', isNamed ? row.name : '', row.hostName),
      facts: someFacts({ addresses }),
    },
  ];
}
