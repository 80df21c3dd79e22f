// What is measured: requests that both servers answer alike.

export interface Target {
  readonly hostIds: readonly string[];
  /** One per connection, so that writers do not wait for each other's rows. */
  readonly tagIds: readonly string[];
  readonly vlans: readonly {
    id: string;
    name: string;
    network_id: string;
    organization_id: string;
    vlan_number: number;
  }[];
}
export interface BenchRequest {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly body?: object;
}
export interface BenchCase {
  readonly name: string;
  /** What connection number `connection` sends, over and over. */
  readonly requests: (target: Target, connection: number) => readonly BenchRequest[];
}

const nested = `query HostsWithServices {
  hosts(first: 50) {
    totalCount
    nodes { id name hostname services { id name serviceDefinition tags { id name color } } tags { id name color } }
    pageInfo { hasNextPage }
  }
}`;

const vlanOf = ({ vlans }: Target, connection: number) => vlans[connection % vlans.length]!;
const get = (path: string): BenchRequest => ({ method: 'GET', path });

export const cases: readonly BenchCase[] = [
  { name: 'REST host list (50)', requests: () => [get('/api/v1/hosts?limit=50&include_children=false')] },
  { name: 'REST host list (50) with all children', requests: () => [get('/api/v1/hosts?limit=50')] },
  { name: 'REST VLAN get', requests: (target, connection) => [get(`/api/v1/vlans/${vlanOf(target, connection).id}`)] },
  {
    name: 'REST VLAN put',
    requests: (target, connection) => {
      const { id, ...vlan } = vlanOf(target, connection);
      return ['first', 'second'].map((word) => ({
        method: 'PUT',
        path: `/api/v1/vlans/${id}`,
        body: { ...vlan, description: `the ${word} text` },
      }));
    },
  },
  {
    name: 'GraphQL hosts (50), services and tags nested',
    requests: () => [{ method: 'POST', path: '/graphql', body: { query: nested } }],
  },
  {
    name: 'REST tag bulk-add and bulk-remove, 1,000 ids',
    requests: ({ hostIds, tagIds }, connection) =>
      ['bulk-add', 'bulk-remove'].map((verb) => ({
        method: 'POST',
        path: `/api/v1/tags/assign/${verb}`,
        body: { entity_ids: hostIds.slice(0, 1000), entity_type: 'Host', tag_id: tagIds[connection]! },
      })),
  },
];
