// Kinds of edges in the metadata registry.
import { looks, registerMetadata } from '../../../graphql/descriptions/metadata';
import type { EdgeType } from '../graph/options';
import { edgeColors } from '../graph/render/palette';

registerMetadata(
  'edgeTypes',
  looks<EdgeType>({
    SameHost: ['Same host', 'Between addresses of one host.', 'server', edgeColors.SameHost],
    Hypervisor: ['Hypervisor', 'From a hypervisor to one of its virtual machines.', 'boxes', edgeColors.Hypervisor],
    ContainerRuntime: [
      'Container runtime',
      'From a container runtime to its containers.',
      'container',
      edgeColors.ContainerRuntime,
    ],
    SameContainer: ['Same container', 'Between addresses of one container.', 'box', edgeColors.SameContainer],
    RequestPath: ['Request path', 'From one member of a group to the next.', 'route', edgeColors.RequestPath],
    HubAndSpoke: [
      'Hub and spoke',
      'From the first member of a group to the others.',
      'git-fork',
      edgeColors.HubAndSpoke,
    ],
    PhysicalLink: ['Physical link', 'A cable between two ports, reported by LLDP or CDP.', 'cable', edgeColors.PhysicalLink],
    NeighborLink: ['Neighbor link', 'Between two devices; the port of the neighbour is unknown.', 'link', edgeColors.NeighborLink],
    AggregateLink: ['Aggregate link', 'Several cables that are one link (IEEE 802.1AX).', 'layers', edgeColors.AggregateLink],
    RoutingNeighbor: ['Routing neighbour', 'Hosts that are neighbours by a routing protocol.', 'route', edgeColors.RoutingNeighbor],
    WirelessAssociation: ['Wireless client', 'A wireless client and its access point.', 'wifi', edgeColors.WirelessAssociation],
  }),
);
