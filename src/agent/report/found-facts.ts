// Merges the ports and tables that data sources (APIs, SSH) return for a machine with those that the agent read from
// the machine by SNMP or locally. Pure functions.
import { withoutUndefined } from '../../platform/text/members';
import type { FoundMachine, MachineFacts } from '../sources';
import type { DeviceTable, InterfaceFacts } from '../sources/snmp';
import { matchPorts, nameOf } from './same-ports';

type Facts = Omit<MachineFacts, 'vlans'>;

/**
 * If the machine itself returned no row of one of these tables, but a data source read the table completely, the table
 * counts as complete. Each function returns whether a port has rows of the table.
 */
const portTables = {
  fdb: ({ fdbMacs }) => fdbMacs.length > 0,
  lldp: ({ neighbors }) => neighbors.some(({ protocol }) => protocol !== 'CDP'),
} as const satisfies Partial<Record<DeviceTable, (port: InterfaceFacts) => boolean>>;
const mergedTables = Object.keys(portTables) as (keyof typeof portTables)[];

/**
 * The merged facts of a machine. Facts from the machine itself take precedence: data sources fill missing values of its
 * ports, and add ports only if the machine's own list of ports is incomplete.
 */
export function mergeFoundFacts(
  ownFacts: Facts | undefined,
  foundMachines: readonly FoundMachine[],
): Facts | undefined {
  return foundMachines.reduce<Facts | undefined>(
    (facts, { facts: more, hasPanelNumbers = false }, at) =>
      facts ? fill(facts, distinctIndexes(more, at + 1), hasPanelNumbers) : more,
    ownFacts,
  );
}

function fill(facts: Facts, more: Facts, hasPanelNumbers: boolean): Facts {
  const same = matchPorts(facts.interfaces, more.interfaces, { hasPanelNumbers });
  const names = new Set(facts.interfaces.map(nameOf));
  const matchedPorts = new Set(same.values());
  const isOpen = facts.incomplete.includes('interfaces');
  const added = isOpen ? more.interfaces.filter((port) => !matchedPorts.has(port) && !names.has(port.name)) : [];
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

/** The ifIndex in rows of addresses that belong to no known port. */
const noPort = 0;
/** New negative ifIndex values of added ports are below this number, which values of `distinctIndexes` never reach. */
const firstFree = -1_000_000_000;

/**
 * Maps each ifIndex in the data source to the ifIndex in the merged facts. A matched port gets the ifIndex that the
 * machine itself uses. An added port keeps its ifIndex, or gets a new negative value if that ifIndex is already used.
 */
function indexesIn(
  ports: readonly InterfaceFacts[],
  same: ReadonlyMap<InterfaceFacts, InterfaceFacts>,
  added: readonly InterfaceFacts[],
): ReadonlyMap<number, number> {
  const usedIndexes = new Set(ports.map(({ ifIndex }) => ifIndex));
  let free = firstFree;
  for (const index of usedIndexes) free = Math.min(free, index);
  const ofAdded = added.map(({ ifIndex }) => [ifIndex, usedIndexes.has(ifIndex) ? --free : ifIndex] as const);
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

/**
 * A port with missing values filled from the data source. The port's name in the data source becomes the alias if there
 * is no other alias.
 */
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

/**
 * Ports without an ifIndex have negative values instead. Shifts these values, so that two data sources never use the
 * same.
 */
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
