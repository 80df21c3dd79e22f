// Rates of ports: the difference between two readings of counters, divided by the time between them. If the rate would
// be wrong, there is no rate.
import { computeRates, type CounterReading } from '../../../src/modules/inventory/interface/interface-rates';

const start = Date.UTC(2026, 0, 1);
const at = (seconds: number, reading: CounterReading) => ({ readAt: new Date(start + seconds * 1000), reading });
const ticks = (seconds: number) => String(Math.round(seconds * 100));
const reading = (seconds: number, octets: bigint | number, more: CounterReading = {}): CounterReading => ({
  ...{ inOctets: String(octets), outOctets: '0', inErrors: '5', outErrors: '0', octetBits: 64 },
  ...{ upTimeTicks: ticks(10_000 + seconds) },
  ...more,
});
const inOctetsOf = (
  before: CounterReading,
  after: CounterReading,
  { seconds = 1000, speedBps = 1_000_000_000n as bigint | null } = {},
) => computeRates(at(0, before), at(seconds, after), speedBps)?.inOctets;

test('a counter that has grown has a rate, by the clock of the device; a counter that was not read has none', () => {
  const rates = computeRates(at(0, reading(0, 1000)), at(1003, reading(1000, 501_000, { inErrors: '6' })), null);
  expect(rates).toEqual({
    ...{ inOctets: 500, outOctets: 0, inErrors: 0.001, outErrors: 0, inDiscards: null, outDiscards: null },
  });
  expect(computeRates(undefined, at(0, reading(0, 1)), null)).toBeNull();
  const [low, high] = [2n ** 62n, 2n ** 62n + 4000n];
  expect(inOctetsOf(reading(0, low), reading(1000, high))).toBe(4);
});

test.each([
  ['the device has started anew, which its clock shows', reading(0, 1), reading(0, 5, { upTimeTicks: ticks(500) }), {}],
  ['its clock is not known', reading(0, 1, { upTimeTicks: undefined }), reading(1000, 5), {}],
  ['its clock has not moved', reading(0, 1), reading(0, 5), {}],
  ['its clock has come round or it has restarted long ago', reading(0, 1), reading(1000, 5), { seconds: 100_000 }],
  [
    'it may have restarted without showing it',
    reading(0, 1, { upTimeTicks: ticks(300) }),
    reading(0, 5, { upTimeTicks: ticks(900) }),
    {},
  ],
  ['the counters have begun anew', reading(0, 1), reading(1000, 5, { discontinuityTicks: '1050000' }), {}],
  ['the counters are of another width', reading(0, 1, { octetBits: 32 }), reading(1000, 5), {}],
] as const)('no counter has a rate if %s', (_why, before, after, more) => {
  expect(inOctetsOf(before, after, more)).toBeUndefined();
});

test('a counter that is lower than before has no rate, and the others have theirs', () => {
  const rates = computeRates(
    at(0, reading(0, 2n ** 63n - 5n)),
    at(1000, reading(1000, 3, { outOctets: '1000' })),
    null,
  );
  expect(rates).toMatchObject({ inOctets: null, outOctets: 1 });
});

test('counters of 32 bits have a rate only if they cannot have wrapped between the readings', () => {
  const [before, after] = [reading(0, 1, { octetBits: 32 }), reading(30, 3001, { octetBits: 32 })];
  // At 1 Gbit/s a 32-bit counter wraps around in 34 s: not within 30 s, but possibly within 40 s.
  expect(inOctetsOf(before, after, { seconds: 30 })).toBe(100);
  const later = { ...after, upTimeTicks: ticks(10_040) };
  expect(inOctetsOf(before, later, { seconds: 40 })).toBeNull();
  expect(inOctetsOf(before, after, { seconds: 30, speedBps: null })).toBeNull();
  expect(inOctetsOf(before, after, { seconds: 30, speedBps: 0n })).toBeNull();
  expect(computeRates(at(0, before), at(40, later), null)).toMatchObject({ inErrors: 0 });
});
