// Draws pictures of the topology page without a browser: the page's own layout and names, in a headless Cytoscape. The
// result has the form in which the benchmark reads pictures from a browser.
import cytoscape from 'cytoscape';
import ELK from 'elkjs';
import type { SeenPicture } from '../../../bench/seen-picture';
import { textWidth } from '../../../src/modules/topology/graph/render/text-size';
import { createCovering } from '../../../src/pages/topology/drawing/covering';
import { buildElements } from '../../../src/pages/topology/drawing/elements';
import { firstViewport } from '../../../src/pages/topology/drawing/fit';
import { layOutNames, namesInOrder } from '../../../src/pages/topology/drawing/name-layout';
import { itemFontSize, leastFontSize } from '../../../src/pages/topology/drawing/styles';
import { buildTheme } from '../../../src/pages/topology/drawing/theme';
import { createLines } from '../../../src/pages/topology/drawing/titles';
import type { Picture } from '../../../src/pages/topology/graph/picture';
import { showPicture, type Choices } from '../../../src/pages/topology/graph/shown';
import { layOutPicture, wholeNumbers, withRoutesAround } from '../../../src/pages/topology/layout/lay-out-picture';
import { outerNodes } from '../../../src/pages/topology/layout/outer';
import { readingOf } from '../../../src/pages/topology/layout/reading';
import { validRoutes } from '../../../src/pages/topology/layout/routed';
import {
  buildRectangles,
  buildTree,
  findBounds,
  fitMargin,
  type Point,
  type Rect,
  type Size,
} from '../../../src/pages/topology/layout/tree';
import type { Marks } from '../../../src/pages/topology/marks/marks';
import type { Drawn } from '../../../src/pages/topology/state/store';

const noMarks: Marks = {
  ...{ nodes: new Map(), lines: new Map(), signs: new Map() },
  ...{ steps: [], selectedLine: undefined, fades: false, fadesLines: false },
};

/** Half of the width of a border in pixels: the half that is outside of the node. */
const borderPixels = 1.5;
const withBorder = ({ x, y, width, height }: Rect, border: number): Rect => ({
  ...{ x: x - border, y: y - border },
  ...{ width: width + 2 * border, height: height + 2 * border },
});

/** Lays out a picture as the page does when it draws the picture for the first time, on a canvas of this size. */
export async function layOutFirst(
  picture: Picture,
  choices: Choices,
  canvas: Size,
  { inRings = false } = {},
): Promise<Omit<Drawn, 'sceneKey' | 'layoutKey' | 'historyKey' | 'arrangement'>> {
  const visible = showPicture(picture, choices);
  const exactTree = buildTree(visible);
  const room = { width: canvas.width - 2 * fitMargin, height: canvas.height - 2 * fitMargin };
  const isBox = (id: string) => picture.nodes.get(id)?.shape === 'box';
  const {
    tree,
    places: exact,
    routes: firstRoutes,
  } = await layOutPicture(exactTree, visible.lines, {
    ...{ outer: outerNodes(visible, exactTree), isBox, inRings, room, runElk: (graph) => new ELK().layout(graph) },
  });
  const places = wholeNumbers(exact);
  const rectangles = buildRectangles(tree, places);
  const outer = outerNodes(visible, tree);
  const keptRoutes = validRoutes(firstRoutes, visible.lines, rectangles);
  const routes = withRoutesAround(keptRoutes, visible.lines, { rectangles, outer, room });
  return { visible, tree, places, rectangles, routes, reading: readingOf(visible.lines, outer, rectangles) };
}

type FirstLayout = Awaited<ReturnType<typeof layOutFirst>>;

/**
 * What a user sees of the picture on a canvas of this size, at the first zoom multiplied by `closer`. `boxes` are all
 * folds and all nodes at which lines end: devices, subnets, machines and collapsed folds.
 */
export function seePicture(laidOut: FirstLayout, canvas: Size, closer = 1): SeenPicture {
  const drawnPicture = { ...laidOut, sceneKey: '', layoutKey: '', historyKey: '', arrangement: 0 };
  const elements = buildElements(drawnPicture, noMarks, null, buildTheme(false));
  const core = cytoscape({ headless: true, elements, layout: { name: 'preset' } });
  const bounds = findBounds(laidOut.rectangles.values()) ?? { x: 0, y: 0, width: 1, height: 1 };
  const first = firstViewport(bounds, canvas, laidOut.reading);
  const middle = { x: canvas.width / 2, y: canvas.height / 2 };
  const zoom = first.zoom * closer;
  const pan = {
    x: middle.x - ((middle.x - first.pan.x) / first.zoom) * zoom,
    y: middle.y - ((middle.y - first.pan.y) / first.zoom) * zoom,
  };
  core.viewport({ zoom, pan });
  const ruler = (text: string) => textWidth(text, { size: 100, bold: true }) / 100;
  const measures = { ruler, linesOf: createLines(ruler) };
  const covering = createCovering(core, measures);
  covering.keep();
  const visibleNodes = core.nodes().filter((node) => !node.hasClass('within'));
  const rectOf = (id: string) => laidOut.rectangles.get(id)!;
  const centre = (id: string) => {
    const { x, y, width, height } = rectOf(id);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const area = { x: -pan.x / zoom, y: -pan.y / zoom, width: canvas.width / zoom, height: canvas.height / zoom };
  const isSeen = ({ x, y }: Point) => x > area.x && x < area.x + area.width && y > area.y && y < area.y + area.height;
  const names = layOutNames(namesInOrder(core, covering), { zoom, area, covering }, measures);
  const ids = visibleNodes.map((node) => node.id());
  const inSight = ids.filter((id) => isSeen(centre(id)));
  const { tree, visible } = laidOut;
  const outer = outerNodes(visible, tree);
  const endOf = (id: string) => covering.drawnFor(outer.of(id) ?? id);
  return {
    ...canvas,
    bounds: {
      x1: bounds.x * zoom + pan.x,
      y1: bounds.y * zoom + pan.y,
      x2: (bounds.x + bounds.width) * zoom + pan.x,
      y2: (bounds.y + bounds.height) * zoom + pan.y,
    },
    boxes: ids
      .filter((id) => outer.of(id) === id || tree.openFolds.has(id))
      .map((id) => ({ id, ...withBorder(rectOf(id), borderPixels / first.zoom) })),
    lines: laidOut.visible.lines
      .filter(({ id }) => !core.getElementById(id).hasClass('within'))
      .map(({ id, source, target }) => ({
        source: endOf(source),
        target: endOf(target),
        points: laidOut.routes.get(id) ?? [centre(source), centre(target)],
      })),
    inSight,
    // At a zoom at which the labels of nodes can be read, each node shows its own label.
    names:
      zoom * itemFontSize < leastFontSize
        ? names.map(({ of, title }) => ({ ...title, x: title.x + pan.x, y: title.y + pan.y, id: of.node.id() }))
        : inSight.map((id) => {
            const { x, y } = centre(id);
            const at = { x: x * zoom + pan.x, y: y * zoom + pan.y };
            return { id, ...at, width: 1, height: 1, fontSize: leastFontSize, lines: [id] };
          }),
  };
}
