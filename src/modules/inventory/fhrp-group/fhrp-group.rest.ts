// REST routes of first hop redundancy groups. Only discovery reports write them. GraphQL documents that are not
// generated: `fhrp-group.rest.graphql`.
import { GetFhrpGroupByIdDocument, ListFhrpGroupsDocument } from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const fhrpGroupRoutes = [
  route('get', '/fhrp-groups', ListFhrpGroupsDocument),
  csvRoute('/fhrp-groups/export/csv', ListFhrpGroupsDocument, 'ExportFhrpGroupsCsv'),
  route('get', '/fhrp-groups/:id', GetFhrpGroupByIdDocument),
];
