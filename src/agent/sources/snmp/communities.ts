// Communities of SNMPv1 and SNMPv2c that are publicly known, because vendors ship devices with them and manuals use
// them.
import type { SnmpCredential } from './facts';

const wellKnownCommunities: ReadonlySet<string> = new Set([
  ...['public', 'private', 'community', 'snmp', 'admin', 'manager', 'monitor', 'read', 'write'],
  ...['cisco', 'ILMI', 'secret'],
]);

/** Whether the credential is a publicly known community, such as `public`. */
export const isWellKnown = (credential: SnmpCredential): boolean =>
  credential.version !== 'v3' && wellKnownCommunities.has(credential.community);
