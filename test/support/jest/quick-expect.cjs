// Makes a passing expectation as cheap as its comparison. Jest's own creates some 200 functions and an error for each
// call of `expect`, half of the work in properties of many cases. Failures are reported by Jest.
'use strict';
const { equals, iterableEquality } = require('@jest/expect-utils');

const areNumbers = (...values) => values.every((value) => typeof value === 'number' || typeof value === 'bigint');

/** Jest's own comparisons, for the matchers that are used in loops. */
const isMet = {
  toBe: Object.is,
  toEqual: (received, expected) => equals(received, expected, [iterableEquality]),
  toBeGreaterThan: (received, expected) => areNumbers(received, expected) && received > expected,
  toBeGreaterThanOrEqual: (received, expected) => areNumbers(received, expected) && received >= expected,
  toBeLessThan: (received, expected) => areNumbers(received, expected) && received < expected,
  toBeLessThanOrEqual: (received, expected) => areNumbers(received, expected) && received <= expected,
};

/** The `expect` of a suite. Everything except these matchers is passed on to Jest's own. */
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
          // The stack trace begins at the suite's call.
          Error.captureStackTrace(error, quickly);
          throw error;
        }
        // The value is an iterator that the first comparison has used up.
        throw new Error(`expect(…).${name}(…) was not met, and is when it is asked once more.`);
      },
    });
  const quick = (...received) => (received.length > 1 ? expect(...received) : new Expectation(received[0]));
  // Custom equality testers are not supported, as Jest's comparisons are used unchanged.
  return Object.assign(quick, expect, { addEqualityTesters: undefined });
};
