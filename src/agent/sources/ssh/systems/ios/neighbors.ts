// Parses `show lldp neighbors detail` and `show cdp neighbors detail` of IOS and IOS-XE.
import type { Parsed, Rows } from '../../rows';
import { readRecords, skip, valueOf, valuesOf, type LineRecord, type LineRules } from '../../text/line-rules';
import { shortPortName } from '../../text/port-names';
import { neighborOf, numberOf, type NeighborTexts } from '../../text/values';

const lldpRules: LineRules = {
  start: [
    { line: /^Local Intf: (?<port>\S+)$/, starts: true },
    skip(/^Local Intf service instance:/),
    { line: /^Chassis id: (?<chassisId>.+)$/ },
    { line: /^Port id: (?<portId>.+)$/ },
    { line: /^Port Description(?:: | - )(?<portDescription>.+)$/ },
    { line: /^System Name(?:: | - )(?<systemName>.+)$/ },
    { line: /^System Description:(?<systemDescription>.*)$/, to: 'description' },
    { line: /^System Description - / },
    { line: /^\s+IP(?:V6)?: (?<address>\S+)$/i },
    { line: /^Total entries displayed: (?<total>\d+)$/ },
    skip(/^-{5,}$/),
    skip(/^\s/),
    skip(
      /^(?:Capability codes:|Time remaining:|System Capabilities|Enabled Capabilities|Management Addresses|Port Description:$)/,
    ),
    skip(/^(?:Auto Negotiation|Physical media|Media Attachment|Vlan ID|MED Information|MED Codes|Peer Source MAC)/),
    skip(
      /^(?:System Name:$|Other|Inventory|H\/W|F\/W|S\/W|Serial number|Manufacturer|Model|Capabilities|Device type|Network Polic|Power|PD device|Location|Asset)/,
    ),
  ],
  description: [{ line: /^Time remaining:/, to: 'start' }, { line: /^(?<systemDescription>.+)$/ }],
};

export const parseLldp = (text: string): Parsed | undefined =>
  neighborsOf(text, lldpRules, (record) => ({
    protocol: 'LLDP',
    ...textsOf(record),
    systemName: valueOf(record, 'systemName'),
    systemDescription: valuesOf(record, 'systemDescription').join('\n'),
  }));

const cdpRules: LineRules = {
  start: [
    { line: /^Device ID: ?(?<chassisId>.+)$/, starts: true },
    { line: /^\s*(?:IP|IPv4|IPv6) address: (?<address>\S+)/i },
    { line: /^Platform: (?<platform>[^,]*),/ },
    { line: /^Interface: (?<port>[^,]+),\s+Port ID \(outgoing port\): (?<portId>.+)$/ },
    { line: /^Version ?:/, to: 'version' },
    { line: /^Total cdp entries displayed ?: ?(?<total>\d+)$/i },
    skip(/^-{5,}$/),
    skip(/^\s/),
    skip(/^(?:Entry address|Holdtime|advertisement version|Native VLAN|Duplex|Management address|VTP Management)/),
    skip(
      /^(?:Protocol Hello|Unidirectional|Power|Spare Pair|SNMP|Peer Source MAC|Second Port Status|Physical location)/,
    ),
  ],
  version: [{ line: /^advertisement version:/i, to: 'start' }, skip(/./)],
};

export const parseCdp = (text: string): Parsed | undefined =>
  neighborsOf(text, cdpRules, (record) => ({
    protocol: 'CDP',
    ...textsOf(record),
    platform: valueOf(record, 'platform'),
    systemName: nameOf(valueOf(record, 'chassisId')),
  }));

/** The system name in a CDP device id. NX-OS adds its serial number in brackets, which is removed. */
const nameOf = (deviceId: string | undefined): string | undefined => deviceId?.replace(/\([^()]*\)$/, '');

const textsOf = (record: LineRecord) => ({
  chassisId: valueOf(record, 'chassisId'),
  portId: valueOf(record, 'portId'),
  portDescription: valueOf(record, 'portDescription'),
  managementAddresses: valuesOf(record, 'address'),
});

/**
 * Parses the neighbors. If their number differs from the total that the device prints, a neighbor may have sent a text
 * that imitates an entry. Then no neighbor is reported.
 */
function neighborsOf(
  text: string,
  rules: LineRules,
  textsOfRecord: (record: LineRecord) => NeighborTexts,
): Parsed | undefined {
  const { records, unread } = readRecords(text, rules);
  const entries = records.filter((record) => valueOf(record, 'port') !== undefined);
  const totals = records.flatMap((record) => valuesOf(record, 'total'));
  const total = numberOf(totals.at(-1));
  if (total === undefined ? entries.length === 0 : total !== entries.length) return undefined;
  const neighbors = entries.flatMap((record): Rows['neighbors'][number][] => {
    const neighbor = neighborOf(textsOfRecord(record));
    return neighbor ? [{ port: shortPortName(valueOf(record, 'port')!), neighbor }] : [];
  });
  const unplaced = records.filter((record) => valueOf(record, 'chassisId') && !valueOf(record, 'port')).length;
  return { rows: { neighbors }, unread: unread + unplaced + entries.length - neighbors.length };
}
