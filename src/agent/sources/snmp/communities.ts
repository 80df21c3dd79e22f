// Communities of SNMPv1 and SNMPv2c that vendors ship and manuals show: everybody knows them.
import type { SnmpCredential } from './facts';

const wellKnownCommunities: ReadonlySet<string> = new Set([
  ...['public', 'private', 'community', 'snmp', 'admin', 'manager', 'monitor', 'read', 'write'],
  ...['cisco', 'ILMI', 'secret'],
]);

/** Whether the credential is a community that everybody knows. */
export const isWellKnown = (credential: SnmpCredential): boolean =>
  credential.version !== 'v3' && wellKnownCommunities.has(credential.community);
