// Lays out a picture by ELK's layered layout with default options, to compare its lines with the lines that the
// topology page draws.
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs';
import type { DrawnLine } from '../src/pages/topology/layout/crossings';

interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Point {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}
/** Lays out the same nodes, with the same sizes, nesting and connections, by ELK. Returns ELK's lines. */
export async function layOutByElk(
  boxes: readonly Box[],
  drawnLines: readonly DrawnLine[],
): Promise<readonly DrawnLine[]> {
  const parentOf = new Map(boxes.map((box) => [box.id, innermostAround(box, boxes)?.id]));
  const nodesIn = (parent: string | undefined): ElkNode[] =>
    boxes
      .filter(({ id }) => parentOf.get(id) === parent)
      .map(({ id, width, height }) => {
        const children = nodesIn(id);
        return children.length > 0 ? { id, children } : { id, width, height };
      });
  const { edges = [] } = await new ELK().layout({
    id: 'picture',
    // `INCLUDE_CHILDREN` allows edges between nested boxes. `ROOT` makes the positions of edges absolute.
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
    },
    children: nodesIn(undefined),
    edges: drawnLines.map(({ source, target }, index) => ({
      id: `line ${index}`,
      sources: [source],
      targets: [target],
    })),
  });
  return edges.map((edge) => ({ source: edge.sources[0]!, target: edge.targets[0]!, points: pointsOf(edge) }));
}

/** The sum of the lengths of all lines. */
export const lengthOf = (drawnLines: readonly DrawnLine[]): number =>
  drawnLines.reduce(
    (sum, { points }) =>
      sum +
      points.slice(1).reduce((length, { x, y }, at) => length + Math.hypot(x - points[at]!.x, y - points[at]!.y), 0),
    0,
  );

const pointsOf = ({ sections = [] }: ElkExtendedEdge): Point[] =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);

export const innermostAround = (box: Box, boxes: readonly Box[]): Box | undefined =>
  boxes
    .filter((other) => other !== box && isAround(other, box))
    .sort((one, other) => one.width * one.height - other.width * other.height)[0];

const isAround = (outer: Box, inner: Box): boolean =>
  outer.width * outer.height > inner.width * inner.height &&
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;
