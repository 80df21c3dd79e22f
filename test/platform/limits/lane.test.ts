// Tests lanes. A lane runs a limited number of jobs at a time in order of arrival, and lets a limited number of jobs
// wait. When a job ends or fails, the next one starts.
import { createLane } from '../../../src/platform/limits/lane';

/** A job that the test can finish or fail. */
function job() {
  let [finish, fail]: [() => void, (reason: Error) => void] = [() => undefined, () => undefined];
  const result = new Promise<string>((resolve, reject) => {
    finish = () => resolve('done');
    fail = reject;
  });
  const work = jest.fn(() => result);
  return { work, finish: () => finish(), fail: () => fail(new Error('it went wrong')) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('at most the given number of tasks run at once; others follow in order', async () => {
  const lane = createLane(2, 5);
  const jobs = Array.from({ length: 4 }, job);
  const running = () => jobs.map(({ work }) => work.mock.calls.length);
  const results = jobs.map(({ work }) => lane.run(work));
  await turn();
  expect(running()).toEqual([1, 1, 0, 0]);
  jobs[1]!.finish();
  await turn();
  expect(running()).toEqual([1, 1, 1, 0]);
  for (const { finish } of jobs) finish();
  expect(await Promise.all(results)).toEqual(Array.from({ length: 4 }, () => 'done'));
});

test('a task beyond the maximum queue length is refused; later tasks are accepted when there is room', async () => {
  const lane = createLane(1, 2);
  const jobs = Array.from({ length: 4 }, job);
  const results = jobs.map(({ work }) => lane.run(work));
  expect(await results[3]).toBeUndefined();
  expect(jobs[3]!.work).not.toHaveBeenCalled();
  for (const { finish } of jobs) finish();
  await Promise.all(results);
  expect(await lane.run(() => Promise.resolve('more'))).toBe('more');
});

test('a task that fails frees its place for the next', async () => {
  const lane = createLane(1, 2);
  const [first, second] = [job(), job()];
  const results = [lane.run(first.work), lane.run(second.work)];
  first.fail();
  await expect(results[0]).rejects.toThrow('it went wrong');
  second.finish();
  expect(await results[1]).toBe('done');
});
