// Loads the graph to draw. For a comparison of two instants, or for a what-if question, loads two graphs and combines
// them.
import {
  PageGraphDocument,
  PageSupposedGraphDocument,
  type GraphDetailInput,
} from '../../../generated/page-operations';
import { ask } from '../../kit/ask-as-of';
import { askDifference, askSupposedDifference } from '../api/difference';
import { unitePictures } from '../graph/difference';
import type { PageGraph } from '../graph/picture';
import { freshnessJudge, readPicture } from '../graph/read-picture';
import { toChanges } from '../suppose/supposed';
import { mostIds, type Place, type Scene } from './place';
import type { State } from './store';

interface Reading {
  readonly effectiveStaleAfterHours: number;
  readonly drawsFolds: (nodes: number) => boolean;
  /** Returns the present graph from the live subscription. */
  readonly present: (of: Scene['graph'], signal: AbortSignal) => Promise<PageGraph>;
}

type Loaded = Pick<State, 'picture' | 'options' | 'difference' | 'supposition'>;

export async function loadScene(
  { graph, at }: Scene,
  { since, supposed }: Pick<Place, 'since' | 'supposed'>,
  { effectiveStaleAfterHours, drawsFolds, present }: Reading,
  signal: AbortSignal,
): Promise<Loaded> {
  const read = (answered: PageGraph['graph'], instant: string | null) => {
    const judge = freshnessJudge(effectiveStaleAfterHours, instant === null ? Date.now() : Date.parse(instant));
    return readPicture(answered, graph.view, judge, drawsFolds);
  };
  const load = async (instant: string | null, detail = graph.detail) => {
    const topology =
      instant === null
        ? await present({ ...graph, detail }, signal)
        : (await ask(PageGraphDocument, { ...graph, detail }, { at: instant, signal })).topology;
    return { picture: read(topology.graph, instant), options: topology.options, folds: topology.graph.folds };
  };
  const none = { difference: undefined, supposition: undefined };
  if (supposed.length > 0) {
    const real = await load(at);
    // The what-if graph is folded like the graph without the changes, so that the two graphs differ only by the
    // changes.
    const supposition = { detail: openedAs(graph.detail, real.folds), changes: toChanges(supposed) };
    const variables = { ...graph, ...supposition };
    const [answer, difference] = await Promise.all([
      ask(PageSupposedGraphDocument, variables, { at, signal }),
      askSupposedDifference(variables, at, signal),
    ]);
    const { picture, options } = real;
    const answered = answer.topology.whatIf.graph;
    if (!answered || !difference) return { picture, options, ...none };
    // Rows removed by the what-if changes must not count as hidden by filters.
    const after = { ...read(answered, at), filteredOut: picture.filteredOut };
    return { picture: unitePictures(after, picture), options, difference, supposition };
  }
  if (since === null) {
    const { picture, options } = await load(at);
    return { picture, options, ...none };
  }
  const isLater = at !== null && Date.parse(since) > Date.parse(at);
  const [from, to] = isLater ? [at, since] : [since, at];
  const loadBoth = async () => {
    const later = await load(to);
    return { later, earlier: await load(from, openedAs(graph.detail, later.folds)) };
  };
  const [{ later, earlier }, difference] = await Promise.all([loadBoth(), askDifference(graph, { from, to }, signal)]);
  const picture = unitePictures(later.picture, earlier.picture);
  return { picture, options: later.options, difference, supposition: undefined };
}

const unfolded = 100_000;

/**
 * Returns the folding options that give a second graph the folds of an already loaded graph, whatever the size of the
 * second graph.
 */
function openedAs(detail: GraphDetailInput | null, folds: PageGraph['graph']['folds']): GraphDetailInput | null {
  if (!detail) return null;
  // If all folds are expanded, the second graph is drawn without folds. Folds of machines without a known cable
  // (`LearnedEndpoints`) do not count: they stay collapsed even in small graphs.
  if (folds.every(({ isExpanded, basis }) => isExpanded || basis === 'LearnedEndpoints'))
    return { ...detail, foldAbove: unfolded, collapsed: [] };
  const expanded = folds.filter(({ isExpanded }) => isExpanded).map(({ id }) => id);
  return { ...detail, limit: 1, foldAbove: 1, expanded: expanded.slice(0, mostIds), collapsed: [] };
}
