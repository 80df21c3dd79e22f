// Queries with which Netloom and PostGraphile are measured, and a function to compare their responses.
import { nestedHosts } from '../cases';

export interface PeerCase {
  readonly name: string;
  readonly netloom: string;
  readonly postgraphile: string;
}

const hostFields = 'name hostname description hidden manufacturer model os';
const first50 = 'hosts: allHosts(first: 50, orderBy: [CREATED_AT_ASC, ROW_ID_ASC])';
const tags = (relation: string) =>
  `tags: ${relation}(orderBy: TAG_ID_ASC) { nodes { tag: tagByTagIdAndOrganizationId { id: rowId name color } } }`;

/**
 * The measured queries, written for Netloom and for PostGraphile. The schemas differ: in PostGraphile's, an id is named
 * `rowId`, and a host has tag assignments, each with a tag. Both servers return the same rows in the same order.
 */
export const peerCases: readonly PeerCase[] = [
  {
    name: '50 hosts',
    netloom: `{ hosts(first: 50) { totalCount nodes { id ${hostFields} } pageInfo { hasNextPage } } }`,
    postgraphile: `{ ${first50} { totalCount nodes { id: rowId ${hostFields} } pageInfo { hasNextPage } } }`,
  },
  {
    name: '50 hosts, services and tags nested',
    netloom: nestedHosts,
    postgraphile: `{
      ${first50} {
        totalCount
        nodes {
          id: rowId name hostname
          services: servicesByHostIdAndNetworkId(orderBy: [POSITION_ASC, ROW_ID_ASC]) {
            nodes { id: rowId name serviceDefinition ${tags('tagAssignmentsByServiceIdAndNetworkId')} }
          }
          ${tags('tagAssignmentsByHostIdAndNetworkId')}
        }
        pageInfo { hasNextPage }
      }
    }`,
  },
];

/** Removes the objects that only PostGraphile adds to a response: `nodes` around rows, and assignments around tags. */
export function rowsAlone(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(rowsAlone);
  if (answer === null || typeof answer !== 'object') return answer;
  const entries = Object.entries(answer);
  const [name, only] = entries.length === 1 ? entries[0]! : [];
  if (name === 'nodes' || name === 'tag') return rowsAlone(only);
  return Object.fromEntries(entries.map(([key, value]) => [key, rowsAlone(value)]));
}
