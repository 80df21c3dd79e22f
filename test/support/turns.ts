// Counts the turns of the event loop that work takes, with a clock that each read advances by `stepMs`.
import { turnClock } from '../../src/platform/threads/event-loop';

export async function countTurns<T>(
  work: () => Promise<T>,
  stepMs = 1,
): Promise<{ readonly turns: number; readonly answer: T }> {
  // Waits for the next turn of the event loop, because the current turn may have begun before the clock was replaced.
  await new Promise((resolve) => void setImmediate(resolve));
  let time = 0;
  const clock = jest.spyOn(turnClock, 'now').mockImplementation(() => (time += stepMs));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    const answer = await work();
    return { answer, turns };
  } finally {
    isOver = true;
    clock.mockRestore();
  }
}
