// Measures the topology page in a real browser for networks of several sizes: time to draw, used part of the canvas,
// legible names, crossing lines, and smooth movement.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createSession } from '../src/auth/sessions';
import { createPrismaClient } from '../src/data/client';
import { loadDemo } from '../src/demo/load';
import { countCrossings } from '../src/pages/topology/layout/crossings';
import { launchChromium, newContext } from './browser';
import { layOutByElk, lengthOf } from './crossings';
import { unnamedNodes, type PaintedName } from './legibility';
import { moveAround, type Smoothness } from './moving';
import { faultsIn, readableNames, readPicture, type Drawing, type Faults } from './seen-picture';

interface Measured {
  readonly url: string;
  readonly databaseUrl: string;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
  readonly hosts: readonly number[];
  /** Folder for screenshots; undefined for no screenshots. */
  readonly folder?: string | undefined;
}

/**
 * The measured views and layouts. `Workloads` and `Application` are measured in one layout only: they have so few lines
 * that both layouts give the same picture.
 */
const pictures = [
  ...['L2Physical', 'L3Logical', 'Workloads', 'Application'].map((view) => ({ view, layout: 'Layers' })),
  ...['L2Physical', 'L3Logical'].map((view) => ({ view, layout: 'Rings' })),
];
/** Further window sizes in which nodes without a visible name are counted. 360 × 740 is the window of a phone. */
const smallerWindows = [
  { width: 1200, height: 800 },
  { width: 1024, height: 700 },
  { width: 360, height: 740 },
];
const waitMs = 240_000;

const columns = [
  'Hosts',
  'View',
  'Layout',
  'Marks',
  'First picture',
  'Next reader',
  'Canvas covered',
  'Readable names',
  'Unnamed',
  'Overlaps',
  'Equal stumps',
];
const moreColumns = [
  ...['Through nodes', 'Crossings', 'By ELK', 'Length to ELK', 'Frames a second', 'Short tasks'],
  'Unnamed at 1,200, 1,024, 360 px',
];
const textColumns = 3;

interface PictureFigures extends Faults {
  readonly readyMs: number;
  readonly marks: number;
  readonly covered: number;
  readonly names: number;
  readonly crossings: number;
  readonly crossingsByElk: number;
  /**
   * Total length of all lines, divided by the total length of the lines that the layout library ELK draws between the
   * same nodes. Undefined if the picture has no lines.
   */
  readonly lengthToElk: number | undefined;
  readonly smoothness: Smoothness;
}

export async function benchPicture({ url, databaseUrl, report, print, hosts, folder }: Measured): Promise<void> {
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const prisma = createPrismaClient(databaseUrl);
  const browser = await launchChromium();
  try {
    print(rowOf([...columns, ...moreColumns]));
    print('| ----: | ---- | ---- | ' + '----: | '.repeat(columns.length + moreColumns.length - textColumns).trim());
    for (const count of hosts) {
      report(`a demo of ${count} hosts …`);
      const demo = await demoOf(prisma, count);
      for (const { view, layout } of pictures) {
        const address = `${url}/topology?topology=${demo.topologyId}&view=${view}&layout=${layout}`;
        const page = await visit(browser, url, demo.session);
        const firstLook = await look(browser, page, address);
        if (folder !== undefined) await photograph(page, path.join(folder, `${count}-${view}-${layout}`));
        const unnamedIfSmaller = await countUnnamedIfSmaller(page);
        await page.context().close();
        // Measures the page a second time, when the service has cached the network and the view.
        const nextMs = await readyAgain(browser, url, demo.session, address);
        print(
          rowOf([
            ...[numbers.format(count), `\`${view}\``, layout.toLowerCase(), firstLook.marks],
            ...[msOf(firstLook.readyMs), msOf(nextMs), percentOf(firstLook.covered), firstLook.names],
            ...[firstLook.unnamed, firstLook.overlaps, firstLook.stumps, firstLook.throughNodes],
            ...[firstLook.crossings, firstLook.crossingsByElk, firstLook.lengthToElk?.toFixed(1) ?? ''],
            ...[
              firstLook.smoothness.framesPerSecond,
              percentOf(firstLook.smoothness.shortTasks),
              unnamedIfSmaller.join(', '),
            ],
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
const percentOf = (share: number) => `${Math.round(share * 100)} %`;
const msOf = (ms: number) => `${numbers.format(ms)} ms`;
const rowOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** Takes two screenshots: a wide one in the light theme, and a narrow one in the dark theme. */
async function photograph(page: Page, file: string): Promise<void> {
  await page.screenshot({ path: `${file}.png` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openIn(smallerWindows.at(-1)!, page);
  await page.screenshot({ path: `${file}-narrow.png` });
}

/** Opens the view in a window of this size, without the stored positions and zoom of the previous window. */
async function openIn(size: (typeof smallerWindows)[number], page: Page): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => localStorage.clear());
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(page.url().replace(/&look=[^&]*/, ''), { timeout: waitMs });
  await page.reload();
  await countDrawn(page);
}

async function countUnnamedIfSmaller(page: Page): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const size of smallerWindows) {
    await openIn(size, page);
    counts.push(await countUnnamed(page));
  }
  return counts;
}

/** Number of nodes without a name, among the nodes whose centre is visible. */
async function countUnnamed(page: Page): Promise<number> {
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
    // `surface.names` lists the names that the page paints itself while nodes are too small for labels. If it is empty,
    // every node shows its own label.
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

/**
 * Loads a demo organization with one network unless it is already stored, and creates a session of the organization's
 * owner.
 */
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

async function look(browser: Browser, page: Page, address: string): Promise<PictureFigures> {
  await page.goto(address, { timeout: waitMs });
  const readyMs = await countDrawn(page);
  const picture = await readPicture(page);
  const { width, height, bounds, boxes, lines, inSight } = picture;
  const right = Math.min(bounds.x2, width) - Math.max(bounds.x1, 0);
  const byElk = await layOutByElk(boxes, lines);
  return {
    ...{ readyMs, marks: inSight.length, names: readableNames(picture).length, ...faultsIn(picture) },
    covered: (right * (Math.min(bounds.y2, height) - Math.max(bounds.y1, 0))) / (width * height),
    ...{ crossings: countCrossings(lines), crossingsByElk: countCrossings(byElk) },
    lengthToElk: lines.length === 0 ? undefined : lengthOf(lines) / lengthOf(byElk),
    smoothness: await moveAround(browser, page),
  };
}

/** The picture counts as complete if no frame is drawn for this number of milliseconds. */
const restMs = 500;

/** Waits until the picture stops changing. Returns the time of the last frame in milliseconds. */
async function countDrawn(page: Page): Promise<number> {
  const paintedRows = await page.waitForFunction((rest) => {
    const canvas = document.getElementById('canvas') as (HTMLElement & { _cyreg?: { cy: Drawing } }) | null;
    const cy = canvas?._cyreg?.cy;
    if (!canvas?.dataset.drawn || canvas.ariaBusy !== 'false' || !cy?.nodes().length) return 0;
    if (cy.painted === undefined) {
      cy.painted = performance.now();
      // Cytoscape emits `render` after it has painted a frame, labels included. So this is the time of the last frame.
      cy.on('render', () => (cy.painted = performance.now()));
    }
    return !cy.animated() && performance.now() - cy.painted > rest ? cy.painted : 0;
  }, restMs);
  return Math.round(await paintedRows.jsonValue());
}
