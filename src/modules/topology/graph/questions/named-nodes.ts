// Finds the nodes of a graph to which an id refers, and the contents of boxes.
import type { Element, Graph, Node } from '../graph';
import { groupRows } from '../lookup';

export interface NamedNodes {
  /** The nodes in a box and in the boxes nested in it; empty if the id is not that of a box. */
  inside(boxId: string): readonly Node[];
  /**
   * Finds nodes by an id: the node with this id or, for the id of a row, the boxes and elements that show the row. If
   * the row is a host, the elements of the host are found too. The contents of found boxes are included.
   */
  named(id: string): readonly Node[];
}

export function namedNodes({ nodes }: Graph): NamedNodes {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const inBox = groupRows(nodes, (node) => (node.nodeType === 'Container' ? node.parentContainerId : node.containerId));
  const boxes = groupRows(
    nodes.filter((node) => node.nodeType === 'Container'),
    ({ entityId }) => entityId,
  );
  const elements = nodes.filter((node): node is Element => node.nodeType === 'Element');
  const ofHost = groupRows(elements, ({ hostId }) => hostId);
  const showing = new Map<string, Element[]>();
  for (const element of elements)
    for (const { entityId } of element.inlineGroups) {
      const nodesOfEntity = showing.get(entityId);
      if (nodesOfEntity) nodesOfEntity.push(element);
      else showing.set(entityId, [element]);
    }
  const inside = (boxId: string): Node[] =>
    (inBox.get(boxId) ?? []).flatMap((node) => [node, ...(node.nodeType === 'Container' ? inside(node.id) : [])]);
  const findNodes = (id: string): Node[] => {
    const ownNode = byId.get(id);
    const matchingNodes: Node[] = ownNode
      ? [ownNode]
      : [...(boxes.get(id) ?? []), ...(ofHost.get(id) ?? []), ...(showing.get(id) ?? [])];
    return [...new Set(matchingNodes.flatMap((node) => [node, ...inside(node.id)]))];
  };
  return { inside, named: findNodes };
}
