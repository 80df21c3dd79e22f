// Builds the graph that a graph key describes: the key has the topology, the view, the instant and the options.
import type { Topology } from '../../../generated/prisma/client';
import type { GraphqlContext } from '../../../graphql/context';
import { withOptionalEdges } from '../graph/options';
import { completeOptions, type StoredOptions, type TopologyOptions } from '../options';
import type { Drawing } from './drawn-inventory';
import type { GraphKey } from './graph-keys';
import { graphOfTopology, type DrawnRow } from './graph-of-topology';
import type { DrawnNetwork } from './inventory-cache';
import { checkedOptions } from './options-check';
import { assertPossible, supposeNetwork } from './supposed-network';

/** A graph, its key, and the network from which it was built. */
export interface DrawnGraph {
  readonly key: GraphKey;
  readonly networkId: string;
  readonly drawing: Drawing;
  readonly network: DrawnNetwork;
  /** The saved options of the topology, which apply unless the request has options of its own. */
  readonly savedOptions: TopologyOptions;
}

/** Builds the graph that `key` describes. The caller provides a context that reads rows at the graph's instant. */
export async function drawTopology(
  row: DrawnRow & Pick<Topology, 'options'>,
  key: GraphKey,
  context: GraphqlContext,
): Promise<DrawnGraph> {
  const { view, display, options, detail, optionalEdgeTypes, changes } = key.name;
  const savedOptions = row.options as StoredOptions;
  const complete = completeOptions(row.id, savedOptions);
  const { local, request } = options
    ? completeOptions(row.id, { ...savedOptions, ...checkedOptions({ request: options }) })
    : complete;
  const realNetwork = await graphOfTopology(context, row, withOptionalEdges(request, optionalEdgeTypes));
  const network = changes ? supposeNetwork(realNetwork, changes, context) : realNetwork;
  if (changes) assertPossible(await network.ask('changeErrors', undefined));
  const drawing = { view, ...(display && { display: local }), ...(detail && { detail }) };
  return { key, networkId: row.networkId, network, drawing, savedOptions: complete };
}
