// Parses the results of credentials in reports of daemons. Parsing is lenient, because versions of daemons send
// different forms.
import { isIP } from 'node:net';
import { isUuid } from '../../../platform/text/validation';

export interface CredentialResult {
  readonly credentialId: string;
  readonly ip: string;
  /** Whether the device accepted the credential; false if it responded and refused the credential. */
  readonly opened: boolean;
}

/** What a credential did in one run, in the form of newer clients. */
export interface CredentialRunResult {
  readonly credentialId: string;
  /** Number of addresses whose devices accepted the credential. */
  readonly openedCount: number;
}

/** Maximum number of credentials in the summary of a run. */
export const mostSummarized = 1_000;

/** Counts the accepted addresses of each credential, in the order of the report; the first 1,000 credentials. */
export function summarizeResults(results: readonly CredentialResult[]): CredentialRunResult[] {
  const counts = new Map<string, number>();
  for (const { credentialId, opened } of results)
    counts.set(credentialId, (counts.get(credentialId) ?? 0) + (opened ? 1 : 0));
  return [...counts].slice(0, mostSummarized).map(([credentialId, openedCount]) => ({ credentialId, openedCount }));
}

const most = 20_000;
const outcomes = new Map([
  ['opened', true],
  ['refused', false],
]);

/** Returns the results of credentials in a report. Skips malformed entries and devices that did not respond. */
export function parseCredentialResults(values: readonly unknown[]): CredentialResult[] {
  return values.flatMap((entry) => resultOf(entry) ?? []).slice(0, most);
}

function resultOf(entry: unknown): CredentialResult | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { credential_id: credentialId, ip, outcome } = entry as Record<string, unknown>;
  const opened = typeof outcome === 'string' ? outcomes.get(outcome) : undefined;
  if (opened === undefined || !isUuid(credentialId)) return undefined;
  if (typeof ip !== 'string' || isIP(ip) === 0 || ip.includes('%')) return undefined;
  return { credentialId, ip, opened };
}
