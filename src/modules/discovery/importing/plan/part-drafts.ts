// IP addresses, ports and interfaces of a host as they will be after the import, each with its stored row. This file
// does not access the database.
import { isIP } from 'node:net';
import { listLimits } from '../../../../data/tenancy/list-limits';
import {
  completedAddress,
  completedInterface,
  differences as differencesOfParts,
  isEmpty,
  matchRows,
  parts,
  type MatchedChild,
  type Row,
} from '../../../inventory';
import type { ImportedHost, ImportedInterface, ImportedPort } from '../formats/imported-entries';
import { isOther, keptBecause, type Differences, type ReasonNotStored } from './differences';
import { PortDrafts, type StoredPorts } from './port-drafts';

/** An IP address from the file, with its subnet. */
export interface PlacedAddress {
  readonly subnetId: string;
  readonly subnetCidr: string;
  readonly ipAddress: string;
  readonly macAddress?: string | undefined;
  readonly name?: string | undefined;
  /** Set if several machines of the file have the MAC address. */
  readonly answersForOthers?: true | undefined;
}

type PartName = 'ipAddresses' | 'ports' | 'interfaces';

/** A part of a host as it will be after the import. `storedRow` is undefined for a new part. */
interface PartDraft {
  readonly row: Row;
  readonly storedRow: Row | undefined;
  /** Whether an entry of the file has described this part. Later entries do not overwrite its values. */
  isSaid: boolean;
}

/** The network's VLANs, by number and by id. */
export interface Vlans {
  idOf(number: number): string;
  numberOf(id: string): number | undefined;
}

/** The stored parts of a host. */
export interface StoredParts extends StoredPorts {
  readonly addresses: readonly object[];
  readonly ports: readonly object[];
  readonly interfaces: readonly object[];
}

const partNames = ['ipAddresses', 'ports', 'interfaces'] as const;

export class PartDrafts {
  /** The parts of each kind by their ids, in the order of the host's rows. */
  private readonly children: Record<PartName, Map<string, PartDraft>>;
  private readonly onPorts: PortDrafts;
  /** Ids of interfaces whose related rows (neighbors, cables, VLANs) are loaded. */
  private readonly knownPorts = new Set<string>();
  /** Set during `merge`: where to add differences, and the VLANs of the network. */
  private entry!: { readonly differences: Differences; readonly vlans: Vlans };

  constructor(
    storedParts: StoredParts | undefined,
    fileName: string,
    /**
     * Whether stored values take precedence over the file, because the source of the host is more reliable than an
     * import.
     */
    private readonly isOutranked: boolean,
  ) {
    const drafts = (rows: readonly object[] = []): Map<string, PartDraft> =>
      new Map(
        (rows as readonly Row[]).map((one) => [one.id as string, { row: { ...one }, storedRow: one, isSaid: false }]),
      );
    this.children = {
      ipAddresses: drafts(storedParts?.addresses),
      ports: drafts(storedParts?.ports),
      interfaces: drafts(storedParts?.interfaces),
    };
    this.onPorts = new PortDrafts(fileName);
    if (storedParts) this.onPorts.know(storedParts);
  }

  unknownPorts(isNamed: (port: Row) => boolean): string[] {
    const ports = [...this.children.interfaces.values()].filter(({ row, storedRow }) => storedRow && isNamed(row));
    return ports.map(({ row }) => row.id as string).filter((id) => !this.knownPorts.has(id));
  }

  knowPorts(ids: readonly string[], storedPorts: StoredPorts): void {
    for (const id of ids) this.knownPorts.add(id);
    this.onPorts.know(storedPorts);
  }

  rowsOf(kind: PartName): Row[] {
    return Array.from(this.children[kind].values(), ({ row }) => row);
  }

  /**
   * Whether the parts of this host and of the other host together stay within the maximum numbers of parts of one host.
   */
  hasRoomFor = ({ children }: PartDrafts): boolean =>
    partNames.every((kind) => this.children[kind].size + children[kind].size <= listLimits[kind]);

  /** Whether an entry of the file for this host contains the IP address. */
  isSaid = (addressId: string): boolean => this.children.ipAddresses.get(addressId)?.isSaid ?? false;

  /** Removes an IP address, and clears references of interfaces to it. Returns the removed row. */
  removeAddress(addressId: string): Row {
    const { row } = this.children.ipAddresses.get(addressId)!;
    this.children.ipAddresses.delete(addressId);
    for (const port of this.children.interfaces.values()) {
      if (port.row.ipAddressId === addressId) port.row.ipAddressId = null;
      // The database clears this reference when the IP address moves, so the interface needs no update of its own.
      if (port.storedRow?.ipAddressId === addressId)
        Object.assign(port, { storedRow: { ...port.storedRow, ipAddressId: null } });
    }
    return row;
  }

  /** Adds an IP address that moves to this host. Its row exists already, so it counts as stored, not as new. */
  addMovedAddress(id: string, row: Row): void {
    this.children.ipAddresses.set(id, { row, storedRow: { ...row }, isSaid: false });
  }

  /**
   * Merges the IP addresses, ports and interfaces of an entry into the host. Returns the names of the lists that
   * change, and the ids of the entry's TCP and UDP ports.
   */
  merge(
    { ports, services, interfaces }: ImportedHost,
    addresses: readonly PlacedAddress[],
    vlans: Vlans,
    differences: Differences,
  ): { changedLists: string[]; portIds: Map<string, string> } {
    this.entry = { differences, vlans };
    const changedLists = this.mergeAddresses(addresses) ? ['ipAddresses'] : [];
    const { portIds, isChanged } = this.mergePorts([...ports, ...services.flatMap(({ port }) => port ?? [])]);
    if (isChanged) changedLists.push('ports');
    changedLists.push(...this.mergeInterfaces(interfaces));
    return { changedLists, portIds };
  }

  /**
   * Sets the file's values in matching parts, and adds parts that match none. If an earlier entry of the file has
   * described a part, only its empty values are set.
   */
  private put(kind: PartName, matches: readonly MatchedChild[], importedRows: readonly Row[]): boolean {
    const { fields } = parts[kind];
    let isChanged = false;
    matches.forEach(({ id, reportedRow }, at) => {
      const draft = this.children[kind].get(id);
      if (!draft) {
        this.children[kind].set(id, { row: { ...reportedRow, id }, storedRow: undefined, isSaid: true });
        this.entry.differences.add(kind, null, null, labelOf[kind](reportedRow));
        isChanged = true;
        return;
      }
      const label = labelOf[kind](draft.row);
      for (const field of fields) {
        const value = reportedRow[field];
        if (value === undefined || String(value ?? null) === String(draft.row[field] ?? null)) continue;
        if (draft.isSaid && !isEmpty(draft.row[field])) continue;
        this.addDifference(field, label, draft.row[field], value);
        draft.row[field] = value;
        // Import files do not contain the source from which a MAC address was read, so the stored source is cleared.
        if (field === 'macAddress') draft.row.macAddressSource = null;
        isChanged = true;
      }
      for (const field of fields)
        if (isOther(draft.row[field], importedRows[at]![field]))
          this.addDifference(field, label, draft.row[field], importedRows[at]![field], keptBecause(draft.isSaid));
      draft.isSaid = true;
    });
    return isChanged;
  }

  /**
   * Adds a difference for the user. Where a column contains an id, the difference shows the VLAN number or IP address.
   */
  private addDifference(
    field: string,
    part: string,
    before: unknown,
    after: unknown,
    keptReason?: ReasonNotStored,
  ): void {
    if (derivedFields.includes(field)) return;
    const displayValue: Readonly<Record<string, (id: unknown) => unknown>> = {
      nativeVlanId: (id) => id && this.entry.vlans.numberOf(id as string),
      ipAddressId: (id) => id && this.children.ipAddresses.get(id as string)?.row.ipAddress,
    };
    const valueOf = displayValue[field] ?? ((value: unknown) => value);
    this.entry.differences.add(field.replace(/Id$/, ''), part, valueOf(before), valueOf(after), keptReason);
  }

  private mergeAddresses(addresses: readonly PlacedAddress[]): boolean {
    const rows = this.rowsOf('ipAddresses');
    const drafts = [...this.children.ipAddresses.values()];
    const free = new Set(drafts.filter(({ isSaid }) => isSaid).map(({ row }) => row.id));
    // If the file lists a stored MAC address with a new IPv4 address in the same subnet, the stored row gets the new
    // address. But if stored values take precedence, or if the file lists the old address too, the new one becomes a
    // row of its own.
    const mayMove = (row: Row) => row.id === undefined || (!this.isOutranked && !free.has(row.id));
    const bySuccession = {
      ...parts.ipAddresses.keys[1]!,
      of: (row: Row) => (mayMove(row) ? successionKey(row) : null),
    };
    const keys = [parts.ipAddresses.keys[0]!, bySuccession];
    const wantedRows = addresses.map((one, position) => ({ ...one, position }));
    const { matches } = matchRows({ ...parts.ipAddresses, keys }, wantedRows, rows);
    const first = rows.reduce((last, { position }) => Math.max(last, (position as number) + 1), 0);
    const toCompleted = (match: MatchedChild): MatchedChild => {
      const completed = completedAddress(match, first, { replacesMac: !this.isOutranked });
      if (!match.storedRow || this.isOutranked) return completed;
      // `completedAddress` keeps a stored name, but an import replaces the values of hosts that are no more reliable.
      const name = match.reportedRow.name ?? match.storedRow.name;
      return { ...completed, reportedRow: { ...completed.reportedRow, name } };
    };
    return this.put('ipAddresses', matches.map(toCompleted), wantedRows);
  }

  private mergePorts(ports: readonly ImportedPort[]): { portIds: Map<string, string>; isChanged: boolean } {
    const distinct = new Map(ports.map(({ number, protocol }) => [`${number} ${protocol}`, { number, protocol }]));
    const rows = this.rowsOf('ports');
    const { matches } = matchRows(parts.ports, [...distinct.values()], rows);
    const isChanged = this.put('ports', matches, [...distinct.values()]);
    return { portIds: new Map([...distinct.keys()].map((key, index) => [key, matches[index]!.id])), isChanged };
  }

  private mergeInterfaces(interfaces: readonly ImportedInterface[]): string[] {
    const { differences, vlans } = this.entry;
    const usedNames = new Set<string>();
    const distinct = interfaces.filter(({ ifName, ifIndex }) => {
      const key = ifName === undefined ? `index ${ifIndex}` : `name ${ifName}`;
      if (!usedNames.has(key)) return usedNames.add(key);
      differences.add('interfaces', ifName ?? String(ifIndex), null, 'a second one', 'file_contradicts');
      return false;
    });
    const idOf = new Map<unknown, unknown>();
    // A host may have the same IP address in several subnets. Then it is unknown to which of them an interface refers.
    for (const { ipAddress, id } of this.rowsOf('ipAddresses'))
      idOf.set(ipAddress, idOf.has(ipAddress) ? undefined : id);
    const wantedRows = distinct.map(
      ({
        mac,
        ip,
        nativeVlan,
        speedBps,
        fdbMacs = [],
        taggedVlans: _taggedVlans,
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
    const { matches } = matchRows(parts.interfaces, wantedRows, this.rowsOf('interfaces'));
    const completedRows = matches.map((one) =>
      completedInterface(one, {
        table: !this.isOutranked,
        fdb: !this.isOutranked && (one.reportedRow.fdbMacs as string[]).length > 0,
        vlanMembership: !this.isOutranked && one.reportedRow.nativeVlanId !== undefined,
      }),
    );
    const changedLists = this.put('interfaces', completedRows, wantedRows) ? ['interfaces'] : [];
    matches.forEach(({ id }, index) => {
      const label = labelOf.interfaces(this.children.interfaces.get(id)!.row);
      changedLists.push(...this.onPorts.merge(id, label, distinct[index]!, vlans.idOf, differences));
    });
    return changedLists;
  }

  /**
   * Returns the rows to write. The caller adds columns that have the same value in the whole import, such as the
   * timestamps.
   */
  writes(hostId: string) {
    const partsOf = (kind: PartName) => {
      const drafts = [...this.children[kind].values()];
      const rows = drafts.map(({ row, storedRow }) => ({ id: row.id as string, reportedRow: row, storedRow }));
      const { changedRows, addedRows } = differencesOfParts(parts[kind], rows);
      return { changed: changedRows, added: addedRows.map((row): Row => ({ ...row, hostId })) };
    };
    return {
      ipAddresses: partsOf('ipAddresses'),
      ports: partsOf('ports'),
      interfaces: partsOf('interfaces'),
      /** Interfaces whose forwarding tables change. */
      forwarding: [...this.children.interfaces.values()].flatMap(({ row, storedRow }) => {
        const [after, before] = [row, storedRow].map((one) => String(one?.fdbMacs ?? ''));
        return after === before ? [] : [{ interfaceId: row.id as string }];
      }),
      ...this.onPorts.writes(),
    };
  }
}

/**
 * Returns the key of the addresses that succeed one another: the subnet and the MAC address. Addresses in several
 * subnets do not succeed one another, because a router has one MAC address in many VLANs. IPv6 addresses never do,
 * because a network card has several in one subnet (RFC 8981).
 */
const successionKey = ({ subnetId, ipAddress, macAddress }: Row): string | null =>
  isEmpty(macAddress) || isIP(ipAddress as string) !== 4 ? null : `${subnetId as string} ${macAddress as string}`;

/** Fields that follow from other fields. Changes of these fields are not listed as differences. */
const derivedFields = ['subnetId', 'position', 'ipConfigured'];
const labelOf: Readonly<Record<PartName, (row: Row) => string>> = {
  ipAddresses: ({ ipAddress }) => ipAddress as string,
  ports: ({ number, protocol }) => `${number as number}/${protocol as string}`,
  interfaces: ({ ifName, ifDescr, ifIndex }) => String((ifName ?? ifDescr ?? ifIndex) as string),
};
