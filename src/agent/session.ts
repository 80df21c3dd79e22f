// Runs a discovery session: finds live hosts, reads devices by SNMP, scans ports, and reports each machine as soon as
// it is complete.
import { ApiTargets, type OwnTarget } from './api-targets';
import { networkCollectors, type Collectors } from './collectors';
import { Credentials } from './credentials';
import { Devices, type CredentialResult } from './devices';
import { Failure, errorMessage } from './failure';
import type { Engine } from './sources/docker';
import { findLiveHosts, wholeLinks } from './look';
import type { FoundName } from './names';
import type { Entry } from './protocol/outbox';
import type { Work } from './protocol/wire';
import { machinesOnLan, markBridges } from './report/containers';
import { joinFound } from './report/found-machines';
import { MachineReports } from './report/machine-reports';
import { hostsOnlyInArp, groupMachines, type Machine, type OwnMachine } from './report/machines';
import { mergeOwnMachine, splitOwnMachine } from './report/own-machine';
import { SubnetPlan, guessSubnetType } from './report/subnets';
import { collectVlans } from './report/vlans';
import { forEachConcurrently, Pool, Rate } from './sources/scan/limits';
import { allPorts, defaultPorts } from './sources/scan/ports';
import { scanSource } from './sources/scan/source';
import type { LiveHost } from './sources/scan/sweep';
import { ScanOrder } from './scope/order';
import { contains, parseRange } from './scope/ranges';
import type { OwnSubnet, Scope } from './scope/scope';
import { identifyAll } from './services/identify';
import { Pins, type FoundMachine } from './sources';
import type { SnmpCredential } from './sources/snmp';

export type Phase = 'looking' | 'asking' | 'scanning' | 'sending';

export interface Progress {
  readonly phase: Phase;
  /** Progress of the session in percent, from 0 to 99. */
  readonly percent: number;
  readonly machines: number;
  readonly ports: number;
  readonly secondsLeft?: number;
}

export interface ScanSettings {
  /** Maximum number of packets and connections per second, for the whole run. */
  readonly rate: number;
  readonly allPorts: boolean;
  /** Whether requests are sent to ports of industrial controllers (Modbus, EtherNet/IP). */
  readonly asksControllers?: boolean;
  /** Ports to scan; the default list if undefined. */
  readonly ports?: readonly number[];
  readonly snmpPort?: number;
  readonly credentials: readonly SnmpCredential[];
  readonly dockerSocket: string;
  /** APIs that the operator's `--sources` file names. */
  readonly apiTargets?: readonly OwnTarget[];
  /** Paths of the operator's programs that print machines as JSON lines. */
  readonly sourceCommands?: readonly string[];
}

export interface SessionContext {
  readonly work: Work;
  readonly scope: Scope;
  readonly settings: ScanSettings;
  readonly networkId: string;
  readonly hostId: string | undefined;
  readonly signal: AbortSignal;
  readonly add: (entry: Entry) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly collectors?: Collectors;
  /** Certificate fingerprints that earlier runs of the agent have pinned. */
  readonly pins?: Pins;
}

export interface SessionResult {
  readonly machines: number;
  readonly ports: number;
  readonly devices: number;
  readonly services: number;
  readonly guesses: number;
  readonly warnings: readonly string[];
  readonly credentialResults: readonly CredentialResult[];
  /**
   * CIDRs on this machine's links of which every address was swept. The server may mark hosts in these CIDRs as missing
   * if they did not respond.
   */
  readonly swept: readonly string[];
}

const maxSockets = 300;
const machinesAtOnce = 16;
const maxHostsFromArpTables = 10_000;
/** Maximum number of swept CIDRs that the server accepts. */
const maxSweptCidrs = 1_000;

export class Session {
  private readonly rate: Rate;
  private readonly pool = new Pool(maxSockets);
  private readonly warnings: string[] = [];
  private readonly devices: Devices;
  private readonly live = new Map<string, LiveHost>();
  /**
   * Swept addresses on this machine's links. If such an address does not respond, its host is absent, even if a
   * device's ARP table still contains the address.
   */
  private onLink: ReadonlySet<string> = new Set();
  private swept: readonly string[] = [];
  private readonly order: ScanOrder;
  private portCount = 0;
  private readonly collectors: Collectors;
  private readonly apiTargets: ApiTargets;
  /** Machines that data sources (APIs, SSH, the operator's programs) list. */
  private found: readonly FoundMachine[] = [];
  private engine: Engine | undefined;
  /** Subnets of all interfaces of this machine. */
  private interfaces: readonly OwnSubnet[] = [];

  constructor(private readonly context: SessionContext) {
    const { settings, work, collectors = networkCollectors, scope, signal } = context;
    const orderedRate = work.discovery_type.scan_settings?.scan_rate_pps;
    this.rate = new Rate(Math.min(settings.rate, orderedRate ?? Infinity));
    this.collectors = collectors;
    this.order = new ScanOrder(work, scope);
    this.devices = new Devices({
      credentials: new Credentials(work.credential_mappings, settings.credentials),
      networkSubnets: [...work.subnets, ...scope.ownSubnets].map(({ cidr }) => cidr),
      ...{ scope, collectors, signal, rate: this.rate },
      ...(settings.snmpPort !== undefined && { snmpPort: settings.snmpPort }),
      warn: (text) => this.warn(text),
    });
    this.apiTargets = new ApiTargets({
      ...{ work, scope, order: this.order, signal, pins: context.pins ?? new Pins() },
      ...{ own: settings.apiTargets ?? [], programs: settings.sourceCommands ?? [] },
      warn: (text) => this.warn(text),
    });
  }

  /** Runs the session. If the signal aborts, returns the results so far. Throws a Failure, or an unexpected error. */
  async run(): Promise<SessionResult> {
    const { scope, add, signal } = this.context;
    await this.readEngine();
    for (const one of markBridges(scope.ownSubnets, this.engine))
      // If the container engine is readable, its bridges are reported later, together with its containers.
      if (!(one.isContainerBridge && this.engine))
        add({ kind: 'subnet', body: { cidr: one.cidr, name: one.cidr, subnet_type: guessSubnetType(one) } });
    add({ kind: 'capabilities' });
    let machines: Machine[] = [];
    let subnets: SubnetPlan | undefined;
    const reports = this.machineReports();
    try {
      await this.findLiveHosts();
      await this.readDevices();
      this.found = await this.apiTargets.read();
      const plan = (subnets = this.subnetPlan());
      machines = await this.machines(plan);
      await this.scan(machines, (machine) => reports.report(machine, plan));
    } catch (error) {
      if (!signal.aborted || error instanceof Failure) throw error;
      // The signal aborted the run, so the machines that were found until now are reported. If hosts were not grouped
      // into machines before, they are grouped now.
      if (machines.length === 0) {
        subnets ??= this.subnetPlan();
        machines = this.groupMachines(new Map(), this.collectors.ownMachine(undefined, this.engine), subnets);
      }
    }
    if (subnets) for (const machine of machines) reports.report(machine, subnets);
    reports.finish();
    return {
      ...reports.counts,
      ports: this.portCount,
      swept: this.swept,
      warnings: this.warnings,
      credentialResults: [...this.devices.results, ...this.apiTargets.results],
    };
  }

  private machineReports(): MachineReports {
    const { networkId, hostId, work, add } = this.context;
    return new MachineReports({
      ...{ networkId, hostId, add, engine: this.engine, interfaces: this.interfaces },
      trustsPorts: work.discovery_type.scan_settings?.trust_port_only_detections === true,
      isLive: (address) => this.live.has(address),
      warn: (text) => this.warn(text),
    });
  }

  /**
   * Reads the container engine. This is the first step, because the engine's networks show which interfaces are
   * container bridges.
   */
  private async readEngine(): Promise<void> {
    const { settings, signal, scope } = this.context;
    this.engine = await this.collectors.localEngine(settings.dockerSocket, signal).catch((error: unknown) => {
      if (!signal.aborted) this.warn(`Cannot read the containers of this machine: ${errorMessage(error)}.`);
      return undefined;
    });
    this.interfaces = markBridges(scope.interfaces, this.engine);
  }

  /**
   * Whether the address is on a bridge of the container engine. Such an address is not scanned, because its container
   * is read from the engine.
   */
  private isOfEngine(address: string): boolean {
    return this.engine !== undefined && isOnBridge(this.interfaces, address);
  }

  private async findLiveHosts(): Promise<void> {
    const { scope, signal } = this.context;
    const { swept, warnings } = scope.targets(this.order.cidrs);
    this.warnings.push(...warnings);
    const { missingSubnets } = this.order;
    if (missingSubnets > 0)
      this.warn(`Not scanned, because the inventory lacks them: ${missingSubnets} subnets of the job.`);
    if (swept.length === 0 && scope.ownSubnets.length === 0)
      throw new Failure(
        'nothingToScan',
        [...warnings, 'No address may be scanned: allow some with --allow.'].join(' '),
      );
    const { interfaces, collectors, rate, pool } = this;
    const liveHosts = await findLiveHosts({
      ...{ scope, interfaces, rate, pool, signal, ranges: swept, findAnnounced: collectors.findAnnounced },
      isInScope: (address) => this.order.includes(address) && !this.isOfEngine(address),
      isWhollyInScope: (cidr) => this.order.includesAll(cidr),
      onProgress: (share, machines) => this.progress('looking', share * 30, machines),
    });
    for (const one of liveHosts.live) this.live.set(one.address, one);
    this.onLink = liveHosts.onLink;
    this.swept = liveHosts.swept.slice(0, maxSweptCidrs);
  }

  /**
   * Reads devices by SNMP. This precedes port scans, because SNMP shows which addresses belong to one device, and finds
   * hosts behind routers.
   */
  private async readDevices(): Promise<void> {
    const { signal } = this.context;
    const queried = new Set<string>();
    for (let wave = [...this.live.keys()]; wave.length > 0;) {
      let doneCount = 0;
      await this.devices.ask(wave, () =>
        this.progress('asking', 30 + (15 * ++doneCount) / wave.length, this.live.size),
      );
      signal.throwIfAborted();
      for (const address of wave) queried.add(address);
      // A host that is only in the ARP table of a device is queried by SNMP too, if its address is in scope.
      for (const host of this.hostsFromArpTables())
        if (this.order.includes(host.address)) this.live.set(host.address, host);
      wave = [...this.live.keys()].filter((address) => !queried.has(address));
    }
    this.devices.warnWithoutNeighborTable();
  }

  private hostsFromArpTables(): LiveHost[] {
    const hosts = hostsOnlyInArp([...this.live.values()], this.devices.facts, maxHostsFromArpTables);
    return hosts.filter(({ address }) => !this.onLink.has(address));
  }

  private async machines(subnets: SubnetPlan): Promise<Machine[]> {
    const { signal } = this.context;
    const links = wholeLinks({
      interfaces: this.interfaces,
      isWhollyInScope: (cidr) => this.order.includesAll(cidr),
    });
    const [names, neighbors] = await Promise.all([
      this.collectors.findNames([...this.live.keys()], { signal, links }),
      this.collectors.localNeighbors(signal).catch(() => undefined),
    ]);
    signal.throwIfAborted();
    return this.groupMachines(names, this.collectors.ownMachine(neighbors, this.engine), subnets);
  }

  private groupMachines(names: ReadonlyMap<string, FoundName[]>, ownFacts: OwnMachine, subnets: SubnetPlan): Machine[] {
    const onLan = machinesOnLan(this.engine);
    const liveByAddress = new Map(
      [...this.live.values(), ...this.hostsFromArpTables()].map((one) => [one.address, one] as const),
    );
    for (const one of onLan) liveByAddress.set(one.address, { ...one, ...liveByAddress.get(one.address) });
    const subnetOf = (address: string) => subnets.of(address).cidr;
    const machines = groupMachines([...liveByAddress.values()], this.devices.facts, subnetOf, names).map((machine) => ({
      ...machine,
      names: machine.addresses.flatMap(({ address }): FoundName[] => names.get(address) ?? []),
      container: onLan.find((one) => machine.addresses.some(({ address }) => address === one.address))?.name,
    }));
    const { isOfHosts } = this.order;
    const isAskedFor = ({ addresses }: Machine) => addresses.some(({ address }) => this.live.has(address));
    const [ownMachineParts, otherMachines] = splitOwnMachine(
      isOfHosts ? machines.filter(isAskedFor) : machines,
      this.interfaces,
    );
    // Reading the agent's own machine sends no packets, so the machine is reported even if it is out of scope. A rescan
    // of certain hosts leaves it out unless it is one of them.
    const isLeftOut = ownMachineParts.length === 0 && (isOfHosts || this.interfaces.length === 0);
    const ownMachines = isLeftOut ? [] : [mergeOwnMachine(ownMachineParts, ownFacts, this.interfaces)];
    const joined = joinFound([...ownMachines, ...otherMachines], this.found, {
      ...{ isOfHosts, isSwept: (address: string) => this.onLink.has(address) },
      warn: (text) => this.warn(text),
    });
    return joined.map((machine) => ({ ...machine, answersDefaultCommunity: this.answersDefaultCommunity(machine) }));
  }

  /** Whether the machine answers a well-known SNMP community at one of its addresses. */
  private answersDefaultCommunity({ addresses }: Machine): boolean | null | undefined {
    const answers = new Set(addresses.map(({ address }) => this.devices.answersDefaultCommunity.get(address)));
    return [true, false, null].find((answer) => answers.has(answer));
  }

  private subnetPlan(): SubnetPlan {
    const { work } = this.context;
    const facts = [...this.devices.facts.values(), ...this.found.map((one) => one.facts)];
    const vlans = collectVlans(facts);
    if (vlans.length > 0) this.context.add({ kind: 'vlans', vlans });
    return new SubnetPlan(
      work.subnets.map(({ cidr }) => cidr),
      this.interfaces,
      facts,
    );
  }

  private async scan(machines: readonly Machine[], report: (machine: Machine) => void): Promise<void> {
    const { signal, settings } = this.context;
    const startedAt = performance.now();
    const ports = settings.ports ?? (settings.allPorts ? allPorts : defaultPorts);
    const total =
      machines.reduce(
        (sum, { addresses }) => sum + addresses.filter(({ address }) => this.isScanned(address)).length,
        0,
      ) * ports.length;
    let doneCount = 0;
    const step = () => {
      doneCount++;
      const share = total === 0 ? 1 : doneCount / total;
      const secondsLeft =
        share > 0.02 ? Math.round((((performance.now() - startedAt) / share) * (1 - share)) / 1000) : undefined;
      this.progress('scanning', 45 + 50 * share, machines.length, secondsLeft);
    };
    const limits = { rate: this.rate, pool: this.pool, signal, asksControllers: settings.asksControllers === true };
    await forEachConcurrently(machines, machinesAtOnce, async (machine) => {
      for (const address of machine.addresses)
        if (this.isScanned(address.address)) {
          const onOpen = (open: readonly number[]) => {
            address.ports = open;
            this.portCount += open.length;
          };
          const { findings } = await scanSource.read({ address: address.address, ports, limits, step, onOpen });
          machine.findings.push(...findings);
        }
      machine.services.push(...identifyAll(machine.findings));
      if (!signal.aborted) report(machine);
    });
    signal.throwIfAborted();
    this.progress('sending', 95, machines.length);
  }

  private isScanned(address: string): boolean {
    return this.order.includes(address) && this.live.has(address);
  }

  private warn(text: string): void {
    if (this.warnings.length < 900) this.warnings.push(text);
  }

  private progress(phase: Phase, percent: number, machines: number, secondsLeft?: number): void {
    const ports = this.portCount;
    this.context.onProgress({ phase, percent: Math.min(99, Math.floor(percent)), machines, ports, secondsLeft });
  }
}

const isOnBridge = (subnets: readonly OwnSubnet[], address: string): boolean =>
  subnets.some(({ cidr, isContainerBridge }) => isContainerBridge && contains(parseRange(cidr)!, address));
