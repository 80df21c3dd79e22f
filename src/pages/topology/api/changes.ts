// Subscribes to changes of a topology graph and to the progress of discovery runs.
import {
  PageLiveGraphDocument,
  type PageLiveGraphSubscriptionVariables,
  PageRunProgressDocument,
  type PageRunProgressSubscription,
} from '../../../generated/page-operations';
import { listen, type Listener, type StreamListener } from '../../kit/live';
import type { LiveGraph } from './live-graph';

type Graph = Omit<PageLiveGraphSubscriptionVariables, 'since'>;

/**
 * Subscribes to changes of a topology graph until the returned function is called. After an interruption, the service
 * sends only the changes since the last received event.
 */
export const listenForGraph = (
  query: Graph,
  graph: LiveGraph,
  listener: Listener & { onGraph(): void },
): (() => void) =>
  listen(PageLiveGraphDocument, () => ({ ...query, since: graph.cursor }), {
    ...listener,
    onEvent({ topologyGraphChanges: event }) {
      if (graph.receive(event)) listener.onGraph();
    },
  });

/** Subscribes to the progress of the network's discovery runs until the returned function is called. */
export const listenForRuns = (
  networkId: string,
  listener: StreamListener<PageRunProgressSubscription['discoveryProgress']>,
): (() => void) =>
  listen(PageRunProgressDocument, () => ({ networkId }), {
    ...listener,
    onEvent: ({ discoveryProgress }) => listener.onEvent(discoveryProgress),
  });
