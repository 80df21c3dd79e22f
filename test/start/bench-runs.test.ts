// Tests the evaluation of benchmarks: when a ratio is stable, which cases are slower than in a stored run, whether
// two servers return the same rows, and the figures from CPU profiles and browser traces.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepRun, readRun, slower } from '../../bench/kept-run';
import { taskFigures } from '../../bench/main-thread-tasks';
import { figuresText, measureSides, ratioText, relativeSpread, type Figures } from '../../bench/measure';
import { rowsAlone } from '../../bench/peers/cases';
import { sumProfile } from '../../bench/profile';

const folder = mkdtempSync(path.join(tmpdir(), 'netloom-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a case is slower if its ratio dropped by more than 15 %; cases without a counterpart are skipped', () => {
  const before = { get: 0.8, put: 0.4, list: 0.9, gone: 1 };
  expect(slower(before, { get: 0.69, put: 0.2, list: 0.63, added: 0.1 })).toEqual([
    'put: 0.20×, was 0.40× (50 % slower)',
    'list: 0.63×, was 0.90× (30 % slower)',
  ]);
  expect(slower(before, { get: 0.67 })).toEqual(['get: 0.67×, was 0.80× (16 % slower)']);
});

test('a stored run is read again, and a file of another form is refused', () => {
  const file = path.join(folder, 'run.json');
  keepRun(file, { get: 0.5 });
  expect(readRun(file)).toEqual({ get: 0.5 });
  writeFileSync(file, '{ "ratios": { "get": "fast" } }');
  expect(() => readRun(file)).toThrow('is no kept run');
  writeFileSync(file, '{}');
  expect(() => readRun(file)).toThrow('is no kept run');
});

test('the spread is that of the mean: zero for equal values, unknown for one, smaller with more values', () => {
  expect(relativeSpread([0.5, 0.5, 0.5])).toBe(0);
  expect(relativeSpread([0.5])).toBe(Infinity);
  expect(relativeSpread([0.4, 0.6])).toBeCloseTo(1.96 * 0.2, 2);
  expect(relativeSpread([0.4, 0.6, 0.4, 0.6, 0.4, 0.6, 0.4, 0.6])).toBeLessThan(0.2);
});

describe('rounds without a completed request', () => {
  const plan = { rounds: 3, mostRounds: 6, secondsPerRound: 1, warmUpSeconds: 1 };
  /**
   * Replaces the measurement of a round. The rounds after the warm-up have these numbers of requests per second, in
   * order, and then again from the first.
   */
  const createSide = (...rounds: number[]) => {
    let roundIndex = -1;
    return (): Promise<Figures> =>
      Promise.resolve({ perSecond: rounds[Math.max(0, roundIndex++) % rounds.length]!, p50: 1, p99: 2 });
  };

  test.each([
    ['of neither side', [0], [0]],
    ['of the one', [0], [5]],
    ['of the other', [5], [0]],
    ['of the one, now and then', [4, 0, 4], [5]],
    ['of the other, at the end', [5], [5, 5, 0]],
  ])('rounds %s give no ratio, which is reported, and end the measurement', async (_whose, netloom, bare) => {
    const compared = await measureSides(plan, [createSide(...netloom), createSide(...bare)]);
    expect(compared.ratio).toBeUndefined();
    const row = [figuresText(compared.netloom), figuresText(compared.bare), ratioText(compared)].join(' ');
    expect(row).not.toMatch(/NaN|Infinity/);
    expect(row).toContain('none');
  });

  test('a side without requests in most rounds is reported; otherwise there is a ratio', async () => {
    expect(figuresText({ perSecond: 0, p50: 0, p99: 0 })).toBe('no request ended');
    const compared = await measureSides(plan, [createSide(4), createSide(5)]);
    expect([figuresText(compared.bare), ratioText(compared)]).toEqual(['5/s  1 / 2 ms', '0.80× ±0 %']);
  });
});

test("profile samples are attributed to their file, Node's own to the calling file, and waiting to none", () => {
  const root = `file://${path.join(__dirname, '..', '..')}`;
  const frame = (functionName: string, url: string) => ({
    functionName,
    url,
    scriptId: '0',
    lineNumber: 0,
    columnNumber: 0,
  });
  const nodes = [
    { id: 1, callFrame: frame('(root)', ''), children: [2, 4, 5, 6] },
    { id: 2, callFrame: frame('findKey', `${root}/src/auth/authenticate.ts`), children: [3] },
    { id: 3, callFrame: frame('update', 'node:internal/crypto/hash') },
    { id: 4, callFrame: frame('(idle)', '') },
    { id: 5, callFrame: frame('onread', 'node:net') },
    { id: 6, callFrame: frame('parse', `${root}/node_modules/pg-protocol/dist/parser.js`) },
  ];
  const samples = [2, 3, 4, 5, 6, 6];
  const profile = { nodes, samples, timeDeltas: samples.map(() => 1000), startTime: 0, endTime: 6000 };
  expect(sumProfile(profile)).toEqual([
    ['authentication', 2, 'findKey authenticate.ts:1'],
    ['driver', 2, 'parse parser.js:1'],
    ['Node: sockets, HTTP', 1, 'onread node:net:1'],
  ]);
});

test("PostGraphile's wrapping of rows is removed before comparing; Netloom's answer is unchanged", () => {
  const tag = { id: '1', name: 'Critical' };
  const page = (services: unknown, tags: unknown) => ({
    hosts: { totalCount: 2, nodes: [{ id: 'a', services, tags }], pageInfo: { hasNextPage: true } },
  });
  const ours = page([{ id: 'b', tags: [] }], [tag]);
  expect(rowsAlone(page({ nodes: [{ id: 'b', tags: { nodes: [] } }] }, { nodes: [{ tag }] }))).toEqual(ours);
  expect(rowsAlone(ours)).toEqual(ours);
});

test("tasks in a trace are counted for the busiest renderer's main thread", () => {
  const main = (pid: number) => ({ name: 'thread_name', ph: 'M', pid, tid: 1, args: { name: 'CrRendererMain' } });
  const task = (pid: number, tid: number, milliseconds: number) => ({
    ...{ name: 'RunTask', ph: 'X', pid, tid, dur: milliseconds * 1000 },
  });
  const events = [
    ...[main(1), main(2), { name: 'thread_name', ph: 'M', pid: 2, tid: 9, args: { name: 'Compositor' } }],
    ...[task(1, 1, 2), task(2, 1, 0.5), task(2, 1, 16), task(2, 1, 3), task(2, 9, 900)],
    // This task lasts 40 ms, but uses the processor for 10 ms only (`tdur` is in microseconds).
    { ...task(2, 1, 40), tdur: 10_000 },
    { ...task(2, 1, 500), name: 'Other' },
  ];
  expect(taskFigures(events, 16)).toEqual({
    ...{ tasks: 4, shareWithin: 3 / 4, shareByProcessor: 1, shareOfLonger: 2 / 3, beyond: 1, longestMs: 40 },
  });
  expect(() => taskFigures([main(1)], 16)).toThrow('no task of a main thread');
});
