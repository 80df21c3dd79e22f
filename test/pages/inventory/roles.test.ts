// Tests the inventory for each role and each kind of row, in a real browser: the pages list the rows and offer the
// actions that the API allows the role. The role with the fewest rights that may delete a row tags, deletes and
// restores the row. Some pages are also checked for accessibility.
import type { Browser, Locator, Page } from 'playwright-core';
import { allForms, findForm } from '../../../src/pages/inventory/address/form-facts';
import { kinds, type Kind } from '../../../src/pages/inventory/address/kinds-by-list';
import { upperFirst } from '../../../src/pages/inventory/texts';
import { databaseInstant } from '../../support/instants';
import { addImportPlan, fillOrganization } from '../../support/populate';
import { createWorld, type Caller, type World } from '../../support/world';
import { allWidths, findingsAt } from '../axe';
import { describeInBrowser, leaveBrowser, newVisitor, openBrowser } from '../browser';
import {
  acceptedForList,
  acceptedForRow,
  listed,
  refusalCode,
  refusesRights,
  writeRights,
  type Role,
} from './accepted-actions';
import { lead } from './lead';
import { kindsOfAllStructures } from './structures';

const tagName = 'Tag of roles';
const windowSize = { width: 1400, height: 850 };
/** The maximum number of rows of each kind for which the test compares the page with the API. */
const mostRows = 3;

/** Deleting a row of these kinds also deletes rows of other kinds, so these kinds are tested last, in this order. */
const owners = ['daemons', 'ipAddresses', 'subnets', 'ports', 'services', 'interfaces', 'hosts', 'networks', 'tags'];
const lastOwners = [...kinds].sort((one, other) => owners.indexOf(one.list) - owners.indexOf(other.list));

/** A row that the role can read, and whether the page of the row offers to delete it. */
interface SeenRow {
  readonly role: Role;
  readonly id: string;
  readonly offersDelete: boolean;
}

describeInBrowser('roles in the inventory', () => {
  let world: World;
  let browser: Browser;
  let roles: readonly Role[];
  let narrowed: Role;
  let owner: Role;
  /** The network that the test deletes. */
  let spareNetworkId: string;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    const { networkId } = world;
    await addRows();
    // Roles are sorted from the fewest rights to the most, because deletes are tried in this order.
    roles = [
      await openAs('Viewer', world.viewer),
      await openAs('Member of one network', await world.addUser('Member', [networkId])),
      await openAs('Member', world.member),
      await openAs('Owner', world.owner),
    ];
    narrowed = roles[1]!;
    owner = roles.at(-1)!;
    // An import plan is visible only to the user who made the plan, so each role gets one.
    const { prisma, otherNetworkId, stranger, strangerNetworkId } = world;
    for (const { caller } of roles) await addImportPlan(prisma, caller, networkId);
    await addImportPlan(prisma, owner.caller, otherNetworkId);
    await addImportPlan(prisma, stranger, strangerNetworkId);
  });
  afterEach(() => {
    for (const { name, visitor } of roles)
      expect([name, visitor.foreignRequests, visitor.complaints]).toEqual([name, [], []]);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  async function addRows(): Promise<void> {
    const { prisma, organizationId, networkId, otherNetworkId, stranger, strangerNetworkId } = world;
    const ownOrganization = await fillOrganization(prisma, organizationId);
    for (const id of [networkId, otherNetworkId]) await ownOrganization.fillNetwork(id);
    const foreign = await fillOrganization(prisma, stranger.organizationId);
    await foreign.fillNetwork(strangerNetworkId);
    // All hosts that `fillNetwork` creates have the same serial number, chassis id and name. A host that equals another
    // one cannot be restored, so these values are removed.
    const unlike = { serialNumber: null, chassisId: null, sysName: null };
    await prisma.host.updateMany({ data: unlike, where: { networkId } });
    // A discovery with a running session cannot be deleted, so sessions are removed.
    await prisma.discoverySession.deleteMany({ where: { networkId } });
    ({ id: spareNetworkId } = await prisma.network.create({ data: { organizationId, name: 'spare' } }));
    await prisma.tag.create({ data: { organizationId, name: tagName } });
  }

  async function openAs(name: string, caller: Caller): Promise<Role> {
    const visitor = await newVisitor(browser, world.url, { ...windowSize, session: caller.credential.session });
    const { page } = visitor;
    await page.goto(`/inventory/${world.networkId}/hosts`);
    const { viewer } = (await caller.query('{ viewer { may } }')) as { viewer: { may: string[] } };
    return { name, caller, visitor, page, may: new Set(viewer.may) };
  }

  const address = ({ slug }: Kind, id: string) => `/inventory/${world.networkId}/${slug}/${id}`;
  const count = (locator: Locator) => locator.count();
  const titles = (page: Page) => page.locator('[data-index] .title a');
  const isSpare = (id: string) => Number(id === spareNetworkId);
  const idIn = (path: string | null) => path!.split('/').at(-1)!;

  async function openList({ page }: Role, kind: Kind, total: number): Promise<void> {
    const kindsNav = page.getByRole('navigation', { name: 'Kinds' });
    await kindsNav.getByRole('link', { name: upperFirst(kind.plural), exact: true }).click();
    const words = `${total} ${total === 1 ? kind.singular : kind.plural}`;
    await page.locator('.count').getByText(words, { exact: true }).waitFor();
    await page.waitForFunction(
      (rows) => document.querySelectorAll('[data-index] .title a').length >= rows,
      Math.min(total, 10),
    );
  }

  /** Names of the actions that the page offers above the list, and for selected rows. */
  async function listActions(role: Role, kind: Kind): Promise<string[]> {
    const { page } = role;
    const actionNames =
      (await count(page.getByRole('link', { name: `New ${kind.singular}`, exact: true }))) > 0 ? ['New'] : [];
    const boxes = page.locator('[data-index]').getByRole('checkbox');
    if ((await count(boxes)) === 0) return actionNames;
    await boxes.first().press('Space');
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await bar.getByText('1 selected').waitFor();
    const buttons = (await bar.getByRole('button').allInnerTexts()).filter((name) => !name.startsWith('Select all'));
    await bar.getByRole('button', { name: 'Clear' }).press('Enter');
    await bar.waitFor({ state: 'detached' });
    return [...actionNames, ...buttons.filter((name) => name !== 'Clear')];
  }
  /**
   * Names of the actions that the page of a row offers. Actions that add a part are named `Add` and the kind of the
   * part.
   */
  async function rowActions({ page }: Role, kind: Kind, id: string): Promise<string[]> {
    await page.waitForURL((url) => url.pathname === address(kind, id));
    await page.locator('.detail[aria-busy=false] h2').waitFor();
    await page.locator('.detail .actions[aria-busy=true]').waitFor({ state: 'detached' });
    const problems = await page.locator('.detail .problem').allInnerTexts();
    const actions = page.locator('.detail .actions');
    const mainActions = await actions.locator(':scope > a, :scope > button').allInnerTexts();
    const parts = await actions.locator('.more-actions a').allTextContents();
    return [...problems, ...mainActions, ...parts.map((name) => `Add ${name}`)];
  }
  /** Opens the list of the kind, and checks its rows and actions. */
  async function seeList(role: Role, kind: Kind, rows: readonly { id: string }[], total: number): Promise<void> {
    const { page, name } = role;
    await openList(role, kind, total);
    const paths = await titles(page).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
    expect([name, paths.map(idIn).sort()]).toEqual([name, rows.map(({ id }) => id).sort()]);
    expect([name, await listActions(role, kind)]).toEqual([name, acceptedForList(role, kind, total)]);
  }
  /**
   * Compares the actions on the pages of rows with those that the API accepts. A page is opened only for a new
   * combination of actions. For each combination, `deletes` stores whether its page offered to delete the row.
   */
  async function seeRows(role: Role, kind: Kind, deletes: Map<string, boolean>): Promise<SeenRow[]> {
    const { page, caller, name } = role;
    const { totalCount, nodes } = await listed(caller, kind, world.networkId);
    // A kind without rows would prove nothing. If this assertion fails, test/support/populate.ts must create a row of
    // the kind.
    expect([name, nodes.length > 0]).toEqual([name, true]);
    const listAnswer = [writeRights(role, kind), acceptedForList(role, kind, totalCount!)];
    const seenRows: SeenRow[] = [];
    let isInKind = false;
    const rows = nodes.toSorted(({ id: one }, { id: other }) => isSpare(other) - isSpare(one));
    for (const { id } of rows.slice(0, mostRows)) {
      const accepted = await acceptedForRow(role, kind, id);
      const answer = JSON.stringify([listAnswer, accepted]);
      if (!deletes.has(answer)) {
        if (isInKind) await page.getByRole('link', { name: `← ${upperFirst(kind.plural)}` }).click();
        else await seeList(role, kind, nodes, totalCount!);
        isInKind = true;
        await page.locator(`[data-index] .title a[href$="/${id}"]`).click();
        const offered = await rowActions(role, kind, id);
        expect([name, offered.filter((action) => action !== 'Delete')]).toEqual([name, accepted]);
        deletes.set(answer, offered.includes('Delete'));
      }
      seenRows.push({ role, id, offersDelete: deletes.get(answer)! });
    }
    return seenRows;
  }

  /**
   * The id of a row that a Member of one network cannot read: in another network of the organization or, for kinds
   * without a network, in another organization.
   */
  async function foreignId(kind: Kind): Promise<string> {
    const { stranger, otherNetworkId, strangerNetworkId } = world;
    if (kind.list === 'networks') return otherNetworkId;
    const { nodes } = kind.isInNetwork
      ? await listed(owner.caller, kind, otherNetworkId)
      : await listed(stranger, kind, strangerNetworkId);
    return nodes[0]!.id;
  }
  async function expectAbsent({ page }: Role, kind: Kind, id: string): Promise<void> {
    // A page without live changes reads its row only when it is opened, so the test leaves the page and opens it
    // again.
    if (!kind.isCompared) {
      await lead(page, `/inventory/${world.networkId}/${kind.slug}`);
      await page.locator('.detail').waitFor({ state: 'detached' });
    }
    await lead(page, address(kind, id));
    await page.getByRole('heading', { name: `This ${kind.singular} is not there`, exact: true }).waitFor();
    await page.locator('[aria-labelledby=history][aria-busy=true]').waitFor({ state: 'detached' });
  }

  /** Tags and deletes the row as this role, by the bar for selected rows. */
  async function tagAndDelete(role: Role, kind: Kind, id: string): Promise<void> {
    const { page } = role;
    const { totalCount } = await listed(role.caller, kind, world.networkId);
    await openList(role, kind, totalCount!);
    const row = page.locator('[data-index]').filter({ has: page.locator(`.title a[href$="/${id}"]`) });
    await row.getByRole('checkbox').press('Space');
    const bar = page.getByRole('region', { name: 'Selected rows' });
    const dialog = page.getByRole('dialog');
    if (findForm(kind.list)!.isTaggable) {
      await bar.getByRole('button', { name: 'Add tag' }).press('Enter');
      await dialog.getByRole('combobox').fill(tagName);
      await page.locator('[role="option"]').filter({ hasText: tagName }).waitFor();
      await dialog.getByRole('combobox').press('Enter');
      await dialog.getByRole('button', { name: 'Add tag' }).press('Enter');
      await bar.getByText(`Added to 1 ${kind.singular}.`).waitFor();
    }
    await bar.getByRole('button', { name: 'Delete' }).press('Enter');
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    await bar.getByText(`Deleted: 1 ${kind.singular}.`).waitFor();
  }
  async function restore(role: Role, kind: Kind, id: string): Promise<void> {
    const { page } = role;
    await expectAbsent(role, kind, id);
    await restoreButtons(page).first().press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('listitem').first().waitFor();
    expect(await dialog.getByRole('list', { name: 'Conflicts' }).allInnerTexts()).toEqual([]);
    await dialog.getByRole('button', { name: /^Restore this / }).press('Enter');
    await page
      .getByRole('status')
      .getByText(/(was|were) restored\.$/)
      .waitFor();
    await page.locator('.detail h2').waitFor();
  }

  const restoring = `mutation ($input: RestoreRevisionInput!) {
    restoreRevision(input: $input) { conflicts { message } }
  }`;
  const restoreButtons = (page: Page) => page.getByRole('button', { name: /^Restore this / });

  test.each(lastOwners.map((kind) => [kind.list, kind] as const))(
    '%s: rows and actions of each role are those that the API accepts',
    async (_name, kind) => {
      const form = findForm(kind.list);
      const seenRows: SeenRow[] = [];
      const deletes = new Map<string, boolean>();
      for (const role of roles) seenRows.push(...(await seeRows(role, kind, deletes)));
      await expectAbsent(narrowed, kind, await foreignId(kind));
      expect(await count(narrowed.page.locator('.history li'))).toBe(0);
      if (!form?.remove) {
        expect(seenRows.filter(({ offersDelete }) => offersDelete)).toEqual([]);
        return;
      }
      for (const { role, id } of seenRows.filter(({ offersDelete }) => !offersDelete)) {
        const code = await refusalCode(role, form.documents.remove, { id });
        expect([role.name, code, refusesRights(code)]).toEqual([role.name, code, true]);
      }
      const { role: deleter, id } = seenRows.find(({ offersDelete }) => offersDelete)!;
      const at = await databaseInstant(world.prisma);
      await tagAndDelete(deleter, kind, id);
      if (kind.historyKind !== null) {
        const input = { kind: kind.historyKind, id, at, isPreview: true };
        const restorers: Role[] = [];
        const answers = new Set<string>();
        for (const role of roles) {
          const code = await refusalCode(role, restoring, { input });
          if (code === undefined) restorers.push(role);
          const answer = JSON.stringify([code === undefined, role.may.has('restoreRevision')]);
          if (answers.has(answer)) continue;
          answers.add(answer);
          await expectAbsent(role, kind, id);
          const isOffered = (await count(restoreButtons(role.page))) > 0;
          expect([role.name, code, isOffered]).toEqual([role.name, code, code === undefined]);
        }
        expect(await restorers[0]!.caller.query(restoring, { input })).toEqual({ restoreRevision: { conflicts: [] } });
        await restore(restorers[0]!, kind, id);
      }
      const deletedIds = new Set<string>();
      for (const role of roles) {
        const offered = seenRows.filter((one) => one.role === role && one.offersDelete);
        const row = offered.find((one) => !deletedIds.has(one.id)) ?? offered[0];
        if (!row) continue;
        deletedIds.add(row.id);
        const code = await refusalCode(role, form.documents.remove, { id: row.id });
        expect([role.name, code, refusesRights(code)]).toEqual([role.name, code, false]);
      }
    },
  );

  test.each(kindsOfAllStructures().map((kind, index) => [kind.list, kind, index] as const))(
    '%s: the list, a row and the form have no accessibility issues',
    async (_name, kind, index) => {
      const { page } = owner;
      // Each kind is checked in one window width only, because other suites check all widths.
      const width = allWidths[index % allWidths.length]!;
      const findings: string[] = [];
      const look = async (part: string) =>
        void findings.push(
          ...(await findingsAt(page, width, index % 2 === 0 ? 'light' : 'dark')).map((one) => `${part} ${one}`),
        );
      await page.setViewportSize(windowSize);
      const { totalCount, nodes } = await listed(world.owner, kind, world.otherNetworkId);
      await lead(page, `/inventory/${world.otherNetworkId}/${kind.slug}`);
      await page.locator(`[data-index] .title a[href$="/${nodes[0]!.id}"]`).waitFor();
      await look(`list of ${totalCount}`);
      await lead(page, `/inventory/${world.otherNetworkId}/${kind.slug}/${nodes[0]!.id}`);
      await page.locator('.detail[aria-busy=false] h2').waitFor();
      await page.locator('.detail [aria-busy=true]').first().waitFor({ state: 'detached' });
      await look('row');
      if (findForm(kind.list)?.create) {
        await lead(page, `/inventory/${world.otherNetworkId}/${kind.slug}/new`);
        await page.getByRole('form', { name: `New ${kind.singular}` }).waitFor();
        await look('form');
      }
      expect(findings).toEqual([]);
    },
  );

  test('a Member of one network can choose only that network; URLs of other networks show nothing', async () => {
    const { page } = narrowed;
    await page.goto('/inventory');
    await page.waitForURL(`**/inventory/${world.networkId}/hosts`);
    await page.getByRole('combobox', { name: 'Network', exact: true }).click();
    const options = page.getByRole('listbox', { name: 'Networks' }).getByRole('option');
    const { name } = await world.prisma.network.findUniqueOrThrow({ where: { id: world.networkId } });
    expect(await options.allInnerTexts()).toEqual([name]);
    for (const id of [world.otherNetworkId, world.strangerNetworkId]) {
      await page.goto(`/inventory/${id}/hosts`);
      await page.getByRole('heading', { name: 'This network is not there' }).waitFor();
    }
  });

  test("opening a form's URL without the right to use it explains why", async () => {
    for (const { page, name, may } of roles)
      for (const { list } of allForms.filter(({ create }) => create !== null && !may.has(create))) {
        await lead(page, `/inventory/${world.networkId}/${kinds.find((kind) => kind.list === list)!.slug}/new`);
        expect([name, await page.getByRole('alert').getByText('Your role').innerText()]).toEqual([
          name,
          'Your role does not allow that. Ask an Admin of your organization.',
        ]);
      }
  });
});
