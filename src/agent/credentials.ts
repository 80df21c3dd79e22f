// Which SNMP credentials are tried on an address, and which of them opened it: those of the server, then the owner's own.
import { lstatSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { Failure, messageOf } from './failure';
import type { CredentialMapping, WireCredential } from './protocol/wire';
import type { SnmpCredential } from './snmp';

export interface Candidate {
  readonly credential: SnmpCredential;
  /** Of the server's; the owner's own have none. */
  readonly id?: string;
}

/** Most that are tried on one address. */
const most = 10;

const v3 = z.object({
  version: z.literal('v3'),
  user: z.string().min(1),
  securityLevel: z.enum(['noAuthNoPriv', 'authNoPriv', 'authPriv']),
  authProtocol: z.string().optional(),
  authPassword: z.string().optional(),
  privacyProtocol: z.string().optional(),
  privacyPassword: z.string().optional(),
});
const community = z.object({ version: z.enum(['v1', 'v2c']), community: z.string().min(1) });
const file = z.array(z.union([v3, community]));

/** A list in JSON, in a file that only its owner can read. */
export function readCredentials(path: string): SnmpCredential[] {
  try {
    if ((lstatSync(path).mode & 0o077) !== 0)
      throw new Failure('usage', `Others can read ${path}, which holds secrets: run chmod 600 ${path} first.`);
    return file.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = error instanceof z.ZodError ? 'it is no list of SNMP credentials' : messageOf(error);
    throw new Failure(
      'usage',
      `${path} cannot be read (${reason}). It holds, for example, [{"version":"v2c","community":"public"}].`,
    );
  }
}

/** Undefined: of a kind that is not SNMP, or without what its kind needs. */
export function snmpCredentialOf(wire: WireCredential | null | undefined): SnmpCredential | undefined {
  if (!wire) return undefined;
  if (/v3$/i.test(wire.type)) {
    const { username: user, authentication_key: authPassword, privacy_key: privacyPassword } = wire;
    if (!user) return undefined;
    const auth = authPassword ? { authProtocol: wire.authentication_protocol, authPassword } : {};
    const privacy = authPassword && privacyPassword ? { privacyProtocol: wire.privacy_protocol, privacyPassword } : {};
    const securityLevel = privacyPassword && authPassword ? 'authPriv' : authPassword ? 'authNoPriv' : 'noAuthNoPriv';
    return { version: 'v3', user, securityLevel, ...auth, ...privacy };
  }
  if (!wire.community || !/snmp/i.test(wire.type)) return undefined;
  return { version: /v1$/i.test(wire.type) ? 'v1' : 'v2c', community: wire.community };
}

const isSecure = ({ credential }: Candidate) => credential.version === 'v3';

export class Credentials {
  constructor(
    private readonly mappings: readonly CredentialMapping[],
    private readonly own: readonly SnmpCredential[],
  ) {}

  get isEmpty(): boolean {
    return this.mappings.length === 0 && this.own.length === 0;
  }

  /** Those named for the address, then those for all; of each v3 first. */
  for(address: string): Candidate[] {
    const named = this.mappings.flatMap(({ ip_overrides }) =>
      ip_overrides.filter(({ ip }) => ip === address).flatMap((one) => candidate(one.credential, one.credential_id)),
    );
    const general = [
      ...this.mappings.flatMap((one) => candidate(one.default_credential, one.default_credential_id)),
      ...this.own.map((credential) => ({ credential })),
    ];
    const ordered = [named, general].flatMap((list) => [
      ...list.filter(isSecure),
      ...list.filter((one) => !isSecure(one)),
    ]);
    const unique = new Map(ordered.reverse().map((one) => [JSON.stringify(one.credential), one]));
    return [...unique.values()].reverse().slice(0, most);
  }
}

function candidate(wire: WireCredential | null | undefined, id: string | null | undefined): Candidate[] {
  const credential = snmpCredentialOf(wire);
  return credential ? [{ credential, ...(id != null && { id }) }] : [];
}
