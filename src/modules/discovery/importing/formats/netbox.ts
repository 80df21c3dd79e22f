// Reads NetBox objects, one per line: devices, virtual machines, their interfaces and addresses, prefixes, VLANs.
import { vlanNumbers } from '../../../../platform/text/vlan-numbers';
import { splitLines } from './decode';
import { HostsByKey } from './hosts-by-key';
import {
  ImportFileError,
  type ImportedCable,
  type ImportedEntry,
  type ImportedHost,
  type ImportedInterface,
  type ReadOptions,
} from './imported-entries';
import { Ambiguous, namespacesByOrigin, type Namespaces } from './netbox-namespaces';
import { toFields, isFields, toList, parseJson, type Fields } from './json';
import { readInteger, readIp, isHostAddress, lengths, readMac, readPrefix, quote, readText } from './values';

const longestLine = 1024 * 1024;

/**
 * NetBox's lists in its REST API, each with the fields that the import reads. A list comes after the lists to which its
 * objects refer, such as interfaces after devices.
 */
export const netboxLists = {
  'dcim/devices': [
    ...['id', 'name', 'status', 'description', 'device_type', 'platform', 'serial'],
    ...['site', 'location', 'rack', 'tags'],
  ],
  'virtualization/virtual-machines': ['id', 'name', 'status', 'description', 'platform', 'site', 'tags'],
  'dcim/interfaces': [
    ...['id', 'device', 'name', 'label', 'description', 'enabled', 'speed'],
    ...['mac_address', 'primary_mac_address', 'mac_addresses'],
    ...['mode', 'untagged_vlan', 'tagged_vlans'],
    ...['connected_endpoints', 'connected_endpoints_type', 'connected_endpoints_reachable'],
  ],
  'virtualization/interfaces': [
    ...['id', 'virtual_machine', 'name', 'description', 'enabled'],
    ...['mac_address', 'primary_mac_address', 'mac_addresses'],
    ...['mode', 'untagged_vlan', 'tagged_vlans'],
  ],
  'ipam/vlans': ['id', 'vid', 'name', 'status', 'description', 'site', 'group'],
  'ipam/prefixes': ['id', 'prefix', 'status', 'description', 'vlan', 'vrf', 'site', 'scope_type', 'scope'],
  'ipam/ip-addresses': [
    ...['id', 'address', 'vrf', 'status', 'role', 'dns_name', 'description'],
    ...['assigned_object_type', 'assigned_object'],
  ],
} as const satisfies Record<string, readonly string[]>;
export type NetboxList = keyof typeof netboxLists;
const isNetboxList = (name: unknown): name is NetboxList =>
  typeof name === 'string' && Object.hasOwn(netboxLists, name);

/**
 * Returns the line of an import file for an object of a NetBox list. The line has the fields in `netboxLists` that are
 * not null.
 */
export function netboxLine(list: NetboxList, object: Fields): string {
  const members = netboxLists[list].filter((name) => object[name] !== undefined && object[name] !== null);
  return `${JSON.stringify({ netbox: list, object: Object.fromEntries(members.map((name) => [name, object[name]])) })}\n`;
}

export async function* netbox(
  text: AsyncIterable<string>,
  { namespaceBy = 'Vrf' }: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  const hosts = new HostsByKey();
  const context = { hosts, namespaces: namespacesByOrigin[namespaceBy](), vlans: new Map<number, string>() };
  for await (const { number, text: line, isEnded } of splitLines(text, longestLine)) {
    if (line.trim() === '') continue;
    const { netbox: list, object } = toFields(jsonOf(line, number, isEnded));
    if (!isNetboxList(list) || !isFields(object))
      throw new ImportFileError('malformed', number, 'not an object of one of the lists that are read');
    for (const entry of toList(read[list](object, number, context)) as readonly ImportedEntry[])
      yield entry.kind === 'Refused' ? { ...entry, text: quote(`${list} ${labelOf(object)}: ${entry.text}`) } : entry;
  }
  yield* hosts.entries();
}

function jsonOf(line: string, number: number, isEnded: boolean): unknown {
  try {
    return parseJson(line, number);
  } catch (error) {
    if (!isEnded && error instanceof ImportFileError) throw new ImportFileError('truncated', number);
    throw error;
  }
}

const labelOf = (object: Fields): string =>
  String(['name', 'address', 'prefix', 'id'].map((key) => object[key]).find((one) => isText(one)) ?? 'without a name');
const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

type Refusal = Extract<ImportedEntry, { kind: 'Refused' }>;
const refusedEntry = (line: number, code: Refusal['code'], text: string): Refusal => ({
  kind: 'Refused',
  line,
  code,
  text,
});

/**
 * Returns the value of a choice field. Choice fields are `{ value, label }`; in the first NetBox versions, a choice
 * field is only the value.
 */
const choiceOf = (value: unknown): unknown => (isFields(value) ? value['value'] : value);
const nameOf = (value: unknown, most: number): string | undefined => readText(toFields(value)['name'], most);
/**
 * Returns the key of a device or virtual machine. The key includes the kind, because a device and a virtual machine may
 * have the same id.
 */
const keyOf = (kind: 'device' | 'machine', object: unknown): string | undefined => {
  const { id } = toFields(object);
  return isText(id) ? `${kind} ${id}` : undefined;
};

const outOfUse: readonly unknown[] = ['planned', 'inventory', 'decommissioning', 'container', 'deprecated', 'reserved'];
/** Returns the refused entry for an object whose status says that it is not in use; undefined for other objects. */
const refuseUnused = (line: number, object: Fields): Refusal | undefined => {
  const status = choiceOf(object['status']);
  return outOfUse.includes(status) ? refusedEntry(line, 'not_in_use', `is ${String(status)}`) : undefined;
};

interface Context {
  readonly hosts: HostsByKey;
  readonly namespaces: Namespaces;
  /**
   * The VLANs that were read so far, by number. NetBox allows several VLANs with the same number; only the first is
   * imported, and the messages about the others name it.
   */
  readonly vlans: Map<number, string>;
}
type Read = (object: Fields, line: number, context: Context) => ImportedEntry | ImportedEntry[] | undefined;
const read: Readonly<Record<NetboxList, Read>> = {
  'dcim/devices': machine('device'),
  'virtualization/virtual-machines': machine('machine'),
  'dcim/interfaces': port('device', 'device'),
  'virtualization/interfaces': port('machine', 'virtual_machine'),
  'ipam/vlans': vlan,
  'ipam/prefixes': prefix,
  'ipam/ip-addresses': address,
};

function machine(kind: 'device' | 'machine'): Read {
  return (object, line, { hosts, namespaces }) => {
    const key = keyOf(kind, object);
    if (key === undefined) return refusedEntry(line, 'invalid_value', 'no id');
    const notUsed = refuseUnused(line, object);
    if (notUsed) return notUsed;
    const type = toFields(object['device_type']);
    const places = [object['site'], object['location'], toFields(object['rack'])].map((one) =>
      nameOf(one, lengths.short),
    );
    const tags = toList(object['tags']).flatMap((tag) => nameOf(tag, lengths.name) ?? []);
    const host = hosts.at(key, line);
    namespaces.addMachine(key, object);
    const hostFields: Partial<ImportedHost> = {
      name: readText(object['name'], lengths.name),
      description: readText(object['description'], lengths.description),
      manufacturer: nameOf(type['manufacturer'], lengths.short),
      model: readText(type['model'], lengths.short),
      serialNumber: readText(object['serial'], lengths.short),
      os: nameOf(object['platform'], lengths.short),
      sysLocation: readText(places.filter((one) => one !== undefined).join(', '), lengths.long),
      ...(tags.length > 0 && { tags: [...new Set(tags)] }),
    };
    for (const [member, value] of Object.entries(hostFields))
      if (value !== undefined) Object.assign(host, { [member]: value });
    return undefined;
  };
}

/** Converts a speed in NetBox, which is in kbit/s, to bit/s. */
const bitsOf = (speed: unknown): number | undefined => {
  const kilobits = readInteger(speed, 0, Number.MAX_SAFE_INTEGER / 1000);
  return kilobits === undefined ? undefined : kilobits * 1000;
};
const numberOf = (vlan: unknown): number | undefined =>
  readInteger(toFields(vlan)['vid'], vlanNumbers.min, vlanNumbers.max);

/**
 * Returns the primary MAC address of an interface, or its only MAC address. Returns `several` if it has several and no
 * primary one. NetBox 4.2 and later store MAC addresses as separate objects.
 */
function macIn(object: Fields): string | 'several' | undefined {
  const macText = toFields(object['primary_mac_address'])['mac_address'] ?? object['mac_address'];
  const macs = new Set(toList(object['mac_addresses']).flatMap((one) => readMac(toFields(one)['mac_address']) ?? []));
  return readMac(macText) ?? (macs.size > 1 ? 'several' : [...macs][0]);
}

function port(kind: 'device' | 'machine', owner: string): Read {
  return (object, line, { hosts }) => {
    const key = keyOf(kind, object[owner]);
    const name = readText(object['name'], lengths.short);
    if (key === undefined || !hosts.get(key))
      return refusedEntry(line, 'unknown_reference', 'its device is not in the file');
    if (name === undefined) return refusedEntry(line, 'invalid_value', 'no name');
    const mac = macIn(object);
    const taggedVlans = toList(object['tagged_vlans']).flatMap((one) => numberOf(one) ?? []);
    const interfaceFields: Partial<ImportedInterface> = {
      ifName: name,
      ifDescr: readText(object['label'], lengths.short),
      ifAlias: readText(object['description'], lengths.short),
      speedBps: bitsOf(object['speed']),
      adminStatus: object['enabled'] === false ? 'Down' : object['enabled'] === true ? 'Up' : undefined,
      mac: mac === 'several' ? undefined : mac,
      nativeVlan: numberOf(object['untagged_vlan']),
      ...(taggedVlans.length > 0 && { taggedVlans: [...new Set(taggedVlans)].sort((a, b) => a - b) }),
    };
    const values = Object.fromEntries(Object.entries(interfaceFields).filter(([, value]) => value !== undefined));
    const cables = kind === 'device' && { cables: farEndsOf(object) };
    hosts.add(key, line, 'interfaces', { ...values, neighbors: [], ...cables });
    return mac === 'several'
      ? refusedEntry(line, 'ambiguous_value', 'several MAC addresses, none of them primary: it is read without one')
      : undefined;
  };
}

/**
 * Returns the ports of other devices at the far ends of an interface's cables. Far ends at circuits and power feeds are
 * omitted.
 */
function farEndsOf(object: Fields): ImportedCable[] {
  if (object['connected_endpoints_type'] !== 'dcim.interface' || object['connected_endpoints_reachable'] === false)
    return [];
  return toList(object['connected_endpoints'])
    .slice(0, 100)
    .flatMap((one) => {
      const host = nameOf(toFields(one)['device'], lengths.name);
      const port = nameOf(one, lengths.short);
      return host === undefined || port === undefined ? [] : { host, port };
    });
}

function vlan(object: Fields, line: number, { vlans }: Context): ImportedEntry {
  const number = readInteger(object['vid'], vlanNumbers.min, vlanNumbers.max);
  const name = readText(object['name'], lengths.name);
  if (number === undefined || name === undefined)
    return refusedEntry(line, 'invalid_value', 'no VLAN number or no name');
  const notUsed = refuseUnused(line, object);
  if (notUsed) return notUsed;
  const place = nameOf(object['site'], lengths.short) ?? nameOf(object['group'], lengths.short);
  const label = `"${name}"${place === undefined ? '' : ` of ${place}`}`;
  const first = vlans.get(number);
  if (first !== undefined)
    return refusedEntry(
      line,
      'repeated',
      `VLAN ${number} is ${first} already, and one in a network: ${label} is left out`,
    );
  vlans.set(number, label);
  const description = readText(object['description'], lengths.description);
  return { kind: 'Vlan', line, number, name, ...(description !== undefined && { description }) };
}

function prefix(object: Fields, line: number, { namespaces }: Context): ImportedEntry {
  const cidr = readPrefix(object['prefix']);
  if (cidr === undefined) return refusedEntry(line, 'invalid_value', 'no prefix');
  const notUsed = refuseUnused(line, object);
  if (notUsed) return notUsed;
  const namespace = namespaces.ofPrefix(object, cidr);
  if (namespace instanceof Ambiguous) return refusedEntry(line, 'ambiguous_namespace', namespace.text);
  const description = readText(object['description'], lengths.description);
  // Prefixes in NetBox have no name, so the name of the prefix's VLAN is used.
  const name = nameOf(object['vlan'], lengths.name) ?? readText(description, lengths.name);
  return {
    ...{ kind: 'Subnet', line, cidr },
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  };
}

const sharedRoles: readonly unknown[] = ['anycast', 'vip', 'vrrp', 'hsrp', 'glbp', 'carp'];

function address(object: Fields, line: number, { hosts, namespaces }: Context): ImportedEntry | undefined {
  const [addressText = '', length, ...rest] = isText(object['address']) ? String(object['address']).split('/') : [];
  const ip = readIp(addressText);
  const prefixLength = readInteger(length, 0, ip?.includes(':') ? 128 : 32);
  if (ip === undefined || rest.length > 0 || (length !== undefined && prefixLength === undefined))
    return refusedEntry(line, 'invalid_value', 'no address');
  if (!isHostAddress(ip)) return refusedEntry(line, 'no_host_address', 'no address of a host');
  const notUsed = refuseUnused(line, object);
  if (notUsed) return notUsed;
  const isOfGroup = object['assigned_object_type'] === 'ipam.fhrpgroup';
  if (isOfGroup || sharedRoles.includes(choiceOf(object['role'])))
    return refusedEntry(line, 'shared_address', 'several machines share it');
  const hostname = readText(object['dns_name'], lengths.short);
  const assignedObject = toFields(object['assigned_object']);
  const key = keyOf('device', assignedObject['device']) ?? keyOf('machine', assignedObject['virtual_machine']);
  const host = key === undefined ? undefined : hosts.get(key);
  if (key !== undefined && !host) return refusedEntry(line, 'unknown_reference', 'its device is not in the file');
  const namespace = namespaces.ofAddress(object, ip, key);
  if (namespace instanceof Ambiguous) return refusedEntry(line, 'ambiguous_namespace', namespace.text);
  const part = {
    ip,
    ...(namespace !== undefined && { namespace }),
    ...(prefixLength !== undefined && { prefixLength }),
  };
  if (key === undefined) {
    // An address without an interface and without a host name belongs to no machine. It is reserved, or a group of
    // machines shares it.
    if (hostname === undefined) return refusedEntry(line, 'unknown_reference', 'assigned to nothing');
    return { kind: 'Host', line, host: { hostname, addresses: [part], ports: [], services: [], interfaces: [] } };
  }
  const portName = readText(assignedObject['name'], lengths.short);
  const ownInterface = host!.interfaces.find(({ ifName }) => ifName === portName);
  if (ownInterface && ownInterface.ip === undefined) ownInterface.ip = ip;
  host!.hostname ??= hostname;
  hosts.add(key, line, 'addresses', { ...part, ...(ownInterface?.mac !== undefined && { mac: ownInterface.mac }) });
  return undefined;
}
