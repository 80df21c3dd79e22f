// Reads a device by running the commands of its operating system.
import { errorMessage } from '../../failure';
import { ApiFailure } from '../http/api-client';
import type { DeviceTable } from '../snmp';
import type { Output } from './connection/client';
import { readContainers, type EngineReading } from './containers';
import type { Device } from './device';
import { readGuests, type GuestReading } from './libvirt';
import type { ReadDevice } from './machines';
import { joinRows, type Parsed, type Rows } from './rows';
import { commandsForNames, type Command } from './system';

/** Rows from the output of a command. `problem` says why the rows are incomplete. */
export interface Reply {
  readonly rows: Partial<Rows>;
  readonly problem?: string;
}

/**
 * Parses the output of a command. Undefined if an optional command prints something that cannot be parsed, because the
 * device may lack this command.
 */
export function parseOutput(command: Command, { text, status, problem }: Output): Reply | undefined {
  const parsed = parseSafely(command, text);
  const reason =
    problem ??
    (status === undefined || status === 0 ? undefined : `it ended with status ${status}`) ??
    (parsed === undefined ? 'its output has another form' : undefined) ??
    (parsed?.unread ? `${parsed.unread} lines of its output were not understood` : undefined);
  if (parsed === undefined && command.isOptional) return undefined;
  return { rows: parsed?.rows ?? {}, ...(reason !== undefined && { problem: reason }) };
}

/** A parser that throws must not prevent the output of other commands from being used. */
function parseSafely({ parse }: Command, text: string): Parsed | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the device. Throws only the reason of the signal. The notes list what could not be read. */
export async function readDevice(device: Device): Promise<{ device: ReadDevice; notes: string[] }> {
  const { system, first } = device;
  const notes: string[] = [];
  const all: Partial<Rows>[] = [];
  const incomplete = new Set<DeviceTable>();
  const commands = [...system.commands];
  for (let command = commands.shift(); command; command = commands.shift()) {
    let reply: Reply | undefined;
    try {
      const output = command.text === first.command ? first : await device.run(command.text);
      reply = parseOutput(command, output);
      if (reply) commands.unshift(...commandsForNames(command, output.text));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      reply = { rows: {}, problem: errorMessage(error) };
    }
    if (reply) all.push(reply.rows);
    if (reply && reply.problem === undefined) continue;
    for (const table of command.tables ?? []) incomplete.add(table);
    if (reply?.problem !== undefined && !(command.isOptional && /^it ended with status/.test(reply.problem)))
      notes.push(`"${command.text}" was not read completely (${reply.problem})`);
  }
  const containers = system.hasContainers ? await readContainersSafely(device) : undefined;
  const reading = system.hasGuests ? await readGuestsSafely(device) : undefined;
  notes.push(...(containers?.notes ?? []), ...(reading?.notes ?? []));
  const complete = new Set(system.commands.flatMap(({ tables = [] }) => tables));
  return {
    device: {
      rows: joinRows(all),
      complete: [...complete].filter((table) => !incomplete.has(table)),
      os: system.name,
      ...(reading && { guests: reading.guests }),
      ...(containers?.engine && { engine: containers.engine }),
    },
    notes,
  };
}

async function readContainersSafely(device: Device): Promise<EngineReading> {
  try {
    return await readContainers(device);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { notes: [`containers were not read (${errorMessage(error)})`] };
  }
}

async function readGuestsSafely({ run }: Device): Promise<GuestReading | undefined> {
  try {
    return await readGuests(run);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { guests: [], notes: [`the guests of libvirt were not read (${errorMessage(error)})`] };
  }
}
