// A host as it will be after the import: its stored rows with what the file says merged into them by rank. Pure.
import { randomUUID } from 'node:crypto';
import {
  completedAddress,
  completedInterface,
  differences,
  isEmpty,
  matchRows,
  outranks,
  parts,
  type MatchedChild,
  type Row,
} from '../../../inventory';
import type {
  Binding,
  DocumentedLink,
  Host,
  Interface,
  IpAddress,
  NeighborEvidence,
  Port,
  Service,
} from '../../../../generated/prisma/client';
import type {
  ImportedCable,
  ImportedHost,
  ImportedInterface,
  ImportedNeighbor,
  ImportedPort,
} from '../formats/imported-entries';
import { Differences, isOther, type Judged } from './differences';
import { ServiceDrafts } from './service-drafts';

/** What is stored of a host. */
export interface StoredHost {
  readonly host: Host;
  readonly addresses: readonly IpAddress[];
  readonly ports: readonly Port[];
  readonly interfaces: readonly Interface[];
  /** Oldest first. */
  readonly services: readonly Service[];
  readonly bindings: readonly Binding[];
  readonly evidence: readonly (Pick<NeighborEvidence, 'interfaceId' | 'protocol'> & Partial<NeighborEvidence>)[];
  readonly documented: readonly Pick<DocumentedLink, 'id' | 'interfaceId' | 'remoteHostName' | 'remotePortName'>[];
  readonly taggedVlans: readonly { readonly interfaceId: string; readonly vlanId: string }[];
}

/** An address of the file with the subnet that it is in. */
export interface PlacedAddress {
  readonly subnetId: string;
  readonly subnetCidr: string;
  readonly ipAddress: string;
  readonly macAddress?: string | undefined;
  readonly name?: string | undefined;
  /** Its MAC address stands at several machines of the file. */
  readonly answersForOthers?: true | undefined;
}

const plain = ['description', 'sysDescr', 'sysObjectId', 'sysLocation', 'sysContact'] as const;
const identity = ['managementUrl', 'chassisId'] as const;
/** With a column that says where each was read. */
const facts = [
  ...(['hostname', 'sysName', 'manufacturer', 'model', 'serialNumber'] as const),
  ...(['firmwareRevision', 'softwareRevision', 'os'] as const),
];
/** The columns of hosts that an import may change. */
export const hostFields = [
  ...['name', 'nameSource', ...plain, ...identity, ...facts, ...facts.map((fact) => `${fact}Source`)],
  ...['sourceType', 'sourceReason'],
];

type PartName = 'ipAddresses' | 'ports' | 'interfaces';

/** A part as it will be, beside what is stored of it. */
interface PartDraft {
  readonly row: Row;
  readonly stored: Row | undefined;
  /** The file has spoken of it: its first word counts. */
  isSaid: boolean;
}

const farFuture = 8e15;

export class HostDraft {
  readonly id: string;
  readonly row: Row;
  /** When it was made; a host of the file comes after all others. */
  readonly createdAt: Date;
  /** Those of the file that were merged into it. */
  entries = 0;
  /** The line of the first of them. */
  line: number | undefined;
  private differences = new Differences();
  private readonly said = new Set<string>();
  /** By their ids, in the order of their rows. */
  private readonly children: Record<PartName, Map<string, PartDraft>>;
  private readonly services: ServiceDrafts;
  private readonly evidence: Row[] = [];
  /** Records of each port and protocol. */
  private readonly heard = new Map<string, Row[]>();
  /** Far ends of the cables of each port; those of the file once it has spoken of them. */
  private readonly cables = new Map<string, { ends: readonly ImportedCable[]; isSaid: boolean }>();
  private readonly tagged: Set<string>;
  private readonly addedTags: { interfaceId: string; vlanId: string }[] = [];
  private readonly isOutranked: boolean;

  constructor(
    readonly stored: StoredHost | undefined,
    private readonly fileName: string,
    /** Place among the hosts that the file makes. */
    order = 0,
  ) {
    const host = stored?.host;
    this.id = host?.id ?? randomUUID();
    this.row = host ? { ...host } : { id: this.id, name: '', sourceType: 'Imported', sourceReason: fileName };
    this.createdAt = host?.createdAt ?? new Date(farFuture + order);
    this.isOutranked = host !== undefined && outranks(host.sourceType, 'Imported');
    const drafts = (rows: readonly object[] = []): Map<string, PartDraft> =>
      new Map(
        (rows as readonly Row[]).map((one) => [one.id as string, { row: { ...one }, stored: one, isSaid: false }]),
      );
    this.children = {
      ipAddresses: drafts(stored?.addresses),
      ports: drafts(stored?.ports),
      interfaces: drafts(stored?.interfaces),
    };
    this.services = new ServiceDrafts(stored?.services ?? [], stored?.bindings ?? [], fileName);
    for (const row of stored?.evidence ?? []) this.keepRecord(row as unknown as Row);
    for (const { interfaceId, remoteHostName, remotePortName } of stored?.documented ?? []) {
      const ends = this.cables.get(interfaceId)?.ends ?? [];
      const end = { host: remoteHostName, port: remotePortName };
      this.cables.set(interfaceId, { ends: [...ends, end], isSaid: false });
    }
    this.tagged = new Set(stored?.taggedVlans.map(({ interfaceId, vlanId }) => `${interfaceId} ${vlanId}`));
  }

  get addresses(): readonly Row[] {
    return this.rowsOf('ipAddresses');
  }
  get interfaces(): readonly Row[] {
    return this.rowsOf('interfaces');
  }
  /** Whether the file has named the address. */
  isSaid = (addressId: string): boolean => this.children.ipAddresses.get(addressId)?.isSaid ?? false;
  private rowsOf(kind: PartName): Row[] {
    return Array.from(this.children[kind].values(), ({ row }) => row);
  }

  /** Merges an entry of the file; answers what it changes, and what of it differs from what is there. */
  merge(
    given: ImportedHost,
    addresses: readonly PlacedAddress[],
    vlanIdOf: (number: number) => string,
    line?: number,
  ): Judged {
    this.entries += 1;
    this.line ??= line;
    this.differences = new Differences();
    const changed = new Set<string>(this.mergeColumns(given));
    if (this.mergeAddresses(addresses)) changed.add('ipAddresses');
    const wanted = [...given.ports, ...given.services.flatMap(({ port }) => (port ? [port] : []))];
    const { portIds, isChanged } = this.mergePorts(wanted);
    if (isChanged) changed.add('ports');
    for (const field of this.mergeInterfaces(given.interfaces, vlanIdOf)) changed.add(field);
    if (this.services.merge(given.services, portIds, this.differences)) changed.add('services');
    return { fields: [...changed], differences: this.differences.list };
  }

  private mergeColumns(given: ImportedHost): string[] {
    const { row } = this;
    const before = { ...row };
    const write = (field: string, value: unknown, mayReplace: boolean): boolean => {
      if (isEmpty(value)) return false;
      const isSaid = this.said.has(field);
      const writes = isEmpty(row[field]) || (mayReplace && !this.isOutranked && !isSaid);
      this.said.add(field);
      if (row[field] === value) return false;
      this.differences.add(field, null, row[field], value, writes ? undefined : keptBecause(isSaid));
      if (!writes) return false;
      row[field] = value;
      return true;
    };
    const isNamed = isEmpty(row.name);
    if (given.name !== undefined ? write('name', given.name, true) : isNamed && write('name', given.hostname, false))
      row.nameSource = this.fileName;
    for (const field of [...plain, ...identity]) write(field, given[field], true);
    for (const fact of facts) if (write(fact, given[fact], true)) row[`${fact}Source`] = this.fileName;
    if (this.stored && outranks('Imported', this.stored.host.sourceType))
      Object.assign(row, { sourceType: 'Imported', sourceReason: this.fileName });
    return hostFields.filter((field) => (row[field] ?? null) !== (before[field] ?? null));
  }

  /**
   * Puts matched parts into the draft: those that the file has named before only gain what they lack. `said`: what the file
   * says of each.
   */
  private put(kind: PartName, identified: readonly MatchedChild[], said: readonly Row[]): boolean {
    const { fields } = parts[kind];
    let isChanged = false;
    identified.forEach(({ id, wanted }, at) => {
      const known = this.children[kind].get(id);
      if (!known) {
        this.children[kind].set(id, { row: { ...wanted, id }, stored: undefined, isSaid: true });
        this.differences.add(kind, null, null, labelOf[kind](wanted));
        isChanged = true;
        return;
      }
      const label = labelOf[kind](known.row);
      for (const field of fields) {
        const value = wanted[field];
        if (value === undefined || String(value ?? null) === String(known.row[field] ?? null)) continue;
        if (known.isSaid && !isEmpty(known.row[field])) continue;
        if (isTold(field)) this.differences.add(field, label, known.row[field], value);
        known.row[field] = value;
        isChanged = true;
      }
      for (const field of fields)
        if (isTold(field) && isOther(known.row[field], said[at]![field]))
          this.differences.add(field, label, known.row[field], said[at]![field], keptBecause(known.isSaid));
      known.isSaid = true;
    });
    return isChanged;
  }

  private mergeAddresses(given: readonly PlacedAddress[]): boolean {
    const rows = this.addresses;
    const drafts = [...this.children.ipAddresses.values()];
    const free = new Set(drafts.filter(({ isSaid }) => isSaid).map(({ row }) => row.id));
    // Another address of the same MAC is the row that moves, unless someone of more weight or this file has placed it.
    const [byPlace, byMac] = [parts.ipAddresses.keys[0]!, parts.ipAddresses.keys[1]!];
    const mayMove = (row: Row) => !this.isOutranked && !free.has(row.id);
    const keys = [
      byPlace,
      { ...byMac, of: (row: Row) => (row.id === undefined || mayMove(row) ? byMac.of(row) : null) },
    ];
    const wanted = given.map((one, position) => ({ ...one, position }));
    const { identified } = matchRows({ ...parts.ipAddresses, keys }, wanted, rows);
    const first = rows.reduce((last, { position }) => Math.max(last, (position as number) + 1), 0);
    return this.put(
      'ipAddresses',
      identified.map((one) => {
        const completed = completedAddress(one, first, { replacesMac: !this.isOutranked });
        const name = one.stored && !this.isOutranked ? (one.wanted.name ?? one.stored.name) : completed.wanted.name;
        return { ...completed, wanted: { ...completed.wanted, name } };
      }),
      wanted,
    );
  }

  private mergePorts(given: readonly ImportedPort[]): { portIds: Map<string, string>; isChanged: boolean } {
    const distinct = new Map(given.map(({ number, protocol }) => [`${number} ${protocol}`, { number, protocol }]));
    const rows = this.rowsOf('ports');
    const { identified } = matchRows(parts.ports, [...distinct.values()], rows);
    const isChanged = this.put('ports', identified, [...distinct.values()]);
    return { portIds: new Map([...distinct.keys()].map((key, index) => [key, identified[index]!.id])), isChanged };
  }

  private mergeInterfaces(given: readonly ImportedInterface[], vlanIdOf: (number: number) => string): string[] {
    const seen = new Set<string>();
    const distinct = given.filter(({ ifName, ifIndex }) => {
      const key = ifName === undefined ? `index ${ifIndex}` : `name ${ifName}`;
      if (!seen.has(key)) return seen.add(key);
      this.differences.add('interfaces', ifName ?? String(ifIndex), null, 'a second one', 'file_contradicts');
      return false;
    });
    const idOf = new Map<unknown, unknown>();
    // One that the host has in several subnets names none of them.
    for (const { ipAddress, id } of this.addresses) idOf.set(ipAddress, idOf.has(ipAddress) ? undefined : id);
    const wanted = distinct.map(
      ({
        mac,
        ip,
        nativeVlan,
        speedBps,
        fdbMacs = [],
        taggedVlans: _tagged,
        neighbors: _heard,
        cables: _cables,
        ...row
      }) => ({
        ...row,
        macAddress: mac,
        speedBps: speedBps === undefined ? undefined : BigInt(speedBps),
        ipAddressId: ip === undefined ? undefined : idOf.get(ip),
        nativeVlanId: nativeVlan === undefined ? undefined : vlanIdOf(nativeVlan),
        fdbMacs,
      }),
    );
    const { identified } = matchRows(parts.interfaces, wanted, this.interfaces);
    const completed = identified.map((one) =>
      completedInterface(one, {
        table: !this.isOutranked,
        fdb: !this.isOutranked && (one.wanted.fdbMacs as string[]).length > 0,
        vlanMembership: !this.isOutranked && one.wanted.nativeVlanId !== undefined,
      }),
    );
    const changed = this.put('interfaces', completed, wanted) ? ['interfaces'] : [];
    identified.forEach(({ id }, index) => {
      const { taggedVlans = [], neighbors, cables } = distinct[index]!;
      const label = labelOf.interfaces(this.children.interfaces.get(id)!.row);
      for (const [vlanId, number] of taggedVlans.map((one) => [vlanIdOf(one), one] as const))
        if (!this.tagged.has(`${id} ${vlanId}`)) {
          this.differences.add('taggedVlans', label, null, number);
          this.tagged.add(`${id} ${vlanId}`);
          this.addedTags.push({ interfaceId: id, vlanId });
          changed.push('taggedVlans');
        }
      if (this.hear(id, label, neighbors)) changed.push('neighbors');
      if (cables && this.connect(id, label, cables)) changed.push('cables');
    });
    return changed;
  }

  /** Neighbour records fill ports that have none of the protocol. */
  private hear(interfaceId: string, label: string, neighbors: readonly ImportedNeighbor[]): boolean {
    const rows = neighbors.flatMap(evidenceOf);
    const added = rows.filter(({ protocol }) => !this.heard.has(`${interfaceId} ${protocol}`));
    for (const row of rows) {
      const records = this.heard.get(`${interfaceId} ${row.protocol}`) ?? [];
      if (added.includes(row)) this.differences.add('neighbors', label, null, neighborText(row));
      else if (!records.some((one) => Object.keys(row).every((field) => !isOther(one[field], row[field]))))
        this.differences.add('neighbors', label, records.map(neighborText), neighborText(row), 'value_kept');
    }
    for (const row of added) this.evidence.push({ ...row, interfaceId });
    for (const row of added) this.keepRecord({ ...row, interfaceId });
    return added.length > 0;
  }

  /** The cables of a port are those that the file has first. */
  private connect(interfaceId: string, label: string, ends: readonly ImportedCable[]): boolean {
    const known = this.cables.get(interfaceId);
    const [before, after] = [known?.ends ?? [], ends].map((all) =>
      all.map(({ host, port }) => `${host} ${port}`).sort(),
    );
    const isSame = String(before) === String(after);
    if (!isSame) this.differences.add('cables', label, before, after, known?.isSaid ? 'file_contradicts' : undefined);
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
    for (const { id, interfaceId, remoteHostName, remotePortName } of this.stored?.documented ?? []) {
      const isKept = wanted.delete(keyOf(interfaceId, remoteHostName, remotePortName));
      if (!isKept && spoken.has(interfaceId)) goneDocumented.push(id);
    }
    return { documented: [...wanted.values()], goneDocumented };
  }

  /** Every row to write, those of the host's parts without the columns that all new rows of the import share. */
  writes() {
    const { id: hostId } = this;
    const partsOf = (kind: PartName) => {
      const drafts = [...this.children[kind].values()];
      const rows = drafts.map(({ row, stored }) => ({ id: row.id as string, wanted: row, stored }));
      const { changed, added } = differences(parts[kind], rows);
      return { changed, added: added.map((row): Row => ({ ...row, hostId })) };
    };
    const before = this.stored?.host as unknown as Row | undefined;
    const isChanged = hostFields.some((field) => (this.row[field] ?? null) !== (before?.[field] ?? null));
    return {
      host: { row: this.row, isNew: before === undefined, isChanged },
      ipAddresses: partsOf('ipAddresses'),
      ports: partsOf('ports'),
      interfaces: partsOf('interfaces'),
      ...this.services.writes(hostId),
      evidence: this.evidence,
      /** Ports with a forwarding table that was read anew. */
      forwarding: [...this.children.interfaces.values()].flatMap(({ row, stored }) => {
        const [after, before] = [row, stored].map((one) => String(one?.fdbMacs ?? ''));
        return after === before ? [] : [{ interfaceId: row.id as string }];
      }),
      taggedVlans: this.addedTags,
      ...this.documentedWrites(),
    };
  }
}

const keptBecause = (isSaid: boolean) => (isSaid ? 'file_contradicts' : 'value_kept');

/** What follows from other fields, and ids, are not told by themselves. */
const untold = ['subnetId', 'position', 'ipAddressId', 'nativeVlanId', 'ipConfigured'];
const isTold = (field: string): boolean => !untold.includes(field);
const labelOf: Readonly<Record<PartName, (row: Row) => string>> = {
  ipAddresses: ({ ipAddress }) => ipAddress as string,
  ports: ({ number, protocol }) => `${number as number}/${protocol as string}`,
  interfaces: ({ ifName, ifDescr, ifIndex }) => String((ifName ?? ifDescr ?? ifIndex) as string),
};

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
