// Caches lists of ports by what searches along cables and VLANs read. Changes of names and states of ports do not
// change these lists.
import type { InventoryInterface } from '../graph/inventory';
import { memoizeByIdentity, samePart } from '../graph/remembered';

/**
 * Returns the list of the last state if its ports have the same cables, aggregates and types, and the same ports have a
 * forwarding table. Other members of these ports may be out of date, so read only ids from the result.
 */
export const cabling = memoizeByIdentity(
  samePart(({ hostId, aggregateId, ifType, isStpBlocked, learned, neighbors }: InventoryInterface): string =>
    JSON.stringify([hostId, aggregateId, ifType, isStpBlocked, !!learned, neighbors]),
  ),
);

/**
 * Like `cabling`, but compares the VLANs of the ports instead of their forwarding tables. Read only ids and VLANs from
 * the result.
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
