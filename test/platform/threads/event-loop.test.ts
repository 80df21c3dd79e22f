// Tests two helpers of long computations: `nextTurn` lets one waiting task continue in each turn of the event loop,
// and `createRoom` limits how many tasks run at a time.
import { nextTurn, createRoom } from '../../../src/platform/threads/event-loop';

test('of many waiting tasks, one continues in each turn of the event loop, in order', async () => {
  let turn = 0;
  let isCounting = true;
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  const turns = await Promise.all(['a', 'b', 'c'].map(async (name) => (await nextTurn(), { name, turn })));
  isCounting = false;
  expect(turns.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(new Set(turns.map((one) => one.turn)).size).toBe(3);
});

test('a limited section admits the given number of tasks; leaving it twice frees one place only', async () => {
  const enter = createRoom(2);
  const entered: string[] = [];
  const go = async (name: string) => {
    const leave = await enter();
    entered.push(name);
    return leave;
  };
  const [leave] = await Promise.all([go('a'), go('b')]);
  const following = [go('c'), go('d')];
  await nextTurn();
  expect(entered).toEqual(['a', 'b']);
  leave();
  leave();
  await following[0];
  await nextTurn();
  expect(entered).toEqual(['a', 'b', 'c']);
});

test('turns continue under fake timers, because other code of the process waits for real turns', async () => {
  jest.useFakeTimers();
  const turn = nextTurn();
  jest.useRealTimers();
  await turn;
  await nextTurn();
});
