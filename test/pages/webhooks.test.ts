// Tests the webhooks of the organization page in a real browser: creating, testing, changing and deleting a webhook,
// its secret, its messages while they are sent, and error messages at their fields.
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import {
  createTestSender,
  addMessage,
  startReceiver,
  type Receiver,
  type TestSender,
} from '../support/webhook-receiver';
import { createWorld, type World } from '../support/world';
import { findingsInAllLooks } from './axe';
import { describeInBrowser, leaveBrowser, leavePage, newVisitor, openBrowser, type Visitor } from './browser';

describeInBrowser('webhooks of the organization page', () => {
  let world: World;
  let browser: Browser;
  let receiver: Receiver;
  let sender: TestSender;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser, receiver] = await Promise.all([createWorld(), openBrowser(), startReceiver()]);
    sender = createTestSender(world);
  });
  beforeEach(async () => {
    visitor = await newVisitor(browser, world.url, { width: 1440, session: world.admin.credential.session });
    page = visitor.page;
    await page.goto('/organization/webhooks');
  });
  afterEach(async () => {
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
    await world.prisma.webhook.deleteMany({ where: { organizationId: world.organizationId } });
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await sender.close();
    await receiver.close();
    await world.close();
  });

  const section = () => page.getByRole('region', { name: 'Webhooks', exact: true });
  const dialog = () => page.getByRole('dialog');
  const row = (name: string) => section().getByRole('rowgroup').filter({ hasText: name });
  const storedOf = (name: string) => world.prisma.webhook.findFirstOrThrow({ where: { name } });
  const verify = (secret: string, at: number) => {
    const { body, headers } = receiver.messages.at(at)!;
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  };

  test('a webhook is made by keyboard, shows its secret once, is tested, changed, switched off and deleted', async () => {
    await section().getByText('There are no webhooks.').waitFor();
    await section().getByText('New webhook').press('Enter');
    const form = section().getByRole('form', { name: 'Create webhook' });
    await form.getByLabel('Name', { exact: true }).fill('<b>pager</b>');
    await form.getByLabel('URL of the receiver').fill('ftp://pager.example.com');
    await form.getByLabel('URL of the receiver').press('Enter');
    await form.getByText('URL has an invalid format.').waitFor();
    await form.locator('[name=url]:focus').waitFor();
    await form.getByLabel('URL of the receiver').fill(receiver.url);
    await page.keyboard.press('Enter');
    await form.getByRole('group', { name: 'Chosen networks' }).getByText('This field is required.').waitFor();
    await form.locator('[name=networkIds]:focus').waitFor();
    await page.keyboard.press('Space');
    for (const [name, value] of [
      ['content-type', 'x'],
      ['X-Token', 'hush-hush'],
    ] as const) {
      await form.getByRole('button', { name: 'Add a header' }).press('Enter');
      await form.getByLabel('Name of the header').last().fill(name);
      await form.getByLabel(`Value of ${name}`).fill(value);
    }
    await form.getByRole('button', { name: 'Create webhook' }).press('Enter');
    await form.getByText('A header has a name that is not allowed').waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
    await form.getByRole('button', { name: 'Remove the header content-type' }).press('Enter');
    await form.getByLabel('Critical').check();
    await form.getByLabel('Run finished').check();
    await form.getByRole('button', { name: 'Create webhook' }).press('Enter');
    await form.getByText('The webhook would never send an event: events of these kinds').waitFor();
    await form.getByLabel('Run finished').uncheck();
    await form.getByText('What a message looks like').press('Enter');
    await form.getByLabel('Format').selectOption('Slack');
    await form.getByLabel('With an event of the kind').selectOption('PortDown');
    const example = form.getByRole('group', { name: 'Example of a message' });
    await example.getByText('"blocks"').waitFor();
    await example.getByText('ports that went down').first().waitFor();
    await form.getByLabel('Format').selectOption('Netloom');
    await example.getByText('"network_events"').or(example.getByText('"timestamp"')).first().waitFor();
    await form.getByRole('button', { name: 'Create webhook' }).press('Enter');

    const shownSecret = section().getByRole('group', { name: 'The secret of <b>pager</b>' });
    const secret = await shownSecret.innerText();
    expect(secret).toMatch(/^whsec_/);
    await row('<b>pager</b>').getByText('one network: Critical').waitFor();
    expect(await storedOf('<b>pager</b>')).toMatchObject({
      ...{ url: receiver.url, severities: ['Critical'], kinds: [], headerNames: ['X-Token'], format: 'Netloom' },
    });
    await row('<b>pager</b>').getByRole('button', { name: 'Messages' }).press('Enter');
    await section().getByText('No messages in the last 30 days.').waitFor();
    await section().getByRole('button', { name: 'Send a test' }).press('Enter');
    await section().getByText('The receiver accepted the test (status 204).').waitFor();
    expect(receiver.messages.at(-1)!.headers['x-token']).toBe('hush-hush');
    verify(secret, -1);
    receiver.answer = 500;
    await section().getByRole('button', { name: 'Send a test' }).click();
    await section().getByText('The receiver refused the test (status 500).').waitFor();
    receiver.answer = 204;
    expect(await findingsInAllLooks(page)).toEqual([]);
    await section().getByRole('button', { name: 'I have saved it' }).click();
    expect(await section().innerText()).not.toContain(secret);

    await row('<b>pager</b>').getByRole('button', { name: 'Change' }).click();
    await row('<b>pager</b>').getByRole('button', { name: 'New secret for <b>pager</b>' }).click();
    await dialog().getByRole('button', { name: 'New secret' }).click();
    const next = await shownSecret.innerText();
    expect(next).not.toBe(secret);
    await row('<b>pager</b>').getByRole('button', { name: 'Messages' }).click();
    await section().getByText('The old secret signs until').waitFor();
    await row('<b>pager</b>').getByRole('button', { name: 'Change' }).click();
    const change = section().getByRole('form', { name: 'Change <b>pager</b>' });
    await change.getByLabel('Networks', { exact: true }).selectOption('all');
    await change.getByLabel('Name', { exact: true }).fill('horn');
    await change.getByRole('button', { name: 'Save' }).click();
    await row('horn').getByText('all networks: Critical').waitFor();
    await row('horn').getByRole('button', { name: 'Messages' }).click();
    await section().getByRole('button', { name: 'Send a test' }).click();
    await section().getByText('The receiver accepted the test').waitFor();
    // The service never sends the secret value of the header `x-token` to the page. Saving the form without this value
    // has not changed the stored value.
    expect(receiver.messages.at(-1)!.headers['x-token']).toBe('hush-hush');
    verify(next, -1);
    await row('horn').getByRole('button', { name: 'Switch off: horn' }).click();
    await dialog().getByRole('button', { name: 'Switch off' }).click();
    await row('horn').getByRole('button', { name: 'Switch on: horn' }).waitFor();
    await row('horn').getByRole('button', { name: 'Delete horn' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await section().getByText('There are no webhooks.').waitFor();
  });

  test('messages are followed while they are sent, and one that was given up is sent again', async () => {
    const createReply = await world.admin.rest.post('/webhooks', {
      ...{ name: 'chat', url: receiver.url, network_ids: [world.networkId] },
    });
    const { id } = createReply.body.data.webhook as { id: string };
    receiver.answer = (response) => void response.writeHead(503).end('come back later');
    await page.reload();
    await row('chat').getByRole('button', { name: 'Messages' }).click();
    await section().getByText('No messages in the last 30 days.').waitFor();
    await addMessage(world, id);
    const messages = section().getByRole('list', { name: 'Messages of chat' });
    await messages.getByText('pc is new.').waitFor();
    await messages.getByText('as soon as those before it are sent').waitFor();
    await sender.sendAll();
    await messages.getByText('come back later').waitFor();
    await messages.getByText('503').waitFor();
    expect(await messages.getByText('waiting').count()).toBe(1);
    await row('chat').getByText('on, failing since').waitFor();
    const columns = { enabled: false, stoppedBecause: 'Gone' } as const;
    const ended = { state: 'GivenUp', endedAt: new Date(), nextAttemptAt: null } as const;
    await world.prisma.webhook.updateMany({ where: { id }, data: columns });
    await world.prisma.webhookDelivery.updateMany({ where: { webhookId: id }, data: ended });
    await row('chat').getByText('switched off: the receiver answered that it is gone').waitFor();
    await messages.getByText('given up').waitFor();
    expect(await messages.getByRole('button').count()).toBe(0);
    receiver.answer = 204;
    await row('chat').getByRole('button', { name: 'Switch on: chat' }).click();
    await dialog().getByRole('button', { name: 'Switch on' }).click();
    await messages.getByRole('button', { name: 'Send again: pc is new.' }).click();
    await messages.getByText('waiting').waitFor();
    await sender.sendAll();
    await messages.getByText('delivered', { exact: true }).waitFor();
    expect(receiver.messages.at(-1)!.body).toContain('pc is new.');
    expect(await findingsInAllLooks(page)).toEqual([]);
    await row('chat').getByRole('button', { name: 'Messages' }).click();
    for (const width of [360, 1100, 1101, 1200, 1351]) {
      await page.setViewportSize({ width, height: 900 });
      const edges = await row('chat')
        .locator('.buttons')
        .evaluate((buttons) => {
          const [cell, scroller] = [buttons.parentElement!, buttons.closest('.list-scroller')!];
          const [first, last] = [buttons.firstElementChild!, buttons.lastElementChild!].map((one) =>
            one.getBoundingClientRect(),
          ) as [DOMRect, DOMRect];
          return {
            coversNothing: first.left >= cell.getBoundingClientRect().left,
            isInWindow: last.right <= innerWidth,
            scrolled: scroller.scrollWidth - scroller.clientWidth,
          };
        });
      expect([width, edges]).toEqual([width, { coversNothing: true, isInWindow: true, scrolled: 0 }]);
    }
  });
});
