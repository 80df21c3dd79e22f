// JSON Schemas of the topology options that GraphQL types only as JSON, for the OpenAPI document.

const object = (properties: Record<string, object>, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const optional = (properties: Record<string, object>) => ({ type: 'object', properties });
const listOf = (items: object) => ({ type: 'array', items });

const text = { type: 'string' };
const described = (description: string, schema: object) => ({ ...schema, description });
const tagIds = (description: string) => described(description, listOf({ type: 'string', format: 'uuid' }));
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
    object({
      ByApplication: described(
        'A box for each application tag.',
        object({ tag_ids: tagIds('The tags that count; empty = all that mark an application.') }),
      ),
    }),
    object({
      ByServiceCategory: described(
        'A box for what is of certain categories.',
        object({
          categories: described('Categories of services.', listOf(text)),
          is_infra_rule: { type: 'boolean', description: 'Marks the rule that gathers the infrastructure.' },
          title: described('What the box is called.', text),
        }),
      ),
    }),
    object({
      ByTag: described(
        'A box for what carries certain tags.',
        object({
          tag_ids: tagIds('Any of these; empty matches nothing.'),
          title: { type: ['string', 'null'], description: 'What the box is called; null = nothing.' },
        }),
      ),
    }),
  ],
};

const byView = (value: object) =>
  optional({
    L2Physical: described('In the view of devices and cables.', value),
    L3Logical: described('In the view of subnets and addresses.', value),
    Workloads: described('In the view of machines and what runs on them.', value),
    Application: described('In the view of applications and their services.', value),
  });

export const hideEntitiesSchema = byView(listOf(text));
/** Kind of entity → filter → values. */
export const hideMetadataValuesSchema = byView({
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: listOf(text) },
});
