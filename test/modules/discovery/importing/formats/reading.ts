// Helpers for the suites about import formats: a sample file of each format, and readers of text or bytes in chunks of
// any size.
import {
  type ImportedEntry,
  type ImportedHost,
  type ReadOptions,
} from '../../../../../src/modules/discovery/importing/formats/imported-entries';
import type { ImportFormat } from '../../../../../src/modules/discovery/importing/formats/formats';
import { readImport } from '../../../../../src/modules/discovery/importing/formats/read-import';

export async function* splitChunks(file: string | Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(file as Uint8Array);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A file of each format. */
export const samples = {
  NmapXml: `<?xml version="1.0"?>
<!DOCTYPE nmaprun>
<nmaprun scanner="nmap"><host><status state="up" reason="syn-ack"/><address addr="10.0.0.1" addrtype="ipv4"/>
<hostnames><hostname name="r1" type="PTR"/></hostnames><ports><port protocol="tcp" portid="22"><state state="open"/>
<service name="ssh" method="probed" conf="10"/></port></ports></host></nmaprun>
`,
  DnsmasqLeases: '0 00:11:22:33:44:55 10.0.0.1 laptop *\n0 00:11:22:33:44:66 10.0.0.2 * *\n',
  IscDhcpdLeases:
    'lease 10.0.0.1 {\n  ends never;\n  hardware ethernet 00:11:22:33:44:55;\n  client-hostname "x";\n}\n',
  OdhcpdLeases:
    '# br-lan 001122334455 ipv4 laptop -1 a 32 10.0.0.1/32\n10.0.0.1\tlaptop\n# br-lan 00030001001122334466 7 - -1 9 128 fd00::9/128\n',
  KeaLeases:
    'address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id\n10.0.0.1,08:00:2b:01:02:03,,4294967295,1,1,0,0,first,0,,0\n',
  NetloomCsv:
    'id,name,hostname,description,sys_object_id\n0c6f8ac0-1111-4111-8111-111111111111,sw1,sw1.example,"a\nb",1.3\n',
  LldpcliJson:
    '{"lldp": {"interface": [{"eth0": {"via": "LLDP", "chassis": {"sw1": {"id": {"type": "mac", "value": "02:4c:00:00:00:01"}}}, "port": {"id": {"type": "ifname", "value": "p3"}}}}]}}\n',
  IpNeighJson: '[{"dst":"10.0.0.1","dev":"eth0","lladdr":"02:fc:00:00:00:05","state":["STALE"]}]\n',
  BridgeFdbJson: '[{"mac":"00:1b:21:00:00:05","ifname":"swp1","vlan":10,"flags":[],"master":"br0","state":""}]\n',
  NetBox:
    '{"netbox":"dcim/devices","object":{"id":1,"name":"sw1"}}\n{"netbox":"dcim/interfaces","object":{"device":{"id":1},"name":"eth0"}}\n',
} as const;

/** A time at which the leases in the sample files are valid, except leases that a file marks as ended. */
export const now = new Date('2026-11-22T12:00:00Z');

export async function readEntries(
  file: string | Uint8Array,
  format: ImportFormat | 'auto' = 'auto',
  options: Partial<ReadOptions> & { chunk?: number } = {},
): Promise<ImportedEntry[]> {
  const entries: ImportedEntry[] = [];
  const { chunk, ...rest } = options;
  for await (const entry of readImport(format, splitChunks(file, chunk), { fileName: 'file', now, ...rest }))
    entries.push(entry);
  return entries;
}

export const pickHosts = (entries: readonly ImportedEntry[]): ImportedHost[] =>
  entries.flatMap((entry) => (entry.kind === 'Host' ? entry.host : []));

export const pickRefusals = (entries: readonly ImportedEntry[]): string[] =>
  entries.flatMap((entry) => (entry.kind === 'Refused' ? `${entry.line} ${entry.code} ${entry.text}` : []));

/** An imported host with only these members. */
export const host = (members: Partial<ImportedHost>): ImportedHost => ({
  addresses: [],
  ports: [],
  services: [],
  interfaces: [],
  ...members,
});
