// Finds the rows to which a stored rule and selection refer by id, and converts inputs to the stored form.
import type { CheckKind, CheckRule, CheckSelection } from '../judging/check-rules';
import { isOffered, offeredKinds, parametersOf, type NamedModel } from './check-kinds';
import { sortedMembers } from '../../../platform/text/members';
import { uncapitalize } from '../../../platform/text/names';

type Json = Readonly<Record<string, unknown>>;

/** A rule as it is stored: its kind in one column, its parameters as JSON in another column. */
export interface StoredRule {
  readonly kind: CheckKind;
  readonly rule: Json;
}

/** The name of the member of a rule input for a kind of check: `NoWay` → `noWay`. */
export const memberOf = (kind: CheckKind): string => uncapitalize(kind);
const kindOfMember = new Map(offeredKinds.map((kind) => [memberOf(kind), kind]));

/** Converts a rule input, which has one member and which GraphQL has validated, to the stored form. */
export function toStoredRule(input: Json): StoredRule {
  const [[member, parameters]] = Object.entries(input) as [[string, Json | true]];
  return { kind: kindOfMember.get(member)!, rule: parameters === true ? {} : toStored(parameters) };
}

/** Removes members that are null or undefined, converts times to ISO 8601 text, and removes duplicates from lists. */
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

/** The stored form of a selection. Members such as `hostIds` that are absent do not restrict the selected rows. */
export const toStoredSelection = (input: Json | null | undefined): CheckSelection => toStored(input ?? {});

export const ruleOfStored = ({ kind, rule }: StoredRule): CheckRule => ({ ...rule, kind }) as CheckRule;

/** The rule of a stored check; undefined for a kind that this version of the service does not know. */
export const ruleOfRow = ({ kind, rule }: { readonly kind: string; readonly rule: unknown }): CheckRule | undefined =>
  isOffered(kind) ? ruleOfStored({ kind, rule: rule as Json }) : undefined;

/** Ids of rows of one model to which the rule or the selection of a check refers. */
export interface NamedRows {
  readonly model: NamedModel;
  readonly ids: readonly string[];
  /** Path of the input field that has the ids, for errors. */
  readonly field: string;
}

const selectionModels = { hostIds: 'Host', tagIds: 'Tag', subnetIds: 'Subnet' } as const;

/** All rows to which a rule and a selection refer by id, for each input field. */
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

/**
 * A text that is equal for checks of the same kind with the same rule and selection: their JSON. Its members are
 * sorted, because PostgreSQL does not keep their order.
 */
export const demandText = (check: { kind: string; rule: unknown; selection: unknown }): string =>
  JSON.stringify([check.kind, check.rule, check.selection], sortedMembers);
