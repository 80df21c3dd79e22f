// Tests the optional edges to machines without a known cable: each machine is drawn at the port that has learned its
// MAC address, or in one box with other such machines.
import { computeImpact } from '../../../../src/modules/topology/graph/questions/impact';
import { shortestPath } from '../../../../src/modules/topology/graph/questions/paths';
import { buildStops } from '../../../../src/modules/topology/graph/questions/stops';
import { draw, drawGraph, edgeLines, outline, prepareDrawing, type Drawing } from './drawing';

const requestedOptions = { optionalEdgeTypes: ['LearnedMachine'] } as const;
const macOf = (number: number): string => `00:1b:21:00:00:0${number}`;

/**
 * A core and an access switch with a cable, two machines with MAC addresses, and a machine of which nothing is known.
 */
const office = (): Drawing =>
  draw()
    .host('core')
    .port('core/1')
    .host('sw')
    .port('sw/1')
    .port('sw/2')
    .port('sw/3')
    .neighbour('core/1', 'sw/1')
    .host('pc')
    .port('pc/0', { mac: macOf(1) })
    .host('tv')
    .port('tv/0', { mac: macOf(2) })
    .host('other');

const linesOf = (network: Drawing) =>
  edgeLines(drawGraph(network, 'L2Physical', requestedOptions)).filter((line) => line.startsWith('Learned'));
const outlineOf = (network: Drawing) => outline(drawGraph(network, 'L2Physical', requestedOptions));

test('a machine is at the port that learned it, not at ports on the way; the others are in one box', () => {
  const network = office()
    .learned('core/1', [macOf(1)])
    .learned('sw/2', [macOf(1)]);
  expect(linesOf(network)).toEqual(['LearnedMachine [pc] > sw/2']);
  expect(outlineOf(network)).toEqual([
    ...['UnlocatedMachines "Machines whose port nobody reports"', '  other "other"', '  tv "tv"'],
    ...['Host "core"', '  core/1 "1"', 'Host "pc"', 'Host "sw"', '  sw/1 "1"', '  sw/2 "2"', '  sw/3 "3"'],
  ]);
});

test('machines share a port where an unmanaged switch is behind it', () => {
  expect(linesOf(office().learned('sw/2', [macOf(1), macOf(2), macOf(9)]))).toEqual([
    'LearnedMachine [pc] > sw/2',
    'LearnedMachine [tv] > sw/2',
  ]);
});

test('where two tables do not decide, both ports have a line; a table of a later run decides', () => {
  const officeWithTables = (runs: readonly [string, string]) =>
    office()
      .learned('sw/2', [macOf(1)], '2026-11-20T10:00:00Z', runs[0])
      .learned('sw/3', [macOf(1)], '2026-11-20T11:00:00Z', runs[1]);
  expect(linesOf(officeWithTables(['one', 'one']))).toEqual([
    'LearnedMachine [pc] > sw/2',
    'LearnedMachine [pc] > sw/3',
  ]);
  expect(linesOf(officeWithTables(['one', 'two']))).toEqual(['LearnedMachine [pc] > sw/3']);
});

test('a port on the way is told by the cables of the members of its aggregate', () => {
  const network = office()
    .port('core/ag', { ifType: 161 })
    .port('core/2', { in: 'core/ag' })
    .port('sw/4')
    .neighbour('sw/4', 'core/2')
    .learned('core/ag', [macOf(1)])
    .learned('sw/2', [macOf(1)]);
  expect(linesOf(network)).toEqual(['LearnedMachine [pc] > sw/2']);
});

test('without the request nothing is drawn', () => {
  const network = office().learned('sw/2', [macOf(1)]);
  const graph = drawGraph(network, 'L2Physical');
  expect(edgeLines(graph)).toEqual(['PhysicalLink core/1 > sw/1 "1 ↔ 1"']);
  expect(graph).toEqual(drawGraph(office(), 'L2Physical'));
});

test('virtual machines, wireless clients, hidden hosts and machines with a cable are left out', () => {
  const none = ['Host "core"', '  core/1 "1"', 'Host "sw"', '  sw/1 "1"', '  sw/2 "2"', '  sw/3 "3"'];
  const network = office()
    .learned('sw/2', [macOf(1), macOf(2)])
    .changeHost('pc', { isVirtual: true })
    .changeHost('tv', { accessPoints: [{ hostId: 'sw', ssid: 'staff', interfaceId: null }] })
    .changeHost('other', { hidden: true });
  expect(outlineOf(network)).toEqual(none);
  expect(
    linesOf(
      office()
        .learned('sw/2', [macOf(1)])
        .neighbour('sw/2', 'pc'),
    ),
  ).toEqual([]);
});

test('a table of a hidden switch or of a bridge of the machine itself places nothing', () => {
  expect(
    linesOf(
      office()
        .learned('sw/2', [macOf(1)])
        .changeHost('sw', { hidden: true }),
    ),
  ).toEqual([]);
  expect(linesOf(office().learned('pc/0', [macOf(1)]))).toEqual([]);
});

test('a switch without cables is drawn with its ports, and makes the view available', () => {
  const network = () =>
    draw()
      .host('sw')
      .port('sw/1')
      .port('sw/2')
      .host('pc')
      .port('pc/0', { mac: macOf(1) });
  expect(outlineOf(network().learned('sw/1', [macOf(1)]))).toEqual([
    'Host "pc"',
    'Host "sw"',
    '  sw/1 "1"',
    '  sw/2 "2"',
  ]);
  const { availableViews } = prepareDrawing(network().learned('sw/1', [macOf(1)]), requestedOptions);
  expect(availableViews).toContain('L2Physical');
  // If no device reports cables or learned addresses, the view stays empty and is not available.
  expect(outlineOf(network())).toEqual([]);
  expect(prepareDrawing(network(), requestedOptions).availableViews).not.toContain('L2Physical');
});

test('a port with such a machine counts as linked, and only such a port', () => {
  const options = { ...requestedOptions, hidesLinkStates: ['Unlinked'] };
  const network = office().learned('sw/2', [macOf(1)]);
  const { nodes } = drawGraph(network, 'L2Physical', options);
  const ports = nodes.flatMap((node) => (node.nodeType === 'Element' && 'interfaceId' in node ? node.id : []));
  expect(ports).toEqual(['core/1', 'sw/1', 'sw/2']);
  expect(edgeLines(drawGraph(network, 'L2Physical', options))).toContain('LearnedMachine [pc] > sw/2');
});

test('rules for ports group ports alone', () => {
  const network = office()
    .vlan(10)
    .port('sw/5', { vlan: 10 })
    .learned('sw/5', [macOf(1)]);
  const rules = ['ByTrunkPort', 'ByVLAN', 'ByPortOpStatus'] as const;
  const lines = outline(drawGraph(network, 'L2Physical', { ...requestedOptions, rules }));
  expect(lines.slice(lines.indexOf('UnlocatedMachines "Machines whose port nobody reports"')).slice(0, 3)).toEqual([
    ...['UnlocatedMachines "Machines whose port nobody reports"', '  other "other"', '  tv "tv"'],
  ]);
  expect(linesOf(network)).toEqual(['LearnedMachine [pc] > sw/5']);
});

test('paths lead to such machines, and what fails with a switch or a port counts them', () => {
  const network = office().learned('sw/2', [macOf(1), macOf(2)]);
  const { lookup } = prepareDrawing(network, requestedOptions);
  const stops = buildStops('L2Physical', lookup, drawGraph(network, 'L2Physical', requestedOptions));
  expect(shortestPath(stops, lookup, 'core', 'pc')!.hops.map(({ id }) => id)).toEqual(['core', 'sw', 'pc']);
  expect(computeImpact(stops, 'core', ['sw']).unreachable).toEqual(['pc', 'tv']);
  expect(computeImpact(stops, 'core', ['sw/2']).unreachable).toEqual(['pc', 'tv']);
  expect(computeImpact(stops, 'core', ['sw/3']).unreachable).toEqual([]);
  const usual = buildStops('L2Physical', lookup, drawGraph(network, 'L2Physical'));
  expect(computeImpact(usual, 'core', ['sw']).unreachable).toEqual([]);
});
