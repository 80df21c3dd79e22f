// The JSON of an inventory as PostgreSQL sends it, from lists of rows.
import type { ListColumns } from '../../../../src/modules/topology/answers/inventory-rows';
import type { InventoryText } from '../../../../src/modules/topology/answers/network-inventory.sql';

type Rows = readonly object[];

/** The values of each column, in the order of the rows. */
function columnsOf(rows: Rows): ListColumns {
  const names = new Set(['id', ...rows.flatMap((row) => Object.keys(row))]);
  const valuesOf = (name: string) => {
    const values = rows.map((row) => (row as Record<string, unknown>)[name]);
    // PostgreSQL sends an empty list for a row without entries.
    return values.some(Array.isArray) ? values.map((value) => value ?? []) : values;
  };
  return Object.fromEntries([...names].map((name) => [name, rows.length === 0 ? null : valuesOf(name)]));
}

export function inventoryJson(lists: object): Pick<InventoryText, 'rows' | 'spans'> {
  let text = '';
  const spans: Record<string, readonly [number, number]> = {};
  for (const [name, rows] of Object.entries(lists)) {
    text += `${text === '' ? '{' : ','}"${name}":`;
    const start = Buffer.byteLength(text);
    text += JSON.stringify(columnsOf(rows as Rows));
    spans[name] = [start, Buffer.byteLength(text)];
  }
  return { rows: Buffer.from(`${text}}`), spans };
}
