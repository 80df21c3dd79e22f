// Tests how cables alone divide devices into tiers (core, distribution, access), as a tree. Devices of one tier that
// have the same devices below them form one unit of the tree.
import { connect } from '../../../../../src/modules/topology/graph/folding/machine-facts';
import { hangingTrees, type Unit } from '../../../../../src/modules/topology/graph/folding/hanging-tree';

/** The trees for cables such as `a b`, which connects a with b. */
const treesOf = (...cables: string[]): Unit[] => {
  const connections = new Map<string, Set<string>>();
  for (const cable of cables) {
    const [a, b] = cable.split(' ') as [string, string];
    connect(connections, a, b);
  }
  return hangingTrees(connections);
};
/**
 * A tree as text, such as `core-1+core-2(dist(acc))`: the nodes of a unit are joined by +, and its children follow in
 * brackets.
 */
const outline = ({ members, children }: Unit): string =>
  members.join('+') + (children.length === 0 ? '' : `(${children.map(outline).join(' ')})`);

/**
 * Two cores, pairs of distribution switches, access switches that are connected to both switches of a pair, and
 * endpoints.
 */
const campus = [1, 2].flatMap((building) => [
  ...['core-1', 'core-2'].flatMap((core) => [`${core} b${building}-dist-1`, `${core} b${building}-dist-2`]),
  ...['acc-1', 'acc-2'].flatMap((access) => [
    ...[1, 2].map((number) => `b${building}-dist-${number} b${building}-${access}`),
    ...[1, 2, 3].map((number) => `b${building}-${access} b${building}-${access}-pc-${number}`),
  ]),
]);

test('a campus is split into tiers, with redundant switches as one unit', () => {
  const [tree, ...others] = treesOf('core-1 core-2', ...campus);
  expect(others).toEqual([]);
  const building = (b: string) =>
    `${b}-dist-1+${b}-dist-2(${['acc-1', 'acc-2']
      .map((access) => `${b}-${access}(${[1, 2, 3].map((number) => `${b}-${access}-pc-${number}`).join(' ')})`)
      .join(' ')})`;
  expect(outline(tree!)).toBe(`core-1+core-2(${building('b1')} ${building('b2')})`);
});

test('cores connected to mostly the same switches form one unit, even without a cable between them', () => {
  expect(outline(treesOf(...campus)[0]!)).toMatch(/^core-1\+core-2\(/);
});

test('an added endpoint changes only the switch to which it is connected', () => {
  const before = outline(treesOf(...campus)[0]!);
  const after = outline(treesOf(...campus, 'b1-acc-1 b1-acc-1-pc-4')[0]!);
  expect(after).toBe(before.replace('b1-acc-1-pc-3', 'b1-acc-1-pc-3 b1-acc-1-pc-4'));
});

test('a star has its centre as root, a pair its first node; unconnected parts are separate trees', () => {
  expect(treesOf('sw pc-1', 'sw pc-2', 'a b').map(outline)).toEqual(['a(b)', 'sw(pc-1 pc-2)']);
});

test('a ring and a full mesh become trees, with each node in one unit', () => {
  const ring = Array.from({ length: 8 }, (_, at) => `n${at} n${(at + 1) % 8}`);
  const mesh = Array.from({ length: 6 }, (_, a) => Array.from({ length: a }, (_x, b) => `n${a} n${b}`)).flat();
  for (const [cables, count] of [
    [ring, 8],
    [mesh, 6],
  ] as const) {
    const names = outline(treesOf(...cables)[0]!).match(/n\d/g)!;
    expect([...names].sort()).toEqual(Array.from({ length: count }, (_, at) => `n${at}`));
  }
});

test('a chain of 20,000 switches overflows no stack and is processed quickly', () => {
  const startedAt = performance.now();
  const [tree] = treesOf(...Array.from({ length: 20_000 }, (_, at) => `s${at} s${at + 1}`));
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(tree!.members.length).toBeGreaterThan(0);
});
