// Reports each machine of a session once, and counts machines, devices, services and guessed services.
import { errorMessage } from '../failure';
import type { Engine } from '../sources/docker';
import type { Entry } from '../protocol/outbox';
import type { OwnSubnet } from '../scope/scope';
import { buildBridgeReport, runtimeDefinition } from './containers';
import { buildHostReport } from './host-report';
import type { Machine } from './machines';
import type { SubnetPlan } from './subnets';

interface Options {
  readonly networkId: string;
  readonly hostId: string | undefined;
  /** Whether to report services that were only guessed by their port number. */
  readonly trustsPorts: boolean;
  /** The container engine of this machine. The bridges of the engine are reported together with the machine. */
  readonly engine: Engine | undefined;
  readonly interfaces: readonly OwnSubnet[];
  readonly isLive: (address: string) => boolean;
  readonly add: (entry: Entry) => void;
  readonly warn: (text: string) => void;
}

export class MachineReports {
  readonly counts = { machines: 0, devices: 0, services: 0, guesses: 0 };
  private readonly reported = new Set<Machine>();
  /** Guests, which are reported after the hypervisors that run them. */
  private readonly guests: { readonly machine: Machine; readonly subnets: SubnetPlan }[] = [];

  constructor(private readonly options: Options) {}

  /**
   * Adds the machine's report to the outbox, unless the machine was reported before. A guest's report is added later,
   * by `finish`.
   */
  report(machine: Machine, subnets: SubnetPlan): void {
    if (this.reported.has(machine)) return;
    this.reported.add(machine);
    this.count(machine);
    if (guestOf(machine)) this.guests.push({ machine, subnets });
    else this.addSafely(machine, subnets);
  }

  /** Adds the reports of guests. Guests that are themselves hypervisors come first. */
  finish(): void {
    const guests = this.guests.splice(0);
    const isHypervisor = ({ machine }: { readonly machine: Machine }) => hypervisorOf(machine) !== undefined;
    for (const { machine, subnets } of [...guests.filter(isHypervisor), ...guests.filter((one) => !isHypervisor(one))])
      this.addSafely(machine, subnets);
  }

  private addSafely(machine: Machine, subnets: SubnetPlan): void {
    const { warn } = this.options;
    try {
      this.add(machine, subnets);
    } catch (error) {
      // An error in one machine's report must not prevent other machines from being reported.
      warn(`${machine.addresses[0]?.address ?? 'A machine'} cannot be reported: ${errorMessage(error)}`);
    }
  }

  private count({ ownMachine, addresses, device, services }: Machine): void {
    // The agent's own machine counts as discovered only if one of its addresses is in the scope of the discovery.
    if (!ownMachine || addresses.some(({ address }) => this.options.isLive(address))) this.counts.machines++;
    // A router that was read at two of its addresses counts as one device.
    if (device !== undefined) this.counts.devices++;
    this.counts.services += services.filter(({ confidence }) => confidence === 'proven').length;
    this.counts.guesses += services.filter(({ confidence }) => confidence === 'guessed').length;
  }

  private add(machine: Machine, subnets: SubnetPlan): void {
    const { networkId, hostId, trustsPorts, engine, interfaces, add } = this.options;
    const ownId = machine.ownMachine && hostId;
    const body = buildHostReport(machine, {
      ...{ networkId, subnets, trustsPorts },
      ...(ownId !== undefined && { hostId: ownId }),
    });
    const [guest, hypervisor] = [guestOf(machine), hypervisorOf(machine)];
    const label = machine.addresses[0]?.address ?? body.host.name ?? '';
    const engines = (machine.found ?? []).flatMap(({ key, engine: machineEngine }) => {
      const report = machineEngine && buildBridgeReport(machineEngine, [], { networkId });
      if (!report) return [];
      // A machine can run guests and several container engines, so the key of an engine is the key of the machine
      // followed by the engine's service definition.
      const definition = runtimeDefinition(machineEngine);
      return [{ key: `${key} ${definition}`, definition, report }];
    });
    add({
      ...{ kind: 'host', label, body },
      ...(guest && { runsOn: guest.hypervisorKey }),
      ...(hypervisor && { hypervisor }),
      ...(engines.length > 0 && { engines: engines.map(({ key, definition }) => ({ key, definition })) }),
    });
    for (const { key, report } of engines) add({ kind: 'containers', runtime: key, label, body: report });
    const bridges =
      engine && ownId !== undefined && buildBridgeReport(engine, interfaces, { networkId, hostId: ownId });
    if (bridges) add({ kind: 'containers', runtime: runtimeDefinition(engine), body: bridges });
  }
}

const guestOf = ({ found = [] }: Machine) => found.find(({ guest }) => guest)?.guest;

/**
 * Finds the entry in which a data source describes the machine as a hypervisor. Guests name the `key` of this entry as
 * their hypervisor; `definition` is that of the service which runs the guests.
 */
function hypervisorOf({ found = [] }: Machine): { readonly key: string; readonly definition: string } | undefined {
  const one = found.find(({ hypervisor }) => hypervisor);
  return one?.hypervisor && { key: one.key, definition: one.hypervisor.definition };
}
