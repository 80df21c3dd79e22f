// One session: who is there, what each device says, what each machine has open; reported as it is found.
import { ownCollectors, type Collectors } from './collectors';
import { Credentials } from './credentials';
import { Devices, type CredentialResult } from './devices';
import { Failure, messageOf } from './failure';
import type { Engine } from './local';
import { look, wholeLinks } from './look';
import type { FoundName } from './names';
import type { Entry } from './protocol/outbox';
import type { Work } from './protocol/wire';
import { bridgeReport, machinesOnLan, runtimeOf, withBridges } from './report/containers';
import { hostReport } from './report/host-report';
import { heardOf, machinesOf, type Machine, type OwnMachine } from './report/machines';
import { mergedOwn, partsOfOwn } from './report/own-machine';
import { SubnetPlan, typeOf } from './report/subnets';
import { vlansOf } from './report/vlans';
import { forEachOf, Pool, Rate } from './scan/limits';
import { openPorts, probePorts } from './scan/port-scan';
import { allPorts, usualPorts } from './scan/ports';
import type { Live } from './scan/sweep';
import { ScanOrder } from './scope/order';
import { contains, rangeOf } from './scope/ranges';
import type { OwnSubnet, Scope } from './scope/scope';
import { servicesOf } from './services/identify';
import type { SnmpCredential } from './snmp';

export type Phase = 'looking' | 'asking' | 'scanning' | 'sending';

export interface Progress {
  readonly phase: Phase;
  /** 0 to 99. */
  readonly percent: number;
  readonly machines: number;
  readonly ports: number;
  readonly secondsLeft?: number;
}

export interface ScanSettings {
  /** Packets and connections a second, for the whole run. */
  readonly rate: number;
  readonly allPorts: boolean;
  /** The ports that are tried instead of the usual ones. */
  readonly ports?: readonly number[];
  readonly snmpPort?: number;
  readonly credentials: readonly SnmpCredential[];
  readonly dockerSocket: string;
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
}

export interface SessionResult {
  readonly machines: number;
  readonly ports: number;
  readonly devices: number;
  readonly services: number;
  readonly guesses: number;
  readonly warnings: readonly string[];
  readonly credentialResults: readonly CredentialResult[];
  /** Networks on the own links of which every address was asked for: what was not found there is not there. */
  readonly swept: readonly string[];
}

const mostSockets = 300;
const machinesAtOnce = 16;
const mostHeard = 10_000;
/** The server takes no more. */
const mostSwept = 1_000;

export class Session {
  private readonly rate: Rate;
  private readonly pool = new Pool(mostSockets);
  private readonly warnings: string[] = [];
  private readonly devices: Devices;
  private readonly live = new Map<string, Live>();
  /** Addresses of the own links that were asked for: who did not answer is not there, whatever other tables remember. */
  private onLink: ReadonlySet<string> = new Set();
  private swept: readonly string[] = [];
  private readonly order: ScanOrder;
  private readonly counts = { machines: 0, ports: 0, devices: 0, services: 0, guesses: 0 };
  private readonly collectors: Collectors;
  private engine: Engine | undefined;
  /** All own subnets. */
  private interfaces: readonly OwnSubnet[] = [];

  constructor(private readonly context: SessionContext) {
    const { settings, work, collectors = ownCollectors, scope, signal } = context;
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
  }

  /** Ends early, with what there is, when the signal says so; throws only what nothing was prepared for. */
  async run(): Promise<SessionResult> {
    const { scope, add, signal } = this.context;
    await this.readEngine();
    for (const one of withBridges(scope.ownSubnets, this.engine))
      // The bridges of an engine that answers come with its containers.
      if (!(one.isContainerBridge && this.engine))
        add({ kind: 'subnet', body: { cidr: one.cidr, name: one.cidr, subnet_type: typeOf(one) } });
    add({ kind: 'capabilities' });
    let machines: Machine[] = [];
    let subnets: SubnetPlan | undefined;
    const reported = new Set<Machine>();
    let report: (machine: Machine) => void = () => undefined;
    try {
      await this.look();
      await this.ask();
      const plan = (subnets = this.subnetPlan());
      machines = await this.machines(plan);
      report = (machine) => {
        if (reported.has(machine)) return;
        reported.add(machine);
        this.report(machine, plan);
      };
      await this.scan(machines, report);
    } catch (error) {
      if (!signal.aborted || error instanceof Failure) throw error;
      // What was found so far is reported all the same.
      if (machines.length === 0) {
        const plan = subnets ?? this.subnetPlan();
        machines = this.grouped(new Map(), this.collectors.ownMachine(undefined, this.engine), plan);
        report = (machine) => this.report(machine, plan);
      }
    }
    for (const machine of machines) if (!reported.has(machine)) report(machine);
    return {
      ...this.counts,
      swept: this.swept,
      warnings: this.warnings,
      credentialResults: this.devices.results,
    };
  }

  /** First of all: it says which of the own subnets are bridges between containers. */
  private async readEngine(): Promise<void> {
    const { settings, signal, scope } = this.context;
    this.engine = await this.collectors.localEngine(settings.dockerSocket, signal).catch((error: unknown) => {
      if (!signal.aborted) this.warn(`The containers of this machine could not be read: ${messageOf(error)}.`);
      return undefined;
    });
    this.interfaces = withBridges(scope.interfaces, this.engine);
  }

  /** On a bridge of the engine, which itself says what is there. */
  private isOfEngine(address: string): boolean {
    return this.engine !== undefined && isOnBridge(this.interfaces, address);
  }

  private async look(): Promise<void> {
    const { scope, signal } = this.context;
    const { swept, warnings } = scope.targets(this.order.cidrs);
    this.warnings.push(...warnings);
    if (swept.length === 0 && scope.ownSubnets.length === 0)
      throw new Failure(
        'nothingToScan',
        [...warnings, 'There is nothing that may be scanned: name it with --allow.'].join(' '),
      );
    const { interfaces, collectors, rate, pool } = this;
    const looked = await look({
      ...{ scope, interfaces, rate, pool, signal, ranges: swept, announced: collectors.announced },
      isWanted: (address) => this.order.includes(address) && !this.isOfEngine(address),
      isWhollyWanted: (cidr) => this.order.includesAll(cidr),
      onProgress: (share, machines) => this.progress('looking', share * 30, machines),
    });
    for (const one of looked.live) this.live.set(one.address, one);
    this.onLink = looked.onLink;
    this.swept = looked.swept.slice(0, mostSwept);
  }

  /** SNMP first: it says which addresses are one device, and what is behind routers. */
  private async ask(): Promise<void> {
    const { signal } = this.context;
    const asked = new Set<string>();
    for (let wave = [...this.live.keys()]; wave.length > 0;) {
      let done = 0;
      await this.devices.ask(wave, () => this.progress('asking', 30 + (15 * ++done) / wave.length, this.live.size));
      signal.throwIfAborted();
      for (const address of wave) asked.add(address);
      // What the tables of devices know may be asked as well, if it may be scanned.
      for (const heard of this.heard()) if (this.order.includes(heard.address)) this.live.set(heard.address, heard);
      wave = [...this.live.keys()].filter((address) => !asked.has(address));
    }
    this.devices.tellWithoutNeighborTable();
  }

  private heard(): Live[] {
    const heard = heardOf([...this.live.values()], this.devices.facts, mostHeard);
    return heard.filter(({ address }) => !this.onLink.has(address));
  }

  private async machines(subnets: SubnetPlan): Promise<Machine[]> {
    const { signal } = this.context;
    const links = wholeLinks({
      interfaces: this.interfaces,
      isWhollyWanted: (cidr) => this.order.includesAll(cidr),
    });
    const [names, neighbors] = await Promise.all([
      this.collectors.findNames([...this.live.keys()], { signal, links }),
      this.collectors.localNeighbors(signal).catch(() => undefined),
    ]);
    signal.throwIfAborted();
    return this.grouped(names, this.collectors.ownMachine(neighbors, this.engine), subnets);
  }

  private grouped(names: ReadonlyMap<string, FoundName[]>, ownFacts: OwnMachine, subnets: SubnetPlan): Machine[] {
    const onLan = machinesOnLan(this.engine);
    const known = new Map([...this.live.values(), ...this.heard()].map((one) => [one.address, one] as const));
    for (const one of onLan) known.set(one.address, { ...one, ...known.get(one.address) });
    const subnetOf = (address: string) => subnets.of(address).cidr;
    const machines = machinesOf([...known.values()], this.devices.facts, subnetOf, names).map((machine) => ({
      ...machine,
      names: machine.addresses.flatMap(({ address }): FoundName[] => names.get(address) ?? []),
      container: onLan.find((one) => machine.addresses.some(({ address }) => address === one.address))?.name,
    }));
    const isAskedFor = ({ addresses }: Machine) => addresses.some(({ address }) => this.live.has(address));
    const [mine, others] = partsOfOwn(this.order.isOfHosts ? machines.filter(isAskedFor) : machines, this.interfaces);
    // What the machine knows of itself needs no packet: it is told also where its own addresses are not to be scanned.
    if (mine.length === 0 && (this.order.isOfHosts || this.interfaces.length === 0)) return others;
    return [mergedOwn(mine, ownFacts, this.interfaces), ...others];
  }

  private subnetPlan(): SubnetPlan {
    const { work } = this.context;
    const vlans = vlansOf(this.devices.facts.values());
    if (vlans.length > 0) this.context.add({ kind: 'vlans', vlans });
    return new SubnetPlan(
      work.subnets.map(({ cidr }) => cidr),
      this.interfaces,
      this.devices.facts.values(),
    );
  }

  private async scan(machines: readonly Machine[], report: (machine: Machine) => void): Promise<void> {
    const { signal, settings } = this.context;
    const started = performance.now();
    const ports = settings.ports ?? (settings.allPorts ? allPorts : usualPorts);
    const total =
      machines.reduce(
        (sum, { addresses }) => sum + addresses.filter(({ address }) => this.isScanned(address)).length,
        0,
      ) * ports.length;
    let done = 0;
    const step = () => {
      done++;
      const share = total === 0 ? 1 : done / total;
      const left =
        share > 0.02 ? Math.round((((performance.now() - started) / share) * (1 - share)) / 1000) : undefined;
      this.progress('scanning', 45 + 50 * share, machines.length, left);
    };
    const limits = { rate: this.rate, pool: this.pool, signal };
    await forEachOf(machines, machinesAtOnce, async (machine) => {
      for (const address of machine.addresses)
        if (this.isScanned(address.address)) {
          address.ports = await openPorts(address.address, ports, limits, step);
          this.counts.ports += address.ports.length;
          machine.findings.push(...(await probePorts(address.address, address.ports, limits)));
        }
      machine.services.push(...servicesOf(machine.findings));
      if (!signal.aborted) report(machine);
    });
    signal.throwIfAborted();
    this.progress('sending', 95, machines.length);
  }

  private isScanned(address: string): boolean {
    return this.order.includes(address) && this.live.has(address);
  }

  private report(machine: Machine, subnets: SubnetPlan): void {
    const { networkId, hostId, work, add } = this.context;
    const trustsPorts = work.discovery_type.scan_settings?.trust_port_only_detections === true;
    // The own machine counts as found where its addresses are of those that are looked for.
    if (!machine.own || machine.addresses.some(({ address }) => this.live.has(address))) this.counts.machines++;
    // A router that was read at two of its addresses is one device.
    if (machine.device !== undefined) this.counts.devices++;
    this.counts.services += machine.services.filter(({ confidence }) => confidence === 'proven').length;
    this.counts.guesses += machine.services.filter(({ confidence }) => confidence === 'guessed').length;
    try {
      const body = hostReport(machine, {
        networkId,
        subnets,
        trustsPorts,
        ...(machine.own && hostId !== undefined && { hostId }),
      });
      add({ kind: 'host', label: machine.addresses[0]?.address ?? body.host.name ?? '', body });
      if (machine.own && hostId !== undefined && this.engine) {
        const bridges = bridgeReport(this.engine, this.interfaces, { networkId, hostId });
        if (bridges) add({ kind: 'containers', runtime: runtimeOf(this.engine), body: bridges });
      }
    } catch (error) {
      // One odd machine costs itself, not the others.
      this.warn(`${machine.addresses[0]?.address ?? 'A machine'} could not be reported: ${messageOf(error)}`);
    }
  }

  private warn(text: string): void {
    if (this.warnings.length < 900) this.warnings.push(text);
  }

  private progress(phase: Phase, percent: number, machines: number, secondsLeft?: number): void {
    const { ports } = this.counts;
    this.context.onProgress({ phase, percent: Math.min(99, Math.floor(percent)), machines, ports, secondsLeft });
  }
}

const isOnBridge = (subnets: readonly OwnSubnet[], address: string): boolean =>
  subnets.some(({ cidr, isContainerBridge }) => isContainerBridge && contains(rangeOf(cidr)!, address));
