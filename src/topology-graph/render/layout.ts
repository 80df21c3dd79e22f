// Where everything of a graph is drawn: a graph for ELK to lay out, and its answer read back; runs in browsers as well.
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api';
import { componentsOf, reversedEdges } from './layout-order';
import { elkNodeOf, type Ends } from './elk-nodes';
import type { Block, Nest } from './packing';

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Rectangle extends Point, Size {}

export interface BoxToPlace {
  readonly id: string;
  /** The box around it. */
  readonly parentId: string | null;
  /** What its heading needs, which stands at its top. */
  readonly heading: Size;
}
export interface ElementToPlace extends Size {
  readonly id: string;
  readonly boxId: string;
}
export interface EdgeToPlace {
  readonly id: string;
  /** Ids of boxes or elements. */
  readonly source: string;
  readonly target: string;
  /** Whether what it begins at comes first. */
  readonly isDirected: boolean;
  /** Whether it pulls its ends together. */
  readonly affectsLayout: boolean;
  readonly label: Size | null;
}
/** What is to be drawn: boxes before what is in them. The same input gives the same places. */
export interface PictureToPlace {
  readonly boxes: readonly BoxToPlace[];
  readonly elements: readonly ElementToPlace[];
  readonly edges: readonly EdgeToPlace[];
}

export interface Line {
  /** From source to target. */
  readonly points: readonly Point[];
  readonly label: Rectangle | null;
}
/** All coordinates are those of the picture. */
export interface Layout extends Size {
  /** Boxes and elements by id. */
  readonly places: ReadonlyMap<string, Rectangle>;
  /** Edges by id. */
  readonly lines: ReadonlyMap<string, Line>;
}

export interface LayoutPlan {
  /** For `layout()` of elkjs. */
  readonly elkGraph: ElkNode;
  /** The places, from what ELK made of the graph. */
  read(laidOut: ElkNode): Layout;
}

/**
 * Boxes that edges join stand in layers from left to right, those without edges in rows. Inside a box, what has no edge
 * stands in a grid, which ELK sees as one node.
 */
export function planLayout(picture: PictureToPlace): LayoutPlan {
  const { roots, topOf } = nestsOf(picture);
  const reversed = reversedEdges(picture.edges, topOf);
  const ends = endsOf(picture.edges);
  const blocks = new Map<string, Block>();
  const nodeOf = (nest: Nest) => elkNodeOf(nest, ends, blocks);
  const children = componentsOf(roots, picture.edges, topOf).map((component, index) =>
    component.edges.length === 0
      ? nodeOf(component.nests[0]!)
      : {
          id: `component ${index}`,
          layoutOptions: layered,
          children: component.nests.map(nodeOf),
          edges: component.edges.map((edge) => elkEdgeOf(edge, reversed.has(edge.id))),
        },
  );
  return {
    elkGraph: { id: 'picture', layoutOptions: rows, children },
    read: (laidOut) => readLayout(laidOut, { blocks, reversed }),
  };
}

const noPadding = { 'elk.padding': '[top=0,left=0,bottom=0,right=0]' };
const rows = {
  ...noPadding,
  'elk.algorithm': 'rectpacking',
  'elk.aspectRatio': '1.5',
  'elk.spacing.nodeNode': '28',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
};
const layered = {
  ...noPadding,
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.separateConnectedComponents': 'false',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '9',
  'elk.spacing.edgeLabel': '2',
  'elk.layered.spacing.nodeNodeBetweenLayers': '44',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
};

function nestsOf({ boxes, elements }: PictureToPlace) {
  const nests = new Map<string, Nest>();
  const topOf = new Map<string, string>();
  const roots: Nest[] = [];
  for (const box of boxes) {
    const nest: Nest = { box, nests: [], elements: [] };
    nests.set(box.id, nest);
    topOf.set(box.id, box.parentId === null ? box.id : topOf.get(box.parentId)!);
    (box.parentId === null ? roots : nests.get(box.parentId)!.nests).push(nest);
  }
  for (const element of elements) {
    nests.get(element.boxId)!.elements.push(element);
    topOf.set(element.id, topOf.get(element.boxId)!);
  }
  return { roots, topOf };
}

function endsOf(edges: readonly EdgeToPlace[]): Ends {
  const ends = new Map<string, number>();
  for (const { source, target } of edges) for (const id of [source, target]) ends.set(id, (ends.get(id) ?? 0) + 1);
  return ends;
}

function elkEdgeOf({ id, source, target, label, affectsLayout }: EdgeToPlace, isReversed: boolean): ElkExtendedEdge {
  return {
    id,
    sources: [isReversed ? target : source],
    targets: [isReversed ? source : target],
    labels: label ? [{ id: `label ${id}`, text: ' ', width: label.width, height: label.height }] : [],
    layoutOptions: { 'elk.layered.priority.straightness': affectsLayout ? '10' : '1' },
  };
}

function readLayout(
  laidOut: ElkNode,
  { blocks, reversed }: { blocks: ReadonlyMap<string, Block>; reversed: ReadonlySet<string> },
): Layout {
  const places = new Map<string, Rectangle>();
  const lines = new Map<string, Line>();
  const readNode = (node: ElkNode): void => {
    const { id, x = 0, y = 0, width = 0, height = 0, children = [], edges = [] } = node;
    places.set(id, { x, y, width, height });
    for (const [inner, place] of blocks.get(id)?.places ?? [])
      places.set(inner, { ...place, x: x + place.x, y: y + place.y });
    for (const edge of edges) lines.set(edge.id, lineOf(edge, reversed.has(edge.id)));
    for (const child of children) readNode(child);
  };
  readNode(laidOut);
  const { width = 0, height = 0 } = laidOut;
  return { width, height, places, lines };
}

function lineOf({ sections = [], labels = [] }: ElkExtendedEdge, isReversed: boolean): Line {
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
  const [label] = labels;
  return {
    points: isReversed ? points.reverse() : points,
    label: label ? { x: label.x!, y: label.y!, width: label.width!, height: label.height! } : null,
  };
}
