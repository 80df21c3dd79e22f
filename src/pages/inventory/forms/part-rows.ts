// Rows that a form creates together with the main row, such as the ports of a new host: adds, changes and removes them,
// and converts them to the API's input.
import type { FormPart } from '../address/form-facts';
import { createInput, newValues, type Value, type Values } from './form-values';

export interface PartRow {
  readonly key: number;
  /**
   * A generated id by which other rows of the form can refer to this row before it is stored. Sent only if another row
   * refers to this row.
   */
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

/** Turns values from the URL, such as `ipAddresses.ipAddress=10.0.0.1`, into the first rows of the form's sections. */
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

/** Names a field in a section of the form: `ports.3.number` is the field `number` of the row with the key 3. */
export const partPath = (part: string, key: number, field: string): string => `${part}.${key}.${field}`;

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

function idsReferredTo(parts: readonly FormPart[], rows: PartRows): Set<string> {
  const ids = new Set<string>();
  for (const part of parts)
    for (const row of rows[part.name] ?? []) {
      for (const { name, ofPart } of part.fields) if (ofPart !== undefined) ids.add(String(row.values[name]));
      for (const id of idsReferredTo(part.parts, row.rows)) ids.add(id);
    }
  return ids;
}

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

/** Empties the fields that refer to a row which the user has removed from the form. */
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
