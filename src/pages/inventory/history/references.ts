// Fields of changes whose values are ids of rows, and the kinds of these rows.
import { kindOfList, kindOfType, type Kind } from '../address/kinds-by-list';
import type { Reference } from '../rows/use-titles';
import type { FieldChange } from './read-history';

/** Fields with ids whose rows are in a field with a different name. */
const otherNames: Readonly<Record<string, string>> = { vlanIds: 'taggedVlans' };

/** The field with the rows that a field names by id: `hostId` → `host`, `tagIds` → `tags`. */
export const rowFieldOf = (field: string): string => otherNames[field] ?? field.replace(/Ids$/, 's').replace(/Id$/, '');

/** The kind of the rows whose ids are in the field; undefined if it has no ids, or those of several kinds. */
export function referencedKind(kind: Kind, field: string): Kind | undefined {
  if (!/Ids?$/.test(field)) return undefined;
  if (field === 'networkId') return kindOfList('networks');
  const name = rowFieldOf(field);
  return kindOfType(kind.fields.find((one) => one.name === name)?.of);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The rows to which a change refers. */
export function findReferences(kind: Kind, { field, from, to }: FieldChange): Reference[] {
  const of = referencedKind(kind, field);
  if (!of) return [];
  return [...listOf(from), ...listOf(to)].flatMap((id) => (typeof id === 'string' ? [{ kind: of, id }] : []));
}
