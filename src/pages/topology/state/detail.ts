// Computes how a graph is folded: by the space in the window, by what the user unfolded, and by the nodes that
// questions name.
import type { GraphDetailInput } from '../../../generated/page-operations';
import type { AskedQuestions, Path } from './answers';
import { isId, mostIds, chosenOptionalKinds, type Place } from './place';

/** How much the canvas can show legibly. */
export interface Room {
  /** Maximum number of marks in a folded graph. */
  readonly limit: number;
  /** Graphs with more nodes are folded. A smaller graph is shown completely, and the user zooms in on parts of it. */
  readonly foldAbove: number;
}

/** Area of a mark with its name and the space around it, in square pixels. */
const perMark = 7_000;
const nodesPerMark = 3.5;
const least = 40;
/** In a canvas of at most this width, few cards stand beside each other. */
const widthOfFewCards = 480;
const perMarkIfNarrow = 9_000;
const leastIfNarrow = 16;
/** Windows of at most this width have the side panel above the picture. */
const narrowWidth = 800;
/** The part of the height of a narrow window that bars and tools leave to the canvas. */
const heightShareIfNarrow = 0.65;

export function computeRoom(width: number, height: number): Room {
  const isNarrow = width <= widthOfFewCards;
  const area = width * height;
  const limit = isNarrow
    ? Math.max(leastIfNarrow, Math.round(area / perMarkIfNarrow))
    : Math.max(least, Math.round(area / perMark));
  return { limit, foldAbove: Math.round(limit * nodesPerMark) };
}

/** The canvas of the window, without the side panel and the bars above and below. */
export const canvasSize = () =>
  innerWidth > narrowWidth
    ? { width: innerWidth - 290, height: innerHeight - 140 }
    : { width: innerWidth, height: innerHeight * heightShareIfNarrow };
export const windowRoom = (): Room => computeRoom(canvasSize().width, canvasSize().height);

/**
 * If a VLAN has at most this number of gaps, their ports are unfolded. Otherwise the folds that contain them are
 * marked.
 */
const mostGaps = 20;

function revealedBy(
  { from, to, root, failing, revealed }: Place,
  answers: AskedQuestions,
  pathIndex: number,
): string[] {
  const gaps = answers.vlan?.answer?.gaps ?? [];
  const hops = answers.paths?.answer?.[pathIndex]?.hops ?? [];
  return [
    ...[...revealed, from, to, root, ...failing].filter((id) => id !== null),
    ...hops.flatMap(stopOf),
    ...(gaps.length > mostGaps ? [] : gaps.map(({ lackingInterfaceId }) => lackingInterfaceId)),
  ];
}

/** For a host with many addresses, only the addresses on the path. */
function stopOf({ kind, id, inIpAddress, outIpAddress }: Path['hops'][number]): string[] {
  const addresses = [inIpAddress, outIpAddress].flatMap((address) => (address ? [address.id] : []));
  return kind === 'Host' && addresses.length > 0 ? addresses : [id];
}

interface Given {
  readonly place: Place;
  readonly room: Room;
  readonly answers: AskedQuestions;
  readonly pathIndex: number;
}

/**
 * The detail to request; null for no folding. The selected node is unfolded, but `detailKey` ignores the selection, so
 * that selecting another node folds nothing.
 */
export function toDetailInput(
  { place, room, answers, pathIndex }: Given,
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

/** A key that changes whenever the graph must be requested with different detail. */
export const detailKey = (given: Given): string =>
  JSON.stringify([toDetailInput(given, false), chosenOptionalKinds(given.place)]);
