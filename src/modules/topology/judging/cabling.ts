// Lists of ports for searches along cables and VLANs. A list stays the same object while the members that the searches
// read are equal, so results that are cached for the list survive changes of names and states of ports.
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
