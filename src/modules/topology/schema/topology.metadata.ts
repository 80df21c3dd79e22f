// Kinds of edges in the metadata registry.
import { looks, registerMetadata } from '../../../graphql/metadata';
import type { EdgeType } from '../graph/options';
import { edgeColors } from '../graph/render/palette';

registerMetadata(
  'edgeTypes',
  looks<EdgeType>({
    SameHost: ['Same host', 'Addresses of one host.', 'server', edgeColors.SameHost],
    Hypervisor: ['Hypervisor', 'From a hypervisor to a virtual machine.', 'boxes', edgeColors.Hypervisor],
    ContainerRuntime: [
      'Container runtime',
      'From a runtime to its containers.',
      'container',
      edgeColors.ContainerRuntime,
    ],
    SameContainer: ['Same container', 'Addresses of one container.', 'box', edgeColors.SameContainer],
    RequestPath: ['Request path', 'From one member of a group to the next.', 'route', edgeColors.RequestPath],
    HubAndSpoke: [
      'Hub and spoke',
      'From the first member of a group to the others.',
      'git-fork',
      edgeColors.HubAndSpoke,
    ],
    PhysicalLink: ['Physical link', 'A cable between two ports.', 'cable', edgeColors.PhysicalLink],
    NeighborLink: ['Neighbor link', 'A neighbor whose port is not known.', 'link', edgeColors.NeighborLink],
  }),
);
