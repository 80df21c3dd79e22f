// Determines how each entry of a file changes a network. The planner makes a plan and, under the network's lock,
// applies a plan.
import { judgeAmong, findMoves, describeReason, type Judgement, type MachineEvidence } from '../../../inventory';
import type { Subnet, Vlan } from '../../../../generated/prisma/client';
import type { ImportedAddress, ImportedEntry, ImportedHost } from '../formats/imported-entries';
import { readPrefix } from '../formats/values';
import { AddressPlaces } from './address-places';
import type { Judged } from './differences';
import { HostDraft } from './host-draft';
import { HostIndex } from './host-index';
import { NetworkDrafts, subnetFields, vlanFields, type Draft, type NetworkRows } from './network-drafts';
import type { PlacedAddress, Vlans } from './part-drafts';
import { changedRow, refusedRow, toPlanRow, type PlannedRow, type Refusal } from './planned-row';

const longestName = 100;
/**
 * Maximum number of entries for one host. Each entry is compared with all values and parts of the host so far, so more
 * entries would take too long.
 */
const mostOfHost = 1_000;

interface ImportedFile {
  readonly fileName: string;
  /** Namespace of those subnets and addresses for which the file names no namespace. */
  readonly namespace: string;
}

export class ImportPlanner {
  readonly hosts: HostIndex;
  readonly network: NetworkDrafts;
  private readonly fileName: string;

  private constructor({ fileName, namespace }: ImportedFile, sharedMacs: Iterable<string>) {
    this.fileName = fileName;
    this.network = new NetworkDrafts(fileName, namespace);
    this.hosts = new HostIndex(fileName, this.network, new Set(sharedMacs));
  }

  /**
   * Creates a planner. `rows` are the stored subnets and VLANs of the network. `declaredEntries` are the subnets and
   * VLANs of the whole file, because a host may come before its subnet. `sharedMacs` are MAC addresses that several
   * machines have.
   */
  static async of(
    rows: NetworkRows,
    file: ImportedFile,
    declaredEntries: readonly ImportedEntry[],
    sharedMacs: Iterable<string> = [],
  ): Promise<ImportPlanner> {
    const planner = new ImportPlanner(file, sharedMacs);
    await planner.network.know(rows);
    await planner.network.declare(declaredEntries);
    return planner;
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
        return [refusedRow(entry, 'Entry', entry.text, entry.code, null)];
    }
  }

  private async planHost(entry: ImportedEntry & { kind: 'Host' }, host: ImportedHost): Promise<PlannedRow[]> {
    const rows: PlannedRow[] = [];
    const addRow = (row: PlannedRow) => void rows.push(row);
    const name = (host.name ?? host.hostname ?? host.addresses[0]?.ip ?? host.id ?? '').slice(0, longestName);
    const addresses = this.placed(host, entry.line, addRow);
    if (typeof addresses === 'string') return [...rows, refusedRow(entry, 'Host', name, addresses, entry)];
    const evidence: MachineEvidence = {
      ...host,
      name: host.name ?? null,
      addresses: addresses.map((one) => ({ ...one, isOnBridge: this.network.isOnBridge(one.subnetId) })),
      portMacs: host.interfaces.flatMap(({ mac }) => mac ?? []),
    };
    const { judgement, candidates, newlyAnswering } = await judgeAmong(this.hosts, evidence, host.id);
    for (const mac of newlyAnswering) this.hosts.sharedMacs.add(mac);
    const hostDraft = this.find(host, evidence, judgement);
    if (typeof hostDraft === 'string') return [...rows, refusedRow(entry, 'Host', name, hostDraft, entry)];
    if (hostDraft && hostDraft.entries >= mostOfHost)
      return [...rows, refusedRow(entry, 'Host', name, 'host_repeated', entry)];
    const draft = hostDraft ?? new HostDraft(undefined, this.fileName, this.hosts.drafts.size);
    const isKnown = this.hosts.drafts.has(draft.id);
    const sameAsLine = draft.line;
    const unclear = this.suspect(draft, judgement);
    this.absorb(draft, name, entry.line, judgement, addRow);
    this.moveAddresses(draft, name, entry.line, findMoves(evidence, candidates, judgement), addRow);
    const judgedRow = draft.merge(host, addresses, this.vlans(entry.line, addRow), entry.line);
    this.hosts.add(draft);
    // The network may not have the id, as in an export of another network. Later entries with this id are then entries
    // of the same host.
    if (host.id !== undefined && host.id !== draft.id)
      this.hosts.knowAliases([{ mergedHostId: host.id, hostId: draft.id }]);
    const storedHost = draft.stored?.host;
    return [
      ...rows,
      toPlanRow(
        entry.line,
        { kind: 'Host', name, isKnown, storedRow: storedHost, judged: judgedRow, sameAsLine, unclear },
        entry,
      ),
    ];
  }

  /**
   * Records that other hosts may be the same machine as the host of the entry. Returns a text about these hosts for the
   * plan; undefined if there are none.
   */
  private suspect(draft: HostDraft, judgement: Judgement): string | undefined {
    if (judgement.verdict === 'Different') return undefined;
    const open = judgement.suspectedHosts.filter(({ hostId }) => {
      const isAsked = draft.stored?.suggestedWith?.includes(hostId) || draft.suspectedHosts.has(hostId);
      return hostId !== draft.id && !isAsked && !this.hosts.drafts.get(hostId)?.suspectedHosts.has(draft.id);
    });
    for (const one of open) draft.suspectedHosts.set(one.hostId, one);
    if (open.length === 0) return undefined;
    return open
      .map(({ hostId, reasons }) => `may be ${this.hosts.nameOf(hostId)}: ${reasons.map(describeReason).join('; ')}`)
      .join('. ');
  }

  /**
   * Merges other hosts into the host of the entry: hosts that discovery has created for parts of one machine. The entry
   * must contain everything that is known about the identity of these hosts.
   */
  private absorb(
    draft: HostDraft,
    name: string,
    line: number,
    judgement: Judgement,
    addRow: (row: PlannedRow) => void,
  ): void {
    for (const one of judgement.verdict === 'Same' ? judgement.absorbedHosts : []) {
      const other = this.hosts.drafts.get(one.hostId)!;
      if (!draft.hasRoomFor(other)) continue;
      const reason = `part of ${name}: ${one.reasons.map(describeReason).join('; ')}`;
      const mergeDifference = { field: 'host', part: null, before: this.hosts.nameOf(other.id), after: name };
      addRow(
        changedRow(line, other.stored!.host, {
          code: 'host_merged',
          name: mergeDifference.before,
          reason,
          differences: [mergeDifference],
        }),
      );
      draft.absorbedHosts.push(one);
      this.hosts.merge(other, draft);
    }
  }

  /**
   * Moves IP addresses that now belong to the entry's machine from other hosts to the host of the entry. An IP address
   * stays at the other host if the file lists it there.
   */
  private moveAddresses(
    draft: HostDraft,
    name: string,
    line: number,
    moves: ReturnType<typeof findMoves>,
    addRow: (row: PlannedRow) => void,
  ): void {
    for (const move of moves) {
      const before = this.hosts.drafts.get(move.fromHostId);
      if (!before?.stored || before.isSaid(move.addressId)) continue;
      const { ipAddress, subnetId } = before.addresses.find(({ id }) => id === move.addressId)!;
      const isThere = draft.addresses.some((one) => one.ipAddress === ipAddress && one.subnetId === subnetId);
      if (isThere) continue;
      const removalDifference = {
        field: 'ipAddresses',
        part: ipAddress as string,
        before: this.hosts.nameOf(before.id),
        after: name,
      };
      const reason = `${ipAddress as string} ${move.reason}`;
      addRow(
        changedRow(line, before.stored.host, {
          code: 'address_moved',
          name: removalDifference.before,
          reason,
          differences: [removalDifference],
        }),
      );
      draft.takeOver(move, before.giveAway(move));
    }
  }

  private find(host: ImportedHost, evidence: MachineEvidence, judgement: Judgement): HostDraft | Refusal | undefined {
    if (judgement.verdict === 'Same') return this.hosts.drafts.get(judgement.hostId);
    // A host without IP addresses is found by its name. Otherwise, each import of the same file would create it again.
    if (evidence.addresses.length > 0) return undefined;
    const name = host.name ?? host.hostname;
    if (name === undefined) return host.chassisId === undefined ? 'no_identity' : undefined;
    const namesakes = this.hosts.namesakes(name, evidence);
    return namesakes.length > 1 ? 'ambiguous_name' : namesakes[0];
  }

  /** Returns the distinct IP addresses of a host with their subnets. Creates missing subnets. */
  private placed(host: ImportedHost, line: number, addRow: (row: PlannedRow) => void): PlacedAddress[] | Refusal {
    const keyOf = ({ ip, namespace, subnetId }: ImportedAddress) => `${ip} ${subnetId ?? ''} ${namespace ?? ''}`;
    const distinct = new Map(host.addresses.map((one) => [keyOf(one), one]));
    const places = new AddressPlaces(this.network, this.hosts, host);
    const placedAddresses = new Map<string, PlacedAddress>();
    for (const address of distinct.values()) {
      const namespace = places.namespaceOf(address);
      if (namespace === undefined) return 'ambiguous_address';
      const { ip, mac, name } = address;
      const subnet = places.subnetOf(address, namespace) ?? this.madeSubnet({ ...address, namespace }, line, addRow);
      const { id: subnetId, row } = subnet;
      const answersForOthers = mac !== undefined && this.hosts.sharedMacs.has(mac) ? (true as const) : undefined;
      const place = { subnetId, subnetCidr: row.cidr as string, ipAddress: ip };
      placedAddresses.set(`${ip} ${subnetId}`, { ...place, macAddress: mac, name, answersForOthers });
    }
    return [...placedAddresses.values()];
  }

  /**
   * Creates a subnet for an IP address. The prefix length is that in the file, otherwise the usual prefix length of a
   * LAN (/24 or /64).
   */
  private madeSubnet(address: ImportedAddress, line: number, addRow: (row: PlannedRow) => void) {
    const { ip, namespace, prefixLength = ip.includes(':') ? 64 : 24 } = address;
    const cidr = readPrefix(`${ip}/${prefixLength}`)!;
    const draft = this.network.newSubnet({ cidr, ...(namespace !== undefined && { namespace }) });
    draft.isSaid = true;
    const name = namespace ? `${cidr} of ${namespace}` : cidr;
    addRow(toPlanRow(line, { kind: 'Subnet', name, isKnown: false }));
    return draft;
  }

  private vlans = (line: number, addRow: (row: PlannedRow) => void): Vlans => ({
    idOf: (number) => this.vlanId(number, line, addRow),
    numberOf: (id) => this.network.vlanNumber(id),
  });

  private vlanId(number: number, line: number, addRow: (row: PlannedRow) => void): string {
    const existingVlan = this.network.vlan(number);
    if (existingVlan) return existingVlan.id;
    const draft = this.network.newVlan({ number, name: `VLAN ${number}` });
    draft.isSaid = true;
    addRow(toPlanRow(line, { kind: 'Vlan', name: `VLAN ${number}`, isKnown: false }));
    return draft.id;
  }

  private planSubnet(entry: ImportedEntry & { kind: 'Subnet' }): PlannedRow {
    const draft = this.network.subnetOf(entry);
    if (!draft) return refusedRow(entry, 'Subnet', entry.cidr, 'container_bridge', entry);
    const { name, description, subnetType } = entry;
    const judgedRow = this.network.merge(draft, { name, description, subnetType }, subnetFields);
    return rowOfDraft(entry, draft, judgedRow);
  }

  private planVlan(entry: ImportedEntry & { kind: 'Vlan' }): PlannedRow {
    const draft = this.network.vlan(entry.number)!;
    const { name, description } = entry;
    return rowOfDraft(entry, draft, this.network.merge(draft, { name, description }, vlanFields));
  }
}

function rowOfDraft(
  entry: ImportedEntry & { kind: 'Subnet' | 'Vlan' },
  draft: Draft<Subnet | Vlan>,
  judgedRow: Judged,
): PlannedRow {
  const { storedRow, isSaid, line: sameAsLine, row } = draft;
  draft.isSaid = true;
  draft.line ??= entry.line;
  const isKnown = storedRow !== undefined || isSaid;
  return toPlanRow(
    entry.line,
    { kind: entry.kind, name: String(row.name), isKnown, storedRow, judged: judgedRow, sameAsLine },
    entry,
  );
}
