// Tests functions that derive texts of the discovery page from stored rows: states of daemons, summaries of runs,
// results of credentials, and times since an instant. Also tests the page's address.
import fc from 'fast-check';
import { latestOutcomes } from '../../../src/pages/discovery/credentials/credential-outcomes';
import { daemonState, keyProblem, type DaemonRow } from '../../../src/pages/discovery/daemons/daemon-state';
import { agoWords } from '../../../src/pages/kit/ago-words';
import { silentMinutes } from '../../../src/pages/kit/daemon-silence';
import { readPlace, writePlace } from '../../../src/pages/discovery/parts/place';
import { durationWords, storedPeriod, toRunRecord } from '../../../src/pages/discovery/runs/run-record';
import { listChecks, daemonStates, type DaemonState } from '../../../src/pages/discovery/texts';

const now = Date.parse('2026-11-27T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const daemon: DaemonRow = {
  mode: 'daemon_poll',
  lastSeen: minutesAgo(1),
  isUnreachable: false,
  standby: false,
  versionStatus: { status: 'Current' },
};

test.each<[Partial<DaemonRow>, DaemonState]>([
  [{}, 'connected'],
  [{ lastSeen: minutesAgo(silentMinutes) }, 'connected'],
  [{ lastSeen: minutesAgo(silentMinutes + 1) }, 'silent'],
  [{ lastSeen: minutesAgo(-5) }, 'connected'],
  [{ lastSeen: null }, 'neverCalled'],
  [{ lastSeen: null, isUnreachable: true, mode: 'server_poll' }, 'unreachable'],
  [{ versionStatus: { status: 'Unsupported' } }, 'unsupported'],
  [{ standby: true, lastSeen: minutesAgo(90) }, 'standby'],
])('a daemon %j is %s', (columns, state) => {
  expect(daemonState({ ...daemon, ...columns }, now)).toBe(state);
});

test('a silent daemon has three things to check; daemons in other states have none', () => {
  const states = Object.keys(daemonStates) as DaemonState[];
  for (const mode of ['daemon_poll', 'server_poll'] as const)
    for (const url of ['', 'http://10.0.0.9:60073']) {
      const facts = { mode, url, origin: 'https://netloom.example', keyProblem: undefined };
      const withChecks = states.filter((state) => listChecks(state, facts).length === 3);
      expect(withChecks.sort()).toEqual(['neverCalled', 'silent', 'unreachable']);
      expect(states.filter((state) => listChecks(state, facts).length % 3 !== 0)).toEqual([]);
    }
  const [, , key] = listChecks('silent', { mode: 'daemon_poll', url: '', origin: '', keyProblem: 'It has expired.' });
  expect(key).toContain('It has expired.');
});

test('a key that is disabled or has expired is shown as refused', () => {
  const key = { name: 'attic', isEnabled: true, expiresAt: null };
  expect(keyProblem(key, now)).toBeUndefined();
  expect(keyProblem({ ...key, expiresAt: minutesAgo(-1) }, now)).toBeUndefined();
  expect(keyProblem({ ...key, expiresAt: minutesAgo(0) }, now)).toMatch(/“attic” has expired/);
  expect(keyProblem({ ...key, isEnabled: false }, now)).toMatch(/“attic” is disabled/);
});

test('the stored record of a run is read whatever fields it has', () => {
  const results = {
    phase: 'Failed',
    error: 'out of memory',
    hosts_discovered: 3,
    started_at: '2026-11-27T11:00:00.000Z',
    finished_at: 'soon',
    credential_results: [
      { credential_id: 'c', ip: '10.0.0.7', outcome: 'opened' },
      { credential_id: 'c', ip: '10.0.0.8', outcome: 'silent' },
      null,
    ],
    credential_results_total: 9,
  };
  expect(toRunRecord(results)).toEqual({
    phase: 'Failed',
    reason: null,
    error: 'out of memory',
    hostsDiscovered: 3,
    startedAt: '2026-11-27T11:00:00.000Z',
    finishedAt: null,
    credentialResults: [{ credentialId: 'c', address: '10.0.0.7', isAccepted: true }],
    credentialResultsTotal: 9,
  });
  fc.assert(fc.property(fc.jsonValue(), (value) => expect(toRunRecord(value).credentialResults).toBeInstanceOf(Array)));
});

test("the duration of a run is computed from the server's clock", () => {
  const endedAt = '2026-11-27T11:00:00.000Z';
  const ofLateClock = { startedAt: '2031-01-01T00:00:00.000Z', finishedAt: '2031-01-01T00:10:00.000Z' };
  const expectedPeriod = { from: '2026-11-27T10:50:00.000Z', to: '2026-11-27T11:01:00.000Z' };
  expect(storedPeriod(ofLateClock, endedAt)).toEqual(expectedPeriod);
  const backwards = { startedAt: ofLateClock.finishedAt, finishedAt: ofLateClock.startedAt };
  expect(storedPeriod(backwards, endedAt)).toEqual({ ...expectedPeriod, from: endedAt });
  expect(storedPeriod({ ...ofLateClock, startedAt: null }, endedAt)).toBeUndefined();
});

test('the latest result of a credential at an address is shown, also within one run', () => {
  const answer = (credentialId: string, address: string, isAccepted: boolean) => ({
    credentialId,
    address,
    isAccepted,
  });
  const outcomes = latestOutcomes([
    { at: 'newer', results: [answer('a', '10.0.0.1', false), answer('a', '10.0.0.1', true)] },
    { at: 'older', results: [answer('a', '10.0.0.1', false), answer('b', '10.0.0.1', false)] },
  ]);
  expect(outcomes.map(({ credentialId, isAccepted, at }) => [credentialId, isAccepted, at]).sort()).toEqual([
    ['a', true, 'newer'],
    ['b', false, 'older'],
  ]);
});

test.each<[number, string]>([
  [0, 'just now'],
  [-29, 'just now'],
  [29, 'just now'],
  [-45, '45 seconds ago'],
  [-90, '1 minute ago'],
  [-7_200, '2 hours ago'],
  [-86_400 * 3, '3 days ago'],
  [600, 'in 10 minutes'],
])('%i seconds from now is shown as %s', (seconds, words) => {
  expect(agoWords(new Date(now + seconds * 1_000).toISOString(), now)).toBe(words);
});

test.each<[number, string]>([
  [0, '0 s'],
  [-5, '0 s'],
  [89, '89 s'],
  [600, '10 min'],
  [7_260, '2 h 1 min'],
])('%i seconds are shown as %s', (seconds, words) => {
  const from = new Date(now).toISOString();
  expect(durationWords(from, new Date(now + seconds * 1_000).toISOString())).toBe(words);
});

test('a place of the page survives a round trip through the URL', () => {
  const texts = fc.string({ minLength: 1 });
  const places = fc.oneof(
    fc.constant({ networkId: null, part: null }),
    fc.record({ networkId: texts, part: fc.option(texts) }),
  );
  fc.assert(fc.property(places, (place) => expect(readPlace(writePlace(place))).toEqual(place)));
  expect(readPlace('/discovery/%ff/%')).toEqual({ networkId: '%ff', part: '%' });
});
