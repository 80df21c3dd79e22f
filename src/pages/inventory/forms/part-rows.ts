// Parts of a form: rows of other kinds that are created together with a new row. Adds, changes and removes these rows
// in the form, and converts the rows to input for the API.
import type { FormPart } from '../address/form-facts';
import { createInput, newValues, type Value, type Values } from './form-values';

export interface PartRow {
  /** Number that identifies the row in the form, even if other rows are added or removed. */
  readonly key: number;
  /** The id under which the row will be stored. The id is sent only if another row of the form refers to the row. */
  readonly id: string;
  readonly values: Values;
  readonly rows: PartRows;
}
export type PartRows = Readonly<Record<string, readonly PartRow[]>>;

/** A random UUID (version 4). Browsers offer `crypto.randomUUID` only on pages loaded over TLS or from localhost. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const newPartRow = ({ fields }: FormPart, key: number): PartRow => ({
  ...{ key, id: newId(), rows: {} },
  values: newValues(fields, {}),
});

/**
 * The initial rows of the form's parts: one row for each part with a value in `presets`, such as
 * `ipAddresses.ipAddress`.
 */
export const presetRows = (parts: readonly FormPart[], presets: Values): PartRows =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const partPresets = Object.fromEntries(
        part.fields.flatMap(({ name }) => {
          const value = presets[`${part.name}.${name}`];
          return value === undefined ? [] : [[name, value] as const];
        }),
      );
      const row = { ...newPartRow(part, 0), values: newValues(part.fields, partPresets) };
      return Object.keys(partPresets).length === 0 ? [] : [[part.name, [row]] as const];
    }),
  );

/** The path of a field in a row of a part of the form, such as `ports.3.number`. */
export const partPath = (part: string, key: number, field: string): string => `${part}.${key}.${field}`;

/** The display name of a row of a part: the value of its first text or number field, which may be empty. */
export function partTitle({ fields }: FormPart, { values }: PartRow): string {
  const field = fields.find(({ type, isList }) => !isList && (type === 'String' || type === 'Int'));
  const text = field ? values[field.name] : '';
  return typeof text === 'string' ? text : '';
}

function* rowsBelow(rows: PartRows): Generator<PartRow> {
  for (const row of Object.values(rows).flat()) {
    yield row;
    yield* rowsBelow(row.rows);
  }
}

/** All rows of the form's parts, including the rows of nested parts. */
export const allRows = (rows: PartRows): readonly PartRow[] => [...rowsBelow(rows)];

/** The ids of the form's rows to which other rows of the form refer. The API must store these rows under these ids. */
function idsReferredTo(parts: readonly FormPart[], rows: PartRows): Set<string> {
  const ids = new Set<string>();
  for (const part of parts)
    for (const row of rows[part.name] ?? []) {
      for (const { name, ofPart } of part.fields) if (ofPart !== undefined) ids.add(String(row.values[name]));
      for (const id of idsReferredTo(part.parts, row.rows)) ids.add(id);
    }
  return ids;
}

/** The API input with the rows of all parts. Parts without rows are left out. */
export function partsInput(
  parts: readonly FormPart[],
  rows: PartRows,
  referredTo: ReadonlySet<string> = idsReferredTo(parts, rows),
): Record<string, unknown> {
  return Object.fromEntries(
    parts
      .filter(({ name }) => (rows[name]?.length ?? 0) > 0)
      .map(({ name, fields, parts: inside }) => [
        name,
        rows[name]!.map((row) => ({
          ...(referredTo.has(row.id) && { id: row.id }),
          ...createInput(fields, row.values),
          ...partsInput(inside, row.rows, referredTo),
        })),
      ]),
  );
}

/** The rows of the form's parts. References to rows that the user has removed become empty. */
export function withoutDangling(parts: readonly FormPart[], rows: PartRows): PartRows {
  const ids = new Set(allRows(rows).map(({ id }) => id));
  const cleared = (ofParts: readonly FormPart[], of: PartRows): PartRows =>
    Object.fromEntries(
      ofParts.map(({ name, fields, parts: inside }) => [
        name,
        (of[name] ?? []).map((row) => ({
          ...row,
          values: Object.fromEntries(
            fields.map((field): [string, Value] => {
              const value = row.values[field.name]!;
              return [field.name, field.ofPart !== undefined && !ids.has(String(value)) ? '' : value];
            }),
          ),
          rows: cleared(inside, row.rows),
        })),
      ]),
    );
  return cleared(parts, rows);
}
