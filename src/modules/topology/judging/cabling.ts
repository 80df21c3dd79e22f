// Caches of searches along cables and VLANs depend on the list of ports. These functions return the previous list if
// only names or states of ports have changed, so that the cached results stay valid.
import type { InventoryInterface } from '../graph/inventory';
import { memoizeByIdentity, samePart } from '../graph/remembered';

/**
 * Returns the previous list of ports if neither cables, aggregates, types nor blocked ports have changed and the same
 * ports have forwarding tables, so that cached searches along cables stay valid. Other fields of the returned ports may
 * be outdated, so read only ids.
 */
export const cabling = memoizeByIdentity(
  samePart(({ hostId, aggregateId, ifType, isStpBlocked, learned, neighbors }: InventoryInterface): string =>
    JSON.stringify([hostId, aggregateId, ifType, isStpBlocked, !!learned, neighbors]),
  ),
);

/**
 * Like `cabling`, but the VLANs of all ports must be equal too, and forwarding tables may differ. Read only ids and
 * VLANs of the returned ports.
 */
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
