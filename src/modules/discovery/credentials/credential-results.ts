// Parses the results of credentials in reports of daemons. Parsing is lenient, because versions of daemons send
// different forms.
import { isIP } from 'node:net';
import { isUuid } from '../../../platform/text/validation';
import { highestInt32 } from '../../../platform/text/integers';

/** Whether a device accepted a credential at one IP address. */
export interface AddressResult {
  readonly credentialId: string;
  readonly ip: string;
  /** Whether the device accepted the credential; false if it responded and refused the credential. */
  readonly opened: boolean;
}

/**
 * A credential with the number of IP addresses at which it was accepted: in the summary of a run, or from a daemon that
 * does not report the addresses.
 */
export interface CredentialRunResult {
  readonly credentialId: string;
  /** Number of IP addresses whose devices accepted the credential. */
  readonly openedCount: number;
}

export type CredentialResult = AddressResult | CredentialRunResult;

export const isAddressResult = (result: CredentialResult): result is AddressResult => 'ip' in result;

/** Maximum number of credentials in the summary of a run. */
export const mostSummarized = 1_000;

/**
 * Counts the IP addresses at which each credential was accepted, in the order of the report; for the first 1,000
 * credentials.
 */
export function summarizeResults(results: readonly CredentialResult[]): CredentialRunResult[] {
  const counts = new Map<string, number>();
  for (const result of results) {
    const openedCount = isAddressResult(result) ? Number(result.opened) : result.openedCount;
    counts.set(result.credentialId, (counts.get(result.credentialId) ?? 0) + openedCount);
  }
  return [...counts].slice(0, mostSummarized).map(([credentialId, openedCount]) => ({ credentialId, openedCount }));
}

/** Maximum number of results in a report, and of hosts that a result counts. */
const most = { results: 20_000, hosts: highestInt32 } as const;
const outcomes = new Map([
  ['opened', true],
  ['refused', false],
]);

/**
 * Returns which devices accepted or refused which credentials, from a daemon's report. Skips malformed entries and
 * devices that did not respond.
 */
export function parseCredentialResults(values: readonly unknown[]): CredentialResult[] {
  return values.flatMap((entry) => resultsOf(entry)).slice(0, most.results);
}

function resultsOf(entry: unknown): CredentialResult[] {
  if (!isObject(entry)) return [];
  const { credential_id: credentialId, ip, outcome } = entry;
  if (!isUuid(credentialId)) return [];
  if (isObject(outcome)) return taggedResults(credentialId, outcome);
  const opened = typeof outcome === 'string' ? outcomes.get(outcome) : undefined;
  return opened === undefined || !isAddress(ip) ? [] : [{ credentialId, ip, opened }];
}

/**
 * Parses a result in the form of daemons since 0.17.22. Some results have only the number of hosts, not their
 * addresses.
 */
function taggedResults(credentialId: string, { type, hosts, runs }: Record<string, unknown>): CredentialResult[] {
  if (type === 'Collected' && isCount(hosts)) return [{ credentialId, openedCount: hosts }];
  if (type === 'SshScript' && Array.isArray(runs))
    return runs.filter(isObject).flatMap(({ ip, outcome }) => {
      const opened = typeof outcome === 'string' ? scriptOutcomes.get(outcome) : undefined;
      return opened === undefined || !isAddress(ip) ? [] : [{ credentialId, ip, opened }];
    });
  if (type === 'WakeOnLan' && Array.isArray(hosts))
    return [{ credentialId, openedCount: hosts.filter((host) => isObject(host) && host.woke === true).length }];
  return [];
}

/**
 * By the outcome of a script that was run over SSH: whether the host accepted the login. Outcomes that are missing here
 * say nothing about the login.
 */
const scriptOutcomes = new Map([
  ...(['Applied', 'NonZeroExit', 'TimedOut', 'InvalidOutput', 'OutputTooLarge'] as const).map(
    (outcome) => [outcome as string, true] as const,
  ),
  ['AuthenticationFailed', false] as const,
]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAddress = (ip: unknown): ip is string => typeof ip === 'string' && isIP(ip) !== 0 && !ip.includes('%');
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most.hosts;
