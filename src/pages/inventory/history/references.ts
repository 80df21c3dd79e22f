// Finds the rows to which changed fields refer by id, and the kinds of these rows.
import { kindOfList, kindOfType, type Kind } from '../address/kinds-by-list';
import type { Reference } from '../rows/use-titles';
import type { FieldChange } from './read-history';

/**
 * Fields with ids whose rows are in a field that does not follow the rule of `rowFieldOf`: the rows of `vlanIds` are in
 * `taggedVlans`.
 */
const otherNames: Readonly<Record<string, string>> = { vlanIds: 'taggedVlans' };

/**
 * The name of the field that contains the rows whose ids `field` contains: `hostId` becomes `host`, `tagIds` becomes
 * `tags`.
 */
export const rowFieldOf = (field: string): string => otherNames[field] ?? field.replace(/Ids$/, 's').replace(/Id$/, '');

/**
 * The kind of row to which the ids in a field refer; undefined if the field contains no ids or ids of several kinds.
 */
export function referencedKind(kind: Kind, field: string): Kind | undefined {
  if (!/Ids?$/.test(field)) return undefined;
  if (field === 'networkId') return kindOfList('networks');
  const name = rowFieldOf(field);
  return kindOfType(kind.fields.find((one) => one.name === name)?.of);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

export function findReferences(kind: Kind, { field, from, to }: FieldChange): Reference[] {
  const of = referencedKind(kind, field);
  if (!of) return [];
  return [...listOf(from), ...listOf(to)].flatMap((id) => (typeof id === 'string' ? [{ kind: of, id }] : []));
}
