// Edges of groups and of cables in small networks that are built by hand: where they come from, and their data.
import { draw, edgeLines, drawEdges, drawGraph, drawLines, subnets } from './drawing';

describe.each(['RequestPath', 'HubAndSpoke'] as const)('%s', (groupType) => {
  const isPath = groupType === 'RequestPath';
  const members = () =>
    subnets()
      .host('a', { at: ['lan 10.0.0.1'] })
      .host('b', { at: ['dmz 10.1.0.1'] })
      .host('c', { at: ['net 203.0.113.1', 'lan 10.0.0.3'] })
      .service('sa', { on: 'a', listens: ['10.0.0.1:1', '10.0.0.1:2'] })
      .service('sb', { on: 'b', listens: ['10.1.0.1:1', '*:2'] })
      .service('sc', { on: 'c', listens: ['203.0.113.1:1', '10.0.0.3:1'] });

  test('L3: groups of bindings join the bound addresses; labels are shown between subnets only', () => {
    const network = members().group('g', groupType, [
      'sa/10.0.0.1:1',
      'sb/10.1.0.1:1',
      'sc/203.0.113.1:1',
      'sc/10.0.0.3:1',
    ]);
    expect(drawLines(network, 'L3Logical', groupType)).toEqual(
      isPath
        ? [
            'RequestPath a@10.0.0.1 > b@10.1.0.1 "g"',
            'RequestPath b@10.1.0.1 > c@203.0.113.1 "g"',
            'RequestPath c@203.0.113.1 > c@10.0.0.3 "g" multi-hop',
          ]
        : [
            'HubAndSpoke a@10.0.0.1 > b@10.1.0.1 "g"',
            'HubAndSpoke a@10.0.0.1 > c@10.0.0.3',
            'HubAndSpoke a@10.0.0.1 > c@203.0.113.1 "g" multi-hop',
          ],
    );
    const edge = drawEdges(network, 'L3Logical', groupType).find(({ target }) => target === 'b@10.1.0.1');
    expect(edge).toMatchObject({
      payload: { groupId: 'g', sourceId: 'sa/10.0.0.1:1', targetId: 'sb/10.1.0.1:1' },
      relationKey: 'g',
    });
  });

  test('L3: members bound to all addresses have no edge, and groups of services are not drawn', () => {
    const everywhere = members().group('g', groupType, ['sa/10.0.0.1:1', 'sb/*:2', 'sc/10.0.0.3:1']);
    expect(drawLines(everywhere, 'L3Logical', groupType)).toEqual(
      isPath ? [] : ['HubAndSpoke a@10.0.0.1 > c@10.0.0.3'],
    );
    expect(drawLines(members().group('g', groupType, ['sa', 'sb']), 'L3Logical', groupType)).toEqual([]);
  });

  test('Application: both kinds of groups join services, always with the name of the group', () => {
    const services = members().group('g', groupType, ['sa', 'sb', 'sc']);
    const expectedTexts = isPath
      ? ['RequestPath sa > sb "g"', 'RequestPath sb > sc "g"']
      : ['HubAndSpoke sa > sb "g"', 'HubAndSpoke sa > sc "g"'];
    expect(drawLines(services, 'Application', groupType)).toEqual(expectedTexts);
    const bindings = members().group('g', groupType, ['sa/10.0.0.1:1', 'sa/10.0.0.1:2', 'sb/*:2', 'sc/10.0.0.3:1']);
    expect(drawLines(bindings, 'Application', groupType)).toEqual(expectedTexts);
  });

  test('Workloads: groups join the services that are elements', () => {
    const network = members().group('g', groupType, ['sa', 'sb', 'gone', 'sc']);
    expect(drawLines(network, 'Workloads', groupType)).toEqual(
      isPath ? ['RequestPath sa > sb "g"'] : ['HubAndSpoke sa > sb "g"', 'HubAndSpoke sa > sc "g"'],
    );
  });

  test('a path that goes back and forth is drawn once per direction', () => {
    const network = members().group('g', groupType, ['sa', 'sb', 'sa', 'sb']);
    expect(drawLines(network, 'Application', groupType)).toEqual(
      isPath ? ['RequestPath sa > sb "g"', 'RequestPath sb > sa "g"'] : ['HubAndSpoke sa > sb "g"'],
    );
  });

  test('groups with fewer than two members draw nothing', () => {
    const network = members().group('none', groupType, []).group('one', groupType, ['sa']);
    expect(drawLines(network, 'Application', groupType)).toEqual([]);
  });
});

describe('PhysicalLink edges', () => {
  const cabledDrawing = () =>
    draw()
      .host('a')
      .host('b')
      .port('a/1')
      .port('a/2')
      .port('b/1')
      .port('b/2')
      .service('x', { on: 'a' })
      .service('y', { on: 'b' });

  test('one per pair of ports, however many records report it, and never within a host', () => {
    const network = cabledDrawing()
      .neighbour('a/1', 'b/1')
      .neighbour('b/1', 'a/1')
      .neighbour('b/1', 'a/1', 'CDP')
      .neighbour('b/2', 'a/2', 'CDP')
      .neighbour('a/1', 'a/2');
    expect(drawLines(network, 'L2Physical', 'PhysicalLink')).toEqual([
      'PhysicalLink a/1 > b/1 "1 ↔ 1"',
      'PhysicalLink a/2 > b/2 "2 ↔ 2"',
    ]);
    expect(drawEdges(network, 'L2Physical', 'PhysicalLink')).toMatchObject([
      { payload: { sourceEntityId: 'a/1', targetEntityId: 'b/1', protocol: 'LLDP' }, relationKey: 'a/1 b/1' },
      { payload: { sourceEntityId: 'a/2', targetEntityId: 'b/2', protocol: 'CDP' }, relationKey: 'a/2 b/2' },
    ]);
  });

  test('a link from a forwarding table is drawn only if no record of either end reports it', () => {
    const learnedDrawing = cabledDrawing().neighbour('a/1', 'b/1', 'CDP', 'FDB');
    const reportedDrawing = cabledDrawing().neighbour('a/1', 'b/1', 'LLDP', 'FDB').neighbour('b/1', 'a/1', 'CDP');
    const link = { sourceEntityId: 'a/1', targetEntityId: 'b/1' };
    const payloads = (network: ReturnType<typeof cabledDrawing>) =>
      drawEdges(network, 'L2Physical', 'PhysicalLink').map(({ payload }) => payload);
    expect(payloads(learnedDrawing)).toEqual([{ ...link, protocol: 'CDP', basis: 'FDB' }]);
    expect(payloads(reportedDrawing)).toEqual([{ ...link, protocol: 'LLDP', basis: 'CDP' }]);
  });

  test('in Workloads each cable is an edge between machines', () => {
    const network = cabledDrawing().neighbour('a/1', 'b/1').neighbour('a/2', 'b/2');
    expect(new Set(drawLines(network, 'Workloads', 'PhysicalLink'))).toEqual(
      new Set(['PhysicalLink [a] > [b] "1 ↔ 1"', 'PhysicalLink [a] > [b] "2 ↔ 2"']),
    );
  });

  test('none if a machine has no box, nor in the views L3Logical and Application', () => {
    const network = cabledDrawing().neighbour('a/1', 'b/1');
    network.rows.services = [];
    expect(drawLines(network, 'Workloads', 'PhysicalLink')).toEqual([]);
    expect([...edgeLines(drawGraph(network, 'L3Logical')), ...edgeLines(drawGraph(network, 'Application'))]).toEqual(
      [],
    );
  });
});

describe('NeighborLink edges', () => {
  const hosts = () => draw().host('a').host('b').host('c').port('a/1').port('b/1').port('b/2').port('c/1');

  test('one per pair of hosts of which one knows only the other host, between their boxes', () => {
    const network = hosts()
      .neighbour('a/1', 'b', 'CDP')
      .neighbour('b/1', 'a')
      .neighbour('b/2', 'b')
      .neighbour('c/1', 'a', 'CDP');
    expect(drawLines(network, 'L2Physical', 'NeighborLink')).toEqual([
      'NeighborLink [a] > [b]',
      'NeighborLink [a] > [c]',
    ]);
    const facts = drawEdges(network, 'L2Physical', 'NeighborLink').map(({ payload, relationKey }) => [
      payload,
      relationKey,
    ]);
    expect(facts).toEqual(
      expect.arrayContaining([
        [{ sourceHostId: 'a', targetHostId: 'b', protocol: 'LLDP', basis: 'LLDP' }, 'a b'],
        [{ sourceHostId: 'a', targetHostId: 'c', protocol: 'CDP', basis: 'CDP' }, 'a c'],
      ]),
    );
  });

  test('none if a cable between the two is known', () => {
    const network = hosts().neighbour('a/1', 'b').neighbour('b/2', 'a/1');
    expect(edgeLines(drawGraph(network, 'L2Physical'))).toEqual(['PhysicalLink a/1 > b/2 "1 ↔ 2"']);
  });

  test('a neighbour with an unknown port is drawn at its host; one on a hidden host is not drawn', () => {
    const network = () => hosts().neighbour('a/1', 'b/1');
    const portless = network();
    portless.rows.interfaces = portless.rows.interfaces.filter(({ id }) => id !== 'b/1');
    expect(edgeLines(drawGraph(portless, 'L2Physical'))).toEqual(['NeighborLink [a] > [b]']);
    expect(edgeLines(drawGraph(network().changeHost('b', { hidden: true }), 'L2Physical'))).toEqual([]);
  });
});
