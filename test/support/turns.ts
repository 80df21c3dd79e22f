// How many turns of the event loop a piece of work takes, on a clock on which each look at the time is so much later.
import { turnClock } from '../../src/platform/threads/event-loop';

export async function countTurns<T>(
  work: () => Promise<T>,
  stepMs = 1,
): Promise<{ readonly turns: number; readonly answer: T }> {
  // What a turn before began by another clock is over.
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
