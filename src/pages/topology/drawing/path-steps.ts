// Adds lines for steps of a path that no line of the graph shows, and routes them around nodes.
import { edgeAppearances } from '../../../modules/topology/graph/edge-appearances';
import type { Link } from '../graph/picture';
import type { Line } from '../graph/shown';
import { withRoutesAround } from '../layout/lay-out-picture';
import { outerNodes } from '../layout/outer';
import { roomForPicture } from '../state/detail';
import type { PathStep } from '../marks/marks';
import type { Drawn } from '../state/store';

const type = 'SameHost';
const look = edgeAppearances.L3Logical[type]!;

function lineOf({ id, source, target, name }: PathStep): Line {
  const link: Link = { ...{ id, type, source, target, look }, label: name, relationKey: null, folded: null };
  return { ...{ id, type, source, target, look }, label: name, links: [link], count: 1 };
}

/** Returns the same drawing if there are no steps to add. */
export function withPathSteps(drawing: Drawn, steps: readonly PathStep[]): Drawn {
  if (steps.length === 0) return drawing;
  const { visible, tree, rectangles, routes } = drawing;
  const lines = steps.map(lineOf);
  const outer = outerNodes(visible, tree);
  const stepRoutes = withRoutesAround(new Map(), lines, { rectangles, outer, room: roomForPicture() });
  return {
    ...drawing,
    visible: { ...visible, lines: [...visible.lines, ...lines] },
    routes: new Map([...routes, ...stepRoutes]),
  };
}
