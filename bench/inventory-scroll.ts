// Measures the list of hosts in a real browser: bytes and time of the first load, and the tasks of the page's main
// thread while the list scrolls.
import type { Browser, Page } from 'playwright-core';
import { createSession } from '../src/auth/sessions';
import { createPrismaClient } from '../src/data/client';
import { openConnection } from '../src/platform/postgres/connect';
import { launchChromium, newContext } from './browser';
import { addManyHosts } from './database';
import { taskFigures, traced } from './main-thread-tasks';

interface Measured {
  readonly url: string;
  readonly databaseUrl: string;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
  readonly sizes: ScrollSizes;
}
export interface ScrollSizes {
  readonly hosts: number;
  /** Number of rows that are loaded before the measurement of scrolling begins. */
  readonly rowsRead: number;
  readonly secondsPerScroll: number;
}

const loads = 7;
const limits = { kilobytes: 150, interactiveMs: 1_000, taskMs: 16, share: 0.95 };
const row = '[data-index] .title a';
const numbers = new Intl.NumberFormat('en');

export async function benchInventoryScroll({ url, databaseUrl, report, print, sizes }: Measured): Promise<void> {
  report(`an organization with ${numbers.format(sizes.hosts)} hosts in one network …`);
  const { address, session } = await addOrganization(databaseUrl, url, sizes.hosts);
  const browser = await launchChromium();
  try {
    await firstLoad(browser, url, session, address);
    const measured = [];
    for (let load = 0; load < loads; load += 1) measured.push(await firstLoad(browser, url, session, address));
    const byTime = measured.toSorted((one, other) => one.interactiveMs - other.interactiveMs);
    const { fileBytes, answerBytes } = measured[0]!;
    const [fastest, middle, slowest] = [byTime[0]!, byTime[Math.floor(loads / 2)]!, byTime.at(-1)!];
    print(`List of ${numbers.format(sizes.hosts)} hosts in Chromium ${browser.version()}:`);
    print(
      `  first load: ${kilobytes(fileBytes)} of files (at most ${limits.kilobytes} KB wanted), ${kilobytes(answerBytes)} of answers, compressed`,
    );
    print(
      `  interactive after ${whole(middle.interactiveMs)} ms (${whole(fastest.interactiveMs)} to ${whole(slowest.interactiveMs)}, ${loads} loads; ${whole(limits.interactiveMs)} ms wanted)`,
    );
    await scrolls(browser, { url, session, address, sizes, report, print });
  } finally {
    await browser.close();
  }
}

const whole = (value: number): string => numbers.format(Math.round(value));
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

async function addOrganization(databaseUrl: string, url: string, hosts: number) {
  const client = await openConnection(databaseUrl);
  const prisma = createPrismaClient(databaseUrl);
  try {
    const organizationId = await addManyHosts(client, hosts, 1);
    await client.query('VACUUM ANALYZE');
    const user = await prisma.user.findFirstOrThrow({ where: { organizationId } });
    const { id } = await prisma.network.findFirstOrThrow({ where: { organizationId } });
    return { session: await createSession(prisma, user), address: `${url}/inventory/${id}/hosts` };
  } finally {
    await Promise.all([client.end(), prisma.$disconnect()]);
  }
}

interface Loaded {
  /** Transferred bytes of documents, scripts and style sheets. */
  readonly fileBytes: number;
  readonly answerBytes: number;
  /** Milliseconds from the navigation until the rows are drawn and no task of more than 50 ms follows. */
  readonly interactiveMs: number;
}

/** Opens the list of hosts in a browser with an empty cache, and measures the load. */
async function firstLoad(browser: Browser, url: string, session: string, address: string): Promise<Loaded> {
  const context = await newContext(browser, url, session);
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  const types = new Map<string, string>();
  const bytes = { files: 0, answers: 0 };
  tools.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type));
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[['Fetch', 'XHR'].includes(types.get(requestId) ?? '') ? 'answers' : 'files'] += encodedDataLength;
  });
  await page.addInitScript(watchLoad, row);
  await page.goto(address);
  const interactive = await page.waitForFunction(() => {
    const { watch } = window as unknown as { watch: LoadWatch };
    const readyMs = Math.max(watch.drawnMs, watch.lastLongTaskMs);
    return watch.drawnMs > 0 && performance.now() - readyMs > 1_000 ? readyMs : 0;
  });
  const interactiveMs = await interactive.jsonValue();
  await context.close();
  return { fileBytes: bytes.files, answerBytes: bytes.answers, interactiveMs };
}

interface LoadWatch {
  /** When the first rows were drawn, in milliseconds since the navigation; 0 before the first rows are drawn. */
  drawnMs: number;
  /** When the last task of more than 50 ms ended, in milliseconds since the navigation; 0 if there was no such task. */
  lastLongTaskMs: number;
}

/**
 * Records when rows are drawn and when long tasks end. This function runs in the page before the page's own scripts.
 */
function watchLoad(selector: string): void {
  // The page runs the compiled text of `watchLoad`. In this text, a function in a variable would be passed to a helper
  // of the compiler, which the page does not have. So `look` is a method.
  const watch = {
    ...{ drawnMs: 0, lastLongTaskMs: 0 },
    look(): void {
      if (document.querySelector(selector) === null) requestAnimationFrame(() => watch.look());
      // The callback of the next frame runs after the rows were drawn.
      else requestAnimationFrame(() => (watch.drawnMs = performance.now()));
    },
  };
  (window as unknown as { watch: LoadWatch }).watch = watch;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watch.lastLongTaskMs = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
  requestAnimationFrame(() => watch.look());
}

interface Scrolling extends Pick<Measured, 'url' | 'report' | 'print' | 'sizes'> {
  readonly session: string;
  readonly address: string;
}

async function scrolls(browser: Browser, { url, session, address, sizes, report, print }: Scrolling): Promise<void> {
  const context = await newContext(browser, url, session);
  const page = await context.newPage();
  await page.goto(address);
  await page.locator(row).first().waitFor();
  const { secondsPerScroll: seconds, rowsRead } = sizes;
  report('scrolling while pages are read …');
  const reading = await traced(browser, page, () => wheel(page, seconds, 300));
  report(`reading ${numbers.format(rowsRead)} rows …`);
  await readRows(page, rowsRead);
  report('scrolling among rows that are read …');
  const among = await traced(browser, page, () => wheel(page, seconds, -300));
  await context.close();
  print(`  tasks of the main thread while it scrolls for ${seconds} s (${percent(limits.share)} wanted within 16 ms):`);
  for (const [name, { events, result: rows }] of [
    ['while pages are read', reading],
    [`among ${numbers.format(rowsRead)} rows that are read`, among],
  ] as const) {
    const { tasks, shareWithin, shareByProcessor, shareOfLonger, longestMs, beyond } = taskFigures(
      events,
      limits.taskMs,
    );
    print(
      `    ${name}: ${percent(shareWithin)} of ${numbers.format(tasks)} tasks, ${percent(shareByProcessor)} by processor time, ${percent(shareOfLonger)} of those of more than 1 ms; ${numbers.format(beyond)} longer than 16 ms, the longest ${longestMs.toFixed(0)} ms; ${numbers.format(rows)} rows passed`,
    );
  }
}

/** Turns the mouse wheel over the list. Resolves with the number of rows that scrolled past. */
async function wheel(page: Page, seconds: number, pixels: number): Promise<number> {
  const { x, y, width, height } = (await page.locator('.scroller').boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  const before = await middleIndex(page);
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) await page.mouse.wheel(0, pixels);
  return Math.abs((await middleIndex(page)) - before);
}

/** The index of the row in the middle of the visible part of the list. */
const middleIndex = (page: Page): Promise<number> =>
  page.locator('.scroller').evaluate((scroller) => {
    const { left, width, top, height } = scroller.getBoundingClientRect();
    const element = document.elementFromPoint(left + width / 2, top + height / 2);
    return Number(element?.closest<HTMLElement>('[data-index]')?.dataset.index ?? 0);
  });

/** Scrolls to the end of the loaded rows repeatedly, until `count` rows are loaded. */
async function readRows(page: Page, count: number): Promise<void> {
  await page.locator(row).last().focus();
  const focused = () =>
    page.evaluate(() => Number(document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index ?? 0));
  while ((await focused()) < count - 1) {
    await page.keyboard.press('End');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}
