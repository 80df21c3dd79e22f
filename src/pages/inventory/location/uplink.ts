// Finds a path from a host's router to the switch that has learned the host's MAC address.
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

/** Maximum number of routers to try, because each attempt is a request. */
const mostTried = 3;

/** The first router of the host's subnets that the topology connects to the switch; null if there is none. */
export async function findUplink({ topologyId, hostId, switchId }: Ends, at: string | null): Promise<Router | null> {
  const { host } = await ask(InventoryRoutersOfHostDocument, { hostId }, { at });
  const routers = host.ipAddresses.flatMap(({ subnet }) => subnet?.routers ?? []);
  const others = new Map(routers.filter(({ id }) => id !== switchId && id !== hostId).map((one) => [one.id, one]));
  for (const router of [...others.values()].slice(0, mostTried))
    if (await isDrawn(topologyId, router.id, switchId, at)) return router;
  return null;
}

async function isDrawn(topologyId: string, from: string, to: string, at: string | null): Promise<boolean> {
  try {
    const { topology } = await ask(InventoryWayOnMapDocument, { topologyId, from, to }, { at });
    return topology.graph.allShortestPaths.length > 0;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'entity_not_found') return false;
    throw error;
  }
}
