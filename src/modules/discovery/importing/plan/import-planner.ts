// Decides what each entry of a file does to a network: the same for the plan and, under the network's lock, for applying it.
import { mapInTurns } from '../../../../platform/threads/event-loop';
import {
  judgeAmong,
  isOfPeople,
  movesOf,
  wordsOf,
  type Candidate,
  type Judgement,
  type KnownHosts,
  type MachineEvidence,
} from '../../../inventory';
import { identifyingChassisId, identifyingText } from '../../../../platform/text/identifiers';
import type { Subnet, Vlan } from '../../../../generated/prisma/client';
import type { ImportedAddress, ImportedEntry, ImportedHost } from '../formats/imported-entries';
import { prefixOf } from '../formats/values';
import type { Judged } from './differences';
import { HostDraft, type PlacedAddress, type StoredHost, type Vlans } from './host-draft';
import { lengthOf, NetworkDrafts, subnetFields, vlanFields, type Draft, type NetworkRows } from './network-drafts';
import { changedBy, refused, rowOf, type PlannedRow, type Refusal } from './planned-row';

const longestName = 100;
/** Entries of a file for one host: each is compared with all that the host has by then. */
const mostOfHost = 1_000;

interface ImportedFile {
  readonly fileName: string;
  /** Of what the file names none for. */
  readonly namespace: string;
}

export class ImportPlanner implements KnownHosts {
  readonly hosts = new Map<string, HostDraft>();
  readonly network: NetworkDrafts;
  private readonly byIp = new Map<string, Set<HostDraft>>();
  private readonly byMac = new Map<string, Set<HostDraft>>();
  private readonly byChassis = new Map<string, Set<HostDraft>>();
  private readonly bySerial = new Map<string, Set<HostDraft>>();
  private readonly bySysName = new Map<string, Set<HostDraft>>();
  private readonly byName = new Map<string, Set<HostDraft>>();
  /** Ids of hosts that were merged into others, those that this file merges included → the others. */
  private readonly aliases = new Map<string, string>();
  private readonly merged = new Set<string>();
  private readonly aliasesOf = new Map<string, string[]>();

  private readonly fileName: string;

  private constructor(
    { fileName, namespace }: ImportedFile,
    private readonly sharedMacs: Set<string>,
  ) {
    this.fileName = fileName;
    this.network = new NetworkDrafts(fileName, namespace);
  }

  /**
   * For a network with these rows; `declared`: what the whole file says, which its hosts may come before; `sharedMacs`: MAC
   * addresses that stand at several machines of it.
   */
  static async of(
    rows: NetworkRows,
    file: ImportedFile,
    declared: readonly ImportedEntry[],
    sharedMacs: Iterable<string> = [],
  ): Promise<ImportPlanner> {
    const planner = new ImportPlanner(file, new Set(sharedMacs));
    await planner.network.know(rows);
    await planner.network.declare(declared);
    return planner;
  }

  /** Whether the host was known before; one that this file merges into another stays so. */
  isKnown = (hostId: string): boolean => this.hosts.has(hostId) || this.merged.has(hostId);

  /** Hosts of the network that entries may be. */
  async know(stored: readonly StoredHost[]): Promise<void> {
    await mapInTurns(stored, (one) => {
      if (!this.isKnown(one.host.id)) this.keepHost(new HostDraft(one, this.fileName));
    });
  }

  /** Ids of hosts that were merged, with those of the hosts that they are part of. */
  knowAliases(merges: readonly { readonly mergedHostId: string; readonly hostId: string }[]): void {
    for (const { mergedHostId, hostId } of merges) {
      if (this.aliases.has(mergedHostId)) continue;
      this.aliases.set(mergedHostId, hostId);
      (this.aliasesOf.get(hostId) ?? this.aliasesOf.set(hostId, []).get(hostId)!).push(mergedHostId);
    }
  }

  private hostCalled(id: string | undefined): HostDraft | undefined {
    for (let name = id; name !== undefined; name = this.aliases.get(name)) {
      const draft = this.hosts.get(name);
      if (draft) return draft;
    }
    return undefined;
  }

  /** The hosts known so far that any evidence of an entry names. */
  named({ id, addresses, interfaces, chassisId, serialNumber, sysName, name, hostname }: ImportedHost): HostDraft[] {
    const called = this.hostCalled(id);
    return [
      ...(called ? [called] : []),
      ...of(
        this.byIp,
        addresses.map(({ ip }) => ip),
      ),
      ...of(
        this.byMac,
        [...addresses, ...interfaces].map(({ mac }) => mac ?? null),
      ),
      ...of(this.byChassis, [identifyingChassisId(chassisId)]),
      ...of(this.bySerial, [identifyingText(serialNumber)]),
      ...of(this.bySysName, [identifyingText(sysName)]),
      ...of(
        this.byName,
        [name, hostname].map((one) => one?.normalize() ?? null),
      ),
    ];
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

  /** What the judgement asks of the hosts that are known so far. */
  candidates(wanted: Parameters<KnownHosts['candidates']>[0]): ReturnType<KnownHosts['candidates']> {
    const { hostIds, ips, macs, chassisIds, serialNumbers, sysNames } = wanted;
    const askedMacs = macs.filter((mac) => !this.sharedMacs.has(mac));
    const found = new Set([
      ...hostIds.flatMap((id) => this.hostCalled(id) ?? []),
      ...of(this.byIp, ips),
      ...of(this.byMac, askedMacs),
      ...of(this.byChassis, chassisIds.map(identifyingChassisId)),
      ...of(this.bySerial, serialNumbers.map(identifyingText)),
      ...of(this.bySysName, sysNames.map(identifyingText)),
    ]);
    return Promise.resolve({
      hosts: [...found].flatMap((draft) => (this.hosts.has(draft.id) ? this.candidateOf(draft) : [])),
      answeringForOthers: new Set(macs.filter((mac) => this.sharedMacs.has(mac))),
    });
  }

  private candidateOf(draft: HostDraft): Candidate {
    const text = (column: string) => (draft.row[column] as string | null | undefined) ?? null;
    return {
      hostId: draft.id,
      createdAt: draft.createdAt,
      // Nobody said that they are one: neither people, a daemon nor the file itself.
      isKept:
        !draft.stored || draft.entries > 0 || draft.daemonIds.length > 0 || isOfPeople(draft.stored.host.sourceType),
      apartFrom: [...(draft.stored?.apartFrom ?? []), ...draft.suspected.keys()],
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

  private async planHost(entry: ImportedEntry & { kind: 'Host' }, host: ImportedHost): Promise<PlannedRow[]> {
    const rows: PlannedRow[] = [];
    const made = (row: PlannedRow) => void rows.push(row);
    const name = (host.name ?? host.hostname ?? host.addresses[0]?.ip ?? host.id ?? '').slice(0, longestName);
    const placed = this.placed(host, entry.line, made);
    if (typeof placed === 'string') return [...rows, refused(entry, 'Host', name, placed, entry)];
    const evidence: MachineEvidence = {
      ...host,
      name: host.name ?? null,
      addresses: placed.map((one) => ({ ...one, isOnBridge: this.network.isOnBridge(one.subnetId) })),
      portMacs: host.interfaces.flatMap(({ mac }) => mac ?? []),
    };
    const { judgement, candidates, newlyAnswering } = await judgeAmong(this, evidence, host.id);
    for (const mac of newlyAnswering) this.sharedMacs.add(mac);
    const found = this.find(host, placed, judgement);
    if (typeof found === 'string') return [...rows, refused(entry, 'Host', name, found, entry)];
    if (found && found.entries >= mostOfHost) return [...rows, refused(entry, 'Host', name, 'host_repeated', entry)];
    const draft = found ?? new HostDraft(undefined, this.fileName, this.hosts.size);
    const isKnown = this.hosts.has(draft.id);
    const sameAsLine = draft.line;
    const unclear = this.suspect(draft, judgement);
    this.absorb(draft, name, entry.line, judgement, made);
    this.moveAddresses(draft, name, entry.line, movesOf(evidence, candidates, judgement), made);
    const judged = draft.merge(host, placed, this.vlans(entry.line, made), entry.line);
    this.keepHost(draft);
    const stored = draft.stored?.host;
    return [...rows, rowOf(entry.line, { kind: 'Host', name, isKnown, stored, judged, sameAsLine, unclear }, entry)];
  }

  /** What remains open of the host, for people; undefined where nothing new does. */
  private suspect(draft: HostDraft, judgement: Judgement): string | undefined {
    if (judgement.verdict === 'Different') return undefined;
    const open = judgement.suspected.filter(({ hostId }) => {
      const isAsked = draft.stored?.suggestedWith?.includes(hostId) || draft.suspected.has(hostId);
      return hostId !== draft.id && !isAsked && !this.hosts.get(hostId)?.suspected.has(draft.id);
    });
    for (const one of open) draft.suspected.set(one.hostId, one);
    if (open.length === 0) return undefined;
    return open
      .map(({ hostId, reasons }) => `may be ${this.nameOf(hostId)}: ${reasons.map(wordsOf).join('; ')}`)
      .join('. ');
  }

  /** Hosts that were found as machines of their own and of which the entry names all become one with its host. */
  private absorb(
    draft: HostDraft,
    name: string,
    line: number,
    judgement: Judgement,
    made: (row: PlannedRow) => void,
  ): void {
    for (const one of judgement.verdict === 'Same' ? judgement.absorbed : []) {
      const other = this.hosts.get(one.hostId)!;
      if (!draft.hasRoomFor(other)) continue;
      const reason = `part of ${name}: ${one.reasons.map(wordsOf).join('; ')}`;
      const merged = { field: 'host', part: null, before: this.nameOf(other.id), after: name };
      made(
        changedBy(line, other.stored!.host, {
          code: 'host_merged',
          name: merged.before,
          reason,
          differences: [merged],
        }),
      );
      draft.absorbed.push(one);
      this.hosts.delete(other.id);
      this.merged.add(other.id);
      this.knowAliases(
        [other.id, ...(this.aliasesOf.get(other.id) ?? [])].map((id) => ({ mergedHostId: id, hostId: draft.id })),
      );
    }
  }

  /** Addresses leave the hosts that they were of, but for those that the file has named as their own. */
  private moveAddresses(
    draft: HostDraft,
    name: string,
    line: number,
    moves: ReturnType<typeof movesOf>,
    made: (row: PlannedRow) => void,
  ): void {
    for (const move of moves) {
      const before = this.hosts.get(move.fromHostId);
      if (!before?.stored || before.isSaid(move.addressId)) continue;
      const { ipAddress, subnetId } = before.addresses.find(({ id }) => id === move.addressId)!;
      const isThere = draft.addresses.some((one) => one.ipAddress === ipAddress && one.subnetId === subnetId);
      if (isThere) continue;
      const gone = { field: 'ipAddresses', part: ipAddress as string, before: this.nameOf(before.id), after: name };
      const reason = `${ipAddress as string} ${move.reason}`;
      made(
        changedBy(line, before.stored.host, { code: 'address_moved', name: gone.before, reason, differences: [gone] }),
      );
      draft.takeOver(move, before.giveAway(move));
    }
  }

  private nameOf(hostId: string): string {
    const draft = this.hosts.get(hostId);
    const names = [draft?.row.name, draft?.row.hostname, draft?.addresses[0]?.ipAddress];
    return (names.find(Boolean) as string | undefined) ?? hostId;
  }

  private find(
    host: ImportedHost,
    ipAddresses: PlacedAddress[],
    judgement: Judgement,
  ): HostDraft | Refusal | undefined {
    if (judgement.verdict === 'Same') return this.hosts.get(judgement.hostId);
    // With nothing else to go by, importing the same file again would make it again.
    if (ipAddresses.length > 0) return undefined;
    const own = host.name ?? host.hostname;
    if (own === undefined) return host.chassisId === undefined ? 'no_identity' : undefined;
    const called = this.byName.get(own.normalize());
    if (called && called.size > 1) return 'ambiguous_name';
    return called && [...called][0];
  }

  /** The addresses of a host in their subnets, each once. */
  private placed(host: ImportedHost, line: number, made: (row: PlannedRow) => void): PlacedAddress[] | Refusal {
    const distinct = new Map(host.addresses.map((one) => [`${one.ip} ${one.namespace ?? ''}`, one]));
    const placed: PlacedAddress[] = [];
    for (const address of distinct.values()) {
      const namespace = this.namespaceOf(address);
      if (namespace === undefined) return 'ambiguous_address';
      const { ip, mac, name } = address;
      const subnet = this.subnetWith(ip, namespace) ?? this.madeSubnet({ ...address, namespace }, line, made);
      const { id: subnetId, row } = subnet;
      const answersForOthers = mac !== undefined && this.sharedMacs.has(mac) ? (true as const) : undefined;
      const place = { subnetId, subnetCidr: row.cidr as string, ipAddress: ip };
      placed.push({ ...place, macAddress: mac, name, answersForOthers });
    }
    return placed;
  }

  /** An address that only names a host is in the one namespace that has it; undefined where several do. */
  private namespaceOf({ ip, namespace, isName }: ImportedAddress): string | undefined {
    if (namespace !== undefined || !isName || this.network.namespace !== '') return namespace ?? this.network.namespace;
    const namespaces = new Set(this.subnetsHolding(ip).map(({ row }) => row.namespace as string));
    return namespaces.size > 1 ? undefined : ([...namespaces][0] ?? '');
  }

  private subnetsHolding = (ip: string): Draft<Subnet>[] =>
    [...(this.byIp.get(ip) ?? [])].flatMap(({ addresses }) =>
      addresses.flatMap((one) => (one.ipAddress === ip ? (this.network.subnet(one.subnetId as string) ?? []) : [])),
    );

  /** Where the namespace has the address already, else the smallest subnet of it that contains the address. */
  private subnetWith(ip: string, namespace: string): Draft<Subnet> | undefined {
    const held = this.subnetsHolding(ip).filter(({ row }) => row.namespace === namespace);
    const smallest = held.sort((a, b) => lengthOf(b.row.cidr) - lengthOf(a.row.cidr))[0];
    return smallest ?? this.network.smallestWith(ip, namespace);
  }

  /** By the file's own prefix length, else the usual one of a LAN. */
  private madeSubnet(address: ImportedAddress, line: number, made: (row: PlannedRow) => void) {
    const { ip, namespace, prefixLength = ip.includes(':') ? 64 : 24 } = address;
    const cidr = prefixOf(`${ip}/${prefixLength}`)!;
    const draft = this.network.newSubnet({ cidr, ...(namespace !== undefined && { namespace }) });
    draft.isSaid = true;
    const name = namespace ? `${cidr} of ${namespace}` : cidr;
    made(rowOf(line, { kind: 'Subnet', name, isKnown: false }));
    return draft;
  }

  private vlans = (line: number, made: (row: PlannedRow) => void): Vlans => ({
    idOf: (number) => this.vlanId(number, line, made),
    numberOf: (id) => this.network.vlanNumber(id),
  });

  private vlanId(number: number, line: number, made: (row: PlannedRow) => void): string {
    const known = this.network.vlan(number);
    if (known) return known.id;
    const draft = this.network.newVlan({ number, name: `VLAN ${number}` });
    draft.isSaid = true;
    made(rowOf(line, { kind: 'Vlan', name: `VLAN ${number}`, isKnown: false }));
    return draft.id;
  }

  private planSubnet(entry: ImportedEntry & { kind: 'Subnet' }): PlannedRow {
    const draft = this.network.subnetOf(entry);
    if (!draft) return refused(entry, 'Subnet', entry.cidr, 'container_bridge', entry);
    const { name, description, subnetType } = entry;
    const judged = this.network.merge(draft, { name, description, subnetType }, subnetFields);
    return rowOfDraft(entry, draft, judged);
  }

  private planVlan(entry: ImportedEntry & { kind: 'Vlan' }): PlannedRow {
    const draft = this.network.vlan(entry.number)!;
    const { name, description } = entry;
    return rowOfDraft(entry, draft, this.network.merge(draft, { name, description }, vlanFields));
  }

  private keepHost(draft: HostDraft): void {
    this.hosts.set(draft.id, draft);
    const keep = (index: Map<string, Set<HostDraft>>, key: unknown) => {
      if (typeof key === 'string' && key !== '') (index.get(key) ?? index.set(key, new Set()).get(key)!).add(draft);
    };
    for (const { ipAddress } of draft.addresses) keep(this.byIp, ipAddress);
    for (const { macAddress } of [...draft.addresses, ...draft.interfaces]) keep(this.byMac, macAddress);
    for (const mac of draft.formerMacs) keep(this.byMac, mac);
    keep(this.byChassis, identifyingChassisId(draft.row.chassisId as string | null));
    keep(this.bySerial, identifyingText(draft.row.serialNumber as string | null));
    keep(this.bySysName, identifyingText(draft.row.sysName as string | null));
    for (const name of [draft.row.name, draft.row.hostname])
      if (typeof name === 'string') keep(this.byName, name.normalize());
  }
}

function rowOfDraft(
  entry: ImportedEntry & { kind: 'Subnet' | 'Vlan' },
  draft: Draft<Subnet | Vlan>,
  judged: Judged,
): PlannedRow {
  const { stored, isSaid, line: sameAsLine, row } = draft;
  draft.isSaid = true;
  draft.line ??= entry.line;
  const isKnown = stored !== undefined || isSaid;
  return rowOf(entry.line, { kind: entry.kind, name: String(row.name), isKnown, stored, judged, sameAsLine }, entry);
}

const of = (index: ReadonlyMap<string, ReadonlySet<HostDraft>>, keys: readonly (string | null)[]): HostDraft[] =>
  keys.flatMap((key) => [...(index.get(key ?? '') ?? [])]);
