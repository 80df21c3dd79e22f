// Options of a graph: views, rules and filters in the builder's form.

export const topologyViews = ['L2Physical', 'L3Logical', 'Workloads', 'Application'] as const;
export type View = (typeof topologyViews)[number];

/**
 * Edge types that a graph has only on request (`optionalEdgeTypes` of its options), so that clients only get types that
 * they know. To add one: its name here, its payload in `graph.ts`, its line in `edge-appearances.ts`, a function that
 * adds it to a view in `build-graph.ts` if `isRequested`, its description in `topology-options.texts.ts`
 * (`OptionalEdgeType`) and its type in `topology-edges.schema.ts`. Records that lack it then do not compile.
 */
export const optionalEdgeTypes = ['AggregateLink', 'RoutingNeighbor', 'WirelessAssociation'] as const;
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

/** A rule as stored and sent: its name, or an object with its name as the only key. */
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
  /** Rules in order: the first rule that matches an element applies. */
  elementRules: RuleEntry[];
  /** Kinds of entities to hide, by view. */
  hideEntities: Partial<ByView<string[]>>;
  /** View → kind of entity → filter → hidden values. */
  hideMetadataValues: Partial<ByView<Record<string, Record<string, string[]>>>>;
  /**
   * Requested optional edge types; undefined for none, so that graph keys stay as they were before these types existed.
   */
  optionalEdgeTypes?: OptionalEdgeType[];
}

export const isRequested = (
  edgeType: OptionalEdgeType,
  { optionalEdgeTypes: requestedTypes = [] }: Pick<RequestOptions, 'optionalEdgeTypes'>,
): boolean => requestedTypes.includes(edgeType);

/** The options with these optional edge types added. */
export function withOptionalEdges(options: RequestOptions, kinds: readonly OptionalEdgeType[] = []): RequestOptions {
  const all = optionalEdgeTypes.filter((kind) => kinds.includes(kind) || isRequested(kind, options));
  return kinds.length === 0 ? options : { ...options, optionalEdgeTypes: all };
}

/** `ByVLAN`, whether the rule is written as a name or as an object. */
export const nameOfRule = (rule: Rule): string => (typeof rule === 'string' ? rule : Object.keys(rule)[0]!);
