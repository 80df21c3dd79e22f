// FreeBSD, and the systems that are based on it: OPNsense and pfSense.
import { isVlanNumber } from '../../../../platform/text/vlan-numbers';
import { ipFromText, parsePrefixed } from '../../../evidence/addresses';
import { fieldsOf, textOf } from '../../../evidence/json';
import { ipv4Destination } from '../../../evidence/routes';
import type { Parsed, PortRow, Rows } from '../rows';
import type { System } from '../system';
import { parseJsonOutput } from '../text/json-output';
import { readRecords, skip, valueOf, valuesOf, type LineRecord } from '../text/line-rules';
import { duplexOf, isStation, macOf, numberOf, statusOf } from '../text/values';
import { lldpdCommand } from './lldpd';

export const freebsd: System = {
  name: 'FreeBSD',
  sign: /^FreeBSD \S/m,
  channel: 'exec',
  commands: [
    {
      text: 'uname -n',
      yields: 'name',
      parse: (text) => ({ rows: { identity: { name: text.trim().slice(0, 255) } } }),
    },
    {
      text: 'cat /usr/local/opnsense/version/core',
      ...{ yields: 'version of OPNsense', parse: parseOpnsense, isOptional: true },
    },
    { text: 'cat /etc/platform /etc/version', yields: 'version of pfSense', parse: parsePfsense, isOptional: true },
    { text: 'uname -sr', yields: 'version of FreeBSD', parse: parseKernel },
    { text: 'ifconfig -a', yields: 'ports, aggregates, VLANs and addresses', parse: parseInterfaces },
    { text: 'arp -an', yields: 'ARP table', tables: ['arp'], parse: parseArp },
    { text: 'ndp -an', yields: 'neighbour table of IPv6', parse: parseNdp, isOptional: true },
    lldpdCommand,
    { text: 'netstat -rn -f inet', yields: 'IPv4 routes', tables: ['routes'], parse: parseRoutes },
  ],
};

function parseOpnsense(text: string): Parsed | undefined {
  const { product_name: product, product_version: version } = fieldsOf(parseJsonOutput(text));
  const os = `${textOf(product)} ${textOf(version)}`.trim();
  return textOf(product) === '' ? undefined : { rows: { identity: { os } } };
}

function parsePfsense(text: string): Parsed | undefined {
  const [, version] = /^pfSense\s*\n([\w.+-]{1,40})\s*$/.exec(text.trim()) ?? [];
  return version === undefined ? undefined : { rows: { identity: { os: `pfSense ${version}` } } };
}

function parseKernel(text: string): Parsed | undefined {
  const [os] = /^FreeBSD [\w.+-]{1,60}/m.exec(text) ?? [];
  return os === undefined ? undefined : { rows: { identity: { os } } };
}

/** Names of loopback and of interfaces for internal purposes, such as packet logging, which are no network ports. */
const internal = /^(?:lo|pflog|pfsync|enc)\d*$/;

function parseInterfaces(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      { line: /^(?<name>[\w.:-]{1,32}): flags=[0-9a-f]+<(?<flags>[A-Z0-9_,]*)>.* mtu (?<mtu>\d+)/, starts: true },
      { line: /^\s+description: (?<alias>.+)$/ },
      { line: /^\s+ether (?<mac>[0-9a-f:]{17})$/ },
      // An address with a VHID (carp(4)) is shared by the machines of a redundancy group.
      skip(/^\s+inet6? .* vhid \d/),
      { line: /^\s+inet (?<inet>\S+ (?:--> \S+ )?netmask 0x[0-9a-f]{8})/ },
      { line: /^\s+inet6 (?<inet6>\S+ prefixlen \d+)/ },
      { line: /^\s+media: (?<media>.+)$/ },
      { line: /^\s+status: (?<status>.+)$/ },
      { line: /^\s+vlan: (?<vlan>\d+) .*parent interface: (?<parent>\S+)/ },
      { line: /^\s+laggport: (?<member>\S+)/ },
      skip(/^\s/),
    ],
  });
  const ports = records.filter((record) => !internal.test(valueOf(record, 'name') ?? 'lo'));
  if (ports.length === 0) return undefined;
  const aggregates = ports.flatMap((record) =>
    valuesOf(record, 'member').map((name) => ({ name, aggregate: valueOf(record, 'name')! })),
  );
  const memberships = ports.flatMap((record) => {
    const [number, port] = [numberOf(valueOf(record, 'vlan')), valueOf(record, 'parent')];
    return isVlanNumber(number) && port !== undefined ? [{ port, tagged: [number] }] : [];
  });
  return {
    rows: { ports: [...ports.map(portOf), ...aggregates], addresses: ports.flatMap(addressesOf), memberships },
    unread,
  };
}

const kinds: readonly (readonly [RegExp, number])[] = [
  [/^lagg\d/, 161],
  [/^bridge\d/, 209],
  [/^vlan\d|\.\d|_vlan\d/, 135],
  [/^(?:tun|tap|gif|gre|wg|ovpn|ipsec|tun_wg)/, 131],
];
const speeds: readonly (readonly [RegExp, number])[] = [
  [/\b100G/i, 100e9],
  [/\b40G/i, 40e9],
  [/\b25G/i, 25e9],
  [/\b10G/i, 10e9],
  [/\b2500Base/i, 2.5e9],
  [/\b1000base/i, 1e9],
  [/\b100base/i, 100e6],
  [/\b10base/i, 10e6],
];

function portOf(record: LineRecord): PortRow {
  const of = (name: string) => valueOf(record, name);
  const name = of('name')!;
  const [alias, mac, mtu] = [of('alias'), macOf(of('mac')), numberOf(of('mtu'))];
  const [, media = ''] = /\(([^()]{0,60})\)/.exec(of('media') ?? '') ?? [];
  const speedBps = speeds.find(([sign]) => sign.test(media))?.[1];
  const duplex = duplexOf(media);
  const flags = (of('flags') ?? '').split(',');
  const status = of('status');
  return {
    name,
    ...(alias !== undefined && { alias }),
    type: kinds.find(([sign]) => sign.test(name))?.[1] ?? 6,
    ...(mac !== undefined && { mac }),
    ...(mtu !== undefined && { mtu }),
    ...(speedBps !== undefined && { speedBps }),
    ...(duplex !== undefined && { duplex }),
    adminStatus: statusOf(flags.includes('UP')),
    operStatus: statusOf(status === undefined ? flags.includes('RUNNING') : /^(?:active|associated)/.test(status)),
  };
}

function addressesOf(record: LineRecord): Rows['addresses'][number][] {
  const port = valueOf(record, 'name')!;
  const inet = valuesOf(record, 'inet').map((text) => {
    const mask = parseInt(text.slice(-8), 16) >>> 0;
    const bits = mask.toString(2).padStart(32, '0').replace(/0+$/, '').length;
    return `${text.split(' ')[0]}/${bits}`;
  });
  // Link-local addresses are left out: ifconfig prints them with a zone, which `parsePrefixed` does not accept.
  const inet6 = valuesOf(record, 'inet6').map((text) => text.replace(' prefixlen ', '/'));
  return [...inet, ...inet6].flatMap((text) => parsePrefixed(text).map((one) => ({ ...one, port })));
}

/** Parses `? (10.0.0.1) at 02:00:00:00:00:01 on igb0 expires in 1180 seconds [ethernet]`. */
function parseArp(text: string): Parsed {
  const { records, unread } = readRecords(text, {
    start: [
      { line: /^\S+ \((?<address>[0-9.]{7,15})\) at (?<mac>[0-9a-f:]{17}) on (?<port>\S+) (?<kind>\w+)/, starts: true },
      skip(/^\S+ \([0-9.]{7,15}\) at \(incomplete\)/),
    ],
  });
  // Permanent entries of the ARP table are the machine's own addresses.
  return { rows: { arp: neighborRows(records.filter((record) => valueOf(record, 'kind') !== 'permanent')) }, unread };
}

function parseNdp(text: string): Parsed {
  const { records, unread } = readRecords(text, {
    start: [
      skip(/^Neighbor\s/),
      { line: /^(?<address>[0-9a-f:]{2,39})\s+(?<mac>[0-9a-f:]{17})\s+(?<port>\S+)\s+(?<kind>\S+)/, starts: true },
      skip(/^[0-9a-f:]{2,39}(?:%\S+)?\s/),
    ],
  });
  return { rows: { arp: neighborRows(records.filter((record) => valueOf(record, 'kind') !== 'permanent')) }, unread };
}

const neighborRows = (records: readonly LineRecord[]): Rows['arp'][number][] =>
  records.flatMap((record) => {
    const [address, mac] = [ipFromText(valueOf(record, 'address') ?? ''), macOf(valueOf(record, 'mac'))];
    const port = valueOf(record, 'port');
    if (address === undefined || mac === undefined || !isStation(mac) || /^fe[89ab]/i.test(address)) return [];
    return [{ address, mac, ...(port !== undefined && { port }) }];
  });

/**
 * Parses lines such as `default   192.0.2.254   UGS   igb0`. Flags (netstat(1)): U usable, G via a gateway, S static, R
 * or B drops packets. FreeBSD before version 10 prints the columns Refs and Use before the port.
 */
function parseRoutes(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      { line: /^Destination\s+Gateway\s+Flags(?<head>\s.*)$/ },
      {
        line: /^(?<prefix>default|[0-9.]{7,15}(?:\/\d{1,2})?)\s+(?<gateway>\S+)\s+(?<flags>[A-Za-z0-9]{1,16})\s+(?:\d+\s+){0,3}(?<port>[a-z][\w.]{0,31})(?:\s+\S+)?$/,
        starts: true,
      },
      skip(/^(?:Routing tables|Internet:)/),
    ],
  });
  if (!records.some((record) => valueOf(record, 'head') ?? valueOf(record, 'prefix'))) return undefined;
  const routes = records.flatMap((record): Rows['routes'] => {
    const [prefix, gateway, flags = '', port = ''] = ['prefix', 'gateway', 'flags', 'port'].map((name) =>
      valueOf(record, name),
    );
    const destination = prefix === undefined ? undefined : ipv4Destination(prefix.replace('default', '0.0.0.0/0'), 32);
    // Leaves out unusable routes, routes that drop packets, and routes through loopback, which lead to the machine's
    // own addresses.
    if (destination === undefined || internal.test(port) || !flags.includes('U') || /[RB]/.test(flags)) return [];
    const nextHop = flags.includes('G') ? ipFromText(gateway ?? '') : undefined;
    const protocol = flags.includes('S') ? 'Static' : flags.includes('G') ? 'Other' : 'Local';
    const type = nextHop === undefined ? ('Local' as const) : ('Remote' as const);
    return [{ destination, type, protocol, port, ...(nextHop !== undefined && { nextHop }) }];
  });
  return { rows: { routes }, unread };
}
