// Checks topology options before they are saved: rules and filters must be known, and rule ids unique. Errors contain
// the path of the invalid option.
import { z } from 'zod';
import { AppError } from '../../../errors';
import { serviceCategories } from '../../inventory';
import { isUuid, isCleanText } from '../../../platform/text/validation';
import { edgeTypes, optionalEdgeTypes, topologyViews } from '../graph/options';
import {
  containerRulesOfView,
  elementRuleNames,
  elementRulesOfPlace,
  isPlainRule,
  type ConfiguredRuleName,
  type ContainerRuleName,
  type ElementRuleName,
} from '../graph/vocabulary';
import type { StoredOptions } from '../options';

const maximumRules = 200;
const maximumListed = 1000;

const uuid = z.string().refine(isUuid).toLowerCase();
const title = z.string().max(100).refine(isCleanText);
const list = <T extends z.ZodType>(item: T) => z.array(item).max(maximumListed);
const one = <K extends string, T extends z.ZodType>(key: K, value: T) =>
  z.strictObject({ [key]: value } as Record<K, T>);

const ruleShapes = {
  ByApplication: one('ByApplication', z.strictObject({ tag_ids: list(uuid) })),
  ByServiceCategory: one(
    'ByServiceCategory',
    z.strictObject({ categories: list(z.enum(serviceCategories)), is_infra_rule: z.boolean(), title }),
  ),
  ByTag: one('ByTag', z.strictObject({ tag_ids: list(uuid), title: title.nullable() })),
} satisfies Record<ConfiguredRuleName, z.ZodType>;
type RuleName = ContainerRuleName | ElementRuleName;

/** Schema of a list of rules. A rule may occur only once, unless it is `repeatable`. */
const rulesOf = (names: readonly RuleName[], repeatable: readonly string[] = []) =>
  z
    .array(z.strictObject({ id: uuid, rule: ruleOf(names) }))
    .max(maximumRules)
    .superRefine((entries, ctx) => {
      const usedRules = new Set<string>();
      entries.forEach(({ rule }, index) => {
        const name = typeof rule === 'string' ? rule : Object.keys(rule as object)[0]!;
        if (usedRules.has(name) && !repeatable.includes(name)) ctx.addIssue({ code: 'custom', path: [index, 'rule'] });
        usedRules.add(name);
      });
    });

/**
 * Schema of one rule. Zod would report an error inside a union of rules at the whole rule. So the schema is chosen by
 * the rule's name first, and errors have the path of the wrong parameter.
 */
function ruleOf(names: readonly RuleName[]): z.ZodType {
  const plain: readonly string[] = names.filter(isPlainRule);
  const objects: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
    names.flatMap((name) => (isPlainRule(name) ? [] : [[name, ruleShapes[name]]])),
  );
  return z.unknown().transform((rule, ctx) => {
    const name = typeof rule === 'object' && rule !== null ? Object.keys(rule)[0] : undefined;
    const shape = name !== undefined && Object.hasOwn(objects, name) ? objects[name] : undefined;
    if (typeof rule === 'string' && plain.includes(rule)) return rule;
    const parsedRule = shape?.safeParse(rule);
    if (parsedRule?.success) return parsedRule.data;
    const paths = parsedRule?.error.issues.map(pathOf) ?? [[]];
    for (const path of paths) ctx.addIssue({ code: 'custom', path });
    return z.NEVER;
  });
}

const kinds = [
  'Host',
  'Service',
  'Subnet',
  'IPAddress',
  'Interface',
  'Port',
  'Binding',
  'VLAN',
  'Group',
  'Tag',
] as const;
const freshness = ['new', 'current', 'stale'] as const;
const staleness = { Staleness: list(z.enum(freshness)).optional() };
const metadata = z.strictObject({
  Service: z.strictObject({ Category: list(z.enum(serviceCategories)).optional(), ...staleness }).optional(),
  Host: z
    .strictObject({
      Virtualization: list(z.enum(['Virtualized', 'BareMetal'])).optional(),
      Staleness: list(z.enum([...freshness, 'missing'])).optional(),
    })
    .optional(),
  Interface: z.strictObject({ LinkState: list(z.enum(['Linked', 'Unlinked'])).optional(), ...staleness }).optional(),
  IPAddress: z.strictObject(staleness).optional(),
  Subnet: z.strictObject(staleness).optional(),
});
const byView = <T extends z.ZodType>(value: T) =>
  z.strictObject(Object.fromEntries(topologyViews.map((view) => [view, value.optional()])));

const schema = z.strictObject({
  local: z
    .strictObject({
      bundleEdges: z.boolean().optional(),
      showMinimap: z.boolean().optional(),
      noFadeEdges: z.boolean().optional(),
      hideEdgeTypes: list(z.enum(edgeTypes)).optional(),
      tagFilter: z
        .strictObject({
          hiddenHostTagIds: list(uuid).optional(),
          hiddenServiceTagIds: list(uuid).optional(),
          hiddenSubnetTagIds: list(uuid).optional(),
        })
        .optional(),
    })
    .optional(),
  request: z
    .strictObject({
      containerRules: z
        .strictObject({
          L2Physical: rulesOf(containerRulesOfView('L2Physical')).optional(),
          L3Logical: rulesOf(containerRulesOfView('L3Logical')).optional(),
          Workloads: rulesOf(containerRulesOfView('Workloads')).optional(),
          Application: rulesOf(containerRulesOfView('Application')).optional(),
        })
        .optional(),
      elementRules: rulesOf(elementRuleNames, elementRulesOfPlace('Optional')).optional(),
      hideEntities: byView(list(z.enum(kinds))).optional(),
      hideMetadataValues: byView(metadata).optional(),
      optionalEdgeTypes: list(z.enum(optionalEdgeTypes))
        .transform((kinds) => [...new Set(kinds)])
        .optional(),
    })
    .optional(),
});

/**
 * Checks topology options, and returns them as they are stored. Throws `validation_invalid_format` for the first error,
 * with its path below `options`.
 */
export function checkedOptions(options: unknown): StoredOptions {
  const result = schema.safeParse(withoutNulls(options));
  if (!result.success) throw optionError(pathOf(result.error.issues[0]!));
  const storedOptions = result.data as StoredOptions;
  assertUniqueIds(storedOptions);
  return storedOptions;
}

/**
 * Throws if two rules have the same id, even in different lists, because ids of nodes are derived from ids of rules.
 */
function assertUniqueIds({ request }: StoredOptions): void {
  const usedIds = new Set<string>();
  const lists = [
    ...Object.entries(request?.containerRules ?? {}).map(([view, rules]) => [['containerRules', view], rules] as const),
    [['elementRules'], request?.elementRules ?? []] as const,
  ];
  for (const [path, rules] of lists)
    rules.forEach(({ id }, index) => {
      if (usedIds.has(id)) throw optionError(['request', ...path, index, 'id']);
      usedIds.add(id);
    });
}

/** The error for an invalid option, with its path below `options`. */
export const optionError = (path: readonly PropertyKey[]) =>
  new AppError('validation_invalid_format', { field: ['options', ...path.map(String)].join('.') });

/**
 * The path of the invalid option in a schema error. For an unknown member, the path ends with the name of the member.
 */
function pathOf(issue: z.core.$ZodIssue): PropertyKey[] {
  return issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : [...issue.path];
}

/** Removes null fields. Lists are not changed: in a rule, null is a value. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value) || value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null && member !== undefined)
      .map(([key, member]) => [key, withoutNulls(member)]),
  );
}
