// Loads what a place shows: the graph of an instant, or of two that are compared, as one picture.
import { PageGraphDocument } from '../../../generated/page-operations';
import { ask } from '../api/ask';
import { askDifference } from '../api/difference';
import { unionOf } from '../graph/difference';
import { freshnessJudge, readPicture } from '../graph/picture';
import type { Scene } from './place';
import type { State } from './store';

export async function loadScene(
  { graph, at }: Scene,
  since: string | null,
  staleAfterHours: number,
  signal: AbortSignal,
): Promise<Pick<State, 'picture' | 'options' | 'difference'>> {
  const load = async (instant: string | null) => {
    const { topology } = await ask(PageGraphDocument, graph, { at: instant, signal });
    const judge = freshnessJudge(staleAfterHours, instant === null ? Date.now() : Date.parse(instant));
    return { picture: readPicture(topology.graph, judge), options: topology.options };
  };
  if (since === null) return { ...(await load(at)), difference: undefined };
  const isLater = at !== null && Date.parse(since) > Date.parse(at);
  const [from, to] = isLater ? [at, since] : [since, at];
  const [earlier, later, difference] = await Promise.all([
    load(from),
    load(to),
    askDifference(graph, { from, to }, signal),
  ]);
  return { picture: unionOf(later.picture, earlier.picture), options: later.options, difference };
}
