// Formats an import plan for a terminal: counts, and the first rows of each kind.
import { z } from 'zod';

export const planForm = z.object({
  ...{ id: z.string(), file_name: z.string() },
  ...{ created: z.number(), changed: z.number(), matched: z.number(), refused: z.number() },
});
const differenceForm = z.object({
  ...{ field: z.string(), part: z.string().nullish(), is_kept: z.boolean() },
  ...{ before: z.string().nullish(), after: z.string().nullish() },
});
export const rowForm = z.object({
  ...{ line: z.number(), kind: z.string(), name: z.string(), fields: z.array(z.string()) },
  ...{ code: z.string().nullish(), reason: z.string().nullish(), same_as_line: z.number().nullish() },
  differences: z.array(differenceForm).default([]),
});
type Plan = z.output<typeof planForm>;
type Row = z.output<typeof rowForm>;
export type RowsShown = Readonly<Record<'Create' | 'Change' | 'Refuse', readonly Row[]>>;

/** Replaces control and format characters, which a terminal might interpret, by question marks. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');

export function planText(plan: Plan, rows: RowsShown, network: string): string {
  const { created, changed, matched, refused } = plan;
  const counts = { created, changed, unchanged: matched, 'left out': refused };
  const width = Math.max(...Object.values(counts).map((count) => String(count).length));
  return [
    plain(`${plan.file_name} → network "${network}"`),
    '',
    ...Object.entries(counts).map(([label, count]) => `  ${label.padEnd(9)}  ${String(count).padStart(width)}`),
    ...part('Created', rows.Create, created, ({ reason }) => reason ?? ''),
    ...part(
      'Changed',
      rows.Change,
      changed,
      ({ fields, differences, reason }) =>
        (differencesText(differences) || fields.join(', ')) + (reason == null ? '' : ` (${reason})`),
    ),
    ...part('Left out', rows.Refuse, refused, leftOutText),
    '',
  ].join('\n');
}

/** Maximum number of differences to print per row. */
const shownDifferences = 5;

function differencesText(differences: Row['differences']): string {
  const texts = differences.slice(0, shownDifferences).map(({ field, part, before, after, is_kept }) => {
    const label = part == null ? field : `${field} of ${part}`;
    if (is_kept) return `${label} stays "${before ?? ''}", not "${after ?? ''}"`;
    return before == null ? `${label} "${after ?? ''}"` : `${label} "${before}" → "${after ?? ''}"`;
  });
  const remaining = differences.length - texts.length;
  return [...texts, ...(remaining > 0 ? [`${remaining} more`] : [])].join('; ');
}

const leftOutText = ({ code, reason, differences }: Row): string =>
  differencesText(differences) || (reason ?? code ?? '');

function part(title: string, rows: readonly Row[], count: number, more: (row: Row) => string): string[] {
  if (rows.length === 0) return [];
  const remaining = count - rows.length;
  const lines = rows.map((row) => {
    const text = more(row);
    const duplicate = row.same_as_line == null ? '' : `, as in line ${row.same_as_line}`;
    return plain(`  line ${row.line}  ${row.kind}  ${row.name}${duplicate}${text && `: ${text}`}`);
  });
  return ['', `${title}:`, ...lines, ...(remaining > 0 ? [`  and ${remaining} more`] : [])];
}
