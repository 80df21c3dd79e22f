// Tests the account page in a real browser: API keys, sessions, password, second factor and mail. A new API key is
// shown once and works until it is rotated. The page works by keyboard, in narrow and wide windows, light and dark.
import type { Browser, Page } from 'playwright-core';
import { totpCode } from '../modules/access/second-factor/factor-world';
import { createWorld, type World } from '../support/world';
import { findingsInAllLooks } from './axe';
import {
  describeInBrowser,
  giveAuthenticator,
  givePassword,
  leaveBrowser,
  newVisitor,
  openBrowser,
  password,
  signIn,
  type Visitor,
} from './browser';

describeInBrowser('account page', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    await givePassword(world, world.member);
    visitor = await newVisitor(browser, world.url);
    page = visitor.page;
    await page.goto('/account');
    await page.waitForURL('**/sign-in?next=%2Faccount');
    await page.locator('#sign-in').waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
    await signIn(page, world.member.email);
    await page.waitForURL('**/account');
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link', { name, exact: true }).click();
  const dialog = () => page.getByRole('dialog');
  const statusWith = async (key: string) =>
    (await world.anonymous.send('GET', '/api/v1/vlans', { headers: { authorization: `Bearer ${key}` } })).status;

  test('a user API key is created, used, rotated, revoked and deleted; its text is only ever on the screen', async () => {
    const keys = section('API keys');
    await keys.getByText('You have no API keys.').waitFor();
    await keys.getByText('New key').press('Enter');
    const form = keys.getByRole('form', { name: 'Create key' });
    await form.getByLabel('Name').fill('<b>backup</b>');
    await form.getByLabel('Role').selectOption('Member');
    // At first the form has all networks selected that the user can access. The form shows a warning while no network
    // is selected.
    const warning = form.getByText('Without a network, the key reaches nothing.');
    const boxes = await form.getByRole('checkbox').all();
    expect([boxes.length, await form.getByRole('checkbox', { checked: true }).count()]).toEqual([2, 2]);
    expect(await warning.count()).toBe(0);
    for (const box of boxes) await box.press('Space');
    await warning.waitFor();
    await form.getByLabel('North').press('Space');
    await warning.waitFor({ state: 'detached' });
    await form.getByLabel('Name').press('Enter');
    const shownKey = keys.getByRole('group', { name: 'The key <b>backup</b>' });
    const first = await shownKey.innerText();
    expect(first).toMatch(/^nlm_u_/);
    expect(await statusWith(first)).toBe(200);

    const row = keys.getByRole('rowgroup').filter({ hasText: '<b>backup</b>' });
    await row.getByText('North').waitFor();
    expect(await row.innerText()).toContain('Member');
    // The service sends a new key only once, so the page must still show the key after the user has opened the part
    // Mail and has returned.
    await tab('Mail');
    await section('Mail').waitFor();
    await tab('API keys');
    expect(await shownKey.innerText()).toBe(first);
    expect(await findingsInAllLooks(page)).toEqual([]);
    await row.getByRole('button', { name: 'Rotate' }).press('Enter');
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Rotate' }).press('Enter');
    await dialog().getByRole('button', { name: 'Rotate' }).press('Enter');
    await shownKey.filter({ hasNotText: first }).waitFor();
    const second = await shownKey.innerText();
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);

    const storedText = await page.evaluate(() =>
      [location.href, JSON.stringify([localStorage, sessionStorage])].join(),
    );
    expect(storedText).not.toContain('nlm_u_');
    await keys.getByRole('button', { name: 'I have saved it' }).click();
    expect(await keys.innerText()).not.toContain(second);

    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('refused').waitFor();
    expect(await statusWith(second)).toBe(403);
    await row.getByRole('button', { name: 'Accept again' }).click();
    await row.getByRole('button', { name: 'Revoke' }).waitFor();
    expect(await statusWith(second)).toBe(200);
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await keys.getByText('You have no API keys.').waitFor();
    expect(await statusWith(second)).toBe(401);
  });

  test('a new daemon key is shown with the command that starts its agent', async () => {
    await tab('Daemon keys');
    const keys = section('Daemon keys');
    await keys.getByText('New daemon key').click();
    const form = keys.getByRole('form', { name: 'Create daemon key' });
    await form.getByLabel('Name').fill('attic');
    await form.getByLabel('Network').selectOption('South');
    await form.getByRole('button').click();
    const key = await keys.getByRole('group', { name: 'The key attic' }).innerText();
    expect(key).toMatch(/^nlm_d_/);
    const command = await keys.getByRole('group', { name: 'Agent command' }).innerText();
    expect(command).toBe(`npm run agent -- --server ${world.url} --key ${key}`);
    const storedDaemonApiKey = await world.prisma.daemonApiKey.findFirstOrThrow({ where: { name: 'attic' } });
    expect([storedDaemonApiKey.networkId, storedDaemonApiKey.expiresAt]).toEqual([world.otherNetworkId, null]);
    await keys.getByRole('button', { name: 'Delete attic' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await keys.getByText('There are no daemon keys.').waitFor();
  });

  test('if the session ends while a form is filled, its values stay until the user has signed in again', async () => {
    const ownVisitor = await newVisitor(browser, world.url, { session: world.member.credential.session });
    await ownVisitor.page.goto('/account/keys');
    const ownKeys = ownVisitor.page.getByRole('region', { name: 'API keys' });
    await ownKeys.getByText('New key').click();
    const form = ownKeys.getByRole('form', { name: 'Create key' });
    await form.getByLabel('Name').fill('long typed');
    const cookies = await ownVisitor.context.cookies();
    await ownVisitor.context.clearCookies();
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByRole('alert').getByRole('link', { name: 'Sign in in another tab' }).waitFor();
    expect([new URL(ownVisitor.page.url()).pathname, await form.getByLabel('Name').inputValue()]).toEqual([
      ...['/account/keys', 'long typed'],
    ]);
    await ownVisitor.context.addCookies(cookies);
    await form.getByRole('button', { name: 'Create key' }).click();
    await ownKeys.getByRole('group', { name: 'The key long typed' }).waitFor();
    await world.prisma.userApiKey.deleteMany({ where: { name: 'long typed' } });
    expect([ownVisitor.foreignRequests, ownVisitor.complaints]).toEqual([[], []]);
    await ownVisitor.context.close();
  });

  test('a user ends another of their sessions; a refused new password is explained at its field', async () => {
    const login = { email: world.member.email, password };
    const other = await world.anonymous.send('POST', '/api/auth/login', { body: login });
    const cookie = other.headers.get('set-cookie')!.split(';')[0]!;
    const me = async () => (await world.anonymous.send('GET', '/api/auth/me', { headers: { cookie } })).status;
    expect(await me()).toBe(200);
    await tab('Sessions');
    const sessions = section('Sessions');
    const others = sessions.getByRole('row').filter({ hasText: 'Another browser' });
    await others.first().waitFor();
    await others.first().getByRole('button').click();
    await dialog().getByRole('button', { name: 'End' }).click();
    await page.getByRole('status').getByText('The session has ended.').waitFor();
    await sessions.getByRole('button', { name: 'End all other sessions' }).click();
    await dialog().getByRole('button', { name: 'End all other sessions' }).click();
    await others.first().waitFor({ state: 'detached' });
    expect(await me()).toBe(401);

    await tab('Password');
    await section('Password').getByText('Change the password').click();
    const form = page.getByRole('form', { name: 'Change password' });
    const [currentField, newField] = [form.getByLabel('Current password'), form.getByLabel('New password')];
    await currentField.fill('Wrong-Horse-7');
    await newField.fill('Another-Horse-8');
    await newField.press('Enter');
    await form.getByText('The password is wrong.').waitFor();
    await form.locator('input[aria-invalid=true]:focus').and(currentField).waitFor();
    await currentField.fill(password);
    await newField.fill('no upper case 8');
    await newField.press('Enter');
    await form.getByText('The password needs upper case, lower case and a digit.').waitFor();
    await currentField.fill(password);
    await newField.fill('Another-Horse-8');
    await newField.press('Enter');
    await page.getByRole('status').getByText('The password was changed').waitFor();
    expect((await world.anonymous.send('POST', '/api/auth/login', { body: login })).status).toBe(401);
  });

  test('a second factor is set up, its recovery codes are shown once, and it is removed', async () => {
    await tab('Second factor');
    const factor = section('Second factor');
    await factor.getByText('Set up an app').click();
    await factor.getByLabel('Current password').fill('Another-Horse-8');
    await factor.getByRole('button', { name: 'Continue' }).click();
    const secret = (await factor.locator('.secret').innerText()).replace(/\s/g, '');
    expect(await factor.getByRole('link', { name: 'open the app' }).getAttribute('href')).toContain(`secret=${secret}`);
    expect((await factor.locator('.qr-code path').getAttribute('d'))!.split('M').length).toBeGreaterThan(300);
    const code = factor.getByLabel('Code that the app shows');
    await code.fill('abcdef');
    await code.press('Enter');
    await factor.getByRole('alert').filter({ hasText: /./ }).waitFor();
    await code.fill(totpCode(secret));
    await code.press('Enter');
    await factor.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const codes = await factor.locator('.codes li').allInnerTexts();
    expect(codes).toHaveLength(10);
    expect(await findingsInAllLooks(page)).toEqual([]);
    await tab('Provider');
    await tab('Second factor');
    expect(await factor.locator('.codes li').allInnerTexts()).toEqual(codes);
    await factor.getByRole('button', { name: 'I have saved them' }).click();
    expect(await factor.innerText()).not.toContain(codes[0]);
    await factor.getByText('Remove the app').click();
    await factor.getByRole('form', { name: 'Remove the app' }).getByLabel('Code').fill(codes[0]!);
    await factor.getByRole('button', { name: 'Remove the app' }).click();
    await factor.getByText('Set up an app').waitFor();
    expect(await world.prisma.secondFactor.count({ where: { userId: world.member.userId } })).toBe(0);
  });

  test('a passkey is added with the password, renamed, used as proof for another factor, and removed', async () => {
    // Browsers allow passkeys for the host name localhost, but not for an IP address.
    const ownVisitor = await newVisitor(browser, world.url.replace('127.0.0.1', 'localhost'));
    await giveAuthenticator(ownVisitor);
    const { userId, email } = world.admin;
    await givePassword(world, world.admin);
    await ownVisitor.page.goto('/sign-in?next=/account/second-factor');
    await signIn(ownVisitor.page, email);
    const factor = ownVisitor.page.getByRole('region', { name: 'Second factor' });
    const add = async (name: string, proof?: string) => {
      await factor.getByText('New passkey', { exact: true }).click();
      await factor.getByLabel('Name', { exact: true }).last().fill(name);
      if (proof !== undefined) await factor.getByLabel('Current password').last().fill(proof);
      await factor.getByRole('button', { name: 'Add passkey' }).click();
    };
    await add('<b>laptop</b>', password);
    await factor.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    expect(await factor.locator('.codes li').count()).toBe(10);
    await factor.getByRole('button', { name: 'I have saved them' }).click();
    const row = (name: string) => factor.getByRole('row').filter({ hasText: name });
    await row('<b>laptop</b>').getByRole('button', { name: 'Rename' }).click();
    const renaming = factor.getByRole('form', { name: 'Rename <b>laptop</b>' });
    await renaming.getByRole('textbox', { name: 'Name' }).fill('office');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await row('office').waitFor();
    // Adding a further second factor requires a proof by the existing factor, the passkey, so the passkey has been used
    // once.
    await factor.getByText('Set up an app').click();
    await factor.getByRole('form', { name: 'Set up an app' }).getByRole('button', { name: 'Continue' }).click();
    await factor.locator('.secret').waitFor();
    expect(await world.prisma.passkey.count({ where: { userId, name: 'office', lastUsedAt: { not: null } } })).toBe(1);
    await row('office').getByRole('button', { name: 'Remove' }).click();
    const removal = factor.getByRole('form', { name: 'Remove office' });
    await removal.getByRole('button', { name: 'Remove' }).click();
    await factor.getByText('You have no passkeys.').waitFor();
    const user = await world.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    expect(user.secondFactorAt).toBeNull();
    expect([ownVisitor.foreignRequests, ownVisitor.complaints]).toEqual([[], []]);
    await ownVisitor.context.close();
  });

  test('mail preferences are saved without changing those the page does not show; each part has its address', async () => {
    await world.prisma.user.update({ where: { id: world.member.userId }, data: { emailTrialAndUsage: false } });
    await page.goto('/account#mail');
    await page.reload();
    const mail = section('Mail');
    await mail.getByRole('button', { name: 'Switch off: Daemon alerts' }).click();
    await mail.getByRole('button', { name: 'Switch on: Daemon alerts' }).waitFor();
    const user = await world.prisma.user.findUniqueOrThrow({ where: { id: world.member.userId } });
    expect([user.emailDiscoveryDigest, user.emailDaemonAlerts, user.emailTrialAndUsage]).toEqual([true, false, false]);
    expect(await page.getByRole('region').count()).toBe(1);
    await tab('Provider');
    await page.waitForURL('**/account/provider');
    await page.goBack();
    await mail.waitFor();
    await page.goto('/account/nothing');
    await page.getByText('This page has no such part.').waitFor();
  });

  test('a Viewer cannot create daemon keys, and is told who can change the organization', async () => {
    const { credential, email } = world.viewer;
    const viewer = await newVisitor(browser, world.url);
    await viewer.context.addCookies([{ name: 'session_id', value: credential.session!, url: world.url }]);
    await viewer.page.goto('/account');
    await viewer.page.getByRole('region', { name: 'API keys' }).waitFor();
    expect(await viewer.page.getByRole('link', { name: 'Sessions' }).count()).toBe(1);
    expect(await viewer.page.getByRole('link', { name: 'Daemon keys' }).count()).toBe(0);
    await viewer.page.goto('/account/daemon-keys');
    await viewer.page.getByText('This page has no such part.').waitFor();
    await viewer.page.goto('/account/keys');
    await viewer.page.getByText('New key').click();
    expect(await viewer.page.getByLabel('Role').innerText()).toBe('Viewer: reads');
    await viewer.page.goto('/organization');
    await viewer.page.getByText('You are its Viewer: ask one of them.').waitFor();
    expect(await viewer.page.getByRole('region').count()).toBe(0);
    await viewer.page.getByText(email).waitFor();
    expect([viewer.foreignRequests, viewer.complaints]).toEqual([[], []]);
    await viewer.context.close();
  });
});

describeInBrowser('organization page', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    visitor = await newVisitor(browser, world.url);
    const { session } = world.owner.credential;
    await visitor.context.addCookies([{ name: 'session_id', value: session!, url: world.url }]);
    page = visitor.page;
    await page.goto('/organization');
    await section('People').getByText(world.member.email).waitFor();
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const rowOf = (part: string, text: string) =>
    section(part).getByRole('listitem').or(section(part).getByRole('rowgroup')).filter({ hasText: text });
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link', { name, exact: true }).click();
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  const waitForStatus = (words: string) => page.getByRole('status').getByText(words).waitFor();

  test('an invite is created, accepted and recorded in the audit log; another invite is revoked', async () => {
    await tab('Invites');
    const invites = section('Invites');
    for (const role of ['Member', 'Viewer']) {
      await invites.getByText('New invite', { exact: true }).click();
      const form = invites.getByRole('form', { name: 'Create invite' });
      await form.getByLabel('Role').selectOption(role);
      await form.getByLabel('North').check();
      await form.getByRole('button', { name: 'Create invite' }).click();
      await rowOf('Invites', role).waitFor();
    }
    const url = await rowOf('Invites', 'Member').getByRole('group').innerText();
    const openedReply = await world.anonymous.send('GET', new URL(url).pathname);
    expect(openedReply.status).toBeLessThan(400);
    const cookie = openedReply.headers.get('set-cookie')!.split(';')[0]!;
    const body = { email: `invited-${world.organizationId}@netloom.example`, password, terms_accepted: true };
    const joinedReply = await world.anonymous.send('POST', '/api/auth/register', { body, headers: { cookie } });
    expect([joinedReply.status, joinedReply.body.data.organization_id]).toEqual([200, world.organizationId]);
    expect(joinedReply.body.data.network_ids).toEqual([world.networkId]);
    await rowOf('Invites', 'Viewer')
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await confirm('Revoke');
    await rowOf('Invites', 'Viewer').waitFor({ state: 'detached' });
  });

  test('an Admin changes roles and networks of users; refused changes are explained', async () => {
    await tab('People');
    const { email, userId } = world.viewer;
    const row = rowOf('People', email);
    await row.getByText('Role and networks').click();
    const form = row.getByRole('form');
    expect(await findingsInAllLooks(page)).toEqual([]);
    await form.getByLabel('Role').selectOption('Member');
    await form.getByLabel('South').uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await waitForStatus(`Saved: ${email}.`);
    const storedUser = await world.prisma.user.findUniqueOrThrow({
      where: { id: userId },
      include: { networkAccess: true },
    });
    expect([storedUser.permissions, storedUser.networkAccess.map(({ networkId }) => networkId)]).toEqual([
      'Member',
      [world.networkId],
    ]);
    await row.getByText('Role and networks').click();
    await world.prisma.user.update({ where: { id: userId }, data: { updatedAt: new Date() } });
    // Sorting makes the page read the list again, which now contains another user's change. The open form must not
    // overwrite this change.
    const reread = page.waitForResponse('**/graphql');
    await page.getByRole('button', { name: 'Joined' }).click();
    await reread;
    await page.locator('[aria-sort="ascending"]', { hasText: 'Joined' }).waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Somebody else changed it in the meantime').waitFor();
    // The service refuses to remove the last Owner, and the dialog shows the refusal.
    await rowOf('People', world.owner.email)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await confirm('Remove');
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('the list of people is searched, sorted by its headings, and read page by page', async () => {
    const { organizationId, prisma } = world;
    const email = (index: number) => `crowd-${String(index).padStart(2, '0')}@netloom.test`;
    await prisma.user.createMany({
      data: Array.from({ length: 60 }, (_, index) => ({
        ...{ email: email(index), permissions: 'Viewer' as const, organizationId },
        createdAt: new Date(2020, 0, 60 - index),
      })),
    });
    await page.goto('/organization/people');
    const people = section('People');
    const rows = people.getByRole('rowheader');
    const heading = (name: string) => people.getByRole('columnheader', { name });
    await people.getByRole('searchbox').fill('CROWD-');
    await people.getByText('60 people').waitFor();
    expect([await rows.first().innerText(), await rows.count()]).toEqual([email(0), 50]);
    await people.getByRole('button', { name: 'More (50 of 60 are shown)' }).click();
    await rows.filter({ hasText: email(59) }).waitFor();
    await heading('Joined').getByRole('button').press('Enter');
    await rows
      .first()
      .filter({ hasText: email(59) })
      .waitFor();
    expect(await heading('Joined').getAttribute('aria-sort')).toBe('ascending');
    await heading('Joined').getByRole('button').press('Enter');
    await rows
      .first()
      .filter({ hasText: email(0) })
      .waitFor();
    expect([await heading('Joined').getAttribute('aria-sort'), await rows.count()]).toEqual(['descending', 50]);
    // Holds back the response with the next rows until the list is sorted by another column. The page must then
    // ignore these rows.
    let release = () => {};
    const isSorted = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().variables.after) await isSorted;
      await route.continue();
    });
    const further = page.waitForResponse((response) => Boolean(response.request().postDataJSON()?.variables?.after));
    await people.getByRole('button', { name: 'More (50 of 60 are shown)' }).click();
    await heading('Joined').getByRole('button').click();
    await rows
      .first()
      .filter({ hasText: email(59) })
      .waitFor();
    release();
    await (await further).finished();
    await people.getByRole('button', { name: 'More (50 of 60 are shown)', disabled: false }).waitFor();
    expect(await rows.count()).toBe(50);
    await page.unroute('**/graphql');
    // In a narrow window, rows are cards, and the same headings sort the cards.
    await page.setViewportSize({ width: 360, height: 740 });
    await heading('Person').getByRole('button').click();
    await rows
      .first()
      .filter({ hasText: email(0) })
      .waitFor();
    await page.setViewportSize({ width: 1280, height: 720 });
    await people.getByRole('searchbox').fill('nobody');
    await people.getByText('No people match “nobody”.').waitFor();
    await people.getByRole('searchbox').press('ControlOrMeta+a');
    await people.getByRole('searchbox').press('Delete');
    await rows.nth(49).waitFor();
    await prisma.user.deleteMany({ where: { organizationId, email: { startsWith: 'crowd-' } } });
  });

  test("an Owner changes the organization's name, its API access and its networks", async () => {
    await tab('Rules');
    const rules = section('Rules');
    await rules.getByRole('textbox', { name: 'Name' }).fill('<i>Acme</i>');
    await rules.getByRole('button', { name: 'Rename' }).click();
    await rules.getByText('<i>Acme</i>').waitFor();
    await rules.getByRole('button', { name: 'Refuse API keys' }).click();
    await confirm('Refuse API keys');
    await rules.getByRole('button', { name: 'Accept API keys' }).waitFor();
    expect((await world.key.rest.get('/vlans')).status).toBe(403);
    await rules.getByRole('button', { name: 'Accept API keys' }).click();
    await confirm('Accept API keys');
    await rules.getByRole('button', { name: 'Refuse API keys' }).waitFor();
    await rules.getByRole('link', { name: 'set up your own' }).waitFor();

    await tab('Networks');
    const row = rowOf('Networks', 'South');
    await row.getByText('Change').click();
    await row.getByLabel('Stale after, in hours').fill('99999999');
    await row.getByRole('button', { name: 'Save' }).click();
    await row.locator('input[type=number][aria-invalid=true]:focus').waitFor();
    await row.getByLabel('Stale after, in hours').fill('48');
    await row.getByRole('button', { name: 'Save' }).click();
    await row.getByText('48 h').waitFor();
  });

  test('tags, credentials and shares are created and deleted; a duplicate name is explained at its field', async () => {
    const make = async (part: string, opener: string, fields: Readonly<Record<string, string>>) => {
      await tab(part);
      const content = section(part);
      const form = content.getByRole('form').first();
      if (!(await form.isVisible())) await content.getByText(opener, { exact: true }).click();
      for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
      await form.getByRole('button').click();
      return form;
    };
    await make('Tags', 'New tag', { Name: 'core', Description: '<script>' });
    await rowOf('Tags', '<script>').waitFor();
    const refusedForm = await make('Tags', 'New tag', { Name: 'core' });
    await refusedForm.getByText('Another tag with the name “core” exists already.').waitFor();
    // Opening the part Credentials would discard the entered values, so the page asks first.
    await tab('Credentials');
    await confirm('Stay');
    await page.goBack();
    await confirm('Stay');
    expect(await refusedForm.getByLabel('Name', { exact: true }).inputValue()).toBe('core');
    await tab('Credentials');
    await confirm('Leave');
    await make('Credentials', 'New credential', { Name: 'switches', Community: 'public' });
    await rowOf('Credentials', 'SNMPv2c').waitFor();
    const credentials = section('Credentials');
    await credentials.getByText('New credential', { exact: true }).click();
    const form = credentials.getByRole('form').first();
    await form.getByLabel('Kind').selectOption('SSH password');
    const settings = { Name: 'hosts', 'User name': 'poller', Password: 'secret-1', Script: 'echo {}' };
    for (const [label, value] of Object.entries(settings)) await form.getByLabel(label, { exact: true }).fill(value);
    expect(await form.getByLabel('Port').inputValue()).toBe('22');
    await form.getByRole('button').click();
    await rowOf('Credentials', 'SSH password').waitFor();
    await make('Shares', 'New share', { Name: 'lobby', Password: 'open' });
    const address = await rowOf('Shares', 'lobby').getByRole('group').innerText();
    expect((await world.anonymous.send('GET', new URL(address).pathname)).status).toBe(200);
    expect(await findingsInAllLooks(page)).toEqual([]);
    for (const [part, name] of [
      ['Tags', 'core'],
      ['Credentials', 'switches'],
      ['Shares', 'lobby'],
    ] as const) {
      await tab(part);
      await rowOf(part, name)
        .getByRole('button', { name: `Delete ${name}` })
        .click();
      await confirm('Delete');
      await rowOf(part, name).waitFor({ state: 'detached' });
    }
    expect((await world.anonymous.send('GET', new URL(address).pathname)).status).toBe(404);
  });

  test('the audit log is filtered by kind, person and day, and read page by page', async () => {
    await tab('Audit');
    const audit = section('Audit');
    const show = () => audit.getByRole('button', { name: 'Show', exact: true }).click();
    await audit.getByRole('rowheader').nth(1).waitFor();
    await audit.getByLabel('Kind').selectOption({ label: 'Invite revoked' });
    await audit.getByRole('textbox', { name: 'By' }).fill(world.owner.email.slice(0, 8));
    await show();
    await audit.getByRole('rowheader').nth(1).waitFor({ state: 'detached' });
    await audit.getByRole('rowheader', { name: 'Invite revoked' }).waitFor();
    expect(await audit.getByRole('rowheader').count()).toBe(1);
    await audit.getByLabel('Until').fill('2001-01-01');
    await show();
    await audit.getByText('There are no such events.').waitFor();
    await audit.getByLabel('Until').fill('');
    await audit.getByRole('textbox', { name: 'By' }).fill('');
    await audit.getByLabel('Kind').selectOption('');
    await world.prisma.auditEvent.createMany({
      data: Array.from({ length: 60 }, () => ({ eventType: 'SignIn' as const, organizationId: world.organizationId })),
    });
    await show();
    await audit.getByRole('button', { name: /^More \(50 of / }).click();
    await audit.getByRole('rowheader').nth(59).waitFor();
  });

  test('each section has a URL; the back button and URLs of earlier versions open it', async () => {
    await page.goto('/organization/tags');
    await section('Tags').waitFor();
    await tab('Shares');
    await page.waitForURL('**/organization/shares');
    await page.goBack();
    await section('Tags').waitFor();
    expect(await section('Shares').count()).toBe(0);
    await page.goto('/account');
    await page.goto('/organization#networks');
    await section('Networks').waitFor();
    await page.goto('/organization/nothing');
    await page.getByText('This page has no such part.').waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
  });

  test('a network is deleted only after its name was typed', async () => {
    await page.goto('/organization/networks');
    const row = rowOf('Networks', 'South');
    await row.getByText('Delete', { exact: true }).click();
    await row.getByLabel(/^Type the name/).fill('North');
    await row.getByRole('button', { name: 'Delete the network' }).click();
    await row.getByText('Type South to delete this network.').waitFor();
    await row.getByLabel(/^Type the name/).fill('South');
    await row.getByRole('button', { name: 'Delete the network' }).click();
    await waitForStatus('South was deleted.');
    expect(await world.prisma.network.count({ where: { id: world.otherNetworkId } })).toBe(0);
  });
});
