// Builds sentences about restoring rows: the fields that change, and the reasons why a row cannot be restored.
import { fieldWords, typeWords, upperFirst } from './field-words';

export interface RestoredRow {
  readonly kind: string;
  readonly name: string;
  readonly changeType: 'Added' | 'Removed' | 'Changed';
  readonly fields: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[];
}
export interface RestoreConflict {
  readonly code: string;
  readonly message: string;
  readonly kind?: string | null;
  readonly params: unknown;
}
/** The result of restoring rows, or of its preview, as the service returns it. */
export interface Restoration {
  readonly isChanged: boolean;
  readonly rowCount: number;
  readonly rows: readonly RestoredRow[];
  readonly conflictCount: number;
  readonly conflicts: readonly RestoreConflict[];
}

const longestValue = 60;
function valueWords(value: unknown): string {
  if (isNothing(value) || value === '') return 'nothing';
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const isNothing = (value: unknown): boolean => value === null || value === undefined;

/**
 * Text about a field that the restoration changes. Ids mean nothing to users, so references to rows are described
 * without ids: `native VLAN is set again`.
 */
function changeWords({ field, from, to }: RestoredRow['fields'][number]): string {
  const isReference = [from, to].some((value) => typeof value === 'string' && uuid.test(value));
  if (!isReference) return `${fieldWords(field.replace(/Ids$/, 's'))} from ${valueWords(from)} to ${valueWords(to)}`;
  const name = fieldWords(field.replace(/Id$/, ''));
  if (isNothing(to)) return `${name} is removed`;
  return `${name} is ${isNothing(from) ? 'set again' : 'the former one again'}`;
}

export function rowWords({ kind, name, changeType, fields }: RestoredRow): string {
  const row = upperFirst(name === '' ? typeWords(kind) : `${typeWords(kind)} ${name}`);
  if (changeType === 'Added') return `${row} comes back.`;
  if (changeType === 'Removed') return `${row} is deleted.`;
  if (fields.length === 0) return `${row}: places and lines on the map.`;
  const changes = fields.map(changeWords);
  return `${row}: ${changes.join(', ')}.`;
}

type Params = Readonly<Record<string, unknown>>;
const sentences: Readonly<Record<string, (row: string, params: Params) => string>> = {
  entity_changed: (row) => `${row} was changed again since.`,
  entity_not_found: (row, { entity }) => `${row} needs its ${typeWords(String(entity))}, which is deleted.`,
  entity_already_exists: (row, { entity, field, value }) =>
    `${row} cannot come back: another ${typeWords(String(entity))} has the ${fieldWords(String(field))} ${valueWords(value)}.`,
  entity_merged: (row) => `${row} is a part of another host since they were merged. Split it off instead.`,
  entity_moved: (row, { owner }) => `${row} belongs to another ${typeWords(String(owner))} by now.`,
  entity_in_use: (row, { used_by }) => `${row} is in use by at least one ${typeWords(String(used_by))}.`,
  entity_reference_invalid: (row, { entity }) =>
    `${row} cannot come back: its ${typeWords(String(entity))} belongs to another host or network by now.`,
  ip_address_out_of_range: (_row, { ip, subnet }) => `The address ${String(ip)} is outside of ${String(subnet)}.`,
  binding_conflict: (row) => `${row} contradicts another binding of the service.`,
};

export function conflictWords({ code, message, kind, params }: RestoreConflict): string {
  const row = kind == null ? 'The row' : `The ${typeWords(kind)}`;
  return upperFirst(sentences[code]?.(row, params as Params) ?? `${message}.`);
}
