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
  /** A command that is sent for each name in the output, such as that of a bridge. */
  readonly each?: {
    /** The names, of which only those without blanks and special characters are used. */
    readonly namesOf: (output: string) => readonly string[];
    /** `BRIDGE` in its text stands for the name. */
    readonly command: Command;
  };
}

/** Maximum number of names for which a command is sent. */
const mostNames = 50;

/** The commands for the names in the output. */
export const commandsForNames = ({ each }: Command, output: string): Command[] =>
  each
    ? [...new Set(each.namesOf(output).filter((name) => /^[A-Za-z0-9][\w.-]{0,31}$/.test(name)))]
        .slice(0, mostNames)
        .map((name) => ({ ...each.command, text: each.command.text.replace('BRIDGE', name) }))
    : [];

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
