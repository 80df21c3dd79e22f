// Tests the text form of positions in PostgreSQL's log, and how the service computes how far a replica is behind the
// primary.
import { parsePosition, positionText } from '../../../../src/platform/postgres/replicas/position';
import { PrimaryLog } from '../../../../src/platform/postgres/replicas/primary-log';

test('a position is read from its text, and written as the same text', () => {
  for (const text of ['1-0/0', '3-0/5A2B3C8', '10-FFFFFFFF/FFFFFFFF'])
    expect(positionText(parsePosition(text)!)).toBe(text);
  expect(parsePosition('2-1/0')).toEqual({ timeline: 2, lsn: 0x1_0000_0000n });
});

test.each(['', '1', '1-0', '0/0', '1-0/0 ', '1-G/0', '-1-0/0', '1-123456789/0'])('%j is no position', (text) => {
  expect(parsePosition(text)).toBeUndefined();
});

describe('the lag of a replica', () => {
  const primary = { startedAt: '1', timeline: 1, systemId: 'one' };
  const heard = (...statuses: (readonly [lsn: bigint, at: number])[]) => {
    const log = new PrimaryLog(10_000);
    for (const [lsn, at] of statuses) log.hear({ ...primary, lsn }, at);
    return log;
  };

  test('is the age of the oldest position that the replica lacks', () => {
    const log = heard([100n, 1_000], [200n, 2_000], [300n, 3_000]);
    expect([100n, 150n, 250n, 300n].map((lsn) => log.lagOf(lsn, 5_000))).toEqual([3_000, 3_000, 2_000, 0]);
  });

  test('is none on an idle primary, however long ago it wrote', () => {
    expect(heard([100n, 0], [100n, 60_000]).lagOf(100n, 60_000)).toBe(0);
    expect(heard([100n, 0], [100n, 60_000]).lagOf(99n, 60_000)).toBe(60_000);
  });

  test('a position of before the last question may not be beyond the answer to it', () => {
    const log = new PrimaryLog(10_000);
    log.hear({ ...primary, lsn: 200n }, 1_010, 1_000);
    expect([log.isBehind(201n, 1_000), log.isBehind(200n, 1_000), log.isBehind(201n, 1_001)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('counts anew when another server is the primary', () => {
    const log = heard([500n, 1_000]);
    log.hear({ ...primary, timeline: 2, startedAt: '2', lsn: 400n }, 2_000);
    expect(log.lagOf(400n, 3_000)).toBe(0);
    expect([log.current(2_500, 1_000)?.timeline, log.current(9_000, 1_000)]).toEqual([2, undefined]);
  });
});
