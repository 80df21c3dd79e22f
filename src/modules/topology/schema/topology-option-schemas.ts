// JSON Schemas for OpenAPI of the topology options that GraphQL types as plain JSON.
import { topologyViews } from '../graph/options';
import { containerRuleNames, elementRuleNames, isPlainRule, viewContents } from '../graph/vocabulary';

const object = (properties: Record<string, object>, requiredNames: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required: requiredNames,
});
const optional = (properties: Record<string, object>) => ({ type: 'object', properties });
const listOf = (items: object) => ({ type: 'array', items });

const text = { type: 'string' };
const withDescription = (description: string, schema: object) => ({ ...schema, description });
const tagIds = (description: string) => withDescription(description, listOf({ type: 'string', format: 'uuid' }));
const plainRules = [...containerRuleNames, ...elementRuleNames].filter(isPlainRule);

export const ruleSchema = {
  anyOf: [
    { type: 'string', enum: plainRules },
    object({
      ByApplication: withDescription(
        'A box for each application tag.',
        object({ tag_ids: tagIds('Ids of the application tags; empty = all application tags.') }),
      ),
    }),
    object({
      ByServiceCategory: withDescription(
        'A box for elements of these categories.',
        object({
          categories: withDescription('Categories of services.', listOf(text)),
          is_infra_rule: { type: 'boolean', description: 'Marks the rule for infrastructure.' },
          title: withDescription('Title of the box.', text),
        }),
      ),
    }),
    object({
      ByTag: withDescription(
        'A box for elements with one of these tags.',
        object({
          tag_ids: tagIds('Ids of the tags; empty matches nothing.'),
          title: { type: ['string', 'null'], description: 'Title of the box; null for none.' },
        }),
      ),
    }),
  ],
};

const byView = (value: object) =>
  optional(
    Object.fromEntries(topologyViews.map((view) => [view, withDescription(`In the view of ${viewContents[view]}.`, value)])),
  );

export const hideEntitiesSchema = byView(listOf(text));
/**
 * JSON Schema of `hideMetadataValues`: the field values whose rows are hidden, by view, entity and name of the field.
 */
export const hideMetadataValuesSchema = byView({
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: listOf(text) },
});
