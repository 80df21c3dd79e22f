// Tests the Application view of small networks that are built by hand. Also tests the boxes of container stacks (such
// as Compose projects) in this view and others.
import type { Rule } from '../../../../src/modules/topology/graph/options';
import { listBoxes, findBox, draw, drawGraph, outline } from './drawing';

const shops = () =>
  draw()
    .tag('t-shop', { name: 'Shop', isApplication: true, color: 'Green' })
    .tag('t-wiki', { name: 'Wiki', isApplication: true, color: 'Red' })
    .tag('t-prod', { name: 'Alpha' })
    .subnet('lan', '10.0.0.0/24')
    .host('web', { at: ['lan 10.0.0.5'], tags: ['t-wiki'] })
    .host('db', { at: ['lan 10.0.0.6'], tags: ['t-prod'] });

describe('the rule ByApplication', () => {
  const network = () =>
    shops()
      .service('cart', { on: 'web', listens: ['*:80'], tags: ['t-prod', 't-shop'] })
      .service('pages', { on: 'web', listens: ['*:81'] })
      .service('sql', { on: 'db', listens: ['*:5432'] });

  test("services are grouped by their own application tag, else their host's, else as ungrouped", () => {
    const graph = drawGraph(network(), 'Application');
    expect(outline(graph)).toEqual([
      'Application "Shop"',
      '  cart "cart"',
      'ApplicationUngrouped "Ungrouped"',
      '  sql "sql"',
      'Application "Wiki"',
      '  pages "pages"',
    ]);
    const [shop, ungroupedContainer] = listBoxes(graph);
    expect(shop).toMatchObject({ entityId: 't-shop', color: 'Green', isCollapsedByDefault: false });
    expect(shop!.id).not.toBe('t-shop');
    expect(ungroupedContainer).toMatchObject({ entityId: null, isCollapsedByDefault: true });
    expect(graph.nodes.at(-1)).toMatchObject({ elementType: 'Service', id: 'pages', hostId: 'web' });
  });

  test('the box of ungrouped services has one fixed id, the same in every network', () => {
    const other = draw()
      .subnet('lan', '10.0.0.0/24')
      .host('x', { at: ['lan 10.0.0.1'] })
      .service('y', { on: 'x', listens: ['*'] });
    expect(findBox(drawGraph(other, 'Application'), 'ApplicationUngrouped').id).toBe(
      findBox(drawGraph(network(), 'Application'), 'ApplicationUngrouped').id,
    );
  });

  test('tag_ids limits the tags that form groups', () => {
    expect(outline(drawGraph(network(), 'Application', { applications: ['t-wiki', 't-prod'] }))).toEqual([
      'ApplicationUngrouped "Ungrouped"',
      '  sql "sql"',
      'Application "Wiki"',
      '  cart "cart"',
      '  pages "pages"',
    ]);
  });

  test('only services with a binding and a category other than OpenPorts are drawn', () => {
    const drawnDrawing = shops()
      .service('idle', { on: 'web' })
      .service('open', { on: 'web', software: 'open-ports', listens: ['*:99'] })
      .service('everywhere', { on: 'web', listens: ['*'] });
    expect(outline(drawGraph(drawnDrawing, 'Application'))).toEqual([
      'Application "Wiki"',
      '  everywhere "everywhere"',
    ]);
  });

  test('runtimes and virtual machines are drawn like other services', () => {
    const drawnDrawing = shops()
      .service('docker', { on: 'db', listens: ['*:2375'] })
      .host('vm', { on: 'nowhere', at: ['lan 10.0.0.9'] })
      .service('app', { on: 'vm', listens: ['*:80'] });
    expect(outline(drawGraph(drawnDrawing, 'Application'))).toEqual([
      'ApplicationUngrouped "Ungrouped"',
      '  app "app"',
      '  docker "docker"',
    ]);
  });
});

describe('element rules', () => {
  test('ByServiceCategory and ByTag form boxes inside each application, in their order', () => {
    const drawnDrawing = shops()
      .service('dns', { on: 'web', listens: ['*:53'], category: 'DNS', tags: ['t-prod'] })
      .service('app', { on: 'web', listens: ['*:80'], tags: ['t-prod'] })
      .service('sql', { on: 'db', listens: ['*:1'] });
    const byCategory: Rule = { ByServiceCategory: { categories: ['DNS'], is_infra_rule: false, title: 'Infra' } };
    const byTag: Rule = { ByTag: { tag_ids: ['t-prod'], title: 'Production' } };
    const linesOf = (rules: Rule[]) => outline(drawGraph(drawnDrawing, 'Application', { rules }));
    const ungroupedLines = ['ApplicationUngrouped "Ungrouped"', '  sql "sql"'];
    expect(linesOf([byCategory, byTag])).toEqual([
      ...ungroupedLines,
      'Application "Wiki"',
      '  NestedServiceCategory "Infra"',
      '    dns "dns"',
      '  NestedTag "Production"',
      '    app "app"',
    ]);
    expect(linesOf([byTag, byCategory])).toEqual([
      ...ungroupedLines,
      'Application "Wiki"',
      '  NestedTag "Production"',
      '    app "app"',
      '    dns "dns"',
    ]);
  });

  test('ByStack forms one box per project, with the logo of its only runtime', () => {
    const drawnDrawing = shops()
      .service('docker', { on: 'db' })
      .service('podman', { on: 'db' })
      .service('a', { on: 'db', in: 'docker', project: 'mail', listens: ['*:1'] })
      .service('b', { on: 'db', in: 'docker', project: 'mail', listens: ['*:2'] })
      .service('c', { on: 'db', in: 'docker', project: 'mixed', listens: ['*:3'] })
      .service('d', { on: 'db', in: 'podman', project: 'mixed', listens: ['*:4'] })
      .service('e', { on: 'db', in: 'docker', listens: ['*:5'] })
      .service('f', { on: 'web', in: 'docker', project: 'mail', listens: ['*:6'] });
    const graph = drawGraph(drawnDrawing, 'Application', { rules: ['ByStack'] });
    expect(outline(graph)).toEqual([
      'ApplicationUngrouped "Ungrouped"',
      '  Stack "mail"',
      '    a "a"',
      '    b "b"',
      '  Stack "mixed"',
      '    c "c"',
      '    d "d"',
      '  e "e"',
      'Application "Wiki"',
      '  Stack "mail"',
      '    f "f"',
    ]);
    const logos = listBoxes(graph)
      .filter(({ containerType }) => containerType === 'Stack')
      .map(({ header, associatedServiceDefinition }) => [header, associatedServiceDefinition]);
    expect(logos).toEqual([
      ['mail', 'docker'],
      ['mixed', null],
      ['mail', 'docker'],
    ]);
    expect(listBoxes(graph)[1]).toMatchObject({ willAcceptEdges: true, elementRuleId: 'ByStack', entityId: null });
  });

  test('rules for ports and machines do not affect services', () => {
    const rules: Rule[] = ['ByTrunkPort', 'ByVLAN', 'ByPortOpStatus', 'ByHypervisor', 'ByContainerRuntime'];
    const drawnDrawing = shops()
      .service('docker', { on: 'db' })
      .service('a', { on: 'db', in: 'docker', listens: ['*:1'] });
    expect(outline(drawGraph(drawnDrawing, 'Application', { rules }))).toEqual([
      'ApplicationUngrouped "Ungrouped"',
      '  a "a"',
    ]);
  });
});

describe('rules in the L3 view', () => {
  const containers = () =>
    draw()
      .subnet('lan', '10.0.0.0/24')
      .subnet('net', '172.17.0.0/16', 'DockerBridge', { runtime: 'docker' })
      .subnet('vlan', '10.5.0.0/24', 'MacVlan', { runtime: 'docker' })
      .host('box', {
        at: ['lan 10.0.0.2', 'net 172.17.0.2', 'net 172.17.0.3', 'net 172.17.0.4', 'vlan 10.5.0.2'],
      })
      .service('docker', { on: 'box' })
      .service('shop', { on: 'box', in: 'docker', project: 'shop', listens: ['172.17.0.2:80', '10.5.0.2:80'] })
      .service('wiki', { on: 'box', in: 'docker', project: 'wiki', listens: ['172.17.0.3:80'] })
      .service('cart', { on: 'box', in: 'docker', project: 'shop', listens: ['172.17.0.3:81', '172.17.0.2:81'] })
      .service('native', { on: 'box', project: 'shop', listens: ['10.0.0.2:80'] });

  test('ByStack groups container addresses at which exactly one project listens', () => {
    const graph = drawGraph(containers(), 'L3Logical', { rules: ['ByStack'] });
    const inStacks = graph.nodes.flatMap((node) => {
      const box = node.nodeType === 'Element' && listBoxes(graph).find(({ id }) => id === node.containerId);
      return box && box.containerType === 'Stack' ? [`${box.parentContainerId}/${box.header}/${node.id}`] : [];
    });
    expect(inStacks.sort()).toEqual(['net/shop/box@172.17.0.2', 'vlan/shop/box@10.5.0.2']);
    expect(listBoxes(graph).filter(({ containerType }) => containerType === 'Stack')).toEqual([
      expect.objectContaining({ icon: 'docker.svg' }),
      expect.objectContaining({ icon: 'docker.svg' }),
    ]);
  });

  test("ByTag groups addresses by their host's tags, in every subnet, before a later ByStack", () => {
    const drawnDrawing = containers()
      .tag('prod')
      .changeHost('box', { tagIds: ['prod'] });
    const byTag: Rule = { ByTag: { tag_ids: ['prod'], title: 'Production' } };
    const graph = drawGraph(drawnDrawing, 'L3Logical', { rules: [byTag, 'ByStack'] });
    expect(listBoxes(graph).map(({ containerType, parentContainerId }) => [containerType, parentContainerId])).toEqual(
      expect.arrayContaining([
        ['NestedTag', 'lan'],
        ['NestedTag', 'net'],
        ['NestedTag', 'vlan'],
      ]),
    );
    expect(listBoxes(graph)).toHaveLength(6);
  });

  test('rules for categories, ports and machines do not affect addresses', () => {
    const rules: Rule[] = [
      { ByServiceCategory: { categories: ['Unknown'], is_infra_rule: false, title: 'x' } },
      'ByTrunkPort',
      'ByVLAN',
      'ByPortOpStatus',
      'ByHypervisor',
      'ByContainerRuntime',
    ];
    expect(listBoxes(drawGraph(containers(), 'L3Logical', { rules }))).toHaveLength(3);
  });
});
