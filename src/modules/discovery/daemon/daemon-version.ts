// Status of a daemon's version: current, outdated, deprecated or unsupported; a pure comparison.
import { version } from '../../../../package.json';

export const versionPolicy = {
  /** The newest daemon there is: daemons are released with the service. */
  latest: version,
  /** Older ones still work, but not for much longer. */
  deprecatedBelow: '0.0.9',
  /** Older ones are refused by the protocol. */
  minimum: '0.0.5',
} as const;

export const versionStatuses = ['Current', 'Outdated', 'Deprecated', 'Unsupported', 'Unknown'] as const;
export const warningSeverities = ['Info', 'Warning', 'Critical'] as const;

export interface VersionWarning {
  message: string;
  severity: (typeof warningSeverities)[number];
  /** ISO date from which the version no longer works, where one is set. */
  sunsetDate: string | null;
}
export interface VersionStatus {
  status: (typeof versionStatuses)[number];
  version: string | null;
  warnings: VersionWarning[];
}

const semver = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/;
const numbersOf = (version: string): number[] | undefined => semver.exec(version)?.slice(1, 4).map(Number);

function isBelow(version: number[], other: string): boolean {
  const bound = numbersOf(other)!;
  const at = version.findIndex((part, index) => part !== bound[index]);
  return at >= 0 && version[at]! < bound[at]!;
}

/** Compares by Semantic Versioning 2.0.0; pre-release and build parts do not count. */
export function versionStatusOf(reported: string | null): VersionStatus {
  const numbers = reported === null ? undefined : numbersOf(reported);
  if (!numbers) return { status: 'Unknown', version: reported, warnings: [] };
  const { latest, deprecatedBelow, minimum } = versionPolicy;
  const warn = (severity: VersionWarning['severity'], message: string) => [{ severity, message, sunsetDate: null }];
  if (isBelow(numbers, minimum))
    return {
      status: 'Unsupported',
      version: reported,
      warnings: warn('Critical', `Update to ${latest}: versions below ${minimum} are refused.`),
    };
  if (isBelow(numbers, deprecatedBelow))
    return {
      status: 'Deprecated',
      version: reported,
      warnings: warn('Warning', `Update to ${latest}: versions below ${deprecatedBelow} will stop working.`),
    };
  if (isBelow(numbers, latest))
    return { status: 'Outdated', version: reported, warnings: warn('Info', `Version ${latest} is available.`) };
  return { status: 'Current', version: reported, warnings: [] };
}
