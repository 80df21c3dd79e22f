// Tests GraphiQL in a real browser: GraphiQL works without internet access, its example tabs run, types are described,
// and the header shows who is signed in.
import type { Browser, Page, Response } from 'playwright-core';
import { addInventory } from '../support/inventory';
import { createWorld, type Caller, type World } from '../support/world';
import { findingsInAllLooks } from './axe';
import {
  describeInBrowser,
  givePassword,
  leaveBrowser,
  leavePage,
  newVisitor,
  openBrowser,
  signIn,
  signOut,
  type Visitor,
} from './browser';

/** Names of the example tabs in their order, each with a word that the tab's result contains. */
const answerOf = {
  VlansWithPorts: 'vlans',
  HostsWithServices: 'hosts',
  TopologyGraph: 'topologies',
  TagManyHosts: 'affectedCount',
  WhoAmI: 'viewer',
};
const tabNames = Object.keys(answerOf);

describeInBrowser('GraphiQL', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    const { networkId, organizationId } = world;
    await addInventory(world.prisma, { networkId, organizationId }, 6);
    await givePassword(world, world.owner);
  });
  beforeEach(async () => {
    visitor = await newVisitor(browser, world.url);
    page = visitor.page;
  });
  afterEach(async () => {
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const runButton = () => page.getByRole('button', { name: 'Execute query' });
  const answerTo = (operation: string, timeout?: number) =>
    page.waitForResponse((response) => Boolean(response.request().postData()?.includes(` ${operation}`)), { timeout });
  const open = async (enter: () => Promise<unknown>) => {
    const manual = answerTo('IntrospectionQuery');
    await enter();
    await (await manual).finished();
    await runButton().waitFor();
  };
  const useKey = async ({ credential }: Caller, next: string) => {
    await page.goto(`/sign-in${next}`);
    await page.getByText('Use an API key instead').click();
    await page.getByLabel('API key').fill(credential.key!);
    await page.getByRole('button', { name: 'Use this key' }).click();
  };
  /**
   * Runs the example in a tab. GraphiQL reads the name of the operation a moment after the tab is shown, so the tab is
   * run until a request has that name.
   */
  const runTab = async (name: string): Promise<Response> => {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tab', { name, selected: true }).waitFor();
    for (;;) {
      const answer = answerTo(name, 1500).catch(() => undefined);
      await runButton().click();
      const response = await answer;
      if (response) return response;
    }
  };
  /** Waits for the text in the result. GraphiQL ignores input between the arrival of a response and its display. */
  const waitForResult = (text: string) => page.locator('.result-window').getByText(text).first().waitFor();

  /** Runs every example tab, and checks the rows in each response. */
  async function runExamples(): Promise<void> {
    const answers: Record<string, { data: Record<string, unknown>; errors?: unknown }> = {};
    for (const [name, word] of Object.entries(answerOf)) {
      const response = await runTab(name);
      answers[name] = (await response.json()) as (typeof answers)[string];
      expect([name, response.status(), answers[name].errors]).toEqual([name, 200, undefined]);
      await waitForResult(`"${word}"`);
    }
    expect(answers.VlansWithPorts!.data).toMatchObject({
      vlans: { totalCount: 2, nodes: [{ nativeInterfaces: { totalCount: 6 } }, {}] },
    });
    expect(answers.HostsWithServices!.data).toMatchObject({ hosts: { totalCount: 6 } });
    expect(answers.TopologyGraph!.data).toMatchObject({
      topologies: { nodes: [{ graph: { availableViews: expect.arrayContaining(['L3Logical']) } }] },
    });
    expect(answers.TagManyHosts!.data).toEqual({ addTagToEntities: { affectedCount: expect.any(Number) } });
    expect(answers.WhoAmI!.data).toMatchObject({ viewer: { via: 'session', permissions: 'Owner' } });
  }
  /** Checks that the documentation panel describes types and fields. */
  async function readDocumentation(): Promise<void> {
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const manual = page.locator('.graphiql-doc-explorer');
    await manual.getByText('Query', { exact: true }).click();
    await manual.getByText('VLANs, by VLAN ID by default.').waitFor();
    await manual.getByText('TopologyConnection', { exact: true }).click();
    await manual.getByText('Topology', { exact: true }).first().click();
    await manual.locator('.graphiql-markdown-description').first().waitFor();
    expect(await manual.locator('.graphiql-doc-explorer-title').innerText()).toBe('Topology');
  }

  // This test checks several functions on one open page, because GraphiQL takes seconds to open.
  test('the frame and the controls of GraphiQL have no accessibility issues', async () => {
    const key = await world.addKey(world.owner);
    await open(() => useKey(key, ''));
    // Two issues of GraphiQL itself are left out: its tabs contain the buttons that close them, and the colors of its
    // editor have little contrast.
    const findings = (await findingsInAllLooks(page)).filter(
      (text) => !/nested-interactive: .*graphiql-tab|color-contrast: <span class="mtk/.test(text),
    );
    expect(findings).toEqual([]);
  });

  test('after sign-in examples run, types are described, tabs are remembered beside queries of URLs; then sign-out', async () => {
    const requestBodies: unknown[] = [];
    page.on('request', (request) => requestBodies.push(request.postData()));
    const visit = async (name: string, enter?: () => Promise<unknown>) => {
      await page.goto(`/graphql?query=${encodeURIComponent(`query ${name} { viewer { via } }`)}`);
      await enter?.();
      await page.getByRole('tab', { name, selected: true }).waitFor();
      await page.getByRole('tab', { name: 'VlansWithPorts' }).waitFor();
    };
    const tabs = async () => (await page.getByRole('tab').allInnerTexts()).toSorted();
    await open(() => visit('FirstVisit', () => signIn(page, world.owner.email)));
    await page.getByRole('button', { name: `Your account: ${world.owner.email} Owner of World` }).waitFor();
    expect(await tabs()).toEqual([...tabNames, 'FirstVisit'].toSorted());
    await runExamples();
    await readDocumentation();

    await page.getByRole('button', { name: 'New tab' }).click();
    await page.getByRole('tab', { name: '<untitled>' }).waitFor();
    // Waits until GraphiQL has saved its tabs, which happens a moment after each change.
    await page.waitForFunction(() => JSON.stringify(localStorage).includes('<untitled>'));
    await visit('LaterVisit');
    await page.getByRole('tab', { name: '<untitled>' }).waitFor();
    expect(await tabs()).toEqual([...tabNames, 'FirstVisit', '<untitled>', 'LaterVisit'].toSorted());
    // GraphiQL must not run the query of a URL until the user runs it.
    expect(requestBodies.filter((body) => /(First|Later)Visit/.test(String(body)))).toEqual([]);
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Restore examples' }).click();
    await page.getByRole('tab', { name: '<untitled>' }).waitFor({ state: 'detached' });
    await runButton().waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(tabNames);

    await signOut(page);
    await page.waitForURL('**/sign-in');
    await page.goto('/graphiql');
    await page.waitForURL('**/sign-in?next=%2Fgraphiql');
  });

  test('a key replaces a session in its own tab only, until it is forgotten; a revoked one leads to sign-in', async () => {
    const key = await world.addKey(world.owner);
    await open(() => useKey(key, ''));
    await page.getByText('by API key').waitFor();
    const response = await runTab('WhoAmI');
    expect(await response.json()).toMatchObject({ data: { viewer: { via: 'userApiKey' } } });
    expect((await response.request().allHeaders()).cookie).toBeUndefined();
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain('nlm_u_');
    const otherTab = await visitor.context.newPage();
    await otherTab.goto('/graphiql');
    await otherTab.waitForURL('**/sign-in?**');
    await otherTab.close();

    const { credentialId } = (await key.query('{ viewer { credentialId } }')).viewer;
    await world.prisma.userApiKey.delete({ where: { id: credentialId } });
    await waitForResult('"viewer"');
    expect((await runTab('WhoAmI')).status()).toBe(401);
    await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
    await page.getByText('The API key of this tab was refused.').waitFor();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

    await useKey(world.key, '?next=/docs');
    await page.waitForURL('**/docs');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.waitForURL('**/sign-in');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('on a telephone, the answer is below the query, and both are as wide as the window allows', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await open(() => useKey(world.key, ''));
    await page.getByRole('button', { name: 'Execute query' }).click();
    await waitForResult('"vlans"');
    const [query, answer] = await Promise.all(
      ['.graphiql-editors', '.graphiql-response'].map((part) => page.locator(part).boundingBox()),
    );
    expect(answer!.y).toBeGreaterThanOrEqual(query!.y + query!.height);
    expect(Math.min(query!.width, answer!.width)).toBeGreaterThan(250);
    expect(Math.min(query!.height, answer!.height)).toBeGreaterThan(200);
  });
});
