// What a session has found and the server has not taken yet: a journal on disk, so that outages and restarts lose nothing.
import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { scannedKinds, type HostReport, type ReportedInterface, type Scanned, type SessionUpdate } from './wire';

/** VLANs are known by number until the server has given them ids. */
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

export type Entry =
  | { readonly kind: 'subnet'; readonly body: PendingSubnet }
  /** Tells the server which of the subnets before it the agent has an interface in. */
  | { readonly kind: 'capabilities' }
  | { readonly kind: 'vlans'; readonly vlans: { vlan_number: number; name: string }[] }
  | { readonly kind: 'host'; readonly label: string; readonly body: PendingHost }
  /** Of a host that was reported before: the bridges and containers of its service of this definition. */
  | { readonly kind: 'containers'; readonly runtime: string; readonly body: PendingHost }
  | { readonly kind: 'end'; readonly body: SessionUpdate };

/** What the server made of an entry. */
export interface Settled {
  readonly scanned?: Scanned;
  readonly subnetId?: string;
  readonly vlanIds?: readonly (readonly [number: number, id: string])[];
  /** Of the own host: definitions of its services → ids of the rows. */
  readonly serviceIds?: readonly (readonly [definition: string, id: string])[];
  readonly warning?: string;
}

type Line = { readonly entry: Entry } | { readonly settled: Settled };

export class Outbox {
  readonly subnetIds: string[] = [];
  readonly vlanIds = new Map<number, string>();
  readonly serviceIds = new Map<string, string>();
  readonly warnings: string[] = [];
  private readonly scannedIds = new Map(scannedKinds.map((kind) => [kind, new Set<string>()] as const));
  private readonly waiting: Entry[] = [];
  private readonly listeners: (() => void)[] = [];
  private readonly fd: number;
  private ended = false;

  /** Opens a session's journal, or begins one. A line that a crash has cut short counts for nothing. */
  constructor(private readonly file: string) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    let text = '';
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      // A new one.
    }
    for (const line of text.split('\n')) {
      if (line === '') continue;
      try {
        this.apply(JSON.parse(line) as Line);
      } catch {
        // Cut short.
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

  /** The oldest that is not settled. */
  get next(): Entry | undefined {
    return this.waiting[0];
  }

  /**
   * The oldest that are not settled and may be sent at once: hosts that nothing in their reports could take for one another,
   * so that it makes no difference which is stored first. Anything else is sent alone.
   */
  nextTogether(most: number): readonly Entry[] {
    const marks = new Set<string>();
    const entries: Entry[] = [];
    for (const entry of this.waiting) {
      // The entries behind the own host name services of it.
      if (entries.length === most || entry.kind !== 'host' || entry.body.host.id) break;
      const own = marksOf(entry.body);
      if (own.some((mark) => marks.has(mark))) break;
      for (const mark of own) marks.add(mark);
      entries.push(entry);
    }
    return entries.length > 0 ? entries : this.waiting.slice(0, 1);
  }

  get isEnded(): boolean {
    return this.ended;
  }

  get isDelivered(): boolean {
    return this.ended && this.waiting.length === 0;
  }

  add(entry: Entry): void {
    if (!this.ended) this.write({ entry });
  }

  settle(settled: Settled = {}): void {
    this.settleAll([settled]);
  }

  /** The oldest ones, in their order. */
  settleAll(all: readonly Settled[]): void {
    if (all.length > 0) this.write(...all.map((settled) => ({ settled })));
  }

  /** Waits until there is an entry to send or the session is over and everything sent. */
  async changed(signal: AbortSignal): Promise<void> {
    if (this.next || this.isDelivered || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const tell = () => {
        signal.removeEventListener('abort', tell);
        resolve();
      };
      this.listeners.push(tell);
      signal.addEventListener('abort', tell, { once: true });
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
    for (const tell of this.listeners.splice(0)) tell();
  }

  private apply(line: Line): void {
    if ('entry' in line) {
      this.waiting.push(line.entry);
      this.ended ||= line.entry.kind === 'end';
      return;
    }
    const { scanned = {}, subnetId, vlanIds = [], serviceIds = [], warning } = line.settled;
    this.waiting.shift();
    for (const kind of scannedKinds) for (const id of scanned[kind] ?? []) this.scannedIds.get(kind)!.add(id);
    if (subnetId !== undefined) this.subnetIds.push(subnetId);
    for (const [number, id] of vlanIds) this.vlanIds.set(number, id);
    for (const [definition, id] of serviceIds) this.serviceIds.set(definition, id);
    if (warning !== undefined) this.warnings.push(warning);
  }
}

/** What a host is known by. */
function marksOf({ host, ip_addresses = [], interfaces = [] }: PendingHost): string[] {
  const texts = [host.name, host.hostname, host.sys_name, host.chassis_id, host.serial_number, host.management_url];
  const addresses = ip_addresses.flatMap((one) => [one.ip_address, one.mac_address]);
  const macs = interfaces.map((one) => one.mac_address);
  return [...texts, ...addresses, ...macs].flatMap((mark) => (mark ? [mark.toLowerCase()] : []));
}

/** The journals that earlier runs have left, by name. */
export function leftOutboxes(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ndjson'))
      .sort()
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}
