// Merges the ports and tables that data sources (APIs, SSH) return for a machine with those that the agent read from
// the machine by SNMP or locally. Pure functions.
import { withoutUndefined } from '../../platform/text/members';
import type { FoundMachine, MachineFacts } from '../sources';
import type { DeviceTable, InterfaceFacts } from '../sources/snmp';
import { matchPorts, nameOf } from './same-ports';

type Facts = Omit<MachineFacts, 'vlans'>;

/**
 * Tables of a machine that count as completely read if a data source read the whole table, and the machine itself
 * returned no row. Each function says whether a port has rows of the table.
 */
const portTables = {
  fdb: ({ fdbMacs }) => fdbMacs.length > 0,
  lldp: ({ neighbors }) => neighbors.some(({ protocol }) => protocol !== 'CDP'),
} as const satisfies Partial<Record<DeviceTable, (port: InterfaceFacts) => boolean>>;
const mergedTables = Object.keys(portTables) as (keyof typeof portTables)[];

/**
 * Merges the facts that data sources list for a machine into those that the machine itself reports. Data sources fill
 * missing values of ports, and add ports only if the machine's own list of ports is incomplete.
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

const noPort = 0;
/**
 * If a port that a data source adds has the ifIndex of a port that the machine reports, the added port gets another
 * ifIndex below this number. No data source uses such numbers.
 */
const firstFree = -1_000_000_000;

/**
 * Maps each ifIndex of the data source to the one in the merged list of ports. If another port already uses the ifIndex
 * of an added port, the added port gets a new negative one.
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
 * Fills missing values of a port from the data source. Another name in the data source becomes the alias of a port
 * without an alias.
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
 * Data sources give negative values to ports that have no ifIndex. Shifts these values, so that no two data sources use
 * the same.
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
