// LLDP and CDP data, cables and tagged VLANs of a host's interfaces as they will be after the import. This file does
// not access the database.
import { isEmpty, type Row } from '../../../inventory';
import type { DocumentedLink, InterfaceVlan, NeighborEvidence } from '../../../../generated/prisma/client';
import type { ImportedCable, ImportedInterface, ImportedNeighbor } from '../formats/imported-entries';
import { isOther, type Differences } from './differences';

/** Stored LLDP and CDP data, cables and VLANs of some interfaces of a host. */
export interface StoredPorts {
  readonly evidence: readonly (Pick<NeighborEvidence, 'interfaceId' | 'protocol'> & Partial<NeighborEvidence>)[];
  readonly documentedLinks: readonly Pick<DocumentedLink, 'id' | 'interfaceId' | 'remoteHostName' | 'remotePortName'>[];
  readonly taggedVlans: readonly Pick<InterfaceVlan, 'interfaceId' | 'vlanId'>[];
}

/** The columns of LLDP and CDP data that a file can contain. */
export const neighborColumns = [
  ...['lldpChassisIdSubtype', 'lldpChassisIdValue', 'lldpPortIdSubtype', 'lldpPortIdValue', 'lldpSysName'],
  ...['lldpPortDesc', 'lldpMgmtAddr', 'lldpSysDesc', 'cdpDeviceId', 'cdpPortId', 'cdpPlatform', 'cdpAddress'],
] as const;

type List = 'taggedVlans' | 'neighbors' | 'cables';

export class PortDrafts {
  /** Data that neighbors sent by LLDP or CDP, by interface id and protocol. */
  private readonly evidenceByPort = new Map<string, Row[]>();
  /**
   * Far ends of cables, by interface id. If `isSaid`, they are from the file and replace the stored cables of the
   * interface.
   */
  private readonly cables = new Map<string, { ends: readonly ImportedCable[]; isSaid: boolean }>();
  private readonly taggedKeys = new Set<string>();
  private readonly storedLinks: StoredPorts['documentedLinks'][number][] = [];
  private readonly evidence: Row[] = [];
  private readonly addedTags: { interfaceId: string; vlanId: string }[] = [];

  constructor(private readonly fileName: string) {}

  /** Adds the stored rows (neighbors, cables, VLANs) of interfaces whose rows were not loaded before. */
  know({ evidence, documentedLinks, taggedVlans }: StoredPorts): void {
    for (const row of evidence) this.keepRecord(row as Row);
    for (const link of documentedLinks) {
      const { interfaceId, remoteHostName: host, remotePortName: port } = link;
      const ends = this.cables.get(interfaceId)?.ends ?? [];
      this.cables.set(interfaceId, { ends: [...ends, { host, port }], isSaid: false });
      this.storedLinks.push(link);
    }
    for (const { interfaceId, vlanId } of taggedVlans) this.taggedKeys.add(`${interfaceId} ${vlanId}`);
  }

  /**
   * Merges an interface's neighbors, cables and tagged VLANs from the import file into its stored ones. Returns which
   * of these three lists change. `label` names the interface in the differences that the user sees.
   */
  merge(
    interfaceId: string,
    label: string,
    { taggedVlans = [], neighbors, cables }: Pick<ImportedInterface, List>,
    vlanIdOf: (number: number) => string,
    differences: Differences,
  ): List[] {
    const changedLists: List[] = [];
    for (const number of taggedVlans) {
      const vlanId = vlanIdOf(number);
      if (this.taggedKeys.has(`${interfaceId} ${vlanId}`)) continue;
      differences.add('taggedVlans', label, null, number);
      this.taggedKeys.add(`${interfaceId} ${vlanId}`);
      this.addedTags.push({ interfaceId, vlanId });
      changedLists.push('taggedVlans');
    }
    if (this.hear(interfaceId, label, neighbors, differences)) changedLists.push('neighbors');
    if (cables && this.connect(interfaceId, label, cables, differences)) changedLists.push('cables');
    return changedLists;
  }

  /** Adds LLDP or CDP data to an interface that has no data of the same protocol. Returns whether data were added. */
  private hear(
    interfaceId: string,
    label: string,
    neighbors: readonly ImportedNeighbor[],
    differences: Differences,
  ): boolean {
    const rows = neighbors.flatMap(evidenceOf);
    const newEvidence = rows.filter(({ protocol }) => !this.evidenceByPort.has(`${interfaceId} ${protocol}`));
    for (const row of rows) {
      const records = this.evidenceByPort.get(`${interfaceId} ${row.protocol}`) ?? [];
      if (newEvidence.includes(row)) differences.add('neighbors', label, null, neighborText(row));
      else if (!records.some((one) => Object.keys(row).every((field) => !isOther(one[field], row[field]))))
        differences.add('neighbors', label, records.map(neighborText), neighborText(row), 'value_kept');
    }
    for (const row of newEvidence) this.evidence.push({ ...row, interfaceId });
    for (const row of newEvidence) this.keepRecord({ ...row, interfaceId });
    return newEvidence.length > 0;
  }

  /**
   * Sets the cables of an interface; returns whether they change. If several entries of the file have cables of the
   * interface, the first entry takes precedence.
   */
  private connect(
    interfaceId: string,
    label: string,
    ends: readonly ImportedCable[],
    differences: Differences,
  ): boolean {
    const existingCable = this.cables.get(interfaceId);
    const [before, after] = [existingCable?.ends ?? [], ends].map((all) =>
      all.map(({ host, port }) => `${host} ${port}`).sort(),
    );
    const isSame = String(before) === String(after);
    if (!isSame)
      differences.add('cables', label, before, after, existingCable?.isSaid ? 'file_contradicts' : undefined);
    if (existingCable?.isSaid) return false;
    this.cables.set(interfaceId, { ends: isSame ? (existingCable?.ends ?? ends) : ends, isSaid: true });
    return !isSame;
  }

  private keepRecord(row: Row): void {
    const key = `${row.interfaceId as string} ${row.protocol as string}`;
    (this.evidenceByPort.get(key) ?? this.evidenceByPort.set(key, []).get(key)!).push(row);
  }

  /**
   * For interfaces with cables in the file: returns the cables to create, and the ids of the stored cables to delete.
   */
  private documentedWrites() {
    const importedCables = [...this.cables].filter(([, { isSaid }]) => isSaid);
    const keyOf = (interfaceId: string, host: string, port: string) => `${interfaceId} ${host} ${port}`;
    const wantedLinks = new Map(
      importedCables.flatMap(([interfaceId, { ends }]) =>
        ends.map(({ host, port }) => [
          keyOf(interfaceId, host, port),
          { interfaceId, remoteHostName: host, remotePortName: port, sourceName: this.fileName },
        ]),
      ),
    );
    const importedPorts = new Set(importedCables.map(([interfaceId]) => interfaceId));
    const goneDocumented: string[] = [];
    for (const { id, interfaceId, remoteHostName, remotePortName } of this.storedLinks) {
      const isKept = wantedLinks.delete(keyOf(interfaceId, remoteHostName, remotePortName));
      if (!isKept && importedPorts.has(interfaceId)) goneDocumented.push(id);
    }
    return { documented: [...wantedLinks.values()], goneDocumented };
  }

  writes() {
    return { evidence: this.evidence, taggedVlans: this.addedTags, ...this.documentedWrites() };
  }
}

const neighborText = (row: Row): string =>
  ['lldpSysName', 'cdpDeviceId', 'lldpChassisIdValue', 'lldpMgmtAddr', 'lldpPortIdValue', 'cdpPortId', 'lldpPortDesc']
    .flatMap((field) => (isEmpty(row[field]) ? [] : [row[field] as string]))
    .join(' ');

/** Splits the values of a neighbor into a row for LLDP and a row for CDP. A protocol without values gets no row. */
function evidenceOf(neighbor: ImportedNeighbor): ({ protocol: 'LLDP' | 'CDP' } & Row)[] {
  const { lldpChassisId, lldpPortId, ...texts } = neighbor;
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
