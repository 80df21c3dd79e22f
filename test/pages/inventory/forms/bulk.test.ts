// Guarantees of the bulk bar, in a real browser. Rows are selected by keyboard or by a filter, and then tagged, merged
// or deleted. Rows that the API refuses to delete stay selected, with the reason.
import type { Browser, Page } from 'playwright-core';
import { kindOfList } from '../../../../src/pages/inventory/address/kinds-by-list';
import { createWorld, type Caller, type World } from '../../../support/world';
import { allWidths, findingsInAllLooks } from '../../axe';
import { describeInBrowser, leaveBrowser, newVisitor, openBrowser, type Visitor } from '../../browser';

/** A number of rows that exceeds the first page of the list. */
const manyVlans = 130;

/**
 * Runs in the page. Clicks the button that removes a filter. Returns whether the bulk bar disappears at the same
 * moment as the button.
 */
function isBarGoneWithFilter(label: string): Promise<boolean> {
  const button = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)!;
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (button.isConnected) return;
      observer.disconnect();
      resolve(document.querySelector('.bulk') === null);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    button.click();
  });
}

describeInBrowser('inventory bulk bar', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let networkId: string;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    ({ networkId } = world);
    await addRows();
    visitor = await visitAs(world.owner);
    page = visitor.page;
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const visitAs = ({ credential }: Caller) =>
    newVisitor(browser, world.url, { width: 1400, height: 850, session: credential.session });

  async function addRows(): Promise<void> {
    const { prisma, organizationId } = world;
    const names = ['bulk-1', 'bulk-2', 'bulk-3', 'bulk-4', 'kept-1'];
    await prisma.host.createMany({ data: names.map((name) => ({ networkId, name })) });
    await prisma.tag.create({ data: { organizationId, name: 'Bulk tag' } });
    await prisma.vlan.createMany({
      data: Array.from({ length: manyVlans }, (_one, index) => ({
        ...{ networkId, organizationId, vlanNumber: index + 1 },
        name: index % 2 === 0 ? `even ${index}` : `odd ${index}`,
      })),
    });
  }

  const address = (list: string, query = '') => `/inventory/${networkId}/${kindOfList(list).slug}${query}`;
  const bar = (on = page) => on.getByRole('region', { name: 'Selected rows' });
  const dialog = () => page.getByRole('dialog');
  const titles = () => page.locator('[data-index] .title a');
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).press('Space');
  const act = (name: string) => bar().getByRole('button', { name, exact: true }).press('Enter');
  const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).press('Enter');
  const tagged = async () => {
    const { hosts } = (await world.owner.query(
      '{ hosts(filter: { tags: { some: { name: { eq: "Bulk tag" } } } }) { nodes { name } } }',
    )) as { hosts: { nodes: { name: string }[] } };
    return hosts.nodes.map(({ name }) => name).sort();
  };

  test('rows selected by keyboard get a tag and lose it again', async () => {
    await page.goto(address('hosts', '?name.contains=bulk-'));
    await titles().first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.closest('[data-index="1"]') !== null);
    await page.keyboard.press('Space');
    await bar().getByText('2 selected').waitFor();
    // Pressing the key again deselects the row.
    await page.keyboard.press('Space');
    await bar().getByText('1 selected').waitFor();
    await page.keyboard.press('Space');
    await act('Add tag');
    await confirm('Add tag');
    await dialog().getByText('Choose a tag first.').waitFor();
    await dialog().getByRole('combobox').fill('Bulk');
    await page.locator('[role="option"]').first().waitFor();
    await dialog().getByRole('combobox').press('Enter');
    // If the user replaces the text after choosing a tag, the chosen tag no longer applies.
    await dialog().getByRole('combobox').fill('Another');
    await confirm('Add tag');
    await dialog().getByText('Choose a tag first.').waitFor();
    expect(await tagged()).toEqual([]);
    await dialog().getByRole('combobox').fill('Bulk');
    await page.locator('[role="option"]').first().waitFor();
    await dialog().getByRole('combobox').press('Enter');
    await confirm('Add tag');
    await bar().getByText('Added to 2 hosts.').waitFor();
    expect(await tagged()).toEqual(['bulk-1', 'bulk-2']);
    // The list already shows the user's own changes, so only the change of another user is announced.
    const data = { description: 'changed by another user' };
    await world.prisma.host.updateMany({ where: { networkId, name: 'bulk-3' }, data });
    await page.getByText('1 host changed.').waitFor();

    await act('Select all 4 that match');
    await bar().getByText('4 selected').waitFor();
    await act('Remove tag');
    await dialog().getByRole('combobox').fill('Bulk');
    await page.locator('[role="option"]').first().waitFor();
    await dialog().getByRole('combobox').press('Enter');
    await confirm('Remove tag');
    await bar().getByText('Removed from 2 hosts. 2 did not have it.').waitFor();
    expect(await tagged()).toEqual([]);
  });

  test('Shift selects all rows since the last selected one; a new tag is created while tagging', async () => {
    await page.goto(address('vlans', '?name.contains=even'));
    await titles().nth(4).waitFor();
    await titles().nth(1).focus();
    await page.keyboard.press('Space');
    await titles().nth(4).focus();
    await page.keyboard.press('Shift+Space');
    await bar().getByText('4 selected').waitFor();
    // A click with Shift also selects a range upwards. Rows that were selected before stay selected.
    await page.locator('[data-index="0"] input').click({ modifiers: ['Shift'] });
    await bar().getByText('5 selected').waitFor();
    expect(await page.locator('[data-index] input:checked').count()).toBe(5);

    await page.goto(address('hosts', '?name.contains=bulk-'));
    await select('bulk-1');
    await act('Add tag');
    await dialog().getByRole('combobox').fill('Made on the way');
    // The list of options is open above the button that is clicked next. The click must nevertheless reach the
    // button.
    await dialog().getByText('No tags match.').waitFor();
    const create = dialog().getByRole('button', { name: 'Create tag “Made on the way”' });
    await create.click();
    await create.waitFor({ state: 'detached' });
    expect(await dialog().getByRole('combobox').inputValue()).toBe('Made on the way');
    await confirm('Add tag');
    await bar().getByText('Added to 1 host.').waitFor();
    const { tagAssignments } = await world.prisma.host.findFirstOrThrow({
      where: { networkId, name: 'bulk-1' },
      include: { tagAssignments: { include: { tag: true } } },
    });
    expect(tagAssignments.map(({ tag }) => tag.name)).toContain('Made on the way');
  });

  test('selected hosts are merged into the one that the user chose; its page splits them off again', async () => {
    await page.goto(address('hosts', '?name.contains=bulk-'));
    await select('bulk-3');
    expect(await bar().getByRole('button', { name: 'Merge' }).count()).toBe(0);
    await select('bulk-4');
    await act('Merge');
    await confirm('Merge');
    await dialog().getByText('Choose the host that stays first.').waitFor();
    await dialog().getByRole('radio', { name: 'bulk-3' }).press('Space');
    await confirm('Merge');
    await bar().getByText('Merged: 1 host.').waitFor();
    const readHosts = () =>
      world.prisma.host.findMany({
        where: { networkId, name: { startsWith: 'bulk-' } },
        orderBy: { name: 'asc' },
      });
    const remainingHosts = await readHosts();
    expect(remainingHosts.map(({ name }) => name)).toEqual(['bulk-1', 'bulk-2', 'bulk-3']);
    await page.goto(address('hosts', `/${remainingHosts[2]!.id}`));
    await page.getByRole('button', { name: 'Split off bulk-4' }).press('Enter');
    await confirm('Split off');
    await page.getByText('bulk-4 is a host of its own again, and stays one.').waitFor();
    expect((await readHosts()).map(({ name }) => name)).toEqual(['bulk-1', 'bulk-2', 'bulk-3', 'bulk-4']);
  });

  test('"all that match" deletes the matching rows only', async () => {
    await page.goto(address('vlans', '?name.contains=odd'));
    await titles().first().focus();
    await page.keyboard.press('Space');
    await act(`Select all ${manyVlans / 2} that match`);
    await bar()
      .getByText(`${manyVlans / 2} selected`)
      .waitFor();
    await act('Delete');
    await dialog()
      .getByText(`Delete ${manyVlans / 2} VLANs?`)
      .waitFor();
    await dialog()
      .getByText(`and ${manyVlans / 2 - 10} more`)
      .waitFor();
    await dialog().getByText('It is removed from the native and tagged VLANs of ports.').waitFor();
    expect(await world.prisma.vlan.count({ where: { networkId } })).toBe(manyVlans);
    await confirm('Delete');
    await bar()
      .getByText(`Deleted: ${manyVlans / 2} VLANs.`)
      .waitFor();
    const remainingVlans = await world.prisma.vlan.findMany({ where: { networkId }, select: { name: true } });
    expect(remainingVlans.filter(({ name }) => !name.startsWith('even'))).toEqual([]);
    expect(remainingVlans).toHaveLength(manyVlans / 2);
    await page.getByRole('heading', { name: 'No VLANs match' }).waitFor();
  });

  test('more rows than one page can be selected together; changing the filter clears the selection', async () => {
    const { organizationId, prisma } = world;
    await prisma.vlan.createMany({
      data: Array.from({ length: 1100 }, (_one, index) => ({
        ...{ networkId, organizationId, vlanNumber: index + 1000, name: `many ${index}` },
      })),
    });
    await page.goto(address('vlans', '?name.contains=many'));
    await titles().first().focus();
    await page.keyboard.press('Space');
    await act('Select all 1,100 that match');
    await bar().getByText('1,100 selected').waitFor();
    expect(await page.evaluate(isBarGoneWithFilter, 'Remove the filter Name')).toBe(true);
    await prisma.vlan.deleteMany({ where: { networkId, name: { startsWith: 'many' } } });
  });

  test('on a telephone, cards that become taller after a filter cover no other card', async () => {
    const { prisma, member } = world;
    const names = ['aa-1', 'aa-2', 'aa-3', 'ab-1', 'ab-2', 'ab-3', 'ab-4'];
    await prisma.host.createMany({ data: names.map((name) => ({ networkId, name })) });
    const ownVisitor = await visitAs(member);
    await ownVisitor.page.setViewportSize({ width: 360, height: 780 });
    await ownVisitor.page.goto(address('hosts'));
    await ownVisitor.page.getByRole('link', { name: 'ab-4' }).waitFor();
    // In a narrow window, rows are cards. The test checks that cards do not overlap after they have moved and become
    // higher.
    await ownVisitor.page.getByRole('searchbox').fill('ab-');
    await ownVisitor.page.getByRole('link', { name: 'aa-1' }).waitFor({ state: 'detached' });
    const manufacturer = 'A name of several words that takes more than one line of a card';
    await prisma.host.updateMany({ where: { networkId, name: { startsWith: 'ab-' } }, data: { manufacturer } });
    await ownVisitor.page.getByRole('button', { name: 'Show', exact: true }).click();
    await ownVisitor.page.getByText(manufacturer).nth(3).waitFor();
    await ownVisitor.page.waitForFunction(() => {
      const boxes = [...document.querySelectorAll('[data-index]')].map((card) => card.getBoundingClientRect());
      return boxes.every(({ top }, index) => index === 0 || top >= boxes[index - 1]!.bottom - 1);
    });
    await prisma.host.deleteMany({ where: { networkId, name: { in: names } } });
    await ownVisitor.context.close();
  });

  test('if the session ends, selected rows stay selected until the user has signed in again', async () => {
    const ownVisitor = await visitAs(world.member);
    await ownVisitor.page.goto(address('hosts', '?name.contains=bulk-'));
    await ownVisitor.page.getByRole('checkbox', { name: 'Select bulk-1', exact: true }).press('Space');
    const cookies = await ownVisitor.context.cookies();
    await ownVisitor.context.clearCookies();
    await bar(ownVisitor.page).getByRole('button', { name: 'Select all 4 that match' }).click();
    await bar(ownVisitor.page).getByRole('alert').getByText('Sign in in another tab').waitFor();
    await bar(ownVisitor.page).getByRole('button', { name: 'Delete' }).click();
    const question = ownVisitor.page.getByRole('dialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('alert').getByRole('link', { name: 'Sign in in another tab' }).waitFor();
    await ownVisitor.context.addCookies(cookies);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await bar(ownVisitor.page).getByRole('button', { name: 'Select all 4 that match' }).click();
    await bar(ownVisitor.page).getByText('4 selected').waitFor();
    await ownVisitor.context.close();
  });

  test('rows that the API refuses to delete stay selected with the reason; the others are deleted', async () => {
    const { hostId } = await world.addDaemon({ networkId });
    await world.prisma.host.update({ where: { id: hostId! }, data: { name: 'del-daemon' } });
    await world.prisma.host.createMany({ data: ['del-1', 'del-2'].map((name) => ({ networkId, name })) });
    await page.goto(address('hosts', '?name.contains=del-'));
    for (const name of ['del-1', 'del-2', 'del-daemon']) await select(name);
    await act('Delete');
    await dialog().getByText('A host with a daemon cannot be deleted.').waitFor();
    await confirm('Delete');
    await bar().getByText('Deleted: 2 hosts.').waitFor();
    await bar().getByText('1 host was left').waitFor();
    const failure = bar().getByRole('listitem').filter({ hasText: 'del-daemon' });
    await failure.getByText(/is in use by/).waitFor();
    await bar().getByText('1 selected').waitFor();
    const remainingHosts = await world.prisma.host.findMany({ where: { networkId, name: { startsWith: 'del-' } } });
    expect(remainingHosts.map(({ id }) => id)).toEqual([hostId]);
  });

  test('the bulk bar and its dialogs have no accessibility issues, from 360 pixels on, light and dark', async () => {
    const findings: string[] = [];
    const look = async (name: string, widths = allWidths) =>
      void findings.push(...(await findingsInAllLooks(page, widths)).map((finding) => `${name}: ${finding}`));
    await page.goto(address('hosts'));
    await titles().first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.closest('[data-index="1"]') !== null);
    await page.keyboard.press('Space');
    await bar().getByText('2 selected').waitFor();
    await look('bar');
    for (const action of ['Add tag', 'Merge', 'Delete']) {
      await act(action);
      await dialog().waitFor();
      // All dialogs have the same frame, so only the first one is checked in all widths.
      await look(action, action === 'Add tag' ? allWidths : [360]);
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    }
    expect(findings).toEqual([]);
  });
});
