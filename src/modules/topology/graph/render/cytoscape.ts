// Exports a graph as Cytoscape JSON; boxes are the parents of their contents.
import { edgeLines, edgeLabel, nodeNames, type Renderer } from './picture';

export const renderCytoscape: Renderer = (graph, lookup) => {
  const names = nodeNames(graph, lookup);
  const nodes = graph.nodes.map((node) => {
    const isBox = node.nodeType === 'Container';
    const parent = isBox ? node.parentContainerId : node.containerId;
    const type = isBox ? node.containerType : node.elementType;
    const data = { id: node.id, label: names.get(node.id), node_type: node.nodeType, type };
    return { data: parent === null ? data : { ...data, parent } };
  });
  const edges = graph.edges.map((edge) => {
    const { id, source, target, edgeType } = edge;
    return { data: { id, source, target, label: edgeLabel(edge), type: edgeType, ...edgeStyle(edgeType) } };
  });
  return JSON.stringify({ elements: { nodes, edges } });
};

const edgeStyle = (edgeType: keyof typeof edgeLines) => ({
  is_directed: edgeLines[edgeType].isArrow,
  is_dotted: edgeLines[edgeType].isDotted,
});
