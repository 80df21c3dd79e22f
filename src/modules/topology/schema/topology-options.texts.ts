// Descriptions of topologies and their options, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    OptionalEdgeType: {
    type: 'Kinds of edges that a graph has on request alone.',
    values: {
      AggregateLink: 'Several cables that are one link (IEEE 802.1AX), in L2Physical.',
      RoutingNeighbor: 'Neighbours by a routing protocol (OSPF, BGP, IS-IS), in L2Physical and L3Logical.',
      WirelessAssociation: 'Wireless clients and their access points, in L2Physical.',
      LearnedMachine:
        'Machines without a known cable, in L2Physical: each at the port whose forwarding table leads to it, the others in one box.',
    },
  },
    TopologyView: {
    type: 'Views of a topology.',
    values: {
      L2Physical: 'Devices, ports and cables.',
      L3Logical: 'Subnets and IP addresses.',
      Workloads: 'Hosts with their virtual machines, containers and services.',
      Application: 'Applications and their services.',
    },
  },
  },
  types: {
    TopologyRuleInput: 'One rule of a topology: a name, or an object whose only key is the name.',
    TopologyTagFilterInput: 'Tags whose entities a client dims or hides.',
  },
  fields: {
    topologyId: 'Id of the topology.',
    local: 'Display options of clients. They do not change the graph.',
    request: 'Options that the graph is built with.',
    bundleEdges: 'Whether parallel edges between two boxes are drawn as one.',
    showMinimap: 'Whether the overview map is shown.',
    noFadeEdges: 'Whether edges keep their opacity when something is selected.',
    hideEdgeTypes: 'Kinds of edges that are hidden.',
    tagFilter: 'Tags whose entities are dimmed or hidden.',
    hiddenHostTagIds: 'Ids of tags: their hosts are dimmed.',
    hiddenServiceTagIds: 'Ids of tags: their services are hidden.',
    hiddenSubnetTagIds: 'Ids of tags: their subnets are dimmed.',
    containerRules: 'Rules for the top-level boxes of each view.',
    L3Logical: 'In the view of subnets and addresses.',
    L2Physical: 'In the view of devices and cables.',
    Workloads: 'In the view of hosts and their workloads.',
    Application: 'In the view of applications and their services.',
  },
  arguments: {
    topologyId: 'Id of the topology.',
  },
});
