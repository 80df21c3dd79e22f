// Expressions in CEL (Common Expression Language) over the answer to a GraphQL document. The names of the answer's
// members are variables, and `now` is the instant of the judged state.
import { Environment, EvaluationError, ParseError, TypeError as ExpressionTypeError } from '@marcbachmann/cel-js';

/** What is wrong with a text, and where: line and column begin with 1. */
export interface TextProblem {
  readonly problem: string;
  readonly line: number;
  readonly column: number;
}

/** Bounds of the syntax tree of an expression, which are checked while it is parsed. */
const limits = { maxAstNodes: 2_000, maxDepth: 50, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 16 };
const instantName = 'now';

/** Throws for a name that CEL reserves. */
function environmentOf(names: readonly string[]): Environment {
  const environment = new Environment({ homogeneousAggregateLiterals: false, enableOptionalTypes: true, limits });
  environment.registerVariable(instantName, 'google.protobuf.Timestamp');
  for (const name of names) environment.registerVariable(name, 'dyn');
  return environment;
}

/** Whether an expression can use a member of the answer by this name. */
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

/** What is wrong with an expression over an answer with these members; undefined if nothing is. */
export function problemOfExpression(expression: string, names: readonly string[]): TextProblem | undefined {
  const { type = '', error } = environmentOf(names).check(expression);
  if (error) return { problem: error.summary, ...placeOf(expression, error.range?.start ?? 0) };
  if (type === 'dyn' || type === 'list' || /^list<(dyn|map\b|null)/.test(type)) return undefined;
  const problem = `it yields a value of the type ${type}, and must yield a list of objects`;
  return { problem, ...placeOf(expression, 0) };
}

/** Whether the value of an expression can change without the answer: it reads the clock. */
export const readsClock = (expression: string): boolean => new RegExp(`\\b${instantName}\\b`).test(expression);

/** An error that says why an expression has no value. */
export class ExpressionError extends Error {}

/** The value of an expression. Throws an ExpressionError if it has none. */
export function evaluate(expression: string, answer: Readonly<Record<string, unknown>>, now: string): unknown {
  try {
    return environmentOf(Object.keys(answer)).evaluate(expression, { ...answer, [instantName]: new Date(now) });
  } catch (error) {
    // The value has too many parts, or is of a kind for which the library has no error of its own.
    if (!isOfCel(error)) throw new ExpressionError(error instanceof Error ? error.message : '', { cause: error });
    const { line, column } = placeOf(expression, error.range?.start ?? 0);
    throw new ExpressionError(`${error.summary} (line ${line}, column ${column})`, { cause: error });
  }
}
