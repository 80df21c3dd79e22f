// Opens the topology page for suites, as a signed-in visitor. Each suite has a demo organization of its own.
import { basename } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createSession } from '../../../src/auth/sessions';
import { loadDemo, type LoadedDemo } from '../../../src/demo/load';
import { createMigratedDatabase } from '../../support/own-database';
import { serve, type RunningServer } from '../../support/world';
import { emptyPage, leaveBrowser, leavePage, openBrowser, newVisitor, type Visitor } from '../browser';

export interface DemoService extends RunningServer {
  readonly demo: LoadedDemo;
  readonly userId: string;
  readonly session: string;
  /** The id of the live topology of the network with this name. */
  topologyOf(name: string): string;
  networkOf(name: string): string;
  close(): Promise<void>;
}

/**
 * The port of the last demo service. The next demo service uses the same port, so that its pages have the same origin:
 * open pages and the caches of the browser can be used again.
 */
let lastPort = 0;

export async function serveDemo(
  options: { readonly hosts?: number; readonly networks?: number } = {},
): Promise<DemoService> {
  // The suite has a database of its own. Loading a demo is one long transaction, and running writes delay event streams
  // and snapshots in the whole database.
  const database = await createMigratedDatabase();
  const running = await serve({ DATABASE_URL: database.url }, undefined, lastPort);
  lastPort = Number(new URL(running.url).port);
  const { prisma } = running;
  // The seed is the name of the suite, so the demo organization is the same in every run.
  const seed = basename(expect.getState().testPath!, '.test.ts');
  const demo = await loadDemo(prisma, { seed: `page-${seed}`, ...options });
  const { organizationId } = demo;
  const user = await prisma.user.findUniqueOrThrow({ where: { email: demo.email } });
  const rows = await prisma.topology.findMany({ where: { snapshotId: null, network: { organizationId } } });
  const networkOf = (name: string) => demo.networks.find((network) => network.name === name)!.id;
  return {
    ...running,
    demo,
    userId: user.id,
    session: await createSession(prisma, user),
    networkOf,
    topologyOf: (name) => rows.find(({ networkId }) => networkId === networkOf(name))!.id,
    close: async () => {
      await running.stop();
      await database.drop();
    },
  };
}

export interface DrawnNode {
  readonly id: string;
  readonly label: string;
  readonly classes: readonly string[];
  readonly x: number;
  readonly y: number;
}

/**
 * Sets up a service with a demo organization, and a browser. After each test its page is closed, and must have had no
 * errors and no requests to other origins. With `returning`, local storage stays from test to test.
 */
export function demoSuite({ returning = false } = {}) {
  let service: DemoService;
  let browser: Browser;
  let openedPage: TopologyPage | undefined;
  const remembered = new Map<string, string>();
  beforeAll(async () => {
    [service, browser] = await Promise.all([serveDemo(), openBrowser()]);
  });
  afterEach(async () => {
    if (!openedPage) return;
    const { visitor } = openedPage;
    openedPage = undefined;
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.close();
  });
  return {
    get service(): DemoService {
      return service;
    },
    get browser(): Browser {
      return browser;
    },
    get opened(): TopologyPage {
      return openedPage!;
    },
    open: async (search: string, options = {}): Promise<TopologyPage> => {
      openedPage = await TopologyPage.open(browser, service, search, {
        ...options,
        ...(returning && { stored: [...remembered] }),
      });
      const isWhole = /^\?topology=[^&]+&view=\w+$/.test(search);
      for (const [name, value] of isWhole ? await openedPage.stored() : [])
        if (!remembered.has(name)) remembered.set(name, value);
      return openedPage;
    },
  };
}

/** The topology page in a browser, with functions that act as a visitor and read what the page shows. */
export class TopologyPage {
  private constructor(
    readonly visitor: Visitor,
    readonly page: Page,
  ) {}

  /**
   * Opens the page. `stored` is put into the local storage, and `prepare` runs before the page sends its first
   * request.
   */
  static async open(
    browser: Browser,
    service: DemoService,
    search: string,
    { prepare, stored = [], ...options }: OpenOptions = {},
  ): Promise<TopologyPage> {
    const { session } = service;
    const visitor = await newVisitor(browser, service.url, { width: 1400, height: 850, session, ...options });
    const { page } = visitor;
    await prepare?.(page);
    if (stored.length > 0) {
      if (!page.url().endsWith(emptyPage)) await page.goto(emptyPage);
      await page.evaluate((entries) => {
        for (const [name, value] of entries) localStorage.setItem(name, value);
      }, stored);
    }
    const openedPage = new TopologyPage(visitor, page);
    await page.goto(`/topology${search}`);
    await openedPage.isDrawn();
    return openedPage;
  }

  /** Waits until the graph is drawn and no longer moves. */
  async isDrawn(): Promise<void> {
    await this.page.waitForFunction(() => {
      const canvas = document.getElementById('canvas') as (HTMLElement & { _cyreg?: { cy: Drawing } }) | null;
      const address = new URLSearchParams(location.search);
      const isWanted = canvas?.dataset.drawn === `${address.get('topology')} ${address.get('view')}`;
      if (!isWanted || canvas.ariaBusy !== 'false' || !canvas._cyreg) return false;
      return canvas._cyreg.cy.nodes().length > 0 && !canvas._cyreg.cy.animated();
    });
  }

  /** All drawn elements that match the selector, with their positions on the screen. */
  drawn(selector: string): Promise<DrawnNode[]> {
    return this.page.evaluate((expectedText) => {
      const element = document.getElementById('canvas')!;
      const { cy } = (element as unknown as { _cyreg: { cy: Drawing } })._cyreg;
      const { left, top } = element.getBoundingClientRect();
      return cy.$(expectedText).map((one) => ({
        id: one.id(),
        label: String(one.data('label')),
        classes: one.classes(),
        x: one.isNode() ? one.renderedPosition().x + left : 0,
        y: one.isNode() ? one.renderedPosition().y + top : 0,
      }));
    }, selector);
  }

  /** Waits until the page shows the effect of the last action, which happens in the next animation frames. */
  async settled(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
        }),
    );
    await this.isDrawn();
  }

  /** The upper left corner of a node, in screen coordinates. */
  topLeft(id: string): Promise<{ x: number; y: number }> {
    return this.page.evaluate((expectedText) => {
      const element = document.getElementById('canvas')!;
      const { cy } = (element as unknown as { _cyreg: { cy: Drawing } })._cyreg;
      const { left, top } = element.getBoundingClientRect();
      const { x1, y1 } = cy.getElementById(expectedText).renderedBoundingBox();
      return { x: x1 + left, y: y1 + top };
    }, id);
  }

  /** Sends a query to the service directly, as the visitor. */
  async ask(query: string) {
    const response = await this.visitor.context.request.post('/graphql', { data: { query } });
    const { data, errors } = await response.json();
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** The page's entries in the browser's local storage. */
  stored(): Promise<[string, string][]> {
    return this.page.evaluate(() => Object.entries<string>(localStorage));
  }

  async places(): Promise<Record<string, readonly [number, number]>> {
    const places = await this.page.evaluate(() => {
      const { cy } = (document.getElementById('canvas') as unknown as { _cyreg: { cy: Drawing } })._cyreg;
      return cy.nodes().map((node) => [node.id(), [node.position().x, node.position().y]]);
    });
    return Object.fromEntries(places) as Record<string, [number, number]>;
  }

  zoom(): Promise<number> {
    return this.page.evaluate(() =>
      (document.getElementById('canvas') as unknown as { _cyreg: { cy: Drawing } })._cyreg.cy.zoom(),
    );
  }

  /**
   * Whether a box is drawn as a card, how many of its contents are drawn, and the facts that the card shows about it.
   */
  contentsOf(id: string): Promise<{ isCard: boolean; seen: number; facts: unknown }> {
    return this.page.evaluate((boxId) => {
      const { cy } = (document.getElementById('canvas') as unknown as { _cyreg: { cy: Drawing } })._cyreg;
      const box = cy.getElementById(boxId);
      const visibleFlags = cy.$('node').map((node) => node.data('around') === boxId && node.visible());
      return { isCard: box.hasClass('card'), seen: visibleFlags.filter(Boolean).length, facts: box.data('facts') };
    }, id);
  }

  /** The ids of the boxes that are drawn as cards, without their contents. */
  cards(): Promise<string[]> {
    return this.page.evaluate(() => {
      const { cy } = (document.getElementById('canvas') as unknown as { _cyreg: { cy: Drawing } })._cyreg;
      return cy
        .nodes()
        .map((node) => (node.hasClass('card') ? [node.id()] : []))
        .flat();
    });
  }

  /**
   * Zoomed out, the page paints the names of nodes over the drawing. Returns visible nodes without such a name, and
   * names that are shortened.
   */
  names(): Promise<{ unnamed: string[]; cut: string[] }> {
    return this.page.evaluate(() => {
      const canvas = document.getElementById('canvas')!;
      const { cy } = (canvas as unknown as { _cyreg: { cy: Drawing } })._cyreg;
      const surface = canvas.querySelector<HTMLCanvasElement & { names?: PaintedName[] }>('canvas.overview')!;
      const names = surface.names ?? [];
      // At this zoom nodes have labels of their own, so no names are painted over the drawing.
      if (cy.zoom() >= 1) return { unnamed: [], cut: [] };
      const namedIds = new Set(names.map(({ id }) => id));
      const drawnNodes = cy.nodes().map((node) => {
        // A name is painted only on a node that is completely inside the window, so other nodes do not count.
        const { x1, y1, x2, y2 } = node.renderedBoundingBox({ includeLabels: false });
        const isInSight = x1 >= 0 && y1 >= 0 && x2 <= cy.width() && y2 <= cy.height();
        return { id: node.id(), label: String(node.data('label')), is: node.visible() && isInSight };
      });
      const texts = names.map(({ lines }) => lines.join(' '));
      return {
        unnamed: drawnNodes.flatMap(({ id, label, is }) => (is && !namedIds.has(id) ? [label] : [])),
        cut: texts.filter((text) => /…\S/.test(text)),
      };
    });
  }

  async labelled(text: string, shape = 'box'): Promise<DrawnNode> {
    const drawnNode = (await this.drawn(`node[shape = "${shape}"]`)).find(({ label }) => label.includes(text));
    if (!drawnNode) throw new Error(`nothing drawn is labelled ${text}`);
    return drawnNode;
  }

  /**
   * Waits until a node whose text begins with `text` is drawn or, with `isThere` false, until no such node is drawn.
   */
  async nodeIsDrawn(text: string, isThere = true): Promise<void> {
    await this.page.waitForFunction(
      ([expectedText, isWanted]) => {
        // A page that is being loaded has no drawing yet.
        const canvas = document.getElementById('canvas') as unknown as { _cyreg?: { cy: Drawing } } | null;
        const labels = canvas?._cyreg?.cy.nodes().map((node) => String(node.data('label')));
        return labels?.some((label) => label.startsWith(expectedText)) === isWanted;
      },
      [text, isThere] as const,
    );
    await this.isDrawn();
  }

  /** Finds a node by the search and selects it, which moves the node into view. */
  async find(text: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Search this view' }).fill(text);
    await this.page.getByRole('option').filter({ hasText: text }).first().click();
    await this.details().getByRole('heading', { name: text, level: 2 }).waitFor();
    await this.isDrawn();
  }

  details() {
    return this.page.getByRole('complementary', { name: 'Details' });
  }

  side() {
    return this.page.getByRole('complementary', { name: 'Filters and questions' });
  }

  /**
   * A parameter of the page's address. It is read inside the page, because Playwright gets a changed address with a
   * delay.
   */
  parameter(name: string): Promise<string | null> {
    return this.page.evaluate((of) => new URLSearchParams(location.search).get(of), name);
  }
}

interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly stored?: readonly (readonly [name: string, value: string])[];
}

interface PaintedName {
  readonly id: string;
  readonly lines: readonly string[];
}

/**
 * The part of the drawing library Cytoscape that the tests use. The canvas element has a reference to it in `_cyreg`.
 */
interface Drawing {
  nodes(): DrawnElements;
  $(selector: string): DrawnElements;
  getElementById(id: string): DrawnElement;
  zoom(): number;
  width(): number;
  height(): number;
  animated(): boolean;
}
interface DrawnElements {
  readonly length: number;
  map<T>(of: (element: DrawnElement) => T): T[];
}
interface DrawnElement {
  id(): string;
  data(name: string): unknown;
  classes(): string[];
  isNode(): boolean;
  hasClass(name: string): boolean;
  visible(): boolean;
  position(): { x: number; y: number };
  renderedPosition(): { x: number; y: number };
  renderedBoundingBox(options?: { readonly includeLabels: boolean }): {
    x1: number;
    y1: number;
    x2: number;
    y2: number;
  };
}
