// Edges of link aggregates (IEEE 802.1AX). One edge stands for the cables of all member ports. If the aggregate at the
// far end is unknown, the edge ends at the host there.
import type { AggregateEnds, Edge } from '../graph';
import type { Inventory, InventoryInterface } from '../inventory';
import { hostContainerId } from '../lookup';
import { byText } from '../order';
import { memoizeByIdentity } from '../remembered';
import { addMade, buildEdge, type EdgeSource } from './edge';

interface AggregateEnd {
  readonly aggregate: InventoryInterface;
  readonly memberIds: ReadonlySet<string>;
}
interface Bundle {
  readonly near: AggregateEnd;
  readonly farHostId: string;
  readonly far: AggregateEnd | undefined;
}

/** Ids of aggregates of which a member port has a known neighbor. */
export const linkedAggregateIds = memoizeByIdentity((rows: Inventory['interfaces']): ReadonlySet<string> => {
  const linkedPairs = new Set(
    rows.flatMap(({ neighbors }) => neighbors.flatMap(({ interfaceId }) => interfaceId ?? [])),
  );
  return new Set(
    rows.flatMap(({ id, aggregateId, neighbors }) =>
      aggregateId && (neighbors.length > 0 || linkedPairs.has(id)) ? aggregateId : [],
    ),
  );
});

/**
 * Adds an edge for each pair of aggregates that cables connect. If only one of the two aggregates is known, the edge
 * ends at the host at the far end.
 */
export function addAggregateEdges(edges: Edge[], from: EdgeSource): void {
  for (const edge of aggregateEdgesAmong(from.lookup.inventory.interfaces)) addMade(edges, from, edge);
}

const aggregateEdgesAmong = memoizeByIdentity((rows: Inventory['interfaces']): readonly Edge[] => {
  const bundles = bundlesAmong(rows);
  const isKnownAtBothEnds = new Set(
    bundles.flatMap(({ near, far, farHostId }) =>
      far ? [`${near.aggregate.id} ${farHostId}`, `${far.aggregate.id} ${near.aggregate.hostId}`] : [],
    ),
  );
  return bundles.flatMap((bundle) => {
    const { near, far, farHostId } = bundle;
    // If an edge between aggregates of the two hosts exists, a cable whose aggregate is known at one end only adds no
    // second edge.
    if (!far && isKnownAtBothEnds.has(`${near.aggregate.id} ${farHostId}`)) return [];
    return edgeOfBundle(bundle) ?? [];
  });
});

function edgeOfBundle({ near, far, farHostId }: Bundle): Edge | undefined {
  const { aggregate } = near;
  const isBlocked = !!aggregate.isStpBlocked || !!far?.aggregate.isStpBlocked;
  const payload: AggregateEnds = {
    sourceEntityId: aggregate.id,
    targetAggregateId: far?.aggregate.id ?? null,
    targetHostId: farHostId,
    sourceMemberIds: [...near.memberIds].sort(byText),
    targetMemberIds: [...(far?.memberIds ?? [])].sort(byText),
  };
  return buildEdge('L2Physical', 'AggregateLink', {
    source: aggregate.id,
    target: far?.aggregate.id ?? hostContainerId(farHostId),
    payload: { ...payload, ...(isBlocked && { isBlocked }) },
    label: far ? `${aggregate.displayName} ↔ ${far.aggregate.displayName}` : aggregate.displayName,
    relationKey: `${aggregate.id} ${far?.aggregate.id ?? farHostId}`,
  });
}

/**
 * Groups the cables of aggregates by their ends: two aggregates, or an aggregate and a host. A cable that both ports
 * report counts once.
 */
function bundlesAmong(rows: Inventory['interfaces']): Bundle[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const aggregateOf = ({ aggregateId }: InventoryInterface) => byId.get(aggregateId ?? '');
  const bundles = new Map<string, { near: Growing; far: Growing | undefined; farHostId: string }>();
  const add = (port: InventoryInterface, farHostId: string, far: InventoryInterface | undefined): void => {
    const [aggregate, other] = [aggregateOf(port), far && aggregateOf(far)];
    if (!aggregate || farHostId === port.hostId) return;
    // Orders the two aggregates by id, so that reports from either end of a cable give the same pair.
    if (other && byText(other.id, aggregate.id) < 0) return add(far!, port.hostId, port);
    const key = `${aggregate.id} ${other?.id ?? farHostId}`;
    const bundle = bundles.get(key) ?? {
      near: { aggregate, memberIds: new Set() },
      far: other && { aggregate: other, memberIds: new Set() },
      farHostId,
    };
    bundles.set(key, bundle);
    bundle.near.memberIds.add(port.id);
    if (other) bundle.far!.memberIds.add(far!.id);
  };
  for (const port of rows)
    for (const { interfaceId, hostId } of port.neighbors) {
      const far = byId.get(interfaceId ?? '');
      add(port, hostId, far);
      if (far) add(far, port.hostId, port);
    }
  return [...bundles].sort(([a], [b]) => byText(a, b)).map(([, bundle]) => bundle);
}

interface Growing extends AggregateEnd {
  readonly memberIds: Set<string>;
}
