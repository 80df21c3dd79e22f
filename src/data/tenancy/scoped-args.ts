// Adds the tenancy rule (`visible-rows.ts`) to the arguments of a query: to its condition, and to the relations that it
// selects, counts or filters by.
import { relationsOf } from '../model/model-fields';
import { assertSafeOrder } from './related-order';
import type { RuleLookup } from './visible-rows';

type Args = Record<string, unknown>;
type Where = Record<string, unknown>;

/**
 * The condition combined with the tenancy rule of the model. A unique key stays at the top level, as findUnique, update
 * and delete require.
 */
export function withRule(ruleOf: RuleLookup, model: string, where: Where | undefined): Where {
  const scoped = scopeWhere(ruleOf, model, where) ?? {};
  return { ...scoped, AND: [...([scoped.AND ?? []].flat() as Where[]), ruleOf(model)] };
}

/**
 * Adds the tenancy rule to relations in include, select or _count. In the present, a row that a visible row refers to
 * is visible too, so only lists of related rows need the rule. In reads of the past, the states of two related rows may
 * be of different times, so every relation gets the rule.
 */
export function scopeSelection(ruleOf: RuleLookup, model: string, args: Args): Args {
  for (const key of ['include', 'select'] as const) {
    const selection = args[key] as Args | undefined;
    if (!selection) continue;
    const scoped: Args = {};
    for (const [name, value] of Object.entries(selection)) {
      const relation = relationsOf(model).get(name);
      if (name === '_count' && value) scoped[name] = scopeCounts(ruleOf, model, value);
      else if (!relation || !value) scoped[name] = value;
      else {
        const inner = scopeSelection(ruleOf, relation.model, value === true ? {} : { ...(value as Args) });
        if (inner.orderBy) assertSafeOrder(relation.model, inner.orderBy);
        if (relation.isList) inner.where = scopedCondition(ruleOf, relation.model, inner.where as Where | undefined);
        scoped[name] = Object.keys(inner).length > 0 ? inner : true;
      }
    }
    args[key] = scoped;
  }
  if (args._count && typeof args._count === 'object') args._count = scopeCounts(ruleOf, model, args._count);
  return args;
}

function scopeCounts(ruleOf: RuleLookup, model: string, value: unknown): unknown {
  const select = (value as { select?: Args }).select;
  // `_count: true` would also count hidden rows. Select relations by name instead.
  if (!select) return value === true && relationsOf(model).size > 0 ? refuseCount(model) : value;
  const scoped = Object.entries(select).map(([name, inner]) => {
    const relation = relationsOf(model).get(name);
    if (!relation || !inner) return [name, inner];
    return [
      name,
      {
        where: scopedCondition(ruleOf, relation.model, inner === true ? undefined : (inner as { where?: Where }).where),
      },
    ];
  });
  return { select: Object.fromEntries(scoped) };
}

function refuseCount(model: string): never {
  throw new Error(`${model}: count relations by name, so that the tenancy rule applies`);
}

function scopedCondition(ruleOf: RuleLookup, model: string, where: Where | undefined): Where {
  const rule = ruleOf(model);
  return where && Object.keys(where).length > 0 ? { AND: [scopeWhere(ruleOf, model, where)!, rule] } : rule;
}

/**
 * Adds the tenancy rule to conditions on relations. Without the rule, a filter would reveal properties of hidden rows.
 */
function scopeWhere(ruleOf: RuleLookup, model: string, where: Where | undefined): Where | undefined {
  if (!where) return where;
  const scoped: Where = {};
  for (const [key, value] of Object.entries(where)) {
    if (value === undefined) throw new Error(`${model}: an undefined condition on ${key} would select everything`);
    const relation = relationsOf(model).get(key);
    if (key === 'AND' || key === 'OR' || key === 'NOT')
      scoped[key] = Array.isArray(value)
        ? value.map((one) => scopeWhere(ruleOf, model, one as Where))
        : scopeWhere(ruleOf, model, value as Where);
    else if (relation && value !== null)
      scoped[key] = scopeRelation(ruleOf, relation.model, relation.isList, value as Where);
    else if (value && typeof value === 'object' && Object.values(value).includes(undefined))
      throw new Error(`${model}: an undefined condition on ${key} would select everything`);
    else scoped[key] = value;
  }
  return scoped;
}

function scopeRelation(ruleOf: RuleLookup, model: string, isList: boolean, value: Where): Where {
  const rule = ruleOf(model);
  const quantifiers = isList ? ['some', 'every', 'none'] : ['is', 'isNot'];
  const isQuantified = Object.keys(value).every((key) => quantifiers.includes(key));
  if (!isQuantified) return isList ? refuseCount(model) : { is: { AND: [scopeWhere(ruleOf, model, value)!, rule] } };
  const scoped = Object.entries(value).map(([quantifier, inner]) => {
    if (inner === null) return [quantifier, null];
    const condition = scopeWhere(ruleOf, model, inner as Where)!;
    // "Every visible row matches" means that no visible row fails; hidden rows have no effect.
    if (quantifier === 'every') return ['every', { OR: [condition, { NOT: rule }] }];
    return [quantifier, { AND: [condition, rule] }];
  });
  return Object.fromEntries(scoped) as Where;
}
