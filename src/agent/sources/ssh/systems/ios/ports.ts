// Parses the ports and VLANs of IOS and IOS-XE.
import { isVlanNumber } from '../../../../../platform/text/vlan-numbers';
import { parsePrefixed } from '../../../../evidence/addresses';
import type { Parsed, PortRow, Rows } from '../../rows';
import { readRecords, skip, valueOf, valuesOf, type LineRecord } from '../../text/line-rules';
import { portType, shortPortName } from '../../text/port-names';
import { duplexOf, macOf, numberOf, statusOf, vlanNumbersOf } from '../../text/values';

/** Parses `show interfaces`. */
export function parseInterfaces(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      { line: /^(?<name>\S+) is (?<admin>[a-z ]+?)(?: \(.*\))?, line protocol is (?<oper>\w+)/, starts: true },
      { line: /^\s+Hardware is .*, address is (?<mac>[0-9a-f.]{14})/i },
      { line: /^\s+Description: (?<alias>.+)$/ },
      { line: /^\s+Internet address is (?<address>\S+)$/ },
      { line: /^\s+MTU (?<mtu>\d+) bytes, BW (?<kbits>\d+) Kbit/ },
      { line: /^\s+(?<duplex>Full|Half)[ -]duplex/i },
      skip(/^\s/),
    ],
  });
  const namedRecords = records.filter((record) => valueOf(record, 'name') !== undefined);
  if (namedRecords.length === 0) return undefined;
  const addresses = namedRecords.flatMap((record) =>
    valuesOf(record, 'address').flatMap((address) =>
      parsePrefixed(address).map((one) => ({ ...one, port: shortPortName(valueOf(record, 'name')!) })),
    ),
  );
  return { rows: { ports: namedRecords.map(portOf), addresses }, unread };
}

function portOf(record: LineRecord): PortRow {
  const of = (name: string) => valueOf(record, name);
  const long = of('name')!;
  const name = shortPortName(long);
  const [type, mac, mtu, kbits] = [portType(name), macOf(of('mac')), numberOf(of('mtu')), numberOf(of('kbits'))];
  const [alias, duplex] = [of('alias'), duplexOf(of('duplex'))];
  const isUp = of('oper') === 'up';
  return {
    ...{ name, descr: long, adminStatus: statusOf(of('admin') !== 'administratively down') },
    operStatus: statusOf(isUp),
    ...(alias !== undefined && { alias }),
    ...(type !== undefined && { type }),
    ...(mac !== undefined && { mac }),
    ...(mtu !== undefined && { mtu }),
    ...(duplex !== undefined && { duplex }),
    // IOS prints the nominal bandwidth for a port that is down, so the bandwidth is only used for ports that are up.
    ...(kbits !== undefined && isUp && (type === 6 || type === 161) && { speedBps: kbits * 1_000 }),
  };
}

/** Parses `show snmp mib ifmib ifindex`, with lines such as `GigabitEthernet1/0/1: Ifindex = 10101`. */
export function parseIndexes(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [{ line: /^(?:Interface = )?(?<name>\S+?)[,:] Ifindex = (?<index>\d{1,10})$/i, starts: true }],
  });
  if (records.length === 0) return undefined;
  const ports = records.flatMap((record) => {
    const ifIndex = numberOf(valueOf(record, 'index'))!;
    const isValid = ifIndex > 0 && ifIndex < 2 ** 31;
    return isValid ? [{ name: shortPortName(valueOf(record, 'name')!), ifIndex }] : [];
  });
  return { rows: { ports }, unread };
}

/** Parses `show etherchannel summary`. */
export function parseAggregates(text: string): Parsed | undefined {
  const { records } = readRecords(text, {
    start: [{ line: /^Group\s+Port-channel\s/, to: 'rows' }, skip(/./)],
    rows: [
      { line: /^\d+\s+(?<name>Po\d+)\(\w+\)\s*(?:\S+\s+)?(?<ports>.*)$/, starts: true },
      { line: /^\s+(?<ports>\S+.*)$/ },
      skip(/./),
    ],
  });
  if (records.length === 0) return undefined;
  const ports = records.flatMap((record) =>
    valuesOf(record, 'ports')
      .flatMap((list) => list.split(/\s+/))
      // Only members in the state `P` (bundled) carry frames of the aggregate.
      .flatMap((one) => /^(\S{1,40})\(P\)$/.exec(one)?.[1] ?? [])
      .map((name) => ({ name: shortPortName(name), aggregate: valueOf(record, 'name')! })),
  );
  return { rows: { ports } };
}

/** Parses `show vlan brief`. */
export function parseVlans(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      {
        line: /^(?<number>\d{1,4})\s+(?<name>\S.{0,31}?)\s+(?:active|act\/\S+|suspended|sus\/\S+)(?:\s|$)/,
        starts: true,
      },
      skip(/^VLAN\s+Name\s/),
      skip(/^[- ]+$/),
      skip(/^\s/),
    ],
  });
  const vlans = records.flatMap((record) => {
    const [number, name] = [numberOf(valueOf(record, 'number')), valueOf(record, 'name')!];
    // VLANs 1002 to 1005 exist by default for Token Ring and FDDI, so they are left out.
    return isVlanNumber(number) && !(number >= 1002 && number <= 1005) ? [{ number, name }] : [];
  });
  return records.length === 0 ? undefined : { rows: { vlans }, unread };
}

/** Parses `show interfaces switchport`. */
export function parseSwitchports(text: string): Parsed | undefined {
  const { records } = readRecords(text, {
    start: [
      { line: /^Name: (?<port>\S+)$/, starts: true },
      { line: /^Switchport: (?<isSwitchport>\w+)$/ },
      { line: /^Operational Mode: (?<mode>.+)$/ },
      { line: /^Access Mode VLAN: (?<access>\d+)/ },
      { line: /^Trunking Native Mode VLAN: (?<native>\d+)/ },
      { line: /^Trunking VLANs Enabled: ?(?<trunk>.*)$/ },
      // Continuation lines of a long list of VLANs.
      { line: /^\s+(?<trunk>[\d,-]+)$/ },
      skip(/./),
    ],
  });
  const ports = records.filter((record) => valueOf(record, 'port') && valueOf(record, 'isSwitchport') === 'Enabled');
  if (records.every((record) => !valueOf(record, 'port'))) return undefined;
  return { rows: { memberships: ports.flatMap(membershipOf) } };
}

function membershipOf(record: LineRecord): Rows['memberships'][number][] {
  const mode = valueOf(record, 'mode') ?? '';
  const port = shortPortName(valueOf(record, 'port')!);
  const isTrunk = /^trunk/i.test(mode);
  const native = numberOf(valueOf(record, isTrunk ? 'native' : 'access'));
  if (!isTrunk && !/access/i.test(mode)) return [];
  const list = valuesOf(record, 'trunk').join('').replace(/\s/g, '');
  return [
    {
      port,
      ...(isVlanNumber(native) && { native }),
      tagged: isTrunk ? vlanNumbersOf(list) : [],
      ...(isTrunk && /^all$/i.test(list) && { hasAllVlans: true }),
    },
  ];
}
