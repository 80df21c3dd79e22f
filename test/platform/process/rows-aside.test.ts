// Tests background work that fails for some rows. Each failing row is reported once and skipped for growing pauses, and
// does not delay other rows.
import { DatabaseUnavailable } from '../../../src/errors';
import { movingSqlState } from '../../../src/platform/postgres/unavailable';
import { RowsAside, type Among } from '../../../src/platform/process/rows-aside';

const begin = Date.UTC(2026, 0, 1);
const at = (seconds: number) => new Date(begin + seconds * 1_000);

/**
 * Creates work that fails for the rows in `bad`. `waiting` has the rows that are not processed yet, `told` the rows
 * that were reported, and `round` processes rows once.
 */
function workOn(keys: readonly string[]) {
  const reportedKeys: string[] = [];
  const rows = new RowsAside((_error, key) => reportedKeys.push(key));
  const bad = new Set<string>();
  const waiting = new Set(keys);
  let statements = 0;
  const chooseKeys = ({ except, only }: Among) => [...(only ?? waiting)].filter((key) => only || !except.includes(key));
  const change = (among: Among) => {
    statements += 1;
    const chosenKeys = chooseKeys(among);
    if (chosenKeys.some((key) => bad.has(key))) return Promise.reject(new Error('refused'));
    for (const key of chosenKeys) waiting.delete(key);
    return Promise.resolve(chosenKeys.length);
  };
  const round = (seconds: number) => rows.all(at(seconds), change, (among) => Promise.resolve(chooseKeys(among)));
  return { rows, told: reportedKeys, bad, waiting, round, statements: () => statements };
}

test('a batch with failing rows is split until only these fail; each is reported once', async () => {
  const keys = Array.from({ length: 1_000 }, (_none, index) => `row ${index}`);
  const work = workOn(keys);
  for (const key of ['row 0', 'row 499', 'row 999']) work.bad.add(key);
  expect(await work.round(0)).toBe(997);
  expect([...work.waiting].sort()).toEqual(['row 0', 'row 499', 'row 999']);
  expect(work.statements()).toBeLessThan(80);
  for (let seconds = 1; seconds < 86_400; seconds += 30) await work.round(seconds);
  expect(work.told.sort()).toEqual(['row 0', 'row 499', 'row 999']);
});

test('a failed row is retried after a minute, then less and less often, and reported again after a day', async () => {
  const work = workOn(['row']);
  work.bad.add('row');
  const tried: number[] = [];
  for (let seconds = 0; seconds <= 20_000; seconds += 1) {
    const before = work.statements();
    if (!work.rows.at(at(seconds)).includes('row')) {
      await work.round(seconds);
      if (work.statements() > before) tried.push(seconds);
    }
  }
  expect(tried).toEqual([0, 60, 180, 420, 900, 1_860, 3_780, 7_380, 10_980, 14_580, 18_180]);
  work.bad.clear();
  expect(await work.round(30_000)).toBe(1);
  work.waiting.add('row');
  work.bad.add('row');
  await work.round(30_001);
  expect(work.told).toEqual(['row']);
  await work.round(30_001 + 2 * 86_400);
  expect(work.told).toEqual(['row', 'row']);
});

test('a statement that leaves out a failed row does not show that the row succeeds now', async () => {
  const reportedKeys: string[] = [];
  const rows = new RowsAside((_error, key) => reportedKeys.push(key));
  const round = (seconds: number, refused: readonly string[], leftOut: readonly string[]) => {
    const change = ({ only = ['row', 'other'] }: Among) =>
      only.some((key) => refused.includes(key))
        ? Promise.reject(new Error('refused'))
        : Promise.resolve(only.filter((key) => !leftOut.includes(key)).length);
    return rows.all(at(seconds), change, () => Promise.resolve(['row', 'other']));
  };
  await round(0, ['row'], []);
  await round(100, ['other'], ['row']);
  await round(1_000, ['row', 'other'], []);
  expect(reportedKeys).toEqual(['row', 'other']);
  await round(10_000, ['other'], []);
  await round(20_000, ['row'], []);
  expect(reportedKeys).toEqual(['row', 'other', 'row']);
});

test('a row of an organization that is being moved is skipped for a minute each time, and not reported', async () => {
  const work = workOn(['row', 'other']);
  const failure = Object.assign(new Error('the organization is being moved'), { code: movingSqlState });
  const moving = () => Promise.reject(new DatabaseUnavailable('waiting', failure, 'organization_moving'));
  for (let seconds = 0; seconds < 600; seconds += 60) {
    expect(work.rows.at(at(seconds))).toEqual([]);
    expect(await work.rows.one('row', at(seconds), moving)).toBeUndefined();
    expect(work.rows.at(at(seconds + 59))).toEqual(['row']);
  }
  const done: string[] = [];
  const change = ({ only = ['row', 'other'] }: Among) => {
    if (only.includes('row')) return moving();
    done.push(...only);
    return Promise.resolve(only.length);
  };
  expect(await work.rows.all(at(1_000), change, () => Promise.resolve(['row', 'other']))).toBe(1);
  expect([done, work.told]).toEqual([['other'], []]);
  // The row itself fails after the move: this is reported.
  await work.rows.one('row', at(2_000), () => Promise.reject(new Error('refused')));
  expect(work.told).toEqual(['row']);
});

test('an unavailable database is not counted as a failure of rows; each kind of rows is separate', async () => {
  const work = workOn(['row']);
  const away = () => Promise.reject(new DatabaseUnavailable('unreachable', new Error('gone')));
  await expect(work.rows.one('row', at(0), away)).rejects.toThrow(DatabaseUnavailable);
  await expect(work.rows.all(at(0), away, () => Promise.resolve(['row']))).rejects.toThrow(DatabaseUnavailable);
  expect([work.rows.at(at(0)), work.told]).toEqual([[], []]);
  work.rows.of('one').recordFailure('row', at(0), new Error('refused'));
  expect([work.rows.of('one').at(at(0)), work.rows.of('other').at(at(0))]).toEqual([['row'], []]);
});
