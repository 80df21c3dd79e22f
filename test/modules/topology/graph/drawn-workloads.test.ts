// The Workloads view of small networks that are built by hand: machines, what runs on them, and the boxes of element
// rules.
import type { Rule } from '../../../../src/modules/topology/graph/options';
import { listBoxes, findBox, draw, drawGraph, outline } from './drawing';

/** A machine with Proxmox and Docker, a virtual machine that has Docker too, and services on each. */
const rack = () =>
  draw()
    .host('metal')
    .service('proxmox', { on: 'metal' })
    .service('docker', { on: 'metal' })
    .service('wiki', { on: 'metal', in: 'docker' })
    .service('ssh', { on: 'metal' })
    .service('open', { on: 'metal', software: 'open-ports' })
    .host('vm', { on: 'proxmox', vmName: 'vm-100' })
    .service('vm-ssh', { on: 'vm' })
    .service('vm-docker', { on: 'vm', software: 'docker' })
    .service('shop', { on: 'vm', in: 'vm-docker' })
    .service('cart', { on: 'vm', in: 'vm-docker' })
    .service('vm-open', { on: 'vm', software: 'open-ports' });

describe('the rule ByHost', () => {
  test('machines contain services and virtual machines; runtimes, hypervisors and open ports are no elements', () => {
    const graph = drawGraph(rack(), 'Workloads');
    expect(outline(graph)).toEqual([
      'Host "metal"',
      '  ssh "ssh"',
      '  vm "vm-100" -vm-ssh +vm-docker -shop -cart',
      '  wiki "wiki"',
    ]);
    expect(graph.nodes.find(({ id }) => id === 'vm')).toMatchObject({ elementType: 'Host', hostId: 'vm' });
    expect(graph.nodes.find(({ id }) => id === 'wiki')).toMatchObject({ elementType: 'Service', hostId: 'metal' });
  });

  test('containers inside a virtual machine form one group per runtime, other services another', () => {
    const vm = drawGraph(rack(), 'Workloads').nodes.find(({ id }) => id === 'vm');
    expect(vm).toMatchObject({
      inlineGroups: [
        { entityId: 'vm-ssh', entityType: 'Service', groupId: 'vm-ssh', role: 'Member' },
        { entityId: 'vm-docker', entityType: 'Service', groupId: 'vm-docker', role: 'Header' },
        { entityId: 'shop', entityType: 'Service', groupId: 'vm-docker', role: 'Member' },
        { entityId: 'cart', entityType: 'Service', groupId: 'vm-docker', role: 'Member' },
      ],
    });
  });

  test('a machine is drawn only if it has a workload; runtimes and open ports are none', () => {
    const network = draw()
      .host('idle')
      .host('empty')
      .service('docker', { on: 'empty' })
      .service('open', { on: 'empty', software: 'open-ports' });
    expect(drawGraph(network, 'Workloads').nodes).toEqual([]);
  });

  test('a virtual machine has its name in the hypervisor, else its own; a service its own name', () => {
    const network = rack()
      .changeHost('vm', { vmName: null, displayName: 'mail' })
      .service('x', { on: 'metal', name: 'X' });
    expect(outline(drawGraph(network, 'Workloads'))).toEqual(
      expect.arrayContaining(['  x "X"', '  vm "mail" -vm-ssh +vm-docker -shop -cart']),
    );
  });

  test('a virtual machine whose hypervisor is missing is omitted with its services', () => {
    const services = (network: ReturnType<typeof draw>) => network.service('app', { on: 'vm' });
    expect(drawGraph(services(draw().host('vm', { isVirtual: true })), 'Workloads').nodes).toEqual([]);
    expect(drawGraph(services(draw().host('vm', { on: 'gone' })), 'Workloads').nodes).toEqual([]);
    const hiddenDrawing = draw()
      .host('metal', { hidden: true })
      .service('proxmox', { on: 'metal' })
      .host('vm', { on: 'proxmox' });
    expect(drawGraph(services(hiddenDrawing), 'Workloads').nodes).toEqual([]);
  });

  test('nested virtual machines are in the machine at the bottom', () => {
    const network = rack().service('nested', { on: 'vm', software: 'proxmox' }).host('inner', { on: 'nested' });
    expect(outline(drawGraph(network, 'Workloads'))).toEqual([
      'Host "metal"',
      '  inner "inner"',
      '  ssh "ssh"',
      '  vm "vm-100" -vm-ssh +vm-docker -shop -cart',
      '  wiki "wiki"',
    ]);
  });

  test('virtual machines that run on each other are on no machine', () => {
    const network = draw()
      .host('a', { on: 'hyper-b' })
      .host('b', { on: 'hyper-a' })
      .host('self', { on: 'hyper-self' })
      .service('hyper-a', { on: 'a', software: 'proxmox' })
      .service('hyper-b', { on: 'b', software: 'proxmox' })
      .service('hyper-self', { on: 'self', software: 'proxmox' });
    expect(drawGraph(network, 'Workloads').nodes).toEqual([]);
  });

  test('a hidden virtual machine is not drawn', () => {
    expect(outline(drawGraph(rack().changeHost('vm', { hidden: true }), 'Workloads'))).toEqual([
      'Host "metal"',
      '  ssh "ssh"',
      '  wiki "wiki"',
    ]);
  });
});

describe('element rules', () => {
  test('ByHypervisor: the hypervisor is a box around its virtual machines', () => {
    const graph = drawGraph(rack(), 'Workloads', { rules: ['ByHypervisor'] });
    expect(outline(graph).slice(0, 3)).toEqual([
      'Host "metal"',
      '  Hypervisor "Proxmox"',
      '    vm "vm-100" -vm-ssh +vm-docker -shop -cart',
    ]);
    expect(findBox(graph, 'Hypervisor')).toMatchObject({
      entityId: 'proxmox',
      elementRuleId: 'ByHypervisor',
      associatedServiceDefinition: 'proxmox',
      icon: 'proxmox.svg',
      willAcceptEdges: true,
      isCollapsedByDefault: false,
    });
  });

  test('ByHypervisor: each hypervisor has its own box, a nested one in the machine below it', () => {
    const network = draw()
      .host('metal')
      .service('one', { on: 'metal', software: 'proxmox' })
      .service('two', { on: 'metal', software: 'esxi', category: 'Hypervisor' })
      .host('vm-a', { on: 'one' })
      .host('vm-b', { on: 'two' })
      .service('nested', { on: 'vm-b', software: 'kvm', category: 'Hypervisor' })
      .host('vm-c', { on: 'nested' });
    expect(outline(drawGraph(network, 'Workloads', { rules: ['ByHypervisor'] }))).toEqual([
      'Host "metal"',
      '  Hypervisor "Esxi"',
      '    vm-b "vm-b"',
      '  Hypervisor "Kvm"',
      '    vm-c "vm-c"',
      '  Hypervisor "Proxmox"',
      '    vm-a "vm-a"',
    ]);
  });

  test('ByContainerRuntime: a runtime is a box around its containers; others stay outside', () => {
    const network = rack()
      .service('podman', { on: 'metal' })
      .service('mail', { on: 'metal', in: 'podman' })
      .service('stray', { on: 'metal', isContainer: true });
    const graph = drawGraph(network, 'Workloads', { rules: ['ByContainerRuntime'] });
    expect(outline(graph)).toEqual([
      'Host "metal"',
      '  ContainerRuntime "Docker"',
      '    wiki "wiki"',
      '  ContainerRuntime "Podman"',
      '    mail "mail"',
      '  ssh "ssh"',
      '  stray "stray"',
      '  vm "vm-100" -vm-ssh +vm-docker -shop -cart',
    ]);
    expect(listBoxes(graph)[1]).toMatchObject({
      entityId: 'docker',
      willAcceptEdges: true,
      elementRuleId: 'ByContainerRuntime',
    });
  });

  test('ByServiceCategory: services by category, virtual machines by the categories of their services', () => {
    const network = draw()
      .host('metal')
      .service('proxmox', { on: 'metal' })
      .service('dns', { on: 'metal', category: 'DNS' })
      .service('app', { on: 'metal' })
      .host('vm', { on: 'proxmox' })
      .service('vm-dns', { on: 'vm', category: 'DNS' })
      .host('vm-2', { on: 'proxmox' });
    const rule: Rule = {
      ByServiceCategory: { categories: ['DNS', 'VPN'], is_infra_rule: true, title: 'Infrastructure' },
    };
    expect(outline(drawGraph(network, 'Workloads', { rules: [rule] }))).toEqual([
      'Host "metal"',
      '  NestedServiceCategory "Infrastructure"',
      '    dns "dns"',
      '    vm "vm" -vm-dns',
      '  app "app"',
      '  vm-2 "vm-2"',
    ]);
  });

  test('ByTag: a service and a virtual machine by their own tags, not by those of the machine', () => {
    const network = rack()
      .tag('prod')
      .changeHost('metal', { tagIds: ['prod'] })
      .changeHost('vm', { tagIds: ['prod'] })
      .service('tagged', { on: 'metal', tags: ['prod'] });
    const taggedGraph = (tagIds: string[]) =>
      drawGraph(network, 'Workloads', { rules: [{ ByTag: { tag_ids: tagIds, title: null } }] });
    const graph = taggedGraph(['other', 'prod']);
    expect(outline(graph)).toEqual([
      'Host "metal"',
      '  NestedTag',
      '    tagged "tagged"',
      '    vm "vm-100" -vm-ssh +vm-docker -shop -cart',
      '  ssh "ssh"',
      '  wiki "wiki"',
    ]);
    expect(listBoxes(taggedGraph([]))).toHaveLength(1);
  });

  test('a rule may be listed twice: each has its box, and the first takes common elements', () => {
    const network = draw()
      .tag('a')
      .tag('b')
      .host('metal')
      .service('one', { on: 'metal', tags: ['a'] })
      .service('two', { on: 'metal', tags: ['a', 'b'] })
      .service('three', { on: 'metal', tags: ['b'] });
    const rules: Rule[] = [{ ByTag: { tag_ids: ['a'], title: 'T' } }, { ByTag: { tag_ids: ['b'], title: 'T' } }];
    const inBoxes = (list: Rule[]) => {
      const { nodes } = drawGraph(network, 'Workloads', { rules: list });
      return nodes.flatMap((node) => (node.nodeType === 'Element' ? [[node.id, node.containerId]] : []));
    };
    const boxOfService = new Map(inBoxes(rules) as [string, string][]);
    expect(boxOfService.get('one')).toBe(boxOfService.get('two'));
    expect(boxOfService.get('three')).not.toBe(boxOfService.get('two'));
    const reversedBoxes = new Map(inBoxes([...rules].reverse()) as [string, string][]);
    expect(reversedBoxes.get('two')).toBe(reversedBoxes.get('three'));
  });

  test('rules for ports and stacks do not affect workloads', () => {
    const rules: Rule[] = ['ByTrunkPort', 'ByVLAN', 'ByPortOpStatus', 'ByStack'];
    const network = rack().service('stacked', { on: 'metal', project: 'shop' });
    expect(listBoxes(drawGraph(network, 'Workloads', { rules }))).toHaveLength(1);
  });
});
