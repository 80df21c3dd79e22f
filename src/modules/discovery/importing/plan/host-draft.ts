// A host as it will be after the import: its stored rows, merged with the entries of the file. This file does not
// access the database.
import { randomUUID } from 'node:crypto';
import { listLimits } from '../../../../data/tenancy/list-limits';
import type { Binding, Host, Interface, IpAddress, Port, Service } from '../../../../generated/prisma/client';
import { isEmpty, outranks, type Move, type Named, type Row } from '../../../inventory';
import type { ImportedHost } from '../formats/imported-entries';
import { Differences, keptBecause, type Judged } from './differences';
import { PartDrafts, type PlacedAddress, type StoredParts, type Vlans } from './part-drafts';
import type { StoredPorts } from './port-drafts';
import { ServiceDrafts } from './service-drafts';

/** The stored rows of a host. Neighbors, cables and VLANs are only loaded for some of its interfaces. */
export interface StoredHost extends StoredParts {
  readonly host: Host;
  readonly addresses: readonly IpAddress[];
  readonly ports: readonly Port[];
  readonly interfaces: readonly Interface[];
  /** Services of the host, sorted by creation time, oldest first. */
  readonly services: readonly Service[];
  readonly bindings: readonly Binding[];
  readonly daemonIds?: readonly string[];
  /** Ids of hosts that are other machines than this host, according to a user or an earlier suggestion. */
  readonly apartFrom?: readonly string[];
  /** Ids of hosts for which a stored suggestion says that they are the same machine as this host. */
  readonly suggestedWith?: readonly string[];
}

const plain = ['description', 'sysDescr', 'sysObjectId', 'sysLocation', 'sysContact'] as const;
const identity = ['managementUrl', 'chassisId'] as const;
/** Columns that have a second column for the source of the value, such as `hostnameSource` for `hostname`. */
const facts = [
  ...(['hostname', 'sysName', 'manufacturer', 'model', 'serialNumber'] as const),
  ...(['firmwareRevision', 'softwareRevision', 'os'] as const),
];
/** The columns of hosts that an import may change. */
export const hostFields = [
  ...['name', 'nameSource', ...plain, ...identity, ...facts, ...facts.map((fact) => `${fact}Source`)],
  ...['sourceType', 'sourceReason'],
];

const farFuture = 8e15;

export class HostDraft {
  readonly id: string;
  readonly row: Row;
  /** Creation time, by which hosts are sorted. Hosts that the import creates come last. */
  readonly createdAt: Date;
  /** Number of entries of the file that were merged into this host. */
  entries = 0;
  /** Line of the first entry of the file that was merged into this host. */
  line: number | undefined;
  private differences = new Differences();
  /** IP addresses that the import moves from other hosts to this host. */
  readonly moves: Move[] = [];
  /**
   * MAC addresses that belonged to IP addresses which this host has lost to other hosts. They still help to recognize
   * the host.
   */
  readonly formerMacs: string[];
  /**
   * `absorbedHosts` are hosts that the import merges into this host. `suspectedHosts` are hosts that may be the same
   * machine as this host.
   */
  readonly absorbedHosts: Named[] = [];
  readonly suspectedHosts = new Map<string, Named>();
  private readonly importedFields = new Set<string>();
  private readonly parts: PartDrafts;
  private readonly services: ServiceDrafts;
  private readonly isOutranked: boolean;

  constructor(
    readonly stored: StoredHost | undefined,
    private readonly fileName: string,
    /** Index of the host among the hosts that the import creates. */
    order = 0,
  ) {
    const host = stored?.host;
    this.id = host?.id ?? randomUUID();
    this.row = host ? { ...host } : { id: this.id, name: '', sourceType: 'Imported', sourceReason: fileName };
    this.createdAt = host?.createdAt ?? new Date(farFuture + order);
    this.formerMacs = [...(host?.formerMacs ?? [])];
    this.isOutranked = host !== undefined && outranks(host.sourceType, 'Imported');
    this.parts = new PartDrafts(stored, fileName, this.isOutranked);
    this.services = new ServiceDrafts(stored?.services ?? [], stored?.bindings ?? [], fileName);
  }

  /**
   * Removes an IP address that now belongs to another machine, with its bindings of services and the references of
   * interfaces to it. Returns the removed row.
   */
  giveAway({ addressId, formerMac }: Move): Row {
    const row = this.parts.removeAddress(addressId);
    if (formerMac !== null && row.answersForOthers !== true) this.formerMacs.push(formerMac);
    this.services.unbind(addressId);
    return row;
  }

  /**
   * Adds an IP address that moves from another host to this host. Its MAC address is removed, because it is that of the
   * other host.
   */
  takeOver(move: Move, address: Row): void {
    const row = { ...address, hostId: this.id, macAddress: null, answersForOthers: false };
    this.parts.addMovedAddress(move.addressId, row);
    this.moves.push(move);
  }

  get daemonIds(): readonly string[] {
    return this.stored?.daemonIds ?? [];
  }
  /**
   * Whether the parts of this host and the host `other` together stay within the maximum numbers of parts of one host.
   */
  hasRoomFor = (other: HostDraft): boolean =>
    this.parts.hasRoomFor(other.parts) &&
    (this.stored?.services.length ?? 0) + (other.stored?.services.length ?? 0) <= listLimits.services;
  get addresses(): readonly Row[] {
    return this.parts.rowsOf('ipAddresses');
  }
  get interfaces(): readonly Row[] {
    return this.parts.rowsOf('interfaces');
  }
  /** Whether an entry of the file for this host contains the IP address. */
  isSaid = (addressId: string): boolean => this.parts.isSaid(addressId);

  /**
   * Returns the ids of the stored interfaces for which `isNamed` is true and whose neighbors, cables and VLANs are not
   * loaded yet.
   */
  unknownPorts = (isNamed: (port: Row) => boolean): string[] => this.parts.unknownPorts(isNamed);

  knowPorts(ids: readonly string[], storedPorts: StoredPorts): void {
    this.parts.knowPorts(ids, storedPorts);
  }

  /** Merges an entry into the host. Returns the names of changed fields, and old and new values to show to the user. */
  merge(importedHost: ImportedHost, addresses: readonly PlacedAddress[], vlans: Vlans, line?: number): Judged {
    this.entries += 1;
    this.line ??= line;
    this.differences = new Differences();
    const changedFields = new Set<string>(this.mergeColumns(importedHost));
    const { changedLists: changedParts, portIds } = this.parts.merge(importedHost, addresses, vlans, this.differences);
    for (const field of changedParts) changedFields.add(field);
    if (this.services.merge(importedHost, portIds, this.differences)) changedFields.add('services');
    return { fields: [...changedFields], differences: this.differences.list };
  }

  private mergeColumns(importedHost: ImportedHost): string[] {
    const { row } = this;
    const before = { ...row };
    const write = (field: string, value: unknown, mayReplace: boolean): boolean => {
      if (isEmpty(value)) return false;
      const isSaid = this.importedFields.has(field);
      const writes = isEmpty(row[field]) || (mayReplace && !this.isOutranked && !isSaid);
      this.importedFields.add(field);
      if (row[field] === value) return false;
      this.differences.add(field, null, row[field], value, writes ? undefined : keptBecause(isSaid));
      if (!writes) return false;
      row[field] = value;
      return true;
    };
    const isNamed = isEmpty(row.name);
    if (
      importedHost.name !== undefined
        ? write('name', importedHost.name, true)
        : isNamed && write('name', importedHost.hostname, false)
    )
      row.nameSource = this.fileName;
    for (const field of [...plain, ...identity]) write(field, importedHost[field], true);
    for (const fact of facts) if (write(fact, importedHost[fact], true)) row[`${fact}Source`] = this.fileName;
    if (this.stored && outranks('Imported', this.stored.host.sourceType))
      Object.assign(row, { sourceType: 'Imported', sourceReason: this.fileName });
    return hostFields.filter((field) => (row[field] ?? null) !== (before[field] ?? null));
  }

  /**
   * Returns all rows to write for the host. The caller adds columns that have the same value in the whole import, such
   * as the timestamps.
   */
  writes() {
    const { id: hostId } = this;
    const before = this.stored?.host as Row | undefined;
    const isChanged = hostFields.some((field) => (this.row[field] ?? null) !== (before?.[field] ?? null));
    return {
      host: { row: this.row, isNew: before === undefined, isChanged },
      ...this.parts.writes(hostId),
      ...this.services.writes(hostId),
      moves: this.moves,
      /**
       * Former MAC addresses that the host has again, so that they must be removed from the stored former addresses.
       */
      recalledMacs: this.formerMacs.filter((mac) => this.addresses.some(({ macAddress }) => macAddress === mac)),
    };
  }
}
