// What cables, forwarding and VLANs depend on in a list of ports: states of ports and names change without them.
import type { InventoryInterface } from '../graph/inventory';
import { memoizeByIdentity, samePart } from '../graph/remembered';

/**
 * The ports with the same cables, aggregates and forwarding tables. If only other members of ports have changed since the
 * last state, it is the list of that state, so use only the ids of its ports.
 */
export const cabling = memoizeByIdentity(
  samePart(({ hostId, aggregateId, ifType, isStpBlocked, learned, neighbors }: InventoryInterface): string =>
    JSON.stringify([hostId, aggregateId, ifType, isStpBlocked, !!learned, neighbors]),
  ),
);

/** The same of ports with the same VLANs besides. Use only the ids and VLANs of its ports. */
export const carrying = memoizeByIdentity(
  samePart(
    ({
      hostId,
      aggregateId,
      ifType,
      isStpBlocked,
      neighbors,
      nativeVlanId,
      taggedVlanIds,
    }: InventoryInterface): string =>
      JSON.stringify([hostId, aggregateId, ifType, isStpBlocked, neighbors, nativeVlanId, taggedVlanIds]),
  ),
);
