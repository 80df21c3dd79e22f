// Tests that the minimap moves away from selected and highlighted nodes, and otherwise stays where it is.
import { cornerForMinimap } from '../../../src/pages/topology/panels/minimap-corner';

const room = { view: { width: 1000, height: 600 }, map: { width: 200, height: 130 }, now: 'lower-right' as const };
const node = (x: number, y: number) => ({ x, y, width: 100, height: 50 });

test('the minimap leaves a corner in which it covers a node, and stays in a corner in which it covers none', () => {
  expect(cornerForMinimap([], room)).toBe('lower-right');
  expect(cornerForMinimap([node(700, 400), node(0, 550)], room)).toBe('lower-right');
  expect(cornerForMinimap([node(850, 500)], room)).toBe('lower-left');
  expect(cornerForMinimap([node(850, 500), node(0, 550)], room)).toBe('upper-right');
  expect(cornerForMinimap([node(0, 0)], { ...room, now: 'upper-right' })).toBe('upper-right');
});

test('if every corner has a node, the minimap covers as little as possible', () => {
  expect(cornerForMinimap([node(850, 500), node(0, 550), node(750, 0)], room)).toBe('upper-right');
});
