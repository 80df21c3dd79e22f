// The requests that the page of a share may send: three fixed GraphQL operations, and the check of the password.
import {
  PageSharedChangesDocument,
  PageSharedGraphDocument,
  PageSharedVisitDocument,
  type PageSharedChangesSubscription,
  type PageSharedVisitQuery,
  type TopologyView,
} from '../../../generated/page-operations';
import { ask, call, post, type Granted, type Refusal, type Send } from '../../kit/ask';
import { listen } from '../../kit/live';
import type { listenForGraph } from '../api/changes';
import type { PageGraph } from '../graph/picture';
import type { Scene } from '../state/place';

export type Visited = Granted<PageSharedVisitQuery>;
type GraphEvent = PageSharedChangesSubscription['topologyGraphChanges'];

/** Data of a graph that shares do not include. */
const notShown = (availableViews: readonly TopologyView[]) => ({
  availableViews: [...availableViews],
  filteredOut: [],
});

/** The service knows the queries of a share by name. The query text is not sent. */
const nameOf = (query: string): string => /(?:query|subscription) (\w+)/.exec(query)?.[1] ?? '';

export interface Visit {
  /** Opens the share. Throws a Refusal if the service refuses the visitor. */
  open(): Promise<Visited>;
  /** Exchanges the password for a token, which later requests send. Throws a Refusal if the password is wrong. */
  unlock(password: string): Promise<void>;
  graph(of: Scene['graph'], views: readonly TopologyView[], signal: AbortSignal): Promise<PageGraph>;
  /** Subscribes to the live graph. `onRefusal` returns true to end the subscription. */
  listenTo(views: readonly TopologyView[], onRefusal: (refusal: Refusal) => boolean): typeof listenForGraph;
}

export function createVisit(shareId: string): Visit {
  let token: string | null = null;
  const send: Send = (query, variables, accept, signal) =>
    post(
      `/share/${encodeURIComponent(shareId)}/graphql`,
      { document: nameOf(query), variables, token },
      accept,
      signal,
    );
  // The service ignores these ids and uses those of the share.
  const ids = { id: shareId, topologyId: shareId };

  return {
    open: () => ask(PageSharedVisitDocument, ids, { send }),
    async unlock(password) {
      const path = `/api/v1/shares/public/${encodeURIComponent(shareId)}/verify`;
      token = await call<string>('POST', path, { password });
    },
    async graph({ id, ...graph }, views, signal) {
      const { topology } = await ask(PageSharedGraphDocument, { ...graph, topologyId: id }, { send, signal });
      return { options: topology.options, graph: { ...topology.graph, ...notShown(views) } };
    },
    listenTo:
      (views, onRefusal) =>
      ({ id, ...query }, graph, listener) =>
        listen(
          PageSharedChangesDocument,
          () => ({ ...query, topologyId: id, since: graph.cursor }),
          {
            ...listener,
            onRefusal,
            onEvent({ topologyGraphChanges: event }: { topologyGraphChanges: GraphEvent }) {
              if (graph.receive({ ...event, ...notShown(views) })) listener.onGraph();
            },
          },
          send,
        ),
  };
}
