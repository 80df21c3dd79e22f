// The tag filter of the display options: which hidden tag takes a box, an element or a row inside one out of a graph.
import type { Container, Element, InlineEntity, Node } from './graph';
import type { Lookup } from './lookup';

export interface TagFilter {
  readonly hiddenHostTagIds: readonly string[];
  readonly hiddenServiceTagIds: readonly string[];
  readonly hiddenSubnetTagIds: readonly string[];
}

/** Ids of tags; undefined where none hides it. */
export interface HidingTags {
  /** Of the machine that a box is or is in: it goes with everything in it. */
  ofMachine(boxId: string): string | undefined;
  /** Of the service that a box is: it goes, and what runs in it stays. */
  ofRuntime(box: Container): string | undefined;
  /** Of the subnet that a box is: it goes when it is empty. */
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
    // A box comes after the box around it.
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

/** Finds the first tag of a row that hides it. */
function firstOf(rows: ReadonlyMap<string, { readonly tagIds: readonly string[] }>, hiddenTagIds: readonly string[]) {
  const hiddenTags = new Set(hiddenTagIds);
  return (id: string): string | undefined => rows.get(id)?.tagIds.find((tagId) => hiddenTags.has(tagId));
}
