// Topologies in GraphQL: the live topology and the snapshots of a network, with their options. Defines the list, the
// getter, and the mutation that saves options.
import { builder } from '../../../graphql/builder';
import { idText } from '../../../graphql/descriptions/common-texts';
import { buildUpdateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { id, of, optional } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { edgeTypes, optionalEdgeTypes, topologyViews, type RequestOptions, type RuleEntry } from '../graph/options';
import { elementRulesOfPlace } from '../graph/vocabulary';
import { completeOptions, type LocalOptions, type StoredOptions, type TopologyOptions } from '../options';
import { hideEntitiesSchema, hideMetadataValuesSchema, ruleSchema } from './topology-option-schemas';
import { savableOptions } from '../answers/saved-options';
import { withForm, list } from '../../../graphql/plugin/bounds';
import { checkedOptions } from '../answers/options-check';

export const edgeTypeEnum = builder.enumType('EdgeType', { description: 'Kinds of edges.', values: edgeTypes });
const optionalEdgeTypeEnum = builder.enumType('OptionalEdgeType', { values: optionalEdgeTypes });

const tagLists = ['hiddenHostTagIds', 'hiddenServiceTagIds', 'hiddenSubnetTagIds'] as const;
const ruleText =
  'A rule\'s name ("ByVLAN"), or an object with its name as the only key: {"ByTag": {"tag_ids": […], "title": null}}, ' +
  '{"ByServiceCategory": {"categories": […], "is_infra_rule": false, "title": "…"}}, {"ByApplication": {"tag_ids": […]}}.';
const texts = {
  local: 'Display options of clients. They do not change the graph.',
  request: 'Options that the graph is built with.',
  containerRules: 'Rules for the top-level boxes of each view.',
  elementRules: 'Rules that group elements inside boxes; the first match applies.',
  hideEntities: 'View → entity types that it leaves out: {"L3Logical": ["Port"]}.',
  optionalEdgeTypes: 'Kinds of edges that the graph has beside the usual ones; none by default.',
  hideMetadataValues:
    'View → entity type → filter → values left out: {"Workloads": {"Service": {"Category": ["OpenPorts"]}}}.',
} as const;
const wordsOf = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
const fixedText =
  `A saved list contains ${wordsOf(elementRulesOfPlace('Ordered'))} in this order, ` +
  `and ${wordsOf(elementRulesOfPlace('Anywhere'))} in any place; an empty list groups nothing.`;
/** JSON Schemas of fields that GraphQL types as plain JSON, for the OpenAPI document. */
const shapes = {
  rule: { jsonSchema: ruleSchema },
  hideEntities: { jsonSchema: hideEntitiesSchema },
  hideMetadataValues: { jsonSchema: hideMetadataValuesSchema },
};

const tagFilterRef = builder.objectRef<LocalOptions['tagFilter']>('TopologyTagFilter').implement({
  description: 'Tags whose entities a client dims or hides.',
  fields: (t) => Object.fromEntries(tagLists.map((name) => [name, t.expose(name, { type: ['UUID'] })])),
});
const localRef = builder.objectRef<LocalOptions>('TopologyLocalOptions').implement({
  description: texts.local,
  fields: (t) => ({
    bundleEdges: t.exposeBoolean('bundleEdges'),
    showMinimap: t.exposeBoolean('showMinimap'),
    noFadeEdges: t.exposeBoolean('noFadeEdges'),
    hideEdgeTypes: t.expose('hideEdgeTypes', { type: [edgeTypeEnum] }),
    tagFilter: t.expose('tagFilter', { type: tagFilterRef }),
  }),
});
const ruleRef = builder.objectRef<RuleEntry>('TopologyRule').implement({
  description: 'One rule. The ids of its boxes derive from its id.',
  fields: (t) => ({
    ruleId: t.expose('id', { type: 'UUID', description: idText }),
    rule: t.field({ type: 'JSON', description: ruleText, extensions: shapes.rule, resolve: ({ rule }) => rule }),
  }),
});
const containerRulesRef = builder.objectRef<RequestOptions['containerRules']>('TopologyContainerRules').implement({
  description: texts.containerRules,
  fields: (t) => Object.fromEntries(topologyViews.map((view) => [view, t.expose(view, { type: [ruleRef] })])),
});
const requestRef = builder.objectRef<RequestOptions>('TopologyRequestOptions').implement({
  description: texts.request,
  fields: (t) => ({
    containerRules: t.expose('containerRules', { type: containerRulesRef, description: texts.containerRules }),
    elementRules: t.expose('elementRules', { type: [ruleRef], description: texts.elementRules }),
    hideEntities: t.field({
      type: 'JSON',
      description: texts.hideEntities,
      extensions: shapes.hideEntities,
      resolve: (row) => row.hideEntities,
    }),
    hideMetadataValues: t.field({
      type: 'JSON',
      description: texts.hideMetadataValues,
      extensions: shapes.hideMetadataValues,
      resolve: (row) => row.hideMetadataValues,
    }),
    optionalEdgeTypes: t.field({
      type: [optionalEdgeTypeEnum],
      description: texts.optionalEdgeTypes,
      resolve: (row) => row.optionalEdgeTypes ?? [],
    }),
  }),
});
export const optionsRef = builder.objectRef<TopologyOptions>('TopologyOptions').implement({
  description: 'Options of a topology, completed with defaults.',
  fields: (t) => ({
    local: t.expose('local', { type: localRef, description: texts.local }),
    request: t.expose('request', { type: requestRef, description: texts.request }),
  }),
});

listedEntity('Topology', {
  mixins: [],
  fields: { snapshotId: optional(id()) },
  list: { name: 'topologies', description: 'The live topology of each network and one pinned topology per snapshot.' },
  getter: { name: 'topology' },
  filter: { network: true, snapshot: true, shares: true, savedViews: true },
  order: ['networkId'],
});

builder.prismaObjectFields('Topology', (t) => ({
  options: t.field({
    type: optionsRef,
    description: 'Options, completed with defaults.',
    select: { id: true, options: true },
    resolve: ({ id, options }) => completeOptions(id, options as StoredOptions),
  }),
  snapshot: t.relation('snapshot', { nullable: true }),
  shares: relatedList(t, 'shares', 'Topology'),
  savedViews: relatedList(t, 'savedViews', 'Topology'),
}));

const tagFilterInput = builder.inputType('TopologyTagFilterInput', {
  fields: (t) => Object.fromEntries(tagLists.map((name) => [name, t.field({ type: ['UUID'] })])),
});
const localInput = builder.inputType('TopologyLocalOptionsInput', {
  description: texts.local,
  fields: (t) => ({
    bundleEdges: t.boolean({ description: 'Whether parallel edges between two boxes are drawn as one; true if left out.' }),
    showMinimap: t.boolean({ description: 'Whether the overview map is shown; true if left out.' }),
    noFadeEdges: t.boolean({ description: 'Whether edges keep their opacity when something is selected; false if left out.' }),
    hideEdgeTypes: t.field({ type: [edgeTypeEnum], description: 'Kinds of edges that are hidden; Hypervisor if left out.' }),
    tagFilter: t.field({ type: tagFilterInput }),
  }),
});
const ruleInput = builder.inputType('TopologyRuleInput', {
  fields: (t) => ({
    id: t.field({ type: 'UUID', required: true, description: 'Unique among the rules of the topology.' }),
    rule: t.field({ type: 'JSON', required: true, description: ruleText, extensions: shapes.rule }),
  }),
});
const containerRulesInput = builder.inputType('TopologyContainerRulesInput', {
  description: texts.containerRules,
  fields: (t) => Object.fromEntries(topologyViews.map((view) => [view, t.field({ type: [ruleInput] })])),
});
export const requestInput = builder.inputType('TopologyRequestOptionsInput', {
  description: texts.request,
  fields: (t) => ({
    containerRules: t.field({ type: containerRulesInput }),
    elementRules: t.field({ type: [ruleInput], description: `${texts.elementRules} ${fixedText}` }),
    hideEntities: t.field({ type: 'JSON', description: texts.hideEntities, extensions: shapes.hideEntities }),
    hideMetadataValues: t.field({
      type: 'JSON',
      description: texts.hideMetadataValues,
      extensions: shapes.hideMetadataValues,
    }),
    optionalEdgeTypes: t.field({
      type: [optionalEdgeTypeEnum],
      ...list(optionalEdgeTypes.length),
      description: texts.optionalEdgeTypes,
    }),
  }),
});
/** The argument `optionalEdgeTypes` of fields that draw a graph. */
export const optionalEdgesArg = {
  type: [optionalEdgeTypeEnum] as [typeof optionalEdgeTypeEnum],
  ...list(optionalEdgeTypes.length),
  description: 'Optional kinds of edges to add to those of the options, saved ones or `options`.',
};
/** The argument `followedEdgeTypes` of questions about failures. */
export const followedEdgesArg = {
  ...optionalEdgesArg,
  description: 'Optional kinds of edges that the answer follows although the graph does not have them; none by default.',
};
const optionsInput = builder.inputType('TopologyOptionsInput', {
  description: 'Replaces all saved options: those left out get their default, an empty list stays empty.',
  fields: (t) => ({ local: t.field({ type: localInput }), request: t.field({ type: requestInput }) }),
});
const updateInput = buildUpdateInput(
  'Topology',
  {
    options: optional(
      of(optionsInput, {
        description: 'Options; null restores the defaults.',
        ...withForm((_field, options) => checkedOptions(options)),
      }),
    ),
  },
  'Fields left out keep their value.',
);

builder.mutationField('updateTopology', (t) =>
  t.prismaField({
    type: 'Topology',
    description:
      'Saves the options of a live or pinned topology. An invalid option is reported with its path. A newly named tag that is missing or not accessible: `entity_not_found`.',
    authScopes: { action: 'updateTopology' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db }) => {
      const row = await requireVisible(db, 'Topology', id, { select: { id: true, options: true } });
      const { options, expectedUpdatedAt } = input;
      const data =
        options === undefined
          ? {}
          : { options: await savableOptions(db, id, options ?? {}, row.options as StoredOptions) };
      return updateVisible(db, 'Topology', id, data, { query, expectedUpdatedAt });
    },
  }),
);
