// The content of an image before the layout: shortened texts, sizes in pixels, and the visible edges.
import type { Container, Edge, Element, Graph, Node } from '../graph';
import type { Lookup } from '../lookup';
import type { EdgeType, View } from '../options';
import type { PortStateFacts } from '../vocabulary';
import { buildCard } from './cards';
import type { PictureToPlace, Size } from './placement';
import { boxPadding } from './packing';
import { boxMeaning } from './box-kinds';
import { boxHue } from './palette';
import { edgeLabel, plain, boxTitle } from './picture';
import { fitText, textWidth, type Font } from './text-size';

export const fonts = {
  picture: { size: 18, bold: true },
  note: { size: 11 },
  box: { size: 13, bold: true },
  innerBox: { size: 12, bold: true },
  title: { size: 12 },
  subtitle: { size: 11 },
  row: { size: 10 },
  label: { size: 10 },
} as const satisfies Record<string, Font>;

export interface BoxSketch extends Size {
  readonly id: string;
  readonly parentId: string | null;
  readonly heading: string;
  readonly font: 'box' | 'innerBox';
  /** The summary of a closed box's contents; null for an open box. */
  readonly note: string | null;
  /** Name of the box's color. `meaning` explains the color in the legend. */
  readonly hue: string;
  readonly meaning: string;
}
export interface CardSketch extends Size {
  readonly id: string;
  readonly boxId: string;
  readonly lines: readonly {
    readonly text: string;
    readonly font: 'title' | 'subtitle' | 'row';
    readonly indent: number;
  }[];
  readonly state: PortStateFacts | null;
}
export interface EdgeSketch extends Pick<Edge, 'id' | 'source' | 'target' | 'edgeType' | 'appearance'> {
  readonly label: readonly string[];
  /** Whether the spanning tree blocks the link. */
  readonly isBlocked: boolean;
}
/** The content of an image before the layout, as plain data that can be sent to another thread. */
export interface Sketch {
  readonly boxes: readonly BoxSketch[];
  readonly cards: readonly CardSketch[];
  readonly edges: readonly EdgeSketch[];
  /** Numbers of edges that are not drawn because the view hides them by default, by edge type. */
  readonly hiddenEdges: Readonly<Partial<Record<EdgeType, number>>>;
  /** Numbers of ports and services that the options' filters hide in this view. */
  readonly filteredOut: { readonly ports: number; readonly services: number };
}

const mostHeading = 420;
const mostLine = 210;
const mostLabel = 170;
const mostMeaning = 190;
export const cardPadding = { x: 9, y: 6 };
export const headingHeights = { box: 28, innerBox: 25 };
export const lineHeights = { title: 16, subtitle: 14, row: 13, label: 12 };
export const labelPadding = 3;
const indentWidth = 10;
export const stateWidth = 12;

/**
 * Builds the content of an image. Boxes that are closed by default stay closed, unless a visible edge ends inside the
 * box. With `isFiltered`, the filters of a saved view have chosen the edges of the graph, so the image shows all of
 * them.
 */
export function buildSketch(
  graph: Graph,
  lookup: Lookup,
  hiddenServices = 0,
  { isFiltered = false }: { readonly isFiltered?: boolean } = {},
): Sketch {
  const { view, nodes, edges, filteredOut } = graph;
  const isVisible = ({ appearance }: Edge) => isFiltered || appearance.defaultVisibility === 'Visible';
  const visibleEdges = edges.filter(isVisible);
  const hiddenEdges: Partial<Record<EdgeType, number>> = {};
  for (const edge of edges) if (!isVisible(edge)) hiddenEdges[edge.edgeType] = (hiddenEdges[edge.edgeType] ?? 0) + 1;
  const containers = nodes.filter((node): node is Container => node.nodeType === 'Container');
  const { closed, inside } = closedBoxes(nodes, visibleEdges);
  return {
    boxes: containers.filter(({ id }) => !inside.has(id)).map((box) => boxSketch(box, closed.get(box.id), lookup)),
    cards: nodes
      .filter((node): node is Element => node.nodeType === 'Element' && !inside.has(node.id))
      .map((element) => cardSketch(element, view, lookup)),
    edges: visibleEdges.map((edge) => {
      const { id, source, target, edgeType, appearance } = edge;
      const isBlocked = 'isBlocked' in edge.payload && edge.payload.isBlocked === true;
      const label = [...labelLines(edgeLabel(edge)), ...(isBlocked ? labelLines(blockedText) : [])];
      return { id, source, target, edgeType, appearance, label, isBlocked };
    }),
    hiddenEdges,
    filteredOut: {
      ports: view === 'L2Physical' ? (filteredOut.Interface?.LinkState ?? 0) : 0,
      services: hiddenServices,
    },
  };
}

/**
 * Finds the boxes that are drawn closed: the elements in each of them, by id of the box, and the ids of all nodes that
 * are not drawn because they are in a closed box.
 */
function closedBoxes(nodes: readonly Node[], visibleEdges: readonly Edge[]) {
  const parents = new Map(nodes.map((node) => [node.id, parentOf(node)]));
  const around = (id: string): string[] => {
    const parent = parents.get(id);
    return parent ? [parent, ...around(parent)] : [];
  };
  const open = new Set(visibleEdges.flatMap(({ source, target }) => [...around(source), ...around(target)]));
  const elementsByBox = new Map<string, Element[]>();
  const inside = new Set<string>();
  for (const node of nodes) {
    if (node.nodeType === 'Container' && node.isCollapsedByDefault && !open.has(node.id))
      elementsByBox.set(node.id, []);
    for (const boxId of around(node.id)) {
      if (!elementsByBox.has(boxId)) continue;
      inside.add(node.id);
      if (node.nodeType === 'Element') elementsByBox.get(boxId)!.push(node);
    }
  }
  return { closed: elementsByBox, inside };
}

const parentOf = (node: Node) => (node.nodeType === 'Container' ? node.parentContainerId : node.containerId);

const nouns = { IPAddress: 'addresses', Interface: 'ports', Host: 'machines', Service: 'services' } as const;

function boxSketch(box: Container, hiddenElements: readonly Element[] | undefined, lookup: Lookup): BoxSketch {
  const font = box.parentContainerId === null ? 'box' : 'innerBox';
  const heading = fitText(plain(boxTitle(box, lookup)), fonts[font], mostHeading);
  const note = hiddenElements ? `${hiddenElements.length} ${nouns[hiddenElements[0]?.elementType ?? 'Service']}` : null;
  const noteWidth = note === null ? 0 : textWidth(note, fonts.note) + 12;
  const width = textWidth(heading, fonts[font]) + noteWidth + 2 * boxPadding;
  const meaning = fitText(boxMeaning(box, lookup), fonts.note, mostMeaning);
  const { id, parentContainerId: parentId } = box;
  return { id, parentId, heading, font, note, hue: boxHue(box), meaning, width, height: headingHeights[font] };
}

function cardSketch(element: Element, view: View, lookup: Lookup): CardSketch {
  const { title, subtitle, rows, state } = buildCard(element, view, lookup);
  const lines = [
    { text: title, font: 'title' as const, indent: 0 },
    ...(subtitle === '' ? [] : [{ text: subtitle, font: 'subtitle' as const, indent: 0 }]),
    ...rows.map(({ text, isIndented }) => ({ text, font: 'row' as const, indent: isIndented ? indentWidth : 0 })),
  ].map(({ text, font, indent }) => ({ text: fitText(text, fonts[font], mostLine - indent), font, indent }));
  const widths = lines.map(({ text, font, indent }) => textWidth(text, fonts[font]) + indent);
  return {
    id: element.id,
    boxId: element.containerId,
    lines,
    state,
    width: Math.max(40, ...widths) + 2 * cardPadding.x + (state === null ? 0 : stateWidth),
    height: lines.reduce((sum, { font }) => sum + lineHeights[font], 2 * cardPadding.y),
  };
}

/** Space in pixels between a heading and the contents below it. */
const headingGap = 8;

export const blockedText = 'blocked by the spanning tree';

/**
 * The label of an edge as lines. A label that is too long for one line and names the two ports of a link has two lines.
 */
function labelLines(label: string): string[] {
  const lines = textWidth(label, fonts.label) > mostLabel ? label.split(/(?<= ↔) /) : [label];
  return lines.filter((line) => line !== '').map((line) => fitText(line, fonts.label, mostLabel));
}

/** Converts a sketch to the input of the layout. */
export const toPlace = ({ boxes, cards, edges }: Sketch): PictureToPlace => ({
  boxes: boxes.map(({ id, parentId, width, height, note }) => ({
    ...{ id, parentId },
    heading: { width, height: note === null ? height + headingGap : height },
  })),
  elements: cards.map(({ id, boxId, width, height }) => ({ id, boxId, width, height })),
  edges: edges.map(({ id, source, target, appearance, label }) => ({
    ...{ id, source, target },
    isDirected: appearance.showDirectionality,
    affectsLayout: appearance.affectsLayout,
    label: label.length === 0 ? null : sizeOfLabel(label),
  })),
});

const sizeOfLabel = (lines: readonly string[]): Size => ({
  width: lines.reduce((most, line) => Math.max(most, textWidth(line, fonts.label)), 0) + 2 * labelPadding,
  height: lines.length * lineHeights.label,
});
