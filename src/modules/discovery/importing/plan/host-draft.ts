// A host after the import: its stored rows merged with the file's entries by precedence. Pure.
import { randomUUID } from 'node:crypto';
import { listLimits } from '../../../../data/tenancy/list-limits';
import type { Binding, Host, Interface, IpAddress, Port, Service } from '../../../../generated/prisma/client';
import { isEmpty, outranks, type Move, type Named, type Row } from '../../../inventory';
import type { ImportedHost } from '../formats/imported-entries';
import { Differences, keptBecause, type Judged } from './differences';
import { PartDrafts, type PlacedAddress, type StoredParts, type Vlans } from './part-drafts';
import type { StoredPorts } from './port-drafts';
import { ServiceDrafts } from './service-drafts';

/** The stored rows of a host. Not all of its interfaces have their neighbours, cables and VLANs loaded. */
export interface StoredHost extends StoredParts {
  readonly host: Host;
  readonly addresses: readonly IpAddress[];
  readonly ports: readonly Port[];
  readonly interfaces: readonly Interface[];
  /** Oldest first. */
  readonly services: readonly Service[];
  readonly bindings: readonly Binding[];
  readonly daemonIds?: readonly string[];
  /** Hosts that are marked as different machines. */
  readonly apartFrom?: readonly string[];
  /** Hosts that are suggested, or confirmed, as the same machine. */
  readonly suggestedWith?: readonly string[];
}

const plain = ['description', 'sysDescr', 'sysObjectId', 'sysLocation', 'sysContact'] as const;
const identity = ['managementUrl', 'chassisId'] as const;
/** Columns that each have another column naming their source. */
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
  /** Creation time; hosts of the file come last. */
  readonly createdAt: Date;
  /** Number of the file's entries that were merged into this host. */
  entries = 0;
  /** Line of the first of those entries. */
  line: number | undefined;
  private differences = new Differences();
  /** Addresses that other hosts hold until the import is applied. */
  readonly moves: Move[] = [];
  /** MACs of addresses that other hosts have taken over. */
  readonly formerMacs: string[];
  /**
   * Hosts to be merged into this one (`absorbedHosts`), and hosts that may be the same machine (`suspectedHosts`), with
   * the reasons.
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
    /** Position among the hosts that the file creates. */
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

  /** Removes an address that now belongs to another machine. Bindings to it are removed; ports stay without it. */
  giveAway({ addressId, formerMac }: Move): Row {
    const row = this.parts.removeAddress(addressId);
    if (formerMac !== null && row.answersForOthers !== true) this.formerMacs.push(formerMac);
    this.services.unbind(addressId);
    return row;
  }

  /** Takes over another host's address without its MAC address. */
  takeOver(move: Move, address: Row): void {
    const row = { ...address, hostId: this.id, macAddress: null, answersForOthers: false };
    this.parts.addMovedAddress(move.addressId, row);
    this.moves.push(move);
  }

  get daemonIds(): readonly string[] {
    return this.stored?.daemonIds ?? [];
  }
  /** Whether this host and the other one together stay within the limits of a host. */
  hasRoomFor = (other: HostDraft): boolean =>
    this.parts.hasRoomFor(other.parts) &&
    (this.stored?.services.length ?? 0) + (other.stored?.services.length ?? 0) <= listLimits.services;
  get addresses(): readonly Row[] {
    return this.parts.rowsOf('ipAddresses');
  }
  get interfaces(): readonly Row[] {
    return this.parts.rowsOf('interfaces');
  }
  /** Whether the file has named the address. */
  isSaid = (addressId: string): boolean => this.parts.isSaid(addressId);

  /** Stored interfaces that entries refer to and that are not loaded yet. */
  unknownPorts = (isNamed: (port: Row) => boolean): string[] => this.parts.unknownPorts(isNamed);

  knowPorts(ids: readonly string[], storedPorts: StoredPorts): void {
    this.parts.knowPorts(ids, storedPorts);
  }

  /** Merges an entry of the file; returns its changes, and the differences from stored values. */
  merge(importedHost: ImportedHost, addresses: readonly PlacedAddress[], vlans: Vlans, line?: number): Judged {
    this.entries += 1;
    this.line ??= line;
    this.differences = new Differences();
    const changedFields = new Set<string>(this.mergeColumns(importedHost));
    const { changedLists: changedParts, portIds } = this.parts.merge(importedHost, addresses, vlans, this.differences);
    for (const field of changedParts) changedFields.add(field);
    if (this.services.merge(importedHost.services, portIds, this.differences)) changedFields.add('services');
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

  /** All rows to write. Rows of parts lack the columns that all new rows of the import share. */
  writes() {
    const { id: hostId } = this;
    const before = this.stored?.host as Row | undefined;
    const isChanged = hostFields.some((field) => (this.row[field] ?? null) !== (before?.[field] ?? null));
    return {
      host: { row: this.row, isNew: before === undefined, isChanged },
      ...this.parts.writes(hostId),
      ...this.services.writes(hostId),
      moves: this.moves,
      /** Former MAC addresses that one of the host's addresses has again. */
      recalledMacs: this.formerMacs.filter((mac) => this.addresses.some(({ macAddress }) => macAddress === mac)),
    };
  }
}
