// Reads and writes two parts of the page's URL: the ids of closed and open boxes in short form, and the visible part of
// the picture.
import type { Picture } from '../graph/picture';
import type { Camera } from './surface';

type Closed = ReadonlyMap<string, boolean>;

/**
 * Boxes that the user closed or opened, by the last eight letters of their ids. `all` means all boxes or, in
 * `closedBoxes`, all boxes at the top level.
 */
export interface BoxesInAddress {
  readonly closedBoxes: readonly string[];
  readonly openBoxes: readonly string[];
}
export const noBoxes: BoxesInAddress = { closedBoxes: [], openBoxes: [] };
export const isBoxInAddress = (text: string): boolean => /^(all|[\da-f]{8})$/.test(text);

/**
 * The last eight letters of an id. The first letters may be the same for many ids, because they can be the time of
 * creation.
 */
const shortId = (id: string): string => id.slice(-8).toLowerCase();
/**
 * Maximum number of closed and of open boxes in the URL. If there are more, `all` is written instead, so that this part
 * of the URL has at most about 2 KB.
 */
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

/** Centre and zoom of the visible part in the URL; undefined if the URL has none. */
export function cameraInAddress(search: string): Camera | undefined {
  const [x, y, zoom, ...others] = (new URLSearchParams(search).get('look') ?? '').split(',').map(Number);
  const isCamera = others.length === 0 && [x, y, zoom].every(Number.isFinite) && zoom! > 0;
  return isCamera ? { x: x!, y: y!, zoom: zoom! } : undefined;
}

/**
 * The URL with this centre and zoom added. Without a camera, the URL is unchanged, which means that the whole picture
 * is shown.
 */
export function withCamera(address: string, camera: Camera | null | undefined): string {
  if (!camera) return address;
  const { x, y, zoom } = camera;
  return `${address}&look=${Math.round(x)},${Math.round(y)},${zoom}`;
}
