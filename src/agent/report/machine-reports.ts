// Reports each machine of a session once, and counts machines, devices, services and guessed services.
import { errorMessage } from '../failure';
import type { Engine } from '../local';
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

  constructor(private readonly options: Options) {}

  /** Adds the machine's report to the outbox, unless the machine was reported before. */
  report(machine: Machine, subnets: SubnetPlan): void {
    if (this.reported.has(machine)) return;
    this.reported.add(machine);
    this.count(machine);
    const { warn } = this.options;
    try {
      this.add(machine, subnets);
    } catch (error) {
      // An error in one machine's report must not prevent other machines from being reported.
      warn(`${machine.addresses[0]?.address ?? 'A machine'} cannot be reported: ${errorMessage(error)}`);
    }
  }

  private count({ ownMachine, addresses, device, services }: Machine): void {
    // This machine counts as discovered only if one of its addresses is in the scope of the discovery.
    if (!ownMachine || addresses.some(({ address }) => this.options.isLive(address))) this.counts.machines++;
    // A router that was read at two addresses counts once.
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
    add({ kind: 'host', label: machine.addresses[0]?.address ?? body.host.name ?? '', body });
    const bridges =
      engine && ownId !== undefined && buildBridgeReport(engine, interfaces, { networkId, hostId: ownId });
    if (bridges) add({ kind: 'containers', runtime: runtimeDefinition(engine), body: bridges });
  }
}
