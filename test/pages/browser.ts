// A Chromium for suites about pages. It checks that no request goes to another origin and that the page does not
// violate its content security policy.
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { hashPassword } from '../../src/auth/passwords';
import type { Caller, World } from '../support/world';
import { isInSharedWorker, shareInWorker } from '../support/worker';
import { requirement } from '../support/requirement';

/** The headless shell is preferred: the same engine without windows, which needs two thirds of the CPU time. */
const executablePath = [
  process.env.CHROMIUM_PATH,
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'].map((name) => `/usr/bin/${name}`),
].find((path) => path !== undefined && existsSync(path));

/** Like `describe`, but skips the tests if no Chromium is installed. */
export const { describe: describeInBrowser } = requirement(
  'Chromium, of the Debian packages chromium-headless-shell and fonts-liberation or at CHROMIUM_PATH',
  executablePath !== undefined,
);

/** The browser of this Jest worker. Suites use the browser one after the other, and their visitors share no data. */
export function openBrowser(): Promise<Browser> {
  return isInSharedWorker() ? shareInWorker('browser', launch, (browser) => browser.close()) : launch();
}

/** How many left pages stay open for the visitors of the next suite. */
const mostLeftPages = 2;

/** Ends the visits of the suite. The browser itself and a few of the left pages stay open for the next suite. */
export async function leaveBrowser(browser: Browser): Promise<void> {
  const pages = pagesOf(browser);
  const visitors = isInSharedWorker() ? [...pages.urls.keys()].filter((one) => !pages.left.includes(one)) : [];
  // The suite has checked its visitors. What fails from here on only closes the page.
  for (const visitor of visitors.slice(0, Math.max(0, mostLeftPages - pages.left.length)))
    await leavePage(browser, visitor).catch(() => undefined);
  pages.left = isInSharedWorker() ? pages.left.slice(-mostLeftPages) : [];
  const kept = new Set(pages.left.map(({ context }) => context));
  for (const visitor of pages.urls.keys()) if (!pages.left.includes(visitor)) pages.urls.delete(visitor);
  const ended = browser.contexts().filter((context) => !kept.has(context));
  await Promise.all(ended.map((context) => context.close()));
  if (!isInSharedWorker()) await browser.close();
}

/**
 * Each launch has a temporary profile of its own. An argument keeps the browser from finding any host but this machine. A
 * route of Playwright would intercept every request and turn off the cache, which costs a third of the CPU time.
 *
 * V8 compiles nothing in the background: pages live for seconds, and optimizing takes longer than it saves (roles: 127 s
 * of CPU time, 103 s without; folding: 128 s and 83 s). Most of that time goes to memory that is mapped and given back.
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
  /** Requests to other origins. The browser finds none except those on this host. */
  readonly foreignRequests: string[];
  /** Errors and warnings in the browser's console, except for responses with an error status. */
  readonly complaints: string[];
}

/** A page without scripts. */
export const emptyPage = '/api/health';

interface VisitorOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** The token of the session with which the visitor is signed in. */
  readonly session?: string | undefined;
}

/**
 * A new visitor, whose browser has stored nothing: in the page that an earlier visitor of the same address left, or else
 * in a new browser context. The process of a left page has compiled the scripts, so it opens a page in two thirds of the
 * CPU time.
 */
export async function newVisitor(browser: Browser, url: string, options: VisitorOptions = {}): Promise<Visitor> {
  const { width = 1200, height = 800, colorScheme = 'light', session } = options;
  const pages = pagesOf(browser);
  const left = pages.left.findLast((one) => pages.urls.get(one) === url);
  pages.left = pages.left.filter((one) => one !== left);
  const visitor = left ?? (await openContext(browser, url, { width, height }));
  pages.urls.set(visitor, url);
  if (left) await left.page.setViewportSize({ width, height });
  if (left || colorScheme !== 'light') await visitor.page.emulateMedia({ colorScheme });
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
    // A quarter of the pixels, which take a sixth of the browser's CPU time; sizes in CSS pixels stay the same.
    deviceScaleFactor: process.env.PICTURES ? 1 : 0.5,
    colorScheme: 'light',
  });
  // GraphiQL is a large program that opens slowly on a busy machine.
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

/** The visitors of a browser: the addresses that they visit, and the visitors whose pages can be taken over. */
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

/** Pages and contexts on which something was called that cannot be undone for the next visitor. */
const changedForGood = new WeakSet<object>();
const lastingCalls = [
  ...['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'route'],
  ...['routeWebSocket', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'],
];
function watchForLastingEffects(target: Page | BrowserContext): void {
  const methods = target as unknown as Record<string, (...values: unknown[]) => unknown>;
  // Routes of a page are removed when it is left.
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

/** A session with the browser's tools for input and measurements, which change nothing for the next visitor. */
export function openTools(page: Page): Promise<CDPSession> {
  const context = page.context();
  const { newCDPSession } = Object.getPrototypeOf(context) as BrowserContext;
  return newCDPSession.call(context, page);
}

/**
 * Ends the visit. The page is kept for the next visitor, without cookies, storage, routes and listeners. If something
 * failed at the page, or it was changed for good, its context is closed.
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
    // A page of the same origin without scripts, at which the next visitor begins.
    await page.goto(`${url}${emptyPage}`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
  } catch {
    // The service may be away.
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

/** Chooses a network in the header by its name. */
export async function chooseNetwork(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Network', exact: true }).click();
  await page.getByRole('listbox', { name: 'Networks' }).getByRole('option', { name, exact: true }).click();
}

/** Signs out by the menu in the header. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** Waits until the map is shown, to which the sign-in page leads by default. */
export async function reachesMap(page: Page): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname === '/topology');
  await page.locator('#canvas').waitFor();
}

/** Deletes the session. The page is left first, because its pending requests would fail without the session. */
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
