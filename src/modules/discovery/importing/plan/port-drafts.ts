// What a file says of the interfaces of a host beside their columns: neighbour records, cables and tagged VLANs. Pure.
import { isEmpty, type Row } from '../../../inventory';
import type { DocumentedLink, InterfaceVlan, NeighborEvidence } from '../../../../generated/prisma/client';
import type { ImportedCable, ImportedInterface, ImportedNeighbor } from '../formats/imported-entries';
import { isOther, type Differences } from './differences';

/** What is stored of some interfaces of a host. */
export interface StoredPorts {
  readonly evidence: readonly (Pick<NeighborEvidence, 'interfaceId' | 'protocol'> & Partial<NeighborEvidence>)[];
  readonly documented: readonly Pick<DocumentedLink, 'id' | 'interfaceId' | 'remoteHostName' | 'remotePortName'>[];
  readonly taggedVlans: readonly Pick<InterfaceVlan, 'interfaceId' | 'vlanId'>[];
}

/** The columns of a record that a file may have. */
export const neighborColumns = [
  ...['lldpChassisIdSubtype', 'lldpChassisIdValue', 'lldpPortIdSubtype', 'lldpPortIdValue', 'lldpSysName'],
  ...['lldpPortDesc', 'lldpMgmtAddr', 'lldpSysDesc', 'cdpDeviceId', 'cdpPortId', 'cdpPlatform', 'cdpAddress'],
] as const;

type List = 'taggedVlans' | 'neighbors' | 'cables';

export class PortDrafts {
  /** Records of each port and protocol. */
  private readonly heard = new Map<string, Row[]>();
  /** Far ends of the cables of each port; those of the file once it has spoken of them. */
  private readonly cables = new Map<string, { ends: readonly ImportedCable[]; isSaid: boolean }>();
  private readonly tagged = new Set<string>();
  private readonly storedLinks: StoredPorts['documented'][number][] = [];
  private readonly evidence: Row[] = [];
  private readonly addedTags: { interfaceId: string; vlanId: string }[] = [];

  constructor(private readonly fileName: string) {}

  /** Takes what is stored of interfaces of which nothing was known before. */
  know({ evidence, documented, taggedVlans }: StoredPorts): void {
    for (const row of evidence) this.keepRecord(row as Row);
    for (const link of documented) {
      const { interfaceId, remoteHostName: host, remotePortName: port } = link;
      const ends = this.cables.get(interfaceId)?.ends ?? [];
      this.cables.set(interfaceId, { ends: [...ends, { host, port }], isSaid: false });
      this.storedLinks.push(link);
    }
    for (const { interfaceId, vlanId } of taggedVlans) this.tagged.add(`${interfaceId} ${vlanId}`);
  }

  /** Answers the lists that the entry changes. `label`: what the interface is called. */
  merge(
    interfaceId: string,
    label: string,
    { taggedVlans = [], neighbors, cables }: Pick<ImportedInterface, List>,
    vlanIdOf: (number: number) => string,
    differences: Differences,
  ): List[] {
    const changed: List[] = [];
    for (const number of taggedVlans) {
      const vlanId = vlanIdOf(number);
      if (this.tagged.has(`${interfaceId} ${vlanId}`)) continue;
      differences.add('taggedVlans', label, null, number);
      this.tagged.add(`${interfaceId} ${vlanId}`);
      this.addedTags.push({ interfaceId, vlanId });
      changed.push('taggedVlans');
    }
    if (this.hear(interfaceId, label, neighbors, differences)) changed.push('neighbors');
    if (cables && this.connect(interfaceId, label, cables, differences)) changed.push('cables');
    return changed;
  }

  /** Neighbour records fill ports that have none of the protocol. */
  private hear(
    interfaceId: string,
    label: string,
    neighbors: readonly ImportedNeighbor[],
    differences: Differences,
  ): boolean {
    const rows = neighbors.flatMap(evidenceOf);
    const added = rows.filter(({ protocol }) => !this.heard.has(`${interfaceId} ${protocol}`));
    for (const row of rows) {
      const records = this.heard.get(`${interfaceId} ${row.protocol}`) ?? [];
      if (added.includes(row)) differences.add('neighbors', label, null, neighborText(row));
      else if (!records.some((one) => Object.keys(row).every((field) => !isOther(one[field], row[field]))))
        differences.add('neighbors', label, records.map(neighborText), neighborText(row), 'value_kept');
    }
    for (const row of added) this.evidence.push({ ...row, interfaceId });
    for (const row of added) this.keepRecord({ ...row, interfaceId });
    return added.length > 0;
  }

  /** The cables of a port are those that the file has first. */
  private connect(
    interfaceId: string,
    label: string,
    ends: readonly ImportedCable[],
    differences: Differences,
  ): boolean {
    const known = this.cables.get(interfaceId);
    const [before, after] = [known?.ends ?? [], ends].map((all) =>
      all.map(({ host, port }) => `${host} ${port}`).sort(),
    );
    const isSame = String(before) === String(after);
    if (!isSame) differences.add('cables', label, before, after, known?.isSaid ? 'file_contradicts' : undefined);
    if (known?.isSaid) return false;
    this.cables.set(interfaceId, { ends: isSame ? (known?.ends ?? ends) : ends, isSaid: true });
    return !isSame;
  }

  private keepRecord(row: Row): void {
    const key = `${row.interfaceId as string} ${row.protocol as string}`;
    (this.heard.get(key) ?? this.heard.set(key, []).get(key)!).push(row);
  }

  /** Cables that the file has and the network has not, and ids of those that the file has no more. */
  private documentedWrites() {
    const said = [...this.cables].filter(([, { isSaid }]) => isSaid);
    const keyOf = (interfaceId: string, host: string, port: string) => `${interfaceId} ${host} ${port}`;
    const wanted = new Map(
      said.flatMap(([interfaceId, { ends }]) =>
        ends.map(({ host, port }) => [
          keyOf(interfaceId, host, port),
          { interfaceId, remoteHostName: host, remotePortName: port, sourceName: this.fileName },
        ]),
      ),
    );
    const spoken = new Set(said.map(([interfaceId]) => interfaceId));
    const goneDocumented: string[] = [];
    for (const { id, interfaceId, remoteHostName, remotePortName } of this.storedLinks) {
      const isKept = wanted.delete(keyOf(interfaceId, remoteHostName, remotePortName));
      if (!isKept && spoken.has(interfaceId)) goneDocumented.push(id);
    }
    return { documented: [...wanted.values()], goneDocumented };
  }

  writes() {
    return { evidence: this.evidence, taggedVlans: this.addedTags, ...this.documentedWrites() };
  }
}

const neighborText = (row: Row): string =>
  ['lldpSysName', 'cdpDeviceId', 'lldpChassisIdValue', 'lldpMgmtAddr', 'lldpPortIdValue', 'cdpPortId', 'lldpPortDesc']
    .flatMap((field) => (isEmpty(row[field]) ? [] : [row[field] as string]))
    .join(' ');

/** One row for each protocol that says something, as reports make them. */
function evidenceOf(given: ImportedNeighbor): ({ protocol: 'LLDP' | 'CDP' } & Row)[] {
  const { lldpChassisId, lldpPortId, ...texts } = given;
  const of = (prefix: string) => Object.fromEntries(Object.entries(texts).filter(([name]) => name.startsWith(prefix)));
  const lldp: Row = {
    ...of('lldp'),
    ...(lldpChassisId && { lldpChassisIdSubtype: lldpChassisId.subtype, lldpChassisIdValue: lldpChassisId.value }),
    ...(lldpPortId && { lldpPortIdSubtype: lldpPortId.subtype, lldpPortIdValue: lldpPortId.value }),
  };
  const cdp: Row = of('cdp');
  return [
    ...(Object.keys(lldp).length > 0 ? [{ protocol: 'LLDP' as const, ...lldp }] : []),
    ...(Object.keys(cdp).length > 0 ? [{ protocol: 'CDP' as const, ...cdp }] : []),
  ];
}
