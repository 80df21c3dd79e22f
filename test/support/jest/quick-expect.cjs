// Expectations that are met cost no more than the comparison: Jest's own makes some 200 functions and an error for each call
// of `expect`, which in properties of many cases is half of the work. What is not met, Jest tells.
'use strict';
const { equals, iterableEquality } = require('@jest/expect-utils');

const areNumbers = (...values) => values.every((value) => typeof value === 'number' || typeof value === 'bigint');

/** Jest's own comparisons, of the matchers that stand in loops. */
const isMet = {
  toBe: Object.is,
  toEqual: (received, expected) => equals(received, expected, [iterableEquality]),
  toBeGreaterThan: (received, expected) => areNumbers(received, expected) && received > expected,
  toBeGreaterThanOrEqual: (received, expected) => areNumbers(received, expected) && received >= expected,
  toBeLessThan: (received, expected) => areNumbers(received, expected) && received < expected,
  toBeLessThanOrEqual: (received, expected) => areNumbers(received, expected) && received <= expected,
};

/** The `expect` of a suite, which asks Jest's own for everything but these. */
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
          // As if the suite had called it.
          Error.captureStackTrace(error, quickly);
          throw error;
        }
        // An iterator, whose values are gone when Jest asks for them again.
        throw new Error(`expect(…).${name}(…) was not met, and is when it is asked once more.`);
      },
    });
  const quick = (...received) => (received.length > 1 ? expect(...received) : new Expectation(received[0]));
  // Jest's comparisons are taken as they are.
  return Object.assign(quick, expect, { addEqualityTesters: undefined });
};
