// Runs an operation on the servers that may answer it: replicas may answer the reads of a query, and the primary
// answers a mutation.
import { OperationTypeNode } from 'graphql';
import type { GraphqlContext } from './context';

/**
 * Runs the operation. After a mutation, the position of its writes in PostgreSQL's log (WAL) is stored, so that the
 * caller's next reads see these writes. Throws `DatabaseUnavailable` if the position cannot be stored.
 */
export function runPlaced<T>(
  { reads }: Pick<GraphqlContext, 'reads'>,
  operation: OperationTypeNode,
  run: () => Promise<T>,
): Promise<T> {
  if (operation === OperationTypeNode.QUERY) reads?.allow();
  return reads && operation === OperationTypeNode.MUTATION ? reads.aroundWrite(run) : run();
}
