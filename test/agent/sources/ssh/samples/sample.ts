// Type of a sample: the outputs of a device for the commands that the data source SSH sends, and the expected result.
import type { StubOptions } from '../ssh-stub';

export interface Sample {
  /** Name of the operating system in `src/agent/sources/ssh/systems`. */
  readonly system: string;
  readonly stub: StubOptions;
  /** Outputs by command. To any other command, the stub responds with `refusal`. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The system's error message for an unknown command. */
  readonly refusal: string;
  /** The device itself, in the form that `shownMachine` returns. */
  readonly machine: {
    readonly identity: object;
    /** Expected facts of each port, by the port's name. */
    readonly ports: Readonly<Record<string, object>>;
    readonly addresses: readonly string[];
    readonly arp: readonly string[];
    readonly vlans: readonly string[];
    readonly routes?: readonly string[];
    /** Tables that were read completely. */
    readonly complete: readonly string[];
  };
  /** IP addresses of the machines that are only in the device's ARP table. */
  readonly inArp: readonly string[];
}
