// Types that describe an operating system for the data source SSH: how it is detected, and which commands are sent.
import type { DeviceTable } from '../snmp';
import type { Parsed } from './rows';

export interface Command {
  readonly text: string;
  /** What can be read from the output of the command, as a text for the docs. */
  readonly yields: string;
  /** Tables of the device, such as its routes, that the output contains completely. */
  readonly tables?: readonly DeviceTable[];
  /** Whether many devices lack the command, so that no warning is given if the command fails. */
  readonly isOptional?: true;
  /** Parses the output. Undefined if the output has an unknown form, such as an error message. */
  readonly parse: (output: string) => Parsed | undefined;
  /** A further command, which is sent once for each name in the output of this command, such as each bridge. */
  readonly each?: {
    /** Returns the names. Names with blanks or special characters are ignored. */
    readonly namesOf: (output: string) => readonly string[];
    /** The command. In its text, `BRIDGE` is replaced with each name. */
    readonly command: Command;
  };
}

/** Maximum number of names for which a command is sent. */
const mostNames = 50;

/** The commands for the names that the output contains; at most `mostNames`. */
export const commandsForNames = ({ each }: Command, output: string): Command[] =>
  each
    ? [...new Set(each.namesOf(output).filter((name) => /^[A-Za-z0-9][\w.-]{0,31}$/.test(name)))]
        .slice(0, mostNames)
        .map((name) => ({ ...each.command, text: each.command.text.replace('BRIDGE', name) }))
    : [];

export interface System {
  readonly name: string;
  /** Matches the output of the first command if the device runs this operating system. */
  readonly sign: RegExp;
  /**
   * `exec`: each command runs in an SSH channel of its own. `terminal`: all commands are typed into one terminal,
   * because the device closes the connection after one command in a channel.
   */
  readonly channel: 'exec' | 'terminal';
  /** Commands that are sent first. They change only how the device shows output in this session. */
  readonly before?: readonly string[];
  readonly commands: readonly Command[];
  /** Whether the machine may run libvirt guests. */
  readonly hasGuests?: true;
  /** Whether the machine may have the socket of Docker or Podman. */
  readonly hasContainers?: true;
}
