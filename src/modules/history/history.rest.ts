// REST routes of differences and histories. `history.rest.graphql` has the GraphQL documents that are not generated.
import {
  GetBindingHistoryDocument,
  GetGroupHistoryDocument,
  GetHostHistoryDocument,
  GetInterfaceHistoryDocument,
  GetIpAddressHistoryDocument,
  GetNetworkDiffDocument,
  GetPortHistoryDocument,
  GetServiceHistoryDocument,
  GetSubnetHistoryDocument,
  GetTagHistoryDocument,
  GetVlanHistoryDocument,
} from '../../generated/operations';
import { csvRoute, route, type Route } from '../../rest/route';

/** Routes for the history of one row, as JSON and as a CSV file. */
const historyOf = (resource: string, name: string, document: Parameters<typeof route>[2]): Route[] => [
  route('get', `/${resource}/:id/history`, document),
  csvRoute(`/${resource}/:id/history/export/csv`, document, `Export${name}HistoryCsv`),
];

export const historyRoutes = [
  route('get', '/networks/:id/diff', GetNetworkDiffDocument),
  csvRoute('/networks/:id/diff/export/csv', GetNetworkDiffDocument, 'ExportNetworkDiffCsv'),
  ...historyOf('bindings', 'Binding', GetBindingHistoryDocument),
  ...historyOf('groups', 'Group', GetGroupHistoryDocument),
  ...historyOf('hosts', 'Host', GetHostHistoryDocument),
  ...historyOf('interfaces', 'Interface', GetInterfaceHistoryDocument),
  ...historyOf('ip-addresses', 'IpAddress', GetIpAddressHistoryDocument),
  ...historyOf('ports', 'Port', GetPortHistoryDocument),
  ...historyOf('services', 'Service', GetServiceHistoryDocument),
  ...historyOf('subnets', 'Subnet', GetSubnetHistoryDocument),
  ...historyOf('tags', 'Tag', GetTagHistoryDocument),
  ...historyOf('vlans', 'Vlan', GetVlanHistoryDocument),
];
