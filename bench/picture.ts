// Measures the topology page in a real browser for networks of several sizes: time to draw, used part of the canvas,
// legible names, crossing lines, and frame rate.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createSession } from '../src/auth/sessions';
import { createPrismaClient } from '../src/data/client';
import { loadDemo } from '../src/demo/load';
import { countCrossings, type Way } from '../src/pages/topology/layout/crossings';
import { launchChromium, newContext } from './browser';
import { crossingsByElk, type Box } from './crossings';
import { equalStumps, linesThroughNodes, unnamedNodes, type PaintedName } from './legibility';

interface Measured {
  readonly url: string;
  readonly databaseUrl: string;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
  readonly hosts: readonly number[];
  /** Folder for screenshots; undefined for no screenshots. */
  readonly folder?: string | undefined;
}

const views = ['L2Physical', 'L3Logical', 'Workloads', 'Application'];
const narrow = { width: 390, height: 844 };
const leastFont = 11;
const waitMs = 240_000;

const columns = [
  'Hosts',
  'View',
  'Marks',
  'First picture',
  'Next reader',
  'Canvas covered',
  'Readable names',
  'Unnamed',
  'Overlaps',
  'Equal stumps',
];
const moreColumns = ['Through nodes', 'Crossings', 'By ELK', 'Frames a second', 'Unnamed at 390 px'];

interface Seen {
  readonly readyMs: number;
  readonly marks: number;
  readonly covered: number;
  readonly names: number;
  readonly unnamed: number;
  readonly overlaps: number;
  readonly stumps: number;
  readonly throughNodes: number;
  readonly crossings: number;
  readonly crossingsByElk: number;
  readonly framesPerSecond: number;
}

export async function benchPicture({ url, databaseUrl, report, print, hosts, folder }: Measured): Promise<void> {
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const prisma = createPrismaClient(databaseUrl);
  const browser = await launchChromium();
  try {
    print(rowOf([...columns, ...moreColumns]));
    print('| ----: | ---- | ' + '----: | '.repeat(columns.length + moreColumns.length - 2).trim());
    for (const count of hosts) {
      report(`a demo of ${count} hosts …`);
      const demo = await demoOf(prisma, count);
      for (const view of views) {
        const address = `${url}/topology?topology=${demo.topologyId}&view=${view}`;
        const page = await visit(browser, url, demo.session);
        const firstLook = await look(page, address);
        if (folder !== undefined) await photograph(page, path.join(folder, `${count}-${view}`));
        const unnamedIfNarrow = await countUnnamedIfNarrow(page);
        await page.context().close();
        // The second measurement is made when the service has cached the network and its view.
        const nextMs = await readyAgain(browser, url, demo.session, address);
        print(
          rowOf([
            ...[numbers.format(count), `\`${view}\``, firstLook.marks, msOf(firstLook.readyMs), msOf(nextMs)],
            ...[`${Math.round(firstLook.covered * 100)} %`, firstLook.names],
            ...[firstLook.unnamed, firstLook.overlaps, firstLook.stumps, firstLook.throughNodes],
            ...[firstLook.crossings, firstLook.crossingsByElk, firstLook.framesPerSecond, unnamedIfNarrow],
          ]),
        );
      }
    }
  } finally {
    await browser.close();
    await prisma.$disconnect();
  }
}

const numbers = new Intl.NumberFormat('en');
const msOf = (ms: number) => `${numbers.format(ms)} ms`;
const rowOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** Takes two screenshots: a wide one in the light theme, and a narrow one in the dark theme. */
async function photograph(page: Page, file: string): Promise<void> {
  await page.screenshot({ path: `${file}.png` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openNarrow(page);
  await page.screenshot({ path: `${file}-narrow.png` });
}

/** Opens the view in a window of a phone's size, without the positions and the visible part of the wide picture. */
async function openNarrow(page: Page): Promise<void> {
  await page.setViewportSize(narrow);
  await page.evaluate(() => localStorage.clear());
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(page.url().replace(/&look=[^&]*/, ''), { timeout: waitMs });
  await page.reload();
  await countDrawn(page);
}

/** Number of nodes without a name in a window of a phone's size, among the nodes whose centre is visible. */
async function countUnnamedIfNarrow(page: Page): Promise<number> {
  await openNarrow(page);
  const { inSight, names } = await page.evaluate(() => {
    const canvas = document.getElementById('canvas') as unknown as HTMLElement & { _cyreg: { cy: Drawing } };
    const { cy } = canvas._cyreg;
    const surface = canvas.querySelector('canvas.overview') as unknown as { names?: PaintedName[] };
    const nodes = cy.nodes().filter((node) => {
      const { x1, y1, x2, y2 } = node.renderedBoundingBox({ includeLabels: false, includeOverlays: false });
      const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
      return node.visible() && x > 0 && y > 0 && x < cy.width() && y < cy.height();
    });
    const ids = nodes.map((node) => node.id());
    // If no names are painted over the drawing, each node shows its own label, so all nodes have names.
    return { inSight: ids, names: surface.names?.length ? surface.names : ids.map((id) => ({ id })) };
  });
  return unnamedNodes(inSight, names);
}

async function readyAgain(browser: Browser, url: string, session: string, address: string): Promise<number> {
  const page = await visit(browser, url, session);
  await page.goto(address, { timeout: waitMs });
  const readyMs = await countDrawn(page);
  await page.context().close();
  return readyMs;
}

/** Loads a demo with one network, unless it exists already. Also creates a session of the demo's owner. */
async function demoOf(prisma: ReturnType<typeof createPrismaClient>, hosts: number) {
  const seed = `picture-${hosts}`;
  const { networks, email } = await loadDemo(prisma, { seed, hosts, networks: 1 });
  const user = await prisma.user.findUniqueOrThrow({ where: { email } });
  const { id } = await prisma.topology.findFirstOrThrow({ where: { networkId: networks[0]!.id, snapshotId: null } });
  return { topologyId: id, session: await createSession(prisma, user) };
}

async function visit(browser: Browser, url: string, session: string): Promise<Page> {
  const context = await newContext(browser, url, session);
  return context.newPage();
}

async function look(page: Page, address: string): Promise<Seen> {
  await page.goto(address, { timeout: waitMs });
  const readyMs = await countDrawn(page);
  const { width, height, bounds, names, boxes, ways, inSight } = await page.evaluate(() => {
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
      ways: cy
        .edges()
        .filter((edge) => edge.visible())
        .map((edge): Way => {
          const points = [edge.sourceEndpoint(), ...(edge.segmentPoints() ?? []), edge.targetEndpoint()];
          // If a node is not drawn, its line ends at the innermost drawn box around the node.
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
      // If no names are painted over the drawing, the names are the nodes' own labels.
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
  const right = Math.min(bounds.x2, width) - Math.max(bounds.x1, 0);
  const readable = names.filter((name) => isReadable(name, width, height));
  return {
    ...{ readyMs, marks: inSight.length, names: readable.length, unnamed: unnamedNodes(inSight, readable) },
    ...{ stumps: equalStumps(readable), throughNodes: linesThroughNodes(ways, boxes) },
    covered: (right * (Math.min(bounds.y2, height) - Math.max(bounds.y1, 0))) / (width * height),
    overlaps: readable.flatMap((a, at) => readable.slice(at + 1).filter((b) => meet(a, b))).length,
    ...{ crossings: countCrossings(ways), crossingsByElk: await crossingsByElk(boxes, ways) },
    framesPerSecond: await movedAround(page),
  };
}

const steps = 60;

/** Frames per second while the pointer drags the drawing back and forth, and the wheel zooms. */
async function movedAround(page: Page): Promise<number> {
  const { x, y } = (await page.locator('#canvas').boundingBox())!;
  const [leftEdge, upper] = [x + 4, y + 4];
  await page.mouse.move(leftEdge, upper);
  await page.evaluate(() => {
    const watch = {
      ...{ frames: 0, began: performance.now(), ended: 0 },
      next(): void {
        if (watch.ended) return;
        watch.frames += 1;
        requestAnimationFrame(() => watch.next());
      },
    };
    (window as unknown as { watch: typeof watch }).watch = watch;
    requestAnimationFrame(() => watch.next());
  });
  await page.mouse.down();
  for (let step = 1; step <= steps; step += 1) {
    const far = Math.min(step, steps - step) * 8;
    await page.mouse.move(leftEdge + far, upper + far);
  }
  await page.mouse.up();
  for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, step < steps / 2 ? -60 : 60);
  return page.evaluate(() => {
    const { watch } = window as unknown as { watch: { frames: number; began: number; ended: number } };
    watch.ended = performance.now();
    return Math.round((watch.frames * 1000) / (watch.ended - watch.began));
  });
}

/** Milliseconds without a new frame after which the picture counts as complete. */
const restMs = 500;

/** Waits until the picture stops changing. Returns the time of the last frame in milliseconds. */
async function countDrawn(page: Page): Promise<number> {
  const paintedRows = await page.waitForFunction((rest) => {
    const canvas = document.getElementById('canvas') as (HTMLElement & { _cyreg?: { cy: Drawing } }) | null;
    const cy = canvas?._cyreg?.cy;
    if (!canvas?.dataset.drawn || canvas.ariaBusy !== 'false' || !cy?.nodes().length) return 0;
    if (cy.painted === undefined) {
      cy.painted = performance.now();
      // The labels are already painted when the event `render` is emitted.
      cy.on('render', () => (cy.painted = performance.now()));
    }
    return !cy.animated() && performance.now() - cy.painted > rest ? cy.painted : 0;
  }, restMs);
  return Math.round(await paintedRows.jsonValue());
}

const isReadable = ({ x, y, fontSize, ...name }: PaintedName, width: number, height: number): boolean =>
  fontSize >= leastFont && name.width > 0 && x >= 0 && y >= 0 && x + name.width <= width && y + name.height <= height;

const meet = (a: PaintedName, b: PaintedName): boolean =>
  a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;

/** The part of Cytoscape's interface that this benchmark uses. */
interface Drawing {
  nodes(): DrawnNodes;
  edges(): DrawnEdges;
  getElementById(id: string): DrawnNode;
  zoom(): number;
  width(): number;
  height(): number;
  animated(): boolean;
  on(event: 'render', listener: () => void): void;
  /** Time of the last frame in milliseconds, which this benchmark adds; absent before the first frame. */
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
