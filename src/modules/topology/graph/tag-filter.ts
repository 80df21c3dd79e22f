// Users hide rows by tag. Finds out which tag hides a box, an element, or a row that is listed in an element.
import type { Container, Element, InlineEntity, Node } from './graph';
import type { Lookup } from './lookup';

export interface TagFilter {
  readonly hiddenHostTagIds: readonly string[];
  readonly hiddenServiceTagIds: readonly string[];
  readonly hiddenSubnetTagIds: readonly string[];
}

/** Each function returns the id of the tag that hides a part of the graph; undefined if no tag hides it. */
export interface HidingTags {
  /** For a box of a host, or a box inside it: the tag that hides the host. Everything in the box is hidden too. */
  ofMachine(boxId: string): string | undefined;
  /**
   * For a box of a hypervisor or container runtime: the tag that hides it. The machines or containers in the box are
   * not hidden.
   */
  ofRuntime(box: Container): string | undefined;
  /**
   * For a box of a subnet: the tag that hides the subnet. The box remains if it contains addresses of another subnet.
   */
  ofSubnet(box: Container): string | undefined;
  ofElement(element: Element): string | undefined;
  ofRow(row: InlineEntity): string | undefined;
}

export function hidingTags(
  nodes: readonly Node[],
  lookup: Lookup,
  { hiddenHostTagIds, hiddenServiceTagIds, hiddenSubnetTagIds }: TagFilter,
): HidingTags {
  const tagOfHost = firstOf(lookup.hosts, hiddenHostTagIds);
  const tagOfService = firstOf(lookup.services, hiddenServiceTagIds);
  const tagOfSubnet = firstOf(lookup.subnets, hiddenSubnetTagIds);
  const tagOfMachine = new Map<string, string>();
  for (const node of nodes) {
    if (node.nodeType !== 'Container') continue;
    // A box comes after the box that contains it, so the tag of that box is already known.
    const tag =
      node.containerType === 'Host' ? tagOfHost(node.entityId!) : tagOfMachine.get(node.parentContainerId ?? '');
    if (tag !== undefined) tagOfMachine.set(node.id, tag);
  }
  return {
    ofMachine: (boxId) => tagOfMachine.get(boxId),
    ofRuntime: ({ containerType, entityId }) =>
      containerType === 'Hypervisor' || containerType === 'ContainerRuntime' ? tagOfService(entityId!) : undefined,
    ofSubnet: ({ containerType, entityId }) => (containerType === 'Subnet' ? tagOfSubnet(entityId!) : undefined),
    ofElement: (element) =>
      tagOfMachine.get(element.containerId) ??
      tagOfHost(element.hostId) ??
      (element.elementType === 'Service' ? tagOfService(element.id) : undefined) ??
      (element.elementType === 'IPAddress' ? tagOfSubnet(element.subnetId) : undefined),
    ofRow: ({ entityId, entityType, groupId }) => tagOfService(entityType === 'Port' ? groupId : entityId),
  };
}

/** Returns a function that finds the first tag of a row that is one of `hiddenTagIds`. */
function firstOf(rows: ReadonlyMap<string, { readonly tagIds: readonly string[] }>, hiddenTagIds: readonly string[]) {
  const hiddenTags = new Set(hiddenTagIds);
  return (id: string): string | undefined => rows.get(id)?.tagIds.find((tagId) => hiddenTags.has(tagId));
}
