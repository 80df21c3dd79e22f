// A journal on disk of those results of a session that the server has not accepted yet. It survives outages and
// restarts.
import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { scannedKinds, type HostReport, type ReportedInterface, type Scanned, type SessionUpdate } from './wire';

/** An interface with VLAN numbers, which are replaced by row ids after the server has stored the VLANs. */
export interface PendingInterface extends ReportedInterface {
  native_vlan_number?: number;
  tagged_vlan_numbers?: number[];
}
export interface PendingHost extends Omit<HostReport, 'interfaces'> {
  interfaces?: PendingInterface[];
}
export interface PendingSubnet {
  readonly cidr: string;
  readonly name: string;
  readonly subnet_type: string;
}

export interface HostEntry {
  readonly kind: 'host';
  readonly label: string;
  readonly body: PendingHost;
  /**
   * For a hypervisor: the key that the entries of its guests name, and the definition of the service that runs guests.
   */
  readonly hypervisor?: { readonly key: string; readonly definition: string };
  /**
   * For a host with container engines: the key that the `containers` entry of each engine names, and the engine's
   * service definition.
   */
  readonly engines?: readonly { readonly key: string; readonly definition: string }[];
  /** For a virtual machine: the key of its hypervisor. The hypervisor's entry is sent first. */
  readonly runsOn?: string;
}

export type Entry =
  | { readonly kind: 'subnet'; readonly body: PendingSubnet }
  /** Reports the subnets of this agent's interfaces, after earlier `subnet` entries have created them. */
  | { readonly kind: 'capabilities' }
  | { readonly kind: 'vlans'; readonly vlans: { vlan_number: number; name: string }[] }
  | HostEntry
  /**
   * Bridges and containers of a container engine, sent after the `host` entry of its host. `runtime` is the engine's
   * service definition on the agent's own host, and the engine's key on any other host.
   */
  | { readonly kind: 'containers'; readonly runtime: string; readonly label?: string; readonly body: PendingHost }
  | { readonly kind: 'end'; readonly body: SessionUpdate };

/** What the server returned for an accepted entry: the ids of stored rows, or a warning. */
export interface EntryResult {
  readonly scanned?: Scanned;
  readonly subnetId?: string;
  readonly vlanIds?: readonly (readonly [number: number, id: string])[];
  /**
   * Row ids of services. The key is the service definition on the agent's own host, and the key of the hypervisor or
   * container engine on any other host.
   */
  readonly serviceIds?: readonly (readonly [definition: string, id: string])[];
  /** Row ids of hosts with container engines, by the key of the engine. */
  readonly hostIds?: readonly (readonly [key: string, id: string])[];
  readonly warning?: string;
}

type Line = { readonly entry: Entry } | { readonly settled: EntryResult };

export class Outbox {
  readonly subnetIds: string[] = [];
  readonly vlanIds = new Map<number, string>();
  readonly serviceIds = new Map<string, string>();
  readonly hostIds = new Map<string, string>();
  readonly warnings: string[] = [];
  private readonly scannedIds = new Map(scannedKinds.map((kind) => [kind, new Set<string>()] as const));
  private readonly pending: Entry[] = [];
  private readonly listeners: (() => void)[] = [];
  private readonly fd: number;
  private ended = false;

  /** Opens or creates the journal of a session. */
  constructor(private readonly file: string) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    let text = '';
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      // The journal does not exist yet, so the outbox starts empty.
    }
    for (const line of text.split('\n')) {
      if (line === '') continue;
      try {
        this.apply(JSON.parse(line) as Line);
      } catch {
        // A line that is not JSON was cut off by a crash, so it is skipped.
      }
    }
    this.fd = openSync(file, 'a', 0o600);
    if (text !== '' && !text.endsWith('\n')) appendFileSync(this.fd, '\n');
  }

  get sessionId(): string {
    return path.basename(this.file, '.ndjson');
  }

  get scanned(): Scanned {
    return Object.fromEntries([...this.scannedIds].map(([kind, ids]) => [kind, [...ids]]));
  }

  /** The oldest entry that the server has neither accepted nor refused yet. */
  get next(): Entry | undefined {
    return this.pending[0];
  }

  /**
   * The oldest entries that may be sent concurrently: hosts without a common name, address or MAC address, so that
   * their order does not matter. Only one entry if the oldest must be sent alone.
   */
  nextTogether(most: number): readonly Entry[] {
    const marks = new Set<string>();
    const entries: Entry[] = [];
    for (const entry of this.pending) {
      // The agent's own host (its body has an id), hypervisors and hosts with container engines are sent alone, because
      // later entries refer to their services.
      if (entries.length === most || entry.kind !== 'host' || entry.body.host.id) break;
      if (entry.hypervisor !== undefined || entry.engines !== undefined || entry.runsOn !== undefined) break;
      const hostMarks = matchKeys(entry.body);
      if (hostMarks.some((mark) => marks.has(mark))) break;
      for (const mark of hostMarks) marks.add(mark);
      entries.push(entry);
    }
    return entries.length > 0 ? entries : this.pending.slice(0, 1);
  }

  get isEnded(): boolean {
    return this.ended;
  }

  get isDelivered(): boolean {
    return this.ended && this.pending.length === 0;
  }

  add(entry: Entry): void {
    if (!this.ended) this.write({ entry });
  }

  settle(result: EntryResult = {}): void {
    this.settleAll([result]);
  }

  /** Marks the oldest entries as accepted or refused by the server; `all` has one result per entry, in order. */
  settleAll(all: readonly EntryResult[]): void {
    if (all.length > 0) this.write(...all.map((result) => ({ settled: result })));
  }

  /** Resolves when there is an entry to send, the outbox has been delivered, or the signal aborts. */
  async untilChange(signal: AbortSignal): Promise<void> {
    if (this.next || this.isDelivered || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const finish = () => {
        signal.removeEventListener('abort', finish);
        resolve();
      };
      this.listeners.push(finish);
      signal.addEventListener('abort', finish, { once: true });
    });
  }

  close(): void {
    closeSync(this.fd);
  }

  remove(): void {
    this.close();
    rmSync(this.file, { force: true });
  }

  private write(...lines: readonly Line[]): void {
    appendFileSync(this.fd, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    fsyncSync(this.fd);
    for (const line of lines) this.apply(line);
    for (const notify of this.listeners.splice(0)) notify();
  }

  private apply(line: Line): void {
    if ('entry' in line) {
      this.pending.push(line.entry);
      this.ended ||= line.entry.kind === 'end';
      return;
    }
    const { scanned = {}, subnetId, vlanIds = [], serviceIds = [], hostIds = [], warning } = line.settled;
    this.pending.shift();
    for (const kind of scannedKinds) for (const id of scanned[kind] ?? []) this.scannedIds.get(kind)!.add(id);
    if (subnetId !== undefined) this.subnetIds.push(subnetId);
    for (const [number, id] of vlanIds) this.vlanIds.set(number, id);
    for (const [definition, id] of serviceIds) this.serviceIds.set(definition, id);
    for (const [key, id] of hostIds) this.hostIds.set(key, id);
    if (warning !== undefined) this.warnings.push(warning);
  }
}

/**
 * The values by which the server may recognize a host: names, serial number, addresses, MAC addresses; in lower case.
 */
function matchKeys({ host, ip_addresses = [], interfaces = [] }: PendingHost): string[] {
  const texts = [host.name, host.hostname, host.sys_name, host.chassis_id, host.serial_number, host.management_url];
  const addresses = ip_addresses.flatMap((one) => [one.ip_address, one.mac_address]);
  const macs = interfaces.map((one) => one.mac_address);
  return [...texts, ...addresses, ...macs].flatMap((mark) => (mark ? [mark.toLowerCase()] : []));
}

/** Journal files in the folder, sorted by name; empty if the folder does not exist. */
export function listOutboxFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ndjson'))
      .sort()
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}
