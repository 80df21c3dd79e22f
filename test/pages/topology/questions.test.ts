// Tests the topology page's details, search, filters, paths, impact, VLANs and exports, in a real browser.
import { readFileSync } from 'node:fs';
import type { Download } from 'playwright-core';
import { describeInBrowser } from '../browser';
import { demoSuite } from './demo-page';

const campus = 'Riverside Campus';
/** The page's answers about failures also follow edges that it does not draw. */
const followedArgument = 'followedEdgeTypes: [LearnedMachine, WirelessAssociation]';
describeInBrowser('questions on the topology page', () => {
  const suite = demoSuite({ returning: true });

  const open = (view: string, more = '') =>
    suite.open(`?topology=${suite.service.topologyOf(campus)}&view=${view}${more}`);
  const hostNamed = (name: string) =>
    suite.service.prisma.host.findFirstOrThrow({
      where: { networkId: suite.service.networkOf(campus), name },
      include: { ipAddresses: true, services: true },
    });
  const hasClass = (expectedText: string, kind = 'node') => suite.opened.drawn(`${kind}.${expectedText}`);

  test('a click on a node shows its host, addresses, services and neighbours', async () => {
    const page = await open('L2Physical');
    const core = await page.labelled('rv-core-1');
    // Clicks the heading of the box, because its contents cover the remaining area.
    const { y } = await page.topLeft(core.id);
    await page.page.mouse.click(core.x, y + 5);
    await page.details().getByRole('heading', { name: 'rv-core-1', level: 2 }).waitFor();
    const host = await hostNamed('rv-core-1');
    for (const { ipAddress } of host.ipAddresses) await page.details().getByText(ipAddress).first().waitFor();
    for (const { name } of host.services)
      await page.details().getByRole('listitem').filter({ hasText: name }).first().waitFor();
    await page
      .details()
      .getByText(/^Joined with \([1-9]/)
      .waitFor();
    expect(await page.parameter('selected')).toBe(core.id);
    await page
      .details()
      .getByRole('button', { name: /on rv-.*-dist/ })
      .first()
      .click();
    await page.details().getByText('Tagged VLANs').waitFor();
    // The details show the neighbour that the port sees, the neighbour's port, and when it was observed.
    await page
      .details()
      .getByRole('listitem')
      .filter({ hasText: /^(LLDP|CDP): .*rv-.*, port .*This is rv-.* Observed / })
      .first()
      .waitFor();
    await page.page.getByRole('button', { name: 'Close details' }).click();
    await page.details().waitFor({ state: 'detached' });
  });

  test('search finds nodes by name and address, and says why a known host is not drawn', async () => {
    const page = await open('L3Logical');
    const host = await hostNamed('rv-pve-1');
    await page.find(host.ipAddresses[0]!.ipAddress);
    expect(await page.parameter('selected')).toBe(host.ipAddresses[0]!.id);
    await page.page.getByRole('radio', { name: 'Physical (L2)' }).check({ force: true });
    await page.isDrawn();
    await page.page.getByRole('combobox', { name: 'Search this view' }).fill('rv-nms-1');
    await page.page
      .getByRole('option')
      .filter({ hasText: 'not shown: No link to another device in the picture is known' })
      .click();
    await page.page.waitForFunction(() => new URLSearchParams(location.search).get('view') === 'L3Logical');
    await page.page.locator('#notice').getByText('rv-nms-1 is in the view Logical (L3)').waitFor();
    await page
      .details()
      .getByRole('heading', { name: /rv-nms-1/, level: 2 })
      .waitFor();
  });

  test('a found machine that was folded is shown beside its switch, with the switch in the frame', async () => {
    const page = await open('L2Physical');
    const machine = await hostNamed('rv-a-ws-01');
    await page.find(machine.name);
    await page.nodeIsDrawn(machine.name);
    const canvas = (await page.page.locator('#canvas').boundingBox())!;
    const [pc, device] = await Promise.all([page.labelled(machine.name), page.labelled('rv-a-acc-2')]);
    for (const { label, x, y } of [pc, device])
      expect([
        label,
        x > canvas.x && x < canvas.x + canvas.width && y > canvas.y && y < canvas.y + canvas.height,
      ]).toEqual([label, true]);
  });

  test('a node hidden by filters is found and can be revealed', async () => {
    const page = await open('Workloads', '&hide-machines=Virtualized');
    await page.page.getByRole('combobox', { name: 'Search this view' }).fill('rv-nms-1');
    await page.page.getByRole('option').filter({ hasText: 'Show without filters' }).first().click();
    await page.page.waitForFunction(() => new URLSearchParams(location.search).get('hide-machines') === '');
    await page.page.locator('#notice').getByText('are off').waitFor();
    await page.details().waitFor();
  });

  test('a link to a host that the view does not draw says why, and offers a view that does', async () => {
    const host = await hostNamed('rv-nms-1');
    const page = await open('L2Physical', `&selected=${host.id}`);
    await page.details().getByText('Host, not shown in this view').waitFor();
    await page.details().getByText('No link to another device in the picture is known').waitFor();
    await page.details().getByRole('button', { name: 'Show it elsewhere' }).click();
    await page.page.waitForFunction(() => new URLSearchParams(location.search).get('view') === 'L3Logical');
  });

  test('kinds of lines, tags and categories of services can be hidden and shown again', async () => {
    const page = await open('Application');
    const lines = (await page.drawn('edge')).length;
    expect(lines).toBeGreaterThan(3);
    await page.side().getByRole('checkbox', { name: 'Hub and spoke' }).uncheck();
    await page.settled();
    expect((await page.drawn('edge')).length).toBeLessThan(lines);
    expect(await page.parameter('edges')).toBe('RequestPath');
    await page.side().getByText('Tags', { exact: true }).click();
    await page.side().getByRole('button', { name: 'Only Telephony' }).click();
    await page.settled();
    const bright = (await page.drawn('node[shape = "item"]')).filter(({ classes }) => !classes.includes('faded'));
    expect(bright.length).toBeGreaterThan(3);
    expect(bright.every(({ classes }) => classes.includes('tagged'))).toBe(true);
    await page.side().getByText('Categories of services').click();
    await page
      .side()
      .getByRole('group')
      .filter({ hasText: 'Categories of services' })
      .getByLabel('Telephony')
      .uncheck();
    await page.settled();
    expect((await page.drawn('node[shape = "item"]')).some(({ label }) => label.includes('SIP phone'))).toBe(false);
    await page.page.locator('#left-out').getByText('services by category').waitFor();
    await page.side().getByRole('button', { name: 'Reset filters' }).click();
    await page.settled();
    expect((await page.drawn('edge')).length).toBe(lines);
  });

  test('a hidden tag fades its hosts', async () => {
    const page = await open('L2Physical');
    await page.side().getByText('Tags', { exact: true }).click();
    await page.side().getByRole('checkbox', { name: 'Critical' }).uncheck();
    await page.settled();
    const fadedLabels = (await hasClass('faded')).map(({ label }) => label);
    expect([fadedLabels.includes('rv-fw-1'), fadedLabels.includes('rv-a-ap-01')]).toEqual([true, false]);
  });

  test('the path between two nodes is listed hop by hop with ports and VLANs, and drawn', async () => {
    const page = await open('L2Physical');
    await page.find('rv-b-ap-01');
    await page.details().getByRole('button', { name: 'Path from here' }).click();
    await page.find('rv-pve-1');
    await page.details().getByRole('button', { name: 'Path to here' }).click();
    const hops = page.side().locator('.hops > li');
    await hops.first().waitFor();
    const [from, to] = [await hostNamed('rv-b-ap-01'), await hostNamed('rv-pve-1')];
    const answer = await page.ask(
      `{ topology(id: "${suite.service.topologyOf(campus)}") { graph(view: L2Physical) { shortestPath(from: "${from.id}", to: "${to.id}") {
        length hops { host { displayName } outInterface { ifName } } } } } }`,
    );
    const { length, hops: expectedHops } = answer.topology.graph.shortestPath;
    await page.side().getByText(`${length} steps`).waitFor();
    const texts = await hops.allTextContents();
    expect(texts).toHaveLength(expectedHops.length);
    for (const [index, { host, outInterface }] of expectedHops.entries()) {
      expect(texts[index]).toContain(host.displayName);
      if (outInterface) expect(texts[index]).toContain(`out by ${outInterface.ifName}`);
    }
    expect(texts[1]).toMatch(/VLANs? [\d, ]+/);
    await page.settled();
    expect(await hasClass('path', 'edge')).toHaveLength(length);
    const address = page.page.url();
    await page.page.goto(address);
    await page.isDrawn();
    await hops.first().waitFor();
    await page.settled();
    expect(await hasClass('path', 'edge')).toHaveLength(length);
  });

  test('if a node fails, nodes that the chosen root no longer reaches are marked', async () => {
    const page = await open('L2Physical');
    await page.find('rv-core-1');
    await page.details().getByRole('button', { name: 'Look from here' }).click();
    await page.find('rv-a-acc-1');
    await page.details().getByRole('button', { name: 'If this fails' }).click();
    const [root, failing] = [await hostNamed('rv-core-1'), await hostNamed('rv-a-acc-1')];
    const { topology } = await page.ask(
      `{ topology(id: "${suite.service.topologyOf(campus)}") { graph(view: L2Physical) { impactOf(root: "${root.id}", ids: ["${failing.id}"], ${followedArgument}) {
        unreachableCount unreachable { host { displayName } } } } } }`,
    );
    const { unreachableCount, unreachable } = topology.graph.impactOf;
    expect(unreachableCount).toBeGreaterThan(0);
    await page.side().getByText(`${unreachableCount} unreachable`).waitFor();
    await page.settled();
    const lostLabels = (await hasClass('lost')).map(({ label }) => label);
    // A machine without a known cable may be hidden in a card that stands for several machines. Then the card is marked
    // as lost.
    const machines = (await page.drawn('node')).find(({ label }) => label.startsWith('Machines at rv-a-acc-1'));
    const names = unreachable.map(({ host }: { host: { displayName: string } }) => host.displayName);
    expect(names.filter((name: string) => lostLabels.includes(name)).length).toBeGreaterThan(0);
    expect(names.filter((name: string) => !lostLabels.includes(name)).length > 0).toBe(
      lostLabels.includes(machines?.label ?? ''),
    );
    expect(lostLabels).not.toContain('rv-core-2');
    expect((await hasClass('failed')).map(({ label }) => label)).toContain('rv-a-acc-1');
  });

  test('an answer is beside its button and comes into sight, also behind the panels of a telephone', async () => {
    const [root, failing] = [await hostNamed('rv-core-1'), await hostNamed('rv-a-acc-1')];
    /** Waits until the element is inside of the visible part of the side panel. */
    const isInSight = (selector: string) =>
      suite.opened.page.waitForFunction((of) => {
        const [panel, answer] = [document.getElementById('side'), document.querySelector(of)];
        if (!panel || !answer) return false;
        const [outer, inner] = [panel.getBoundingClientRect(), answer.getBoundingClientRect()];
        return inner.top >= outer.top - 1 && inner.top < outer.bottom && inner.bottom > inner.top;
      }, selector);
    const page = await open('L2Physical', `&root=${root.id}`);
    await page.find('rv-a-acc-1');
    await page.details().getByRole('button', { name: 'If this fails' }).click();
    const short = page.details().getByRole('status');
    await short.getByText(/^[1-9]\d* unreachable, \d+ still reached, seen from (Machine )?rv-core-1/).waitFor();
    await isInSight('#answer-impact .answers li');
    await page.details().getByRole('button', { name: 'Path from here' }).click();
    await page.find('rv-pve-1');
    await page.details().getByRole('button', { name: 'Path to here' }).click();
    await short.getByText(/^Path: \d+ steps/).waitFor();
    await isInSight('#answer-paths .hops li');
    // The user scrolls the answer out of sight. One click on a button scrolls back to it.
    await page.page.evaluate(() => void (document.getElementById('side')!.scrollTop = 0));
    await short.getByRole('button', { name: 'Show the answer' }).click();
    await isInSight('#answer-paths .hops li');

    await page.page.setViewportSize({ width: 390, height: 844 });
    await page.page.goto(
      `/topology?topology=${suite.service.topologyOf(campus)}&view=L2Physical&selected=${failing.id}&root=${root.id}`,
    );
    await page.isDrawn();
    await page.details().getByRole('button', { name: 'If this fails' }).click();
    await short.getByText(/^[1-9]\d* unreachable/).waitFor();
    expect(await page.side().isVisible()).toBe(false);
    await short.getByRole('button', { name: 'Show the answer' }).click();
    await isInSight('#answer-impact .answers li');
    // In a narrow window the side panel covers the details. A click on a node in the panel closes the panel and shows
    // the details.
    await page.side().locator('#answer-impact .answers li button').first().click();
    await page.side().waitFor({ state: 'detached' });
    await page.details().waitFor();
  });

  test('the hint of a line goes when the pointer leaves the picture', async () => {
    const page = await open('L2Physical');
    const hint = page.page.locator('.stage-hint');
    const lines = await page.page.evaluate(() => {
      interface Line {
        renderedMidpoint(): { x: number; y: number };
      }
      const canvas = document.getElementById('canvas') as unknown as HTMLElement & {
        _cyreg: { cy: { edges(of: string): { map<T>(of: (line: Line) => T): T[] } } };
      };
      const { left, top } = canvas.getBoundingClientRect();
      return canvas._cyreg.cy.edges(':visible').map((line) => {
        const { x, y } = line.renderedMidpoint();
        return { x: x + left, y: y + top };
      });
    });
    // A node or a label may cover the middle of a line, so lines are tried until one shows its hint.
    for (const { x, y } of lines) {
      await page.page.mouse.move(x, y);
      await page.settled();
      if (await hint.isVisible()) break;
    }
    await hint.waitFor();
    // Moves the pointer out of the picture in one step, like a fast pointer, so that the drawing gets no event on the
    // way.
    await page.page.mouse.move(200, 10);
    await hint.waitFor({ state: 'detached' });
  });

  test('for an address, the question is asked of its machine; question and answer say so', async () => {
    const page = await open('L3Logical');
    const [root, failing] = [await hostNamed('rv-pve-1'), await hostNamed('rv-fw-1')];
    await page.find(root.ipAddresses[0]!.ipAddress);
    await page.details().getByRole('button', { name: 'Look from here' }).click();
    const { id, ipAddress } = failing.ipAddresses[0]!;
    await page.find(ipAddress);
    expect(await page.parameter('selected')).toBe(id);
    await page.side().getByRole('button', { name: 'Take the machine of the selected' }).waitFor();
    await page.details().getByRole('button', { name: 'If its machine fails' }).click();
    await page.side().getByText('Machine rv-fw-1').waitFor();
    expect(await page.parameter('failing')).toBe(failing.id);
    const { topology } = await page.ask(
      `{ topology(id: "${suite.service.topologyOf(campus)}") { graph(view: L3Logical) { impactOf(root: "${root.id}", ids: ["${failing.id}"]) {
        unreachableCount stillReachable } } } }`,
    );
    const { unreachableCount, stillReachable } = topology.graph.impactOf;
    await page.side().getByText(`${unreachableCount} unreachable, ${stillReachable} still reached`).waitFor();
    await page.settled();
    expect((await hasClass('failed')).length).toBeGreaterThan(1);
  });

  test('for a port, the question concerns its own cable and what it is connected to', async () => {
    const [root, leaf] = [await hostNamed('rv-core-1'), await hostNamed('rv-b-ap-01')];
    const page = await open('L2Physical');
    const { topology } = await page.ask(
      `{ topology(id: "${suite.service.topologyOf(campus)}") { graph(view: L2Physical) { shortestPath(from: "${root.id}", to: "${leaf.id}") {
        hops { inInterfaceId } } } } }`,
    );
    const portId: string = topology.graph.shortestPath.hops.at(-1).inInterfaceId;
    const more = `&selected=${portId}&root=${root.id}`;
    await page.page.goto(`/topology?topology=${suite.service.topologyOf(campus)}&view=L2Physical${more}`);
    await page.details().getByRole('heading', { name: 'Joined with (1)' }).waitFor();
    await page.details().getByRole('button', { name: 'If this port fails' }).click();
    expect(await page.parameter('failing')).toBe(portId);
    const answer = await page.ask(
      `{ topology(id: "${suite.service.topologyOf(campus)}") { graph(view: L2Physical) { impactOf(root: "${root.id}", ids: ["${portId}"], ${followedArgument}) {
        unreachable { host { displayName } } } } } }`,
    );
    const names: string[] = answer.topology.graph.impactOf.unreachable.map(
      ({ host }: { host: { displayName: string } }) => host.displayName,
    );
    // The wireless clients of the access point are counted, although lines of wireless clients are not shown.
    expect(names.length).toBeGreaterThan(1);
    await page.side().getByText(`${names.length} unreachable`).waitFor();
    for (const name of names) await page.side().getByText(name, { exact: true }).first().waitFor();
    await page.side().getByRole('button', { name: 'rv-b-ap-01', exact: true }).waitFor();
    await page.side().getByText('Names without a link are not in the picture').waitFor();
  });

  test('single points of failure are listed and marked', async () => {
    const page = await open('L2Physical');
    await page.side().getByText('What fails with a node').click();
    await page.side().getByRole('button', { name: 'Single points of failure' }).click();
    const { topology } = await page.ask(
      `{ topology(id: "${suite.service.topologyOf(campus)}") { graph(view: L2Physical) { singlePointsOfFailure(${followedArgument}) { host { displayName } } } } }`,
    );
    const names = topology.graph.singlePointsOfFailure.map(
      ({ host }: { host: { displayName: string } }) => host.displayName,
    );
    for (const name of names) await page.side().getByRole('button', { name, exact: true }).waitFor();
    await page.settled();
    const boxes = (await page.drawn('node[shape = "box"].single')).map(({ label }) => label);
    expect(boxes).toEqual(expect.arrayContaining(names));
    expect(boxes).not.toContain('rv-b-cam-01');
  });

  test('a path over subnets leaves by the master of the gateway before the router that stands by', async () => {
    const page = await open('L3Logical');
    const networkId = suite.service.networkOf(campus);
    const [from, to] = await Promise.all(
      ['10.16.9.11', '10.16.25.10'].map((ipAddress) =>
        suite.service.prisma.ipAddress.findFirstOrThrow({ where: { networkId, ipAddress } }),
      ),
    );
    const { topology } = await page.ask(
      `{ topology(id: "${suite.service.topologyOf(campus)}") { graph(view: L3Logical) {
        allShortestPaths(from: "${from!.id}", to: "${to!.id}", first: 2) { hops { fhrpState host { displayName } } } } } }`,
    );
    const routers = topology.graph.allShortestPaths.map(({ hops }: { hops: object[] }) => hops[2]);
    expect(routers).toEqual([
      { fhrpState: 'Master', host: { displayName: 'rv-a-dist-1' } },
      { fhrpState: 'Backup', host: { displayName: 'rv-a-dist-2' } },
    ]);
  });

  test('a VLAN is followed through the ports and cables that carry it, and gaps are reported', async () => {
    const page = await open('L2Physical');
    await page.side().getByText('Where a VLAN goes').click();
    const select = page.side().getByRole('combobox', { name: 'VLAN' });
    const voice = await suite.service.prisma.vlan.findFirstOrThrow({
      where: { networkId: suite.service.networkOf(campus), vlanNumber: 50 },
    });
    await select.selectOption(voice.id);
    await page
      .side()
      .getByText(/\d+ ports, \d+ cables/)
      .waitFor();
    const { topology } = await page.ask(
      `{ topology(id: "${suite.service.topologyOf(campus)}") { graph(view: L2Physical) { vlanPath(vlanId: "${voice.id}") {
        links { sourceInterfaceId } gaps { lackingInterfaceId } } } } }`,
    );
    const { links, gaps } = topology.graph.vlanPath;
    await page.settled();
    expect(links.length).toBeGreaterThan(0);
    expect((await hasClass('vlan', 'edge')).length).toBeGreaterThan(0);
    expect(gaps).toEqual([]);
    await page.side().getByText('No gaps between ports whose VLANs are known.').waitFor();
    // The ends that are not known are ports of the hypervisor and the access points, which report no VLANs.
    await page
      .side()
      .getByText(/^\d+ ends? not known$/)
      .click();
    await page.side().getByRole('button', { name: 'rv-pve-1' }).first().waitFor();
  });

  test('a segment of a VLAN that consists of one host is shown with what is around it', async () => {
    const networkId = suite.service.networkOf(campus);
    const { prisma, demo } = suite.service;
    const { organizationId } = demo;
    const vlan = await prisma.vlan.create({ data: { networkId, organizationId, vlanNumber: 3999, name: 'Torn' } });
    for (const name of ['rv-a-dist-1', 'rv-a-dist-2']) {
      const { id } = await prisma.interface.findFirstOrThrow({
        where: { networkId, host: { name }, neighbors: { none: {} }, neighborOf: { none: {} } },
      });
      await prisma.interfaceVlan.create({ data: { networkId, vlanId: vlan.id, interfaceId: id } });
    }
    const page = await open('L2Physical', `&vlan=${vlan.id}`);
    await page
      .side()
      .getByRole('button', { name: /^Segment 1/ })
      .click();
    await page.page.locator('#canvas[data-framed]:not([data-framed="0"])').waitFor();
    await page.settled();
    expect(await page.zoom()).toBeLessThan(1);
    await prisma.vlan.delete({ where: { id: vlan.id } });
  });

  test('all VLANs are listed with their gaps, also after a reload, and a click shows where one goes', async () => {
    const page = await open('L2Physical');
    const { id: vlanId, name } = await suite.service.prisma.vlan.findFirstOrThrow({
      where: { networkId: suite.service.networkOf(campus), vlanNumber: 50 },
    });
    await page.side().getByText('Where a VLAN goes').click();
    await page.side().getByRole('button', { name: 'Which VLANs have gaps?' }).click();
    await page
      .side()
      .getByText(/^None of the \d+ VLANs has gaps\.$/)
      .waitFor();
    await page.page.reload();
    await page.isDrawn();
    const voice = page.side().getByRole('button', { name: `50 ${name}`, exact: true });
    await voice.click();
    expect(await page.parameter('vlan')).toBe(vlanId);
    await page
      .side()
      .getByText(/^\d+ ports, \d+ cables$/)
      .waitFor();
    expect(await voice.getAttribute('aria-pressed')).toBe('true');
  });

  test('the details that a click opens do not cover the clicked node', async () => {
    const page = await open('L2Physical');
    const rightOf = (id: string) =>
      page.page.evaluate((nodeId) => {
        const canvas = document.getElementById('canvas') as unknown as HTMLElement & { _cyreg: { cy: never } };
        const cy = canvas._cyreg.cy as { getElementById(of: string): { renderedBoundingBox(): { x2: number } } };
        return { right: cy.getElementById(nodeId).renderedBoundingBox().x2, width: canvas.clientWidth };
      }, id);
    const boxes = await page.drawn('node[depth = 1]');
    const last = boxes.sort((a, b) => b.x - a.x)[0]!;
    const before = await rightOf(last.id);
    const { y } = await page.topLeft(last.id);
    await page.page.mouse.click(last.x, y + 5);
    await page.details().waitFor();
    await page.settled();
    const after = await rightOf(last.id);
    // If the page had not moved the graph, the details panel would cover the node.
    expect(before.right).toBeGreaterThan(after.width);
    expect(after.right).toBeLessThanOrEqual(after.width);
  });

  const endings: [string, RegExp][] = [
    ['SVG', /^<svg [\s\S]*Riverside Campus: Physical \(L2\)[\s\S]*as of [\s\S]*rv-core-1[\s\S]*<\/svg>$/],
    ['PNG', /^\u0089PNG/],
    ['SVG with legend', /^<svg [\s\S]*rv-core-1[\s\S]*<\/svg>\s*$/],
    ['Mermaid', /^flowchart TD/],
    ['Graphviz DOT', /graph .*\{/],
    ['GraphML', /<graphml/],
    ['Cytoscape JSON', /^\{/],
    ['CSV of the edges', /PhysicalLink/],
    ['Confluence markup', /\|\|/],
  ];
  test('each export is saved as a file of its format', async () => {
    const page = await open('L2Physical');
    const names = new Set<string>();
    for (const [name, content] of endings) {
      await page.page.getByText('Export', { exact: true }).click();
      const saved = page.page.waitForEvent('download');
      await page.page.getByRole('button', { name, exact: true }).click();
      const download: Download = await saved;
      expect([name, download.suggestedFilename()]).toEqual([
        name,
        expect.stringMatching(/^riverside-campus-l2physical(-legend)?\./),
      ]);
      names.add(download.suggestedFilename());
      expect(readFileSync(await download.path(), 'latin1')).toMatch(content);
    }
    expect(names.size).toBe(endings.length);
  });

  test('an export of the past has its instant in the file name; an empty picture cannot be exported', async () => {
    const [first] = await suite.service.prisma.snapshot.findMany({
      where: { networkId: suite.service.networkOf(campus) },
    });
    const page = await open('L2Physical', `&at=${first!.takenAt.toISOString()}`);
    const exportAs = async (name: string) => {
      await page.page.getByText('Export', { exact: true }).click();
      await page.page.getByRole('button', { name, exact: true }).click();
    };
    const saved = page.page.waitForEvent('download');
    await exportAs('SVG');
    const instant = first!.takenAt.toISOString().slice(0, 19).toLowerCase().replaceAll(':', '-');
    expect((await saved).suggestedFilename()).toBe(`riverside-campus-l2physical-${instant}.svg`);
    await page.page.goto(`${page.page.url()}&hide-machines=Virtualized,BareMetal&edges=PhysicalLink`);
    await page.page.locator('.empty').waitFor();
    await exportAs('PNG');
    await page.page.locator('#notice').getByText('nothing was saved').waitFor();
  });

  test('a refusal of the service is displayed as text, and the picture stays', async () => {
    const page = await open('L2Physical');
    await page.page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query PagePaths')
        ? route.fulfill({
            status: 429,
            headers: { 'retry-after': '2' },
            json: { errors: [{ message: 'x', extensions: { code: 'rate_limit_exceeded' } }] },
          })
        : route.continue(),
    );
    await page.find('rv-fw-1');
    await page.details().getByRole('button', { name: 'Path from here' }).click();
    await page.find('rv-fw-2');
    await page.details().getByRole('button', { name: 'Path to here' }).click();
    await page.side().getByText('Too many requests. Try again in 2 s.').waitFor();
    expect(await page.labelled('rv-core-1')).toBeDefined();
  });
});
