// The one way from a topology row to its graphs, whoever asks for them and in whatever form.
import { AppError } from '../../errors';
import type { Topology } from '../../generated/prisma/client';
import type { GraphqlContext } from '../../graphql/context';
import type { RequestOptions } from '../../topology-graph/options';
import { drawNetwork, type DrawnNetwork, type GraphContext } from './inventory-cache';

/** What of a row decides its graph; `snapshot` is null on live rows. */
export type DrawnRow = Pick<Topology, 'id' | 'networkId'> & { readonly snapshot: { readonly takenAt: Date } | null };

/** Selects a row of that form. */
export const drawnRow = { id: true, networkId: true, snapshot: { select: { takenAt: true } } } as const;

/** Reads by a context of the row's own instant; a pinned row has its own, whatever the request's is. */
export function atInstantOf<T extends object>(
  { snapshot }: DrawnRow,
  context: GraphqlContext,
  read: (context: GraphqlContext) => Promise<T>,
): Promise<T> {
  return snapshot ? context.pinned(snapshot.takenAt, read) : read(context);
}

/** The row's network as the statements see it. Gone or out of reach: 404. */
export async function drawTopology(
  context: GraphContext,
  { id, networkId }: Pick<DrawnRow, 'id' | 'networkId'>,
  request: RequestOptions,
): Promise<DrawnNetwork> {
  const network = await drawNetwork(context, networkId, request);
  if (!network) throw new AppError('entity_not_found', { entity: 'Topology', id });
  return network;
}
