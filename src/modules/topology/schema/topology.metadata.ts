// Registers the names, descriptions, icons and colors of edge types in the metadata registry.
import { looks, registerMetadata } from '../../../graphql/descriptions/metadata';
import type { EdgeType } from '../graph/options';
import { edgeColors } from '../graph/render/palette';
import { edgeNames } from '../graph/vocabulary';

registerMetadata(
  'edgeTypes',
  looks<EdgeType>({
    SameHost: [edgeNames.SameHost, 'Between addresses of one host.', 'server', edgeColors.SameHost],
    Hypervisor: [edgeNames.Hypervisor, 'From a hypervisor to one of its virtual machines.', 'boxes', edgeColors.Hypervisor],
    ContainerRuntime: [
      edgeNames.ContainerRuntime,
      'From a container runtime to its containers.',
      'container',
      edgeColors.ContainerRuntime,
    ],
    SameContainer: [edgeNames.SameContainer, 'Between addresses of one container.', 'box', edgeColors.SameContainer],
    RequestPath: [edgeNames.RequestPath, 'From one member of a group to the next.', 'route', edgeColors.RequestPath],
    HubAndSpoke: [
      edgeNames.HubAndSpoke,
      'From the first member of a group to the others.',
      'git-fork',
      edgeColors.HubAndSpoke,
    ],
    PhysicalLink: [edgeNames.PhysicalLink, 'A cable between two ports, reported by LLDP or CDP.', 'cable', edgeColors.PhysicalLink],
    NeighborLink: [edgeNames.NeighborLink, 'Between two devices; the port of the neighbour is unknown.', 'link', edgeColors.NeighborLink],
    AggregateLink: [edgeNames.AggregateLink, 'Several cables that are one link (IEEE 802.1AX).', 'layers', edgeColors.AggregateLink],
    RoutingNeighbor: [edgeNames.RoutingNeighbor, 'Hosts that are neighbours by a routing protocol.', 'route', edgeColors.RoutingNeighbor],
    WirelessAssociation: [edgeNames.WirelessAssociation, 'A wireless client and its access point.', 'wifi', edgeColors.WirelessAssociation],
    LearnedMachine: [edgeNames.LearnedMachine, 'A machine, and a port whose forwarding table leads to it.', 'table', edgeColors.LearnedMachine],
  }),
);
