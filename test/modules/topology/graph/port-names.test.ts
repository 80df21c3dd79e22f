// Names of ports: images, searches and the topology page name a port by its ifName, and show the alias, which often
// names the remote device, next to the ifName. The `header` of a port in a graph is the display name, which begins with
// the alias.
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import { searchNodes } from '../../../../src/modules/topology/graph/questions/search';
import { buildCard } from '../../../../src/modules/topology/graph/render/cards';
import { itemLines, kindAndAliasOf } from '../../../../src/pages/topology/graph/texts';
import { readInventory } from '../../../pages/topology/answered-graphs';
import { itemNamed } from '../../../pages/topology/pictures';
import { demoInventories } from './demo-inventories';
import { buildOptions } from './drawing';

const [inventory] = demoInventories(100);
const prepared = prepareInventory(inventory!, buildOptions());
const { lookup } = prepared;
const graph = buildGraph(prepared, 'L2Physical');
const ports = graph.nodes.flatMap((node) =>
  node.nodeType === 'Element' && node.elementType === 'Interface'
    ? [{ element: node, port: lookup.interfaces.get(node.id)! }]
    : [],
);
const withAlias = ports.filter(({ port }) => port.ifName && port.ifName !== port.displayName);

test('the card of a port has its own name, and its alias on the line below', () => {
  expect(withAlias.length).toBeGreaterThan(10);
  for (const { element, port } of withAlias) {
    expect(element.header).toBe(port.displayName);
    expect(buildCard(element, 'L2Physical', lookup)).toMatchObject({ title: port.ifName, subtitle: port.displayName });
  }
});

test('a port is found by its own name and by its alias', () => {
  const [{ port }] = withAlias as [(typeof withAlias)[number]];
  for (const text of [port.ifName!, port.displayName])
    expect(searchNodes(graph, lookup, text, 1000).map(({ id }) => id)).toContain(port.id);
});

test('the page draws the own name above the alias, and names the alias beside the kind', () => {
  const port = itemNamed('Te1/0/12', 'rv-core-1', { kind: 'Interface', alias: 'rv-b-dist-2 1/1/50' });
  expect([itemLines(port), kindAndAliasOf(port)]).toEqual([
    ['Te1/0/12', 'rv-b-dist-2 1/1/50'],
    'Port, alias rv-b-dist-2 1/1/50',
  ]);
  expect(kindAndAliasOf({ ...port, alias: null })).toBe('Port');
});

test('the page labels a cable with the own names of its ports', () => {
  const { picture } = readInventory(inventory!, 'L2Physical', { limit: 10_000, foldAbove: 10_000 });
  const titleOf = new Map(picture.items.map(({ id, title }) => [id, title]));
  const cables = picture.links.filter(
    ({ type, source, target }) => type === 'PhysicalLink' && titleOf.has(source) && titleOf.has(target),
  );
  expect(cables.length).toBeGreaterThan(10);
  for (const { source, target, label } of cables)
    expect(label).toBe([source, target].map((id) => titleOf.get(id)).join(' ↔ '));
});
