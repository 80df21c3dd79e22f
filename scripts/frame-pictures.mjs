// Takes screenshots of the pages that every user has, from the start page to the REST page, each in a wide and a narrow
// window. Also takes the topology map: on a telephone, with a failing check, with a simulated failure, and with events.
const windows = { wide: { width: 1200, height: 720 }, narrow: { width: 390, height: 844 } };

const pages = [
  { name: 'start-page', path: '/', isSignedOut: true, ready: 'main .links' },
  { name: 'sign-in', path: '/sign-in', isSignedOut: true, ready: '#sign-in' },
  { name: 'home-page', path: '/', ready: 'table.list tbody' },
  { name: 'checks-page', path: '/checks', ready: 'table.list .verdict' },
  { name: 'account-page', path: '/account/keys', ready: 'table.list tbody' },
  { name: 'organization-page', path: '/organization/shares', ready: 'table.list tbody' },
  { name: 'webhooks-page', path: '/organization/webhooks', ready: 'table.list tbody' },
  { name: 'mail-page', path: '/account/mail', ready: 'table.list tbody' },
  { name: 'rest-page', path: '/docs', ready: '.opblock-tag' },
];

/** Name of the switch whose failure the topology map simulates. */
const failing = 'lyo-sw-2';

/** Webhooks that are created for the screenshot of the webhooks page. */
const webhooks = [
  { name: 'On call', format: 'Ntfy', url: 'https://ntfy.example.com/network', severities: ['Critical'] },
  { name: 'Office chat', format: 'Slack', url: 'https://hooks.slack.com/services/T0/B0/example', kinds: ['LinkNew'] },
  { name: 'Ticket system', url: 'https://tickets.example.com/netloom', severities: ['Warning', 'Critical'] },
];

/** Mail rules that are created for the screenshot of the mail rules page. */
const mailRules = [
  { name: 'Grave', severities: ['Critical'], quiet_from: 22, quiet_to: 7, time_zone: 'Europe/Paris' },
  { name: 'Every morning', timing: 'Daily', hour: 8, time_zone: 'Europe/Paris' },
];

/**
 * Prepares the browser page for one screenshot after the other, and yields the screenshot's name and the page. `page`
 * is a page of a signed-in user. `send` posts to the REST API.
 */
export async function* showFrame(page, { origin, network, topology, send }) {
  for (const webhook of webhooks) await send('webhooks', { ...webhook, all_networks: true });
  for (const rule of mailRules) await send('mail-rules', rule);
  // The demo sends no mail. The response is changed, so that the page of mail rules looks as on a service that sends
  // mail.
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, has_email_service: true } } });
  });
  const signedOut = await page.context().browser().newPage({ colorScheme: 'light' });
  for (const { name, path, isSignedOut, ready } of pages) {
    const shownPage = isSignedOut ? signedOut : page;
    for (const [width, size] of Object.entries(windows)) {
      await shownPage.setViewportSize(size);
      await shownPage.goto(`${origin}${path}`);
      await shownPage.locator(ready).first().waitFor();
      await shownPage.waitForLoadState('networkidle');
      yield { name: width === 'wide' ? name : `${name}-narrow`, shownPage };
    }
  }
  await signedOut.close();
  await page.setViewportSize(windows.narrow);
  await page.goto(`${origin}/topology?topology=${topology.id}&view=L2Physical`);
  await page.locator('#canvas[aria-busy="false"][data-drawn]').waitFor();
  yield { name: 'topology-page-narrow', shownPage: page };
  for (const [width, size] of Object.entries(windows)) {
    await page.setViewportSize(size);
    await page.goto(`${origin}/topology?topology=${topology.id}&view=L2Physical`);
    await page.locator('#canvas[aria-busy="false"][data-drawn]').waitFor();
    if (width === 'narrow') await page.getByRole('button', { name: 'Filters and questions' }).click();
    await page.locator('.wrong .is-failing button').first().click();
    await page.getByRole('list', { name: /^Findings of/ }).waitFor();
    yield { name: width === 'wide' ? 'topology-checks' : 'topology-checks-narrow', shownPage: page };
  }
  yield* showSupposed(page, { origin, topology });
  yield* showEvents(page, { origin, network, topology, send });
}

/** Shows the topology map while it simulates the failure of a switch. */
async function* showSupposed(page, { origin, topology }) {
  await page.setViewportSize(windows.wide);
  await page.goto(`${origin}/topology?topology=${topology.id}&view=L2Physical`);
  await page.locator('#canvas[aria-busy="false"][data-drawn]').waitFor();
  await page.getByRole('combobox', { name: 'Search this view' }).fill(failing);
  await page.locator('#found').getByRole('option').filter({ hasText: failing }).first().click();
  await page.getByRole('button', { name: /^What-if failure/ }).click();
  await page.locator('#supposed', { hasText: 'lost' }).waitFor();
  const address = new URL(page.url());
  address.searchParams.delete('selected');
  await page.goto(address.href);
  await page.locator('#supposed', { hasText: 'lost' }).waitFor();
  await page.locator('#canvas[aria-busy="false"][data-drawn][data-framed]').waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await page.waitForFunction(() => !document.getElementById('canvas')._cyreg.cy.animated());
  yield { name: 'topology-supposed', shownPage: page };
}

/** Shows the panel "What happened" of the map, with events of new hosts. */
async function* showEvents(page, { origin, network, topology, send }) {
  for (const name of ['lobby-printer', 'meeting-room-phone'])
    await send('hosts', { name, network_id: network.id, tags: [] });
  for (const [width, size] of Object.entries(windows)) {
    await page.setViewportSize(size);
    await page.goto(`${origin}/topology?topology=${topology.id}&view=L2Physical`);
    await page.locator('#canvas[aria-busy="false"][data-drawn]').waitFor();
    if (width === 'narrow') await page.getByRole('button', { name: 'Filters and questions' }).click();
    await page.locator('.wrong .is-failing').first().waitFor();
    await page.locator('summary', { hasText: 'What is wrong' }).click();
    await page.locator('summary', { hasText: 'What happened' }).click();
    const list = page.getByRole('list', { name: 'Events, newest first' });
    await list.getByText('lobby-printer is new.').waitFor();
    await list.getByText('meeting-room-phone is new.').waitFor();
    yield { name: width === 'wide' ? 'topology-events' : 'topology-events-narrow', shownPage: page };
  }
}
