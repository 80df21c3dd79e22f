// Orders the SNMP credentials that a daemon tries at an IP address: credentials of the host, of its network, and of the
// organization.
import type { CredentialType } from '../../../generated/prisma/enums';
import type { SnmpVersion } from '../../inventory';
import type { WireCredential } from './wire-credential';

/** A credential that is used in a network. */
export interface UsedCredential {
  readonly id: string;
  readonly name: string;
  readonly credentialType: CredentialType;
  readonly isOfNetwork: boolean;
  readonly isDefault: boolean;
  /**
   * Hosts to which the credential is assigned, in order of assignment, with their IP addresses in the network's
   * subnets.
   */
  readonly hosts: readonly CredentialHost[];
}
export interface CredentialHost {
  readonly hostId: string;
  readonly since: string;
  readonly addresses: readonly string[];
  /** The MAC addresses of `addresses`, in the same order; null if a MAC address is unknown. */
  readonly macAddresses?: readonly (string | null)[];
  /** Whether the daemon of the run is on the host. */
  readonly isDaemonHost?: boolean;
}
export interface OpenedCredential extends UsedCredential {
  readonly credentialType: SnmpVersion;
  readonly wire: WireCredential;
}

interface Override {
  readonly ip: string;
  readonly credential: WireCredential;
  readonly credentialId: string;
}
export interface CredentialMapping {
  readonly defaultCredential: WireCredential | null;
  readonly defaultCredentialId: string | null;
  readonly ipOverrides: readonly Override[];
}

/**
 * SNMP versions in the order in which daemons try credentials, strongest first. SNMPv1 and v2c send the community in
 * clear text.
 */
const order: readonly SnmpVersion[] = ['SnmpV3', 'SnmpV2c', 'SnmpV1'];
const byStrength = (a: OpenedCredential, b: OpenedCredential) =>
  order.indexOf(a.credentialType) - order.indexOf(b.credentialType);

/**
 * Returns the SNMP credentials in the order in which a daemon tries them. A daemon first tries the credentials that are
 * assigned to a host, at the IP addresses of this host. Then it tries the default credentials at all addresses.
 */
export function toCredentialMappings(credentials: readonly OpenedCredential[]): CredentialMapping[] {
  const sortedCredentials = [...credentials].sort(
    (a, b) => byStrength(a, b) || compare(a.name, b.name) || compare(a.id, b.id),
  );
  const defaults = [
    ...sortedCredentials.filter(({ isOfNetwork }) => isOfNetwork),
    ...sortedCredentials.filter(({ isOfNetwork, isDefault }) => isDefault && !isOfNetwork),
  ];
  return [
    ...hostRanks(sortedCredentials).map((ipOverrides) => ({
      defaultCredential: null,
      defaultCredentialId: null,
      ipOverrides,
    })),
    ...defaults.map(({ id, wire }) => ({ defaultCredential: wire, defaultCredentialId: id, ipOverrides: [] })),
  ];
}

function hostRanks(sortedCredentials: readonly OpenedCredential[]): Override[][] {
  const ofHosts = new Map<string, { since: string; credential: OpenedCredential; addresses: readonly string[] }[]>();
  for (const credential of sortedCredentials)
    for (const { hostId, since, addresses } of credential.hosts)
      ofHosts.set(hostId, [...(ofHosts.get(hostId) ?? []), { since, credential, addresses }]);
  const ranks: Override[][] = [];
  for (const [, assignments] of [...ofHosts].sort(([a], [b]) => compare(a, b))) {
    assignments.sort((a, b) => byStrength(a.credential, b.credential) || compare(a.since, b.since));
    assignments.forEach(({ credential: { id, wire }, addresses }, rank) => {
      const overrides = addresses.map((ip) => ({ ip, credential: wire, credentialId: id }));
      (ranks[rank] ??= []).push(...overrides);
    });
  }
  return ranks;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
