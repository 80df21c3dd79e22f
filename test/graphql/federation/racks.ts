// Serves a second subgraph on loopback for the federation tests: the racks in which hosts of Netloom are mounted.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, graphql } from 'graphql';

/**
 * The schema of the racks subgraph, written independently of Netloom. Its types for pages and order have the same names
 * as in Netloom.
 */
export const racksSdl = `
extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])

scalar UUID
scalar DateTime

enum OrderDirection {
  asc
  desc
}

type Host @key(fields: "id") {
  id: UUID!
  rack: Rack
}

type Rack implements Node @key(fields: "id") {
  id: ID!
  name: String!
  installedAt: DateTime!
  hosts: [Host!]!
}

type RackConnection {
  nodes: [Rack!]!
  pageInfo: PageInfo!
}

type PageInfo @shareable {
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
}

interface Node {
  id: ID!
}

type Query {
  node(id: ID!): Node
  racks(direction: OrderDirection = asc): RackConnection!
}
`;

const servedSdl = `${racksSdl}
scalar _Any
union _Entity = Host | Rack
type _Service { sdl: String! }
extend type Query {
  _service: _Service!
  _entities(representations: [_Any!]!): [_Entity]!
}
`;

interface Rack {
  readonly id: string;
  readonly name: string;
  readonly hostIds: readonly string[];
}
interface Reference {
  readonly __typename: string;
  readonly id: string;
}

export interface Racks {
  readonly url: string;
  readonly racks: Rack[];
  /** The headers of each request, in the order of arrival. */
  readonly asked: Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

export async function startRacks(): Promise<Racks> {
  const racks: Rack[] = [];
  const receivedRequests: Racks['asked'][number][] = [];
  const schema = buildSchema(servedSdl, { assumeValidSDL: true });
  const rackOf = ({ id, name, hostIds }: Rack) => ({
    ...{ __typename: 'Rack', id, name, installedAt: '2026-01-31T12:00:00.000Z' },
    hosts: () => hostIds.map((hostId) => ({ __typename: 'Host', id: hostId })),
  });
  const hostOf = (id: string) => ({
    ...{ __typename: 'Host', id },
    rack: () => racks.filter(({ hostIds }) => hostIds.includes(id)).map(rackOf)[0],
  });
  const pageInfo = { hasNextPage: false, hasPreviousPage: false };
  const rootValue = {
    _service: { sdl: racksSdl },
    _entities: ({ representations }: { representations: readonly Reference[] }) =>
      representations.map(({ __typename, id }) =>
        __typename === 'Host' ? hostOf(id) : racks.filter((rack) => rack.id === id).map(rackOf)[0],
      ),
    racks: { nodes: () => racks.map(rackOf), pageInfo },
  };
  const server = createServer((req, res) => {
    void (async () => {
      receivedRequests.push(req.headers);
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      const { query, variables } = JSON.parse(Buffer.concat(chunks).toString()) as {
        query: string;
        variables?: Record<string, unknown>;
      };
      const result = await graphql({ schema, source: query, rootValue, variableValues: variables });
      res.setHeader('content-type', 'application/json').end(JSON.stringify(result));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    racks,
    asked: receivedRequests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
