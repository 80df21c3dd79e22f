// Starts Chromium for the benchmarks that measure pages.
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

const files = [
  process.env.CHROMIUM_PATH,
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'].map((name) => `/usr/bin/${name}`),
];

export function launchChromium(): Promise<Browser> {
  const executablePath = files.find((file) => file !== undefined && existsSync(file));
  if (executablePath === undefined) throw new Error('this needs Chromium, or CHROMIUM_PATH that names it');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** A new browser context with an empty cache, in which the session is signed in. */
export async function newContext(browser: Browser, url: string, session: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  context.setDefaultTimeout(240_000);
  await context.addCookies([{ name: 'session_id', value: session, url }]);
  return context;
}
