// Remembers closed boxes and viewports for this browser tab, so that a reload shows the same drawing.
import type { Camera } from './surface';

type Closed = ReadonlyMap<string, boolean>;

const closedKey = (scene: string) => `netloom.closed.${scene}`;
const cameraKey = (scene: string) => `netloom.camera.${scene}`;

/** Stores a value, or removes it if null. If the storage is full, a reload simply shows the initial drawing. */
function store(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

function load(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export const keepClosed = (scene: string, closed: Closed): void =>
  store(closedKey(scene), closed.size === 0 ? null : [...closed]);

export function keptClosed(scene: string): Closed {
  const entries = load(closedKey(scene));
  if (!Array.isArray(entries)) return new Map();
  const isEntry = (one: unknown): one is [string, boolean] =>
    Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'boolean';
  return new Map(entries.filter(isEntry));
}

export const keepCamera = (scene: string, camera: Camera | null): void => store(cameraKey(scene), camera);

export function keptCamera(scene: string): Camera | undefined {
  const { x, y, zoom } = (load(cameraKey(scene)) ?? {}) as Partial<Camera>;
  return [x, y, zoom].every(Number.isFinite) && zoom! > 0 ? { x: x!, y: y!, zoom: zoom! } : undefined;
}
