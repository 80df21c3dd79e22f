// Measures how smoothly the topology page moves its picture: frames per second, and tasks of the main thread.
import type { Browser, Page } from 'playwright-core';
import { taskFigures, traced } from './main-thread-tasks';

/** Number of movements of the pointer, and of turns of the mouse wheel. */
const steps = 60;
/** Maximum duration of a task that does not delay a frame, in milliseconds: one frame at 60 frames a second. */
const shortTaskMs = 16;

export interface Smoothness {
  readonly framesPerSecond: number;
  /** The share of the main thread's tasks that take at most 16 ms, from 0 to 1. */
  readonly shortTasks: number;
}

/** Drags the topology picture back and forth with the pointer, then zooms with the mouse wheel. */
export async function moveAround(browser: Browser, page: Page): Promise<Smoothness> {
  const { events, result: framesPerSecond } = await traced(browser, page, () => countFrames(page));
  return { framesPerSecond, shortTasks: taskFigures(events, shortTaskMs).shareWithin };
}

async function countFrames(page: Page): Promise<number> {
  const { x, y } = (await page.locator('#canvas').boundingBox())!;
  const [leftEdge, upper] = [x + 4, y + 4];
  await page.mouse.move(leftEdge, upper);
  await page.evaluate(() => {
    const watch = {
      ...{ frames: 0, began: performance.now(), ended: 0 },
      next(): void {
        if (watch.ended) return;
        watch.frames += 1;
        requestAnimationFrame(() => watch.next());
      },
    };
    (window as unknown as { watch: typeof watch }).watch = watch;
    requestAnimationFrame(() => watch.next());
  });
  await page.mouse.down();
  for (let step = 1; step <= steps; step += 1) {
    const far = Math.min(step, steps - step) * 8;
    await page.mouse.move(leftEdge + far, upper + far);
  }
  await page.mouse.up();
  for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, step < steps / 2 ? -60 : 60);
  return page.evaluate(() => {
    const { watch } = window as unknown as { watch: { frames: number; began: number; ended: number } };
    watch.ended = performance.now();
    return Math.round((watch.frames * 1000) / (watch.ended - watch.began));
  });
}
