// REST routes of first hop redundancy groups, which are read-only. `fhrp-group.rest.graphql` has the GraphQL documents
// that are not generated.
import { GetFhrpGroupByIdDocument, ListFhrpGroupsDocument } from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const fhrpGroupRoutes = [
  route('get', '/fhrp-groups', ListFhrpGroupsDocument),
  csvRoute('/fhrp-groups/export/csv', ListFhrpGroupsDocument, 'ExportFhrpGroupsCsv'),
  route('get', '/fhrp-groups/:id', GetFhrpGroupByIdDocument),
];
