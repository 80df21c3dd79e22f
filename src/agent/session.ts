// One session: who is there, what each device says, what each machine has open; reported as it is found.
import { readDevice, trySnmp, type DeviceFacts } from './snmp';
import { findNames, type FoundName } from './names';
import { localContainers, localNeighbors, type Container } from './local';
import { Credentials } from './credentials';
import { Failure, messageOf } from './failure';
import type { Entry } from './protocol/outbox';
import { hostReport } from './report/host-report';
import { heardOf, machinesOf, type Machine } from './report/machines';
import { ownMachine } from './report/own-machine';
import { SubnetPlan } from './report/subnets';
import { portState } from './scan/connect';
import { forEachOf, Pool, Rate } from './scan/limits';
import { allPorts, usualPorts } from './scan/ports';
import { probePort, type PortFinding } from './scan/probe';
import { sweep, type Live } from './scan/sweep';
import { addressesIn, contains, rangeOf, sizeOf } from './scope/ranges';
import type { Scope } from './scope/scope';
import { identify } from './services/identify';
import type { SnmpCredential } from './snmp';
import type { Work } from './protocol/wire';

export type Phase = 'looking' | 'asking' | 'scanning' | 'sending';

export interface Progress {
  readonly phase: Phase;
  /** 0 to 99. */
  readonly percent: number;
  readonly machines: number;
  readonly ports: number;
  readonly secondsLeft?: number;
}

/** What a session calls to read devices and names; the agent's own, or a test's. */
export interface Collectors {
  readonly trySnmp: typeof trySnmp;
  readonly readDevice: typeof readDevice;
  readonly findNames: typeof findNames;
  readonly localContainers: typeof localContainers;
  readonly localNeighbors: typeof localNeighbors;
}
export const ownCollectors: Collectors = { trySnmp, readDevice, findNames, localContainers, localNeighbors };

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
  /** CIDRs by the id that the server has for them. */
  readonly storedSubnets: readonly { readonly id: string; readonly cidr: string }[];
  readonly signal: AbortSignal;
  readonly add: (entry: Entry) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly collectors?: Collectors;
}

export interface CredentialResult {
  readonly ip: string;
  readonly credential_id?: string;
  readonly outcome: 'opened' | 'refused' | 'silent';
}

export interface SessionResult {
  readonly machines: number;
  readonly ports: number;
  readonly devices: number;
  readonly services: number;
  readonly guesses: number;
  readonly warnings: readonly string[];
  readonly credentialResults: readonly CredentialResult[];
}

const mostSockets = 300;
const socketsOfOneMachine = 60;
const machinesAtOnce = 16;
const devicesAtOnce = 16;
const mostHeard = 10_000;

export class Session {
  private readonly rate: Rate;
  private readonly pool = new Pool(mostSockets);
  private readonly warnings: string[] = [];
  private readonly credentialResults: CredentialResult[] = [];
  private readonly devices = new Map<string, DeviceFacts>();
  private readonly live = new Map<string, Live>();
  /** Addresses of the own links that were asked for: who did not answer is not there, whatever other tables remember. */
  private onLink: ReadonlySet<string> = new Set();
  private readonly counts = { machines: 0, ports: 0, services: 0, guesses: 0 };
  private readonly collectors: Collectors;
  /** The subnets of the network, whose credentials may be tried there and nowhere else. */
  private readonly networkSubnets: readonly string[];

  constructor(private readonly context: SessionContext) {
    const { settings, work, collectors = ownCollectors, scope, storedSubnets } = context;
    const ordered = work.discovery_type.scan_settings?.scan_rate_pps;
    this.rate = new Rate(Math.min(settings.rate, ordered ?? Infinity));
    this.collectors = collectors;
    this.networkSubnets = [...storedSubnets.map(({ cidr }) => cidr), ...scope.ownSubnets.map(({ cidr }) => cidr)];
  }

  /** Ends early, with what there is, when the signal says so; throws only what nothing was prepared for. */
  async run(): Promise<SessionResult> {
    const { scope, add, signal } = this.context;
    for (const { cidr, isContainerBridge } of scope.ownSubnets)
      add({ kind: 'subnet', body: { cidr, name: cidr, subnet_type: isContainerBridge ? 'DockerBridge' : 'Lan' } });
    add({ kind: 'capabilities' });
    let machines: Machine[] = [];
    const reported = new Set<Machine>();
    let report: (machine: Machine) => void = () => undefined;
    try {
      await this.look();
      await this.ask();
      machines = await this.machines();
      const subnets = this.subnetPlan();
      report = (machine) => {
        if (reported.has(machine)) return;
        reported.add(machine);
        this.report(machine, subnets);
      };
      await this.scan(machines, report);
    } catch (error) {
      if (!signal.aborted || error instanceof Failure) throw error;
      // What was found so far is reported all the same.
      if (machines.length === 0) {
        machines = machinesOf([...this.live.values()], this.devices);
        const subnets = this.subnetPlan();
        report = (machine) => this.report(machine, subnets);
      }
    }
    for (const machine of machines) if (!reported.has(machine)) report(machine);
    return {
      ...this.counts,
      devices: this.devices.size,
      warnings: this.warnings,
      credentialResults: this.credentialResults,
    };
  }

  private orderedCidrs(): readonly string[] | null {
    const { work, storedSubnets } = this.context;
    const ids = work.discovery_type.subnet_ids;
    if (ids == null) return null;
    const known = new Map([...storedSubnets, ...work.subnets].map(({ id, cidr }) => [id, cidr] as const));
    return ids.flatMap((id) => known.get(id) ?? []);
  }

  private async look(): Promise<void> {
    const { scope, signal } = this.context;
    const { swept, warnings } = scope.targets(this.orderedCidrs());
    this.warnings.push(...warnings);
    if (swept.length === 0 && scope.ownSubnets.length === 0)
      throw new Failure(
        'nothingToScan',
        [...warnings, 'There is nothing that may be scanned: name it with --allow.'].join(' '),
      );
    const own = new Set(scope.ownSubnets.map(({ address }) => address));
    const links = process.platform === 'linux' ? scope.ownSubnets.map(({ cidr }) => rangeOf(cidr)!) : [];
    const [onLink, routed]: [string[], string[]] = [[], []];
    for (const address of addressesIn(swept)) {
      if (own.has(address) || !scope.isHostAddress(address)) continue;
      (links.some((range) => contains(range, address)) ? onLink : routed).push(address);
    }
    this.onLink = new Set(onLink);
    for (const { address } of scope.ownSubnets) this.live.set(address, { address });
    const ranges = swept.filter((range) => sizeOf(range) > 0n);
    const found = await sweep({
      onLink,
      routed,
      accepts: (address) =>
        scope.allows(address) &&
        (address.includes(':') || ranges.some((range) => contains(range, address)) || isOnBridge(scope, address)),
      rate: this.rate,
      pool: this.pool,
      signal,
      onProgress: (share, machines) => this.progress('looking', share * 30, machines),
    });
    for (const one of found) if (!this.live.has(one.address)) this.live.set(one.address, one);
  }

  /** SNMP first: it says which addresses are one device, and what is behind routers. */
  private async ask(): Promise<void> {
    const { work, settings, signal } = this.context;
    const credentials = new Credentials(work.credential_mappings, settings.credentials);
    if (credentials.isEmpty) return;
    const asked = new Set<string>();
    for (let wave = [...this.live.keys()]; wave.length > 0; wave = this.newlyHeard(asked)) {
      let done = 0;
      await forEachOf(wave, devicesAtOnce, async (address) => {
        asked.add(address);
        await this.askOne(address, credentials);
        this.progress('asking', 30 + (15 * ++done) / wave.length, this.live.size);
      });
      signal.throwIfAborted();
    }
  }

  private async askOne(address: string, credentials: Credentials): Promise<void> {
    const { settings, signal } = this.context;
    if (!this.mayTry(address)) return;
    const options = { signal, ...(settings.snmpPort !== undefined && { port: settings.snmpPort }) };
    for (const { credential, id } of credentials.for(address)) {
      await this.rate.take(signal);
      const { outcome, reason } = await this.collectors.trySnmp(address, credential, options);
      // Silence says nothing of one credential: a device without SNMP answers none.
      if (outcome !== 'silent')
        this.credentialResults.push({ ip: address, outcome, ...(id !== undefined && { credential_id: id }) });
      if (outcome === 'refused')
        this.warn(`${address} refuses a ${credential.version} credential${reason ? `: ${reason}` : ''}.`);
      if (outcome !== 'opened') continue;
      const facts = await this.collectors.readDevice(address, credential, options);
      this.devices.set(address, facts);
      if (facts.incomplete.length > 0)
        this.warn(`${address}: not read to the end: ${facts.incomplete.join(', ')}. What is stored of it stays.`);
      return;
    }
  }

  private mayTry(address: string): boolean {
    return this.context.scope.allows(address) && this.networkSubnets.some((cidr) => contains(rangeOf(cidr)!, address));
  }

  /** Addresses of the devices' tables that may be scanned and were not seen yet. */
  private newlyHeard(asked: ReadonlySet<string>): string[] {
    const { scope } = this.context;
    for (const heard of this.heard()) if (scope.allows(heard.address)) this.live.set(heard.address, heard);
    return [...this.live.keys()].filter((address) => !asked.has(address));
  }

  private heard(): Live[] {
    const heard = heardOf([...this.live.values()], this.devices, mostHeard);
    return heard.filter(({ address }) => !this.onLink.has(address));
  }

  private async machines(): Promise<Machine[]> {
    const { settings, signal, scope } = this.context;
    const live = [...this.live.values()];
    const heard = this.heard();
    const [names, neighbors, containers] = await Promise.all([
      this.collectors.findNames([...this.live.keys()], { signal }),
      this.collectors.localNeighbors(signal).catch(() => undefined),
      this.collectors.localContainers(settings.dockerSocket, signal).catch((): Container[] | undefined => undefined),
    ]);
    signal.throwIfAborted();
    const machines = machinesOf([...live, ...heard], this.devices).map((machine) => ({
      ...machine,
      names: machine.addresses.flatMap(({ address }): FoundName[] => names.get(address) ?? []),
    }));
    const own = new Set(scope.ownSubnets.map(({ address }) => address));
    const isOwn = ({ addresses }: Machine) => addresses.some(({ address }) => own.has(address));
    const mine = machines.filter(isOwn);
    if (mine.length === 0) return machines;
    const facts = ownMachine(neighbors, containers ?? []);
    return [mergedOwn(mine, facts), ...machines.filter((machine) => !isOwn(machine))];
  }

  private subnetPlan(): SubnetPlan {
    const { storedSubnets, scope } = this.context;
    const vlans = new Map(
      [...this.devices.values()].flatMap(({ vlans: list }) =>
        list
          .filter(({ number }) => number >= 1 && number <= 4094)
          .map((vlan) => [vlan.number, vlan.name ?? ''] as const),
      ),
    );
    for (const { interfaces } of this.devices.values())
      for (const { nativeVlan, taggedVlans } of interfaces)
        for (const number of nativeVlan === undefined ? taggedVlans : [nativeVlan, ...taggedVlans])
          if (number >= 1 && number <= 4094 && !vlans.has(number)) vlans.set(number, '');
    const named = [...vlans]
      .sort(([a], [b]) => a - b)
      .map(([number, name]) => ({
        vlan_number: number,
        name: [...name.replace(/[\0\ud800-\udfff]/gu, '').trim()].slice(0, 100).join('') || `VLAN ${number}`,
      }));
    if (named.length > 0) this.context.add({ kind: 'vlans', vlans: named });
    return new SubnetPlan(
      storedSubnets.map(({ cidr }) => cidr),
      scope.ownSubnets,
      this.devices.values(),
    );
  }

  private async scan(machines: readonly Machine[], report: (machine: Machine) => void): Promise<void> {
    const { signal, settings, scope } = this.context;
    const started = performance.now();
    const ports = settings.ports ?? (settings.allPorts ? allPorts : usualPorts);
    const total =
      machines.reduce(
        (sum, { addresses }) => sum + addresses.filter(({ address }) => this.isScanned(address, scope)).length,
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
    await forEachOf(machines, machinesAtOnce, async (machine) => {
      for (const address of machine.addresses)
        if (this.isScanned(address.address, scope)) {
          address.ports = await this.openPorts(address.address, ports, step);
          machine.findings.push(...(await this.probe(address.address, address.ports)));
        }
      machine.services.push(...servicesOf(machine.findings));
      if (!signal.aborted) report(machine);
    });
    signal.throwIfAborted();
    this.progress('sending', 95, machines.length);
  }

  /** Addresses that only tables know are scanned if the owner allows them. */
  private isScanned(address: string, scope: Scope): boolean {
    return scope.allows(address) && this.live.has(address);
  }

  private async openPorts(address: string, ports: readonly number[], step: () => void): Promise<number[]> {
    const { signal } = this.context;
    const open: number[] = [];
    await forEachOf(ports, socketsOfOneMachine, async (port) => {
      await this.rate.take(signal);
      const state = await this.pool.run(() => portState(address, port, 500, signal));
      if (state === 'open') {
        open.push(port);
        this.counts.ports++;
      }
      step();
    });
    return open.sort((a, b) => a - b);
  }

  private async probe(address: string, ports: readonly number[]): Promise<PortFinding[]> {
    const { signal } = this.context;
    const findings: PortFinding[] = [];
    await forEachOf(ports, 8, async (port) => {
      signal.throwIfAborted();
      findings.push(await probePort(address, port, { rate: this.rate, pool: this.pool, signal }));
    });
    return findings.sort((a, b) => a.port - b.port);
  }

  private report(machine: Machine, subnets: SubnetPlan): void {
    const { networkId, hostId, work, add } = this.context;
    const trustsPorts = work.discovery_type.scan_settings?.trust_port_only_detections === true;
    this.counts.machines++;
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

const isOnBridge = (scope: Scope, address: string): boolean =>
  scope.ownSubnets.some(({ cidr, isContainerBridge }) => isContainerBridge && contains(rangeOf(cidr)!, address));

function servicesOf(findings: readonly PortFinding[]) {
  const found = new Map(
    findings.flatMap((finding) => {
      const service = identify(finding);
      return service ? [[service.port, service] as const] : [];
    }),
  );
  return [...found.values()];
}

/** The agent's own machine has all the addresses of its interfaces, in whatever groups they were found. */
function mergedOwn(parts: readonly Machine[], own: NonNullable<Machine['own']>): Machine {
  const addresses = new Map(parts.flatMap((part) => part.addresses.map((one) => [one.address, one] as const)));
  const macs = new Map(own.facts.interfaces.map(({ ifIndex, mac }) => [ifIndex, mac] as const));
  for (const { address, ifIndex } of own.facts.addresses) {
    const known = addresses.get(address);
    addresses.set(address, { address, ports: known?.ports ?? [], mac: known?.mac ?? macs.get(ifIndex) });
  }
  return {
    own,
    addresses: [...addresses.values()],
    device: parts.find(({ device }) => device)?.device,
    names: parts.flatMap(({ names }) => names),
    findings: [],
    services: [],
  };
}
