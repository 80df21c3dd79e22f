// Keeps names in the window. If only a part of a node or open box is visible, its name is painted in this part, so that
// the user knows what the node is and which box the visible nodes are in.
import type { Rect, Size } from '../layout/tree';
import { meet, type Title } from './titles';

/** A name and its node, in pixels of the window. `x` and `y` are the upper left corner. */
export interface NameInWindow {
  readonly title: Title;
  readonly node: Rect;
  /** Whether the node is an open box, above whose contents the name is painted. */
  readonly isHeading: boolean;
}

/** A heading is moved only if the visible part of its box is at least this many times as high as the heading. */
const leastHeights = 2;

/**
 * Returns the names that are visible, each with its place. `names` has open boxes before the nodes inside them. A name
 * outside of the window is moved into the visible part of its node, if it has space there. Moved headings are returned
 * separately (`headings`): the heading of an inner box is below the headings of the boxes around it, and names that
 * moved headings would cover are left out.
 */
export function placeInWindow<Name extends NameInWindow>(
  names: readonly Name[],
  view: Size,
): { readonly names: readonly Name[]; readonly headings: readonly Name[] } {
  const headings: Name[] = [];
  const otherNames: Name[] = [];
  for (const name of names) {
    const title = moveIntoWindow(name, view);
    if (!name.isHeading) {
      otherNames.push({ ...name, title });
      continue;
    }
    const y = headings.reduce(
      (y, { title: outer }) => (meet(outer, { ...title, y }) ? outer.y + outer.height : y),
      title.y,
    );
    if (y === name.title.y && title.x === name.title.x) otherNames.push(name);
    else if (y + title.height <= Math.min(name.node.y + name.node.height, view.height))
      headings.push({ ...name, title: { ...title, y } });
  }
  const isSeen = ({ title }: Name) =>
    meet(title, { x: 0, y: 0, ...view }) && !headings.some((heading) => meet(heading.title, title));
  return { names: otherNames.filter(isSeen), headings };
}

function moveIntoWindow({ title, node, isHeading }: NameInWindow, view: Size): Title {
  const [left, top] = [Math.max(node.x, 0), Math.max(node.y, 0)];
  const right = Math.min(node.x + node.width, view.width) - title.width;
  const bottom = Math.min(node.y + node.height, view.height) - title.height;
  if (right < left || bottom < top + (isHeading ? (leastHeights - 1) * title.height : 0)) return title;
  // A name that is in the window may extend beyond its node.
  const isInWindow =
    title.x >= 0 && title.y >= 0 && title.x + title.width <= view.width && title.y + title.height <= view.height;
  return isInWindow ? title : { ...title, x: between(title.x, left, right), y: between(title.y, top, bottom) };
}

const between = (at: number, least: number, most: number): number => Math.max(least, Math.min(most, at));
