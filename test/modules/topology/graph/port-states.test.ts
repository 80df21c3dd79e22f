// Port states have the same meaning on the page and in exports: which states count as down, their rank and their color.
import { IfOperStatus } from '../../../../src/generated/prisma/enums';
import { isDownState, portStateNames, parsePortState } from '../../../../src/modules/inventory/shared/port-states';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import { colors, colorShades } from '../../../../src/modules/topology/graph/colors';
import { lineColor } from '../../../../src/modules/topology/graph/render/palette';
import { buildSketch } from '../../../../src/modules/topology/graph/render/sketch';
import { buildLegend } from '../../../../src/modules/topology/graph/render/svg-legend';
import { buildTheme } from '../../../../src/pages/topology/drawing/theme';
import { draw, buildOptions } from './drawing';

const statuses = [...Object.values(IfOperStatus), null];

/**
 * Draws a switch with one port in each state. Returns the colors of the boxes that group ports by state, and the
 * image.
 */
function drawnStates() {
  const drawing = draw().host('sw');
  for (const status of statuses) drawing.port(`sw/${String(status)}`, { status });
  drawing.host('pc').neighbour('sw/Up', 'pc');
  const options = buildOptions({ rules: ['ByPortOpStatus'] });
  const preparedInventory = prepareInventory(drawing.rows, options);
  const groupedGraph = buildGraph(preparedInventory, 'L2Physical');
  const plain = prepareInventory(drawing.rows, buildOptions({}));
  return {
    boxes: new Map(
      groupedGraph.nodes.flatMap((node) =>
        node.nodeType === 'Container' && node.containerType === 'PortOpStatus' ? [[node.header, node.color]] : [],
      ),
    ),
    sketch: buildSketch(buildGraph(plain, 'L2Physical'), plain.lookup),
  };
}

test('the state Down and its refinements (RFC 2863, 3.1.12) count as down, and rank worst', () => {
  const down = Object.values(IfOperStatus).filter(isDownState);
  expect(down.sort()).toEqual(['Down', 'LowerLayerDown', 'NotPresent']);
  expect(portStateNames.toSorted()).toEqual(Object.values(IfOperStatus).toSorted());
  expect(portStateNames.slice(-down.length).toSorted()).toEqual(down);
  expect(isDownState(null)).toBe(false);
  for (const name of ['constructor', '__proto__', 'toString', '']) expect(isDownState(name)).toBe(false);
});

test('ports that are down have a colour different from ports that are up or unknown', () => {
  const colorsWhere = (isDown: boolean) =>
    new Set(statuses.flatMap((status) => (isDownState(status) === isDown ? parsePortState(status).color : [])));
  expect([...colorsWhere(true)].filter((color) => colorsWhere(false).has(color))).toEqual([]);
});

test.each(statuses)('%s has the same colour in boxes of the graph, on the page, and in pictures', (status) => {
  const { color, words } = parsePortState(status);
  const { boxes, sketch } = drawnStates();
  expect(boxes.get(status ?? 'Not reported')).toBe(color);
  expect(buildTheme(false).statusColor(status)).toBe(colors[color].onLight);
  expect(buildTheme(true).statusColor(status)).toBe(colors[color].onDark);
  const card = sketch.cards.find(({ lines }) => lines[0]!.text === String(status))!;
  expect(card.state).toEqual(parsePortState(status));
  const legend = buildLegend(sketch, 'light', 1_000).lines.find((line) => line.includes(`Port is ${words}<`));
  expect(legend).toContain(lineColor(color, 'light'));
});

test('an unknown colour name gives grey, even if it is a name of object members', () => {
  for (const name of ['', 'constructor', 'red', '__proto__']) expect(colorShades(name)).toBe(colors.Gray);
});
