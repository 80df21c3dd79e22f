// GraphQL selections for tests of graphs: nodes and edges with their rows, and the export of a graph in all formats.
import type { GraphQLObjectType } from 'graphql';
import { renderers } from '../../src/modules/topology/answers/export-formats';
import { schema } from '../../src/modules/types';

/** The names of the fields of `TopologyData` that are lists of rows (`[JSON!]`). */
export const listsOfData = Object.values((schema.getType('TopologyData') as GraphQLObjectType).getFields())
  .filter(({ type }) => /^\[JSON!\]/.test(String(type)))
  .map(({ name }) => name);

const host = 'host { id name tags { id name } ipAddresses { ipAddress } network { id name } }';
export const graphNodes = `
  id: elementId header
  ... on GraphContainer { entityId }
  ... on SubnetContainer { subnet { id name network { id } } }
  ... on HostContainer { ${host} }
  ... on ApplicationContainer { tag { id name } }
  ... on RuleContainer { vlan { id name } service { id name } }
  ... on GraphElement { hostId ${host} inlineGroups { entityId service { id name } port { id } } }`;
export const graphEdges = `
  id: elementId label source target
  ... on SameHostEdge { ${host} }
  ... on PhysicalLinkEdge { sourceInterface { id ${host} } targetInterface { id ${host} } }
  ... on NeighborLinkEdge { sourceHost { id name } targetHost { id name } }
  ... on AggregateLinkEdge { sourceInterface { id ifName } targetAggregate { id ifName } targetHost { id name } }
  ... on WirelessLinkEdge { clientHost { id name } accessPointHost { id name } }
  ... on LearnedMachineEdge { host { id name } interface { id ifName } }
  ... on RoutingAdjacencyEdge { host { id name } neighborHost { id name } }
  ... on RequestPathEdge { group { id name } }
  ... on HubAndSpokeEdge { group { id name } }`;

export const graphExports = Object.keys(renderers)
  .map((format) => `as${format}: export(format: ${format})`)
  .join(' ');
