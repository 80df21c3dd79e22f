// FortiOS of FortiGate: commands that print text. The pager cannot be turned off without changing the configuration, so
// the agent sends a key at its prompt.
import { ipFromText, maskToPrefixLength } from '../../../evidence/addresses';
import type { RouteFacts } from '../../snmp';
import type { Parsed, PortRow, Rows } from '../rows';
import type { System } from '../system';
import { readRecords, skip, valueOf, type LineRecord } from '../text/line-rules';
import { duplexOf, isStation, macOf, neighborOf, statusOf } from '../text/values';

export const fortios: System = {
  name: 'FortiOS',
  sign: /^Version: Forti\S+ v\d/m,
  channel: 'terminal',
  commands: [
    { text: 'get system status', yields: 'name, version, model and serial number', parse: parseStatus },
    { text: 'get system interface', yields: 'ports and addresses', parse: parseInterfaces },
    {
      text: 'get system interface physical',
      ...{ yields: 'state, speed and duplex mode of ports', parse: parsePhysical, isOptional: true },
    },
    { text: 'get system arp', yields: 'ARP table', tables: ['arp'], parse: parseArp },
    {
      text: 'get router info routing-table all',
      ...{ yields: 'IPv4 routes', tables: ['routes'], parse: parseRoutes, isOptional: true },
    },
    {
      text: 'diagnose lldprx neighbor summary',
      ...{ yields: 'LLDP neighbours', tables: ['lldp'], parse: parseNeighbors, isOptional: true },
    },
    {
      text: 'diagnose netlink brctl list',
      ...{ yields: 'names of bridges', parse: parseBridges, isOptional: true },
      each: {
        namesOf: (output) => bridgesOf(output).records.flatMap((record) => valueOf(record, 'bridge') ?? []),
        command: {
          text: 'diagnose netlink brctl name host BRIDGE',
          ...{ yields: 'MAC addresses at the ports of a bridge', parse: parseHosts, isOptional: true },
        },
      },
    },
  ],
};

function parseStatus(text: string): Parsed | undefined {
  const { records } = readRecords(text, {
    start: [
      { line: /^Version: (?<model>Forti\S+) v(?<version>[\w.]+)/ },
      { line: /^Serial-Number: (?<serial>\S+)$/ },
      { line: /^Hostname: (?<name>\S+)$/ },
      skip(/./),
    ],
  });
  const [record = {}] = records;
  const [model, version, serialNumber, name] = ['model', 'version', 'serial', 'name'].map((one) =>
    valueOf(record, one),
  );
  if (model === undefined || version === undefined) return undefined;
  return {
    rows: {
      identity: {
        ...{ os: `FortiOS ${version}`, manufacturer: 'Fortinet', model, softwareRevision: version },
        ...(serialNumber !== undefined && { serialNumber }),
        ...(name !== undefined && { name }),
      },
    },
  };
}

/** Maps FortiOS types of interfaces to ifType numbers (IANAifType-MIB). */
const types: Readonly<Record<string, number>> = {
  ...{
    physical: 6,
    'hard-switch': 209,
    switch: 209,
    aggregate: 161,
    redundant: 161,
    vlan: 135,
    loopback: 24,
    tunnel: 131,
  },
};

/** Parses lines such as `name: port1   mode: static    ip: 10.0.0.1 255.255.255.0   status: up    …   type: physical`. */
function parseInterfaces(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      skip(/^== \[/),
      {
        line: /^name: (?<name>\S+)\s(?:.*\s)?ip: (?<address>[0-9.]{7,15}) (?<mask>[0-9.]{7,15})\s(?:.*\s)?status: (?<status>\w+)(?:\s.*)?$/,
        starts: true,
      },
      { line: /^name: (?<name>\S+)\s(?:.*\s)?status: (?<status>\w+)(?:\s.*)?$/, starts: true },
    ],
  });
  const namedRecords = records.filter((record) => valueOf(record, 'name') !== undefined);
  if (namedRecords.length === 0) return undefined;
  const kinds = new Map(
    text.split('\n').flatMap((line) => {
      const [, name] = /^name: (\S{1,64})\s/.exec(line) ?? [];
      const [, type] = /\stype: ([\w-]{1,32})/.exec(line.slice(0, 1_000)) ?? [];
      return name === undefined || type === undefined ? [] : [[name, type] as const];
    }),
  );
  const ports = namedRecords.map((record): PortRow => {
    const name = valueOf(record, 'name')!;
    const type = types[kinds.get(name) ?? ''];
    return { name, ...(type !== undefined && { type }), adminStatus: statusOf(valueOf(record, 'status') === 'up') };
  });
  return { rows: { ports, addresses: namedRecords.flatMap(addressOf) }, unread };
}

function addressOf(record: LineRecord): Rows['addresses'][number][] {
  const address = ipFromText(valueOf(record, 'address') ?? '');
  const prefixLength = maskToPrefixLength(valueOf(record, 'mask') ?? '');
  return address === undefined
    ? []
    : [{ address, port: valueOf(record, 'name')!, ...(prefixLength !== undefined && { prefixLength }) }];
}

/** Parses sections such as `==[port1]`, with `status: up` and `speed: 1000Mbps (Duplex: full)`. */
function parsePhysical(text: string): Parsed | undefined {
  const { records } = readRecords(text, {
    start: [
      { line: /^\s*== ?\[(?<name>[^\]\s]{1,64})\]$/, starts: true },
      { line: /^\s+status: (?<status>\w+)$/ },
      { line: /^\s+speed: (?<speed>\d+)Mbps(?: \(Duplex: (?<duplex>\w+)\))?/ },
      skip(/./),
    ],
  });
  // A section without a status is not a port, but the heading of a group of ports.
  const ports = records.flatMap((record): PortRow[] => {
    const [name, status, speed] = ['name', 'status', 'speed'].map((one) => valueOf(record, one));
    const duplex = duplexOf(valueOf(record, 'duplex'));
    if (name === undefined || status === undefined) return [];
    return [
      {
        ...{ name, type: 6, operStatus: statusOf(status === 'up') },
        ...(speed !== undefined && { speedBps: Number(speed) * 1_000_000 }),
        ...(duplex !== undefined && { duplex }),
      },
    ];
  });
  return ports.length === 0 ? undefined : { rows: { ports } };
}

function parseArp(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      { line: /^Address\s+Age\(min\)\s+Hardware Addr(?<head>.*)$/ },
      { line: /^(?<address>[0-9.]{7,15})\s+\S+\s+(?<mac>[0-9a-f:]{17})\s+(?<port>\S+)$/i, starts: true },
    ],
  });
  if (records.length === 0) return undefined;
  const arp = records.flatMap((record) => {
    const [address, mac] = [ipFromText(valueOf(record, 'address') ?? ''), macOf(valueOf(record, 'mac'))];
    return address === undefined || mac === undefined ? [] : [{ address, mac, port: valueOf(record, 'port')! }];
  });
  return { rows: { arp }, unread };
}

/** The protocols of routes, by the letter at the start of a route. */
const protocols: Readonly<Record<string, RouteFacts['protocol']>> = {
  ...{ C: 'Local', S: 'Static', B: 'Bgp', O: 'Ospf', i: 'IsIs', R: 'Rip', K: 'Other' },
};

/** Parses `S*      0.0.0.0/0 [10/0] via 10.0.0.254, port1, [1/0]` and `C       10.0.0.0/24 is directly connected, port1`. */
function parseRoutes(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      { line: /^Routing table for VRF=(?<head>\d+)/ },
      skip(/^(?:Codes:|\s{2,}(?:[A-Za-z0-9*>]{1,2} - |V - ))/),
      {
        line: /^(?<letter>[A-Za-z])[* ]?[> ]?(?:[A-Z0-9]{2})?\s+(?<prefix>[0-9./]{9,18})\s(?:\[\S+\] via (?<hop>[0-9.]{7,15})|is directly connected), (?<port>[^\s,]+)/,
        starts: true,
      },
      { line: /^\s+\[\S+\] via (?<more>[0-9.]{7,15}, [^\s,]+)/ },
      skip(/^\s*$/),
    ],
  });
  if (records.length === 0) return undefined;
  const routes = records.flatMap((record): Rows['routes'][number][] => {
    const [prefix, hop, port] = ['prefix', 'hop', 'port'].map((name) => valueOf(record, name));
    if (prefix === undefined || port === undefined) return [];
    const more = (record.more ?? []).map((one) => one.split(', ') as [string, string]);
    const protocol = protocols[valueOf(record, 'letter')!] ?? 'Other';
    return [[hop ?? '', port] as const, ...more].map(([gateway, at]) => {
      const nextHop = ipFromText(gateway);
      const type = nextHop === undefined ? ('Local' as const) : ('Remote' as const);
      return { destination: prefix, type, protocol, port: at, ...(nextHop !== undefined && { nextHop }) };
    });
  });
  return { rows: { routes }, unread };
}

/**
 * Parses lines such as `1 port 'x2' 33 mac 84:39:8f:00:00:01 chassis 84:39:8f:00:00:00 port 'port25' system 'sw-1'`. A
 * neighbor could forge lines by a name with line breaks. So no neighbor is reported if a line has another form, or the
 * numbers at the starts of the lines do not ascend.
 */
function parseNeighbors(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      {
        line: /^\s*(?<number>\d{1,6}) port '(?<port>[^']{1,64})' \d+ mac [0-9a-f:]{17} chassis '?(?<chassisId>[^']{1,255}?)'? port '(?<portId>[^']{0,255})'(?: system '(?<systemName>.{0,255})')?$/i,
        starts: true,
      },
    ],
  });
  if (records.length === 0) return undefined;
  const numbers = records.map((record) => Number(valueOf(record, 'number')));
  const isWhole = unread === 0 && numbers.every((number, at) => at === 0 || number > numbers[at - 1]!);
  if (!isWhole) return { rows: {}, unread: Math.max(1, unread) };
  const neighbors = records.flatMap((record): Rows['neighbors'][number][] => {
    const [chassisId, portId, systemName] = ['chassisId', 'portId', 'systemName'].map((name) => valueOf(record, name));
    const neighbor = neighborOf({ protocol: 'LLDP', chassisId, portId, systemName });
    return neighbor ? [{ port: valueOf(record, 'port')!, neighbor }] : [];
  });
  return { rows: { neighbors }, unread: records.length - neighbors.length };
}

/** Parses the list of bridges, with lines such as `1. root.b fdb: size=256 used=6 num=7 depth=2 simple=no`. */
const bridgesOf = (text: string) =>
  readRecords(text, {
    start: [
      { line: /^\s*\d{1,4}\. (?<bridge>\S{1,32}) fdb: /, starts: true },
      { line: /^\s*Total (?<total>\d+) bridges/ },
      skip(/^list bridge information/),
    ],
  });

/** Undefined if the output lists no bridge, because the device then has no forwarding table. */
function parseBridges(text: string): Parsed | undefined {
  const { records, unread } = bridgesOf(text);
  return records.length === 0 ? undefined : { rows: {}, unread };
}

/**
 * Parses a forwarding table with lines such as `2  7  wan1  02:09:0f:74:12:01  0  Local Static`. Rows with `Local` are
 * the device's own MAC addresses, and are left out.
 */
function parseHosts(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      { line: /^\s*port no\s+device\s+devname\s+mac(?<head>[_ ]addr.*)$/ },
      {
        line: /^\s*\d+\s+\d+\s+(?<port>\S{1,64})\s+(?<mac>[0-9a-f:]{17})\s+\d+(?<kind>\s.*)?$/i,
        starts: true,
      },
      skip(/^(?:show bridge control|fdb: |Bridge )/),
    ],
  });
  if (records.length === 0) return undefined;
  const fdb = records.flatMap((record) => {
    const [port, mac] = [valueOf(record, 'port'), macOf(valueOf(record, 'mac'))];
    const isOwn = /\bLocal\b/.test(valueOf(record, 'kind') ?? '');
    return port !== undefined && mac !== undefined && isStation(mac) && !isOwn ? [{ port, mac }] : [];
  });
  return { rows: { fdb }, unread };
}
