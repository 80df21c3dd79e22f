// Edges of cables: between two ports of which at least one reports the other, or between two hosts if the remote port
// is unknown.
import type { Edge, LinkMarks, LinkReport } from '../graph';
import type { Inventory, InventoryInterface, InventoryNeighbor } from '../inventory';
import { membersByAggregate } from '../carried-vlans';
import { groupRows, hostContainerId } from '../lookup';
import type { View } from '../options';
import { byText } from '../order';
import { memoizeByIdentity } from '../remembered';
import { addMade, buildEdge, type EdgeSource } from './edge';

/** A cable between two ports. It occurs once, even if both ports report it. */
export interface PortLink extends LinkReport, LinkMarks {
  readonly a: InventoryInterface;
  readonly b: InventoryInterface;
}
/** A link between two hosts whose neighbor reports do not name the port at the far end. */
export interface HostLink extends LinkReport, Pick<LinkMarks, 'isBlocked'> {
  readonly hostA: string;
  readonly hostB: string;
  /** Ids of the ports that report the link, one list per host. A host that does not report it has no list. */
  readonly reporters: readonly (readonly string[])[];
}

interface OfPorts {
  readonly inventory: Pick<Inventory, 'interfaces'>;
}

const orderPair = (a: string, b: string): [string, string] => (byText(a, b) <= 0 ? [a, b] : [b, a]);

const byWorth = ['LLDP', 'CDP', 'FDB', 'ARP', 'Documented', 'Manual'] as const;
const best = <T extends (typeof byWorth)[number]>(one: T, other: T): T =>
  byWorth.indexOf(one) < byWorth.indexOf(other) ? one : other;

/**
 * Two ports, or two protocols, may report the same link. Keeps the protocol and the basis that come first in `byWorth`,
 * an order of reliability.
 */
function better(knownReport: LinkReport | undefined, { protocol, basis }: InventoryNeighbor): LinkReport {
  const newReport = { protocol, basis: basis ?? protocol };
  if (!knownReport) return newReport;
  return { protocol: best(knownReport.protocol, protocol), basis: best(knownReport.basis, newReport.basis) };
}

const blockedFlag = { isBlocked: true as const };

const marksOf = (a: InventoryInterface, b: InventoryInterface): LinkMarks => ({
  ...((a.isStpBlocked || b.isStpBlocked) && blockedFlag),
  ...(a.aggregateId && { sourceAggregateId: a.aggregateId }),
  ...(b.aggregateId && { targetAggregateId: b.aggregateId }),
});

/**
 * All pairs of linked ports on different hosts, ordered by id. Each pair occurs once, even if both ports report the
 * link.
 */
export const portLinks = ({ inventory }: OfPorts): readonly PortLink[] => portLinksAmong(inventory.interfaces);

const portLinksAmong = memoizeByIdentity((rows: Inventory['interfaces']): readonly PortLink[] => {
  const interfaces = new Map(rows.map((row) => [row.id, row]));
  const links = new Map<string, PortLink>();
  for (const port of rows) {
    for (const neighbor of port.neighbors) {
      const { interfaceId } = neighbor;
      const far = interfaceId === null ? undefined : interfaces.get(interfaceId);
      if (!far || far.hostId === port.hostId) continue;
      const [a, b] = byText(port.id, far.id) < 0 ? [port, far] : [far, port];
      const key = `${a.id} ${b.id}`;
      links.set(key, { a, b, ...better(links.get(key), neighbor), ...marksOf(a, b) });
    }
  }
  return [...links.values()].sort((x, y) => byText(x.a.id, y.a.id) || byText(x.b.id, y.b.id));
});

type CablesTo = (port: Pick<InventoryInterface, 'id'>, hostId: string) => readonly PortLink[];

/**
 * Returns a function that returns the cables between known ports by which a port, or a member of it if it is an
 * aggregate, reaches a host. If the port reports the host without a port, the report is about these cables.
 */
export const cablesToHost = memoizeByIdentity((rows: Inventory['interfaces']): CablesTo => {
  const members = membersByAggregate(rows);
  const ends = groupRows(
    portLinksAmong(rows).flatMap((link) => [
      { portId: link.a.id, farHostId: link.b.hostId, link },
      { portId: link.b.id, farHostId: link.a.hostId, link },
    ]),
    ({ portId }) => portId,
  );
  return (port, hostId) =>
    [port, ...(members.get(port.id) ?? [])].flatMap(({ id }) =>
      (ends.get(id) ?? []).flatMap(({ farHostId, link }) => (farHostId === hostId ? link : [])),
    );
});

/**
 * Links between hosts whose neighbor reports do not name the port at the far end. Omitted for two hosts if a cable
 * between their ports is known.
 */
export const hostLinks = ({ inventory }: OfPorts): readonly HostLink[] => hostLinksAmong(inventory.interfaces);

const hostLinksAmong = memoizeByIdentity((rows: Inventory['interfaces']): readonly HostLink[] => {
  const wiredPairs = new Set(portLinksAmong(rows).map(({ a, b }) => pairKey(a.hostId, b.hostId)));
  return linksOfReports(rows, ({ hostId }, farHostId) => !wiredPairs.has(pairKey(hostId, farHostId)));
});

/**
 * Like `hostLinks`, but includes links that exist beside the cables between known ports of the two hosts: a port
 * without such a cable reports the other host.
 */
export const hostCables = ({ inventory }: OfPorts): readonly HostLink[] => hostCablesAmong(inventory.interfaces);

const hostCablesAmong = memoizeByIdentity((rows: Inventory['interfaces']): readonly HostLink[] => {
  const cablesTo = cablesToHost(rows);
  return linksOfReports(rows, (port, farHostId) => cablesTo(port, farHostId).length === 0);
});

const pairKey = (hostId: string, otherHostId: string): string => orderPair(hostId, otherHostId).join(' ');

/** The links between hosts from those reports without a port that `counts` accepts. */
function linksOfReports(
  rows: Inventory['interfaces'],
  counts: (port: InventoryInterface, farHostId: string) => boolean,
): readonly HostLink[] {
  const links = new Map<string, Omit<HostLink, 'reporters'>>();
  const reporters = new Map<string, Map<string, string[]>>();
  for (const port of rows) {
    for (const neighbor of port.neighbors) {
      const { interfaceId, hostId } = neighbor;
      if (interfaceId !== null || hostId === port.hostId || !counts(port, hostId)) continue;
      const [hostA, hostB] = orderPair(port.hostId, hostId);
      const key = `${hostA} ${hostB}`;
      links.set(key, { hostA, hostB, ...better(links.get(key), neighbor) });
      const byHost = reporters.get(key) ?? new Map<string, string[]>();
      reporters.set(key, byHost.set(port.hostId, [...(byHost.get(port.hostId) ?? []), port.id]));
    }
  }
  const blockedIds = new Set(rows.flatMap(({ id, isStpBlocked }) => (isStpBlocked ? id : [])));
  return [...links]
    .map(([key, link]) => {
      const ports = [...reporters.get(key)!.values()];
      return {
        ...link,
        reporters: ports,
        ...(ports.some((ids) => ids.every((id) => blockedIds.has(id))) && blockedFlag),
      };
    })
    .sort((x, y) => byText(x.hostA, y.hostA) || byText(x.hostB, y.hostB));
}

/**
 * Returns a function that adds the edges of all cables. `endOf` returns the node at which an edge ends: the port itself
 * or, in views without ports, the box of its host.
 */
export function linkEdges(view: View, endOf: (port: InventoryInterface) => string) {
  const cable = memoizeByIdentity(({ a, b, ...report }: PortLink) =>
    buildEdge(view, 'PhysicalLink', {
      source: endOf(a),
      target: endOf(b),
      payload: { sourceEntityId: a.id, targetEntityId: b.id, ...report },
      label: `${a.displayName} ↔ ${b.displayName}`,
      relationKey: `${a.id} ${b.id}`,
    }),
  );
  const neighbour = memoizeByIdentity(({ hostA, hostB, reporters: _reporters, ...report }: HostLink) =>
    buildEdge(view, 'NeighborLink', {
      source: hostContainerId(hostA),
      target: hostContainerId(hostB),
      payload: { sourceHostId: hostA, targetHostId: hostB, ...report },
      relationKey: `${hostA} ${hostB}`,
    }),
  );
  return (edges: Edge[], from: EdgeSource): void => {
    for (const link of portLinks(from.lookup)) addMade(edges, from, cable(link));
    for (const link of hostLinks(from.lookup)) addMade(edges, from, neighbour(link));
  };
}
