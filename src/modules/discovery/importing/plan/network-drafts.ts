// Subnets and VLANs of a network as they will be after the import: stored rows, and rows that the import creates. This
// file does not access the database.
import { randomUUID } from 'node:crypto';
import { mapInTurns } from '../../../../platform/threads/event-loop';
import { containerBridges, isEmpty, outranks, type Row } from '../../../inventory';
import type { Subnet, Vlan } from '../../../../generated/prisma/client';
import type { ImportedEntry, ImportedSubnet, ImportedVlan } from '../formats/imported-entries';
import { readPrefix } from '../formats/values';
import { Differences, isOther, type Judged } from './differences';

/** A subnet or VLAN as it will be after the import. */
export interface Draft<Stored> {
  readonly id: string;
  readonly row: Row;
  readonly storedRow: Stored | undefined;
  isSaid: boolean;
  /** Line of the first entry that describes this subnet or VLAN. */
  line?: number;
}

export const subnetFields = ['name', 'description', 'subnetType', 'sourceType', 'sourceReason'];
export const vlanFields = ['name', 'description', 'sourceType', 'sourceReason'];

export interface NetworkRows {
  readonly subnets: readonly Subnet[];
  readonly vlans: readonly Vlan[];
}

export class NetworkDrafts {
  readonly subnets: Draft<Subnet>[] = [];
  readonly vlans: Draft<Vlan>[] = [];
  private readonly subnetByPlace = new Map<string, Draft<Subnet>>();
  /** Subnets with the source `System`, by prefix and type. They have no namespace. */
  private readonly systemByType = new Map<string, Draft<Subnet>>();
  private readonly subnetById = new Map<string, Draft<Subnet>>();
  private readonly vlanByNumber = new Map<number, Draft<Vlan>>();
  private readonly vlanById = new Map<string, Draft<Vlan>>();
  private readonly lengths = new Set<number>();

  constructor(
    private readonly fileName: string,
    /** Namespace of those subnets for which the file names no namespace. */
    readonly namespace: string,
  ) {}

  /** Adds the stored subnets and VLANs of the network. */
  async know({ subnets, vlans }: NetworkRows): Promise<void> {
    await mapInTurns(subnets, (stored) =>
      this.keepSubnet({ id: stored.id, row: { ...stored }, storedRow: stored, isSaid: false }),
    );
    await mapInTurns(vlans, (stored) =>
      this.keepVlan({ id: stored.id, row: { ...stored }, storedRow: stored, isSaid: false }),
    );
  }

  /**
   * Adds the subnets and VLANs of the whole file, because the entry of a host may come before the entry of its subnet.
   */
  async declare(entries: readonly ImportedEntry[]): Promise<void> {
    await mapInTurns(entries, (entry) => {
      if (entry.kind === 'Subnet' && !this.subnetOf(entry) && !isBridge(entry)) this.newSubnet(entry);
      if (entry.kind === 'Vlan' && !this.vlanByNumber.has(entry.number)) this.newVlan(entry);
    });
  }

  isOnBridge = (subnetId: string): boolean => isBridge(this.subnetById.get(subnetId)?.row ?? {});
  subnet = (id: string): Draft<Subnet> | undefined => this.subnetById.get(id);
  /**
   * Returns the subnet with this prefix in the namespace. Leaves out subnets of container bridges. A subnet with the
   * source `System` is returned only if its type is given and no namespace is: a network has two of them with the
   * prefix 0.0.0.0/0.
   */
  subnetOf = ({ cidr, namespace, subnetType }: Pick<ImportedSubnet, 'cidr' | 'namespace' | 'subnetType'>) =>
    (namespace || !subnetType ? undefined : this.systemByType.get(`${cidr} ${subnetType}`)) ??
    this.subnetByPlace.get(placeOf(cidr, namespace ?? this.namespace));
  vlanNumber = (id: string): number | undefined => this.vlanById.get(id)?.row.vlanNumber as number | undefined;
  vlan = (number: number): Draft<Vlan> | undefined => this.vlanByNumber.get(number);

  smallestWith(ip: string, namespace: string): Draft<Subnet> | undefined {
    const bits = ip.includes(':') ? 128 : 32;
    for (const length of [...this.lengths].sort((a, b) => b - a)) {
      const smallestSubnet = length <= bits && this.subnetOf({ cidr: readPrefix(`${ip}/${length}`) ?? '', namespace });
      if (smallestSubnet) return smallestSubnet;
    }
    return undefined;
  }

  /**
   * Merges an entry into a subnet or VLAN. If an earlier entry of the file describes the same subnet or VLAN, the
   * values of the earlier entry stay.
   */
  merge(draft: Draft<Subnet | Vlan>, importedFields: Row, fields: readonly string[]): Judged {
    const { row, storedRow, isSaid } = draft;
    const before = { ...row };
    const differences = new Differences();
    const isOutranked = storedRow === undefined || outranks(storedRow.sourceType, 'Imported');
    for (const [field, value] of Object.entries(importedFields)) {
      if (!isOther(row[field], value)) continue;
      const writes = storedRow !== undefined && !isSaid && (isEmpty(row[field]) || !isOutranked);
      const keptReason = isSaid || !storedRow ? 'file_contradicts' : 'value_kept';
      differences.add(field, null, row[field], value, writes ? undefined : keptReason);
      if (writes) row[field] = value;
    }
    if (storedRow && !isSaid && outranks('Imported', storedRow.sourceType))
      Object.assign(row, { sourceType: 'Imported', sourceReason: this.fileName });
    const changedFields = fields.filter((field) => (row[field] ?? null) !== (before[field] ?? null));
    return { fields: changedFields, differences: differences.list };
  }

  newSubnet(subnet: ImportedSubnet): Draft<Subnet> {
    const { cidr, namespace = this.namespace, name = cidr, description, subnetType = 'Lan' } = subnet;
    const id = randomUUID();
    const source = { sourceType: 'Imported', sourceReason: this.fileName };
    const row = { id, cidr, namespace, name, description: description ?? null, subnetType, ...source };
    return this.keepSubnet({ id, row, storedRow: undefined, isSaid: false });
  }

  newVlan({ number, name, description }: ImportedVlan): Draft<Vlan> {
    const id = randomUUID();
    const source = { sourceType: 'Imported', sourceReason: this.fileName };
    const row = { id, vlanNumber: number, name, description: description ?? null, ...source };
    return this.keepVlan({ id, row, storedRow: undefined, isSaid: false });
  }

  private keepSubnet(draft: Draft<Subnet>): Draft<Subnet> {
    const { cidr, namespace, subnetType, sourceType } = draft.row as Pick<
      Subnet,
      'cidr' | 'namespace' | 'subnetType' | 'sourceType'
    >;
    this.subnets.push(draft);
    this.subnetById.set(draft.id, draft);
    if (isBridge(draft.row)) return draft;
    if (sourceType === 'System') {
      this.systemByType.set(`${cidr} ${subnetType}`, draft);
      return draft;
    }
    this.subnetByPlace.set(placeOf(cidr, namespace), draft);
    this.lengths.add(prefixLength(cidr));
    return draft;
  }

  private keepVlan(draft: Draft<Vlan>): Draft<Vlan> {
    this.vlans.push(draft);
    this.vlanByNumber.set(draft.row.vlanNumber as number, draft);
    this.vlanById.set(draft.id, draft);
    return draft;
  }
}

const placeOf = (cidr: string, namespace: string): string => `${cidr} ${namespace}`;
export const prefixLength = (cidr: unknown): number => Number(String(cidr).split('/')[1]);
const isBridge = ({ subnetType }: { subnetType?: unknown }): boolean =>
  containerBridges.some((type) => type === subnetType);
