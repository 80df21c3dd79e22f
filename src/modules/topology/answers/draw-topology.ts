// Draws the graph that a key names: from the network's inventory, the saved or given options and a view.
import type { Topology } from '../../../generated/prisma/client';
import type { GraphqlContext } from '../../../graphql/context';
import { withOptionalEdges } from '../graph/options';
import { completeOptions, type StoredOptions, type TopologyOptions } from '../options';
import type { Drawing } from './drawn-inventory';
import type { GraphKey } from './graph-keys';
import { graphOfTopology, type DrawnRow } from './graph-of-topology';
import type { DrawnNetwork } from './inventory-cache';
import { checkedOptions } from './options-check';

/** The answer of `graph`: the drawn graph, and the network to ask for it. */
export interface DrawnGraph {
  readonly key: GraphKey;
  readonly networkId: string;
  readonly drawing: Drawing;
  readonly network: DrawnNetwork;
  /** The saved options that it is drawn by, where the request has none of its own. */
  readonly saved: TopologyOptions;
}

/** Draws what the key names, by a context of the graph's instant. */
export async function drawTopology(
  row: DrawnRow & Pick<Topology, 'options'>,
  key: GraphKey,
  context: GraphqlContext,
): Promise<DrawnGraph> {
  const { view, display, options, detail, optionalEdgeTypes } = key.name;
  const saved = row.options as StoredOptions;
  const complete = completeOptions(row.id, saved);
  const { local, request } = options
    ? completeOptions(row.id, { ...saved, ...checkedOptions({ request: options }) })
    : complete;
  const network = await graphOfTopology(context, row, withOptionalEdges(request, optionalEdgeTypes));
  const drawing = { view, ...(display && { display: local }), ...(detail && { detail }) };
  return { key, networkId: row.networkId, network, drawing, saved: complete };
}
