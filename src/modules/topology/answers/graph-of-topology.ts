// The one way from a topology row to its graphs, for all callers and formats.
import { AppError } from '../../../errors';
import type { Topology } from '../../../generated/prisma/client';
import type { GraphqlContext } from '../../../graphql/context';
import type { RequestOptions } from '../graph/options';
import { drawNetwork, drawnNetwork, type DrawnNetwork, type GraphContext } from './inventory-cache';
import { listNetwork, type NetworkLists } from './network-lists';

/** What of a row decides its graph; `snapshot` is null on live rows. */
export type DrawnRow = Pick<Topology, 'id' | 'networkId'> & { readonly snapshot: { readonly takenAt: Date } | null };

/** Selects a row of that form. */
export const drawnRow = { id: true, networkId: true, snapshot: { select: { takenAt: true } } } as const;

/** Reads by a context of the row's own instant; a pinned row has its own instead of the request's. */
export function atInstantOf<T extends object>(
  { snapshot }: DrawnRow,
  context: GraphqlContext,
  read: (context: GraphqlContext) => Promise<T>,
): Promise<T> {
  return snapshot ? context.pinned(snapshot.takenAt, read) : read(context);
}

/** The row's network as the statements see it. Gone or out of reach: 404. */
export async function graphOfTopology(
  context: GraphContext,
  { id, networkId }: Pick<DrawnRow, 'id' | 'networkId'>,
  request: RequestOptions,
): Promise<DrawnNetwork> {
  return found(await drawNetwork(context, networkId, request), id);
}

/** The same with the network's rows, all of one moment. */
export async function listTopology(
  context: GraphqlContext,
  { id, networkId }: Pick<DrawnRow, 'id' | 'networkId'>,
  request: RequestOptions,
): Promise<{ network: DrawnNetwork; lists: NetworkLists }> {
  const { state, lists } = found(await listNetwork(context, networkId), id);
  return { network: drawnNetwork(state, request, context), lists };
}

function found<T>(value: T | undefined, id: string): T {
  if (value === undefined) throw new AppError('entity_not_found', { entity: 'Topology', id });
  return value;
}
