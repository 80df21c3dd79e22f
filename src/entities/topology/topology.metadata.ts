// Kinds of edges in the metadata registry.
import { looks, registerMetadata } from '../../graphql/metadata';
import type { EdgeType } from '../../topology-graph/options';

registerMetadata(
  'edgeTypes',
  looks<EdgeType>({
    SameHost: ['Same host', 'Addresses of one host.', 'server', 'Gray'],
    Hypervisor: ['Hypervisor', 'From a hypervisor to a virtual machine.', 'boxes', 'Orange'],
    ContainerRuntime: ['Container runtime', 'From a runtime to its containers.', 'container', 'Cyan'],
    SameContainer: ['Same container', 'Addresses of one container.', 'box', 'Gray'],
    RequestPath: ['Request path', 'From one member of a group to the next.', 'route', 'Rose'],
    HubAndSpoke: ['Hub and spoke', 'From the first member of a group to the others.', 'git-fork', 'Pink'],
    PhysicalLink: ['Physical link', 'A cable between two ports.', 'cable', 'Teal'],
    NeighborLink: ['Neighbor link', 'A neighbor whose port is not known.', 'link', 'Emerald'],
  }),
);
