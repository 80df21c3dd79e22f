// Computes the positions of names of nodes and labels of lines in a part of the drawing, at one zoom.
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';
import { cutInMiddle, lettersOf } from '../graph/telling';
import { findBounds, fitMargin, type Point, type Rect, type Size } from '../layout/tree';
import type { Covering } from './covering';
import { portLabelSpot } from './port-labels';
import type { Measures } from './room-to-open';
import { leastFontSize } from './styles';
import { lineHeight, meet, placeTitle, type Named, type Title } from './titles';

/**
 * A node whose name is to be placed, with the properties that determine the placement. The properties are read only
 * once, because Cytoscape's accessors are slow.
 */
export interface Nameable extends Pick<Named, 'title' | 'shortTitle' | 'rest' | 'telling' | 'heading'> {
  readonly node: NodeSingular;
  /** The name by which an item differs from the others in its box, if its title does not. */
  readonly fullName: string | undefined;
  readonly isOpen: boolean;
  readonly isOuter: boolean;
  readonly isFaded: boolean;
  readonly glyph: string | null;
  readonly color: string;
  readonly width: number;
  readonly height: number;
}
export interface Placed {
  readonly of: Nameable;
  readonly title: Title;
  /** Whether the name is the heading of an open box whose contents are drawn. */
  readonly isHeading: boolean;
}
export interface Labelled {
  readonly edge: EdgeSingular;
  readonly label: string;
  readonly title: Title;
}
export interface NameLayout {
  readonly zoom: number;
  readonly area: Rect;
  readonly names: readonly Placed[];
  readonly labels: readonly Labelled[];
}

/**
 * Returns nodes in the order in which their names are placed until there is no space: selected and highlighted nodes,
 * boxes, then nodes with many lines.
 */
export function namesInOrder(core: Core, covering: Covering): readonly Nameable[] {
  const rankOf = (node: NodeSingular): number => {
    if (node.hasClass('selected') || node.hasClass('marked')) return 0;
    return node.data('shape') === 'box' ? (node.data('depth') as number) : Infinity;
  };
  return core
    .nodes()
    .map((node) => ({ node, rank: rankOf(node), degree: node.degree(false) }))
    .sort((a, b) => a.rank - b.rank || b.degree - a.degree)
    .map(({ node }) => nameable(node, covering));
}

function nameable(node: NodeSingular, covering: Covering): Nameable {
  const data = node.data() as Readonly<Record<string, string | number | boolean | null | undefined>>;
  const [title = '', ...others] = String(data.label).split('\n');
  const shortTitle = String(data.shortTitle ?? title);
  const fullName = data.fullName == null ? undefined : String(data.fullName);
  const facts = data.facts ? String(data.facts).split('\n') : [];
  return {
    ...{ node, title, shortTitle, fullName, rest: [...others, ...facts] },
    telling: covering.tellingOf(fullName ?? shortTitle),
    ...{ isOpen: data.isOpen === true, isFaded: node.hasClass('faded') },
    ...{ glyph: (data.glyph as string | null | undefined) ?? null, color: String(data.color) },
    ...{ width: data.width as number, height: data.height as number, isOuter: data.isOuter === true },
    heading: data.heading as number | undefined,
  };
}

/** Places the names of nodes in an area. Of two names that would overlap, the one earlier in `order` is placed. */
export function layOutNames(
  order: readonly Nameable[],
  { zoom, area, covering }: { readonly zoom: number; readonly area: Rect; readonly covering: Covering },
  measures: Measures,
): readonly Placed[] {
  const names: Placed[] = [];
  const placedTitles: Title[] = [];
  const unnamed: Nameable[] = [];
  for (const of of order) {
    if (of.node.hasClass('within')) continue;
    const at = of.node.position();
    const isFar =
      Math.abs(at.x - area.x - area.width / 2) * 2 > area.width + of.width ||
      Math.abs(at.y - area.y - area.height / 2) * 2 > area.height + of.height;
    if (isFar) continue;
    const isAround = of.isOpen && !covering.isCard(of.node.id());
    const size = { width: of.width * zoom, height: of.height * zoom, x: at.x * zoom, y: at.y * zoom };
    const rest = isAround ? [] : of.rest;
    const namedNode = { ...of, ...size, rest, isAround };
    const within = placeInside({ ...namedNode, staysInside: true }, zoom, placedTitles, measures);
    const title = within ?? (of.isOuter ? placeTitle(namedNode, zoom, placedTitles, measures) : undefined);
    if (!title && of.isOuter && !isAround) unnamed.push(of);
    if (!title) continue;
    placedTitles.push(title);
    names.push({ of, title, isHeading: isAround });
  }
  if (unnamed.length > mostBeside) return names;
  const areas =
    unnamed.length === 0 ? [] : order.filter((one) => isSolid(one, covering)).map(({ node }) => areaOf(node, zoom));
  for (const of of unnamed) {
    const area = areaOf(of.node, zoom);
    const taken = { areas, titles: placedTitles };
    const title = placeBeside(of.shortTitle, area, taken, measures) ?? placeBeside(cutName(of), area, taken, measures);
    if (!title) continue;
    placedTitles.push(title);
    names.push({ of, title, isHeading: false });
  }
  return names;
}

/** Whether a node is drawn without nodes inside it. */
const isSolid = ({ node, isOpen }: Nameable, covering: Covering): boolean =>
  !node.hasClass('within') && !(isOpen && !covering.isCard(node.id()));

/** If more devices, subnets and folds have no name inside, names beside them would only confuse. */
const mostBeside = 20;

/** The name, cut to little more than the letters that distinguish it from other names. */
function cutName({ shortTitle, telling = 0 }: Pick<Nameable, 'shortTitle' | 'telling'>): string {
  const [letters, count] = [lettersOf(shortTitle), telling + spareLetters];
  return letters.length <= count + 1 ? shortTitle : cutInMiddle(letters, count);
}
const spareLetters = 1;

/**
 * Places a name above, below or beside a node that is too small for it. `areas` are those of all nodes, beyond which the
 * name extends only by the margin of the drawing. Undefined if there is no space.
 */
export function placeBeside(
  name: string,
  { x, y, width, height }: Rect,
  { areas, titles }: { readonly areas: readonly Rect[]; readonly titles: readonly Rect[] },
  { ruler }: Pick<Measures, 'ruler'>,
): Title | undefined {
  const size = { width: ruler(name) * leastFontSize + 4, height: leastFontSize * lineHeight + 2 };
  const taken = [...areas, ...titles];
  const whole = findBounds(areas) ?? { x, y, width, height };
  const isFree = (spot: Rect) =>
    spot.x >= whole.x - fitMargin &&
    spot.x + spot.width <= whole.x + whole.width + fitMargin &&
    !taken.some((other) => meet(other, spot));
  const [atCentre, atEnd] = [x + (width - size.width) / 2, x + width - size.width];
  const rows = [y - size.height, y + height].flatMap((top) =>
    [atCentre, x, atEnd].map((left) => ({ x: left, y: top })),
  );
  const beside = [x + width, x - size.width].map((left) => ({ x: left, y: y + (height - size.height) / 2 }));
  const spot = [...rows, ...beside].find((at) => isFree({ ...at, ...size }));
  return spot && { ...spot, ...size, fontSize: leastFontSize, lines: [name], nameLines: 1 };
}

/**
 * Places a name inside its node. If the title does not tell the node from others, the line below the title must be
 * placed too: below the title, or else as a part of the name.
 */
function placeInside(
  named: Named & Pick<Nameable, 'fullName'>,
  zoom: number,
  placedTitles: readonly Title[],
  measures: Measures,
): Title | undefined {
  const { fullName, rest } = named;
  const title = placeTitle(named, zoom, placedTitles, measures);
  if (fullName === undefined || (title && title.lines[title.nameLines] === rest[0])) return title;
  return placeTitle({ ...named, title: fullName, shortTitle: fullName, rest: [] }, zoom, placedTitles, measures);
}

/** Maximum number of lines with labels, because placing a label takes long. */
const mostLabels = 400;

interface LabelRoom {
  readonly zoom: number;
  readonly covering: Covering;
  readonly bounds: Rect;
  readonly order: readonly Nameable[];
}

/**
 * Places the labels of lines so that they cover no names and no devices, subnets and folds drawn without contents. `bounds` is the
 * area of all nodes, from which labels should not stick out.
 */
export function layOutLabels(
  edges: readonly EdgeSingular[],
  names: readonly Placed[],
  { zoom, covering, bounds, order }: LabelRoom,
  { ruler }: Measures,
): readonly Labelled[] {
  const bundles = covering.bundles();
  const shownBounds = scaled(bounds, zoom);
  const takenAreas: Rect[] = [
    ...names.map(({ title }) => title),
    ...names.flatMap(({ of, isHeading }) => (isHeading ? [] : [areaOf(of.node, zoom)])),
    ...order.flatMap((of) => (of.isOuter && isSolid(of, covering) ? [areaOf(of.node, zoom)] : [])),
  ];
  const labels: Labelled[] = [];
  const put = (edge: EdgeSingular, label: string, spot: Rect): void => {
    takenAreas.push(spot);
    labels.push({ edge, label, title: { ...spot, fontSize: leastFontSize, lines: [label], nameLines: 1 } });
  };
  const isFree = (rect: Rect) => !takenAreas.some((other) => meet(other, rect));
  const sizeOf = (label: string) => ({
    width: ruler(label) * leastFontSize + 6,
    height: leastFontSize * lineHeight + 2,
  });
  /** A port inside a card is not drawn, so its name is placed at the end of its line. */
  const putPortNames = (edge: EdgeSingular): void => {
    const points = pointsOf(edge).map(({ x, y }) => ({ x: x * zoom, y: y * zoom }));
    for (const [end, name, pointsFromEnd] of [
      [edge.source(), edge.data('sourcePort'), points],
      [edge.target(), edge.data('targetPort'), points.toReversed()],
    ] as const) {
      const card = covering.drawnFor(end.id());
      if (!name || card === end.id()) continue;
      const spot = portLabelSpot(pointsFromEnd, areaOf(edge.cy().getElementById(card), zoom), sizeOf(String(name)));
      if (spot && isFree(spot)) put(edge, String(name), spot);
    }
  };
  for (const edge of edges.slice(0, mostLabels)) {
    if (edge.hasClass('within')) continue;
    const ownLabel = String(edge.data('brief') ?? edge.data('label') ?? '');
    const shorterLabels = (edge.data('shorterLabels') as readonly string[] | undefined) ?? [];
    for (const label of bundles.get(edge.id()) ?? [ownLabel, ...shorterLabels]) {
      const { width, height } = sizeOf(label);
      const spot = spotsOn(edge)
        .map(({ x, y }) => labelSpot({ x: x * zoom, y: y * zoom }, { width, height }, shownBounds))
        .find(isFree);
      if (label === '' || !spot) continue;
      put(edge, label, spot);
      break;
    }
  }
  for (const edge of edges)
    if ((edge.hasClass('marked') || edge.hasClass('selected')) && !edge.hasClass('within')) putPortNames(edge);
  return labels;
}

const scaled = ({ x, y, width, height }: Rect, zoom: number): Rect => {
  return { x: x * zoom, y: y * zoom, width: width * zoom, height: height * zoom };
};

/**
 * The rectangle of a label on a line. The label is centred at `point`, or shifted so that it does not leave the
 * drawing.
 */
export function labelSpot(point: Point, { width, height }: Size, bounds: Rect): Rect {
  const along = (at: number, length: number, start: number, space: number): number => {
    const [least, most] = [start - fitMargin, start + space + fitMargin - length];
    const centered = at - length / 2;
    const shifted = Math.max(least, Math.min(most, centered));
    return shifted <= at && at <= shifted + length ? shifted : centered;
  };
  return {
    x: along(point.x, width, bounds.x, bounds.width),
    y: along(point.y, height, bounds.y, bounds.height),
    ...{ width, height },
  };
}

function areaOf(node: NodeSingular, zoom: number): Rect {
  const { x, y } = node.position();
  const [width, height] = [node.width() * zoom, node.height() * zoom];
  return { x: x * zoom - width / 2, y: y * zoom - height / 2, width, height };
}

const pointsOf = (edge: EdgeSingular): readonly Point[] => [
  edge.sourceEndpoint(),
  ...(edge.segmentPoints() ?? []),
  edge.targetEndpoint(),
];

/** Points of a line where its label may be placed, the best first. */
function spotsOn(edge: EdgeSingular): readonly Point[] {
  const points = pointsOf(edge);
  const between = points.slice(1).flatMap((to, index) => {
    const from = points[index]!;
    return [0.5, 0.35, 0.65, 0.2, 0.8].map((share) => ({
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    }));
  });
  return [edge.midpoint(), ...between];
}
