// Judges the stored states of a network one after another: since when a check has had its verdict.
import type { GraphqlContext } from '../../../graphql/context';
import type { Verdict, VerdictState } from '../judging/verdict';
import type { JudgedCheck } from '../answers/checks/judge-checks';
import { changeInstants, historyStart } from './change-instants.sql';
import { judgeState, readStateToJudge } from './judged-state';

/** A part of the time in which a verdict said the same. */
export interface TimelinePart {
  readonly from: Date;
  /** End of the part; null for the last part, which lasts beyond the timeline. */
  readonly to: Date | null;
  readonly state: VerdictState;
  readonly findingCount: number;
}
export interface Timeline {
  readonly parts: readonly TimelinePart[];
  readonly judgedStates: number;
  /** Whether the period has earlier states that were not judged, or begins before the history of the network. */
  readonly isTruncated: boolean;
}

interface Question {
  readonly networkId: string;
  readonly check: JudgedCheck;
  readonly from: Date;
  readonly to: Date;
  /** Maximum number of states that are judged, the latest of the period. */
  readonly most: number;
}

/**
 * Judges the states of a network in a period, the earliest first: the one at its beginning, and one after each change.
 */
export async function judgeTimeline(context: GraphqlContext, question: Question): Promise<Timeline> {
  const { networkId, check, to, most } = question;
  const start = (await historyStart(context.sql, networkId)) ?? to;
  const from = question.from < start ? start : question.from;
  const changes = await changeInstants(context.sql, networkId, { from, to, most });
  const isTruncated = changes.length >= most || question.from < start;
  const instants = [...(changes.length >= most ? [] : [from]), ...[...changes].reverse()];
  const parts: TimelinePart[] = [];
  let judgedStates = 0;
  for (const at of instants) {
    const verdict = await verdictAt(context, networkId, check, at);
    if (!verdict) break;
    judgedStates += 1;
    const last = parts.at(-1);
    if (last?.state === verdict.state && last.findingCount === verdict.findingCount) continue;
    if (last) parts[parts.length - 1] = { ...last, to: at };
    parts.push({ from: at, to: null, state: verdict.state, findingCount: verdict.findingCount });
  }
  return { parts, judgedStates, isTruncated };
}

/** The verdict on the state at an instant; undefined if the network is out of reach. */
export async function verdictAt(
  context: GraphqlContext,
  networkId: string,
  check: JudgedCheck,
  at: Date | undefined,
): Promise<Verdict | undefined> {
  const then = at ? context.asOf(at) : context;
  const state = await then.atOneMoment(({ sql }) => readStateToJudge(sql, networkId, context.requestedAt));
  if (!state) return undefined;
  const moment = <T>(read: (sql: GraphqlContext['sql']) => Promise<T>) => context.atOneMoment(({ sql }) => read(sql));
  const [verdict] = await judgeState(state, [check], context.workers, moment);
  return verdict;
}
