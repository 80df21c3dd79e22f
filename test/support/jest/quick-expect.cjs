// Makes a passing expectation as fast as the comparison in it. Jest's own `expect` creates some 200 functions and an
// error in each call, which is half of the work in property tests with many cases. A failure is passed to Jest's own
// `expect`, which reports it.
'use strict';
const { equals, iterableEquality } = require('@jest/expect-utils');

const areNumbers = (...values) => values.every((value) => typeof value === 'number' || typeof value === 'bigint');

/** Jest's own comparison functions, for the matchers that tests use in loops. */
const isMet = {
  toBe: Object.is,
  toEqual: (received, expected) => equals(received, expected, [iterableEquality]),
  toBeGreaterThan: (received, expected) => areNumbers(received, expected) && received > expected,
  toBeGreaterThanOrEqual: (received, expected) => areNumbers(received, expected) && received >= expected,
  toBeLessThan: (received, expected) => areNumbers(received, expected) && received < expected,
  toBeLessThanOrEqual: (received, expected) => areNumbers(received, expected) && received <= expected,
};

/** The `expect` that suites get. Matchers that are not in `isMet` are passed on to Jest's own `expect`. */
module.exports = function quickExpect(expect) {
  class Expectation {
    constructor(received) {
      this.received = received;
    }
  }
  for (const name of Object.keys(expect()).filter((one) => !(one in isMet)))
    Object.defineProperty(Expectation.prototype, name, {
      get() {
        return expect(this.received)[name];
      },
    });
  for (const [name, compare] of Object.entries(isMet))
    Object.defineProperty(Expectation.prototype, name, {
      value: function quickly(...given) {
        if (given.length === 1 && compare(this.received, given[0])) {
          const state = expect.getState();
          state.assertionCalls += 1;
          state.numPassingAsserts += 1;
          return;
        }
        try {
          expect(this.received)[name](...given);
        } catch (error) {
          // The stack trace begins at the line of the suite that called `expect`.
          Error.captureStackTrace(error, quickly);
          throw error;
        }
        // Jest's own `expect` has passed, although the fast comparison failed. This happens if the value is an
        // iterator, which the fast comparison has read to its end.
        throw new Error(`expect(…).${name}(…) was not met, and is when it is asked once more.`);
      },
    });
  const quick = (...received) => (received.length > 1 ? expect(...received) : new Expectation(received[0]));
  // Custom equality testers are not supported, because Jest's comparison functions are called without custom testers.
  return Object.assign(quick, expect, { addEqualityTesters: undefined });
};
