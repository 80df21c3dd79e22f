// Decides what each entry of a file does to a network: the same for the plan and, under the network's lock, for applying it.
import { randomUUID } from 'node:crypto';
import { containerBridges, isEmpty, matchingHost, outranks, type KnownHosts, type Row } from '../../../inventory';
import type { Subnet, Vlan } from '../../../../generated/prisma/client';
import type { ImportedEntry, ImportedHost, ImportedSubnet, ImportedVlan } from '../formats/imported-entries';
import { prefixOf } from '../formats/values';
import { HostDraft, type PlacedAddress, type StoredHost } from './host-draft';

/** A row of the plan. */
export interface PlannedRow {
  readonly line: number;
  readonly kind: 'Host' | 'Interface' | 'Subnet' | 'Vlan' | 'Entry';
  readonly action: 'Create' | 'Change' | 'Match' | 'Refuse';
  readonly name: string;
  readonly entityId: string | null;
  readonly entityUpdatedAt: Date | null;
  readonly fields: readonly string[];
  readonly code: string | null;
  readonly reason: string | null;
  /** On the row that stands for the whole entry. */
  readonly entry: ImportedEntry | null;
}

/** A subnet or VLAN as it will be. */
interface Draft<Stored> {
  readonly id: string;
  readonly row: Row;
  readonly stored: Stored | undefined;
  isSaid: boolean;
}

export const subnetFields = ['name', 'description', 'subnetType', 'sourceType', 'sourceReason'];
export const vlanFields = ['name', 'description', 'sourceType', 'sourceReason'];

export interface NetworkRows {
  readonly subnets: readonly Subnet[];
  readonly vlans: readonly Vlan[];
}

const longestName = 100;
const refusals = {
  no_identity: 'it has neither an address nor a MAC address, a chassis id or a name',
  ambiguous_name: 'several hosts of the network have this name',
  container_bridge: 'a container bridge belongs to its runtime, which the file does not name',
  documented_link: 'a cable that no device has reported is not taken over',
} as const;

export class ImportPlanner implements KnownHosts {
  readonly hosts = new Map<string, HostDraft>();
  readonly subnets: Draft<Subnet>[] = [];
  readonly vlans: Draft<Vlan>[] = [];
  private readonly subnetByCidr = new Map<string, Draft<Subnet>>();
  private readonly subnetById = new Map<string, Draft<Subnet>>();
  private readonly vlanByNumber = new Map<number, Draft<Vlan>>();
  private readonly byIp = new Map<string, Set<HostDraft>>();
  private readonly byMac = new Map<string, Set<HostDraft>>();
  private readonly byChassis = new Map<string, Set<HostDraft>>();
  private readonly byName = new Map<string, Set<HostDraft>>();
  private readonly lengths = new Set<number>();

  constructor(
    { subnets, vlans }: NetworkRows,
    private readonly fileName: string,
  ) {
    for (const stored of subnets) this.keepSubnet({ id: stored.id, row: { ...stored }, stored, isSaid: false });
    for (const stored of vlans) this.keepVlan({ id: stored.id, row: { ...stored }, stored, isSaid: false });
  }

  /** Subnets and VLANs of the whole file, which hosts before them may be in. */
  declare(entries: readonly ImportedEntry[]): void {
    for (const entry of entries) {
      if (entry.kind === 'Subnet' && !this.subnetByCidr.has(entry.cidr) && !isBridge(entry)) this.newSubnet(entry);
      if (entry.kind === 'Vlan' && !this.vlanByNumber.has(entry.number)) this.newVlan(entry);
    }
  }

  /** Hosts of the network that entries may be. */
  know(stored: readonly StoredHost[]): void {
    for (const one of stored) if (!this.hosts.has(one.host.id)) this.keepHost(new HostDraft(one, this.fileName));
  }

  async plan(entry: ImportedEntry): Promise<PlannedRow[]> {
    switch (entry.kind) {
      case 'Host':
        return this.planHost(entry, entry.host);
      case 'Subnet':
        return [this.planSubnet(entry)];
      case 'Vlan':
        return [this.planVlan(entry)];
      case 'Refused':
        return [refused(entry, 'Entry', entry.text, entry.code, null)];
    }
  }

  // What matching asks of the hosts that are known so far.
  addresses({ ips, ids, macs }: Parameters<KnownHosts['addresses']>[0]): ReturnType<KnownHosts['addresses']> {
    const drafts = new Set([...ips.flatMap((ip) => [...(this.byIp.get(ip) ?? [])]), ...this.ofMacs(macs)]);
    const found = [...drafts].flatMap((draft) =>
      draft.addresses.flatMap((row) => {
        const { id, subnetId, ipAddress, macAddress = null } = row as unknown as FoundAddress;
        const isWanted =
          ips.includes(ipAddress) || ids.includes(id) || (macAddress !== null && macs.includes(macAddress));
        return isWanted ? [{ id, subnetId, ipAddress, macAddress, host: draft }] : [];
      }),
    );
    return Promise.resolve(found);
  }
  withChassis(chassisId: string): Promise<string[]> {
    return Promise.resolve([...(this.byChassis.get(chassisId) ?? [])].map(({ id }) => id));
  }
  macsOf(hostIds: readonly string[]) {
    return Promise.resolve(hostIds.flatMap((id) => macsOf(this.hosts.get(id)!)));
  }
  withMac(macs: readonly string[]) {
    const found = this.ofMacs(macs).flatMap(macsOf);
    return Promise.resolve(found.filter(({ macAddress }) => macAddress !== null && macs.includes(macAddress)));
  }

  private ofMacs = (macs: readonly string[]): HostDraft[] => [
    ...new Set(macs.flatMap((mac) => [...(this.byMac.get(mac) ?? [])])),
  ];

  private async planHost(entry: ImportedEntry & { kind: 'Host' }, host: ImportedHost): Promise<PlannedRow[]> {
    const rows: PlannedRow[] = [];
    const made = (row: PlannedRow) => void rows.push(row);
    const name = (host.name ?? host.hostname ?? host.addresses[0]?.ip ?? host.id ?? '').slice(0, longestName);
    const placed = this.placed(host, entry.line, made);
    const found = await this.find(host, placed);
    if (typeof found === 'string') return [...rows, refused(entry, 'Host', name, found, entry)];
    const draft = found ?? new HostDraft(undefined, this.fileName, this.hosts.size);
    const isKnown = this.hosts.has(draft.id);
    const fields = draft.merge(host, placed, (number) => this.vlanId(number, entry.line, made));
    this.keepHost(draft);
    for (const { ifName, ifIndex, neighbors } of host.interfaces)
      if (neighbors.some(({ isDocumented }) => isDocumented))
        rows.push(refused(entry, 'Interface', `${name} ${ifName ?? ifIndex}`, 'documented_link', null));
    const stored = draft.stored?.host;
    return [...rows, rowOf(entry, 'Host', name, isKnown, stored, fields)];
  }

  private async find(
    host: ImportedHost,
    ipAddresses: PlacedAddress[],
  ): Promise<HostDraft | keyof typeof refusals | undefined> {
    const named = host.id === undefined ? undefined : this.hosts.get(host.id);
    if (named) return named;
    const interfaces = host.interfaces.map(({ mac }) => ({ macAddress: mac ?? null }));
    const match = await matchingHost(this, { chassisId: host.chassisId ?? null, ipAddresses, interfaces });
    if (match) return this.hosts.get(match.hostId);
    // With nothing else to go by, importing the same file again would make it again.
    if (ipAddresses.length > 0) return undefined;
    const own = host.name ?? host.hostname;
    if (own === undefined) return host.chassisId === undefined ? 'no_identity' : undefined;
    const called = [...(this.byName.get(own) ?? [])];
    return called.length > 1 ? 'ambiguous_name' : called[0];
  }

  /** The addresses of a host in their subnets, each once. */
  private placed(host: ImportedHost, line: number, made: (row: PlannedRow) => void): PlacedAddress[] {
    const distinct = new Map(host.addresses.map((one) => [one.ip, one]));
    return [...distinct.values()].map(({ ip, prefixLength, mac, name }) => {
      const subnet = this.subnetOf(ip) ?? this.madeSubnet(ip, prefixLength, line, made);
      return { subnetId: subnet.id, subnetCidr: subnet.row.cidr as string, ipAddress: ip, macAddress: mac, name };
    });
  }

  /** Where the network has the address already, else the smallest subnet that contains it. */
  private subnetOf(ip: string): Draft<Subnet> | undefined {
    const held = [...(this.byIp.get(ip) ?? [])].flatMap(({ addresses }) =>
      addresses.flatMap((one) => (one.ipAddress === ip ? (this.subnetById.get(one.subnetId as string) ?? []) : [])),
    );
    const smallest = [...held].sort((a, b) => lengthOf(b.row.cidr) - lengthOf(a.row.cidr))[0];
    if (smallest) return smallest;
    const bits = ip.includes(':') ? 128 : 32;
    for (const length of [...this.lengths].sort((a, b) => b - a)) {
      const found = length <= bits && this.subnetByCidr.get(prefixOf(`${ip}/${length}`) ?? '');
      if (found) return found;
    }
    return undefined;
  }

  /** By the file's own prefix length, else the usual one of a LAN. */
  private madeSubnet(ip: string, length: number | undefined, line: number, made: (row: PlannedRow) => void) {
    const cidr = prefixOf(`${ip}/${length ?? (ip.includes(':') ? 64 : 24)}`)!;
    const draft = this.newSubnet({ cidr });
    draft.isSaid = true;
    made(rowOf({ line } as ImportedEntry, 'Subnet', cidr, false, undefined, [], false));
    return draft;
  }

  private vlanId(number: number, line: number, made: (row: PlannedRow) => void): string {
    const known = this.vlanByNumber.get(number);
    if (known) return known.id;
    const draft = this.newVlan({ number, name: `VLAN ${number}` });
    draft.isSaid = true;
    made(rowOf({ line } as ImportedEntry, 'Vlan', `VLAN ${number}`, false, undefined, [], false));
    return draft.id;
  }

  private planSubnet(entry: ImportedEntry & { kind: 'Subnet' }): PlannedRow {
    const draft = this.subnetByCidr.get(entry.cidr);
    if (!draft) return refused(entry, 'Subnet', entry.cidr, 'container_bridge', entry);
    const { name, description, subnetType } = entry;
    const fields = merged(draft, { name, description, subnetType }, this.fileName, subnetFields);
    return this.rowOfDraft(entry, 'Subnet', String(draft.row.name), draft, fields);
  }

  private planVlan(entry: ImportedEntry & { kind: 'Vlan' }): PlannedRow {
    const draft = this.vlanByNumber.get(entry.number)!;
    const { name, description } = entry;
    const fields = merged(draft, { name, description }, this.fileName, vlanFields);
    return this.rowOfDraft(entry, 'Vlan', String(draft.row.name), draft, fields);
  }

  private rowOfDraft(
    entry: ImportedEntry,
    kind: 'Subnet' | 'Vlan',
    name: string,
    draft: Draft<Subnet | Vlan>,
    fields: string[],
  ): PlannedRow {
    const isFirst = !draft.isSaid;
    draft.isSaid = true;
    return rowOf(entry, kind, name, draft.stored !== undefined || !isFirst, draft.stored, fields);
  }

  private newSubnet({ cidr, name = cidr, description, subnetType = 'Lan' }: ImportedSubnet): Draft<Subnet> {
    const id = randomUUID();
    const source = { sourceType: 'Imported', sourceReason: this.fileName };
    const row = { id, cidr, name, description: description ?? null, subnetType, ...source };
    return this.keepSubnet({ id, row, stored: undefined, isSaid: false });
  }

  private newVlan({ number, name, description }: ImportedVlan): Draft<Vlan> {
    const id = randomUUID();
    const source = { sourceType: 'Imported', sourceReason: this.fileName };
    const row = { id, vlanNumber: number, name, description: description ?? null, ...source };
    return this.keepVlan({ id, row, stored: undefined, isSaid: false });
  }

  private keepSubnet(draft: Draft<Subnet>): Draft<Subnet> {
    const cidr = draft.row.cidr as string;
    this.subnets.push(draft);
    this.subnetById.set(draft.id, draft);
    if (isBridge(draft.row) || draft.row.sourceType === 'System') return draft;
    this.subnetByCidr.set(cidr, draft);
    this.lengths.add(lengthOf(cidr));
    return draft;
  }

  private keepVlan(draft: Draft<Vlan>): Draft<Vlan> {
    this.vlans.push(draft);
    this.vlanByNumber.set(draft.row.vlanNumber as number, draft);
    return draft;
  }

  private keepHost(draft: HostDraft): void {
    this.hosts.set(draft.id, draft);
    const keep = (index: Map<string, Set<HostDraft>>, key: unknown) => {
      if (typeof key === 'string' && key !== '') (index.get(key) ?? index.set(key, new Set()).get(key)!).add(draft);
    };
    for (const { ipAddress } of draft.addresses) keep(this.byIp, ipAddress);
    for (const { macAddress } of [...draft.addresses, ...draft.interfaces]) keep(this.byMac, macAddress);
    keep(this.byChassis, draft.row.chassisId);
    keep(this.byName, draft.row.name);
    keep(this.byName, draft.row.hostname);
  }
}

interface FoundAddress {
  readonly id: string;
  readonly subnetId: string;
  readonly ipAddress: string;
  readonly macAddress?: string | null;
}

const lengthOf = (cidr: unknown): number => Number(String(cidr).split('/')[1]);
const isBridge = ({ subnetType }: { subnetType?: unknown }): boolean => containerBridges.includes(subnetType as never);

const macsOf = ({ id: hostId, addresses, interfaces }: HostDraft) =>
  [...addresses, ...interfaces].map(({ macAddress }) => ({
    hostId,
    macAddress: (macAddress ?? null) as string | null,
  }));

/** Fills the draft, or replaces its values where the stored row is of no more weight than a file. */
function merged(draft: Draft<Subnet | Vlan>, given: Row, fileName: string, fields: readonly string[]): string[] {
  const { row, stored } = draft;
  // The first word of a file counts.
  if (draft.isSaid || !stored) return [];
  const before = { ...row };
  const isOutranked = outranks(stored.sourceType, 'Imported');
  for (const [field, value] of Object.entries(given))
    if (!isEmpty(value) && (isEmpty(row[field]) || !isOutranked)) row[field] = value;
  if (outranks('Imported', stored.sourceType)) Object.assign(row, { sourceType: 'Imported', sourceReason: fileName });
  return fields.filter((field) => (row[field] ?? null) !== (before[field] ?? null));
}

function rowOf(
  entry: ImportedEntry,
  kind: PlannedRow['kind'],
  name: string,
  isKnown: boolean,
  stored: { readonly id: string; readonly updatedAt: Date } | undefined,
  fields: readonly string[],
  isWhole = true,
): PlannedRow {
  const action = !isKnown ? 'Create' : fields.length > 0 ? 'Change' : 'Match';
  return {
    ...{ line: entry.line, kind, action, name },
    ...{ entityId: stored?.id ?? null, entityUpdatedAt: stored?.updatedAt ?? null },
    ...{ fields: isKnown ? fields : [], code: null, reason: null, entry: isWhole ? entry : null },
  };
}

function refused(
  { line }: { readonly line: number },
  kind: PlannedRow['kind'],
  name: string,
  code: string,
  entry: ImportedEntry | null,
): PlannedRow {
  const reason = refusals[code as keyof typeof refusals] ?? null;
  const nothing = { entityId: null, entityUpdatedAt: null, fields: [] };
  return { line, kind, action: 'Refuse', name: name.slice(0, 255), ...nothing, code, reason, entry };
}
