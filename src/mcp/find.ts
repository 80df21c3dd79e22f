// The MCP tools find (rows by text) and describe (one row by id).
import { z } from 'zod';
import {
  McpDescribeHostDocument,
  McpDescribeInterfaceDocument,
  McpDescribeIpAddressDocument,
  McpDescribeNetworkDocument,
  McpDescribeServiceDocument,
  McpDescribeSubnetDocument,
  McpDescribeVlanDocument,
  McpFindDocument,
  type McpFindQueryVariables,
} from '../generated/operations';
import { parseSearchText } from '../platform/text/search-text';
import { unicodeForms } from '../platform/text/validation';
import { isVlanNumber } from '../platform/text/vlan-numbers';
import { aboutHost } from './aliases';
import { count, id, networkId } from './inputs';
import { tool } from './tool';

const describing = {
  network: McpDescribeNetworkDocument,
  host: McpDescribeHostDocument,
  service: McpDescribeServiceDocument,
  interface: McpDescribeInterfaceDocument,
  ipAddress: McpDescribeIpAddressDocument,
  subnet: McpDescribeSubnetDocument,
  vlan: McpDescribeVlanDocument,
} as const;
type Kind = keyof typeof describing;
const kinds = Object.keys(describing) as [Kind, ...Kind[]];

type Filters = { readonly [K in Kind]?: McpFindQueryVariables[K] };

/**
 * GraphQL filters that find rows for a search text, by kind of row. The text is interpreted as in the query `search`,
 * for example as an address, a VLAN number or a part of a name. A kind of row that the text cannot match has no filter.
 */
function filtersFor(text: string): Filters {
  const { address, mac, number, protocol } = parseSearchText(text) ?? {};
  const forms = unicodeForms(text).map((form) => ({ contains: form }));
  const anyOf = <Name extends string>(...names: readonly Name[]) =>
    names.flatMap((name) => forms.map((contains) => ({ [name]: contains }) as Record<Name, typeof contains>));
  const hasMac = mac?.whole === undefined ? [] : [{ macAddress: { eq: mac.whole } }];
  const hasAddress = [...(address?.ip === undefined ? [] : [{ ipAddress: { eq: address.ip } }]), ...hasMac];
  const isVlan = isVlanNumber(number) && protocol === undefined;
  return {
    network: { or: anyOf('name') },
    host: { search: text },
    service: { or: anyOf('name') },
    interface: { or: [...anyOf('ifName', 'ifDescr', 'ifAlias'), ...hasMac] },
    ...(hasAddress.length > 0 && { ipAddress: { or: hasAddress } }),
    subnet: { search: text },
    vlan: { or: [...anyOf('name'), ...(isVlan ? [{ vlanNumber: { eq: number } }] : [])] },
  };
}

const noFilters: Filters = Object.fromEntries(kinds.map((kind) => [kind, {}]));

export const find = tool('find', {
  title: 'Find things in the inventory',
  description:
    'Finds networks, hosts, services, ports of devices (interface), IP addresses, subnets and VLANs by a part of a name, an IP or MAC address, a CIDR or a VLAN number, and gives their ids, networks and facts, kind by kind. Without text it lists; totalCount says how many there are. For anything else use `search`.',
  input: z.strictObject({
    text: z.string().min(1).max(200).optional().describe('What to look for. Left out: lists everything of the kinds.'),
    kinds: z
      .array(z.enum(kinds))
      .min(1)
      .max(kinds.length)
      .default(kinds.filter((kind) => kind !== 'interface'))
      .describe('Kinds to look through; left out: all but interface.'),
    networkId: networkId.optional().describe('Only things of this network.'),
    first: count(50, 10, 'Most things of each kind.'),
  }),
  answer: ({ text, kinds: requestedKinds, networkId: inNetwork, first }, ask) => {
    const filters = text === undefined ? noFilters : filtersFor(text);
    const isIn = (kind: Kind) => requestedKinds.includes(kind) && filters[kind] !== undefined;
    return ask(McpFindDocument, {
      ...filters,
      // Networks have no `networkId`, so the limit to one network is a condition on their own id.
      network: { ...filters.network, ...(inNetwork !== undefined && { id: { eq: inNetwork } }) },
      ...(inNetwork !== undefined && { networkId: inNetwork }),
      first,
      ...{ inNetworks: isIn('network'), inHosts: isIn('host'), inServices: isIn('service') },
      ...{ inInterfaces: isIn('interface'), inIpAddresses: isIn('ipAddress') },
      ...{ inSubnets: isIn('subnet'), inVlans: isIn('vlan') },
    });
  },
});

export const describe = tool('describe', {
  title: 'Describe one thing',
  description:
    'Tells what is known of one thing: of a host its addresses, services, ports, neighbours and tags; of a port its VLANs and what its cable leads to; of a subnet or VLAN what is in it; of a network its subnets and how much it has.',
  input: z.strictObject({
    kind: z.enum(kinds).describe('What the id is of.'),
    id: id('Id of the thing, as `find` gives it.'),
  }),
  answer: async ({ kind, id: of }, ask) => {
    const answer = (now: string) => ask(describing[kind] as typeof McpDescribeHostDocument, { id: now });
    return kind === 'host' ? aboutHost(of, ask, answer) : answer(of);
  },
});
