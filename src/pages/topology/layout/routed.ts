// Arranges small topologies with the ELK library, like the pictures that the service exports: boxes in layers, lines
// with bends.
import type { ElkNode } from 'elkjs/lib/elk-api';
import { planLayout } from '../../../modules/topology/graph/render/layout';
import type { Line } from '../graph/shown';
import { headerHeight, isOpen, type Place, type Point, type Rect, type Tree } from './tree';

/** A line's bends. They are valid only while the rectangles at both ends stay the same. */
export interface Route {
  readonly points: readonly Point[];
  readonly from: Rect;
  readonly to: Rect;
}
export type Routes = ReadonlyMap<string, Route>;
export interface Routed {
  readonly places: Map<string, Place>;
  readonly routes: Routes;
}

/** Larger drawings get straight lines: routing takes too long, and straight lines leave more space for nodes. */
const mostNodes = 150;
const mostLines = 30;

/**
 * Height in pixels that the ELK library reserves for the contents of an open box. ELK takes the height of the heading
 * but not of the box, so the heading is passed with the height of the box minus this number.
 */
const leastContents = 39;

export const canBeRouted = (tree: Tree, lines: readonly Line[]): boolean =>
  tree.parentOf.size <= mostNodes && lines.length <= mostLines;

interface Routing {
  readonly isBox: (id: string) => boolean;
  readonly runElk: (graph: ElkNode) => Promise<ElkNode>;
  /** Height of the headings of expanded folds. */
  readonly foldHeading: number;
}

export async function layOutRouted(
  tree: Tree,
  lines: readonly Line[],
  { isBox, runElk, foldHeading }: Routing,
): Promise<Routed> {
  const headingOf = (id: string) => (tree.openFolds.has(id) ? foldHeading : headerHeight);
  const ids = [...tree.parentOf.keys()];
  const plan = planLayout({
    boxes: ids.filter(isBox).map((id) => {
      const { width, height } = tree.sizes.get(id)!;
      return {
        id,
        parentId: tree.parentOf.get(id)!,
        heading: { width, height: isOpen(tree, id) ? Math.max(headingOf(id), height - leastContents) : height },
      };
    }),
    elements: ids
      .filter((id) => !isBox(id))
      .map((id) => ({ id, boxId: tree.parentOf.get(id)!, ...tree.sizes.get(id)! })),
    edges: lines.map(({ id, source, target, look }) => ({
      ...{ id, source, target, label: null },
      isDirected: look.showDirectionality,
      affectsLayout: look.affectsLayout,
    })),
  });
  const { places, lines: routedLines } = plan.read(plan.elkGraph && (await runElk(plan.elkGraph)));
  const relative = ids.map((id): [string, Place] => {
    const { x, y, width, height } = places.get(id)!;
    const around = places.get(tree.parentOf.get(id) ?? '') ?? { x: 0, y: 0 };
    return [id, { x: x - around.x, y: y - around.y, width, height }];
  });
  const routes = lines.flatMap(({ id, source, target }): [string, Route][] => {
    const points = routedLines.get(id)?.points ?? [];
    return points.length < 2 ? [] : [[id, { points, from: places.get(source)!, to: places.get(target)! }]];
  });
  return { places: new Map(relative), routes: new Map(routes) };
}

const isSame = (a: Rect, b: Rect | undefined): boolean =>
  b !== undefined && (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(a[side] - b[side]) < 1.5);

/** Drops the routes of lines whose ends have moved. */
export function validRoutes(
  routes: Routes,
  lines: readonly Line[],
  rectangles: ReadonlyMap<string, Rect>,
): ReadonlyMap<string, readonly Point[]> {
  return new Map(
    lines.flatMap(({ id, source, target }) => {
      const route = routes.get(id);
      const holds = route && isSame(route.from, rectangles.get(source)) && isSame(route.to, rectangles.get(target));
      return holds ? [[id, route.points] as const] : [];
    }),
  );
}
