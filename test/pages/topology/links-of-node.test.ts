// Tests which links the page of a share lists for a node: the node's own links and, for a box, links from its contents
// to nodes outside of the box.
import { buildPicture, type Box, type Item, type Link } from '../../../src/pages/topology/graph/picture';
import { linksOfNode } from '../../../src/pages/topology/shared/links-of-node';

const box = (id: string, parentId: string | null = null) =>
  ({ shape: 'box', id, parentId, title: id }) as Partial<Box> as Box;
const port = (id: string, parentId: string) => ({ shape: 'item', id, parentId, title: id }) as Partial<Item> as Item;
const link = (source: string, target: string) =>
  ({ id: `${source}-${target}`, source, target, type: 'PhysicalLink' }) as Partial<Link> as Link;

const picture = buildPicture({
  boxes: [box('switch'), box('module', 'switch'), box('router')],
  items: [port('1', 'switch'), port('2', 'module'), port('3', 'router')],
  links: [link('1', '3'), link('3', '2'), link('1', '2'), link('switch', 'router'), link('router', 'unknown')],
  availableViews: [],
  filteredOut: [],
});
const linesOf = (id: string) =>
  linksOfNode(picture, id).map(({ from, other, link: { id: linkId } }) => [from?.id ?? null, other.id, linkId]);

test('a host has the links of all its ports, also in nested boxes, except links to itself', () => {
  expect(linesOf('switch')).toEqual([
    [null, 'router', 'switch-router'],
    ['1', '3', '1-3'],
    ['2', '3', '3-2'],
  ]);
});

test('a port has its own links', () => {
  expect(linesOf('1')).toEqual(
    [
      ['1', '3', '1-3'],
      ['1', '2', '1-2'],
    ].map(([, other, id]) => [null, other, id]),
  );
  expect(linesOf('missing')).toEqual([]);
});
