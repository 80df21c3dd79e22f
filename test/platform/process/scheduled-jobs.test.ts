// Tests the scheduler of background jobs. A job runs at once, and again some time after its last run has ended or
// failed. After `close`, no job starts.
import { hasPassed, startBackgroundWork } from '../../../src/platform/process/scheduled-jobs';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const never = (error: unknown) => {
  throw error;
};

test('a job runs at once, and again after its pause, counted from the end of the last run', async () => {
  const ends: (() => void)[] = [];
  const run = jest.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  startBackgroundWork([{ name: 'tested', everySeconds: 5, run }], never);
  expect(run).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(run).toHaveBeenCalledTimes(1);
  ends[0]!();
  await jest.advanceTimersByTimeAsync(4_999);
  expect(run).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
});

test.each([
  ['less than the interval', '10:00:59', false],
  ['the interval', '10:01:00', true],
  ['more than the interval', '12:00:00', true],
  ['no time', '10:00:00', false],
  ['a negative time, because the clock was set back,', '09:59:59', true],
])('after %s, an interval of a minute has passed: %s', (_what, now, isPassed) => {
  const at = (time: string) => new Date(`2026-05-01T${time}Z`);
  expect(hasPassed(60, at('10:00:00'), at(now))).toBe(isPassed);
});

test('a failed run is reported and repeated; other jobs continue', async () => {
  const failure = new Error('no database');
  const onError = jest.fn();
  const failing = jest.fn(() => Promise.reject(failure));
  const other = jest.fn(() => Promise.resolve());
  const rounds = [
    { name: 'tested', everySeconds: 5, run: failing },
    { name: 'tested', everySeconds: 1, run: other },
  ];
  startBackgroundWork(rounds, onError);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(onError.mock.calls).toEqual([[failure], [failure]]);
  expect(other.mock.calls.length).toBeGreaterThanOrEqual(5);
});

test('closing waits for running jobs, and starts no others', async () => {
  let end!: () => void;
  const run = jest.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const idle = jest.fn(() => Promise.resolve());
  const rounds = [
    { name: 'tested', everySeconds: 5, run },
    { name: 'tested', everySeconds: 5, run: idle },
  ];
  const work = startBackgroundWork(rounds, never);
  let isClosed = false;
  const closing = work.close().then(() => (isClosed = true));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(isClosed).toBe(false);
  end();
  await closing;
  await jest.advanceTimersByTimeAsync(60_000);
  expect([run.mock.calls.length, idle.mock.calls.length]).toEqual([1, 1]);
});

test('closing tells running jobs to end', async () => {
  const run = (_now: Date, stopping: AbortSignal) =>
    new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()));
  const work = startBackgroundWork([{ name: 'tested', everySeconds: 5, run }], never);
  await work.close();
});
