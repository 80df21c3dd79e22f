// Parses credential results in reports. Parsing is lenient, because their form differs between versions of daemons.
import { isIP } from 'node:net';
import { isUuid } from '../../../platform/text/validation';

export interface CredentialResult {
  readonly credentialId: string;
  readonly ip: string;
  /** False if the device responded and refused the credential. */
  readonly opened: boolean;
}

const most = 20_000;
const outcomes = new Map([
  ['opened', true],
  ['refused', false],
]);

/** The credential results in a report. Malformed entries are skipped, as are devices that did not respond. */
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
