// Reads and writes two parts of the page's URL: which boxes the user has closed or opened, and the viewport.
import type { Picture } from '../graph/picture';
import type { Camera } from './surface';

type Closed = ReadonlyMap<string, boolean>;

/**
 * Boxes by the last eight letters of their ids. `all` stands for all boxes, or in `closedBoxes` for the outermost ones.
 */
export interface BoxesInAddress {
  readonly closedBoxes: readonly string[];
  readonly openBoxes: readonly string[];
}
export const noBoxes: BoxesInAddress = { closedBoxes: [], openBoxes: [] };
export const isBoxInAddress = (text: string): boolean => /^(all|[\da-f]{8})$/.test(text);

/** Uses the end of an id: ids may begin with a time, so that ids of the same time have the same beginning. */
const shortId = (id: string): string => id.slice(-8).toLowerCase();
/** If more boxes than this are closed or open, the URL says `all`, so that it does not become too long. */
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

/** Centre and zoom from the URL; undefined if it has none. */
export function cameraInAddress(search: string): Camera | undefined {
  const [x, y, zoom, ...others] = (new URLSearchParams(search).get('look') ?? '').split(',').map(Number);
  const isCamera = others.length === 0 && [x, y, zoom].every(Number.isFinite) && zoom! > 0;
  return isCamera ? { x: x!, y: y!, zoom: zoom! } : undefined;
}

/** Adds centre and zoom to the URL. Null means the starting view, which is not written. */
export function withCamera(address: string, camera: Camera | null | undefined): string {
  if (!camera) return address;
  const { x, y, zoom } = camera;
  return `${address}&look=${Math.round(x)},${Math.round(y)},${zoom}`;
}
