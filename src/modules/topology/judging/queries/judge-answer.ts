// Judges the answer to a check's GraphQL document: an expression computes the findings. A pure function.
import { withOpaqueKeys } from '../opaque-keys';
import { createReport, type Report } from '../report';
import { unknownVerdict, type Verdict } from '../verdict';
import { evaluate, ExpressionError } from './expression';

/**
 * Alias of the page information that the service adds to each list of a query, to find out whether the answer contains
 * the whole list.
 */
export const pageAlias = 'netloom_page';

export interface AnswerToJudge {
  /** The data of the answer, as JSON. */
  readonly answer: string;
  readonly expression: string;
  /** Instant of the judged state (ISO 8601). */
  readonly at: string;
}

const kind = 'QueryFindsNothing';
/** Maximum number of elements in the list that an expression returns. A longer list is an error. */
const mostRead = 10_000;
const longestMessage = 500;

const unstorable = /[\u0000-\u001f\u007f]+|\p{Surrogate}/gu;

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The verdict on the answer to a query. A finding begins with the id that the expression returned; the caller finds out
 * what kind of row this is. Until then, the subject of the finding is the network.
 */
export function judgeAnswer({ answer, expression, at }: AnswerToJudge): Verdict {
  const report = createReport();
  const counts = { rows: 0, cutLists: 0 };
  const data = JSON.parse(answer, (_name, value: unknown) => withoutPage(value, counts)) as Members;
  try {
    addFindings(report, evaluate(expression, data, at));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return unknownVerdict(kind, 'expression_failed', { problem: plainText(error.message, longestMessage) });
  }
  // A query that finds no row still counts as one judged row. Otherwise the verdict would be Unknown.
  report.addJudged(Math.max(1, counts.rows));
  const verdict = withOpaqueKeys(report.toVerdict(kind));
  if (counts.cutLists === 0) return verdict;
  return {
    ...verdict,
    state: verdict.findingCount > 0 ? 'Failing' : 'Unknown',
    missing: [{ code: 'answer_incomplete', params: { count: counts.cutLists }, elementIds: [] }],
  };
}

/**
 * Removes the field `pageAlias`, which the service has added to each list of the query. Counts the rows of the answer,
 * and the lists that the answer contains only in part.
 */
function withoutPage(value: unknown, counts: { rows: number; cutLists: number }): unknown {
  if (!isObject(value)) return value;
  if (typeof value.id === 'string') counts.rows += 1;
  if (!(pageAlias in value)) return value;
  const { [pageAlias]: page, ...rest } = value;
  const { hasNextPage, hasPreviousPage } = page as Members;
  if (hasNextPage === true || hasPreviousPage === true) counts.cutLists += 1;
  return rest;
}

function addFindings(report: Report, value: unknown): void {
  if (!Array.isArray(value)) throw new ExpressionError('it yields no list');
  if (value.length > mostRead) throw new ExpressionError(`it yields more than ${mostRead} findings`);
  for (const [index, element] of value.entries()) {
    const { id, message, displayName, name } = isObject(element) ? element : {};
    const rowId = typeof id === 'string' ? id : undefined;
    const text = [message, displayName, name, rowId].find((one) => typeof one === 'string' && one !== '');
    if (text === undefined)
      throw new ExpressionError(`element ${index} of the list is no object with a text \`id\` or \`message\``);
    const facts = [rowId ?? null, typeof message === 'string' ? message : null];
    report.find('found_by_query', facts, () => ({
      subject: 'Network',
      elementIds: rowId === undefined ? [] : [rowId],
      params: { message: plainText(text as string, longestMessage) },
    }));
  }
}

/** The text without control characters and unpaired surrogates, which PostgreSQL or browsers reject. */
const plainText = (text: string, longest: number): string => text.slice(0, longest).replace(unstorable, ' ');
