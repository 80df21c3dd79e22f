// Reads from the topology page in a browser what its picture shows, and counts what makes the picture hard to read.
import type { Page } from 'playwright-core';
import type { DrawnLine } from '../src/pages/topology/layout/crossings';
import type { Box } from './crossings';
import { equalStumps, linesThroughNodes, unnamedNodes, type PaintedName } from './legibility';

const leastFont = 11;

/** The picture as drawn. Positions of nodes and lines are coordinates of the graph, positions of names are pixels. */
export interface SeenPicture {
  readonly width: number;
  readonly height: number;
  readonly bounds: { readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number };
  readonly boxes: readonly Box[];
  readonly lines: readonly DrawnLine[];
  /** Ids of the nodes that are visible at least in part. */
  readonly inSight: readonly string[];
  readonly names: readonly PaintedName[];
}

export function readPicture(page: Page): Promise<SeenPicture> {
  return page.evaluate(() => {
    const canvas = document.getElementById('canvas') as unknown as HTMLElement & { _cyreg: { cy: Drawing } };
    const { cy } = canvas._cyreg;
    const surface = canvas.querySelector('canvas.overview') as unknown as { names?: PaintedName[] };
    const nodes = cy.nodes().filter((node) => node.visible());
    return {
      ...{ width: cy.width(), height: cy.height(), bounds: nodes.renderedBoundingBox() },
      boxes: nodes.map((node): Box => {
        const { x1, y1, w, h } = node.boundingBox({
          includeLabels: false,
          includeOverlays: false,
          includeOutlines: false,
        });
        return { id: node.id(), x: x1, y: y1, width: w, height: h };
      }),
      lines: cy
        .edges()
        .filter((edge) => edge.visible())
        .map((edge): DrawnLine => {
          const points = [edge.sourceEndpoint(), ...(edge.segmentPoints() ?? []), edge.targetEndpoint()];
          // A line whose end node is hidden is drawn to the innermost visible box around that node.
          const [source, target] = [edge.source(), edge.target()].map((end) => {
            let at = end;
            for (let box = at.data('around'); !at.visible() && box; box = at.data('around'))
              at = cy.getElementById(box);
            return at.id();
          });
          return { source: source!, target: target!, points };
        }),
      inSight: nodes
        .filter((node) => {
          const { x1, y1, x2, y2 } = node.renderedBoundingBox({ includeLabels: false, includeOverlays: false });
          return x2 > 0 && y2 > 0 && x1 < cy.width() && y1 < cy.height();
        })
        .map((node) => node.id()),
      // If the page paints names on a canvas of its own, `surface.names` lists them. Otherwise, Cytoscape draws each
      // label.
      names: surface.names?.length
        ? surface.names
        : nodes.map((node): PaintedName => {
            const box = node.renderedBoundingBox({ includeNodes: false, includeLabels: true, includeOverlays: false });
            const fontSize = parseFloat(node.style('font-size')) * cy.zoom();
            const lines = String(node.data('label')).split('\n');
            return { id: node.id(), x: box.x1, y: box.y1, width: box.w, height: box.h, fontSize, lines };
          }),
    };
  });
}

/** How often each fault occurs that makes a picture hard to read. */
export interface Faults {
  readonly unnamed: number;
  readonly overlaps: number;
  readonly stumps: number;
  readonly throughNodes: number;
}

export const readableNames = ({ names, width, height }: SeenPicture): readonly PaintedName[] =>
  names.filter((name) => isReadable(name, width, height));

export function faultsIn(picture: SeenPicture): Faults {
  const names = readableNames(picture);
  return {
    unnamed: unnamedNodes(picture.inSight, names),
    overlaps: names.flatMap((a, at) => names.slice(at + 1).filter((b) => meet(a, b))).length,
    stumps: equalStumps(names),
    throughNodes: linesThroughNodes(picture.lines, picture.boxes),
  };
}

const isReadable = ({ x, y, fontSize, ...name }: PaintedName, width: number, height: number): boolean =>
  fontSize >= leastFont && name.width > 0 && x >= 0 && y >= 0 && x + name.width <= width && y + name.height <= height;

const meet = (a: PaintedName, b: PaintedName): boolean =>
  a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;

/** The part of Cytoscape's interface that the benchmark of the picture uses. */
export interface Drawing {
  nodes(): DrawnNodes;
  edges(): DrawnEdges;
  getElementById(id: string): DrawnNode;
  zoom(): number;
  width(): number;
  height(): number;
  animated(): boolean;
  on(event: 'render', listener: () => void): void;
  /** When Cytoscape last drew a frame, in ms. The benchmark sets this member; it is absent before the first frame. */
  painted?: number;
}
interface DrawnNodes {
  readonly length: number;
  renderedBoundingBox(): { x1: number; y1: number; x2: number; y2: number };
  filter(is: (node: DrawnNode) => boolean): DrawnNodes;
  map<T>(of: (node: DrawnNode) => T): T[];
}
interface DrawnNode {
  id(): string;
  data(name: string): string | null | undefined;
  visible(): boolean;
  style(name: string): string;
  boundingBox(options: object): { x1: number; y1: number; w: number; h: number };
  renderedBoundingBox(options: object): { x1: number; y1: number; x2: number; y2: number; w: number; h: number };
}
interface DrawnEdges {
  filter(is: (edge: DrawnEdge) => boolean): DrawnEdges;
  map<T>(of: (edge: DrawnEdge) => T): T[];
}
interface DrawnEdge {
  visible(): boolean;
  source(): DrawnNode;
  target(): DrawnNode;
  sourceEndpoint(): { x: number; y: number };
  targetEndpoint(): { x: number; y: number };
  segmentPoints(): { x: number; y: number }[] | undefined;
}
