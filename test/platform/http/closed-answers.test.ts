// Tests `whenClosed`, which calls functions when a response is closed. Each function is called once, and one event
// listener serves all functions of a response.
import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { whenClosed } from '../../../src/platform/http/closed-answers';

const newAnswer = () => Object.assign(new EventEmitter(), { destroyed: false });

test.each([1, 11, 500])(
  '%d callbacks wait for one response with one listener, without a warning, and run once each',
  async (count) => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    const answer = newAnswer();
    const called: number[] = [];
    for (let at = 0; at < count; at += 1) whenClosed(answer as never, () => called.push(at));
    expect(answer.listenerCount('close')).toBe(1);
    answer.emit('close');
    answer.emit('close');
    await turn();
    process.off('warning', onWarning);
    expect(called).toEqual(Array.from({ length: count }, (_, at) => at));
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
  },
);

test('callbacks added to a response that is already closed run at once', () => {
  let isCalled = false;
  whenClosed(Object.assign(newAnswer(), { destroyed: true }) as never, () => (isCalled = true));
  expect(isCalled).toBe(true);
});
