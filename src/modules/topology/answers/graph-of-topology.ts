// Builds the graph of a topology row. All callers and formats use this file.
import { AppError } from '../../../errors';
import type { Topology } from '../../../generated/prisma/client';
import type { GraphqlContext } from '../../../graphql/context';
import type { RequestOptions } from '../graph/options';
import { drawNetwork, drawnNetwork, type DrawnNetwork, type GraphContext } from './inventory-cache';
import { listNetwork, type NetworkLists } from './network-lists';

/** The columns that determine the graph of a topology. `snapshot` is null for a topology that shows the present. */
export type DrawnRow = Pick<Topology, 'id' | 'networkId'> & { readonly snapshot: { readonly takenAt: Date } | null };

/** Prisma selection for a `DrawnRow`. */
export const drawnRow = { id: true, networkId: true, snapshot: { select: { takenAt: true } } } as const;

/**
 * Runs a read in a request context at the topology's instant. The instant of a snapshot takes precedence over the
 * instant of the request.
 */
export function readAtSnapshot<T extends object>(
  { snapshot }: DrawnRow,
  context: GraphqlContext,
  read: (context: GraphqlContext) => Promise<T>,
): Promise<T> {
  return snapshot ? context.readAtInstant(snapshot.takenAt, read) : read(context);
}

/**
 * Loads the network of a topology, from which graphs are built. Throws 404 if the network was deleted or the viewer may
 * not read it.
 */
export async function graphOfTopology(
  context: GraphContext,
  { id, networkId }: Pick<DrawnRow, 'id' | 'networkId'>,
  request: RequestOptions,
): Promise<DrawnNetwork> {
  return requireFound(await drawNetwork(context, networkId, request), id);
}

/** Loads the network of a topology for graphs, and also its rows as REST returns them, both of the same moment. */
export async function listTopology(
  context: GraphqlContext,
  { id, networkId }: Pick<DrawnRow, 'id' | 'networkId'>,
  request: RequestOptions,
): Promise<{ network: DrawnNetwork; lists: NetworkLists }> {
  const { state, lists } = requireFound(await listNetwork(context, networkId), id);
  return { network: drawnNetwork(state, request, context), lists };
}

function requireFound<T>(value: T | undefined, id: string): T {
  if (value === undefined) throw new AppError('entity_not_found', { entity: 'Topology', id });
  return value;
}
