// Tests that answers about failures can follow optional edges that the graph does not have, such as those of wireless
// clients.
import { askGraph } from '../../../../src/modules/topology/answers/graph-answers';
import { findSupposedImpact } from '../../../../src/modules/topology/answers/supposed-impact';
import type { OptionalEdgeType } from '../../../../src/modules/topology/graph/options';
import { buildOptions, draw } from './drawing';
import { inventoryJson } from './inventory-json';

const [phoneMac, pcMac] = ['02:00:00:00:00:01', '02:00:00:00:00:02'];
/** A switch with an access point and its wireless client, and with a machine without a known cable. */
const network = draw()
  .host('sw')
  .host('ap')
  .host('phone')
  .host('pc')
  .port('sw/1')
  .port('sw/2')
  .port('ap/1')
  .port('phone/1', { mac: phoneMac })
  .port('pc/1', { mac: pcMac })
  .neighbour('sw/1', 'ap/1')
  // The switch has learned the address of the phone at the port of the access point.
  .learned('sw/1', [phoneMac])
  .learned('sw/2', [pcMac])
  .changeHost('phone', { accessPoints: [{ hostId: 'ap', ssid: 'guests', interfaceId: null }] });
const sourceOf = (optionalEdgeTypes: readonly OptionalEdgeType[]) => ({
  ...{ state: 'network 1', ...inventoryJson(network.rows) },
  options: buildOptions({ optionalEdgeTypes }),
});

const kinds = ['WirelessAssociation', 'LearnedMachine'] as const;
describe.each([
  ['neither drawn nor followed', [], undefined, [], []],
  ['followed, but not drawn', [], kinds, ['phone'], ['ap', 'sw']],
  ['drawn', ['WirelessAssociation'], undefined, ['phone'], ['ap']],
  ['drawn and followed', kinds, kinds, ['phone'], ['ap', 'sw']],
] as const)('wireless clients that are %s', (_name, drawnTypes, followedEdgeTypes, expectedIds, expectedPoints) => {
  const source = sourceOf(drawnTypes);
  const followed = followedEdgeTypes && { followedEdgeTypes };

  test('the failure of the access point cuts them off', () => {
    const args = { view: 'L2Physical', root: 'sw', ids: ['ap'], ...followed } as const;
    const { unreachable, stillReachable } = askGraph({ source, question: 'impactOf', args });
    expect(unreachable.map(({ id }) => id)).toEqual(expectedIds);
    expect(stillReachable).toBe(followed ? 2 : 1);
  });

  test('the access point is a single point of failure', () => {
    const args = { view: 'L2Physical', ...followed } as const;
    const points = askGraph({ source, question: 'singlePointsOfFailure', args });
    expect(points.map(({ id }) => id)).toEqual(expectedPoints);
  });

  test('the supposed failure of the access point cuts them off', () => {
    const supposition = {
      of: source.state,
      ...{ changes: [{ kind: 'HostFails' as const, hostId: 'ap' }], at: '2026-11-30T08:00:00.000Z' },
    };
    const supposedSource = { ...source, state: 'network 1 supposed', supposition };
    const impact = findSupposedImpact({ source: supposedSource, view: 'L2Physical', root: 'sw', ...followed });
    expect(impact!.unreachable.map(({ id }) => id)).toEqual(expectedIds);
  });
});

test('the graph stays the same: the followed edges are not drawn', () => {
  const source = sourceOf([]);
  const drawnEdges = () =>
    askGraph({ source, question: 'edges', args: { view: 'L2Physical' } }).map(({ edgeType }) => edgeType);
  const before = drawnEdges();
  askGraph({ source, question: 'singlePointsOfFailure', args: { view: 'L2Physical', followedEdgeTypes: kinds } });
  expect(drawnEdges()).toEqual(before);
  expect(before).toEqual(['PhysicalLink']);
});
