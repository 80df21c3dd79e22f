// Builds Cytoscape elements from the layout of a topology: rectangles, texts, colours and highlights.
import type { ElementDefinition } from 'cytoscape';
import type { EdgeType } from '../../../generated/page-operations';
import { dashOf, type Dash } from '../../../modules/topology/graph/edge-appearances';
import { boxHue, edgeColors, mixColors } from '../../../modules/topology/graph/render/palette';
import { directionsInWords } from '../graph/directions';
import { contentsInWords } from '../graph/contents';
import { usualWidth } from '../graph/line-looks';
import { fullNames } from '../graph/distinct-titles';
import { changeSigns } from '../graph/difference';
import { isFoldedUp } from '../graph/folds';
import type { Box, Item } from '../graph/picture';
import { roleLooks, usualCorner } from '../graph/roles';
import { blockedWords, type Line } from '../graph/shown';
import { boxTitle, itemLines, shortTitle } from '../graph/texts';
import { outerNodes } from '../layout/outer';
import { depthOf, isOpen, type Rect } from '../layout/tree';
import { isChangeMark, type Mark, type Marks } from '../marks/marks';
import type { Drawn } from '../state/store';
import { iconImage } from './icons';
import { routeData } from './routes';
import type { Theme } from './theme';

export const edgeColor = (theme: Theme, type: EdgeType): string => theme.colorOf(edgeColors[type]);

/** The colour stored for the box or, by default, that of its role or kind. Exported images use the same colours. */
export const boxColor = (theme: Theme, { color, kind, role }: Box): string => {
  if (kind === 'Fold') return theme.colorOf(foldColor);
  return theme.colorOf(color ?? (role ? roleLooks[role].color : boxHue({ color, containerType: kind })));
};

const foldColor = 'Gray';

type Items = ReadonlyMap<string, Item>;

export interface DrawnElement extends ElementDefinition {
  readonly data: ElementDefinition['data'] & { readonly id: string };
  readonly classes: string;
}

export function buildElements(drawing: Drawn, marks: Marks, selected: string | null, theme: Theme): DrawnElement[] {
  const { visible, rectangles, tree } = drawing;
  const bright = brightNodes(drawing, marks, selected);
  const contents = contentsInWords(visible);
  const { names: outerNames } = outerNodes(visible, tree);
  const fullNameOf = fullNames(visible.items, itemLines);
  const items: Items = new Map(visible.items.map((item) => [item.id, item]));
  const classesOf = (id: string): string => {
    const mark = marks.nodes.get(id);
    const isFaded = visible.faded.has(id) || (marks.fades && !bright.has(id));
    return [mark && `marked ${mark}`, isFaded && 'faded', id === selected && 'selected'].filter(Boolean).join(' ');
  };
  const signOf = (id: string): string | undefined => changeSignOf(marks.nodes.get(id)) ?? marks.signs.get(id);
  const headingOf = (id: string): number | undefined =>
    tree.openFolds.has(id)
      ? Math.min(...tree.children.get(id)!.map((child) => rectangles.get(child)!.y)) - rectangles.get(id)!.y
      : undefined;
  const nodeOf = (node: Box | Item, data: Readonly<Record<string, unknown>>): DrawnElement => {
    const mark = marks.nodes.get(node.id);
    const rectangle = rectangles.get(node.id)!;
    const { width, height } = rectangle;
    return {
      group: 'nodes',
      data: {
        ...{ id: node.id, shape: node.shape, width, height, markColor: mark ? theme.marks[mark] : theme.ink },
        ...{
          around: tree.parentOf.get(node.id) ?? null,
          depth: depthOf(tree, node.id) + 1,
          isOuter: outerNames.has(node.id),
        },
        heading: headingOf(node.id),
        ...data,
      },
      position: centreOf(rectangle),
      classes: classesOf(node.id),
    };
  };
  return [
    ...visible.boxes.map((box) => {
      const color = boxColor(theme, box);
      const isClosed = visible.isClosed.has(box.id);
      return nodeOf(box, {
        label: withSign(signOf(box.id), boxTitle(box, visible.sizeOf.get(box.id) ?? 0, isClosed)),
        ...(isClosed && { shortTitle: withSign(signOf(box.id), shortTitle(box.title)) }),
        color,
        cardColor: mixColors(theme.paper, color, theme.isDark ? 0.16 : 0.1),
        icon: iconImage(box.icon, color),
        glyph: box.icon,
        corner: String(box.role ? roleLooks[box.role].corner : usualCorner),
        facts: [box.fact ?? (isClosed ? undefined : box.fold?.summary), !isClosed && !box.fold && contents.get(box.id)]
          .filter(Boolean)
          .join('\n'),
        isClosed,
        isOpen: isOpen(tree, box.id),
        isFold: box.kind === 'Fold',
        isFoldedUp: isFoldedUp(box),
      });
    }),
    ...visible.items.map((item) =>
      nodeOf(item, {
        label: withSign(signOf(item.id), itemLines(item).join('\n')),
        fullName: fullNameOf.get(item.id),
        color: item.kind === 'Interface' ? theme.statusColor(item.operStatus) : theme.line,
      }),
    ),
    ...visible.lines.map((line) => lineElement(line, drawing, items, marks, theme)),
  ];
}

/** Adds a sign such as `+` before the text of an element, so that colour is not the only indication. */
const withSign = (sign: string | undefined, text: string): string => (sign === undefined ? text : `${sign} ${text}`);
const changeSignOf = (mark: Mark | undefined): string | undefined => (isChangeMark(mark) ? markSigns[mark] : undefined);
const markSigns = { added: changeSigns.Added, removed: changeSigns.Removed, changed: changeSigns.Changed };

export const centreOf = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });

function portNameAt(
  { links: [link, ...others], ...line }: Line,
  end: 'source' | 'target',
  items: Items,
): string | null {
  if (others.length > 0 || link?.[end] !== line[end]) return null;
  const port = items.get(line[end]);
  return port?.kind === 'Interface' ? port.title : null;
}

/** A line between two addresses of the same machine is labelled with the machine's name. */
function machineOf({ type, links: [link] }: Line, items: Items): string | null {
  return type === 'SameHost' && link ? (items.get(link.source)?.hostName ?? null) : null;
}

function dashOfLine({ appearance, isBlocked, look }: Line): Dash {
  if (appearance?.isDown) return 'broken';
  if (isBlocked) return 'blocked';
  return appearance?.isFromTables ? 'dotted' : dashOf(look.stroke);
}

function lineElement(line: Line, drawing: Drawn, items: Items, marks: Marks, theme: Theme): DrawnElement {
  const { visible, routes, rectangles } = drawing;
  const mark = marks.lines.get(line.id);
  const isSelected = marks.selectedLine === line.id;
  const isFaded = marks.fadesLines ? !mark : visible.faded.has(line.source) || visible.faded.has(line.target);
  const route = routes.get(line.id);
  const [from, to] = [rectangles.get(line.source)!, rectangles.get(line.target)!];
  const [fromAt, toAt] = [centreOf(from), centreOf(to)];
  const bothWays = line.directions ? directionsInWords(line.directions, fromAt, toAt) : '';
  const highlights = line.look.highlightBehavior === 'Always';
  return {
    group: 'edges',
    data: {
      id: line.id,
      source: line.source,
      target: line.target,
      label: withSign(changeSignOf(mark), [line.label, bothWays].filter(Boolean).join(' ')),
      // Where the label has no room, one of these is shown.
      shorterLabels: bothWays === '' ? undefined : [bothWays, line.label],
      // A link that the spanning tree protocol blocks gets a short label. Highlighting shows the full label with its
      // name.
      brief: line.isBlocked && !mark && !isSelected ? blockedWords : undefined,
      count: line.count,
      machine: machineOf(line, items),
      sourcePort: portNameAt(line, 'source', items),
      targetPort: portNameAt(line, 'target', items),
      color: line.isBlocked ? theme.quiet : edgeColor(theme, line.type),
      dash: dashOfLine(line),
      weight: line.appearance?.width ?? usualWidth,
      toTarget: line.directions?.toTarget ?? 0,
      toSource: line.directions?.toSource ?? 0,
      // Always shows the label of a line that combines several links or is blocked. Labels of other lines appear only
      // while they are highlighted, because labels would overlap.
      showsLabel: line.count > 1 || line.isBlocked === true,
      markColor: mark ? theme.marks[mark] : theme.ink,
      route,
      routing: route === undefined ? 'none' : route.length > 2 ? 'bent' : 'straight',
      ...(route && routeData(route, fromAt, toAt)),
    },
    classes: [mark && `marked ${mark}`, isFaded && !highlights && !isSelected && 'faded', isSelected && 'selected']
      .filter(Boolean)
      .join(' '),
  };
}

/** The nodes that stay bright while others fade: highlighted nodes, their contents, and the boxes around them. */
function brightNodes({ tree }: Drawn, marks: Marks, selected: string | null): ReadonlySet<string> {
  const bright = new Set<string>();
  const addWithAround = (id: string | null): void => {
    for (let at: string | null | undefined = id; at != null; at = tree.parentOf.get(at)) bright.add(at);
  };
  const addInside = (id: string): void => {
    for (const child of tree.children.get(id) ?? []) {
      bright.add(child);
      addInside(child);
    }
  };
  for (const [id] of marks.nodes) {
    addWithAround(id);
    const insideIsMarked = (tree.children.get(id) ?? []).some((child) => marks.nodes.has(child));
    if (!insideIsMarked && !isChangeMark(marks.nodes.get(id))) addInside(id);
  }
  addWithAround(selected);
  return bright;
}
