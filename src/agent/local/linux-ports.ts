// What Linux says of the ports of the machine below /sys/class/net: bonds with their members, MTU, duplex and state.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InterfaceFacts } from '../snmp';

const defaultRoot = '/sys/class/net';

function readText(...path: readonly string[]): string | undefined {
  try {
    return readFileSync(join(...path), 'utf8').trim();
  } catch {
    // Another system, or a file that this port does not have.
    return undefined;
  }
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

const duplexes: Readonly<Record<string, InterfaceFacts['duplex']>> = { full: 'Full', half: 'Half' };
const states: Readonly<Record<string, InterfaceFacts['operStatus']>> = {
  ...{ up: 'Up', down: 'Down', testing: 'Testing', dormant: 'Dormant' },
  ...{ notpresent: 'NotPresent', lowerlayerdown: 'LowerLayerDown' },
};

/** The index that Linux has for an interface; undefined elsewhere. */
export const indexOfPort = (name: string, root = defaultRoot): number | undefined =>
  numberOf(readText(root, name, 'ifindex'));

/** Undefined where the system does not say. */
export const portDetails = (
  name: string,
  root = defaultRoot,
): Pick<InterfaceFacts, 'mtu' | 'duplex' | 'operStatus'> => ({
  mtu: numberOf(readText(root, name, 'mtu')),
  duplex: duplexes[readText(root, name, 'duplex') ?? ''],
  operStatus: states[readText(root, name, 'operstate') ?? ''],
});

export interface Bond {
  readonly name: string;
  readonly ifIndex: number;
  readonly mac: string | undefined;
  readonly members: readonly { readonly name: string; readonly ifIndex: number }[];
}

/** Bonds of the kernel's bonding driver; a bridge is no aggregate: its ports are links of their own. */
export function localBonds(root = defaultRoot): Bond[] {
  return namesIn(root).flatMap((name) => {
    const slaves = readText(root, name, 'bonding', 'slaves');
    const ifIndex = indexOfPort(name, root);
    if (slaves === undefined || ifIndex === undefined) return [];
    const members = slaves.split(/\s+/).flatMap((member) => {
      const index = member === '' ? undefined : indexOfPort(member, root);
      return index === undefined ? [] : [{ name: member, ifIndex: index }];
    });
    return [{ name, ifIndex, mac: readText(root, name, 'address'), members }];
  });
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root).sort();
  } catch {
    return [];
  }
}
