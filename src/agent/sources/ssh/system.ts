// What the source SSH has to know of an operating system: how it is recognized, and the commands that are sent to it.
import type { DeviceTable } from '../snmp';
import type { Parsed } from './rows';

export interface Command {
  readonly text: string;
  /** What the output yields, for the docs. */
  readonly yields: string;
  /** The tables of which the output has all rows. */
  readonly tables?: readonly DeviceTable[];
  /** Whether many devices do not have the command, so that no warning is given if it fails. */
  readonly isOptional?: true;
  /** Undefined if the output has another form, such as that of a refusal. */
  readonly parse: (output: string) => Parsed | undefined;
}

export interface System {
  readonly name: string;
  /** Matches the output of the command by which systems are recognized. */
  readonly sign: RegExp;
  /** `terminal`: a command is sent in a terminal, because the device runs only one command in a channel of its own. */
  readonly channel: 'exec' | 'terminal';
  /** Commands that change only how this session shows its output. */
  readonly before?: readonly string[];
  readonly commands: readonly Command[];
  /** Whether the machine may run guests of libvirt. */
  readonly hasGuests?: true;
  /** Whether the machine may have the socket of Docker or Podman. */
  readonly hasContainers?: true;
}
