// Merges what sources know of a machine's ports and tables with what was read from the machine itself. Pure functions.
import { withoutUndefined } from '../../platform/text/members';
import type { FoundMachine, MachineFacts } from '../sources';
import type { DeviceTable, InterfaceFacts } from '../sources/snmp';
import { matchPorts, nameOf } from './same-ports';

type Facts = Omit<MachineFacts, 'vlans'>;

/** Tables that a source may complete where the machine itself has no row of them. */
const portTables = {
  fdb: ({ fdbMacs }) => fdbMacs.length > 0,
  lldp: ({ neighbors }) => neighbors.some(({ protocol }) => protocol !== 'CDP'),
} as const satisfies Partial<Record<DeviceTable, (port: InterfaceFacts) => boolean>>;
const mergedTables = Object.keys(portTables) as (keyof typeof portTables)[];

/**
 * The facts of a machine. What was read from the machine itself takes precedence: sources fill what its ports lack, and
 * add ports only if the machine's own list is incomplete.
 */
export function mergeFoundFacts(own: Facts | undefined, found: readonly FoundMachine[]): Facts | undefined {
  return found.reduce<Facts | undefined>(
    (facts, { facts: more, hasPanelNumbers = false }, at) =>
      facts ? fill(facts, distinctIndexes(more, at + 1), hasPanelNumbers) : more,
    own,
  );
}

function fill(facts: Facts, more: Facts, hasPanelNumbers: boolean): Facts {
  const same = matchPorts(facts.interfaces, more.interfaces, { hasPanelNumbers });
  const names = new Set(facts.interfaces.map(nameOf));
  const matched = new Set(same.values());
  const isOpen = facts.incomplete.includes('interfaces');
  const added = isOpen ? more.interfaces.filter((port) => !matched.has(port) && !names.has(port.name)) : [];
  const indexes = indexesIn(facts.interfaces, same, added);
  const isCompleted = (table: DeviceTable): boolean =>
    mergedTables.some((one) => one === table && !facts.interfaces.some(portTables[one])) &&
    !more.incomplete.includes(table);
  const addresses = more.addresses.map((one) => ({ ...one, ifIndex: indexes.get(one.ifIndex) ?? noPort }));
  return {
    ...more,
    ...facts,
    interfaces: [
      ...facts.interfaces.map((port) => fillPort(port, same.get(port), indexes)),
      ...added.map((port) => withIndexes(port, indexes)),
    ],
    addresses: [...facts.addresses, ...addresses],
    incomplete: facts.incomplete.filter((table) => !isCompleted(table)),
  };
}

/** The number of an address that is at none of the ports. */
const noPort = 0;
/** A number below all that `distinctIndexes` gives. */
const firstFree = -1_000_000_000;

/**
 * The numbers that ports of a source have among the merged facts: that of the same port, or another one for an added
 * port whose number a port has already.
 */
function indexesIn(
  ports: readonly InterfaceFacts[],
  same: ReadonlyMap<InterfaceFacts, InterfaceFacts>,
  added: readonly InterfaceFacts[],
): ReadonlyMap<number, number> {
  const taken = new Set(ports.map(({ ifIndex }) => ifIndex));
  let free = firstFree;
  for (const index of taken) free = Math.min(free, index);
  const ofAdded = added.map(({ ifIndex }) => [ifIndex, taken.has(ifIndex) ? --free : ifIndex] as const);
  return new Map([...ofAdded, ...[...same].map(([port, more]) => [more.ifIndex, port.ifIndex] as const)]);
}

function withIndexes(port: InterfaceFacts, indexes: ReadonlyMap<number, number>): InterfaceFacts {
  const { ifIndex, aggregateIfIndex, ...others } = port;
  const aggregate = aggregateIfIndex === undefined ? undefined : indexes.get(aggregateIfIndex);
  return {
    ...others,
    ifIndex: indexes.get(ifIndex) ?? ifIndex,
    ...(aggregate !== undefined && { aggregateIfIndex: aggregate }),
  };
}

/** A port with what a source knows of it. The name in the source is kept as alias if there is no other alias. */
function fillPort(
  port: InterfaceFacts,
  more: InterfaceFacts | undefined,
  indexes: ReadonlyMap<number, number>,
): InterfaceFacts {
  if (!more) return port;
  const alias = port.alias ?? more.alias ?? (more.name === nameOf(port) ? undefined : more.name);
  return {
    ...withIndexes(more, indexes),
    ...withoutUndefined(port),
    ...(alias !== undefined && { alias }),
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
