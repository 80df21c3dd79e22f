// `npm run screenshot`: takes the screenshots in docs/, of all pages and of topologies. They show a service with a new
// demo organization. `-- --kinds FOLDER` only takes screenshots of the inventory pages of every kind, in two widths and
// color schemes, into that folder. `-- discovery` only takes those of the discovery page and of the share, `-- frame`
// those of the start, home, account and organization pages, and `-- inventory` those of the inventory.
import './check-node.mjs';

const browsers = [
  process.env.CHROMIUM_PATH,
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'].map((name) => `/usr/bin/${name}`),
];
const isOnly = (part) => process.argv[2] === part;
const size = { width: 1200, height: 720 };
const kindsAt = process.argv.indexOf('--kinds');
const kindsFolder = kindsAt < 0 ? undefined : process.argv[kindsAt + 1];
const views = ['L2Physical', 'L3Logical', 'Workloads', 'Application'];
const drawnNetwork = 'Lyon Branch';
/** The devices between which the topology page shows a path, each with the button that selects it as an end. */
const ends = { 'lyo-ap-02': 'Path from here', 'lyo-fw-1': 'Path to here' };
const failing = 'lyo-sw-2';

import('./prepare.mjs').then(({ command, prepare }) =>
  command(async () => {
    await prepare();
    const { spawn } = await import('node:child_process');
    const { existsSync } = await import('node:fs');
    const { chmod, mkdtemp, rm } = await import('node:fs/promises');
    const { tmpdir } = await import('node:os');
    const path = await import('node:path');
    const { chromium } = await import('playwright-core');
    const { everyKind } = await import('./inventory-pictures.mjs');
    const { Failure, inProject, report } = await import('./project.mjs');
    if (kindsAt >= 0 && !kindsFolder) throw new Failure('--kinds wants a folder for the pictures.');

    const executablePath = browsers.find((file) => file && existsSync(file));
    if (!executablePath)
      throw new Failure('This needs Chromium: apt-get install chromium, or name it in CHROMIUM_PATH.');
    const dataDir = await mkdtemp(path.join(tmpdir(), 'netloom-screenshot-'));
    // If this script runs as root, the database runs as another user. That user must be able to enter the folder.
    await chmod(dataDir, 0o755);
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'error', DATA_DIR: dataDir };
    const service = spawn(process.execPath, [inProject('scripts', 'start.mjs')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const whenEnded = new Promise((resolve) => service.once('close', resolve));
    let browser;
    try {
      const banner = await readBanner(service.stdout);
      const [, address] = /GraphiQL\s+(\S+)/.exec(banner);
      const [, apiKey] = /API key\s+(\S+)/.exec(banner);
      const [, email, password] = /Sign in\s+(\S+)\s+password\s+(\S+)/.exec(banner);
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
      const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
      // GraphiQL is a large program that opens slowly on a busy machine, so the timeout is long.
      page.setDefaultTimeout(120_000);
      await page.goto(address);
      await page.getByLabel('E-mail').first().fill(email);
      await page.getByLabel('Password').first().fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'Hide editor tools' }).waitFor();
      const { origin } = new URL(address);
      if (kindsFolder) {
        const count = await everyKind(page, { origin, network: 'Riverside Campus', folder: kindsFolder });
        report(`${kindsFolder}: ${count} pictures`);
        return;
      }
      await takePictures(page, { origin, apiKey, report, inProject });
    } finally {
      await browser?.close();
      service.kill('SIGTERM');
      await whenEnded;
      await rm(dataDir, { recursive: true, force: true });
    }
  }),
);

/** Takes the screenshots for docs/, either all of them or those of one part. */
async function takePictures(page, { origin, apiKey, report, inProject }) {
  const { mkdir, stat, writeFile } = await import('node:fs/promises');
  const path = await import('node:path');
  const { showDiscovery } = await import('./discovery-pictures.mjs');
  const { showFrame } = await import('./frame-pictures.mjs');
  const { docsPictures } = await import('./inventory-pictures.mjs');
  const [ask, send] = [askerOf(origin, apiKey), senderOf(origin, apiKey)];
  const sizeOf = async (name) => `docs/${name}: ${Math.round((await stat(inProject('docs', name))).size / 1024)} KB`;
  const take = async (name, shownPage = page) => {
    const picture = inProject('docs', `${name}.png`);
    await mkdir(path.dirname(picture), { recursive: true });
    await shownPage.screenshot({ path: picture, animations: 'disabled' });
    report(await sizeOf(`${name}.png`));
  };
  const network = JSON.parse(await ask('networks')).data.find(({ name }) => name === drawnNetwork);
  const topologies = JSON.parse(await ask(`topology?network_id=${network.id}`)).data;
  const topology = topologies.find((one) => !one.snapshot_id);
  const takeDiscovery = async () => {
    for await (const name of showDiscovery(page, { origin, network, topology, send })) await take(name);
  };
  const takeFrame = async () => {
    for await (const { name, shownPage } of showFrame(page, { origin, network, topology, send }))
      await take(name, shownPage);
  };
  const takeInventory = async () => {
    for (const name of await docsPictures(page, { origin, network: drawnNetwork, folder: inProject('docs') }))
      report(await sizeOf(`${name}.png`));
  };
  if (isOnly('discovery')) return takeDiscovery();
  if (isOnly('frame')) return takeFrame();
  if (isOnly('inventory')) return takeInventory();
  await showGraphiql(page);
  await take('graphiql');
  await page.setViewportSize({ width: 390, height: 844 });
  await take('graphiql-narrow');
  for (const [name, show] of Object.entries({ 'topology-page': showPath, 'topology-failure': showFailure })) {
    await show(page, origin);
    await take(name);
  }
  await takeInventory();
  await takeDiscovery();
  await takeFrame();
  for (const view of views) {
    const name = `topology-${view}.svg`;
    await writeFile(inProject('docs', name), await ask(`topology/${topology.id}/export/svg?view=${view}`));
    report(await sizeOf(name));
  }
}

/** Runs the example query of GraphiQL that reads VLANs with their ports. */
async function showGraphiql(page) {
  await page.getByRole('button', { name: 'Hide editor tools' }).click();
  const answer = page.waitForResponse((response) => response.request().postData()?.includes(' VlansWithPorts'));
  await page.getByRole('button', { name: 'Execute query' }).click();
  await answer;
  await page.locator('.result-window').getByText('"vlans"').first().waitFor();
  await page.locator('.graphiql-spinner').waitFor({ state: 'detached' });
  // Moves the pointer away from buttons, which would be highlighted and show a hint.
  await page.mouse.move(size.width / 2, size.height - 5);
  for (const bar of await page.locator('.graphiql-query-editor .visible.scrollbar').all())
    await bar.waitFor({ state: 'detached' });
}

/** Opens the topology page and shows a path between two devices. */
async function showPath(page, origin) {
  await openNetwork(page, origin);
  for (const [name, button] of Object.entries(ends)) await select(page, name, button);
  await page.locator('.hops').waitFor();
  await showWhole(page);
}

/** Opens the topology page and shows the impact of a failing switch, including the impact on wireless clients. */
async function showFailure(page, origin) {
  await openNetwork(page, origin);
  await page.getByLabel('Wireless client').check();
  await select(page, failing, 'If this fails');
  await page.getByText('still reached').first().waitFor();
  await showWhole(page);
}

async function openNetwork(page, origin) {
  await page.setViewportSize({ width: 1400, height: 820 });
  await page.goto(`${origin}/topology?view=L2Physical`);
  await page.getByRole('combobox', { name: 'Network', exact: true }).click();
  await page.getByRole('option', { name: drawnNetwork, exact: true }).click();
}

/** Selects a device on the topology page by search, and presses a button in its details panel. */
async function select(page, name, button) {
  await page.getByRole('combobox', { name: 'Search this view' }).fill(name);
  await page.locator('#found').getByRole('option').filter({ hasText: name }).first().click();
  await page.getByRole('heading', { name, level: 2 }).waitFor();
  await page.getByRole('button', { name: button }).click();
}

async function showWhole(page) {
  await page.getByRole('button', { name: 'Fit' }).click();
  await page.locator('#live').getByText('Live').waitFor();
  await page.waitForFunction(() => !document.getElementById('canvas')._cyreg.cy.animated());
}

/** Returns a function that reads a path of the REST API with an API key. */
const askerOf = (origin, apiKey) => async (path) => {
  const answer = await fetch(`${origin}/api/v1/${path}`, { headers: { Authorization: `Bearer ${apiKey}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.text();
};

/** Returns a function that posts to a path of the REST API with an API key, and resolves with the data. */
const senderOf = (origin, apiKey) => async (path, body) => {
  const answer = await fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
};

async function readBanner(stdout) {
  let text = '';
  for await (const chunk of stdout) {
    text += chunk;
    if (text.includes('Ctrl-C stops it.')) return text;
  }
  throw new Error(`The service ended without its banner:\n${text}`);
}
