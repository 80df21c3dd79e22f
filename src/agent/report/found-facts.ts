// Merges what sources know of a machine's ports and tables with what was read from the machine itself. Pure functions.
import { withoutUndefined } from '../../platform/text/members';
import type { FoundMachine, MachineFacts } from '../sources';
import type { DeviceTable, InterfaceFacts } from '../sources/snmp';

type Facts = Omit<MachineFacts, 'vlans'>;

/** Tables that a source may complete where the machine itself has no row of them. */
const portTables = {
  fdb: ({ fdbMacs }) => fdbMacs.length > 0,
  lldp: ({ neighbors }) => neighbors.some(({ protocol }) => protocol !== 'CDP'),
} as const satisfies Partial<Record<DeviceTable, (port: InterfaceFacts) => boolean>>;
const mergedTables = Object.keys(portTables) as (keyof typeof portTables)[];

/**
 * The facts of a machine. What was read from the machine itself takes precedence: sources fill what its ports lack, and
 * add ports only if the machine's own list is incomplete. Ports are matched by name.
 */
export function mergeFoundFacts(own: Facts | undefined, found: readonly FoundMachine[]): Facts | undefined {
  return found.reduce<Facts | undefined>(
    (facts, { facts: more }, at) => (facts ? fill(facts, distinctIndexes(more, at + 1)) : more),
    own,
  );
}

function fill(facts: Facts, more: Facts): Facts {
  const byName = new Map(more.interfaces.map((port) => [port.name, port] as const));
  const filled = facts.interfaces.map((port) => fillPort(port, byName.get(port.name ?? port.descr)));
  const names = new Set(facts.interfaces.map(({ name, descr }) => name ?? descr));
  const isOpen = facts.incomplete.includes('interfaces');
  const added = isOpen ? more.interfaces.filter(({ name }) => !names.has(name)) : [];
  const isCompleted = (table: DeviceTable): boolean =>
    mergedTables.some((one) => one === table && !facts.interfaces.some(portTables[one])) &&
    !more.incomplete.includes(table);
  return {
    ...more,
    ...facts,
    interfaces: [...filled, ...added],
    addresses: [...facts.addresses, ...more.addresses],
    incomplete: facts.incomplete.filter((table) => !isCompleted(table)),
  };
}

function fillPort(port: InterfaceFacts, more: InterfaceFacts | undefined): InterfaceFacts {
  if (!more) return port;
  return {
    ...more,
    ...withoutUndefined(port),
    taggedVlans: port.taggedVlans.length > 0 ? port.taggedVlans : more.taggedVlans,
    fdbMacs: port.fdbMacs.length > 0 ? port.fdbMacs : more.fdbMacs,
    neighbors: port.neighbors.length > 0 ? port.neighbors : more.neighbors,
  };
}

/** Moves the numbers of ports that have no number of their own, so that those of two sources differ. */
function distinctIndexes(facts: Facts, at: number): Facts {
  const move = <T extends { readonly ifIndex: number }>(row: T): T =>
    row.ifIndex < 0 ? { ...row, ifIndex: row.ifIndex - at * 1_000_000 } : row;
  return {
    ...facts,
    interfaces: facts.interfaces.map(move),
    addresses: facts.addresses.map(move),
    arp: facts.arp.map(move),
  };
}
