// Wireless clients in small networks that are built by hand: one edge per client and access point, only on request.
import { computeImpact } from '../../../../src/modules/topology/graph/questions/impact';
import { shortestPath } from '../../../../src/modules/topology/graph/questions/paths';
import { buildStops } from '../../../../src/modules/topology/graph/questions/stops';
import { draw, edgeLines, drawEdges, drawGraph, prepareDrawing, type Drawing } from './drawing';

const requestedOptions = { optionalEdgeTypes: ['WirelessAssociation'] } as const;
const at = (hostId: string, ssid: string | null = 'staff', interfaceId: string | null = null) => ({
  ...{ hostId, ssid, interfaceId },
});

/** A switch with an access point at one of its ports, a phone, and a machine without known links. */
const office = (): Drawing =>
  draw().host('sw').port('sw/1').host('ap').port('ap/1').neighbour('sw/1', 'ap/1').host('phone').host('other');

const linesOf = (network: Drawing) =>
  edgeLines(drawGraph(network, 'L2Physical', requestedOptions)).filter((line) => line.startsWith('Wireless'));

test('a wireless client has a box and one edge to its access point, whoever reports it', () => {
  const network = office().changeHost('phone', {
    accessPoints: [at('ap', 'staff', 'ap/1'), at('ap'), at('ap', 'guests'), at('ap', null)],
  });
  expect(linesOf(network)).toEqual(['WirelessAssociation [phone] > [ap] "guests / staff"']);
  expect(
    drawEdges(network, 'L2Physical', 'WirelessAssociation', requestedOptions).map(({ payload }) => payload),
  ).toEqual([{ clientHostId: 'phone', accessPointHostId: 'ap', ssids: ['guests', 'staff'], interfaceIds: ['ap/1'] }]);
  const boxes = drawGraph(network, 'L2Physical', requestedOptions).nodes.flatMap((node) =>
    node.nodeType === 'Container' ? node.header : [],
  );
  expect(boxes.sort()).toEqual(['ap', 'phone', 'sw']);
});

test('an access point without a cable is drawn too', () => {
  const network = draw()
    .host('ap')
    .host('phone')
    .changeHost('phone', { accessPoints: [at('ap', null)] });
  expect(linesOf(network)).toEqual(['WirelessAssociation [phone] > [ap]']);
});

test('no wireless edge is drawn unless requested, nor to hidden or unknown hosts or the client itself', () => {
  const network = () => office().changeHost('phone', { accessPoints: [at('ap')] });
  expect(edgeLines(drawGraph(network(), 'L2Physical'))).toEqual(['PhysicalLink ap/1 > sw/1 "1 ↔ 1"']);
  expect(linesOf(network().changeHost('ap', { hidden: true }))).toEqual([]);
  expect(linesOf(network().changeHost('phone', { hidden: true }))).toEqual([]);
  expect(linesOf(office().changeHost('phone', { accessPoints: [at('gone'), at('phone')] }))).toEqual([]);
});

test('paths and impacts use radio links if wireless clients are requested', () => {
  const network = office().changeHost('phone', { accessPoints: [at('ap', 'staff', 'ap/1')] });
  const { lookup } = prepareDrawing(network);
  const wayIn = (options?: typeof requestedOptions) =>
    shortestPath(buildStops('L2Physical', lookup, drawGraph(network, 'L2Physical', options)), lookup, 'sw', 'phone');
  expect(wayIn()?.hops.map(({ id }) => id)).toBeUndefined();
  expect(wayIn(requestedOptions)!.hops.map(({ id }) => id)).toEqual(['sw', 'ap', 'phone']);
  const stops = buildStops('L2Physical', lookup, drawGraph(network, 'L2Physical', requestedOptions));
  expect(computeImpact(stops, 'sw', ['ap']).unreachable).toEqual(['phone']);
  expect(computeImpact(stops, 'sw', ['ap/1']).unreachable).toEqual(['ap', 'phone']);
});
