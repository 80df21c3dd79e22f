// Reads records from the lines of a text by a table of rules, as TextFSM does. Pure functions.

export interface LineRule {
  /** Matches a whole line. The texts of its named groups are added to the record. */
  readonly line: RegExp;
  /** Whether a new record begins with the line. */
  readonly starts?: true;
  /** The state after the line; the state stays the same if left out. */
  readonly to?: string;
}

/** Rules by state. The first state is `start`. The first rule that matches a line counts. */
export type LineRules = Readonly<Record<string, readonly LineRule[]>>;

/** The texts of a record by the name of their group, in the order of their lines. */
export type LineRecord = Readonly<Record<string, readonly string[]>>;

export interface Records {
  readonly records: readonly LineRecord[];
  /** Number of lines, except empty ones, that no rule has matched. */
  readonly unread: number;
}

/** Maximum number of characters of a line, so that a rule needs little time for any line. */
const longestLine = 1_000;
const mostLines = 400_000;

/** A rule for lines that have no values. */
export const skip = (line: RegExp): LineRule => ({ line });

export function readRecords(text: string, rules: LineRules): Records {
  const records: Record<string, string[]>[] = [];
  let [state, unread] = ['start', 0];
  const lines = text.split('\n', mostLines + 1);
  for (const whole of lines) {
    const line = whole.slice(0, longestLine).trimEnd();
    if (line === '') continue;
    const matched = matchLine(line, rules[state]!);
    if (!matched) {
      unread++;
      continue;
    }
    const { rule, groups } = matched;
    if (rule.starts || records.length === 0) records.push(emptyRecord());
    const record = records.at(-1)!;
    for (const [name, value] of Object.entries(groups))
      if (value !== undefined) (record[name] ??= []).push(value.trim());
    state = rule.to ?? state;
  }
  return {
    records: records.filter((one) => Object.keys(one).length > 0),
    unread: unread + Number(lines.length > mostLines),
  };
}

/** Names of groups are written in rules, but an object without a prototype has no other members. */
const emptyRecord = () => Object.create(null) as Record<string, string[]>;

function matchLine(
  line: string,
  rules: readonly LineRule[],
): { readonly rule: LineRule; readonly groups: Readonly<Record<string, string | undefined>> } | undefined {
  for (const rule of rules) {
    const match = rule.line.exec(line);
    if (match) return { rule, groups: match.groups ?? {} };
  }
  return undefined;
}

/** The first text of this name that is not empty; undefined if there is none. */
export const valueOf = (record: LineRecord, name: string): string | undefined =>
  record[name]?.find((text) => text !== '');

export const valuesOf = (record: LineRecord, name: string): readonly string[] => record[name] ?? [];
