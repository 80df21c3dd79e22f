// The VLANs that ports carry, and the members of link aggregates. An aggregate and its members carry the same VLANs:
// all that are stored for any of them.
import type { Inventory, InventoryInterface } from './inventory';
import { groupRows } from './lookup';
import { memoizeByIdentity } from './remembered';
import { isDownState } from './vocabulary';

/** The members of aggregates (IEEE 802.1AX), by id of the aggregate. */
export const membersByAggregate = memoizeByIdentity(
  (interfaces: Inventory['interfaces']): ReadonlyMap<string, readonly InventoryInterface[]> =>
    groupRows(
      interfaces.filter(({ aggregateId }) => !!aggregateId),
      ({ aggregateId }) => aggregateId!,
    ),
);

/**
 * Ids of the failing ports `ids` and of the ports that go down with them: all members of a failing aggregate, and an
 * aggregate whose last working member fails.
 */
export function withBundles(interfaces: Inventory['interfaces'], ids: ReadonlySet<string>): Set<string> {
  const members = membersByAggregate(interfaces);
  const downIds = new Set(ids);
  for (const id of ids) for (const member of members.get(id) ?? []) downIds.add(member.id);
  for (const [aggregateId, ports] of members)
    if (ports.every(({ id, operStatus }) => downIds.has(id) || isDownState(operStatus))) {
      if (ports.some(({ id }) => downIds.has(id))) downIds.add(aggregateId);
    }
  return downIds;
}

export interface CarriedVlans {
  readonly nativeVlanId: string | null;
  readonly taggedVlanIds: ReadonlySet<string>;
  /** Whether any VLAN of the port is known. */
  readonly isRead: boolean;
}

const noIds: ReadonlySet<string> = new Set();
const none: CarriedVlans = { nativeVlanId: null, taggedVlanIds: noIds, isRead: false };

const toCarried = (nativeVlanId: string | null, tagged: readonly string[]): CarriedVlans =>
  nativeVlanId === null && tagged.length === 0
    ? none
    : { nativeVlanId, taggedVlanIds: tagged.length === 0 ? noIds : new Set(tagged), isRead: true };

/** Returns a function that returns the VLANs of a port. */
export const carriedVlans = memoizeByIdentity(
  (interfaces: Inventory['interfaces']): ((port: InventoryInterface) => CarriedVlans) => {
    const members = membersByAggregate(interfaces);
    const byId = new Map(interfaces.map((port) => [port.id, port]));
    const cached = new Map<string, CarriedVlans>();
    const compute = (port: InventoryInterface): CarriedVlans => {
      if (!port.aggregateId && !members.has(port.id)) return toCarried(port.nativeVlanId, port.taggedVlanIds);
      const aggregate = byId.get(port.aggregateId ?? '') ?? port;
      const parts = [aggregate, ...[...(members.get(aggregate.id) ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1))];
      const native = [port, ...parts].find(({ nativeVlanId }) => nativeVlanId !== null)?.nativeVlanId ?? null;
      return toCarried(
        native,
        parts.flatMap(({ taggedVlanIds }) => taggedVlanIds),
      );
    };
    return (port) => {
      const existing = cached.get(port.id);
      if (existing) return existing;
      const carried = compute(port);
      cached.set(port.id, carried);
      return carried;
    };
  },
);

/** Ids of all VLANs that a port carries, each once. */
export const vlanIdsOf = ({ nativeVlanId, taggedVlanIds }: CarriedVlans): Iterable<string> =>
  nativeVlanId === null || taggedVlanIds.has(nativeVlanId) ? taggedVlanIds : [nativeVlanId, ...taggedVlanIds];

/** By VLAN id: the ports that carry the VLAN. */
export const portsByVlan = memoizeByIdentity(
  (interfaces: Inventory['interfaces']): ReadonlyMap<string, readonly InventoryInterface[]> => {
    const vlansOf = carriedVlans(interfaces);
    const ports = new Map<string, InventoryInterface[]>();
    for (const port of interfaces)
      for (const vlanId of vlanIdsOf(vlansOf(port))) {
        const others = ports.get(vlanId);
        if (others) others.push(port);
        else ports.set(vlanId, [port]);
      }
    return ports;
  },
);

/** How a port carries a VLAN: its frames are untagged (native), tagged, or both. */
export const carries = ({ nativeVlanId, taggedVlanIds }: CarriedVlans, vlanId: string) => ({
  isNative: nativeVlanId === vlanId,
  isTagged: taggedVlanIds.has(vlanId),
});

/**
 * Whether a cable between two ports carries a VLAN: both ends send its frames untagged, or both tagged. A switch puts
 * untagged frames into the native VLAN of the receiving port, and tagged frames into the VLAN of the tag (IEEE 802.1Q).
 */
export function isCarriedBetween(one: CarriedVlans, other: CarriedVlans, vlanId: string): boolean {
  const [a, b] = [carries(one, vlanId), carries(other, vlanId)];
  return (a.isNative && b.isNative) || (a.isTagged && b.isTagged);
}

/** Id of the aggregate of which the port is a member; otherwise the id of the port. */
export const bundleId = ({ id, aggregateId }: InventoryInterface): string => aggregateId ?? id;
