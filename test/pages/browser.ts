// A Chromium browser for suites about pages. Each visitor of a page collects requests to other origins and browser
// errors, for example violations of the content security policy, which the suites check.
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { hashPassword } from '../../src/auth/passwords';
import type { Caller, World } from '../support/world';
import { isInSharedWorker, shareInWorker } from '../support/worker';
import { requirement } from '../support/requirement';

/** The headless shell is preferred: the same browser engine without windows, which needs two thirds of the CPU time. */
const executablePath = [
  process.env.CHROMIUM_PATH,
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'].map((name) => `/usr/bin/${name}`),
].find((path) => path !== undefined && existsSync(path));

/** Like `describe`, but skips the tests if no Chromium is installed. */
export const { describe: describeInBrowser } = requirement(
  'Chromium, of the Debian packages chromium-headless-shell and fonts-liberation or at CHROMIUM_PATH',
  executablePath !== undefined,
);

/**
 * The browser of this Jest worker. Suites use the browser one after the other, and visitors share no data. Outside of a
 * shared worker, each call launches a browser.
 */
export function openBrowser(): Promise<Browser> {
  return isInSharedWorker() ? shareInWorker('browser', launch, (browser) => browser.close()) : launch();
}

/** The maximum number of pages that stay open for the next suite after their visitors have left. */
const mostLeftPages = 2;

/** Ends the visits of the suite. The browser and a few pages without a visitor stay open for the next suite. */
export async function leaveBrowser(browser: Browser): Promise<void> {
  const pages = pagesOf(browser);
  const visitors = isInSharedWorker() ? [...pages.urls.keys()].filter((one) => !pages.left.includes(one)) : [];
  // The suite has already checked the errors of its visitors, so an error here must not fail a test.
  for (const visitor of visitors.slice(0, Math.max(0, mostLeftPages - pages.left.length)))
    await leavePage(browser, visitor).catch(() => undefined);
  pages.left = isInSharedWorker() ? pages.left.slice(-mostLeftPages) : [];
  const keptContexts = new Set(pages.left.map(({ context }) => context));
  for (const visitor of pages.urls.keys()) if (!pages.left.includes(visitor)) pages.urls.delete(visitor);
  const ended = browser.contexts().filter((context) => !keptContexts.has(context));
  await Promise.all(ended.map((context) => context.close()));
  if (!isInSharedWorker()) await browser.close();
}

/**
 * Launches a browser with a temporary profile, in which only 127.0.0.1 and localhost resolve to an address. Blocking
 * other hosts by a Playwright route would intercept every request and turn off the cache, which costs a third of the
 * CPU time.
 *
 * V8's optimizing compilers are off, because pages live for seconds. With them, roles.test.ts takes 127 s of CPU time
 * instead of 103 s, and folding.test.ts 128 s instead of 83 s. Most of the difference is mapping and releasing memory.
 */
function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
      ...['--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
      '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16',
    ],
  });
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /**
   * URLs of requests to other origins. Such requests fail unless they go to this machine, because the browser resolves
   * no other host.
   */
  readonly foreignRequests: string[];
  /**
   * Errors in the browser's console and uncaught errors of scripts, without those about responses with an error status.
   */
  readonly complaints: string[];
}

/** The path of a response that runs no scripts. */
export const emptyPage = '/api/health';

interface VisitorOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** The token of the session with which the visitor is signed in. */
  readonly session?: string | undefined;
}

/**
 * Returns a new visitor without cookies and stored data. If an earlier visitor has left a page at the same `url`, the
 * new visitor takes it over: its process has already compiled the scripts, which saves a third of the CPU time.
 */
export async function newVisitor(browser: Browser, url: string, options: VisitorOptions = {}): Promise<Visitor> {
  const { width = 1200, height = 800, colorScheme = 'light', session } = options;
  const pages = pagesOf(browser);
  const leftVisitor = pages.left.findLast((one) => pages.urls.get(one) === url);
  pages.left = pages.left.filter((one) => one !== leftVisitor);
  const visitor = leftVisitor ?? (await openContext(browser, url, { width, height }));
  pages.urls.set(visitor, url);
  if (leftVisitor) await leftVisitor.page.setViewportSize({ width, height });
  if (leftVisitor || colorScheme !== 'light') await visitor.page.emulateMedia({ colorScheme });
  if (session !== undefined) await visitor.context.addCookies([{ name: 'session_id', value: session, url }]);
  (globalThis as { describePages?: () => Promise<void> }).describePages = () => describePages(browser);
  return visitor;
}

async function openContext(
  browser: Browser,
  url: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    // Halves both dimensions of the bitmap, because drawing pixels takes a sixth of the browser's CPU time. Sizes in
    // CSS pixels stay the same.
    deviceScaleFactor: process.env.PICTURES ? 1 : 0.5,
    colorScheme: 'light',
  });
  // The timeout is long because GraphiQL is a large program that opens slowly on a busy machine.
  context.setDefaultTimeout(90_000);
  const foreignRequests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => {
    const target = new URL(request.url());
    if (target.origin !== url && !['data:', 'blob:', 'chrome-error:'].includes(target.protocol))
      foreignRequests.push(target.href);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  watchForLastingEffects(context);
  watchForLastingEffects(page);
  return { page, context, foreignRequests, complaints };
}

/**
 * The visitors of a browser: `urls` has the address of each visitor, and `left` the visitors whose pages the next
 * visitors can take over.
 */
interface Pages {
  readonly urls: Map<Visitor, string>;
  left: Visitor[];
}
const pagesByBrowser = new WeakMap<Browser, Pages>();
function pagesOf(browser: Browser): Pages {
  const pages = pagesByBrowser.get(browser) ?? { urls: new Map(), left: [] };
  pagesByBrowser.set(browser, pages);
  return pages;
}

/**
 * Pages and contexts on which a test has called a method whose effect cannot be undone. No other visitor may take over
 * such a page.
 */
const changedForGood = new WeakSet<object>();
const lastingCalls = [
  ...['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'route'],
  ...['routeWebSocket', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'],
];
function watchForLastingEffects(target: Page | BrowserContext): void {
  const methods = target as unknown as Record<string, (...values: unknown[]) => unknown>;
  // A call of `route` on a page does not affect the next visitor of the page, because `leavePage` removes the routes.
  for (const name of lastingCalls.filter((one) => one in target && !('context' in target && one === 'route'))) {
    const call = methods[name]!.bind(target);
    methods[name] = (...values) => {
      changedForGood.add(target);
      return call(...values);
    };
  }
  const { clock } = target;
  const watched = () => {
    changedForGood.add(target);
    return clock;
  };
  Object.defineProperty(target, 'clock', { get: watched });
}

/**
 * Opens a DevTools session for input and measurements. Unlike `newCDPSession`, this function lets the next visitor take
 * over the page, so the session must change nothing that lasts.
 */
export function openTools(page: Page): Promise<CDPSession> {
  const context = page.context();
  const { newCDPSession } = Object.getPrototypeOf(context) as BrowserContext;
  return newCDPSession.call(context, page);
}

/**
 * Ends the visit. The page is kept for the next visitor, without cookies, storage, routes and listeners. If the page
 * had an error or a call that cannot be undone, the browser context is closed.
 */
export async function leavePage(browser: Browser, visitor: Visitor): Promise<void> {
  const pages = pagesOf(browser);
  const url = pages.urls.get(visitor);
  if (url === undefined || pages.left.includes(visitor)) return;
  const { page, context, foreignRequests, complaints } = visitor;
  const isUsable = context.pages().length === 1 && !page.isClosed();
  const isChanged = changedForGood.has(context) || changedForGood.has(page);
  const closes = () => {
    pages.urls.delete(visitor);
    return context.close();
  };
  if (!isUsable || isChanged || foreignRequests.length + complaints.length > 0) return closes();
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const event of ['request', 'response', 'websocket', 'dialog', 'console', 'download'] as const)
      page.removeAllListeners(event);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
    // The next visitor begins at this page. It runs no scripts, so nothing writes to the storage that is cleared now.
    await page.goto(`${url}${emptyPage}`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
  } catch {
    // The service of this page may have stopped, so that the page cannot be loaded.
    return closes();
  }
  if (foreignRequests.length + complaints.length > 0) {
    await closes();
    throw new Error([...foreignRequests, ...complaints].join('\n'));
  }
  pages.left.push(visitor);
}

/** Prints the address and the first lines of each page that is open. */
async function describePages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const text = await page.locator('body').innerText({ timeout: 2_000 }).catch(String);
    process.stderr.write(`The page ${page.url()} shows:\n${text.slice(0, 1_000)}\n`);
  }
}

/**
 * Gives the page a virtual authenticator for passkeys that approves every request. With `isVerifying` the authenticator
 * also verifies the user.
 */
export async function giveAuthenticator({ context, page }: Visitor, isVerifying = true): Promise<void> {
  const tools = await context.newCDPSession(page);
  await tools.send('WebAuthn.enable');
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: isVerifying, automaticPresenceSimulation: true },
    },
  });
}

export const password = 'Correct-Horse-7';

/** Sets the user's password, because test users have none. */
export async function givePassword({ prisma }: World, { userId }: Caller): Promise<void> {
  await prisma.user.update({ where: { id: userId }, data: { passwordHash: await hashPassword(password) } });
}

export async function signIn(page: Page, email: string, withPassword = password): Promise<void> {
  await page.getByLabel('E-mail').first().fill(email);
  await page.getByLabel('Password').first().fill(withPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Chooses a network by its name in the header of the page. */
export async function chooseNetwork(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Network', exact: true }).click();
  await page.getByRole('listbox', { name: 'Networks' }).getByRole('option', { name, exact: true }).click();
}

/** Signs out by the account menu in the header of the page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** Waits until the page shows the map, which the sign-in page opens by default. */
export async function reachesMap(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname === '/topology');
  await page.locator('#canvas').waitFor();
}

/**
 * Deletes the session cookie. The visitor leaves the page first, because the page's pending requests would fail without
 * a session.
 */
export async function loseSession({ page, context }: Visitor): Promise<void> {
  await page.goto('about:blank');
  await context.clearCookies();
}

export interface Subscribed {
  readonly name: string;
  readonly variables: Readonly<Record<string, unknown>>;
}
/** The subscriptions that the page sends over WebSockets opened from now on. The list grows as the page sends them. */
export function readSubscriptions(page: Page): Subscribed[] {
  const subscribed: Subscribed[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(String(payload)) as {
        readonly type: string;
        readonly payload?: { readonly query: string; readonly variables: Subscribed['variables'] };
      };
      const name = /subscription (\w+)/.exec(message.payload?.query ?? '')?.[1];
      if (message.type === 'subscribe' && name) subscribed.push({ name, variables: message.payload!.variables });
    }),
  );
  return subscribed;
}
