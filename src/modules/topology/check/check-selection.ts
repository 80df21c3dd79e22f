// Which rows a stored rule and selection name, and how an input becomes the stored form.
import type { CheckKind, CheckRule, CheckSelection } from '../judging/check-rules';
import { isOffered, offeredKinds, parametersOf, type NamedModel } from './check-kinds';
import { sortedMembers } from '../../../platform/text/members';
import { uncapitalize } from '../../../platform/text/names';

type Json = Readonly<Record<string, unknown>>;

/** A rule as it is stored: the kind in a column of its own. */
export interface StoredRule {
  readonly kind: CheckKind;
  readonly rule: Json;
}

/** The member of the input of a rule that stands for a kind: `NoWay` → `noWay`. */
export const memberOf = (kind: CheckKind): string => uncapitalize(kind);
const kindOfMember = new Map(offeredKinds.map((kind) => [memberOf(kind), kind]));

/** The stored form of an input with one member, which GraphQL has checked. */
export function toStoredRule(input: Json): StoredRule {
  const [[member, parameters]] = Object.entries(input) as [[string, Json | true]];
  return { kind: kindOfMember.get(member)!, rule: parameters === true ? {} : toStored(parameters) };
}

/** Removes members without a value, and converts times to text. */
function toStored(values: Json): Json {
  const entries = Object.entries(values).filter(([, value]) => value != null);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()];
      if (typeof value === 'object' && !Array.isArray(value)) return [name, toStored(value as Json)];
      return [name, Array.isArray(value) ? [...new Set<unknown>(value)] : value];
    }),
  );
}

/** The stored form of a selection. An absent or null member selects all. */
export const toStoredSelection = (input: Json | null | undefined): CheckSelection => toStored(input ?? {});

export const ruleOfStored = ({ kind, rule }: StoredRule): CheckRule => ({ ...rule, kind }) as CheckRule;

/** The rule of a stored row; undefined for a kind that this version does not know. */
export const ruleOfRow = ({ kind, rule }: { readonly kind: string; readonly rule: unknown }): CheckRule | undefined =>
  isOffered(kind) ? ruleOfStored({ kind, rule: rule as Json }) : undefined;

/** Rows of one model that a check names. */
export interface NamedRows {
  readonly model: NamedModel;
  readonly ids: readonly string[];
  /** Path of the input field, for errors. */
  readonly field: string;
}

const selectionModels = { hostIds: 'Host', tagIds: 'Tag', subnetIds: 'Subnet' } as const;

/** All rows that a rule and a selection name, by field. */
export function namedRows({ kind, rule }: StoredRule, selection: CheckSelection): readonly NamedRows[] {
  const member = memberOf(kind);
  const ofRule = Object.entries(parametersOf(kind)).flatMap(([name, parameter]): NamedRows[] => {
    const value = rule[name];
    if (value === undefined || !('model' in parameter)) return [];
    return [{ model: parameter.model, ids: [value].flat() as string[], field: `rule.${member}.${name}` }];
  });
  const ofSelection = Object.entries(selectionModels).flatMap(([name, model]): NamedRows[] => {
    const ids = selection[name as keyof typeof selectionModels];
    return ids ? [{ model, ids, field: `selection.${name}` }] : [];
  });
  return [...ofRule, ...ofSelection].filter(({ ids }) => ids.length > 0);
}

/** A text that is equal for checks that demand the same. PostgreSQL reorders the members of JSON objects. */
export const demandText = (check: { kind: string; rule: unknown; selection: unknown }): string =>
  JSON.stringify([check.kind, check.rule, check.selection], sortedMembers);
