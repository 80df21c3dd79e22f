// Pure functions that compute the status of a daemon's version: current, outdated, deprecated or unsupported.
import { AppError } from '../../../errors';

/** Versions of the daemon protocol. They are independent of the service's version. */
export const versionPolicy = {
  /** The newest protocol version. */
  latest: '0.17.22',
  /**
   * Versions before `deprecatedBelow` are deprecated. Daemons of these versions run a job in stages, and the service
   * cannot poll them.
   */
  deprecatedBelow: '0.14.0',
  /** Daemons of versions before `minimum` are refused. */
  minimum: '0.12.0',
} as const;

/** Throws for an unsupported version. A text that is not a version is accepted. */
export function assertServed(version: string | null | undefined): void {
  if (version == null || daemonVersionStatus(version).status !== 'Unsupported') return;
  throw new AppError('daemon_version_too_old', { version, minimum: versionPolicy.minimum });
}

export const versionStatuses = ['Current', 'Outdated', 'Deprecated', 'Unsupported', 'Unknown'] as const;
export const warningSeverities = ['Info', 'Warning', 'Critical'] as const;

export interface VersionWarning {
  message: string;
  severity: (typeof warningSeverities)[number];
  /** ISO date from which the version no longer works; null if no date is set. */
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

/**
 * Whether `version` is older than `than`, by Semantic Versioning 2.0.0. A text that is not a version is older than any
 * version.
 */
export function isOlder(version: string, than: string): boolean {
  const numbers = numbersOf(version);
  return !numbers || isBelow(numbers, than);
}

/** First daemon version that supports rescans. Older daemons cannot parse a response with a rescan. */
const readsRescans = '0.17.7';

/** Whether a daemon of this version supports rescans of single hosts; false for an unknown version. */
export const canRescan = (version: string | null): boolean => version !== null && !isOlder(version, readsRescans);

/**
 * Returns the status of a daemon's version. Versions are compared by Semantic Versioning 2.0.0, without pre-release and
 * build parts.
 */
export function daemonVersionStatus(reportedVersion: string | null): VersionStatus {
  const numbers = reportedVersion === null ? undefined : numbersOf(reportedVersion);
  if (!numbers) return { status: 'Unknown', version: reportedVersion, warnings: [] };
  const { latest, deprecatedBelow, minimum } = versionPolicy;
  const warn = (severity: VersionWarning['severity'], message: string) => [{ severity, message, sunsetDate: null }];
  if (isBelow(numbers, minimum))
    return {
      status: 'Unsupported',
      version: reportedVersion,
      warnings: warn('Critical', `Update to ${latest}: versions below ${minimum} are refused.`),
    };
  if (isBelow(numbers, deprecatedBelow))
    return {
      status: 'Deprecated',
      version: reportedVersion,
      warnings: warn('Warning', `Update to ${latest}: versions below ${deprecatedBelow} will stop working.`),
    };
  if (isBelow(numbers, latest))
    return { status: 'Outdated', version: reportedVersion, warnings: warn('Info', `Version ${latest} is available.`) };
  return { status: 'Current', version: reportedVersion, warnings: [] };
}
