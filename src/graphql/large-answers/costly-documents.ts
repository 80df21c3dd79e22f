// Limits how many costly documents run concurrently, because the rows of a response are in memory until it is written.
import type { OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { createRoom } from '../../platform/threads/event-loop';
import type { GraphqlContext } from '../context';
import { occupy } from './large-answer';

/**
 * Estimated cost in tokens from which a document waits until fewer than three such documents are running. A cheaper
 * document does not wait, unless the last response of its operation was heavy.
 */
const costlyTokens = 2;
const enterCostly = createRoom(3);

/**
 * Estimated cost in tokens from which documents run one at a time. Five such documents took three times the memory and
 * more time when they ran concurrently.
 */
export const heavyTokens = 8;
/** Number of points from which a response counts as heavy. */
const heavyPoints = 20_000;
const enterHeavy = createRoom(1);

/** For each operation, the organizations for which the last response of the operation was heavy. */
const heavyFor = new WeakMap<OperationDefinitionNode, LRUCache<string, true>>();
const mostOrganizations = 1000;

type Asking = Pick<GraphqlContext, 'answer' | 'audience' | 'viewer'>;

/**
 * Waits for one of the slots for costly documents. The request holds no other resource while it waits, and
 * organizations take turns. The estimate assumes short lists if no page size is given, so the size of the operation's
 * last response counts too.
 */
export async function placeForCostly(
  asking: Asking,
  operation: OperationDefinitionNode,
  tokens: number,
): Promise<void> {
  const { organizationId } = asking.viewer;
  if (tokens >= heavyTokens || heavyFor.get(operation)?.get(organizationId))
    await occupy(asking, enterHeavy(organizationId));
  else if (tokens >= costlyTokens) await occupy(asking, enterCostly(organizationId));
}

/** Records whether the response of an operation was heavy, for the next run of the same operation. */
export function noteAnswered(
  { answer, viewer: { organizationId } }: Pick<Asking, 'answer' | 'viewer'>,
  operation: OperationDefinitionNode,
): void {
  if (answer.points < heavyPoints) return void heavyFor.get(operation)?.delete(organizationId);
  let organizations = heavyFor.get(operation);
  if (!organizations) heavyFor.set(operation, (organizations = new LRUCache({ max: mostOrganizations })));
  organizations.set(organizationId, true);
}
