import { chromium } from 'playwright-core';
const { load } = await import('./scripts/project.mjs');
const { equalStumps, linesThroughNodes, unnamedNodes } = await load('bench', 'legibility.ts');
const { crossingsByElk } = await load('bench', 'crossings.ts');
const { countCrossings } = await load('src', 'pages', 'topology', 'layout', 'crossings.ts');
const [size, ...rows] = process.argv.slice(2);
const [width, height] = size.split('x').map(Number);
const url = 'http://localhost:4541';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const meet = (a, b) => a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;
for (const row of rows) {
  const [name, email, pw, id] = row.split('|');
  for (const view of (process.env.VIEWS ?? 'L2Physical,L3Logical,Workloads,Application').split(',')) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: 'light' });
    await context.request.post(`${url}/api/auth/login`, { data: { email, password: pw } });
    const page = await context.newPage();
    await page.goto(`${url}/topology?topology=${id}&view=${view}`);
    const ready = await (await page.waitForFunction(() => {
      const canvas = document.getElementById('canvas'); const cy = canvas?._cyreg?.cy;
      if (!canvas?.dataset.drawn || canvas.ariaBusy !== 'false' || !cy?.nodes().length) return false;
      if (cy.painted === undefined) { cy.painted = performance.now(); cy.on('render', () => (cy.painted = performance.now())); }
      return !cy.animated() && performance.now() - cy.painted > 500 ? cy.painted : 0;
    }, undefined, { timeout: 120000 })).jsonValue();
    const d = await page.evaluate(() => {
      const canvas = document.getElementById('canvas'); const cy = canvas._cyreg.cy; const surface = canvas.querySelector('canvas.overview');
      const nodes = cy.nodes().filter((n) => n.visible());
      const o = { includeLabels: false, includeOverlays: false, includeOutlines: false };
      return { w: cy.width(), h: cy.height(), zoom: cy.zoom(), total: cy.nodes().length, bounds: nodes.renderedBoundingBox(),
        boxes: nodes.map((n) => { const { x1, y1, w, h } = n.boundingBox(o); return { id: n.id(), x: x1, y: y1, width: w, height: h }; }),
        ways: cy.edges().filter((e) => e.visible()).map((e) => { const points = [e.sourceEndpoint(), ...(e.segmentPoints() ?? []), e.targetEndpoint()];
          const [source, target] = [e.source(), e.target()].map((end) => { let at = end; for (let b = at.data('around'); !at.visible() && b; b = at.data('around')) at = cy.getElementById(b); return at.id(); }); return { source, target, points }; }),
        inSight: nodes.filter((n) => { const { x, y } = n.renderedPosition(); return x > 0 && y > 0 && x < cy.width() && y < cy.height(); }).map((n) => n.id()),
        names: surface.names?.length ? surface.names : nodes.map((n) => { const b = n.renderedBoundingBox({ includeNodes: false, includeLabels: true, includeOverlays: false }); return { id: n.id(), x: b.x1, y: b.y1, width: b.w, height: b.h, fontSize: parseFloat(n.style('font-size')) * cy.zoom(), lines: String(n.data('label')).split('\n') }; }) };
    });
    const names = d.names.filter((n) => n.fontSize >= 11 && n.width > 0);
    const right = Math.min(d.bounds.x2, d.w) - Math.max(d.bounds.x1, 0);
    const covered = Math.round(100 * right * (Math.min(d.bounds.y2, d.h) - Math.max(d.bounds.y1, 0)) / d.w / d.h);
    const unnamed = d.inSight.filter((x) => !names.some((n) => n.id === x));
    const overlaps = names.flatMap((a, i) => names.slice(i + 1).filter((b) => meet(a, b))).length;
    const length = (ways) => Math.round(ways.reduce((s, { points }) => s + points.slice(1).reduce((t, p, i) => t + Math.hypot(p.x - points[i].x, p.y - points[i].y), 0), 0) * d.zoom);
    const elk = process.env.ELK ? await crossingsByElk(d.boxes, d.ways) : '-';
    console.log(`| ${name} | ${view} | marks ${d.inSight.length} | ${Math.round(ready)} ms | covered ${covered} % | unnamed ${unnamed.length} | overlaps ${overlaps} | stumps ${equalStumps(names)} | through ${linesThroughNodes(d.ways, d.boxes)} | crossings ${countCrossings(d.ways)} ELK ${elk} | length ${length(d.ways)} px |`);
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/map/shot-${name}-${view}-${width}.png` });
    await context.close();
  }
}
await browser.close();
