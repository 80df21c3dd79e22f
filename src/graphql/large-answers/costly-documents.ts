// Bounds how many costly documents run concurrently, because their rows are in memory until the response is written.
import type { OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { createRoom } from '../../platform/threads/event-loop';
import type { GraphqlContext } from '../context';
import { occupy } from './large-answer';

/** Documents with a lower estimate, in tokens, do not wait for a place, unless their last response was heavy. */
const costlyTokens = 2;
const enterCostly = createRoom(3);

/**
 * Documents with this estimate, in tokens, or more run one at a time: five concurrent ones took three times the memory,
 * and longer than one by one.
 */
const heavyTokens = 8;
/** From this number of points on, a response counts as heavy. */
const heavyPoints = 20_000;
const enterHeavy = createRoom(1);

/** Organizations whose last response of an operation was heavy. */
const heavyFor = new WeakMap<OperationDefinitionNode, LRUCache<string, true>>();
const mostOrganizations = 1000;

type Asking = Pick<GraphqlContext, 'answer' | 'audience' | 'viewer'>;

/**
 * Waits for a place before a costly document runs, without holding any resource; organizations take turns. The estimate
 * assumes short lists if no page size is given, so the size of the document's last response counts as well.
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

/** Remembers whether the response was heavy, for the next time the same document runs. */
export function noteAnswered(
  { answer, viewer: { organizationId } }: Pick<Asking, 'answer' | 'viewer'>,
  operation: OperationDefinitionNode,
): void {
  if (answer.points < heavyPoints) return void heavyFor.get(operation)?.delete(organizationId);
  let organizations = heavyFor.get(operation);
  if (!organizations) heavyFor.set(operation, (organizations = new LRUCache({ max: mostOrganizations })));
  organizations.set(organizationId, true);
}
