// Caches of searches along cables and VLANs depend on the list of ports. These functions return the previous list if
// only names or states of ports have changed, so that the cached results stay valid.
import type { InventoryInterface } from '../graph/inventory';
import { memoizeByIdentity, samePart } from '../graph/remembered';

/**
 * Returns the previous list of ports if cables, aggregates and types are the same, and the same ports have forwarding
 * tables. Other members of these ports may be outdated, so read only ids.
 */
export const cabling = memoizeByIdentity(
  samePart(({ hostId, aggregateId, ifType, isStpBlocked, learned, neighbors }: InventoryInterface): string =>
    JSON.stringify([hostId, aggregateId, ifType, isStpBlocked, !!learned, neighbors]),
  ),
);

/** Like `cabling`, but VLANs are compared instead of forwarding tables. Read only ids and VLANs. */
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
