// Builds Cytoscape elements from the picture: rectangles, texts, colours and marks.
import type { ElementDefinition } from 'cytoscape';
import type { EdgeType } from '../../../generated/page-operations';
import { boxHue, edgeColors } from '../../../modules/topology/graph/render/palette';
import { changeSigns } from '../graph/difference';
import { isFoldedUp } from '../graph/folds';
import type { Box, Item } from '../graph/picture';
import type { Line } from '../graph/shown';
import { boxTitle, itemLines, shortTitle } from '../graph/texts';
import type { Rect } from '../layout/tree';
import { isChangeMark, type Mark, type Marks } from '../state/marks';
import type { Drawn } from '../state/store';
import { iconImage } from './icons';
import { routeData } from './routes';
import type { Theme } from './theme';

export const edgeColor = (theme: Theme, type: EdgeType): string => theme.colorOf(edgeColors[type]);

/** The colour of a box: its own, or that of its kind, as in exported pictures. */
export const boxColor = (theme: Theme, { color, kind }: Box): string =>
  theme.colorOf(kind === 'Fold' ? foldColor : boxHue({ color, containerType: kind }));

const foldColor = 'Gray';

export interface DrawnElement extends ElementDefinition {
  readonly data: ElementDefinition['data'] & { readonly id: string };
  readonly classes: string;
}

export function buildElements(drawing: Drawn, marks: Marks, selected: string | null, theme: Theme): DrawnElement[] {
  const { visible, rectangles, tree } = drawing;
  const bright = brightNodes(drawing, marks);
  const classesOf = (id: string): string => {
    const mark = marks.nodes.get(id);
    const isFaded = visible.faded.has(id) || (marks.fades && !bright.has(id) && id !== selected);
    return [mark && `marked ${mark}`, isFaded && 'faded', id === selected && 'selected'].filter(Boolean).join(' ');
  };
  const depthOf = (id: string): number => {
    const parent = tree.parentOf.get(id);
    return parent == null ? 1 : depthOf(parent) + 1;
  };
  const nodeOf = (node: Box | Item, data: Readonly<Record<string, unknown>>): DrawnElement => {
    const mark = marks.nodes.get(node.id);
    const rectangle = rectangles.get(node.id)!;
    const { width, height } = rectangle;
    return {
      group: 'nodes',
      data: { id: node.id, shape: node.shape, width, height, markColor: mark ? theme.marks[mark] : theme.ink, ...data },
      position: centreOf(rectangle),
      classes: classesOf(node.id),
    };
  };
  return [
    ...visible.boxes.map((box) => {
      const color = boxColor(theme, box);
      const isClosed = visible.isClosed.has(box.id);
      return nodeOf(box, {
        label: withSign(marks.nodes.get(box.id), boxTitle(box, visible.sizeOf.get(box.id) ?? 0, isClosed)),
        ...(isClosed && { shortTitle: withSign(marks.nodes.get(box.id), shortTitle(box.title)) }),
        color,
        icon: iconImage(box.icon, color),
        isClosed,
        isFold: box.kind === 'Fold',
        isFoldedUp: isFoldedUp(box),
        depth: depthOf(box.id),
      });
    }),
    ...visible.items.map((item) =>
      nodeOf(item, {
        label: withSign(marks.nodes.get(item.id), itemLines(item).join('\n')),
        color: item.kind === 'Interface' ? theme.statusColor(item.operStatus) : theme.line,
      }),
    ),
    ...visible.lines.map((line) => lineElement(line, drawing, marks, theme)),
  ];
}

/** Adds a sign to the text of a changed element, so that colour is not the only indication. */
const withSign = (mark: Mark | undefined, text: string): string =>
  isChangeMark(mark) ? `${markSigns[mark]} ${text}` : text;
const markSigns = { added: changeSigns.Added, removed: changeSigns.Removed, changed: changeSigns.Changed };

export const centreOf = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });

function lineElement(line: Line, { visible, ways, rectangles }: Drawn, marks: Marks, theme: Theme): DrawnElement {
  const mark = marks.lines.get(line.id);
  const isFaded = marks.fadesLines ? !mark : visible.faded.has(line.source) || visible.faded.has(line.target);
  const way = ways.get(line.id);
  const [from, to] = [rectangles.get(line.source)!, rectangles.get(line.target)!];
  const highlights = line.look.highlightBehavior === 'Always';
  return {
    group: 'edges',
    data: {
      id: line.id,
      source: line.source,
      target: line.target,
      label: withSign(mark, line.label),
      color: line.isBlocked ? theme.quiet : edgeColor(theme, line.type),
      stroke: line.isBlocked ? 'dotted' : line.look.stroke.toLowerCase(),
      arrow: line.look.showDirectionality ? 'triangle' : 'none',
      // The number of links behind a line, and that it is blocked, are always shown. Other texts are shown in focus
      // only, because they would overlap.
      showsLabel: line.count > 1 || line.isBlocked === true,
      markColor: mark ? theme.marks[mark] : theme.ink,
      way,
      routing: way === undefined ? 'none' : way.length > 2 ? 'bent' : 'straight',
      ...(way && routeData(way, centreOf(from), centreOf(to))),
    },
    classes: [mark && `marked ${mark}`, isFaded && !highlights && 'faded'].filter(Boolean).join(' '),
  };
}

/** The marked nodes, the boxes around them, and the contents of marked boxes. */
function brightNodes({ tree }: Drawn, marks: Marks): ReadonlySet<string> {
  const bright = new Set<string>();
  const addInside = (id: string): void => {
    for (const child of tree.children.get(id) ?? []) {
      bright.add(child);
      addInside(child);
    }
  };
  for (const [id] of marks.nodes) {
    for (let at: string | null | undefined = id; at != null; at = tree.parentOf.get(at)) bright.add(at);
    const insideIsMarked = (tree.children.get(id) ?? []).some((child) => marks.nodes.has(child));
    if (!insideIsMarked && !isChangeMark(marks.nodes.get(id))) addInside(id);
  }
  return bright;
}
