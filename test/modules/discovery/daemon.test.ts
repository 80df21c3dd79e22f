// The status of a daemon's version, according to the version policy.
import { versionPolicy, daemonVersionStatus } from '../../../src/modules/discovery/protocol/daemon-version';

const { latest, deprecatedBelow, minimum } = versionPolicy;

test.each([
  [latest, 'Current', []],
  [`v${latest}+build.7`, 'Current', []],
  ['99.0.0', 'Current', []],
  [deprecatedBelow, 'Outdated', ['Info']],
  [minimum, 'Deprecated', ['Warning']],
  ['0.0.0', 'Unsupported', ['Critical']],
  ['nightly', 'Unknown', []],
  [null, 'Unknown', []],
] as const)('version %s is %s', (version, status, severities) => {
  const reportedStatus = daemonVersionStatus(version);
  expect(reportedStatus).toMatchObject({ status, version });
  expect(reportedStatus.warnings.map(({ severity }) => severity)).toEqual(severities);
});
