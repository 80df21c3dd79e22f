// What daemons report of the credentials that they tried: whatever form it has, what can be read of it.
import { isIP } from 'node:net';
import { isUuid } from '../../../platform/text/validation';

export interface CredentialResult {
  readonly credentialId: string;
  readonly ip: string;
  /** False: the device answered and refused it. */
  readonly opened: boolean;
}

const most = 20_000;
const outcomes = new Map([
  ['opened', true],
  ['refused', false],
]);

/** Entries of other forms, which older and other daemons have, are skipped; so is silence, which says nothing. */
export function credentialResultsIn(given: readonly unknown[]): CredentialResult[] {
  return given.flatMap((entry) => resultOf(entry) ?? []).slice(0, most);
}

function resultOf(entry: unknown): CredentialResult | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { credential_id: credentialId, ip, outcome } = entry as Record<string, unknown>;
  const opened = typeof outcome === 'string' ? outcomes.get(outcome) : undefined;
  if (opened === undefined || !isUuid(credentialId)) return undefined;
  if (typeof ip !== 'string' || isIP(ip) === 0 || ip.includes('%')) return undefined;
  return { credentialId, ip, opened };
}
