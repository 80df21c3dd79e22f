// Finds a router of a host from which the topology page draws a path to the switch that has learned the host's MAC
// address.
import {
  InventoryRoutersOfHostDocument,
  InventoryWayOnMapDocument,
  type InventoryRoutersOfHostQuery,
} from '../../../generated/inventory-operations';
import { Refusal } from '../../kit/ask';
import { ask } from '../../kit/asking';

type Subnet = NonNullable<NonNullable<InventoryRoutersOfHostQuery['host']>['ipAddresses'][number]['subnet']>;
type Router = Subnet['routers'][number];

interface Ends {
  readonly topologyId: string;
  readonly hostId: string;
  readonly switchId: string;
}

/** Maximum number of routers for which a path to the switch is requested. */
const mostTried = 3;

/**
 * The first router of the host's subnets from which the topology view has a path to the switch; null if no router has
 * one.
 */
export async function findUplink({ topologyId, hostId, switchId }: Ends, at: string | null): Promise<Router | null> {
  const { host } = await ask(InventoryRoutersOfHostDocument, { hostId }, { at });
  const routers = host.ipAddresses.flatMap(({ subnet }) => subnet?.routers ?? []);
  const others = new Map(routers.filter(({ id }) => id !== switchId && id !== hostId).map((one) => [one.id, one]));
  for (const router of [...others.values()].slice(0, mostTried))
    if (await isDrawn(topologyId, router.id, switchId, at)) return router;
  return null;
}

/**
 * Whether the topology view has a path between the devices `from` and `to`. False if one of the devices is not in the
 * view.
 */
async function isDrawn(topologyId: string, from: string, to: string, at: string | null): Promise<boolean> {
  try {
    const { topology } = await ask(InventoryWayOnMapDocument, { topologyId, from, to }, { at });
    return topology.graph.allShortestPaths.length > 0;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'entity_not_found') return false;
    throw error;
  }
}
