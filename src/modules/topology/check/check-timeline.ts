// Judges the past states of a network in a period, and finds when the verdict of a check changed.
import type { GraphQLSchema } from 'graphql';
import type { GraphqlContext } from '../../../graphql/context';
import { createRequestLoader } from '../../../graphql/loaders/request-loader';
import type { Verdict, VerdictState } from '../judging/verdict';
import { changeInstants, historyStart } from './change-instants.sql';
import { createQueryJudge } from '../query-check/judge-query';
import { viewerOfNetwork } from '../../../data/tenancy/viewer';
import { judgeState, readStateToJudge, type JudgedCheck } from './judged-state';

/** A part of the period in which the state of the verdict and its number of findings stayed the same. */
export interface TimelinePart {
  readonly from: Date;
  /** End of the part; null for the last part, which lasts at least until the end of the period. */
  readonly to: Date | null;
  readonly state: VerdictState;
  readonly findingCount: number;
}
export interface Timeline {
  readonly parts: readonly TimelinePart[];
  readonly judgedStates: number;
  /**
   * Whether the beginning of the period was not judged, because it is older than the history of the network, or because
   * the period has more than `most` states.
   */
  readonly isTruncated: boolean;
}

interface Question {
  readonly schema: GraphQLSchema;
  readonly networkId: string;
  readonly check: JudgedCheck;
  readonly from: Date;
  readonly to: Date;
  /** Maximum number of states that are judged. If the period has more, the latest are judged. */
  readonly most: number;
}

/**
 * Judges a check on all states that the network had in a period: at its beginning, and after each change. The checks of
 * one GraphQL document share the reads of the states.
 */
export const judgeTimeline = createRequestLoader(judgeQuestions);

async function judgeQuestions(context: GraphqlContext, questions: readonly Question[]): Promise<Timeline[]> {
  const timelines = new Map<Question, Timeline>();
  const periods = Map.groupBy(questions, ({ networkId, from, to, most }) => `${networkId} ${+from} ${+to} ${most}`);
  for (const periodQuestions of periods.values())
    (await judgeTogether(context, periodQuestions)).forEach((timeline, at) =>
      timelines.set(periodQuestions[at]!, timeline),
    );
  return questions.map((question) => timelines.get(question)!);
}

/** Judges several checks of one network in the same period. Returns a timeline for each question, in their order. */
async function judgeTogether(context: GraphqlContext, questions: readonly Question[]): Promise<Timeline[]> {
  const [question] = questions as readonly [Question];
  const { schema, networkId, to, most } = question;
  const start = (await historyStart(context.sql, networkId)) ?? to;
  const from = question.from < start ? start : question.from;
  const changes = await changeInstants(context.sql, networkId, { from, to, most });
  const isTruncated = changes.length >= most || question.from < start;
  const instants = [...(changes.length >= most ? [] : [from]), ...[...changes].reverse()];
  const checks = questions.map(({ check }) => check);
  const partsOfChecks = checks.map((): TimelinePart[] => []);
  let judgedStates = 0;
  for (const at of instants) {
    const verdicts = await verdictsAt(context, { schema, networkId, checks, at });
    if (!verdicts) break;
    judgedStates += 1;
    verdicts.forEach((verdict, check) => addState(partsOfChecks[check]!, verdict, at));
  }
  return partsOfChecks.map((parts) => ({ parts, judgedStates, isTruncated }));
}

function addState(parts: TimelinePart[], { state, findingCount }: Verdict, from: Date): void {
  const last = parts.at(-1);
  if (last?.state === state && last.findingCount === findingCount) return;
  if (last) parts[parts.length - 1] = { ...last, to: from };
  parts.push({ from, to: null, state, findingCount });
}

interface JudgedInstant extends Pick<Question, 'schema' | 'networkId'> {
  readonly checks: readonly JudgedCheck[];
  /** The instant of the state that is judged; undefined for the present. */
  readonly at: Date | undefined;
}

/** The verdicts of checks on the state at an instant; undefined if the viewer may not read the network. */
export async function verdictsAt(
  context: GraphqlContext,
  { schema, networkId, checks, at }: JudgedInstant,
): Promise<readonly Verdict[] | undefined> {
  const then = at ? context.asOf(at) : context;
  const state = await then.atOneMoment(({ sql }) => readStateToJudge(sql, networkId, context.requestedAt));
  if (!state) return undefined;
  const moment = <T>(read: (sql: GraphqlContext['sql']) => Promise<T>) => context.atOneMoment(({ sql }) => read(sql));
  const { organizationId } = context.viewer;
  const queried = { networkId, at: state.at, isPast: then.at !== undefined };
  const viewer = viewerOfNetwork({ id: networkId, organizationId });
  const judgeQuery = createQueryJudge(schema, () => context.judgedAs(viewer), queried);
  return judgeState(state, checks, context.workers, moment, judgeQuery);
}
