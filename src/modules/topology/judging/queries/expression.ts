// Expressions in CEL (Common Expression Language) that are applied to the answer to a GraphQL document. The top-level
// fields of the answer are variables; `now` is the instant of the judged state.
import { Environment, EvaluationError, ParseError, TypeError as ExpressionTypeError } from '@marcbachmann/cel-js';

/** An error in a text and its position. Line and column are counted from 1. */
export interface TextProblem {
  readonly problem: string;
  readonly line: number;
  readonly column: number;
}

/** Limits on the syntax tree of an expression. The parser checks them. */
const limits = { maxAstNodes: 2_000, maxDepth: 50, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 16 };
const instantName = 'now';

/** The CEL environment with these variables. Throws if CEL reserves one of the names. */
function environmentOf(names: readonly string[]): Environment {
  const environment = new Environment({ homogeneousAggregateLiterals: false, enableOptionalTypes: true, limits });
  environment.registerVariable(instantName, 'google.protobuf.Timestamp');
  for (const name of names) environment.registerVariable(name, 'dyn');
  return environment;
}

/** Whether the name of a field of the answer can be a variable in an expression. */
export function isUsableName(name: string): boolean {
  if (name === instantName) return false;
  try {
    return environmentOf([name]).check(name).type === 'dyn';
  } catch {
    return false;
  }
}

function placeOf(text: string, at: number): Omit<TextProblem, 'problem'> {
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

const isOfCel = (error: unknown): error is ParseError | ExpressionTypeError | EvaluationError =>
  error instanceof ParseError || error instanceof ExpressionTypeError || error instanceof EvaluationError;

/** The error in an expression whose variables are `names`; undefined if the expression is valid. */
export function problemOfExpression(expression: string, names: readonly string[]): TextProblem | undefined {
  const { type = '', error } = environmentOf(names).check(expression);
  if (error) return { problem: error.summary, ...placeOf(expression, error.range?.start ?? 0) };
  if (type === 'dyn' || type === 'list' || /^list<(dyn|map\b|null)/.test(type)) return undefined;
  const problem = `it yields a value of the type ${type}, and must yield a list of objects`;
  return { problem, ...placeOf(expression, 0) };
}

/** Whether the expression reads the time (`now`), so that its value can change even if the answer does not. */
export const readsClock = (expression: string): boolean => new RegExp(`\\b${instantName}\\b`).test(expression);

/** The evaluation of an expression failed. The message gives the reason. */
export class ExpressionError extends Error {}

/** Evaluates an expression. Throws an ExpressionError if the evaluation fails. */
export function evaluate(expression: string, answer: Readonly<Record<string, unknown>>, now: string): unknown {
  try {
    return environmentOf(Object.keys(answer)).evaluate(expression, { ...answer, [instantName]: new Date(now) });
  } catch (error) {
    // The library throws a plain Error if the value has too many parts or a type that it does not expect.
    if (!isOfCel(error)) throw new ExpressionError(error instanceof Error ? error.message : '', { cause: error });
    const { line, column } = placeOf(expression, error.range?.start ?? 0);
    throw new ExpressionError(`${error.summary} (line ${line}, column ${column})`, { cause: error });
  }
}
