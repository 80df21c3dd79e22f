// JSON Schemas of the topology options that GraphQL types only as JSON, for the OpenAPI document.

const object = (properties: Record<string, object>, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const optional = (properties: Record<string, object>) => ({ type: 'object', properties });
const listOf = (items: object) => ({ type: 'array', items });

const text = { type: 'string' };
const tagIds = listOf({ type: 'string', format: 'uuid' });
const plainRules = [
  'BySubnet',
  'ByHost',
  'MergeContainerBridges',
  'ByTrunkPort',
  'ByVLAN',
  'ByPortOpStatus',
  'ByHypervisor',
  'ByContainerRuntime',
  'ByStack',
];

export const ruleSchema = {
  anyOf: [
    { type: 'string', enum: plainRules },
    object({ ByApplication: object({ tag_ids: tagIds }) }),
    object({
      ByServiceCategory: object({ categories: listOf(text), is_infra_rule: { type: 'boolean' }, title: text }),
    }),
    object({ ByTag: object({ tag_ids: tagIds, title: { type: ['string', 'null'] } }) }),
  ],
};

const byView = (value: object) =>
  optional({ L2Physical: value, L3Logical: value, Workloads: value, Application: value });

export const hideEntitiesSchema = byView(listOf(text));
export const hideMetadataValuesSchema = byView({
  type: 'object',
  description: 'Kind of entity → filter → values.',
  additionalProperties: { type: 'object', additionalProperties: listOf(text) },
});
