// Limits how many costly documents run concurrently, because the rows of a response are in memory until it is written.
import type { OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { createRoom } from '../../platform/threads/event-loop';
import type { GraphqlContext } from '../context';
import { occupy } from './large-answer';

/** A document is costly from this estimated cost, in tokens of the rate limit. Costly documents run three at a time. */
const costlyTokens = 2;
const enterCostly = createRoom(3);

/**
 * A costly document is heavy from this estimated cost, in tokens of the rate limit. Heavy documents run one at a time:
 * five of them took three times the memory, and more time, when they ran concurrently.
 */
export const heavyTokens = 8;
/** A document is heavy, whatever its estimated cost, if its last response had at least this actual cost, in points. */
const heavyPoints = 20_000;
const enterHeavy = createRoom(1);

/** By operation: ids of the organizations whose last response to the operation had at least `heavyPoints` points. */
const heavyFor = new WeakMap<OperationDefinitionNode, LRUCache<string, true>>();
const mostOrganizations = 1000;

type Asking = Pick<GraphqlContext, 'answer' | 'audience' | 'viewer'>;

/**
 * Waits until the document may run; organizations take turns. Only costly and heavy documents wait. The estimate is far
 * too low for some documents without page sizes, so the actual cost of the last response decides, too.
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

/** Records, for the next run of the same operation, whether its response had at least `heavyPoints` points. */
export function noteAnswered(
  { answer, viewer: { organizationId } }: Pick<Asking, 'answer' | 'viewer'>,
  operation: OperationDefinitionNode,
): void {
  if (answer.points < heavyPoints) return void heavyFor.get(operation)?.delete(organizationId);
  let organizations = heavyFor.get(operation);
  if (!organizations) heavyFor.set(operation, (organizations = new LRUCache({ max: mostOrganizations })));
  organizations.set(organizationId, true);
}
