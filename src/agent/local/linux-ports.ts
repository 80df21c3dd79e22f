// Reads ports from /sys/class/net on Linux: bonds with their members, MTU, duplex and state.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InterfaceFacts } from '../sources/snmp';

const defaultRoot = '/sys/class/net';

function readText(...path: readonly string[]): string | undefined {
  try {
    return readFileSync(join(...path), 'utf8').trim();
  } catch {
    // The file is missing on systems other than Linux, and for values that this port does not have.
    return undefined;
  }
}

const toNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

const duplexes: Readonly<Record<string, InterfaceFacts['duplex']>> = { full: 'Full', half: 'Half' };
const states: Readonly<Record<string, InterfaceFacts['operStatus']>> = {
  ...{ up: 'Up', down: 'Down', testing: 'Testing', dormant: 'Dormant' },
  ...{ notpresent: 'NotPresent', lowerlayerdown: 'LowerLayerDown' },
};

/** The interface's index on Linux; undefined on other systems. */
export const readPortIndex = (name: string, root = defaultRoot): number | undefined =>
  toNumber(readText(root, name, 'ifindex'));

/** MTU, duplex mode and state of a port. A field is undefined if the system has no value for it. */
export const readPortDetails = (
  name: string,
  root = defaultRoot,
): Pick<InterfaceFacts, 'mtu' | 'duplex' | 'operStatus'> => ({
  mtu: toNumber(readText(root, name, 'mtu')),
  duplex: duplexes[readText(root, name, 'duplex') ?? ''],
  operStatus: states[readText(root, name, 'operstate') ?? ''],
});

export interface Bond {
  readonly name: string;
  readonly ifIndex: number;
  readonly mac: string | undefined;
  readonly members: readonly { readonly name: string; readonly ifIndex: number }[];
}

/** Bonds of the kernel's bonding driver. Bridges are not included, because their ports are separate links. */
export function readBonds(root = defaultRoot): Bond[] {
  return listPorts(root).flatMap((name) => {
    const slaves = readText(root, name, 'bonding', 'slaves');
    const ifIndex = readPortIndex(name, root);
    if (slaves === undefined || ifIndex === undefined) return [];
    const members = slaves.split(/\s+/).flatMap((member) => {
      const index = member === '' ? undefined : readPortIndex(member, root);
      return index === undefined ? [] : [{ name: member, ifIndex: index }];
    });
    return [{ name, ifIndex, mac: readText(root, name, 'address'), members }];
  });
}

function listPorts(root: string): string[] {
  try {
    return readdirSync(root).sort();
  } catch {
    return [];
  }
}
