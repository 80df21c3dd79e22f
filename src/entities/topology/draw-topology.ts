// The one way from a topology row to its graphs, whoever asks for them and in whatever form.
import { AppError } from '../../errors';
import type { Topology } from '../../generated/prisma/client';
import { referenceInvalid } from '../../tenancy/references';
import type { RequestOptions } from '../../topology-graph/options';
import { drawNetwork, type DrawnNetwork, type GraphContext } from './inventory-cache';

/**
 * The row's network as it is now. Gone or out of reach: 404. A pinned row is of another instant, which only history can
 * tell: 400 `entity_reference_invalid` of the snapshot, rather than the present under its name.
 */
export async function drawTopology(
  context: GraphContext,
  { id, networkId, snapshotId }: Pick<Topology, 'id' | 'networkId' | 'snapshotId'>,
  request: RequestOptions,
): Promise<DrawnNetwork> {
  if (snapshotId !== null) throw referenceInvalid('Snapshot', 'snapshotId');
  const network = await drawNetwork(context, networkId, request);
  if (!network) throw new AppError('entity_not_found', { entity: 'Topology', id });
  return network;
}
