// What a daemon's version means.
import { versionPolicy, versionStatusOf } from '../../../src/modules/discovery/protocol/daemon-version';

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
] as const)('%s is %s', (version, status, severities) => {
  const told = versionStatusOf(version);
  expect(told).toMatchObject({ status, version });
  expect(told.warnings.map(({ severity }) => severity)).toEqual(severities);
});
