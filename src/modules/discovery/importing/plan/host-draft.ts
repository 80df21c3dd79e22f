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
  type Move,
  type Named,
  type Row,
} from '../../../inventory';
import { listLimits } from '../../../../data/tenancy/list-limits';
import type { Binding, Host, Interface, IpAddress, Port, Service } from '../../../../generated/prisma/client';
import type { ImportedHost, ImportedInterface, ImportedPort } from '../formats/imported-entries';
import { Differences, isOther, type Judged, type Kept } from './differences';
import { PortDrafts, type StoredPorts } from './port-drafts';
import { ServiceDrafts } from './service-drafts';

/** What is stored of a host; of its interfaces, what has been read by then. */
export interface StoredHost extends StoredPorts {
  readonly host: Host;
  readonly addresses: readonly IpAddress[];
  readonly ports: readonly Port[];
  readonly interfaces: readonly Interface[];
  /** Oldest first. */
  readonly services: readonly Service[];
  readonly bindings: readonly Binding[];
  readonly daemonIds?: readonly string[];
  /** Hosts beside which it was made, or from which people keep it apart. */
  readonly apartFrom?: readonly string[];
  /** Hosts of which people are asked, or have said, whether it is them. */
  readonly suggestedWith?: readonly string[];
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

/** The VLANs of the network by their numbers. */
export interface Vlans {
  idOf(number: number): string;
  numberOf(id: string): number | undefined;
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
  /** Addresses that other hosts have until then. */
  readonly moves: Move[] = [];
  /** Of addresses that other hosts have taken. */
  readonly formerMacs: string[];
  /** Hosts that become one with it, and hosts that may be it, with the reasons. */
  readonly absorbed: Named[] = [];
  readonly suspected = new Map<string, Named>();
  private readonly said = new Set<string>();
  /** By their ids, in the order of their rows. */
  private readonly children: Record<PartName, Map<string, PartDraft>>;
  private readonly services: ServiceDrafts;
  private readonly onPorts: PortDrafts;
  /** Interfaces of which it is known what is stored on them. */
  private readonly knownPorts = new Set<string>();
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
    this.formerMacs = [...(host?.formerMacs ?? [])];
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
    this.onPorts = new PortDrafts(fileName);
    if (stored) this.onPorts.know(stored);
  }

  /** Stored interfaces that entries with lists of interfaces name, and of which it is not known yet what is stored on them. */
  unknownPorts(isNamed: (port: Row) => boolean): string[] {
    const ports = [...this.children.interfaces.values()].filter(({ row, stored }) => stored && isNamed(row));
    return ports.map(({ row }) => row.id as string).filter((id) => !this.knownPorts.has(id));
  }

  knowPorts(ids: readonly string[], stored: StoredPorts): void {
    for (const id of ids) this.knownPorts.add(id);
    this.onPorts.know(stored);
  }

  /** Takes an address away that another machine answers for: what is bound to it and ports that have it stay without it. */
  giveAway({ addressId, formerMac }: Move): Row {
    const { row } = this.children.ipAddresses.get(addressId)!;
    if (formerMac !== null && row.answersForOthers !== true) this.formerMacs.push(formerMac);
    this.children.ipAddresses.delete(addressId);
    for (const port of this.children.interfaces.values()) {
      if (port.row.ipAddressId === addressId) port.row.ipAddressId = null;
      // Moving an address takes it off the ports that are stored.
      if (port.stored?.ipAddressId === addressId)
        Object.assign(port, { stored: { ...port.stored, ipAddressId: null } });
    }
    this.services.unbind(addressId);
    return row;
  }

  /** Has the address of another host from now on, of which nothing but its place and name stays. */
  takeOver(move: Move, address: Row): void {
    const row = { ...address, hostId: this.id, macAddress: null, answersForOthers: false };
    this.children.ipAddresses.set(move.addressId, { row, stored: { ...row }, isSaid: false });
    this.moves.push(move);
  }

  get daemonIds(): readonly string[] {
    return this.stored?.daemonIds ?? [];
  }
  /** Whether a host may have the parts of both. */
  hasRoomFor = (other: HostDraft): boolean =>
    (['ipAddresses', 'ports', 'interfaces'] as const).every(
      (kind) => this.children[kind].size + other.children[kind].size <= listLimits[kind],
    ) && (this.stored?.services.length ?? 0) + (other.stored?.services.length ?? 0) <= listLimits.services;
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
  merge(given: ImportedHost, addresses: readonly PlacedAddress[], vlans: Vlans, line?: number): Judged {
    this.entries += 1;
    this.line ??= line;
    this.differences = new Differences();
    const changed = new Set<string>(this.mergeColumns(given));
    if (this.mergeAddresses(addresses)) changed.add('ipAddresses');
    const wanted = [...given.ports, ...given.services.flatMap(({ port }) => (port ? [port] : []))];
    const { portIds, isChanged } = this.mergePorts(wanted);
    if (isChanged) changed.add('ports');
    for (const field of this.mergeInterfaces(given.interfaces, vlans)) changed.add(field);
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
        this.tell(field, label, known.row[field], value);
        known.row[field] = value;
        isChanged = true;
      }
      for (const field of fields)
        if (isOther(known.row[field], said[at]![field]))
          this.tell(field, label, known.row[field], said[at]![field], keptBecause(known.isSaid));
      known.isSaid = true;
    });
    return isChanged;
  }

  private vlans: Vlans | undefined;
  /** Tells a difference in words of the file: numbers of VLANs and addresses, where rows have ids. */
  private tell(field: string, part: string, before: unknown, after: unknown, kept?: Kept): void {
    if (untold.includes(field)) return;
    const shown: Readonly<Record<string, (id: unknown) => unknown>> = {
      nativeVlanId: (id) => id && this.vlans?.numberOf(id as string),
      ipAddressId: (id) => id && this.children.ipAddresses.get(id as string)?.row.ipAddress,
    };
    const valueOf = shown[field] ?? ((value: unknown) => value);
    this.differences.add(field.replace(/Id$/, ''), part, valueOf(before), valueOf(after), kept);
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

  private mergeInterfaces(given: readonly ImportedInterface[], vlans: Vlans): string[] {
    this.vlans = vlans;
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
        nativeVlanId: nativeVlan === undefined ? undefined : vlans.idOf(nativeVlan),
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
      const label = labelOf.interfaces(this.children.interfaces.get(id)!.row);
      changed.push(...this.onPorts.merge(id, label, distinct[index]!, vlans.idOf, this.differences));
    });
    return changed;
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
    const before = this.stored?.host as Row | undefined;
    const isChanged = hostFields.some((field) => (this.row[field] ?? null) !== (before?.[field] ?? null));
    return {
      host: { row: this.row, isNew: before === undefined, isChanged },
      ipAddresses: partsOf('ipAddresses'),
      ports: partsOf('ports'),
      interfaces: partsOf('interfaces'),
      ...this.services.writes(hostId),
      /** Ports with a forwarding table that was read anew. */
      forwarding: [...this.children.interfaces.values()].flatMap(({ row, stored }) => {
        const [after, before] = [row, stored].map((one) => String(one?.fdbMacs ?? ''));
        return after === before ? [] : [{ interfaceId: row.id as string }];
      }),
      ...this.onPorts.writes(),
      moves: this.moves,
      /** Former MAC addresses that an address of it has again. */
      recalledMacs: this.formerMacs.filter((mac) => this.addresses.some(({ macAddress }) => macAddress === mac)),
    };
  }
}

const keptBecause = (isSaid: boolean) => (isSaid ? 'file_contradicts' : 'value_kept');

/** What follows from other fields is not told by itself. */
const untold = ['subnetId', 'position', 'ipConfigured'];
const labelOf: Readonly<Record<PartName, (row: Row) => string>> = {
  ipAddresses: ({ ipAddress }) => ipAddress as string,
  ports: ({ number, protocol }) => `${number as number}/${protocol as string}`,
  interfaces: ({ ifName, ifDescr, ifIndex }) => String((ifName ?? ifDescr ?? ifIndex) as string),
};
