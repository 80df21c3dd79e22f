// Measures the work of PostgreSQL for the statements of a test: each statement is planned and run again under EXPLAIN.
import { isDate } from 'node:util/types';
import { escapeLiteral, type Client } from 'pg';
import { sentDuring, type Statement } from './sent-statements';

/** One step of a query plan. */
export interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Step[];
}
/** Plan modes: a generic plan for any values, and a custom plan for the given values. */
export const plannings = ['force_generic_plan', 'force_custom_plan'] as const;

/** Returns the statements that match the pattern and are sent during the work. */
export async function collectStatements(pattern: RegExp, work: () => Promise<unknown>): Promise<Statement[]> {
  // A new connection first sends its settings: several statements in one text, which EXPLAIN does not accept.
  return (await sentDuring(work)).filter(({ text }) => !text.startsWith('SET ') && pattern.test(text));
}

// Dates may come from another JavaScript realm, where `instanceof Date` is false.
const textOf = (value: unknown): string => (isDate(value) ? value.toISOString() : String(value));
const literal = (value: unknown): string => {
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((one) => JSON.stringify(textOf(one))).join(',')}}`);
  return value === null ? 'NULL' : escapeLiteral(textOf(value));
};

/** A key that is equal for equal statements with equal values. */
export const statementKey = ({ text, values }: Statement): string => JSON.stringify([text, ...values.map(literal)]);

/** All steps of the statement's plan in the given plan mode, as executed. */
export async function explainSteps(
  client: Client,
  { text, values }: Statement,
): Promise<Record<(typeof plannings)[number], Step[]>> {
  const below = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(below)];
  const execute = `EXECUTE asked${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`;
  const steps = { force_generic_plan: [] as Step[], force_custom_plan: [] as Step[] };
  await client.query(`PREPARE asked AS ${text}`);
  try {
    for (const planning of plannings) {
      await client.query(`SET plan_cache_mode = ${planning}`);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${execute}`,
      );
      steps[planning] = below(rows[0]!['QUERY PLAN'][0].Plan);
    }
    return steps;
  } finally {
    await client.query('DEALLOCATE asked');
  }
}

/** The number of rows that a step scans. */
export const rowsSeen = (step: Step): number =>
  step['Actual Loops'] *
  (step['Actual Rows'] +
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Join Filter'] ?? 0) +
    (step['Rows Removed by Index Recheck'] ?? 0));
