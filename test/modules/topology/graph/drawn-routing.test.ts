// Routing neighbors in small networks that are built by hand: one edge per pair and protocol, only on request.
import { draw, edgeLines, drawEdges, drawGraph, type Drawing } from './drawing';

const requestedOptions = { optionalEdgeTypes: ['RoutingNeighbor'] } as const;
const neighbor = (hostId: string, state = 'Full', protocol: 'Ospf' | 'Bgp' = 'Ospf') => ({ hostId, protocol, state });

/** Two routers with a cable between them. */
const pair = (): Drawing => draw().host('a').port('a/1').host('b').port('b/1').neighbour('a/1', 'b/1');

const linesOf = (network: Drawing) =>
  edgeLines(drawGraph(network, 'L2Physical', requestedOptions)).filter((line) => line.startsWith('Routing'));

test('two hosts are neighbours once for each protocol, whichever of them reports it', () => {
  const network = pair()
    .changeHost('a', { routingNeighbors: [neighbor('b'), neighbor('b', 'Idle', 'Bgp')] })
    .changeHost('b', { routingNeighbors: [neighbor('a', 'Init')] });
  expect(linesOf(network)).toEqual([
    'RoutingNeighbor [a] > [b] "BGP Idle"',
    'RoutingNeighbor [a] > [b] "OSPF Full / Init"',
  ]);
  expect(drawEdges(network, 'L2Physical', 'RoutingNeighbor', requestedOptions).map(({ payload }) => payload)).toEqual(
    expect.arrayContaining([
      { hostId: 'a', neighborHostId: 'b', routingProtocol: 'Bgp', states: ['Idle'], neighborStates: [] },
      { hostId: 'a', neighborHostId: 'b', routingProtocol: 'Ospf', states: ['Full'], neighborStates: ['Init'] },
    ]),
  );
});

test('several adjacencies between two hosts are one edge that lists each state once', () => {
  const routingNeighbors = [neighbor('a', 'Full'), neighbor('a', 'Down'), neighbor('a', 'Full')];
  expect(linesOf(pair().changeHost('b', { routingNeighbors }))).toEqual([
    'RoutingNeighbor [a] > [b] "OSPF Down / Full"',
  ]);
});

test('no routing edge is drawn unless requested, nor to a host that is not drawn', () => {
  const network = () => pair().changeHost('a', { routingNeighbors: [neighbor('b')] });
  expect(edgeLines(drawGraph(network(), 'L2Physical'))).toEqual(['PhysicalLink a/1 > b/1 "1 ↔ 1"']);
  expect(linesOf(network().changeHost('b', { hidden: true }))).toEqual([]);
});
