// Reads all rows of a network, kind by kind, in the form in which REST's list routes send them.
import type { DocumentNode } from 'graphql';
import { ListNeighborEvidenceDocument } from '../generated/operations';
import type { ListedRows } from '../graphql/context';
import { listedKinds, type ListedKind } from '../graphql/listed-rows';
import { kebabCase } from '../platform/text/names';
import { compileOperation } from './documents/compiled-operation';
import { listPages, withoutWaiting } from './list-pages';
import { pickVariables } from './request-variables';
import type { RestDoor } from './route';

/**
 * Returns the GraphQL document that lists the rows of a kind: that of the REST route `/<kind>`. Neighbor evidence has
 * no such route, and so a document of its own.
 */
function listDocumentOf({ routes }: RestDoor, kind: ListedKind): DocumentNode {
  if (kind === 'neighbours') return ListNeighborEvidenceDocument;
  const path = `/${kebabCase(kind)}`;
  return routes.find((route) => route.method === 'get' && route.path === path)!.document;
}

export function listedRows(door: RestDoor): ListedRows {
  const kinds = Object.keys(listedKinds) as ListedKind[];
  const operations = new Map(kinds.map((kind) => [kind, compileOperation(door.schema, listDocumentOf(door, kind))]));
  return async function* (kind, networkId, context) {
    const operation = operations.get(kind)!;
    const listQuery = { network_id: networkId, include_children: false, with_addresses: false, with_total: false };
    for await (const { nodes } of listPages(operation, pickVariables(operation, listQuery), context, {
      enter: withoutWaiting,
    }))
      yield nodes;
  };
}
