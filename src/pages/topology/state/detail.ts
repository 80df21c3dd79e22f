// How far a graph is folded: by the room of the window, by what was unfolded, and by what questions name.
import type { GraphDetailInput } from '../../../generated/page-operations';
import type { AskedQuestions, Path } from './answers';
import { isId, mostIds, optionalKindsIn, type Place } from './place';

/** What the canvas can show so that it is read. */
export interface Room {
  /** Marks of a folded graph. */
  readonly limit: number;
  /** Nodes of a graph that is small enough to be seen whole, and looked at more closely part by part. */
  readonly foldAbove: number;
}

/** Pixels that a mark takes with its name and the space around it. */
const perMark = 7_000;
const nodesPerMark = 3.5;
const least = 40;

export function roomOf(width: number, height: number): Room {
  const limit = Math.max(least, Math.round((width * height) / perMark));
  return { limit, foldAbove: Math.round(limit * nodesPerMark) };
}

/** The window without the panel beside the picture and the bars above and below. */
export const windowRoom = (): Room => roomOf(innerWidth > 800 ? innerWidth - 290 : innerWidth, innerHeight - 140);

/** Gaps of a VLAN that are shown with their ports; more are marked on what they are folded in. */
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

/** Of a host that is in many subnets only the addresses that the path goes through. */
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

/** Null: not at all. The selection is shown wherever it is, but selecting something else folds nothing. */
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

/** A key that changes with the detail of the answer. */
export const detailKey = (given: Given): string =>
  JSON.stringify([toDetailInput(given, false), optionalKindsIn(given.place)]);
