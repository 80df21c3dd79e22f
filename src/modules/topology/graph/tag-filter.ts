// The tag filter of the display options: finds the hidden tag that removes a box, an element or an embedded row from a
// graph.
import type { Container, Element, InlineEntity, Node } from './graph';
import type { Lookup } from './lookup';

export interface TagFilter {
  readonly hiddenHostTagIds: readonly string[];
  readonly hiddenServiceTagIds: readonly string[];
  readonly hiddenSubnetTagIds: readonly string[];
}

/**
 * Functions that find the hidden tag by which a part of the graph is removed. Each returns the id of that tag;
 * undefined if no hidden tag applies.
 */
export interface HidingTags {
  /** The tag for which the machine of a box is hidden. The box, which is the machine or a part of it, is removed with its
   * contents. */
  ofMachine(boxId: string): string | undefined;
  /**
   * The tag for which the hypervisor or container runtime of a box is hidden. The box is removed, but not the machines or
   * containers in it.
   */
  ofRuntime(box: Container): string | undefined;
  /** The hidden tag of the subnet that a box represents. Such a box is removed if it is empty. */
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

/** Returns a function that finds the first hidden tag of a row. */
function firstOf(rows: ReadonlyMap<string, { readonly tagIds: readonly string[] }>, hiddenTagIds: readonly string[]) {
  const hiddenTags = new Set(hiddenTagIds);
  return (id: string): string | undefined => rows.get(id)?.tagIds.find((tagId) => hiddenTags.has(tagId));
}
