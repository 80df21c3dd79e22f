// Computes how a graph is folded: from the size of the window, the folds that the user opened, and the nodes that
// questions name.
import type { GraphDetailInput } from '../../../generated/page-operations';
import type { AskedQuestions, Path } from './answers';
import { isId, mostIds, requestedOptionalKinds, type Place } from './place';

/** How many nodes the canvas can show legibly. */
export interface Room {
  /** Maximum number of symbols that are drawn for a folded graph. */
  readonly limit: number;
  /**
   * Graphs with more nodes than this number are folded. A smaller graph is shown completely, and the user zooms in on
   * parts of it.
   */
  readonly foldAbove: number;
}

/** Area of a symbol with its name and the space around it, in square pixels. */
const perMark = 7_000;
const nodesPerMark = 3.5;
const least = 40;
/** Maximum width in pixels of a canvas that counts as narrow. In a narrow canvas, few nodes fit side by side. */
const widthOfFewCards = 480;
const perMarkIfNarrow = 9_000;
const leastIfNarrow = 16;
/** Maximum width in pixels of windows that show the side panel above the picture. */
const narrowWidth = 800;
/** The share of a narrow window's height that is left to the canvas, below bars and tools. */
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
/** Width and height in pixels of the canvas: the window without the side panel and the bars above and below. */
export const canvasSize = () =>
  isNarrowWindow()
    ? { width: innerWidth, height: innerHeight * heightShareIfNarrow }
    : { width: innerWidth - 290, height: innerHeight - 140 };
export const windowRoom = (): Room => computeRoom(canvasSize().width, canvasSize().height);

/**
 * A gap of a VLAN is a link with a port that lacks the VLAN. Up to this number of gaps, these ports are unfolded. If
 * there are more gaps, the folds that contain the ports are highlighted.
 */
const mostGaps = 20;
/** Maximum number of findings of a check whose rows are unfolded. */
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

/** The ids of the nodes of a hop of a path. For a host with IP addresses on the path, only these addresses. */
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
 * How the requested graph is to be folded; null for no folding. The selected node is unfolded. `detailKey` leaves the
 * selection out, so that the graph is not loaded and folded again when the user selects another node.
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

/** A key that changes whenever the graph must be requested with a different detail or other optional edge types. */
export const detailKey = (state: DetailState): string =>
  JSON.stringify([toDetailInput(state, false), requestedOptionalKinds(state.place)]);
