// Finds the ports that two sources know of one machine, each under a name of its own. Pure functions.
import { virtualTypes } from '../../platform/text/interface-types';
import { macOfCard } from '../../platform/text/network-cards';
import type { InterfaceFacts } from '../sources/snmp';

export const nameOf = ({ name, descr }: InterfaceFacts): string | undefined => name ?? descr;

interface Key {
  readonly of: (port: InterfaceFacts) => string | number | null | undefined;
  /** Whether two ports with the same key may be one port. */
  readonly fits?: (one: InterfaceFacts, other: InterfaceFacts) => boolean;
}

/**
 * The port of the source by each port of the machine: by the MAC address of the network card, by ifIndex, and by name.
 * A value that several ports of one list have matches none.
 */
export function matchPorts(
  ports: readonly InterfaceFacts[],
  more: readonly InterfaceFacts[],
  { hasPanelNumbers }: { readonly hasPanelNumbers: boolean },
): ReadonlyMap<InterfaceFacts, InterfaceFacts> {
  const names = [ports, more].map((list) => new Set(list.map(nameOf)));
  const isNamedInBoth = (one: InterfaceFacts, other: InterfaceFacts) =>
    names[1]!.has(nameOf(one)) || names[0]!.has(nameOf(other));
  const keys: readonly Key[] = [
    { of: withoutAggregates([...ports, ...more]) },
    {
      of: ({ ifIndex }) => (ifIndex > 0 ? ifIndex : undefined),
      fits: (one, other) =>
        nameOf(one) === nameOf(other) ||
        (!isNamedInBoth(one, other) && mayBeOne(one, other) && (!hasPanelNumbers || isOneNumber(one, other))),
    },
    { of: nameOf },
  ];
  const same = new Map<InterfaceFacts, InterfaceFacts>();
  const taken = new Set<InterfaceFacts>();
  for (const { of, fits = () => true } of keys) {
    const [byKey, others] = [onceByKey(ports, of), onceByKey(more, of)];
    for (const [key, port] of byKey) {
      const other = others.get(key);
      if (!other || same.has(port) || taken.has(other) || !fits(port, other)) continue;
      same.set(port, other);
      taken.add(other);
    }
  }
  return same;
}

/** The ports by key, without keys that several ports have. */
function onceByKey(ports: readonly InterfaceFacts[], of: Key['of']): Map<string | number, InterfaceFacts> {
  const byKey = new Map<string | number, InterfaceFacts | undefined>();
  for (const port of ports) {
    const key = of(port);
    if (key != null) byKey.set(key, byKey.has(key) ? undefined : port);
  }
  return new Map([...byKey].flatMap(([key, port]) => (port ? [[key, port] as const] : [])));
}

/** The MAC address of a port's network card. Linux gives bonds the ifType of Ethernet, but they have members. */
function withoutAggregates(ports: readonly InterfaceFacts[]): Key['of'] {
  const aggregates = new Set<InterfaceFacts>();
  const byIndex = new Map(ports.map((port) => [port.ifIndex, port] as const));
  for (const { aggregateIfIndex } of ports) {
    const aggregate = byIndex.get(aggregateIfIndex ?? 0);
    if (aggregate) aggregates.add(aggregate);
  }
  return (port) => (aggregates.has(port) ? null : macOfCard({ ...port, name: nameOf(port) }));
}

/** Whether nothing says that the two are different ports. */
function mayBeOne(one: InterfaceFacts, other: InterfaceFacts): boolean {
  if (one.mac !== undefined && other.mac !== undefined) return one.mac.toLowerCase() === other.mac.toLowerCase();
  return (
    one.type === undefined || other.type === undefined || virtualTypes.has(one.type) === virtualTypes.has(other.type)
  );
}

/** Whether the names of the ports end with the same number, such as `Port 2` and `0/2`. */
const isOneNumber = (one: InterfaceFacts, other: InterfaceFacts): boolean => {
  const [number, otherNumber] = [one, other].map((port) => /\d+$/.exec(nameOf(port) ?? '')?.[0]);
  return number !== undefined && number === otherNumber;
};
