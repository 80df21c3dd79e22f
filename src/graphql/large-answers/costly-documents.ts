// Limits how many costly documents run concurrently, because the rows of a response are in memory until it is written.
import type { OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { createRoom } from '../../platform/threads/event-loop';
import type { GraphqlContext } from '../context';
import { occupy } from './large-answer';

/** Documents with at least this estimated cost, in tokens, run at most three at a time. */
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

/** Operations whose last response was heavy, with the organizations for which it was. */
const heavyFor = new WeakMap<OperationDefinitionNode, LRUCache<string, true>>();
const mostOrganizations = 1000;

type Asking = Pick<GraphqlContext, 'answer' | 'audience' | 'viewer'>;

/**
 * Waits until a costly document may run; organizations take turns. The estimated cost can be far too low if the
 * document gives no page sizes, so a document whose last response was heavy counts as heavy, too.
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
