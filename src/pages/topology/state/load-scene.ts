// Loads the graph of one instant, or the graphs of two compared instants as one picture.
import { PageGraphDocument, type GraphDetailInput } from '../../../generated/page-operations';
import { ask } from '../../kit/ask-as-of';
import { askDifference } from '../api/difference';
import { unitePictures } from '../graph/difference';
import type { PageGraph } from '../graph/picture';
import { freshnessJudge, readPicture } from '../graph/read-picture';
import { mostIds, type Scene } from './place';
import type { State } from './store';

interface Reading {
  readonly effectiveStaleAfterHours: number;
  readonly drawsFolds: (nodes: number) => boolean;
  /** Reads the graph of the present from the live subscription. */
  readonly present: (of: Scene['graph'], signal: AbortSignal) => Promise<PageGraph>;
}

export async function loadScene(
  { graph, at }: Scene,
  since: string | null,
  { effectiveStaleAfterHours, drawsFolds, present }: Reading,
  signal: AbortSignal,
): Promise<Pick<State, 'picture' | 'options' | 'difference'>> {
  const load = async (instant: string | null, detail = graph.detail) => {
    const topology =
      instant === null
        ? await present({ ...graph, detail }, signal)
        : (await ask(PageGraphDocument, { ...graph, detail }, { at: instant, signal })).topology;
    const judge = freshnessJudge(effectiveStaleAfterHours, instant === null ? Date.now() : Date.parse(instant));
    const picture = readPicture(topology.graph, graph.view, judge, drawsFolds);
    return { picture, options: topology.options, folds: topology.graph.folds };
  };
  if (since === null) {
    const { picture, options } = await load(at);
    return { picture, options, difference: undefined };
  }
  const isLater = at !== null && Date.parse(since) > Date.parse(at);
  const [from, to] = isLater ? [at, since] : [since, at];
  const loadBoth = async () => {
    const later = await load(to);
    return { later, earlier: await load(from, openedAs(graph.detail, later.folds)) };
  };
  const [{ later, earlier }, difference] = await Promise.all([loadBoth(), askDifference(graph, { from, to }, signal)]);
  return { picture: unitePictures(later.picture, earlier.picture), options: later.options, difference };
}

const unfolded = 100_000;

/**
 * The detail of a request for the earlier graph in which the same folds are expanded as in the later graph, however
 * large the earlier graph is.
 */
function openedAs(detail: GraphDetailInput | null, folds: PageGraph['graph']['folds']): GraphDetailInput | null {
  if (!detail) return null;
  // Folds of machines without a known cable are collapsed even in small graphs. If no other fold is collapsed, the
  // earlier graph is requested without folding.
  if (folds.every(({ isExpanded, basis }) => isExpanded || basis === 'LearnedEndpoints'))
    return { ...detail, foldAbove: unfolded, collapsed: [] };
  const expanded = folds.filter(({ isExpanded }) => isExpanded).map(({ id }) => id);
  return { ...detail, limit: 1, foldAbove: 1, expanded: expanded.slice(0, mostIds), collapsed: [] };
}
