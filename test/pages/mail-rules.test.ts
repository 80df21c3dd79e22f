// Tests the mail rules of the account page in a real browser: creating, previewing, changing, switching on and off, and
// deleting a rule by keyboard, error messages at their fields, and that other users' rules are not shown.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { createWorld, type World } from '../support/world';
import { findingsInAllLooks } from './axe';
import { describeInBrowser, leaveBrowser, leavePage, newVisitor, openBrowser, type Visitor } from './browser';

describeInBrowser('mail rules of the account page', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
  });
  beforeEach(async () => {
    visitor = await newVisitor(browser, world.url, {
      ...{ width: 1440, session: world.viewer.credential.session },
    });
    page = visitor.page;
    await page.goto('/account/mail');
  });
  afterEach(async () => {
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
    // The database creates deleted built-in rules again, so every test starts with new rules.
    await world.prisma.mailRule.deleteMany({ where: { organizationId: world.organizationId } });
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const section = () => page.getByRole('region', { name: 'Mail', exact: true });
  const row = (name: string) => section().getByRole('rowgroup').filter({ hasText: name });
  const focusIsAt = (field: string) =>
    page.waitForFunction((name) => document.activeElement?.getAttribute('name') === name, field);
  const storedOf = (name: string) =>
    world.prisma.mailRule.findFirstOrThrow({ where: { name, userId: world.viewer.userId } });

  test('a rule is made by keyboard with a preview, changed, switched off and deleted', async () => {
    await row('Daemon alerts').waitFor();
    await section().getByText('New mail rule').press('Enter');
    const form = section().getByRole('form', { name: 'Create mail rule' });
    await form.getByLabel('Name', { exact: true }).fill('<b>nights');
    await form.getByLabel('Networks', { exact: true }).selectOption('some');
    await form.getByRole('button', { name: 'Create mail rule' }).press('Enter');
    await form.getByRole('group', { name: 'Chosen networks' }).getByText('This field is required.').waitFor();
    await focusIsAt('networkIds');
    await page.keyboard.press('Space');
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(await form.getByLabel('Time zone').inputValue()).toBe(zone);
    await form.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await form.getByText('What a mail looks like').press('Enter');
    const example = form.getByRole('group', { name: 'Example of a mail' });
    await example.getByText('core-switch no longer answers.').waitFor();
    expect(await example.innerText()).toContain('mail rule “<b>nights”');
    expect(await example.innerText()).toMatch(/GMT\+9/);
    await form.getByLabel('Critical').press('Space');
    await form.getByLabel('Run finished').press('Space');
    await form.getByText('The mail rule would never send an event: events of these kinds').waitFor();
    await form.getByRole('button', { name: 'Create mail rule' }).press('Enter');
    // The message is shown twice: in the preview and at the button.
    await form.getByText('The mail rule would never send an event').nth(1).waitFor();
    await form.getByLabel('Run finished').press('Space');
    await form.getByLabel('Daemon silent').press('Space');
    await form.getByText('Example: The daemon branch-agent').waitFor();
    const kinds = form.getByRole('group', { name: 'Kinds of events' });
    await kinds.getByRole('button', { name: 'None' }).press('Enter');
    await form.getByText('Example: 3 events').waitFor();
    await kinds.getByLabel('Daemon silent').press('Space');
    await form.getByText('Example: The daemon branch-agent').waitFor();
    await form.getByLabel('When', { exact: true }).selectOption('Daily');
    await form.getByLabel('At', { exact: true }).selectOption('06:00');
    await form.getByLabel('Quiet hours from').selectOption('22:00');
    await form.getByLabel('Quiet hours to').selectOption('22:00');
    await form.getByRole('button', { name: 'Create mail rule' }).press('Enter');
    await form.getByText('has an invalid format').waitFor();
    await focusIsAt('quietTo');
    expect(await findingsInAllLooks(page)).toEqual([]);
    await form.getByLabel('Quiet hours to').selectOption('07:00');
    await form.getByRole('button', { name: 'Create mail rule' }).press('Enter');

    await row('<b>nights').getByText('one network: Critical, one kind').waitFor();
    await row('<b>nights').getByText('every day at 06:00, quiet from 22:00 to 07:00, Asia/Tokyo').waitFor();
    const { userId, organizationId } = { userId: world.viewer.userId, organizationId: world.organizationId };
    expect(await storedOf('<b>nights')).toMatchObject({
      ...{ userId, organizationId, severities: ['Critical'], kinds: ['DaemonSilent'], timing: 'Daily', hour: 6 },
      ...{ quietFrom: 22, quietTo: 7, timeZone: 'Asia/Tokyo', enabled: true, networkIds: [world.networkId] },
    });
    await row('<b>nights').getByRole('button', { name: 'Change' }).press('Enter');
    const change = section().getByRole('form', { name: 'Change <b>nights' });
    await change.getByLabel('Networks', { exact: true }).selectOption('all');
    await change.getByLabel('Name', { exact: true }).fill('days');
    await change.getByLabel('When', { exact: true }).selectOption('Now');
    await change.getByLabel('Quiet hours from').selectOption('no quiet hours');
    await change.getByLabel('Time zone').selectOption('Europe/Paris');
    await change.getByRole('button', { name: 'Save' }).press('Enter');
    await row('days').getByText('at once', { exact: true }).waitFor();
    await row('days').getByText('all networks: Critical, one kind').waitFor();
    expect(await storedOf('days')).toMatchObject({
      ...{ timing: 'Now', hour: 6, quietFrom: null, quietTo: null, timeZone: 'Europe/Paris', networkIds: [] },
    });
    expect(await findingsInAllLooks(page)).toEqual([]);
    await row('days').getByRole('button', { name: 'Switch off: days' }).press('Enter');
    await row('days').getByRole('button', { name: 'Switch on: days' }).waitFor();
    expect(await storedOf('days')).toMatchObject({ enabled: false });
    await row('days').getByRole('button', { name: 'Delete days' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await row('days').waitFor({ state: 'detached' });
  });

  test('the two built-in rules come first in every order, and are changed and switched but not deleted', async () => {
    const { prisma, viewer, organizationId, networkId } = world;
    await prisma.mailRule.create({ data: { organizationId, userId: viewer.userId, name: 'a first one', hour: 1 } });
    await page.reload();
    await row('a first one').waitFor();
    const names = async () => {
      const rows = await section().getByRole('rowgroup').allInnerTexts();
      return rows.flatMap((text) => /Discovery digest|Daemon alerts|a first one/.exec(text)?.[0] ?? []);
    };
    expect(await names()).toEqual(['Discovery digest', 'Daemon alerts', 'a first one']);
    await section().getByRole('button', { name: 'State' }).click();
    await page.waitForLoadState('networkidle');
    expect(await names()).toEqual(['Discovery digest', 'Daemon alerts', 'a first one']);
    expect(
      await section()
        .getByRole('button', { name: /^Delete/ })
        .count(),
    ).toBe(1);

    await row('Discovery digest').getByText('all networks: what a discovery changed').waitFor();
    await row('Discovery digest').getByRole('button', { name: 'Change' }).press('Enter');
    const digest = section().getByRole('form', { name: 'Change Discovery digest' });
    await digest.getByText('What a mail looks like').press('Enter');
    await digest.getByText('Example: hosts 2 new, 1 gone, 1 changed').waitFor();
    expect(await digest.getByRole('group', { name: /Kinds of events|Roles/ }).count()).toBe(0);
    expect(await findingsInAllLooks(page)).toEqual([]);
    await digest.getByLabel('Networks', { exact: true }).selectOption('some');
    await digest.getByRole('group', { name: 'Chosen networks' }).getByLabel('North').press('Space');
    await digest.getByLabel('When', { exact: true }).selectOption('Daily');
    await digest.getByRole('button', { name: 'Save' }).press('Enter');
    await row('Discovery digest').getByText('one network: what a discovery changed').waitFor();
    expect(await storedOf('Discovery digest')).toMatchObject({
      ...{ timing: 'Daily', networkIds: [networkId], kinds: ['RunFinished'], builtin: 'DiscoveryDigest' },
    });

    await row('Daemon alerts').getByRole('button', { name: 'Change' }).press('Enter');
    const alerts = section().getByRole('form', { name: 'Change Daemon alerts' });
    await alerts.getByLabel('Switch', { exact: true }).press('Space');
    await alerts.getByRole('button', { name: 'Save' }).press('Enter');
    await row('Daemon alerts').getByText('all networks: daemons that no longer report, some hosts').waitFor();
    await row('Daemon alerts').getByRole('button', { name: 'Switch off: Daemon alerts' }).press('Enter');
    await row('Daemon alerts').getByRole('button', { name: 'Switch on: Daemon alerts' }).waitFor();
    const user = await prisma.user.findUniqueOrThrow({ where: { id: viewer.userId } });
    expect([user.emailDiscoveryDigest, user.emailDaemonAlerts]).toEqual([true, false]);
  });

  test('a rule keeps what its form does not offer, and shows nothing of others', async () => {
    const { prisma, viewer, admin, organizationId, networkId } = world;
    const [goneNetworkId, tagId] = [randomUUID(), randomUUID()];
    const ownRule = {
      organizationId,
      userId: viewer.userId,
      name: 'own',
      networkIds: [networkId, goneNetworkId],
      tagIds: [tagId],
    };
    await prisma.mailRule.create({ data: ownRule });
    await prisma.mailRule.create({ data: { organizationId, userId: admin.userId, name: 'of another' } });
    await page.reload();
    await row('own').getByRole('button', { name: 'Change' }).click();
    const change = section().getByRole('form', { name: 'Change own' });
    await change.getByLabel('Warning').check();
    await change.getByRole('button', { name: 'Save' }).click();
    await row('own').getByText('2 networks: Warning, some hosts').waitFor();
    expect(await storedOf('own')).toMatchObject({ networkIds: [networkId, goneNetworkId], tagIds: [tagId] });
    expect(await section().innerText()).not.toContain('of another');
  });

  test('the page says whether the service sends mail', async () => {
    const hint = 'This service sends no mail, so rules have no effect.';
    await section().getByText(hint).waitFor();
    const config = { data: { has_email_service: true }, success: true };
    await page.route('**/api/config', (route) => route.fulfill({ json: config }));
    await page.reload();
    await row('Daemon alerts').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await section().getByText(hint).count()).toBe(0);
    await page.unroute('**/api/config');
  });
});
