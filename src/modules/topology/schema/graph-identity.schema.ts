// Finds graphs, their nodes and their edges by the GraphQL id of a `Node`. The graph is built again from the key that
// the id contains.
import { coerceInputValue, type GraphQLInputType, type GraphQLResolveInfo } from 'graphql';
import { requireSelected } from '../../../data/tenancy/rows';
import { AppError } from '../../../errors';
import { identify } from '../../../graphql/node/identities';
import { parseInstant, invalid, parseRowName, type RowName, type Sought } from '../../../graphql/node/node-ids';
import { contextOfKey } from '../../../graphql/node/rows';
import { isUuid } from '../../../platform/text/validation';
import { keyOfGraph, keyOfMember, longestOptions, toMember, type GraphKey, type Member } from '../answers/graph-keys';
import { drawnRow } from '../answers/graph-of-topology';
import { topologyViews, type OptionalEdgeType, type View } from '../graph/options';
import { drawnView, drawView } from '../answers/draw-saved-view';
import { drawTopology, type DrawnGraph } from '../answers/draw-topology';
import { toChange, toGiven } from '../judging/supposing/change-input';
import type { Change } from '../judging/supposing/changes';
import { checkDetail, maximumLimit, type DetailGiven } from './topology-detail';
import { edgeTypeName } from './topology-edges.schema';
import { graphRef } from './topology-graph.schema';
import { nodeTypeName } from './topology-nodes.schema';

identify(graphRef.name, {
  keyOf: (graph) => (graph as DrawnGraph).key.text,
  find: (sought) =>
    Promise.all(
      sought.keys.map((key) =>
        graphOf(key, sought).then(
          ({ graph, pin }) => pin(graph),
          (error: Error) => error,
        ),
      ),
    ),
});
for (const type of ['GraphNode', 'GraphEdge', 'GraphFold', 'GraphFoldedEdge'])
  identify(type, {
    keyOf: (member, _context, name) => {
      const { id, graph } = member as Partial<Member>;
      if (id === undefined || graph === undefined) throw new Error(`a ${name} does not say what graph it is of`);
      return keyOfMember({ id, graph });
    },
    find: findMembers,
  });

/**
 * Finds nodes, edges and folds by their GraphQL ids. A graph is built once, even if many of its nodes are requested.
 */
async function findMembers(sought: Sought): Promise<(object | Error)[]> {
  const memberKeys = sought.keys.map((key) => {
    const [, id, graph] = /^([^/]*)\/(.*)$/s.exec(key) ?? [];
    return isUuid(id) && graph !== undefined ? { id, graph } : undefined;
  });
  const idsByGraph = new Map<string, string[]>();
  for (const one of memberKeys) if (one) idsByGraph.set(one.graph, [...(idsByGraph.get(one.graph) ?? []), one.id]);
  const objectsByKey = new Map<string, object | Error>();
  for (const [text, ids] of idsByGraph)
    try {
      const { graph, pin } = await graphOf(text, sought);
      const { nodes, edges, folds, foldedEdges } = await graph.network.ask('members', { ...graph.drawing, ids });
      const ofType = [
        ...nodes.filter((node) => nodeTypeName(node) === sought.type),
        ...edges.filter((edge) => edgeTypeName(edge) === sought.type),
        ...(sought.type === 'GraphFold' ? folds : []),
        ...(sought.type === 'GraphFoldedEdge' ? foldedEdges : []),
      ];
      for (const one of ofType) objectsByKey.set(keyOfMember({ id: one.id, graph: text }), pin(toMember(graph.key, one)));
    } catch (error) {
      for (const id of ids) objectsByKey.set(keyOfMember({ id, graph: text }), error as Error);
    }
  return memberKeys.map((one) => {
    if (!one) return invalid(sought.field);
    return objectsByKey.get(keyOfMember(one)) ?? new AppError('entity_not_found', { entity: sought.type, id: one.id });
  });
}

/**
 * Builds the graph that a graph key describes. `pin` binds a node to the instant of the graph, so that its fields read
 * rows of that instant.
 */
async function graphOf(text: string, sought: Sought) {
  const { context, info, field } = sought;
  const view = parseRowName(text);
  if (view) return graphOfView(view, sought);
  const key = keyIn(text, field, info);
  const { topologyId, at, rowsAt } = key.name;
  const subjects = [{ model: 'Topology', id: topologyId }];
  const missing = new AppError('entity_not_found', { entity: 'Topology', id: topologyId });
  const [ofGraph, ofRows] = [
    await contextOfKey(context, { at, field, subjects }),
    await contextOfKey(context, { at: rowsAt, field, subjects }),
  ];
  if (!ofGraph || !ofRows) throw missing;
  const row = await requireSelected(ofRows.db, 'Topology', topologyId, { ...drawnRow, options: true } as const);
  const graph = await drawTopology(row, key, ofGraph);
  const pin = <T extends object>(part: T): T => {
    if (ofRows !== context) context.instants.pin(part, ofRows);
    return part;
  };
  return { graph, pin };
}

async function graphOfView({ id, at }: RowName, { context, field }: Sought) {
  const ownContext = await contextOfKey(context, { at, field, subjects: [{ model: 'SavedView', id }] });
  if (!ownContext) throw new AppError('entity_not_found', { entity: 'SavedView', id });
  const row = await requireSelected(ownContext.db, 'SavedView', id, drawnView);
  const graph = await drawView(row, ownContext);
  if (!graph) throw new AppError('entity_not_found', { entity: 'Topology', id: row.topologyId });
  // If the graph has an instant, such as a snapshot, its nodes read rows at this instant. Otherwise, its nodes read
  // rows at the instant of the graph key.
  const ofRows = context.instants.below(graph) ?? ownContext;
  const pin = <T extends object>(part: T): T => {
    if (ofRows !== context) context.instants.pin(part, ofRows);
    return part;
  };
  return { graph, pin };
}

/**
 * Parses a graph key. A caller may send any text, so the key is built again from the parsed values; if it differs, the
 * text is refused.
 */
function keyIn(text: string, field: string, { schema }: GraphQLResolveInfo): GraphKey {
  const [topologyId, view, display, at, rowsAt, options, detail, optional = null, changes = null, ...more] =
    partsOf(text, field);
  for (const [name, part] of Object.entries({ options, detail, changes }))
    if (typeof part === 'string') throw new AppError('validation_max_length', { field: name, max: longestOptions });
  if (!isUuid(topologyId) || !topologyViews.includes(view as View) || more.length > 0) throw invalid(field);
  const coercePart = (part: unknown, type: string): unknown =>
    part === null
      ? undefined
      : coerceInputValue(part, schema.getType(type) as GraphQLInputType, () => {
          throw invalid(field);
        });
  const folding = coercePart(detail, 'GraphDetailInput') as DetailGiven | undefined;
  const key = keyOfGraph({
    ...{ topologyId, view: view as View, display: display === true },
    ...{ at: instantOf(at), rowsAt: instantOf(rowsAt) },
    options: coercePart(options, 'TopologyRequestOptionsInput') as object | undefined,
    detail: folding && checkDetail(folding),
    // Unknown edge types need no check here: `keyOfGraph` leaves them out of the key, so the key differs from the text,
    // and the text is refused below.
    optionalEdgeTypes: Array.isArray(optional) ? (optional as OptionalEdgeType[]) : undefined,
    changes: Array.isArray(changes)
      ? changes.map((one) => toChange(coercePart(givenOf(one), 'SupposedChangeInput') as Members))
      : undefined,
  });
  const { limit = 1 } = key.name.detail ?? {};
  if (key.text !== text || limit < 1 || limit > maximumLimit) throw invalid(field);
  return key;
}

type Members = Readonly<Record<string, unknown>>;
/** Converts a supposed change in a key to the form of the API's input, which is then validated. */
function givenOf(part: unknown): Members {
  const { kind, ...parameters } = (part ?? {}) as Members;
  return typeof kind === 'string' ? toGiven({ kind, ...parameters } as Change) : {};
}

const instantOf = (part: unknown): Date | undefined => (typeof part === 'string' ? parseInstant(part) : undefined);

function partsOf(text: string, field: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    if (Array.isArray(parts)) return parts;
  } catch {
    // The text is not JSON: the error below reports it.
  }
  throw invalid(field);
}
