// SNMP credentials in the form of the daemon protocol, and the check that a version of daemons can parse a credential.
import type { SnmpSecrets, SnmpVersion } from '../../inventory';
import { isOlder } from '../protocol/daemon-version';

const versions = { SnmpV1: 'V1', SnmpV2c: 'V2c', SnmpV3: 'V3' } as const satisfies Record<SnmpVersion, string>;

/** A user of SNMPv3 (RFC 3414). Fields that the security level does not use are null. */
export interface WireUser {
  readonly securityName: string;
  readonly authProtocol: string | null;
  readonly authPassword: string | null;
  readonly privProtocol: string | null;
  readonly privPassword: string | null;
  readonly contextName: string | null;
}
export interface WireCredential {
  readonly type: 'Snmp';
  readonly version: (typeof versions)[SnmpVersion];
  /** The SNMP community; empty for SNMPv3. */
  readonly community: string;
  readonly v3: WireUser | null;
  readonly port: number | null;
}

const authentication = {
  MD5: 'Md5',
  SHA: 'Sha1',
  SHA224: 'Sha224',
  SHA256: 'Sha256',
  SHA384: 'Sha384',
  SHA512: 'Sha512',
} as const satisfies Record<NonNullable<SnmpSecrets['authenticationProtocol']>, string>;
const privacy = {
  DES: 'Des',
  AES128: 'Aes128',
  AES256: 'Aes256',
} as const satisfies Record<NonNullable<SnmpSecrets['privacyProtocol']>, string>;

export function wireCredential(type: SnmpVersion, secrets: SnmpSecrets): WireCredential {
  const { authenticationProtocol, authenticationKey, privacyProtocol, privacyKey } = secrets;
  const user = {
    securityName: secrets.username ?? '',
    authProtocol: authenticationProtocol ? authentication[authenticationProtocol] : null,
    authPassword: authenticationKey ?? null,
    privProtocol: privacyProtocol ? privacy[privacyProtocol] : null,
    privPassword: privacyKey ?? null,
    contextName: secrets.contextName ?? null,
  };
  return {
    type: 'Snmp',
    version: versions[type],
    community: secrets.community ?? '',
    v3: type === 'SnmpV3' ? user : null,
    port: secrets.port ?? null,
  };
}

/** Matches versions of Netloom's own agent, which have `netloom` as build metadata. */
const ownAgent = /^v?\d+\.\d+\.\d+(-[^+]*)?\+netloom\b/;
export const isOwnAgent = (daemonVersion: string): boolean => ownAgent.test(daemonVersion);

/**
 * The first daemon versions that can parse certain credentials: SNMPv2c communities since 0.14.0, SNMPv1 and SNMPv3
 * since 0.17.2.
 */
const readsCommunities = '0.14.0';
const readsOtherVersions = '0.17.2';
const knownUsers = { authentication: ['Sha1', 'Sha256'], privacy: ['Aes128', 'Aes256'] } as const;

/**
 * Whether a daemon of this version can parse the credential. If a daemon cannot parse one credential, it refuses the
 * whole run.
 */
export function canDaemonRead(daemonVersion: string | null, { version, v3, port }: WireCredential): boolean {
  if (daemonVersion === null || isOlder(daemonVersion, readsCommunities)) return false;
  if (isOwnAgent(daemonVersion)) return true;
  // Daemons other than Netloom's own agent can use only the default port and context.
  if (port !== null || v3?.contextName) return false;
  if (version === 'V2c') return true;
  if (isOlder(daemonVersion, readsOtherVersions)) return false;
  const among = (knownNames: readonly string[], protocol: string | null) =>
    protocol !== null && knownNames.includes(protocol);
  return !v3 || (among(knownUsers.authentication, v3.authProtocol) && among(knownUsers.privacy, v3.privProtocol));
}
