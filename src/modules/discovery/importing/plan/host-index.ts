// Index of the hosts that an entry of the file may describe, by IP address, MAC address, name and other values: stored
// hosts, and hosts that the import creates. This file does not access the database.
import { mapInTurns } from '../../../../platform/threads/event-loop';
import { identifyingChassisId, identifyingSerialNumber, identifyingText } from '../../../../platform/text/identifiers';
import {
  buildIdentity,
  compare,
  isOfPeople,
  type Candidate,
  type KnownHosts,
  type MachineEvidence,
  type Row,
} from '../../../inventory';
import type { ImportedHost } from '../formats/imported-entries';
import { HostDraft, type StoredHost } from './host-draft';
import type { NetworkDrafts } from './network-drafts';

export class HostIndex implements KnownHosts {
  /** Hosts by id, without hosts that were merged into other hosts. */
  readonly drafts = new Map<string, HostDraft>();
  private readonly byIp = new Map<string, Set<HostDraft>>();
  private readonly byMac = new Map<string, Set<HostDraft>>();
  private readonly byChassis = new Map<string, Set<HostDraft>>();
  private readonly bySerial = new Map<string, Set<HostDraft>>();
  private readonly bySysName = new Map<string, Set<HostDraft>>();
  /**
   * Hosts that no entry of the file has described yet. Other hosts are not found by their names, because a file has one
   * entry for each machine of which only the name is known.
   */
  private readonly byName = new Map<string, Set<HostDraft>>();
  /** For each host that was merged into another host, by this import or earlier: the id of the other host. */
  private readonly aliases = new Map<string, string>();
  private readonly mergedIds = new Set<string>();
  private readonly aliasesOf = new Map<string, string[]>();

  constructor(
    private readonly fileName: string,
    private readonly network: NetworkDrafts,
    /** MAC addresses that several machines have. Such a MAC address identifies no machine. */
    readonly sharedMacs: Set<string>,
  ) {}

  /** Whether the host is in the index, or this import has merged it into another host. */
  isKnown = (hostId: string): boolean => this.drafts.has(hostId) || this.mergedIds.has(hostId);

  /** Adds stored hosts of the network that entries may describe. */
  async know(storedHosts: readonly StoredHost[]): Promise<void> {
    await mapInTurns(storedHosts, (one) => {
      if (!this.isKnown(one.host.id)) this.add(new HostDraft(one, this.fileName));
    });
  }

  /** Adds ids of merged hosts, each with the id of the host into which it was merged. */
  knowAliases(merges: readonly { readonly mergedHostId: string; readonly hostId: string }[]): void {
    for (const { mergedHostId, hostId } of merges) {
      if (this.aliases.has(mergedHostId)) continue;
      this.aliases.set(mergedHostId, hostId);
      (this.aliasesOf.get(hostId) ?? this.aliasesOf.set(hostId, []).get(hostId)!).push(mergedHostId);
    }
  }

  /** Returns the host with this id, also if the id is that of a host that was merged into it. */
  hostCalled(id: string | undefined): HostDraft | undefined {
    for (let name = id; name !== undefined; name = this.aliases.get(name)) {
      const draft = this.drafts.get(name);
      if (draft) return draft;
    }
    return undefined;
  }

  /** Returns the indexed hosts that have an address, a name or another value of the entry. */
  findNamed({
    id,
    addresses,
    interfaces,
    chassisId,
    serialNumber,
    sysName,
    name,
    hostname,
  }: ImportedHost): HostDraft[] {
    const hostOfId = this.hostCalled(id);
    return [
      ...(hostOfId ? [hostOfId] : []),
      ...draftsAt(
        this.byIp,
        addresses.map(({ ip }) => ip),
      ),
      ...draftsAt(
        this.byMac,
        [...addresses, ...interfaces].map(({ mac }) => mac ?? null),
      ),
      ...draftsAt(this.byChassis, [identifyingChassisId(chassisId)]),
      ...draftsAt(this.bySerial, [identifyingSerialNumber(serialNumber)]),
      ...draftsAt(this.bySysName, [identifyingText(sysName)]),
      ...draftsAt(
        this.byName,
        [name, hostname].map((one) => one?.normalize() ?? null),
      ),
    ];
  }

  /** Returns the hosts with the IP address, in any subnet. */
  holdersOf = (ip: string): readonly HostDraft[] => draftsAt(this.byIp, [ip]);

  /**
   * Returns the hosts with this name or host name that may be the machine of the evidence; if there are several, only
   * two of them. Leaves out hosts that differ in deciding evidence, such as the serial number.
   */
  namesakes(name: string, evidence: MachineEvidence): readonly HostDraft[] {
    const identity = buildIdentity(evidence, this.sharedMacs);
    const matches: HostDraft[] = [];
    for (const draft of this.byName.get(name.normalize()) ?? []) {
      if (!this.drafts.has(draft.id)) continue;
      const candidateIdentity = buildIdentity(this.candidateOf(draft), this.sharedMacs);
      if (compare(identity, candidateIdentity).verdict !== 'Different') matches.push(draft);
      if (matches.length > 1) break;
    }
    return matches;
  }

  /**
   * Finds the hosts that match any of the values in `search`. MAC addresses that several machines have match no host;
   * they are returned separately.
   */
  candidates(search: Parameters<KnownHosts['candidates']>[0]): ReturnType<KnownHosts['candidates']> {
    const { hostIds, ips, macs, chassisIds, serialNumbers, sysNames } = search;
    const askedMacs = macs.filter((mac) => !this.sharedMacs.has(mac));
    const candidateIds = new Set([
      ...hostIds.flatMap((id) => this.hostCalled(id) ?? []),
      ...draftsAt(this.byIp, ips),
      ...draftsAt(this.byMac, askedMacs),
      ...draftsAt(this.byChassis, chassisIds.map(identifyingChassisId)),
      ...draftsAt(this.bySerial, serialNumbers.map(identifyingSerialNumber)),
      ...draftsAt(this.bySysName, sysNames.map(identifyingText)),
    ]);
    return Promise.resolve({
      hosts: [...candidateIds].flatMap((draft) => (this.drafts.has(draft.id) ? this.candidateOf(draft) : [])),
      answeringForOthers: new Set(macs.filter((mac) => this.sharedMacs.has(mac))),
    });
  }

  private candidateOf(draft: HostDraft): Candidate {
    const text = (column: string) => (draft.row[column] as string | null | undefined) ?? null;
    return {
      hostId: draft.id,
      createdAt: draft.createdAt,
      // A host that a user or the imported file created, or on which a daemon runs, is never merged into another host
      // automatically.
      isKept:
        !draft.stored || draft.entries > 0 || draft.daemonIds.length > 0 || isOfPeople(draft.stored.host.sourceType),
      apartFrom: [...(draft.stored?.apartFrom ?? []), ...draft.suspectedHosts.keys()],
      aliases: this.aliasesOf.get(draft.id) ?? [],
      daemonIds: draft.daemonIds,
      addresses: draft.addresses.map((row) => ({
        id: row.id as string,
        subnetId: row.subnetId as string,
        ipAddress: row.ipAddress as string,
        macAddress: (row.macAddress ?? null) as string | null,
        isOnBridge: this.network.isOnBridge(row.subnetId as string),
        isSeenInRun: draft.isSaid(row.id as string),
      })),
      portMacs: draft.interfaces.flatMap(({ macAddress }) => (typeof macAddress === 'string' ? [macAddress] : [])),
      formerMacs: draft.formerMacs,
      serialNumber: text('serialNumber'),
      chassisId: text('chassisId'),
      name: text('name'),
      hostname: text('hostname'),
      sysName: text('sysName'),
      sysObjectId: text('sysObjectId'),
      managementUrl: text('managementUrl'),
    };
  }

  nameOf(hostId: string): string {
    const draft = this.drafts.get(hostId);
    const names = [draft?.row.name, draft?.row.hostname, draft?.addresses[0]?.ipAddress];
    return (names.find(Boolean) as string | undefined) ?? hostId;
  }

  /** Merges the host `part` into the host `survivor`. All ids that led to `part` lead to `survivor` from then on. */
  merge(part: HostDraft, survivor: HostDraft): void {
    this.drafts.delete(part.id);
    this.mergedIds.add(part.id);
    const ids = [part.id, ...(this.aliasesOf.get(part.id) ?? [])];
    this.knowAliases(ids.map((id) => ({ mergedHostId: id, hostId: survivor.id })));
  }

  /**
   * Adds a host to the index. For a host that is in the index already, adds its new addresses, names and other values.
   */
  add(draft: HostDraft): void {
    this.drafts.set(draft.id, draft);
    const keep = (index: Map<string, Set<HostDraft>>, key: unknown) => {
      if (typeof key === 'string' && key !== '') (index.get(key) ?? index.set(key, new Set()).get(key)!).add(draft);
    };
    for (const { ipAddress } of draft.addresses) keep(this.byIp, ipAddress);
    for (const { macAddress } of [...draft.addresses, ...draft.interfaces]) keep(this.byMac, macAddress);
    for (const mac of draft.formerMacs) keep(this.byMac, mac);
    keep(this.byChassis, identifyingChassisId(draft.row.chassisId as string | null));
    keep(this.bySerial, identifyingSerialNumber(draft.row.serialNumber as string | null));
    keep(this.bySysName, identifyingText(draft.row.sysName as string | null));
    const nameRow = draft.entries > 0 ? (draft.stored?.host as Row | undefined) : draft.row;
    for (const name of [nameRow?.name, nameRow?.hostname])
      if (draft.entries === 0) keep(this.byName, typeof name === 'string' && name.normalize());
      else if (typeof name === 'string') this.byName.get(name.normalize())?.delete(draft);
  }
}

const draftsAt = (index: ReadonlyMap<string, ReadonlySet<HostDraft>>, keys: readonly (string | null)[]): HostDraft[] =>
  keys.flatMap((key) => [...(index.get(key ?? '') ?? [])]);
