// Tests schedules on the discovery page: the service evaluates them as the form describes them, and an expression that
// the form cannot describe stays unchanged.
import fc from 'fast-check';
import { computeNextRuns } from '../../../src/modules/discovery/runs/schedule';
import {
  hourSteps,
  lastSafeDay,
  parseCron,
  parseTime,
  scheduleWords,
  timeWords,
  toCron,
  weekdays,
  type Schedule,
} from '../../../src/pages/discovery/jobs/schedule';

const time = { hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) };
const schedules: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({ kind: fc.constant('hours' as const), everyHours: fc.constantFrom(...hourSteps), minute: time.minute }),
  fc.record({ kind: fc.constant('daily' as const), ...time }),
  fc.record({ kind: fc.constant('weekly' as const), weekday: fc.integer({ min: 0, max: 6 }), ...time }),
  fc.record({ kind: fc.constant('monthly' as const), day: fc.integer({ min: 1, max: lastSafeDay }), ...time }),
);

test('a schedule survives a round trip through its cron expression', () => {
  fc.assert(fc.property(schedules, (schedule) => expect(parseCron(toCron(schedule))).toEqual(schedule)));
});

test('the service starts runs at the times that the description of the schedule names', () => {
  fc.assert(
    fc.property(
      schedules,
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (schedule, after) => {
        const runs = computeNextRuns({ cronSchedule: toCron(schedule), timezone: null }, after, 5)!;
        expect(runs).toHaveLength(5);
        for (const run of runs) {
          const minute = 'minute' in schedule ? schedule.minute : NaN;
          expect([run.getUTCMinutes(), run.getUTCSeconds()]).toEqual([minute, 0]);
          if (schedule.kind === 'hours') expect(run.getUTCHours() % schedule.everyHours).toBe(0);
          if (schedule.kind === 'weekly') expect(run.getUTCDay()).toBe(schedule.weekday);
          if (schedule.kind === 'monthly') expect(run.getUTCDate()).toBe(schedule.day);
          if ('hour' in schedule) expect(run.getUTCHours()).toBe(schedule.hour);
        }
      },
    ),
    { numRuns: 50 },
  );
});

test.each<[string, string]>([
  ['0 0 3 * * *', 'every day at 03:00'],
  ['0 30 2 * * 7', 'every Sunday at 02:30'],
  ['0 5 * * * *', 'every hour, at minute 05'],
  ['0 0 */6 * * *', 'every 6 hours, at minute 00'],
  ['0 0 0 1 * *', 'on day 1 of every month at 00:00'],
  ['0 0 3 * * 1-5', 'by the cron expression 0 0 3 * * 1-5'],
  ['0 0 */5 * * *', 'by the cron expression 0 0 */5 * * *'],
  ['0 0 0 31 * *', 'by the cron expression 0 0 0 31 * *'],
  ['0 0 0 1 * 1', 'by the cron expression 0 0 0 1 * 1'],
  ['0 0 3 * 6 *', 'by the cron expression 0 0 3 * 6 *'],
  ['30 0 3 * * *', 'by the cron expression 30 0 3 * * *'],
  ['0 0 3 * *', 'by the cron expression 0 0 3 * *'],
  ['0 99 3 * * *', 'by the cron expression 0 99 3 * * *'],
  ['', 'by the cron expression '],
])('%s runs %s', (expression, words) => {
  const schedule = parseCron(expression);
  expect(scheduleWords(schedule)).toBe(words);
  if (schedule.kind === 'cron') expect(toCron(schedule)).toBe(expression);
});

test('the next start times are those of the schedule', () => {
  expect(weekdays).toHaveLength(7);
  fc.assert(fc.property(fc.record(time), (at) => expect(parseTime(timeWords(at))).toEqual(at)));
  expect(['', '24:00', '03:60', '3:00', 'x'].map(parseTime)).toEqual(Array(5).fill({ hour: 3, minute: 0 }));
});
