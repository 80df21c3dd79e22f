// Topologies in GraphQL: the live row and the pinned rows of a network with their options; list, getter, saving options.
import { builder } from '../../../graphql/builder';
import { baseFields } from '../../../graphql/common-fields';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList, relatedList } from '../../../graphql/lists/list';
import { requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { edgeTypes, topologyViews, type RequestOptions, type RuleEntry } from '../graph/options';
import { completeOptions, type LocalOptions, type StoredOptions, type TopologyOptions } from '../options';
import { hideEntitiesSchema, hideMetadataValuesSchema, ruleSchema } from './topology-option-schemas';
import { savableOptions } from '../answers/saved-options';
import { formed } from '../../../graphql/plugin/bounds';
import { checkedOptions } from './topology-options-check';

export const edgeTypeEnum = builder.enumType('EdgeType', { description: 'Kinds of edges.', values: edgeTypes });

const tagLists = ['hiddenHostTagIds', 'hiddenServiceTagIds', 'hiddenSubnetTagIds'] as const;
const ruleText =
  'A rule\'s name ("ByVLAN"), or an object with its name as the only key: {"ByTag": {"tag_ids": […], "title": null}}, ' +
  '{"ByServiceCategory": {"categories": […], "is_infra_rule": false, "title": "…"}}, {"ByApplication": {"tag_ids": […]}}.';
const texts = {
  local: 'Display options of clients; they never change what the server builds.',
  request: 'What the graph is built from, and how.',
  containerRules: 'Which boxes each view has.',
  elementRules: 'How elements are grouped inside boxes; in order, the first match wins.',
  hideEntities: 'View → kinds of entities that it leaves out: {"L3Logical": ["Port"]}.',
  hideMetadataValues:
    'View → kind → filter → values left out: {"Workloads": {"Service": {"Category": ["OpenPorts"]}}}.',
} as const;
const fixedText =
  'Saved lists keep ByTrunkPort, ByVLAN and ByPortOpStatus in this order, and ByHypervisor, ByContainerRuntime and ByStack ' +
  'anywhere; an empty list stays, nothing is grouped.';
/** Where GraphQL says JSON, the OpenAPI document still tells the shape. */
const shapes = {
  rule: { jsonSchema: ruleSchema },
  hideEntities: { jsonSchema: hideEntitiesSchema },
  hideMetadataValues: { jsonSchema: hideMetadataValuesSchema },
};

const tagFilterRef = builder.objectRef<LocalOptions['tagFilter']>('TopologyTagFilter').implement({
  description: 'What clients fade or leave out by tag.',
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
  description: 'One rule. Its id lives on in the ids of the boxes it makes.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
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
  }),
});
export const optionsRef = builder.objectRef<TopologyOptions>('TopologyOptions').implement({
  description: 'All options of a topology; those never saved have their default.',
  fields: (t) => ({
    local: t.expose('local', { type: localRef, description: texts.local }),
    request: t.expose('request', { type: requestRef, description: texts.request }),
  }),
});

builder.prismaObject('Topology', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    snapshotId: t.expose('snapshotId', { type: 'UUID', nullable: true }),
    options: t.field({
      type: optionsRef,
      description: 'The options, completed by the defaults.',
      select: { id: true, options: true },
      resolve: ({ id, options }) => completeOptions(id, options as StoredOptions),
    }),
    network: t.relation('network'),
    snapshot: t.relation('snapshot', { nullable: true }),
    shares: relatedList(t, 'shares', 'Topology'),
  }),
});

defineList('Topology', {
  isNetworkLevel: true,
  filter: {
    columns: ['id', 'networkId', 'snapshotId', 'createdAt', 'updatedAt'],
    relations: { network: true, snapshot: true, shares: true },
  },
  order: ['createdAt', 'updatedAt', 'networkId'],
});
defineRootList('topologies', 'Topology', {
  description: 'The live view of each network and one pinned view per snapshot.',
});
defineGetter('topology', 'Topology');

const tagFilterInput = builder.inputType('TopologyTagFilterInput', {
  fields: (t) => Object.fromEntries(tagLists.map((name) => [name, t.field({ type: ['UUID'] })])),
});
const localInput = builder.inputType('TopologyLocalOptionsInput', {
  description: texts.local,
  fields: (t) => ({
    bundleEdges: t.boolean({ description: 'True if left out.' }),
    showMinimap: t.boolean({ description: 'True if left out.' }),
    noFadeEdges: t.boolean({ description: 'False if left out.' }),
    hideEdgeTypes: t.field({ type: [edgeTypeEnum], description: 'Hypervisor if left out.' }),
    tagFilter: t.field({ type: tagFilterInput }),
  }),
});
const ruleInput = builder.inputType('TopologyRuleInput', {
  fields: (t) => ({
    id: t.field({ type: 'UUID', required: true, description: 'Unique among all rules of the topology.' }),
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
  }),
});
const optionsInput = builder.inputType('TopologyOptionsInput', {
  description: 'Replaces all saved options: what is left out takes its default, an empty list stays empty.',
  fields: (t) => ({ local: t.field({ type: localInput }), request: t.field({ type: requestInput }) }),
});
const updateInput = builder.inputType('UpdateTopologyInput', {
  description: 'Fields left out keep their value.',
  fields: (t) => ({
    options: t.field({
      type: optionsInput,
      ...formed((_field, options) => checkedOptions(options)),
      description: 'Null goes back to the defaults.',
    }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

builder.mutationField('updateTopology', (t) =>
  t.prismaField({
    type: 'Topology',
    description:
      'Saves the options of a topology, live or pinned. A fault is told by its path; a tag that is named anew and is ' +
      'missing or out of reach: `entity_not_found`.',
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
