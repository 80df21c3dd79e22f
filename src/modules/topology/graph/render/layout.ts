// Lays out a graph: converts the graph to the input of ELK, a layout library, and reads the result of ELK. Also runs in
// browsers.
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api';
import { layoutComponents, reversedEdges } from './layout-order';
import { toElkNode, type Ends } from './elk-nodes';
import { buildNests, packedInColumns, type Block } from './packing';
import type { EdgeToPlace, Layout, Line, PictureToPlace, Point, Rectangle } from './placement';
import { packTogether } from './skyline';

export interface LayoutPlan {
  /** Input of the function `layout()` of elkjs; undefined if the graph has no edges. */
  readonly elkGraph: ElkNode | undefined;
  /** Reads the positions of all boxes, elements and edges from the result of ELK. */
  read(laidOut: ElkNode | undefined): Layout;
}

/** Space in pixels between boxes without edges, and between groups of connected boxes, at the top level. */
const topGap = 28;

/**
 * Plans a layout. Boxes that edges connect are arranged in layers from left to right; other boxes are packed side by
 * side. Elements without edges form a grid in their box, which is one node for ELK.
 */
export function planLayout(picture: PictureToPlace): LayoutPlan {
  const { roots, topOf } = buildNests(picture);
  const reversedIds = reversedEdges(picture.edges, topOf);
  const ends = endsOf(picture.edges);
  const blocks = new Map<string, Block>();
  const components = layoutComponents(roots, picture.edges, topOf);
  const joinedComponents = components
    .filter(({ edges }) => edges.length > 0)
    .map(({ nests, edges }, index) => ({
      id: `component ${index}`,
      layoutOptions: layeredOptions,
      children: nests.map((nest) => toElkNode(nest, ends, blocks)),
      edges: edges.map((edge) => elkEdgeOf(edge, reversedIds.has(edge.id))),
    }));
  const lone = components.filter(({ edges }) => edges.length === 0).flatMap(({ nests }) => nests);
  const alone = packedInColumns(lone, topGap).map(([id, block]): ElkNode => {
    blocks.set(id, block);
    return { id, width: block.width, height: block.height };
  });
  return {
    elkGraph:
      joinedComponents.length === 0
        ? undefined
        : { id: 'picture', layoutOptions: fixedOptions, children: joinedComponents },
    read: (laidOut) => readLayout([...(laidOut?.children ?? []), ...alone], { topOf, blocks, reversedIds }),
  };
}

const fixedOptions = { 'elk.algorithm': 'fixed', 'elk.json.shapeCoords': 'ROOT', 'elk.json.edgeCoords': 'ROOT' };
const layeredOptions = {
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
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
  // Thoroughness 3 takes half the time of the default 7 and does not make lines longer.
  'elk.layered.thoroughness': '3',
};

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

interface LayoutLookup {
  /** Id of the top-level box around each box and element, by the id of the box or element. */
  readonly topOf: ReadonlyMap<string, string>;
  readonly blocks: ReadonlyMap<string, Block>;
  readonly reversedIds: ReadonlySet<string>;
}

/**
 * Reads the positions that ELK computed. Groups of connected boxes, and boxes without edges, are placed side by side.
 */
function readLayout(parts: readonly ElkNode[], { topOf, blocks, reversedIds }: LayoutLookup): Layout {
  const places = new Map<string, Rectangle>();
  const lines = new Map<string, Line>();
  const sizes = parts.map(({ id, width = 0, height = 0 }) => ({ id, width, height }));
  const packing = packTogether(sizes, topGap);
  const readNode = (node: ElkNode, corner: Point): void => {
    const { id, width = 0, height = 0, children = [], edges = [] } = node;
    const place = { x: corner.x + (node.x ?? 0), y: corner.y + (node.y ?? 0), width, height };
    if (topOf.has(id)) places.set(id, place);
    for (const [inner, at] of blocks.get(id)?.places ?? []) places.set(inner, movePoint(at, place));
    for (const edge of edges) lines.set(edge.id, lineOf(edge, corner, reversedIds.has(edge.id)));
    for (const child of children) readNode(child, corner);
  };
  for (const part of parts) readNode(part, packing.places.get(part.id)!);
  return { width: packing.width, height: packing.height, places, lines };
}

const movePoint = <T extends Point>(point: T, { x, y }: Point): T => ({ ...point, x: point.x + x, y: point.y + y });

function lineOf({ sections = [], labels = [] }: ElkExtendedEdge, corner: Point, isReversed: boolean): Line {
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    ...[startPoint, ...bendPoints, endPoint].map((point) => movePoint(point, corner)),
  ]);
  const [label] = labels;
  return {
    points: levelLine(isReversed ? points.reverse() : points),
    label: label ? movePoint({ x: label.x!, y: label.y!, width: label.width!, height: label.height! }, corner) : null,
  };
}

const nearlyLevel = 1.5;

/** Makes segments of a line exactly horizontal if their ends differ in height only because of rounding. */
function levelLine(points: readonly Point[]): Point[] {
  const line: Point[] = [];
  for (const { x, y } of points) {
    const before = line.at(-1);
    line.push({ x, y: before && Math.abs(before.y - y) <= nearlyLevel ? before.y : y });
  }
  return line;
}
