// Texts for names in the GraphQL schema: labels of fields, operators and values.
import { fieldWords, lowerFirst, upperFirst } from '../kit/words/field-words';

export { lowerFirst, upperFirst };

/** Labels of fields whose names would be unclear to users. */
const labels: Readonly<Record<string, string>> = {
  operStatus: 'Status',
  adminStatus: 'Set to',
  speedBps: 'Speed',
  isUnreachable: 'Unreachable',
  ifDescr: 'Description of the device',
  ifAlias: 'Alias',
  ifName: 'Interface name',
  ifIndex: 'Interface index',
  ifType: 'Interface type',
  sysContact: 'System contact',
  sysLocation: 'System location',
  sysName: 'System name',
  sysNameSource: 'System name source',
  macAddressSource: 'MAC address source',
  sysDescr: 'System description',
  sysObjectId: 'System object ID',
  createdByUser: 'Created by',
  firstDiscovery: 'First seen in',
  lastDiscovery: 'Last seen in',
  lastSeenAt: 'Last seen',
  lastSeen: 'Last seen',
  createdAt: 'Created',
  updatedAt: 'Changed',
  takenAt: 'Taken',
  fdbMacs: 'Learned MACs',
  ports: 'TCP and UDP ports',
  isApplication: 'Application',
  vlanNumber: 'Number',
  stale: 'Stale',
  learnedMac: 'Learned MAC',
};

/** The label of a field: `firmwareRevision` becomes `Firmware revision`. */
export function toLabel(name: string): string {
  if (Object.hasOwn(labels, name)) return labels[name]!;
  const text = fieldWords(lowerFirst(name.replace(/^is(?=[A-Z])/, '')));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The label of a path of fields: `host.name` becomes `Host: name`. */
export function pathLabel(path: string): string {
  const [first = '', ...rest] = path.split('.').filter((name) => name !== 'some');
  const others = rest.map((name) => lowerFirst(toLabel(name)));
  return [toLabel(first), ...others].join(': ');
}

const operators: Readonly<Record<string, string>> = {
  eq: 'is',
  in: 'is one of',
  contains: 'contains',
  startsWith: 'begins with',
  gt: 'above',
  gte: 'from',
  lt: 'below',
  lte: 'up to',
  isNull: 'is empty',
  some: 'there are some',
  none: 'there are none',
};
const ofTimes: Readonly<Record<string, string>> = { gt: 'after', gte: 'since', lt: 'before', lte: 'until' };

export const operatorLabel = (operator: string, isTime = false): string =>
  (isTime ? ofTimes[operator] : undefined) ?? operators[operator] ?? operator;

/** Words in enum values that are abbreviations, which texts write in capitals. */
const abbreviations = new Set(
  [
    ...['Pc Ups Tcp Udp Bgp Ospf Eigrp Rip Rpl Egp Ggp Icmp Igrp Idpr Dvmrp Ttdp Vrrp Hsrp Glbp Carp Snmp Cidr Vpn'],
    ...['Dhcp Lan Dmz Vlan Lldp Mib Mac Ip Id'],
  ].flatMap((words) => words.split(' ')),
);

/** Texts for enum values whose names would be unclear. */
const valueWords: Readonly<Record<string, string>> = {
  ...{ IPAddress: 'IP address', Ip: 'IP address', AdHoc: 'On demand', WiFi: 'Wi-Fi', ESXi: 'ESXi', VCenter: 'vCenter' },
  Libvirt: 'libvirt',
  ...{
    MacVlan: 'macvlan',
    IpVlan: 'ipvlan',
    SysObjectId: 'System object ID',
    L2Physical: 'Physical',
    L3Logical: 'Logical',
  },
  ...{ IsIs: 'IS-IS', EsIs: 'ES-IS', Ospfv3: 'OSPFv3', BbnSpfIgp: 'BBN SPF IGP', Vrrp2: 'VRRP 2', Vrrp3: 'VRRP 3' },
  ...{ TwoPointFourGhz: '2.4 GHz', FiveGhz: '5 GHz', SixGhz: '6 GHz' },
  ...{ SnmpV1: 'SNMP v1', SnmpV2c: 'SNMP v2c', SnmpV3: 'SNMP v3' },
  ...{ daemon_poll: 'The daemon asks the server', server_poll: 'The server asks the daemon' },
};

/**
 * An enum value as text: `AccessPoint` becomes `Access point`, and `VpnTunnel` becomes `VPN tunnel`. Words in capitals
 * stay as they are.
 */
export function enumWords(value: string): string {
  if (Object.hasOwn(valueWords, value)) return valueWords[value]!;
  return value
    .split(/(?<=[a-z\d])(?=[A-Z][a-z])/)
    .map((word, at) => (abbreviations.has(word) ? word.toUpperCase() : at === 0 ? word : lowerFirst(word)))
    .join(' ');
}

/**
 * Texts for the sources of a value, such as `osSource`. The keys are the sources as the agent and the service report
 * them.
 */
const sources: Readonly<Record<string, string>> = {
  ...{ oui: 'by its MAC address', snmp: 'SNMP', dns: 'DNS', mdns: 'mDNS', lldp: 'LLDP', fingerprint: 'by its answers' },
  ...{ ipAddrTable: 'by a device’s IP-MIB', dockerApi: 'by the Docker API', podmanApi: 'by the Podman API' },
  ...{ Manual: 'by hand', Lldp: 'LLDP', EntityMib: 'ENTITY-MIB', SysObjectId: 'by its system object ID' },
  ...{ Software: 'by its software', Ports: 'by its open ports' },
};
/** The source of a value in words. A source that is not in `sources`, such as a file name, is returned unchanged. */
export const sourceWords = (source: string): string => (Object.hasOwn(sources, source) ? sources[source]! : source);

export const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

export const countWords = (count: number): string => count.toLocaleString();

const units = ['', 'k', 'M', 'G', 'T'];
/** A speed in bits per second as text: 1000000000 becomes `1 Gbit/s`. */
export function speedWords(bitsPerSecond: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bitsPerSecond, 1)) / 3), units.length - 1);
  return `${Number((bitsPerSecond / 1000 ** power).toFixed(1))} ${units[power]}bit/s`;
}
