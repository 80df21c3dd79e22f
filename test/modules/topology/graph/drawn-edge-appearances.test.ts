// The appearance of edges in each view, and which edges cross network layers.
import type { View } from '../../../../src/modules/topology/graph/options';
import { containers, draw, drawEdges, drawGraph } from './drawing';

describe('hops between distant subnet types', () => {
  const layers = [
    ['Internet', 'Remote'],
    ['Gateway', 'Dmz', 'VpnTunnel'],
    ['Lan', 'WiFi', 'IoT', 'Guest'],
    ['MacVlan', 'IpVlan', 'Management', 'Storage'],
  ];
  const isMultiHop = (from: string, to: string) => {
    const network = draw()
      .subnet('one', '10.0.0.0/24', from)
      .subnet('two', '10.1.0.0/24', to)
      .host('h', { at: ['one 10.0.0.1', 'two 10.1.0.1'] });
    return drawEdges(network, 'L3Logical', 'SameHost')[0]!.isMultiHop;
  };
  const pairs = layers.flatMap((types, layer) =>
    types.flatMap((type) =>
      layers.flatMap((others, other) => others.map((far) => [type, far, Math.abs(layer - other) > 1] as const)),
    ),
  );
  test.each(pairs)('from %s to %s: %s', (from, to, expected) => expect(isMultiHop(from, to)).toBe(expected));
  test('a subnet of unknown type is distant from all types but its own', () => {
    expect(layers.flat().map((type) => isMultiHop('Unknown', type))).not.toContain(false);
    expect(isMultiHop('Unknown', 'Unknown')).toBe(false);
  });
});

test('each view draws its edges as the table of part 8.4 says', () => {
  const network = containers()
    .host('vm', { on: 'proxmox', at: ['lan 10.0.0.10'] })
    .service('proxmox', { on: 'box', listens: ['*:8006'] })
    .group('path', 'RequestPath', ['shop/172.17.0.10:80', 'wiki/172.17.0.9:80'])
    .group('hub', 'HubAndSpoke', ['shop/172.17.0.10:80', 'wiki/172.17.0.9:80'])
    .host('far', {})
    .service('far-app', { on: 'far' })
    .host('edge', {})
    .service('edge-app', { on: 'edge' })
    .port('box/1')
    .port('far/1')
    .neighbour('box/1', 'far/1')
    .neighbour('box/1', 'edge');
  const appearancesOf = (view: View) =>
    Object.fromEntries(
      drawGraph(network, view).edges.map(({ edgeType, appearance }) => {
        const { affectsLayout, defaultVisibility, stroke, willTargetContainer, showDirectionality, highlightBehavior } =
          appearance;
        const letters = [
          affectsLayout ? 'L' : '',
          defaultVisibility === 'Visible' ? 'V' : 'H',
          stroke.toLowerCase(),
          willTargetContainer ? 'C' : '',
          showDirectionality ? 'D' : '',
          highlightBehavior === 'Always' ? 'always highlights' : '',
        ];
        return [edgeType, letters.filter((letter) => letter !== '').join(' ')];
      }),
    );
  expect(appearancesOf('L3Logical')).toEqual({
    SameHost: 'L V solid',
    Hypervisor: 'H dashed C',
    ContainerRuntime: 'L V solid C',
    SameContainer: 'H dotted',
    RequestPath: 'V dashed D',
    HubAndSpoke: 'V dashed D',
  });
  expect(appearancesOf('L2Physical')).toEqual({ PhysicalLink: 'L V solid', NeighborLink: 'L V dashed' });
  expect(appearancesOf('Workloads')).toEqual({
    RequestPath: 'H dashed D',
    HubAndSpoke: 'H dashed D',
    PhysicalLink: 'H dashed',
    NeighborLink: 'H dashed',
  });
  expect(appearancesOf('Application')).toEqual({
    ContainerRuntime: 'L H dashed C always highlights',
    RequestPath: 'L V solid D',
    HubAndSpoke: 'L V solid D',
  });
});
