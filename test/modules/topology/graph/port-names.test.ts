// Names of ports: graphs, pictures and searches call a port by its own name. Its alias, which often names the far
// device, is beside the name.
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import { searchNodes } from '../../../../src/modules/topology/graph/questions/search';
import { buildCard } from '../../../../src/modules/topology/graph/render/cards';
import { elementLines } from '../../../../src/modules/topology/graph/render/picture';
import { itemLines, kindAndAliasOf } from '../../../../src/pages/topology/graph/texts';
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
const withAlias = ports.filter(({ port }) => port.alias);

test('a port has its own name, and its alias on the line below', () => {
  expect(withAlias.length).toBeGreaterThan(10);
  for (const { element, port } of withAlias) {
    expect(element.header).toBe(port.displayName);
    expect(element.header).not.toBe(port.alias);
    expect(elementLines(element, lookup)).toEqual([port.displayName, port.alias]);
    expect(buildCard(element, 'L2Physical', lookup)).toMatchObject({ title: port.displayName, subtitle: port.alias });
  }
});

test('a cable is labelled with the own names of both ports', () => {
  const cables = graph.edges.filter(({ edgeType }) => edgeType === 'PhysicalLink');
  expect(cables.length).toBeGreaterThan(10);
  for (const { source, target, label } of cables)
    expect(label).toBe([source, target].map((id) => lookup.interfaces.get(id)!.displayName).join(' ↔ '));
});

test('a port is found by its name, its alias and its description', () => {
  const described = withAlias.find(({ port }) => port.description)!;
  expect(described).toBeDefined();
  const { id, displayName, alias, description } = described.port;
  for (const text of [displayName, alias!, description!])
    expect(searchNodes(graph, lookup, text, 1000).map((node) => node.id)).toContain(id);
});

test('the page draws the own name above the alias, and names the alias beside the kind', () => {
  const port = { ...itemNamed('Te1/0/12', 'rv-core-1'), kind: 'Interface' as const, alias: 'rv-b-dist-2 1/1/50' };
  expect([itemLines(port).slice(0, 2), kindAndAliasOf(port)]).toEqual([
    ['Te1/0/12', 'rv-b-dist-2 1/1/50'],
    'Port, alias rv-b-dist-2 1/1/50',
  ]);
  expect(kindAndAliasOf({ ...port, alias: null })).toBe('Port');
});
