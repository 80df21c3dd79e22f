// Computes how to fold a graph (which nodes to group into one symbol): by the size of the window, the folds that the
// user opened, and the nodes that must be visible.
import type { GraphDetailInput } from '../../../generated/page-operations';
import { fitMargin, type Size } from '../layout/tree';
import type { AskedQuestions, Path } from './answers';
import { isId, mostIds, requestedOptionalKinds, type Place } from './place';

/** How many nodes fit on the canvas with readable names. */
export interface Room {
  /** Maximum number of symbols to draw if the graph is folded. */
  readonly limit: number;
  /** Graphs with more nodes are folded. Smaller ones are drawn completely, for the user to zoom in. */
  readonly foldAbove: number;
}

/** Square pixels for a symbol with its name and the space around it. */
const perMark = 7_000;
const nodesPerMark = 3.5;
const least = 40;
/** Narrower canvases, in pixels, have space for few nodes side by side. */
const widthOfFewCards = 480;
const perMarkIfNarrow = 9_000;
const leastIfNarrow = 16;
/** Maximum width in pixels of windows that show the side panel above the picture. */
const narrowWidth = 800;
/** The share of a narrow window's height that remains for the canvas. */
const heightShareIfNarrow = 0.65;

export function computeRoom(width: number, height: number): Room {
  const isNarrow = width <= widthOfFewCards;
  const area = width * height;
  const limit = isNarrow
    ? Math.max(leastIfNarrow, Math.round(area / perMarkIfNarrow))
    : Math.max(least, Math.round(area / perMark));
  return { limit, foldAbove: Math.round(limit * nodesPerMark) };
}

export const isNarrowWindow = (): boolean => innerWidth <= narrowWidth;
/** Width and height of the canvas in pixels: the window without panel and bars. */
export const canvasSize = () =>
  isNarrowWindow()
    ? { width: innerWidth, height: innerHeight * heightShareIfNarrow }
    : { width: innerWidth - 290, height: innerHeight - 140 };
/** Width and height in pixels that are available for the whole drawing. */
export function roomForPicture(): Size {
  // The height of the bars above the canvas varies. Before the canvas exists, its size is estimated.
  const canvas = document.getElementById('canvas');
  const { width, height } = canvas?.clientHeight
    ? { width: canvas.clientWidth, height: canvas.clientHeight }
    : canvasSize();
  return { width: width - 2 * fitMargin, height: height - 2 * fitMargin };
}

export const windowRoom = (): Room => computeRoom(canvasSize().width, canvasSize().height);

/**
 * Up to this number, the ports that lack a VLAN are all drawn. If there are more, the folds that contain them are
 * highlighted instead.
 */
const mostGaps = 20;
/** The affected rows of at most this many findings are drawn individually. */
const mostFindings = 60;

function revealedBy(
  { from, to, root, failing, revealed, supposed }: Place,
  answers: AskedQuestions,
  pathIndex: number,
): string[] {
  const gaps = answers.vlan?.answer?.gaps ?? [];
  const hops = answers.paths?.answer?.[pathIndex]?.hops ?? [];
  const findings = answers.verdict?.answer?.findings ?? [];
  return [
    ...[...revealed, from, to, root, ...failing].filter((id) => id !== null),
    ...supposed.flatMap((one) => (one.type === 'cable' ? [one.id, one.otherId] : [one.id])),
    ...hops.flatMap(stopOf),
    ...(gaps.length > mostGaps ? [] : gaps.map(({ lackingInterfaceId }) => lackingInterfaceId)),
    ...findings.slice(0, mostFindings).flatMap(({ elementIds }) => elementIds.slice(0, 1)),
  ];
}

/** The nodes of a hop: the host's addresses on the path or, without addresses, the host itself. */
function stopOf({ kind, id, inIpAddress, outIpAddress }: Path['hops'][number]): string[] {
  const addresses = [inIpAddress, outIpAddress].flatMap((address) => (address ? [address.id] : []));
  return kind === 'Host' && addresses.length > 0 ? addresses : [id];
}

interface DetailState {
  readonly place: Place;
  readonly room: Room;
  readonly answers: AskedQuestions;
  readonly pathIndex: number;
}

/**
 * How the service should fold the graph; null for no folding. Nodes that the user or an answer names are always drawn,
 * and so is the selected node if `isWithSelection` is true.
 */
export function toDetailInput(
  { place, room, answers, pathIndex }: DetailState,
  isWithSelection = true,
): GraphDetailInput | null {
  const { groupBy, unfolded, folded, selected } = place;
  if (groupBy === 'Nothing') return null;
  const selection = isWithSelection && selected !== null ? [selected] : [];
  const reveal = [...new Set([...selection, ...revealedBy(place, answers, pathIndex)])].filter(isId).slice(0, mostIds);
  return {
    ...room,
    groupBy: groupBy ?? 'Auto',
    expanded: [...unfolded],
    collapsed: [...folded],
    reveal,
  };
}

/** A text that changes whenever the graph must be loaded again with other folds or edge types. */
export const detailKey = (state: DetailState): string =>
  JSON.stringify([toDetailInput(state, false), requestedOptionalKinds(state.place)]);
