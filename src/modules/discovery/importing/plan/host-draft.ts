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
import type { Binding, Host, Interface, IpAddress, Port, Service } from '../../../../generated/prisma/client';
import type { ImportedHost, ImportedInterface, ImportedNeighbor, ImportedPort } from '../formats/imported-entries';
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
  readonly evidence: readonly { readonly interfaceId: string; readonly protocol: 'LLDP' | 'CDP' }[];
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
  private readonly said = new Set<string>();
  /** By their ids, in the order of their rows. */
  private readonly children: Record<PartName, Map<string, PartDraft>>;
  private readonly services: ServiceDrafts;
  private readonly evidence: Row[] = [];
  private readonly heard: Set<string>;
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
    this.heard = new Set(stored?.evidence.map(({ interfaceId, protocol }) => `${interfaceId} ${protocol}`));
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

  /** Merges an entry of the file; answers what it changes. */
  merge(given: ImportedHost, addresses: readonly PlacedAddress[], vlanIdOf: (number: number) => string): string[] {
    this.entries += 1;
    const changed = new Set<string>(this.mergeColumns(given));
    if (this.mergeAddresses(addresses)) changed.add('ipAddresses');
    const wanted = [...given.ports, ...given.services.flatMap(({ port }) => (port ? [port] : []))];
    const { portIds, isChanged } = this.mergePorts(wanted);
    if (isChanged) changed.add('ports');
    for (const field of this.mergeInterfaces(given.interfaces, vlanIdOf)) changed.add(field);
    if (this.services.merge(given.services, portIds)) changed.add('services');
    return [...changed];
  }

  private mergeColumns(given: ImportedHost): string[] {
    const { row } = this;
    const before = { ...row };
    const write = (field: string, value: unknown, mayReplace: boolean): boolean => {
      if (isEmpty(value)) return false;
      const writes = isEmpty(row[field]) || (mayReplace && !this.isOutranked && !this.said.has(field));
      this.said.add(field);
      if (!writes || row[field] === value) return false;
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

  /** Puts matched parts into the draft: those that the file has named before only gain what they lack. */
  private put(kind: PartName, identified: readonly MatchedChild[]): boolean {
    const { fields } = parts[kind];
    let isChanged = false;
    for (const { id, wanted } of identified) {
      const known = this.children[kind].get(id);
      if (!known) {
        this.children[kind].set(id, { row: { ...wanted, id }, stored: undefined, isSaid: true });
        isChanged = true;
        continue;
      }
      for (const field of fields) {
        const value = wanted[field];
        if (value === undefined || String(value ?? null) === String(known.row[field] ?? null)) continue;
        if (known.isSaid && !isEmpty(known.row[field])) continue;
        known.row[field] = value;
        isChanged = true;
      }
      known.isSaid = true;
    }
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
    );
  }

  private mergePorts(given: readonly ImportedPort[]): { portIds: Map<string, string>; isChanged: boolean } {
    const distinct = new Map(given.map(({ number, protocol }) => [`${number} ${protocol}`, { number, protocol }]));
    const rows = this.rowsOf('ports');
    const { identified } = matchRows(parts.ports, [...distinct.values()], rows);
    const isChanged = this.put('ports', identified);
    return { portIds: new Map([...distinct.keys()].map((key, index) => [key, identified[index]!.id])), isChanged };
  }

  private mergeInterfaces(given: readonly ImportedInterface[], vlanIdOf: (number: number) => string): string[] {
    const seen = new Set<string>();
    const distinct = given.filter(({ ifName, ifIndex }) => {
      const key = ifName === undefined ? `index ${ifIndex}` : `name ${ifName}`;
      return !seen.has(key) && seen.add(key);
    });
    const idOf = new Map<unknown, unknown>();
    // One that the host has in several subnets names none of them.
    for (const { ipAddress, id } of this.addresses) idOf.set(ipAddress, idOf.has(ipAddress) ? undefined : id);
    const wanted = distinct.map(
      ({ mac, ip, nativeVlan, speedBps, taggedVlans: _tagged, neighbors: _heard, ...row }) => ({
        ...row,
        macAddress: mac,
        speedBps: speedBps === undefined ? undefined : BigInt(speedBps),
        ipAddressId: ip === undefined ? undefined : idOf.get(ip),
        nativeVlanId: nativeVlan === undefined ? undefined : vlanIdOf(nativeVlan),
        fdbMacs: [],
      }),
    );
    const { identified } = matchRows(parts.interfaces, wanted, this.interfaces);
    const completed = identified.map((one) =>
      completedInterface(one, {
        table: !this.isOutranked,
        fdb: false,
        vlanMembership: !this.isOutranked && one.wanted.nativeVlanId !== undefined,
      }),
    );
    const changed = this.put('interfaces', completed) ? ['interfaces'] : [];
    identified.forEach(({ id }, index) => {
      const { taggedVlans = [], neighbors } = distinct[index]!;
      for (const vlanId of taggedVlans.map(vlanIdOf))
        if (!this.tagged.has(`${id} ${vlanId}`)) {
          this.tagged.add(`${id} ${vlanId}`);
          this.addedTags.push({ interfaceId: id, vlanId });
          changed.push('taggedVlans');
        }
      if (this.hear(id, neighbors)) changed.push('neighbors');
    });
    return changed;
  }

  /** Neighbour records fill ports that have none of the protocol. */
  private hear(interfaceId: string, neighbors: readonly ImportedNeighbor[]): boolean {
    const rows = neighbors.filter(({ isDocumented }) => !isDocumented).flatMap(evidenceOf);
    const added = rows.filter(({ protocol }) => !this.heard.has(`${interfaceId} ${protocol}`));
    for (const row of added) this.evidence.push({ ...row, interfaceId });
    for (const { protocol } of added) this.heard.add(`${interfaceId} ${protocol}`);
    return added.length > 0;
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
      taggedVlans: this.addedTags,
    };
  }
}

/** One row for each protocol that says something, as reports make them. */
function evidenceOf(given: ImportedNeighbor): ({ protocol: 'LLDP' | 'CDP' } & Row)[] {
  const { lldpChassisId, lldpPortId, isDocumented: _documented, ...texts } = given;
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
