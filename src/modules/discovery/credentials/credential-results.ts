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
