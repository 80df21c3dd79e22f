// Explains why a graph shows no link between two ports or hosts: compares the rows of the network with the graph of the
// view.
import type { Edge, EdgePayloads } from '../graph';
import type { Inventory, InventoryNeighbor } from '../inventory';
import { byText } from '../order';
import { hiddenReasons, whyHidden, type SearchedGraph, type Explanation, type HiddenReason } from './why-hidden';

/** One end of a link: a host, and the port if it is known. */
interface End {
  readonly hostId: string;
  readonly portId?: string;
}
type Between = readonly [End, End];

export function whyNoLink(entityId: string, otherId: string, question: SearchedGraph): Explanation {
  const { graph, builtGraph, inventory, display } = question;
  const ids = [entityId, otherId];
  const [one, other] = ids.map((id) => endOf(id, inventory));
  if (!one || !other) {
    const strange = ids.map((id) => whyHidden(id, question)).find(({ reason }) => reason === 'NotInNetwork');
    return strange ?? explain('NotDrawnInView');
  }
  if (one.hostId === other.hostId) return explain('OneHost');
  if (graph.view !== 'L2Physical') return explain('NotDrawnInView');
  const between: Between = [one, other];
  const drawnEdge = builtGraph.edges.find((edge) => isBetween(endsOf(edge, inventory), between));
  const links = linksBetween(between, inventory);
  const since = links.flatMap(({ downSince }) => downSince ?? []);
  if (!drawnEdge && links.length > 0 && since.length === links.length)
    return explain('LinkDown', `Since ${new Date(since.sort(byText).at(-1)!).toISOString()}.`);
  if (!drawnEdge && links.length === 0) return explain('NoLink', ...(question.unlinkedReasons ?? []));
  if (drawnEdge && display?.hideEdgeTypes.includes(drawnEdge.edgeType)) return explain('HiddenEdgeType');
  const hiddenEnd = ids.map((id) => whyHidden(id, question)).find(({ reason }) => !reason.startsWith('Shown'));
  return hiddenEnd ?? explain(drawnEdge ? 'Shown' : 'NoLink');
}

const explain = (reason: HiddenReason, ...more: readonly string[]): Explanation => ({
  reason,
  message: [hiddenReasons[reason], ...more].join(' '),
  tagId: null,
});

function endOf(id: string, { hosts, interfaces }: Inventory): End | undefined {
  if (hosts.some((host) => host.id === id)) return { hostId: id };
  const port = interfaces.find((one) => one.id === id);
  return port && { hostId: port.hostId, portId: id };
}

const farPortOf = (payload: EdgePayloads['PhysicalLink' | 'AggregateLink']): string =>
  ('targetEntityId' in payload ? payload.targetEntityId : payload.targetAggregateId) ?? '';

function endsOf({ payload }: Edge, inventory: Inventory): Between | undefined {
  if ('sourceHostId' in payload) return [{ hostId: payload.sourceHostId }, { hostId: payload.targetHostId }];
  if (!('sourceEntityId' in payload)) return undefined;
  const near = endOf(payload.sourceEntityId, inventory);
  if ('targetHostId' in payload && payload.targetAggregateId === null)
    return near && [near, { hostId: payload.targetHostId }];
  const far = endOf(farPortOf(payload), inventory);
  return near?.portId && far?.portId ? [near, far] : undefined;
}

/** Whether two ends are the same. An end without a port equals each end at the same host. */
const isOf = (end: End, otherEnd: End): boolean =>
  end.hostId === otherEnd.hostId && (!end.portId || !otherEnd.portId || end.portId === otherEnd.portId);
const isBetween = (ends: Between | undefined, [one, other]: Between): boolean =>
  ends !== undefined && ((isOf(ends[0], one) && isOf(ends[1], other)) || (isOf(ends[0], other) && isOf(ends[1], one)));

const linksBetween = (between: Between, { interfaces }: Inventory): InventoryNeighbor[] =>
  interfaces.flatMap(({ id, hostId, neighbors }) =>
    neighbors.filter((far) =>
      isBetween(
        [
          { hostId, portId: id },
          { hostId: far.hostId, ...(far.interfaceId && { portId: far.interfaceId }) },
        ],
        between,
      ),
    ),
  );
