// Waits until the pointer is released: what lies under it must not move before its click.

let isPressed = false;
addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isPressed = false), true);

/** Works at once; while the pointer is pressed, after its click. */
export function afterPress(work: () => void): void {
  if (!isPressed) return work();
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    // The click follows the release at once.
    setTimeout(work);
  };
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end, { signal: ended.signal });
}
