// Judges a network by the answer to a check's GraphQL document. The document runs with the rights of a Viewer who has
// access to this network only.
import { execute, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { AppError, isOurs, JobBoundExceeded, toPublicError } from '../../../errors';
import type { GraphqlContext } from '../../../graphql/context';
import { runHeavy } from '../../../graphql/heavy-work/heavy-requests';
import type { QueryRule } from '../judging/check-rules';
import { unknownVerdict, type Verdict } from '../judging/verdict';
import { kindsOfRows } from './found-rows.sql';
import { prepareQuery, type QueryDocument } from './query-document';

/** Maximum size of an answer in bytes of JSON. */
const mostBytes = 2_000_000;
/**
 * Maximum duration of an expression in seconds, as reported to users. The limit itself is set in `service-workers.ts`.
 */
const expressionSeconds = 3;
/** Maximum total duration, in seconds, of all checks with queries on one state of a network. */
const secondsOfState = 30;

const kind = 'QueryFindsNothing';

/** The state of a network that the documents of checks read. */
export interface QueriedState {
  readonly networkId: string;
  /** Instant of the state (ISO 8601). */
  readonly at: string;
  readonly isPast: boolean;
}

export type JudgeQuery = (rule: QueryRule) => Promise<Verdict>;

/**
 * Returns a function that judges checks with queries on a state of a network, to be called for one check at a time.
 * `contextOf` returns a request context with the rights to read only this network. Once all checks together have taken
 * `secondsOfState`, further verdicts are Unknown.
 */
export function createQueryJudge(
  schema: GraphQLSchema,
  contextOf: () => GraphqlContext,
  state: QueriedState,
): JudgeQuery {
  let context: GraphqlContext | undefined;
  let spentMs = 0;
  return async (rule) => {
    if (spentMs >= secondsOfState * 1_000)
      return unknownVerdict(kind, 'queries_took_too_long', { limit: secondsOfState });
    const startedAt = performance.now();
    context ??= state.isPast ? contextOf().asOf(new Date(state.at)) : contextOf();
    try {
      return await judgeQuery(schema, context, state, rule);
    } finally {
      spentMs += performance.now() - startedAt;
    }
  };
}

async function judgeQuery(
  schema: GraphQLSchema,
  context: GraphqlContext,
  state: QueriedState,
  rule: QueryRule,
): Promise<Verdict> {
  let query: QueryDocument;
  try {
    query = prepareQuery(schema, rule);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return unknownVerdict(kind, 'query_invalid', { problem: error.message });
  }
  if (state.isPast && !query.readsPast) return unknownVerdict(kind, 'query_reads_no_past');
  const { data, errors } = await answer(schema, context, state, query);
  if (errors?.[0]) return unknownVerdict(kind, 'query_failed', { error: publicCode(errors[0], context) });
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) > mostBytes) return unknownVerdict(kind, 'answer_too_large', { limit: mostBytes });
  const jobInput = { answer: text, expression: rule.expression, at: state.at };
  try {
    const verdict = await context.workers.expressions.run('judgeAnswer', jobInput);
    return withSubjects(verdict, await kindsOfRows(context.sql, state.networkId, idsIn(verdict)));
  } catch (error) {
    if (!(error instanceof JobBoundExceeded)) throw error;
    return unknownVerdict(kind, 'expression_took_too_long', { limit: expressionSeconds });
  }
}

/**
 * Runs the query on the database connections for expensive requests of the organization, and charges their time to its
 * budget.
 */
async function answer(
  schema: GraphQLSchema,
  contextValue: GraphqlContext,
  { networkId, at }: QueriedState,
  { document, variables }: QueryDocument,
): Promise<ExecutionResult> {
  const values: Readonly<Record<string, string>> = { networkId, at };
  const variableValues = Object.fromEntries(variables.map((name) => [name, values[name]]));
  try {
    return await runHeavy(contextValue, async () => execute({ schema, document, variableValues, contextValue }));
  } finally {
    contextValue.answer.release();
  }
}

function publicCode(error: unknown, { logger }: GraphqlContext): string {
  const publicError = toPublicError(error);
  if (isOurs(publicError)) logger.error({ err: error }, 'the query of a check failed');
  return publicError.code;
}

const idsIn = ({ findings }: Verdict): readonly string[] => findings.flatMap(({ elementIds }) => elementIds);

/** Sets the subject of each finding to the kind of its row. An id that belongs to no row of the network is removed. */
const withSubjects = (verdict: Verdict, kinds: Awaited<ReturnType<typeof kindsOfRows>>): Verdict => ({
  ...verdict,
  findings: verdict.findings.map((finding) => {
    const subject = kinds.get(finding.elementIds[0] ?? '');
    return subject ? { ...finding, subject } : { ...finding, elementIds: [] };
  }),
});
