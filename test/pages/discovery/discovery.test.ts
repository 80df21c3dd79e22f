// Tests the discovery page in a real browser: silent daemons, runs and their results, jobs, credentials, unreached
// addresses, imports, and hosts that may be the same machine. A Viewer can only read.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { addDaemon, addDiscovery, addSession } from '../../support/discovery-rows';
import { eventually } from '../../support/eventually';
import { createWorld, type World } from '../../support/world';
import { findingsInAllLooks } from '../axe';
import { chooseNetwork, describeInBrowser, leaveBrowser, newVisitor, openBrowser, type Visitor } from '../browser';

const device = '10.1.0.7';
const hour = 3_600_000;
/** The parts of the page, each with a text that it shows after loading. */
const parts: readonly (readonly [part: string, text: string | RegExp])[] = [
  ['daemons', 'cellar'],
  ['runs', 'Scan by attic'],
  ['jobs', 'Whole office'],
  ['credentials', 'Refused at 1 address'],
  ['unreached', '10.2.0.0/24'],
  ['import', /^Import(ing)? a file/],
  ['suggestions', 'No hosts are to be decided on.'],
];

describeInBrowser('the discovery page', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let attic: { id: string; hostId: string };
  let credentialId: string;
  const visitors: Visitor[] = [];

  const visit = async (session: string | undefined): Promise<Visitor> => {
    const newest = await newVisitor(browser, world.url, { width: 1400, height: 850, session });
    visitors.push(newest);
    return newest;
  };
  const addressOf = (part: string) => `/discovery/${world.networkId}/${part}`;
  const open = async (part: string, heading: string): Promise<void> => {
    await page.goto(addressOf(part));
    await page.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor();
  };
  const row = (list: string, text: string) =>
    page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: text }).first();
  const dialog = () => page.getByRole('dialog');

  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    const { prisma, networkId, organizationId } = world;
    const subnets = [];
    for (const [cidr, name] of [
      ['10.1.0.0/24', 'Office'],
      ['10.2.0.0/24', 'Cameras'],
    ] as const)
      subnets.push(await prisma.subnet.create({ data: { networkId, cidr, name, subnetType: 'Lan' } }));
    attic = await addDaemon(world, networkId, {
      name: 'attic',
      lastSeen: new Date(),
      version: '0.17.22',
      confirmedAt: new Date(),
    });
    await prisma.daemonSubnet.create({ data: { daemonId: attic.id, subnetId: subnets[0]!.id, networkId } });
    await addDaemon(world, networkId, { name: 'cellar', lastSeen: new Date(Date.now() - hour) });
    await addDaemon(world, networkId, { name: 'barn', mode: 'server_poll', url: 'http://10.9.9.9:60073' });
    const key = { name: 'spare', networkId, keyHash: randomUUID().replaceAll('-', '').repeat(2), keyPrefix: 'spare' };
    await prisma.daemonApiKey.create({ data: { ...key, isEnabled: false } });
    credentialId = (
      await prisma.credential.create({
        data: { organizationId, name: 'core', credentialType: 'SnmpV3', secrets: Buffer.from('x') },
      })
    ).id;
    await prisma.networkCredential.create({ data: { networkId, organizationId, credentialId } });
    visitor = await visit(world.member.credential.session);
    page = visitor.page;
  });
  afterEach(() => {
    for (const { foreignRequests, complaints } of visitors) expect([foreignRequests, complaints]).toEqual([[], []]);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  test('a silent daemon is shown with three things to check; one is checked off by keyboard', async () => {
    await page.goto('/discovery');
    await page.waitForURL(/\/discovery\/[\da-f-]+$/);
    await chooseNetwork(page, 'North');
    const good = row('Daemons', 'attic');
    await good.getByText('connected', { exact: true }).waitFor();
    expect(await good.innerText()).toMatch(/10\.1\.0\.0\/24 \(Office\)/);
    expect(await good.getByRole('list').count()).toBe(0);

    const silent = row('Daemons', 'cellar');
    await silent.getByText('fell silent', { exact: true }).waitFor();
    expect(await silent.innerText()).toContain('1 hour ago');
    expect(await silent.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('systemctl status netloom-agent'),
      expect.stringContaining(`curl ${world.url}/api/health`),
      expect.stringContaining('Its key'),
    ]);
    const barn = row('Daemons', 'barn');
    await barn.getByText('has never called', { exact: true }).waitFor();
    expect(await barn.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('http://10.9.9.9:60073'),
      expect.stringContaining('firewall'),
      expect.stringContaining('Its key'),
    ]);
    const spare = row('Keys that no daemon has used', 'spare');
    await spare.getByText('The key “spare” is disabled.').waitFor();

    const confirm = silent.getByRole('button', { name: 'Confirm cellar' });
    await confirm.press('Enter');
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await confirm.press('Enter');
    await dialog().getByRole('button', { name: 'Confirm' }).press('Enter');
    await confirm.waitFor({ state: 'detached' });
    const confirmed = await world.prisma.daemon.findFirstOrThrow({
      where: { networkId: world.networkId, name: 'cellar' },
    });
    expect(confirmed.confirmedAt).not.toBeNull();
  });

  test('a job is created, started, changed and deleted, and shows when it runs next', async () => {
    await open('jobs', 'Jobs');
    await page.getByText('New job').press('Enter');
    const form = page.getByRole('form', { name: 'Create job' });
    await form.getByLabel('Name', { exact: true }).fill('Office at night');
    await form.getByLabel('Daemon').selectOption('attic');
    await form.getByLabel('Scans').selectOption('Chosen subnets');
    await form.getByLabel('10.1.0.0/24 Office').press('Space');
    await form.getByLabel('Runs', { exact: true }).selectOption('Every week');
    await form.getByLabel('Day', { exact: true }).selectOption('Monday');
    await form.getByLabel('Time', { exact: true }).fill('02:30');
    await form.getByLabel('Time zone of the schedule').selectOption('Europe/Berlin');
    await form.getByText('Runs every Monday at 02:30.').waitFor();
    const preview = form.getByRole('list', { name: 'Next runs' });
    await preview.getByRole('listitem').nth(4).waitFor();
    const instants = () =>
      preview.locator('time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime')!));
    const inBerlin = new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',

      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Europe/Berlin',
    });
    const promised = await instants();
    expect(promised.map((at) => inBerlin.format(new Date(at)))).toEqual(Array(5).fill('Monday 02:30'));
    expect(
      promised.every((at, index) => Date.parse(at) > (index === 0 ? Date.now() : Date.parse(promised[index - 1]!))),
    ).toBe(true);

    // If the service refuses a cron expression, the form shows the error at the expression's field, and nothing is
    // stored.
    await form.getByLabel('Runs', { exact: true }).selectOption('By a cron expression');
    await form.getByLabel('Cron expression').fill('now and then');
    await form.getByRole('button', { name: 'Create job' }).press('Enter');
    const expression = form.getByLabel('Cron expression');
    await eventually(async () => (await expression.getAttribute('aria-invalid')) === 'true');
    expect(await world.prisma.discovery.count({ where: { networkId: world.networkId, name: 'Office at night' } })).toBe(
      0,
    );
    await expression.fill('0 30 2 * * 1');
    await form.getByRole('button', { name: 'Create job' }).press('Enter');

    const job = row('Jobs', 'Office at night');
    await job.getByText('every Monday at 02:30 (Europe/Berlin)').waitFor();
    const stored = await world.prisma.discovery.findFirstOrThrow({
      where: { networkId: world.networkId, name: 'Office at night' },
    });
    expect([stored.cronSchedule, stored.timezone, stored.scheduleEnabled, stored.daemonId]).toEqual([
      '0 30 2 * * 1',
      'Europe/Berlin',
      true,
      attic.id,
    ]);
    expect(stored.nextRun!.toISOString()).toBe(promised[0]);

    await job.getByText('Change', { exact: true }).press('Enter');
    const change = job.getByRole('form', { name: 'Change Office at night' });
    await change.getByLabel('Name', { exact: true }).fill('Office');
    await change.getByLabel('Runs', { exact: true }).selectOption('Only when somebody starts it');
    await change.getByRole('button', { name: 'Save' }).press('Enter');
    const renamed = row('Jobs', 'when somebody starts it');
    await renamed.getByRole('button', { name: 'Start now: Office' }).press('Enter');
    await renamed.getByText('waits until its daemon calls').waitFor();
    const session = await world.prisma.discoverySession.findUniqueOrThrow({ where: { discoveryId: stored.id } });
    expect(session.phase).toBe('Pending');

    // A change by somebody else while the form is open is not overwritten, also if the list has been read again since.
    const otherId = await addDiscovery(world, attic.id, world.networkId, { name: 'Cameras only' });
    await open('jobs', 'Jobs');
    await row('Jobs', 'Office').getByText('Change', { exact: true }).press('Enter');
    const outdated = row('Jobs', 'Office').getByRole('form', { name: 'Change Office' });
    await outdated.getByLabel('Name', { exact: true }).fill('Office again');
    await world.prisma.discovery.update({ where: { id: stored.id }, data: { name: 'Office, by somebody else' } });
    await row('Jobs', 'Cameras only').getByRole('button', { name: 'Delete Cameras only' }).press('Enter');
    await dialog().getByRole('button', { name: 'Delete' }).press('Enter');
    await row('Jobs', 'Cameras only').waitFor({ state: 'detached' });
    await outdated.getByRole('button', { name: 'Save' }).press('Enter');
    await outdated.getByText(/somebody else/i).waitFor();
    expect(await world.prisma.discovery.findUnique({ where: { id: otherId } })).toBeNull();
    const { name } = await world.prisma.discovery.findUniqueOrThrow({ where: { id: stored.id } });
    expect(name).toBe('Office, by somebody else');
    await world.prisma.discovery.update({ where: { id: stored.id }, data: { name: 'Office' } });

    await open('runs', 'Runs');
    const run = row('Runs in progress', 'Office');
    await run.getByRole('button', { name: 'Stop Office by attic' }).press('Enter');
    await run.waitFor({ state: 'detached' });
    await open('jobs', 'Jobs');
    await row('Jobs', 'Office').getByRole('button', { name: 'Delete Office' }).press('Enter');
    await dialog().getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('This network has no jobs yet.').waitFor();
  });

  test('the page follows a run to its end, and lists what is new, missing and to be done', async () => {
    const { prisma, networkId } = world;
    const discoveryId = await addDiscovery(world, attic.id, networkId, { name: 'Whole office' });
    const id = await addSession(world, discoveryId, { phase: 'Scanning', progress: 20, hostsDiscovered: 4 });
    const { sessionId } = await prisma.discoverySession.findUniqueOrThrow({ where: { id } });
    await open('runs', 'Runs');
    const active = row('Runs in progress', 'Whole office');
    await active.getByText('4 machines found').waitFor();
    await prisma.discoverySession.update({ where: { id }, data: { progress: 60, hostsDiscovered: 9 } });
    await active.getByText('9 machines found').waitFor();

    const endedAt = new Date();
    const run = await prisma.discovery.create({
      data: {
        ...{ networkId, daemonId: attic.id, name: 'Unified — North', discoveryType: 'Unified', runType: 'Historical' },
        ...{ sessionId, createdAt: endedAt },
        results: {
          ...{
            phase: 'Complete',
            progress: 100,
            reason: null,
            error: null,
            hosts_discovered: 9,
            session_id: sessionId,
          },
          warnings: [
            `${device}: lldpRemTable: 22 neighbours are on ports that are no known interface (3, 4).`,
            'who knows',
          ],
          started_at: new Date(endedAt.getTime() - 60_000).toISOString(),
          finished_at: endedAt.toISOString(),
          credential_results: [{ credential_id: credentialId, ip: device, outcome: 'refused' }],
        },
      },
    });
    await prisma.host.create({ data: { networkId, name: 'new camera', firstDiscoveryId: run.id } });
    await prisma.host.create({ data: { networkId, name: 'old printer', missingSince: endedAt } });
    await prisma.discoverySession.delete({ where: { id } });

    await active.waitFor({ state: 'detached' });
    const ended = row('Ended runs', 'Scan by attic');
    await ended.getByText('complete', { exact: true }).waitFor();
    await ended.getByRole('list', { name: 'New hosts' }).getByRole('link', { name: 'new camera' }).waitFor();
    await ended.getByRole('list', { name: 'Gone hosts' }).getByRole('link', { name: 'old printer' }).waitFor();
    expect(await ended.innerText()).toMatch(/Took\s+60 s/);
    await ended.getByText('2 warnings, and what to do').press('Enter');
    const warnings = ended.getByRole('list', { name: 'Warnings' });
    await warnings.getByText(`${device}: lldpRemTable: 22 neighbours`).waitFor();
    expect(await warnings.innerText()).toMatch(/Scan the device again\.[^]*Other warnings\s+who knows/);

    // No daemon has an interface in a subnet of the new host, and the page says so.
    await ended.getByRole('button', { name: 'Scan again: new camera' }).press('Enter');
    await page.getByText(/^No daemon reaches this host/).waitFor();
    await page.getByText('Scan one host again').press('Enter');
    await page.getByLabel('Name or address of the host').fill('printer');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Hosts found' }).getByText('old printer').waitFor();
  });

  test('credentials show their last results, and hosts that were not reached the reason', async () => {
    await open('credentials', 'Credentials');
    const core = row('Credentials of the network', 'core');
    await core.getByText(`Refused at 1 address: ${device}.`).waitFor();
    await open('unreached', 'Not reached');
    const cameras = row('Subnets without a daemon', '10.2.0.0/24');
    await cameras.getByText(/^Not scanned\./).waitFor();
    expect(await page.getByRole('list', { name: 'Subnets without a daemon' }).innerText()).not.toContain('10.1.0.0/24');
    await row('Hosts that no longer answer', 'old printer').waitFor();
  });

  test('a file is imported after its plan was shown', async () => {
    await open('import', 'Import');
    const buffer = Buffer.from('0 00:11:22:33:44:55 10.1.0.50 nas *\n');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'dnsmasq.leases', mimeType: 'text/plain', buffer });
    const plan = page.getByRole('region', { name: 'Plan of the import' });
    await plan.getByText('nas').first().waitFor();
    expect(await world.prisma.host.count({ where: { networkId: world.networkId, name: 'nas' } })).toBe(0);
    await plan.getByRole('button', { name: 'Import' }).press('Enter');
    await page.getByText('dnsmasq.leases was imported.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'the list of hosts' }).waitFor();
    expect(await world.prisma.host.count({ where: { networkId: world.networkId, name: 'nas' } })).toBe(1);
  });

  test('a suggestion that two hosts are the same machine is accepted or refused', async () => {
    const { prisma, networkId } = world;
    const [a, b] = [
      await prisma.host.create({ data: { networkId, name: 'laptop' } }),
      await prisma.host.create({ data: { networkId, name: 'laptop-2' } }),
    ];
    const [hostId, otherHostId] = [a.id, b.id].sort() as [string, string];
    await prisma.identitySuggestion.create({ data: { networkId, hostId, otherHostId, reasons: [] } });
    await open('suggestions', 'Same machine?');
    const pair = row('Pairs of hosts', 'laptop-2');
    await pair.getByRole('button', { name: 'Two machines' }).press('Enter');
    await page.getByText('No hosts are to be decided on.').waitFor();
    const answered = await prisma.identitySuggestion.findFirstOrThrow({ where: { hostId, otherHostId } });
    expect(answered.state).toBe('Refused');
  });

  test('a Viewer sees all sections without actions; no section has accessibility issues', async () => {
    const { page: reading } = await visit(world.viewer.credential.session);
    for (const [part, text] of parts) {
      await reading.goto(addressOf(part));
      await reading.locator('main').getByText(text).first().waitFor();
      const buttons = await reading.locator('main').getByRole('button').allInnerTexts();
      expect([part, buttons]).toEqual([part, []]);
      await page.goto(addressOf(part));
      await page.locator('main').getByText(text).first().waitFor();
      expect([part, await findingsInAllLooks(page)]).toEqual([part, []]);
    }
  });
});
