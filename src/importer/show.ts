// A plan as text for a terminal: its counts as a table, and the first rows of each kind.
import { z } from 'zod';

export const planForm = z.object({
  ...{ id: z.string(), file_name: z.string() },
  ...{ created: z.number(), changed: z.number(), matched: z.number(), refused: z.number() },
});
export const rowForm = z.object({
  ...{ line: z.number(), kind: z.string(), name: z.string(), fields: z.array(z.string()) },
  ...{ code: z.string().nullish(), reason: z.string().nullish() },
});
type Plan = z.output<typeof planForm>;
type Row = z.output<typeof rowForm>;
export type RowsShown = Readonly<Record<'Create' | 'Change' | 'Refuse', readonly Row[]>>;

/** Files may hold what terminals would obey. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');

export function planText(plan: Plan, rows: RowsShown, network: string): string {
  const { created, changed, matched, refused } = plan;
  const counts = { created, changed, unchanged: matched, 'left out': refused };
  const width = Math.max(...Object.values(counts).map((count) => String(count).length));
  return [
    plain(`${plan.file_name} → network "${network}"`),
    '',
    ...Object.entries(counts).map(([what, count]) => `  ${what.padEnd(9)}  ${String(count).padStart(width)}`),
    ...part('Created', rows.Create, created, () => ''),
    ...part('Changed', rows.Change, changed, ({ fields }) => fields.join(', ')),
    ...part('Left out', rows.Refuse, refused, ({ code, reason }) => reason ?? code ?? ''),
    '',
  ].join('\n');
}

function part(title: string, rows: readonly Row[], count: number, more: (row: Row) => string): string[] {
  if (rows.length === 0) return [];
  const left = count - rows.length;
  const lines = rows.map((row) => {
    const text = more(row);
    return plain(`  line ${row.line}  ${row.kind}  ${row.name}${text && `: ${text}`}`);
  });
  return ['', `${title}:`, ...lines, ...(left > 0 ? [`  and ${left} more`] : [])];
}
