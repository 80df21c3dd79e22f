// Cisco IOS and IOS-XE. IOS closes the connection after one command in a channel, so commands are typed into a
// terminal.
import type { Parsed } from '../../rows';
import type { System } from '../../system';
import { readRecords, skip, valueOf } from '../../text/line-rules';
import { shortPortName } from '../../text/port-names';
import { isStation, macOf, numberOf } from '../../text/values';
import { ipFromText } from '../../../../evidence/addresses';
import { parseCdp, parseLldp } from './neighbors';
import { parseAggregates, parseIndexes, parseInterfaces, parseSwitchports, parseVlans } from './ports';
import { parseRoutes } from './routes';

export const ios: System = {
  name: 'IOS and IOS-XE',
  sign: /^Cisco (?:IOS Software|IOS XE Software|Internetwork Operating System Software)/m,
  channel: 'terminal',
  before: ['terminal length 0'],
  commands: [
    { text: 'show version', yields: 'name, version, model and serial number', parse: parseVersion },
    { text: 'show interfaces', yields: 'ports with state, MAC address, speed and addresses', parse: parseInterfaces },
    {
      text: 'show snmp mib ifmib ifindex',
      ...{ yields: 'ifIndex of each port, the same as over SNMP', parse: parseIndexes, isOptional: true },
    },
    {
      text: 'show etherchannel summary',
      ...{ yields: 'members of aggregates', parse: parseAggregates, isOptional: true },
    },
    { text: 'show vlan brief', yields: 'VLANs with their names', parse: parseVlans, isOptional: true },
    {
      text: 'show interfaces switchport',
      ...{ yields: 'VLANs of ports', parse: parseSwitchports, isOptional: true },
    },
    {
      text: 'show lldp neighbors detail',
      ...{ yields: 'LLDP neighbours', tables: ['lldp'], parse: parseLldp, isOptional: true },
    },
    {
      text: 'show cdp neighbors detail',
      ...{ yields: 'CDP neighbours', tables: ['cdp'], parse: parseCdp, isOptional: true },
    },
    {
      text: 'show mac address-table',
      ...{ yields: 'MAC addresses at ports', tables: ['fdb'], parse: parseMacTable, isOptional: true },
    },
    { text: 'show ip arp', yields: 'ARP table', tables: ['arp'], parse: parseArp },
    {
      text: 'show ip route',
      ...{ yields: 'IPv4 routes', tables: ['routes'], parse: parseRoutes, isOptional: true },
    },
  ],
};

export function parseVersion(text: string): Parsed | undefined {
  const { records } = readRecords(text, {
    start: [
      { line: /^(?<name>\S+) uptime is / },
      { line: /^Cisco IOS XE Software, Version (?<xe>\S+)$/ },
      { line: /^Cisco (?:IOS Software|Internetwork).*[ ,]Version (?<version>[^\s,]+)/ },
      { line: /^Model [Nn]umber\s*: (?<model>\S+)$/ },
      { line: /^System [Ss]erial [Nn]umber\s*: (?<serial>\S+)$/ },
      { line: /^[Cc]isco (?<platform>\S+) \(.*\) processor/ },
      { line: /^Processor board ID (?<board>\S+)$/ },
      skip(/./),
    ],
  });
  const [record = {}] = records;
  const of = (...names: string[]) => names.map((name) => valueOf(record, name)).find((one) => one !== undefined);
  const version = of('xe', 'version');
  const [name, model, serialNumber] = [of('name'), of('model', 'platform'), of('serial', 'board')];
  if (version === undefined) return undefined;
  return {
    rows: {
      identity: {
        ...(name !== undefined && { name }),
        os: `Cisco ${of('xe') === undefined ? 'IOS' : 'IOS-XE'} ${version}`,
        manufacturer: 'Cisco',
        softwareRevision: version,
        ...(model !== undefined && { model }),
        ...(serialNumber !== undefined && { serialNumber }),
      },
    },
  };
}

/** A row of `show mac address-table`: VLAN, MAC address, kind, columns that differ by platform, and port. */
const macRow =
  /^[*+]?\s*(?:\d{1,4}|All|N\/A|-{3})\s+(?<mac>[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})\s+(?<kind>\w+)\s(?:.*\s)?(?<port>\S+)$/i;

export function parseMacTable(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      { line: macRow, starts: true },
      { line: /^Total Mac Addresses[^:]*: (?<total>\d+)$/i },
      skip(
        /^\s*(?:Mac Address Table|Multicast Entries)|^[-+\s]+$|^(?:Legend|Displaying entries|\s*vlan\s+mac address|Unicast Entries)/i,
      ),
      skip(/^\s*(?:age - seconds|\* ?-|n\/a - not available|S - secure|R - router|r - )/i),
    ],
  });
  const rows = records.filter((record) => valueOf(record, 'mac'));
  const hasTotal = records.some((record) => valueOf(record, 'total') !== undefined);
  if (rows.length === 0 && !hasTotal) return undefined;
  const fdb = rows.flatMap((record) => {
    const [mac, port] = [macOf(valueOf(record, 'mac')), shortPortName(valueOf(record, 'port')!)];
    const isPort = /^[A-Za-z-]{2,30}\d/.test(port) && !/^(?:vl|nve)/i.test(port);
    return mac !== undefined && isStation(mac) && isPort ? [{ mac, port }] : [];
  });
  return { rows: { fdb }, unread };
}

export function parseArp(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      { line: /^Internet\s+(?<address>\S+)\s+(?<age>\d+|-)\s+(?<mac>\S+)\s+\S+(?:\s+(?<port>\S+))?$/, starts: true },
      { line: /^Protocol\s+Address(?<head>.*)$/ },
    ],
  });
  if (records.length === 0) return undefined;
  const arp = records.flatMap((record) => {
    const [address, mac] = [ipFromText(valueOf(record, 'address') ?? ''), macOf(valueOf(record, 'mac'))];
    const port = valueOf(record, 'port');
    // ARP entries without an age are the device's own addresses.
    if (address === undefined || mac === undefined || numberOf(valueOf(record, 'age')) === undefined) return [];
    return [{ address, mac, ...(port !== undefined && { port: shortPortName(port) }) }];
  });
  return { rows: { arp }, unread };
}
