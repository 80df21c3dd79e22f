// Inventories and graphs that were built a moment ago: answered again as long as their network has not changed.
import { serviceDefinitionOf } from '../../service-definitions';
import type { NetworkInventory } from '../../tenancy/network-inventory';
import type { ScopedSql } from '../../tenancy/scoped-sql';
import { buildGraph, prepareInventory, type PreparedInventory } from '../../topology-graph/build-graph';
import type { Graph } from '../../topology-graph/graph';
import type { Inventory } from '../../topology-graph/inventory';
import type { RequestOptions, View } from '../../topology-graph/options';

/** One network under some options, with the graphs of the views that were asked for. */
export interface DrawnNetwork {
  /** All of it, what is hidden included. */
  readonly inventory: Inventory;
  readonly prepared: PreparedInventory;
  graph(view: View): Graph;
}

interface KnownNetwork {
  readonly changeToken: string;
  readonly rows: number;
  readonly inventory: Inventory;
  readonly drawn: Map<string, DrawnNetwork>;
}

/** Rows of all cached inventories together: about 300 bytes each, graphs included. */
const maximumRows = 500_000;
/** Sets of options of one network that are kept. */
const maximumOptions = 8;

// The least recently used first.
const known = new Map<string, KnownNetwork>();
const loading = new Map<string, Promise<KnownNetwork | undefined>>();

/** Undefined when the network is out of reach: that is asked of the database every time, cached or not. */
export async function drawNetwork(
  sql: Pick<ScopedSql, 'changeToken' | 'inventory'>,
  networkId: string,
  options: RequestOptions,
): Promise<DrawnNetwork | undefined> {
  const changeToken = await sql.changeToken(networkId);
  if (changeToken === undefined) return undefined;
  const cached = known.get(networkId);
  const network = cached?.changeToken === changeToken ? cached : await loadOnce(sql, networkId, changeToken);
  if (!network) return undefined;
  remember(networkId, network);
  return drawnWith(network, options);
}

/** Readers who find the same change at the same moment load it once. */
function loadOnce(sql: Pick<ScopedSql, 'inventory'>, networkId: string, changeToken: string) {
  const key = `${networkId} ${changeToken}`;
  const running = loading.get(key);
  if (running) return running;
  const load = sql
    .inventory(networkId)
    .then((found) => found && knownNetwork(found))
    .finally(() => loading.delete(key));
  loading.set(key, load);
  return load;
}

function knownNetwork(found: NetworkInventory): KnownNetwork {
  const inventory = withSoftware(found);
  const rows = Object.values(inventory).reduce((sum, list: readonly unknown[]) => sum + list.length, 0);
  return { changeToken: found.changeToken, rows, inventory, drawn: new Map() };
}

function remember(networkId: string, network: KnownNetwork): void {
  known.delete(networkId);
  known.set(networkId, network);
  let rows = [...known.values()].reduce((sum, one) => sum + one.rows, 0);
  for (const [id, { rows: freed }] of known) {
    if (rows <= maximumRows || id === networkId) break;
    known.delete(id);
    rows -= freed;
  }
}

function drawnWith({ inventory, drawn }: KnownNetwork, options: RequestOptions): DrawnNetwork {
  const key = JSON.stringify(options);
  const cached = drawn.get(key);
  if (cached) return cached;
  const prepared = prepareInventory(inventory, options);
  const graphs = new Map<View, Graph>();
  const made: DrawnNetwork = {
    inventory,
    prepared,
    graph(view) {
      const graph = graphs.get(view) ?? buildGraph(prepared, view);
      graphs.set(view, graph);
      return graph;
    },
  };
  if (drawn.size >= maximumOptions) drawn.delete(drawn.keys().next().value!);
  drawn.set(key, made);
  return made;
}

/** The rows as the builder takes them: services with what their definition says. */
function withSoftware({ changeToken: _token, services, ...rows }: NetworkInventory): Inventory {
  return {
    ...rows,
    services: services.map(({ serviceDefinition, ...service }) => {
      const { id, name, category, icon, isHypervisor, isContainerRuntime, isGateway } =
        serviceDefinitionOf(serviceDefinition);
      const software = { definition: id, name, category, icon, isHypervisor, isContainerRuntime, isGateway };
      return { ...service, software };
    }),
  };
}
