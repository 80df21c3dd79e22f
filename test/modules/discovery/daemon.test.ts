// The status of a daemon's version, according to the version policy.
import { daemonSystem } from '../../../src/modules/discovery/daemon/daemon-os';
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

test.each([
  ['Debian 12', 'linux'],
  ['Red Hat Enterprise Linux 9', 'linux'],
  ['Microsoft Windows Server 2022', 'windows'],
  ['macOS 14.4', 'macos'],
  ['Darwin 23', 'macos'],
  ['FreeBSD 14.1', 'freebsd'],
  ['Cisco IOS', null],
  ['', null],
  [null, null],
])('a host with the system %j runs a daemon for %s', (os, system) => {
  expect(daemonSystem(os)).toBe(system);
});
