// When mails of mail rules are sent: at once, hourly or daily, outside of quiet hours, also when daylight saving time
// begins or ends.
import { mailTime, type MailTimes } from '../../../src/modules/events/mailing/mail-times';
import { timeZoneName } from '../../../src/platform/text/time-zone';

const always: MailTimes = { timing: 'Now', hour: 8, quietFrom: null, quietTo: null, timeZone: 'UTC' };
const findMailTime = (times: Partial<MailTimes>, since: string, now = since, mailedAt?: string) =>
  mailTime(
    { ...always, ...times },
    new Date(since),
    new Date(now),
    mailedAt === undefined ? null : new Date(mailedAt),
  ).toISOString();

test.each<[string, Partial<MailTimes>, string, string]>([
  ['at once', {}, '2026-05-01T10:20:30.000Z', '2026-05-01T10:20:30.000Z'],
  ['at the next full hour', { timing: 'Hourly' }, '2026-05-01T10:20:30.000Z', '2026-05-01T11:00:00.000Z'],
  ['an hour after a full hour', { timing: 'Hourly' }, '2026-05-01T10:00:00.000Z', '2026-05-01T11:00:00.000Z'],
  [
    'at the full hour of a zone with half an hour',
    { timing: 'Hourly', timeZone: 'Asia/Kolkata' },
    '2026-05-01T10:20:30.000Z',
    '2026-05-01T10:30:00.000Z',
  ],
  ['today', { timing: 'Daily' }, '2026-05-01T07:59:59.000Z', '2026-05-01T08:00:00.000Z'],
  ['tomorrow', { timing: 'Daily' }, '2026-05-01T08:00:00.000Z', '2026-05-02T08:00:00.000Z'],
  ['at midnight', { timing: 'Daily', hour: 0 }, '2026-05-01T08:00:00.000Z', '2026-05-02T00:00:00.000Z'],
  [
    'at the hour of the zone in winter',
    { timing: 'Daily', timeZone: 'Europe/Paris' },
    '2026-03-28T00:00:00.000Z',
    '2026-03-28T07:00:00.000Z',
  ],
  [
    'at the hour of the zone in summer',
    { timing: 'Daily', timeZone: 'Europe/Paris' },
    '2026-03-29T00:00:00.000Z',
    '2026-03-29T06:00:00.000Z',
  ],
  [
    'when the clocks skip the hour',
    { timing: 'Daily', hour: 2, timeZone: 'Europe/Paris' },
    '2026-03-29T00:30:00.000Z',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'when the clocks skip the last hour of a day',
    { timing: 'Daily', hour: 23, timeZone: 'America/Nuuk' },
    '2026-03-28T12:00:00.000Z',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'once when the hour comes twice',
    { timing: 'Daily', hour: 2, timeZone: 'Europe/Paris' },
    '2026-10-25T00:00:00.000Z',
    '2026-10-26T01:00:00.000Z',
  ],
  ['before the quiet hours', { quietFrom: 22, quietTo: 7 }, '2026-05-01T21:59:59.000Z', '2026-05-01T21:59:59.000Z'],
  ['after a night', { quietFrom: 22, quietTo: 7 }, '2026-05-01T22:00:00.000Z', '2026-05-02T07:00:00.000Z'],
  ['after the rest of a night', { quietFrom: 22, quietTo: 7 }, '2026-05-01T06:59:00.000Z', '2026-05-01T07:00:00.000Z'],
  ['when quiet hours end', { quietFrom: 22, quietTo: 7 }, '2026-05-01T07:00:00.000Z', '2026-05-01T07:00:00.000Z'],
  ['after quiet hours of a day', { quietFrom: 9, quietTo: 17 }, '2026-05-01T09:00:00.000Z', '2026-05-01T17:00:00.000Z'],
  [
    'at midnight after an evening',
    { quietFrom: 20, quietTo: 0 },
    '2026-05-01T23:00:00.000Z',
    '2026-05-02T00:00:00.000Z',
  ],
  [
    'after quiet hours at the hour of daily mails',
    { timing: 'Daily', hour: 6, quietFrom: 22, quietTo: 7 },
    '2026-05-01T12:00:00.000Z',
    '2026-05-02T07:00:00.000Z',
  ],
])('%s', (_when, times, since, at) => expect(findMailTime(times, since)).toBe(at));

test('a minute after the mail before', () => {
  expect(findMailTime({}, '2026-05-01T10:00:30Z', '2026-05-01T10:00:31Z', '2026-05-01T10:00:00Z')).toBe(
    '2026-05-01T10:01:00.000Z',
  );
});

test.each([
  ['a mail before that is two hours ahead', '2026-05-01T10:00:30Z', '2026-05-01T12:00:00Z', '2026-05-01T10:02:00.000Z'],
  ['events that are two hours ahead', '2026-05-01T12:00:30Z', '2026-05-01T10:00:00Z', '2026-05-01T10:01:00.000Z'],
  ['both two hours ahead', '2026-05-01T12:00:30Z', '2026-05-01T12:00:00Z', '2026-05-01T10:02:00.000Z'],
])('the clock was set back: %s', (_what, since, mailedAt, at) =>
  expect(findMailTime({}, since, '2026-05-01T10:01:00Z', mailedAt)).toBe(at),
);

test('at once when the time has passed, unless the quiet hours have begun', () => {
  expect(findMailTime({ timing: 'Daily' }, '2026-05-01T07:00:00Z', '2026-05-01T09:30:00Z')).toBe(
    '2026-05-01T09:30:00.000Z',
  );
  expect(findMailTime({ quietFrom: 22, quietTo: 7 }, '2026-05-01T21:00:00Z', '2026-05-01T22:30:00Z')).toBe(
    '2026-05-02T07:00:00.000Z',
  );
});

test('every time zone reaches every hour within a day and a change of its clock', () => {
  for (const timeZone of Intl.supportedValuesOf('timeZone'))
    for (const hour of [0, 2, 23]) {
      const since = new Date('2026-03-28T12:34:56Z');
      const at = mailTime({ ...always, timing: 'Daily', timeZone, hour }, since, since, null);
      expect(at.getTime() - since.getTime()).toBeGreaterThan(0);
      expect(at.getTime() - since.getTime()).toBeLessThanOrEqual(26 * 3_600_000);
    }
});

test('only names of time zones are accepted', () => {
  for (const name of ['UTC', 'Europe/Paris', 'europe/paris', 'America/Argentina/Ushuaia', 'Etc/GMT+5'])
    expect(timeZoneName('timeZone', name)).toBe(name);
  for (const name of ['', 'Mars/Base', '+01:00', 'europe paris', 'Europe/Paris/', `${'A'.repeat(200)}`])
    expect(() => timeZoneName('timeZone', name)).toThrow(
      expect.objectContaining({ code: 'validation_invalid_format' }),
    );
});
