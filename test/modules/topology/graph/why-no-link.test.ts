// Why there is no link between two ports or hosts: every reason, with the two ends in either order.
import { buildGraph } from '../../../../src/modules/topology/graph/build-graph';
import type { View } from '../../../../src/modules/topology/graph/options';
import { hiddenReasons, type HiddenReason } from '../../../../src/modules/topology/graph/questions/why-hidden';
import { whyNoLink } from '../../../../src/modules/topology/graph/questions/why-no-link';
import { draw, prepareDrawing } from './drawing';

const since = '2026-11-20T10:00:00.000Z';
const network = () =>
  draw()
    .subnet('lan', '10.0.0.0/24')
    .host('sw')
    .host('pc', { at: ['lan 10.0.0.5'] })
    .host('nas')
    .host('ghost', { hidden: true })
    .host('far')
    .port('sw/1')
    .port('sw/2')
    .port('sw/3')
    .port('pc/eth')
    .port('nas/eth')
    .port('ghost/eth')
    .neighbour('sw/1', 'pc/eth')
    .neighbour('sw/2', 'nas/eth')
    .down('sw/2', since)
    .neighbour('sw/3', 'ghost/eth')
    .neighbour('pc/eth', 'far');

function explain(one: string, other: string, view: View = 'L2Physical', hideEdgeTypes: string[] = []) {
  const drawing = network();
  const preparedDrawing = prepareDrawing(drawing, {});
  const builtGraph = buildGraph(preparedDrawing, view);
  const display = {
    hideEdgeTypes,
    tagFilter: { hiddenHostTagIds: [], hiddenServiceTagIds: [], hiddenSubnetTagIds: [] },
  };
  const question = {
    builtGraph,
    preparedInventory: preparedDrawing,
    inventory: drawing.rows,
    unlinkedReasons: ['A table is stale.'],
  };
  return whyNoLink(one, other, {
    ...question,
    graph: builtGraph,
    ...(hideEdgeTypes.length > 0 && { display: display as never }),
  });
}

const cases: [string, string, HiddenReason][] = [
  ['sw/1', 'pc/eth', 'Shown'],
  ['sw', 'pc', 'Shown'],
  ['sw/1', 'pc', 'Shown'],
  ['pc', 'far', 'Shown'],
  ['sw/1', 'sw/2', 'OneHost'],
  ['sw', 'sw/2', 'OneHost'],
  ['sw/2', 'nas/eth', 'LinkDown'],
  ['sw', 'nas', 'LinkDown'],
  ['sw/3', 'ghost/eth', 'HiddenHost'],
  ['sw/2', 'pc/eth', 'NoLink'],
  ['nas', 'pc', 'NoLink'],
  ['sw', 'nobody', 'NotInNetwork'],
  ['nobody', 'lan', 'NotInNetwork'],
  ['sw', 'lan', 'NotDrawnInView'],
];
test.each(cases)('%s – %s: %s', (one, other, reason) => {
  expect(explain(one, other).reason).toBe(reason);
  expect(explain(other, one)).toEqual(explain(one, other));
});

test('the message names other known facts', () => {
  expect(explain('sw', 'nas').message).toBe(`${hiddenReasons.LinkDown} Since ${since}.`);
  expect(explain('nas', 'pc').message).toBe(`${hiddenReasons.NoLink} A table is stale.`);
});

test('other views draw no links, and options may hide them', () => {
  expect(explain('sw/1', 'pc/eth', 'L3Logical').reason).toBe('NotDrawnInView');
  expect(explain('sw/1', 'pc/eth', 'L2Physical', ['PhysicalLink']).reason).toBe('HiddenEdgeType');
  expect(explain('pc', 'far', 'L2Physical', ['PhysicalLink']).reason).toBe('Shown');
});
