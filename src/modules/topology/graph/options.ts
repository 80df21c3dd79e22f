// Options of a graph: views, rules and filters, in the form from which graphs are built.

export const topologyViews = ['L2Physical', 'L3Logical', 'Workloads', 'Application'] as const;
export type View = (typeof topologyViews)[number];

/**
 * Edge types that a graph contains only on request (`optionalEdgeTypes` of its options), so that clients only get types
 * that they know. A new edge type needs: its name here, its payload in `graph.ts`, its line in `edge-appearances.ts`, a
 * function in `build-graph.ts` that adds it to a view if `isRequested`, its description in `topology-options.texts.ts`
 * (`OptionalEdgeType`) and its type in `topology-edges.schema.ts`. If one of the tables lacks the new type, the code
 * does not compile.
 */
export const optionalEdgeTypes = ['AggregateLink', 'RoutingNeighbor', 'WirelessAssociation', 'LearnedMachine'] as const;
export type OptionalEdgeType = (typeof optionalEdgeTypes)[number];

export const edgeTypes = [
  'SameHost',
  'Hypervisor',
  'ContainerRuntime',
  'SameContainer',
  'RequestPath',
  'HubAndSpoke',
  'PhysicalLink',
  'NeighborLink',
  ...optionalEdgeTypes,
] as const;
export type EdgeType = (typeof edgeTypes)[number];

/** A rule as the database and the API spell it: a rule name, or an object with the rule name as its only key. */
export type Rule =
  | 'BySubnet'
  | 'MergeContainerBridges'
  | 'ByHost'
  | 'ByTrunkPort'
  | 'ByVLAN'
  | 'ByPortOpStatus'
  | 'ByHypervisor'
  | 'ByContainerRuntime'
  | 'ByStack'
  | { ByApplication: { tag_ids: string[] } }
  | { ByServiceCategory: { categories: string[]; is_infra_rule: boolean; title: string } }
  | { ByTag: { tag_ids: string[]; title: string | null } };

export interface RuleEntry {
  id: string;
  rule: Rule;
}

export type ByView<T> = Record<View, T>;

export interface RequestOptions {
  containerRules: ByView<RuleEntry[]>;
  /** Element rules in order: the first rule that matches an element is applied to the element. */
  elementRules: RuleEntry[];
  /** Types of entities to hide, by view. */
  hideEntities: Partial<ByView<string[]>>;
  /**
   * Which rows each view hides by a property: for example, `{ Host: { Staleness: ['missing'] } }` hides missing hosts.
   */
  hideMetadataValues: Partial<ByView<Record<string, Record<string, string[]>>>>;
  /**
   * Requested optional edge types. If there are none, it is undefined instead of an empty list, because keys of graphs
   * that were issued before this option existed must stay valid.
   */
  optionalEdgeTypes?: OptionalEdgeType[];
}

export const isRequested = (
  edgeType: OptionalEdgeType,
  { optionalEdgeTypes: requestedTypes = [] }: Pick<RequestOptions, 'optionalEdgeTypes'>,
): boolean => requestedTypes.includes(edgeType);

/** The options with the edge types in `kinds` added to the requested optional edge types. */
export function withOptionalEdges(options: RequestOptions, kinds: readonly OptionalEdgeType[] = []): RequestOptions {
  const all = optionalEdgeTypes.filter((kind) => kinds.includes(kind) || isRequested(kind, options));
  return kinds.length === 0 ? options : { ...options, optionalEdgeTypes: all };
}

/** The name of a rule, such as `ByVLAN`. */
export const nameOfRule = (rule: Rule): string => (typeof rule === 'string' ? rule : Object.keys(rule)[0]!);
