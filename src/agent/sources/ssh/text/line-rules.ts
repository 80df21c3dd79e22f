// Extracts records from the lines of a text by a table of rules, similar to TextFSM. Pure functions.

export interface LineRule {
  /** Pattern for a whole line. The texts of its named groups are added to the current record. */
  readonly line: RegExp;
  /** Whether the line starts a new record. */
  readonly starts?: true;
  /** The state in which the following lines are read; undefined to stay in the same state. */
  readonly to?: string;
}

/**
 * The rules for each state of the parser, which begins in the state `start`. The first rule that matches a line is
 * applied.
 */
export type LineRules = Readonly<Record<string, readonly LineRule[]>>;

/** A record: the texts of each named group, in the order of their lines. */
export type LineRecord = Readonly<Record<string, readonly string[]>>;

export interface Records {
  readonly records: readonly LineRecord[];
  /** Number of non-empty lines that matched no rule. */
  readonly unread: number;
}

/** Maximum number of characters of a line that are matched, so that no line takes a rule much time. */
const longestLine = 1_000;
const mostLines = 400_000;

/** A rule for lines that are ignored. */
export const skip = (line: RegExp): LineRule => ({ line });

export function readRecords(text: string, rules: LineRules): Records {
  const records: Record<string, string[]>[] = [];
  let [state, unread] = ['start', 0];
  const lines = text.split('\n', mostLines + 1);
  for (const whole of lines) {
    const line = whole.slice(0, longestLine).trimEnd();
    if (line === '') continue;
    const match = matchLine(line, rules[state]!);
    if (!match) {
      unread++;
      continue;
    }
    const { rule, groups } = match;
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

/**
 * Objects without a prototype have no inherited members, such as `constructor`, that could collide with the name of a
 * group.
 */
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

/** The first non-empty text of the group `name`; undefined if there is none. */
export const valueOf = (record: LineRecord, name: string): string | undefined =>
  record[name]?.find((text) => text !== '');

export const valuesOf = (record: LineRecord, name: string): readonly string[] => record[name] ?? [];
