// Which format a file has, by its beginning; never by its name.
import type { ImportFormat } from './imported-entries';
import { isNetloomHeader } from './netloom-csv';
import { isOdhcpdLine } from './odhcpd-leases';

/** Characters that are looked at. */
export const headLength = 16 * 1024;

type Test = (head: string, firstLine: string) => boolean;

const tests: readonly (readonly [ImportFormat, Test])[] = [
  // Comments and the document type may come before the root.
  ['NmapXml', (head) => head.startsWith('<') && /<(!DOCTYPE\s+)?nmaprun\b/.test(head)],
  ['NetBox', (head) => /^\{\s*"netbox"\s*:/.test(head)],
  ['LldpcliJson', (head) => /^\{\s*"lldp"\s*:/.test(head)],
  ['IpNeighJson', (head) => /^\[[\s{},]*("dst"\s*:|\]\s*$)/.test(head)],
  ['BridgeFdbJson', (head) => /^\[[\s{},]*"mac"\s*:/.test(head)],
  ['KeaLeases', (_head, first) => /^address,(hwaddr|duid),.*\bvalid_lifetime,expire\b/.test(first)],
  ['NetloomCsv', (_head, first) => isNetloomHeader(first)],
  [
    'IscDhcpdLeases',
    (head) =>
      /^[ \t]*(lease\s+\d+\.\d+\.\d+\.\d+|ia-(na|ta|pd)\s+".*"|server-duid\s+".*"|authoring-byte-order\s+\S+|failover\s+peer\s.*)\s*[{;]/m.test(
        head,
      ),
  ],
  ['OdhcpdLeases', (_head, first) => isOdhcpdLine(first)],
  ['DnsmasqLeases', (_head, first) => /^(\d{1,16} \S+ [\d.a-f:]+ \S+ \S+|duid [\da-f:]+)$/i.test(first)],
];

/** Undefined: none that is known. */
export function formatOf(head: string): ImportFormat | undefined {
  const start = head.trimStart();
  const firstLine = start.split('\n', 1)[0]!.trimEnd();
  return tests.find(([, test]) => test(start, firstLine))?.[0];
}
