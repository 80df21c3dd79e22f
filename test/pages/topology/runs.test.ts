// Tests small parts of the topology page: the list of discovery runs, the command to paste into a shell, and when the
// page says that the graph is being drawn.
import { execFileSync } from 'node:child_process';
import { areRanges, discoverCommand, shellWord } from '../../../src/pages/kit/commands';
import { toEndedRuns, noRuns, withList, withRun, type Run } from '../../../src/pages/topology/state/runs';
import { readPlace } from '../../../src/pages/topology/state/place';
import { isBeingDrawn, type State } from '../../../src/pages/topology/state/store';

const daemon = { name: 'probe', host: null };
const run = (sessionId: string, more: Partial<Run> = {}): Run => ({
  ...{ sessionId, phase: 'Scanning', progress: 10, hostsDiscovered: 1 },
  ...{ estimatedRemainingSecs: null, reason: null, error: null },
  ...more,
});
const listed = (sessionId: string, more: Partial<Run> = {}) => ({ ...run(sessionId, more), daemon });
const ids = (runs: readonly Run[]) => runs.map(({ sessionId }) => sessionId);

describe('runs', () => {
  test('active runs come first; the order does not depend on the order of arrival', () => {
    const all = [run('c'), run('a', { phase: 'Queued' }), run('b'), run('d', { phase: 'Pending' })];
    for (const order of [all, [...all].reverse()])
      expect(ids(order.reduce(withRun, noRuns).active)).toEqual(['b', 'c', 'd', 'a']);
  });

  test('the last three ended runs are kept, each once, with the daemon that executed it', () => {
    const startedRuns = withList(noRuns, [listed('a')], new Set()).runs;
    const ends = ['b', 'a', 'c', 'a', 'd'].map((id) => run(id, { phase: 'Complete' }));
    const { active, ended } = ends.reduce(withRun, startedRuns);
    expect([ids(active), ids(ended)]).toEqual([[], ['d', 'a', 'c']]);
    expect(ended[1]!.daemon).toBeUndefined();
    expect(withRun(startedRuns, run('a', { phase: 'Failed' })).ended[0]!.daemon).toBe(daemon);
  });

  test('an event overrides a list that was requested earlier', () => {
    const knownRuns = [run('moved', { progress: 50 }), run('ended', { phase: 'Failed' })].reduce(withRun, noRuns);
    const heard = new Set(['moved', 'ended']);
    const { runs, missing } = withList(knownRuns, [listed('moved'), listed('ended'), listed('new')], heard);
    expect(runs.active.map(({ sessionId, progress }) => [sessionId, progress])).toEqual([
      ['moved', 50],
      ['new', 10],
    ]);
    expect(runs.active[0]!.daemon).toBe(daemon);
    expect([ids(runs.ended), missing]).toEqual([['ended'], []]);
  });

  test('a run that is no longer listed ended as its record says, or was cancelled before it started', () => {
    const knownRuns = [run('gone'), run('waiting', { phase: 'Queued' }), run('there')].reduce(withRun, noRuns);
    const { runs, missing } = withList(knownRuns, [listed('there')], new Set());
    expect([ids(runs.active), ids(missing)]).toEqual([['there'], ['gone', 'waiting']]);
    const record = {
      session_id: 'gone',
      phase: 'Failed',
      progress: 80,
      hosts_discovered: 7,
      reason: null,
      error: 'why',
    };
    const endingsOf = (areAll: boolean) =>
      toEndedRuns(missing, { records: [null, record], areAll }).map((one) => [
        one.phase,
        one.hostsDiscovered,
        one.error,
      ]);
    expect(endingsOf(true)).toEqual([
      ['Failed', 7, 'why'],
      ['Cancelled', 1, null],
    ]);
    // Only some of the records of ended runs were read. The record of the run `waiting` may be among the others, so the
    // run is not reported as cancelled.
    expect(endingsOf(false)).toEqual([['Failed', 7, 'why']]);
  });
});

describe('the displayed command', () => {
  const subject = { origin: 'http://localhost:4000', email: 'a@b.example', organization: 'My Org', network: 'Lab' };

  test('the command names the viewed network, and the server if it is not the default one', () => {
    expect(discoverCommand('10.0.0.0/8', subject)).toBe(
      'npm run discover -- 10.0.0.0/8 --email a@b.example --organization "My Org" --network Lab',
    );
    expect(discoverCommand('', { ...subject, origin: 'https://netloom.example' })).toMatch(
      / --network Lab --server https:\/\/netloom\.example$/,
    );
  });

  test("in the demo, the command creates an organization of the user's own", () =>
    expect(discoverCommand('', { ...subject, email: 'demo@netloom.example' })).toBe('npm run discover --'));

  test.each(["It's", '$(reboot)', '`id`', 'a"b', 'a;b', '!1', '\\', '-x', '  ', '日本 (1)', '%PATH%', '*', "'", 'a b'])(
    'a shell reads %j literally',
    (name) => {
      const command = discoverCommand('', { ...subject, network: name, organization: 'x' });
      const script = `set -- ${command.slice(command.indexOf('--network'))}; printf '%s|' "$@"`;
      const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
      expect(read).toBe(name.startsWith('-') ? `--network=${name}|` : `--network|${name}|`);
    },
  );

  test.each(['a\nb', 'a\u0003', '\u001b[201~', 'a\u202eb', 'a\u2028b'])('%j is not put into the command', (name) => {
    expect(shellWord(name)).toBeUndefined();
    expect(discoverCommand('', { ...subject, network: name })).toBe(
      'npm run discover -- --email a@b.example --organization "My Org"',
    );
  });

  test.each([
    ['192.168.1.0/24 fd00::/64', true],
    ['', true],
    ['10.0.0.0/8;id', false],
    ['--yes', false],
    ['$x', false],
  ])('%j as ranges: %s', (text, expected) => expect(areRanges(text)).toBe(expected));
});

describe('a picture', () => {
  const place = readPlace('?topology=one&view=Workloads');
  const there = { place, sceneKey: 'one Workloads', journey: '', painted: 'one Workloads' };
  const state = (more: object) =>
    ({ ...there, drawing: { sceneKey: 'one Workloads' }, isLoading: false, isArranging: false, ...more }) as State;

  test.each([
    ['is there', {}, false],
    ['is refreshed', { isLoading: true }, false],
    ['is loaded for the first time', { isLoading: true, drawing: undefined, painted: '' }, true],
    ['could not be loaded', { drawing: undefined, painted: '' }, false],
    ['of another view is loaded', { isLoading: true, place: { ...place, view: 'L2Physical' } }, true],
    ['of another instant is loaded', { isLoading: true, place: { ...place, at: '2026-01-01T00:00:00Z' } }, true],
    ['is laid out anew', { isArranging: true }, true],
    ['is laid out and not on the surface yet', { painted: '' }, true],
  ] as const)('a loading picture is announced while %s: %#', (_words, more, expected) =>
    expect(isBeingDrawn(state(more))).toBe(expected),
  );
});
