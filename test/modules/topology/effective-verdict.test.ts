// The state of a verdict after findings are accepted: accepting a finding never hides that evidence is missing.
import {
  effectiveVerdict,
  judgedVerdict,
  type StoredVerdict,
} from '../../../src/modules/topology/check/effective-verdict';

const finding = (key: string) => ({ code: 'no_way', subject: 'Host', elementIds: [], params: {}, key }) as const;
const gap = { code: 'no_cables', params: {}, elementIds: [] };

test.each<[StoredVerdict['state'], number, boolean, readonly string[]]>([
  ['Passing', 0, false, ['a']],
  ['Unknown', 0, true, ['a']],
  ['Failing', 2, false, ['a']],
  ['Failing', 2, true, ['a']],
  ['Passing', 2, false, ['a', 'b']],
  ['Unknown', 2, true, ['a', 'b']],
  // The check has three findings, of which the verdict lists only two.
  ['Failing', 3, false, ['a', 'b']],
  ['Failing', 3, true, ['a', 'b']],
])('%s with %i findings, evidence missing: %s, accepted: %s', (expected, findingCount, isMissing, accepted) => {
  const missing = isMissing ? [gap] : [];
  const state = findingCount > 0 ? 'Failing' : isMissing ? 'Unknown' : 'Passing';
  const findings = ['a', 'b'].slice(0, findingCount).map(finding);
  const judged = { state, judged: 9, findingCount, findings, missing } as const;
  const stored = effectiveVerdict(judged, new Set(accepted));
  expect([stored.state, stored.acceptedCount]).toEqual([expected, findingCount === 0 ? 0 : accepted.length]);
  // Without acceptances, the verdict has the same state as when it was judged.
  expect(effectiveVerdict(judgedVerdict(stored), new Set()).state).toBe(state);
});
