// Tests the dashboard for Grafana. The service responds to each request of Grafana's Infinity data source with the rows
// and columns that the dashboard's panels need.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addInventory, type Inventory } from '../support/inventory';
import { createWorld, type Caller, type World } from '../support/world';

interface Target {
  readonly refId: string;
  readonly type: string;
  readonly source: string;
  readonly parser: string;
  readonly format: string;
  readonly url: string;
  readonly url_options: {
    method: string;
    body_type: string;
    body_graphql_query: string;
    body_graphql_variables: string;
  };
  readonly root_selector: string;
  readonly columns: readonly { selector: string; text: string; type: string }[];
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets: readonly Target[];
}

const file = path.resolve(__dirname, '../../integrations/grafana-dashboard.json');
const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: Panel[] };
const targets = panels.flatMap((panel) =>
  panel.targets.map((target) => [`${panel.title} ${target.refId}`, target] as const),
);

let world: World;
let inventory: Inventory;
const count = 5;
beforeAll(async () => {
  world = await createWorld();
  const { networkId, organizationId, prisma } = world;
  inventory = await addInventory(prisma, { networkId, organizationId }, count);
  await prisma.host.update({
    where: { id: inventory.hostIds[0]! },
    data: { sourceType: 'Discovery', lastSeenAt: new Date('2020-01-01') },
  });
  const { id: checkId } = await prisma.check.create({
    data: { organizationId, name: 'c', kind: 'NoAddressTwice', allNetworks: true },
  });
  await prisma.checkVerdict.create({
    data: {
      ...{ checkId, networkId, organizationId, state: 'Failing', since: new Date(), sinceIsAtLeast: false, judged: 1 },
      ...{ findingCount: 1, acceptedCount: 0 },
    },
  });
});
afterAll(() => world.close());

/** Sends the request that the backend of the Infinity data source sends for a target, with a bearer token. */
async function send({ url, url_options: options }: Target, caller: Caller = world.key): Promise<unknown> {
  const { body_graphql_query: query, body_graphql_variables: variables } = options;
  const { status, body, story } = await caller.send(options.method, url, {
    rawBody: JSON.stringify({ query, variables: variables === '' ? null : (JSON.parse(variables) as object) }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json;q=0.9,text/plain',
      'user-agent': 'Grafana',
    },
  });
  // Infinity accepts any status below 400 and ignores errors in the body, so this check is stricter than Infinity.
  if (status !== 200 || body.errors) throw new Error(story);
  return body;
}

/**
 * Evaluates the part of the GJSON path syntax that the dashboard uses: members, positions, and elements with a value.
 */
function select(value: unknown, selector: string): unknown {
  const steps = selector.match(/#\([^)]*\)#|[^.]+/g) ?? [];
  return steps.reduce((foundRows: unknown, step) => {
    const [, member, expectedText] = /^#\((\w+)=="([^"]*)"\)#$/.exec(step) ?? [];
    if (member !== undefined)
      return (foundRows as Record<string, unknown>[]).filter((one) => one[member] === expectedText);
    return (foundRows as Record<string, unknown> | null | undefined)?.[step];
  }, value);
}

async function rowsOf(target: Target, caller?: Caller): Promise<Record<string, unknown>[]> {
  const foundRows = select(await send(target, caller), target.root_selector);
  const rows = Array.isArray(foundRows) ? (foundRows as unknown[]) : [foundRows];
  return rows.map((row) =>
    Object.fromEntries(target.columns.map(({ selector, text }) => [text, select(row, selector)])),
  );
}
const targetOf = (title: string): Target => targets.find(([name]) => name === title)![1];

test('every request is one that the data source can send, and changes nothing', () => {
  expect(targets.length).toBeGreaterThan(7);
  for (const [, target] of targets) {
    expect(target).toMatchObject({ type: 'graphql', source: 'url', parser: 'backend', url: '/graphql' });
    expect(target.url_options).toMatchObject({ method: 'POST', body_type: 'graphql', body_graphql_variables: '' });
    expect(target.url_options.body_graphql_query).toMatch(/^query /);
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

test.each(targets)('%s has every column in every row', async (_title, target) => {
  const rows = await rowsOf(target);
  expect(rows.length).toBeGreaterThan(0);
  const missing = target.columns.filter(({ text }) => rows.some((row) => row[text] === undefined));
  expect(missing).toEqual([]);
});

test('counts are those of the rows', async () => {
  expect(await rowsOf(targetOf('Hosts A'))).toEqual([{ Hosts: count }]);
  expect(await rowsOf(targetOf('Not seen lately A'))).toEqual([{ Stale: 1 }]);
  expect(await rowsOf(targetOf('Services A'))).toEqual([{ Services: count }]);
  const subnets = await world.prisma.subnet.count({ where: { network: { organizationId: world.organizationId } } });
  expect(await rowsOf(targetOf('Subnets A'))).toEqual([{ Subnets: subnets }]);
});

test('the node graph has each device once and cables between them', async () => {
  const nodes = await rowsOf(targetOf('Devices and cables nodes'));
  const edges = await rowsOf(targetOf('Devices and cables edges'));
  const ids = nodes.map(({ id }) => id);
  expect(ids.sort()).toEqual([...inventory.hostIds].sort());
  expect(edges).toHaveLength(count - 1);
  expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length);
  for (const { source, target } of edges) expect(ids).toEqual(expect.arrayContaining([source, target]));
});

test('a key without access to a network sees nothing of the network', async () => {
  const narrow = await world.addKey(world.owner, { permissions: 'Viewer', networkIds: [world.otherNetworkId] });
  for (const [, target] of targets) {
    const text = JSON.stringify(await send(target, narrow));
    expect(inventory.hostIds.filter((id) => text.includes(id))).toEqual([]);
    expect(text).not.toContain('host-1');
  }
});
