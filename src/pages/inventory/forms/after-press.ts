// Delays work until the pointer is released, because elements under a pressed pointer must not move before the click.

let isPressed = false;
addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isPressed = false), true);

/**
 * Runs the work immediately or, while a pointer button is pressed, after the click, so that the work does not move the
 * pressed button of the page away from the pointer.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) return work();
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    // The click event follows the release of the pointer. `setTimeout` runs the work after the click event.
    setTimeout(work);
  };
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end, { signal: ended.signal });
}
