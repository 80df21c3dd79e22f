// Queries the difference between two instants of a test's network over GraphQL, with all fields.
import type { Caller, World } from './world';

const query = `query ($network: UUID!, $from: DateTime!, $to: DateTime, $kinds: [InventoryKind!], $types: [ChangeType!],
    $first: Int, $after: String, $last: Int, $before: String, $offset: Int) {
  inventoryDiff(networkId: $network, from: $from, to: $to, kinds: $kinds, changeTypes: $types,
      first: $first, after: $after, last: $last, before: $before, offset: $offset) {
    totalCount summary { kind added removed changed }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes { id: changeId kind changeType entityId name hostId fields { field wireName from to } changedAt
      event { id: eventId createdAt operation actor { type name user { email } userApiKey { name } } } }
  }
}`;
export interface Change {
  id: string;
  kind: string;
  changeType: string;
  entityId: string;
  name: string;
  hostId: string | null;
  fields: { field: string; wireName: string; from: unknown; to: unknown }[];
  changedAt: string;
  event: {
    createdAt: string;
    operation: string | null;
    actor: { type: string; name: string | null; user: object | null; userApiKey: { name: string } | null };
  } | null;
}

/**
 * Returns the differences as a GraphQL connection, or throws an error with `code` and `params`. `more` has further
 * variables of the query.
 */
export async function inventoryDiff(
  world: World,
  from: Date,
  to: Date | null,
  more: object = {},
  caller: Caller = world.owner,
) {
  const variables = { network: world.networkId, from: from.toISOString(), to: to?.toISOString() ?? null, ...more };
  const { body } = await caller.graphql(query, variables);
  if (body.errors) throw Object.assign(new Error(body.errors[0].message), body.errors[0].extensions);
  return body.data.inventoryDiff;
}
