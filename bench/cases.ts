// The measured cases: requests to which Netloom and the hand-written server give the same response.
import { randomUUID } from 'node:crypto';

/** Ids of rows of one organization, and its API key, for the requests of a case. */
export interface Target {
  /** An API key with the permissions of an owner. */
  readonly key: string;
  readonly hostIds: readonly string[];
  /** Subnets in different networks. Each is large enough for all addresses that the benchmark creates. */
  readonly subnets: readonly { id: string; network_id: string }[];
  /** Ids of tags, one per connection, so that concurrent writers do not wait for each other's row locks. */
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
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  /** The body of the request, or a function that returns a new body for each request. */
  readonly body?: object | (() => object);
}
export interface BenchCase {
  readonly name: string;
  /** Whether the case uses the organization with many hosts instead of the demo organization. */
  readonly isOfMany?: boolean;
  /** Number of concurrent connections; 16 if omitted. */
  readonly connections?: number;
  /** The request that undoes a write, so that the other of the two compared servers can get the same write. */
  readonly undo?: (answer: { data: { id: string } }) => BenchRequest;
  /** The requests that one connection sends, in this order, repeatedly until the time is over. */
  readonly requests: (target: Target, connection: number) => readonly BenchRequest[];
}

export const nestedHosts = `query HostsWithServices {
  hosts(first: 50) {
    totalCount
    nodes { id name hostname services { id name serviceDefinition tags { id name color } } tags { id name color } }
    pageInfo { hasNextPage }
  }
}`;

const one = <T>(rows: readonly T[], connection: number): T => rows[connection % rows.length]!;
const vlanOf = ({ vlans }: Target, connection: number) => one(vlans, connection);
const get = (path: string): BenchRequest => ({ method: 'GET', path });

let madeAddresses = 0;
/** An address of 100.64.0.0/10 that was not used before. */
function newAddress(): string {
  madeAddresses += 1;
  return [100, 64 + (madeAddresses >> 16), (madeAddresses >> 8) & 255, madeAddresses & 255].join('.');
}

/** A host to create, with twenty parts: five addresses, ports, interfaces and services each. */
function newHost({ id: subnet_id, network_id }: Target['subnets'][number]) {
  const rows = Array.from({ length: 5 }, (_, at) => ({ at, ipId: randomUUID(), portId: randomUUID() }));
  return {
    ...{ name: 'made by the benchmark', network_id, hidden: false, tags: [] },
    ip_addresses: rows.map(({ ipId }) => ({ id: ipId, subnet_id, ip_address: newAddress() })),
    ports: rows.map(({ at, portId }) => ({ id: portId, number: 8000 + at, protocol: 'Tcp' })),
    interfaces: rows.map(({ at }) => ({ id: randomUUID(), if_index: at, if_descr: `port ${at}`, if_name: `eth${at}` })),
    services: rows.map(({ at, ipId, portId }) => ({
      ...{ id: randomUUID(), name: `web ${at}`, service_definition: 'nginx' },
      bindings: [{ id: randomUUID(), port_id: portId, ip_address_id: ipId }],
    })),
  };
}

const bulkTags =
  (count: number): BenchCase['requests'] =>
  ({ hostIds, tagIds }, connection) =>
    ['bulk-add', 'bulk-remove'].map((verb) => ({
      method: 'POST',
      path: `/api/v1/tags/assign/${verb}`,
      body: { entity_ids: hostIds.slice(0, count), entity_type: 'Host', tag_id: tagIds[connection]! },
    }));

const search = (text: string): BenchCase['requests'] => {
  const query = new URLSearchParams({ search: text, include_children: 'false' });
  return () => [get(`/api/v1/hosts?${String(query)}`)];
};

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
    requests: () => [{ method: 'POST', path: '/graphql', body: { query: nestedHosts } }],
  },
  {
    name: 'REST host get with all children',
    requests: ({ hostIds }, connection) => [get(`/api/v1/hosts/${one(hostIds, connection)}`)],
  },
  {
    name: 'REST host create with 20 children',
    requests: ({ subnets }, connection) => [
      { method: 'POST', path: '/api/v1/hosts', body: () => newHost(one(subnets, connection)) },
    ],
    undo: ({ data }) => ({ method: 'DELETE', path: `/api/v1/hosts/${data.id}` }),
  },
  // This case must be last: requests that are still pending when its time is over would change responses of a later
  // case.
  { name: 'REST tag bulk-add and bulk-remove, 1,000 ids', requests: bulkTags(1000) },
];

/**
 * Searches by the demo organization, beside an organization with many more hosts. A word that occurs only in rows of
 * the larger organization must cost as much as a word that occurs nowhere.
 */
export const casesBesideMany = ['host-5432', 'nothing-has-this'].map((text): BenchCase => ({
  name: `REST host search, ${text}`,
  requests: search(text),
}));

export const casesOfMany: readonly BenchCase[] = [
  { name: 'REST host search, few found', requests: search('host-5432'), isOfMany: true },
  { name: 'REST host search, all found', requests: search('switch software'), isOfMany: true, connections: 2 },
  { name: 'REST tag bulk-add and bulk-remove, 10,000 ids', requests: bulkTags(10_000), isOfMany: true, connections: 2 },
];
