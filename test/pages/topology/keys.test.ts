// Tests to which node the arrow keys go: from device to device, and not into another device.
import { keyAction, nextNode } from '../../../src/pages/topology/drawing/keys';
import type { Drawn } from '../../../src/pages/topology/state/store';
import { showPicture } from '../../../src/pages/topology/graph/shown';
import { buildTree, type Rect } from '../../../src/pages/topology/layout/tree';
import { boxNamed, buildLink, buildPicture, choices, itemNamed } from './pictures';

const deviceNamed = (id: string, parentId: string | null = null) => boxNamed(id, { kind: 'Host', parentId });
const fold = { id: 'fold', label: 'Library', isExpanded: true, nodeCount: 2, basis: 'Location' } as const;

/**
 * Devices in a row, each with ports: `a` and `b`, an open fold with `c` and `d`, and `far`, which is cabled to `a`. The
 * port `b1` is nearer to `a` than the middle of `b`.
 */
function drawRow(): Pick<Drawn, 'visible' | 'tree' | 'rectangles'> {
  const visible = showPicture(
    buildPicture(
      [
        deviceNamed('a'),
        deviceNamed('b'),
        boxNamed('fold', { kind: 'Fold', fold: { ...boxNamed('x').fold!, ...fold } }),
        deviceNamed('c', 'fold'),
        deviceNamed('d', 'fold'),
        deviceNamed('far'),
        boxNamed('trunk', { kind: 'TrunkPort', parentId: 'b' }),
        ...['a1', 'c1', 'd1', 'far1'].map((id) => itemNamed(id, id.slice(0, -1), { kind: 'Interface' })),
        ...['b1', 'b2'].map((id) => itemNamed(id, 'trunk', { kind: 'Interface' })),
      ],
      [buildLink('a1', 'far1')],
    ),
    choices,
  );
  const at = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
  const rectangles = new Map([
    ['a', at(0, 0, 100, 100)],
    ['a1', at(10, 40, 20, 20)],
    ['b', at(200, 0, 100, 100)],
    ['trunk', at(205, 10, 90, 80)],
    ['b1', at(210, 40, 20, 20)],
    ['b2', at(260, 40, 20, 20)],
    ['fold', at(400, 0, 400, 100)],
    ['c', at(420, 0, 100, 100)],
    ['c1', at(425, 40, 20, 20)],
    ['d', at(600, 0, 100, 100)],
    ['d1', at(605, 40, 20, 20)],
    ['far', at(0, 250, 100, 100)],
    ['far1', at(10, 290, 20, 20)],
  ]);
  return { visible, tree: buildTree(visible), rectangles };
}

describe('the arrow keys', () => {
  const drawing = drawRow();
  const right = { kind: 'go', x: 1, y: 0 } as const;
  const follow = (from: string | null, times: number): (string | undefined)[] => {
    const visited: (string | undefined)[] = [];
    let at: string | null | undefined = from;
    for (let step = 0; step < times && at !== undefined; step += 1) visited.push((at = nextNode(drawing, at, right)));
    return visited;
  };

  test('go from device to device, into an open fold, and never to a port of another device', () => {
    expect(follow('a', 4)).toEqual(['b', 'c', 'd', undefined]);
    expect(follow('fold', 1)).toEqual([undefined]);
    expect(nextNode(drawing, 'c', { kind: 'go', x: -1, y: 0 })).toBe('b');
    expect(nextNode(drawing, 'a', { kind: 'go', x: 0, y: 1 })).toBe('far');
    expect(nextNode(drawing, null, right)).toBe('a');
  });

  test('go from port to port inside a device, and from its last port to the next device', () => {
    expect(follow('b1', 3)).toEqual(['b2', 'c', 'd']);
  });

  test('with Alt, go into the selected box and out to the box around', () => {
    const press = (key: string) =>
      keyAction({ key, altKey: true, shiftKey: false, ctrlKey: false, metaKey: false }) as { kind: 'into' | 'out' };
    const [into, out] = [press('ArrowDown'), press('ArrowUp')];
    expect(['b', 'trunk', 'b1', 'fold', null].map((id) => nextNode(drawing, id, into))).toEqual([
      ...['trunk', 'b1', undefined, 'c', undefined],
    ]);
    expect(['b1', 'trunk', 'b', 'c'].map((id) => nextNode(drawing, id, out))).toEqual([
      ...['trunk', 'b', undefined, 'fold'],
    ]);
    expect(press('ArrowLeft')).toBeUndefined();
  });

  test('go to a device far aside if there is no other in this direction', () => {
    const rectangles = new Map(drawing.rectangles).set('far', { x: 700, y: 2_000, width: 100, height: 100 });
    expect(nextNode({ ...drawing, rectangles }, 'd', right)).toBe('far');
  });

  test('prefer a device to which a cable leads, wherever its ports are', () => {
    const rectangles = new Map(drawing.rectangles).set('far', { x: 260, y: 30, width: 100, height: 100 });
    // The middle of `b` is nearer, but `a` is cabled to `far`.
    expect(nextNode({ ...drawing, rectangles }, 'a', right)).toBe('far');
  });
});
