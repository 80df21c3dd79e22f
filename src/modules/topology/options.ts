// Topology options: their type, their defaults, and how stored options are completed when they are read.
import { createHash } from 'node:crypto';
import { infrastructureCategories } from '../inventory';
import {
  nameOfRule,
  topologyViews,
  type ByView,
  type EdgeType,
  type RequestOptions,
  type Rule,
  type RuleEntry,
  type View,
} from './graph/options';
import {
  containerRulesOfView,
  elementRuleNames,
  isPlainRule,
  type ConfiguredRuleName,
  type ContainerRuleName,
  type ElementRuleName,
} from './graph/vocabulary';

export interface LocalOptions {
  bundleEdges: boolean;
  showMinimap: boolean;
  noFadeEdges: boolean;
  hideEdgeTypes: EdgeType[];
  tagFilter: { hiddenHostTagIds: string[]; hiddenServiceTagIds: string[]; hiddenSubnetTagIds: string[] };
}
export interface TopologyOptions {
  local: LocalOptions;
  request: RequestOptions;
}

/** Options as they were saved. Missing options get their defaults when they are read. */
export interface StoredOptions {
  local?: Partial<Omit<LocalOptions, 'tagFilter'>> & { tagFilter?: Partial<LocalOptions['tagFilter']> };
  request?: Partial<Omit<RequestOptions, 'containerRules'>> & { containerRules?: Partial<ByView<RuleEntry[]>> };
}

/** Default parameters of the rules that have parameters. */
const defaultRuleOptions = {
  ByApplication: { ByApplication: { tag_ids: [] } },
  ByServiceCategory: {
    ByServiceCategory: { categories: [...infrastructureCategories], is_infra_rule: true, title: 'Infrastructure' },
  },
  ByTag: { ByTag: { tag_ids: [], title: null } },
} satisfies Record<ConfiguredRuleName, Rule>;
const defaultRule = (name: ContainerRuleName | ElementRuleName): Rule =>
  isPlainRule(name) ? name : defaultRuleOptions[name];
const hideMetadataValues: ByView<Record<string, Record<string, string[]>>> = {
  L2Physical: { Service: { Category: ['OpenPorts'] }, Interface: { LinkState: ['Unlinked'] } },
  L3Logical: { Service: { Category: ['OpenPorts'] } },
  Workloads: { Service: { Category: ['OpenPorts'] } },
  Application: { Service: { Category: ['OpenPorts'] } },
};

/** The options of a topology. Stored empty lists mean "show all" and are kept; only missing options are filled in. */
export function completeOptions(topologyId: string, storedOptions: StoredOptions): TopologyOptions {
  const { local = {}, request = {} } = storedOptions;
  return {
    local: {
      bundleEdges: local.bundleEdges ?? true,
      showMinimap: local.showMinimap ?? true,
      noFadeEdges: local.noFadeEdges ?? false,
      hideEdgeTypes: local.hideEdgeTypes ?? ['Hypervisor'],
      tagFilter: {
        hiddenHostTagIds: local.tagFilter?.hiddenHostTagIds ?? [],
        hiddenServiceTagIds: local.tagFilter?.hiddenServiceTagIds ?? [],
        hiddenSubnetTagIds: local.tagFilter?.hiddenSubnetTagIds ?? [],
      },
    },
    request: {
      containerRules: byView(
        (view) =>
          request.containerRules?.[view] ?? entries(topologyId, view, containerRulesOfView(view).map(defaultRule)),
      ),
      elementRules: request.elementRules ?? entries(topologyId, 'element', elementRuleNames.map(defaultRule)),
      hideEntities: { ...request.hideEntities },
      ...(request.optionalEdgeTypes?.length && { optionalEdgeTypes: [...request.optionalEdgeTypes] }),
      hideMetadataValues: byView((view) => {
        const standard = structuredClone(hideMetadataValues[view]);
        const viewValues = request.hideMetadataValues?.[view] ?? {};
        const kinds = new Set([...Object.keys(standard), ...Object.keys(viewValues)]);
        return Object.fromEntries([...kinds].map((kind) => [kind, { ...standard[kind], ...viewValues[kind] }]));
      }),
    },
  };
}

const byView = <T>(make: (view: View) => T): ByView<T> =>
  Object.fromEntries(topologyViews.map((view) => [view, make(view)])) as ByView<T>;

const entries = (topologyId: string, place: string, rules: readonly Rule[]): RuleEntry[] =>
  rules.map((rule) => ({ id: defaultRuleId(topologyId, place, nameOfRule(rule)), rule: structuredClone(rule) }));

/**
 * The id of a default rule: a version 5 UUID (RFC 9562) in the topology's own name space, so that each read gives the
 * same id.
 */
function defaultRuleId(topologyId: string, place: string, rule: string): string {
  const nameSpace = Buffer.from(topologyId.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(nameSpace).update(`${place}/${rule}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
