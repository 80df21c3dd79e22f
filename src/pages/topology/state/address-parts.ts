// Parts of the address besides the place: which boxes are closed or open, in short, and the visible part of the picture.
import type { Picture } from '../graph/picture';
import type { Camera } from './surface';

type Closed = ReadonlyMap<string, boolean>;

/** Boxes by the ends of their ids; `all` stands for all boxes, in `closed` for those at the top level. */
export interface BoxesInAddress {
  readonly closedBoxes: readonly string[];
  readonly openBoxes: readonly string[];
}
export const noBoxes: BoxesInAddress = { closedBoxes: [], openBoxes: [] };
export const isBoxInAddress = (text: string): boolean => /^(all|[\da-f]{8})$/.test(text);

/** The last letters of an id differ also among ids that begin with their time. */
const shortId = (id: string): string => id.slice(-8).toLowerCase();
/** With more boxes of a kind, `all` is written, so that the address has at most about 2 KB. */
const mostBoxes = 60;

export function boxesInAddress(closed: Closed): BoxesInAddress {
  const idsOf = (isClosed: boolean) => [...closed].flatMap(([id, one]) => (one === isClosed ? [shortId(id)] : []));
  const [closedIds, openIds] = [idsOf(true), idsOf(false)];
  const isClosedByDefault = closedIds.length > mostBoxes;
  const isOpenByDefault = openIds.length > mostBoxes && !isClosedByDefault;
  return {
    closedBoxes: isClosedByDefault ? ['all'] : closedIds,
    openBoxes: isOpenByDefault ? ['all'] : openIds.slice(0, mostBoxes),
  };
}

export function closedFromAddress(
  { closedBoxes, openBoxes }: BoxesInAddress,
  { boxes }: Pick<Picture, 'boxes'>,
): Closed {
  const closed = new Map<string, boolean>();
  const [closedIds, openIds] = [new Set(closedBoxes), new Set(openBoxes)];
  for (const { id, parentId } of boxes) {
    if (openIds.has('all')) closed.set(id, false);
    if (closedIds.has('all') && parentId === null) closed.set(id, true);
    if (closedIds.has(shortId(id))) closed.set(id, true);
    if (openIds.has(shortId(id))) closed.set(id, false);
  }
  return closed;
}

/** Centre and zoom in the address; undefined if it has none. */
export function cameraInAddress(search: string): Camera | undefined {
  const [x, y, zoom, ...others] = (new URLSearchParams(search).get('look') ?? '').split(',').map(Number);
  const isCamera = others.length === 0 && [x, y, zoom].every(Number.isFinite) && zoom! > 0;
  return isCamera ? { x: x!, y: y!, zoom: zoom! } : undefined;
}

/** The address with this centre and zoom; without them, the whole picture is shown. */
export function withCamera(address: string, camera: Camera | null | undefined): string {
  if (!camera) return address;
  const { x, y, zoom } = camera;
  return `${address}&look=${Math.round(x)},${Math.round(y)},${zoom}`;
}
