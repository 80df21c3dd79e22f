// Matches a machine's own ports with those that a data source lists for it under different names. Pure functions.
import { virtualTypes } from '../../platform/text/interface-types';
import { macOfCard } from '../../platform/text/network-cards';
import type { InterfaceFacts } from '../sources/snmp';

export const nameOf = ({ name, descr }: InterfaceFacts): string | undefined => name ?? descr;

interface Key {
  readonly of: (port: InterfaceFacts) => string | number | null | undefined;
  readonly fits?: (one: InterfaceFacts, other: InterfaceFacts) => boolean;
}

/**
 * Maps the ports that a machine lists itself to those that a data source lists for it: by MAC address of the network
 * card, by ifIndex, then by name. A value that occurs twice in a list is ignored.
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
  const matchedPorts = new Set<InterfaceFacts>();
  for (const { of, fits = () => true } of keys) {
    const [byKey, others] = [onceByKey(ports, of), onceByKey(more, of)];
    for (const [key, port] of byKey) {
      const other = others.get(key);
      if (!other || same.has(port) || matchedPorts.has(other) || !fits(port, other)) continue;
      same.set(port, other);
      matchedPorts.add(other);
    }
  }
  return same;
}

function onceByKey(ports: readonly InterfaceFacts[], of: Key['of']): Map<string | number, InterfaceFacts> {
  const byKey = new Map<string | number, InterfaceFacts | undefined>();
  for (const port of ports) {
    const key = of(port);
    if (key != null) byKey.set(key, byKey.has(key) ? undefined : port);
  }
  return new Map([...byKey].flatMap(([key, port]) => (port ? [[key, port] as const] : [])));
}

/**
 * Returns a function from a port to the MAC address of its network card; null for a bond, because Linux shows a bond
 * with the MAC address of one of its members.
 */
function withoutAggregates(ports: readonly InterfaceFacts[]): Key['of'] {
  const aggregates = new Set<InterfaceFacts>();
  const byIndex = new Map(ports.map((port) => [port.ifIndex, port] as const));
  for (const { aggregateIfIndex } of ports) {
    const aggregate = byIndex.get(aggregateIfIndex ?? 0);
    if (aggregate) aggregates.add(aggregate);
  }
  return (port) => (aggregates.has(port) ? null : macOfCard({ ...port, name: nameOf(port) }));
}

/** Whether the two ports can be the same port, judged by MAC address and type. */
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
