// What a device of a system prints for the commands of the source SSH, and what the agent has to read from it.
import type { StubOptions } from '../ssh-stub';

export interface Sample {
  /** The name of the system in `src/agent/sources/ssh/systems`. */
  readonly system: string;
  readonly stub: StubOptions;
  /** Outputs by command; a command without an output is refused as the system refuses it. */
  readonly outputs: Readonly<Record<string, string>>;
  /** What the system answers to a command that it does not have. */
  readonly refusal: string;
  /** The own machine, in the form of `shownMachine`. */
  readonly machine: {
    readonly identity: object;
    /** By name: what is known of a port. */
    readonly ports: Readonly<Record<string, object>>;
    readonly addresses: readonly string[];
    readonly arp: readonly string[];
    readonly vlans: readonly string[];
    readonly routes?: readonly string[];
    /** Tables of which all rows were read. */
    readonly complete: readonly string[];
  };
  /** Addresses of the machines that only the ARP table has. */
  readonly inArp: readonly string[];
}
