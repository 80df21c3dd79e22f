// The import formats. Each format has a description, a reader, and a test that recognizes it by the beginning of a
// file. The file name is not used.
import { bridgeFdbJson } from './bridge-fdb-json';
import { dnsmasqLeases } from './dnsmasq-leases';
import { ipNeighJson } from './ip-neigh-json';
import { iscLeases } from './isc-leases';
import { keaLeases } from './kea-leases';
import { lldpcliJson } from './lldpcli-json';
import { netbox } from './netbox';
import { isNetloomHeader, netloomCsv } from './netloom-csv';
import { nmapXml } from './nmap-xml';
import { isOdhcpdLine, odhcpdLeases } from './odhcpd-leases';
import type { ImportedEntry, ReadOptions } from './imported-entries';

/** Number of characters at the beginning of a file that are examined to recognize its format. */
export const headLength = 16 * 1024;

interface Format {
  /** Description for the API: where such files come from. */
  readonly description: string;
  readonly matches: (head: string, firstLine: string) => boolean;
  readonly read: (text: AsyncIterable<string>, options: ReadOptions) => AsyncIterable<ImportedEntry>;
}

/** The formats, in the order in which a file is tested for them. */
export const formats = {
  NmapXml: {
    description: 'Made by `nmap -oX` or `masscan -oX`.',
    // The root element may come after comments and a document type.
    matches: (head) => head.startsWith('<') && /<(!DOCTYPE\s+)?nmaprun\b/.test(head),
    read: nmapXml,
  },
  NetBox: {
    description: 'Objects of the REST API of NetBox, as `npm run import` reads them.',
    matches: (head) => /^\{\s*"netbox"\s*:/.test(head),
    read: netbox,
  },
  LldpcliJson: {
    description: 'Made by `lldpcli -f json show neighbors`.',
    matches: (head) => /^\{\s*"lldp"\s*:/.test(head),
    read: lldpcliJson,
  },
  IpNeighJson: {
    description: 'Made by `ip -j neigh`.',
    matches: (head) => /^\[[\s{},]*("dst"\s*:|\]\s*$)/.test(head),
    read: ipNeighJson,
  },
  BridgeFdbJson: {
    description: 'Made by `bridge -j fdb`.',
    matches: (head) => /^\[[\s{},]*"mac"\s*:/.test(head),
    read: bridgeFdbJson,
  },
  KeaLeases: {
    description: '`kea-leases4.csv` or `kea-leases6.csv`.',
    matches: (_head, first) => /^address,(hwaddr|duid),.*\bvalid_lifetime,expire\b/.test(first),
    read: keaLeases,
  },
  NetloomCsv: {
    description: 'The CSV export of a list of this API.',
    matches: (_head, first) => isNetloomHeader(first),
    read: netloomCsv,
  },
  IscDhcpdLeases: {
    description: '`dhcpd.leases` or `dhcpd6.leases`.',
    matches: (head) =>
      /^[ \t]*(lease\s+\d+\.\d+\.\d+\.\d+|ia-(na|ta|pd)\s+".*"|server-duid\s+".*"|authoring-byte-order\s+\S+|failover\s+peer\s.*)\s*[{;]/m.test(
        head,
      ),
    read: iscLeases,
  },
  OdhcpdLeases: {
    description: 'The state file of odhcpd, `/tmp/hosts/odhcpd` on OpenWrt.',
    matches: (_head, first) => isOdhcpdLine(first),
    read: odhcpdLeases,
  },
  DnsmasqLeases: {
    description: '`dnsmasq.leases`.',
    matches: (_head, first) => /^(\d{1,16} \S+ [\d.a-f:]+ \S+ \S+|duid [\da-f:]+)$/i.test(first),
    read: dnsmasqLeases,
  },
} satisfies Readonly<Record<string, Format>>;

export type ImportFormat = keyof typeof formats;
export const importFormats = Object.keys(formats) as ImportFormat[];
export const formatReader = (format: ImportFormat): Format['read'] => formats[format].read;

/** Returns the format of a file with this beginning; undefined if the format is unknown. */
export function detectFormat(head: string): ImportFormat | undefined {
  const start = head.trimStart();
  const firstLine = start.split('\n', 1)[0]!.trimEnd();
  return importFormats.find((name) => (formats[name] as Format).matches(start, firstLine));
}
