// Links that the spanning tree blocks, in SVG images: their line has a dash pattern of its own, and the label and the
// legend name them as blocked.
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import { dashArray } from '../../../../src/modules/topology/graph/edge-appearances';
import { drawPicture } from '../../../../src/modules/topology/graph/render/draw-picture';
import { blockedText, buildSketch } from '../../../../src/modules/topology/graph/render/sketch';
import { draw, buildOptions } from './drawing';

/** Three switches in a ring, with or without a blocked port. The remote port may be unknown. */
const ring = (blockedPort: 'none' | 'c/2', isPortKnown: boolean) =>
  draw()
    .host('a')
    .port('a/1')
    .port('a/2')
    .host('b')
    .port('b/1')
    .port('b/2')
    .host('c')
    .port('c/1')
    .port('c/2', { isStpBlocked: blockedPort === 'c/2' })
    .neighbour('a/1', 'b/1')
    .neighbour('b/2', 'c/1')
    .neighbour('c/2', isPortKnown ? 'a/2' : 'a');

async function pictureOf(blockedPort: 'none' | 'c/2', isPortKnown: boolean, isLayered = true) {
  const preparedInventory = prepareInventory(
    ring(blockedPort, isPortKnown).rows,
    buildOptions({ hidesLinkStates: ['Unlinked'] }),
  );
  const sketch = buildSketch(buildGraph(preparedInventory, 'L2Physical'), preparedInventory.lookup);
  const texts = { title: 'Ring', subtitle: '', theme: 'light' } as const;
  const svg = await drawPicture({ format: 'Svg', sketch, texts, isLayered });
  const lines = [...svg.matchAll(/<path data-edge="([^"]*)"[^>]*>/g)].map(([path, id]) => ({ path, id: id! }));
  const textsOf = (id: string) => new RegExp(`<g data-label="${id}">(.*?)</g>`).exec(svg)?.[1] ?? '';
  return {
    edges: lines.map(({ path, id }) => ({
      hasOwnDash: path.includes(`stroke-dasharray="${dashArray('blocked')}"`),
      isNamed: textsOf(id).includes(blockedText),
    })),
    isInLegend: svg.includes(`Link ${blockedText}`),
  };
}

test.each([true, false])(
  'only a blocked link has the dash of blocked links, and is named as blocked (far port known: %s)',
  async (isKnown) => {
    const { edges, isInLegend } = await pictureOf('c/2', isKnown);
    expect(edges.filter(({ hasOwnDash }) => hasOwnDash)).toEqual([{ hasOwnDash: true, isNamed: true }]);
    expect(edges.filter(({ isNamed }) => isNamed)).toHaveLength(1);
    expect([edges.length, isInLegend]).toEqual([3, true]);
  },
);

test('without room for labels, the legend explains the dash', async () => {
  const { edges, isInLegend } = await pictureOf('c/2', true, false);
  expect(edges.filter(({ hasOwnDash }) => hasOwnDash)).toHaveLength(1);
  expect(isInLegend).toBe(true);
});

test('a picture without blocked links does not mention them', async () => {
  const { edges, isInLegend } = await pictureOf('none', true);
  expect(edges).toEqual(Array.from({ length: 3 }, () => ({ hasOwnDash: false, isNamed: false })));
  expect(isInLegend).toBe(false);
});
