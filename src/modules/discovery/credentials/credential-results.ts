// Parses credential results in reports leniently, because their form differs between daemons.
import { isIP } from 'node:net';
import { isUuid } from '../../../platform/text/validation';

export interface CredentialResult {
  readonly credentialId: string;
  readonly ip: string;
  /** False if the device answered and refused the credential. */
  readonly opened: boolean;
}

const most = 20_000;
const outcomes = new Map([
  ['opened', true],
  ['refused', false],
]);

/** The credential results in a report. Skips malformed entries, and devices that did not answer. */
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
