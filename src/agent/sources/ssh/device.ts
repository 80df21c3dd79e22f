// Connects to a device, detects its operating system by the output of a first command, and runs the commands of that
// system.
import { ApiFailure } from '../http/api-client';
import { placeName } from '../http/trust';
import { SshConnection, type Output, type SocketStream, type SshOptions } from './connection/client';
import { openTerminal } from './connection/terminal';
import type { System } from './system';
import { systems } from './systems';

/**
 * Commands whose output shows which operating system a device runs. They are sent one after the other until an output
 * is recognized.
 */
export const firstCommands = {
  unix: 'uname -sr',
  network: 'show version',
  fortios: 'get system status',
  routeros: '/system resource print',
} as const;

export interface Device {
  readonly system: System;
  /** The command whose output identified the operating system, with that output. */
  readonly first: Output & { readonly command: string };
  run(command: string): Promise<Output>;
  /** Opens a stream to a Unix socket of the device. */
  openSocket(path: string): Promise<SocketStream>;
  close(): void;
}

type Run = (command: string) => Promise<Output>;

/** Connects to a device and detects its operating system. Throws ApiFailure, or the reason of the signal. */
export async function openDevice(options: SshOptions): Promise<Device> {
  const place = placeName(options);
  let connection = await SshConnection.open(options);
  const close = () => connection.close();
  const openSocket = (path: string) => connection.openSocket(path);
  /** Connects again if the device has closed the connection, as some devices do after one command. */
  const reopen = async () => {
    if (connection.isClosed) connection = await SshConnection.open(options);
  };
  const inTerminal = async (): Promise<Run> => {
    await reopen();
    const terminal = await openTerminal(connection, { ...options, place });
    return (command) => terminal.run(command);
  };
  try {
    const { commands, isForChannels } = orderFor(connection.software);
    const inChannels: Run = (command) => connection.exec(command);
    const recognition =
      (isForChannels ? await recognize(inChannels, commands, () => connection.isClosed) : undefined) ??
      (await recognize(await inTerminal(), commands, () => connection.isClosed));
    if (!recognition) throw new ApiFailure('broken', `${place}: its system is none of ${namesOf(systems)}`);
    const { system, first } = recognition;
    const run =
      system.channel === 'exec' ? inChannels : recognition.run === inChannels ? await inTerminal() : recognition.run;
    if (system.channel === 'exec') await reopen();
    for (const command of system.before ?? []) await run(command);
    return { system, first, run, openSocket, close };
  } catch (error) {
    close();
    throw error;
  }
}

const namesOf = (all: readonly System[]): string => all.map(({ name }) => name).join(', ');

/**
 * The order in which `firstCommands` are tried, which depends on the software of the SSH server. `isForChannels` means
 * that each command is tried in a channel of its own before a terminal is opened.
 */
function orderFor(software: string): { readonly commands: readonly string[]; readonly isForChannels: boolean } {
  const { unix, network, fortios, routeros } = firstCommands;
  if (/^ROSSSH/.test(software)) return { commands: [routeros], isForChannels: true };
  if (/^Cisco/.test(software)) return { commands: [network], isForChannels: false };
  if (/^(?:OpenSSH|dropbear)/.test(software)) return { commands: [unix, network, fortios], isForChannels: true };
  return { commands: [network, fortios, unix], isForChannels: true };
}

async function recognize(run: Run, commands: readonly string[], isClosed: () => boolean) {
  for (const command of commands) {
    if (isClosed()) return undefined;
    const output = await run(command).catch((error: unknown) => {
      // The command failed, for instance because the device runs commands only in a terminal: try the next command.
      if (error instanceof ApiFailure) return undefined;
      throw error;
    });
    const system = output && systems.find(({ sign }) => sign.test(output.text));
    if (system) return { system, run, first: { ...output, command } };
  }
  return undefined;
}
