// If a user asks what a failure cuts off and chooses no root, the page takes the node with the most lines. Lines
// inside of folds count, but folds and failing nodes cannot be the root.
import { buildPicture, type Box, type Link } from '../../../src/pages/topology/graph/picture';
import { usualRoot } from '../../../src/pages/topology/graph/usual-root';

const box = (id: string, more: Partial<Box> = {}) =>
  ({ ...{ id, shape: 'box', kind: 'Host', parentId: null, hostId: `host of ${id}` }, ...more }) as unknown as Box;
const link = (source: string, target: string, count?: number, type = 'PhysicalLink') =>
  ({
    id: `${source} ${target}`,
    type,
    source,
    target,
    folded: count === undefined ? null : { count },
  }) as unknown as Link;
const rootOf = (boxes: Box[], links: Link[], ...failing: string[]) =>
  usualRoot(buildPicture({ boxes, items: [], links, availableViews: [], filteredOut: [] } as never), failing);

const switches = [box('core'), box('other'), box('access'), box('phones', { kind: 'Fold' })];
const cables = [link('core', 'access'), link('core', 'other'), link('access', 'phones', 30), link('other', 'access')];

test('the root is the node with most lines, folded ones counted, that is neither a fold nor failing', () => {
  expect(rootOf(switches, cables)).toBe('access');
  expect(rootOf(switches, cables, 'access')).toBe('core');
  expect(rootOf(switches, cables, 'host of access')).toBe('core');
  expect(rootOf(switches, cables, 'access', 'core')).toBe('other');
  expect(rootOf(switches, cables, 'access', 'core', 'other')).toBeNull();
  expect(rootOf(switches, [])).toBeNull();
});

test('lines of ports count for their device, lines inside it do not; a device of a failing node is no root', () => {
  const ports = ['a', 'b', 'c'].map((id) =>
    box(id, { kind: 'PortStatus' as never, parentId: 'core', hostId: 'host of core' }),
  );
  const links = [link('a', 'b'), link('a', 'access'), link('c', 'other'), link('access', 'other')];
  expect(rootOf([...switches, ...ports], links, 'other')).toBe('access');
  expect(rootOf([...switches, ...ports], [link('a', 'b')])).toBeNull();
  expect(rootOf([...switches, ...ports], [...links, link('b', 'phones', 2)])).toBe('core');
  expect(rootOf([...switches, ...ports], [...links, link('b', 'phones', 2)], 'a')).toBe('access');
});

test('machines without a cable count only if there are no other lines', () => {
  const learned = link('access', 'phones', 30, 'LearnedMachine');
  expect(rootOf(switches, [...cables.slice(0, 2), learned])).toBe('core');
  expect(rootOf(switches, [learned])).toBe('access');
});
