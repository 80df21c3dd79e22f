// Chooses the SNMP credentials to try on an address: those from the server first, then those from the agent's own file.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Failure, errorMessage } from './failure';
import { assertPrivate } from './private-file';
import type { CredentialMapping, WireCredential } from './protocol/wire';
import type { SnmpCredential } from './sources/snmp';

export interface Candidate {
  readonly credential: SnmpCredential;
  readonly id?: string;
  /** Whether the credential is from the agent's own credentials file, not from the server. */
  readonly isOwn?: boolean;
}

/** Maximum number of credentials to try at one address. */
const maxCandidates = 10;

const port = z.number().int().min(1).max(65_535).optional();
const v3 = z.object({
  version: z.literal('v3'),
  user: z.string().min(1),
  securityLevel: z.enum(['noAuthNoPriv', 'authNoPriv', 'authPriv']),
  authProtocol: z.string().optional(),
  authPassword: z.string().optional(),
  privacyProtocol: z.string().optional(),
  privacyPassword: z.string().optional(),
  context: z.string().max(255).optional(),
  port,
});
const community = z.object({ version: z.enum(['v1', 'v2c']), community: z.string().min(1), port });
const file = z.array(z.union([v3, community]));

/**
 * Reads a JSON list of SNMP credentials. Throws a usage Failure if other users can read the file, or if its content is
 * invalid.
 */
export function readCredentials(path: string): SnmpCredential[] {
  try {
    assertPrivate(path);
    return file.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = error instanceof z.ZodError ? 'it is not a list of SNMP credentials' : errorMessage(error);
    throw new Failure(
      'usage',
      `${path} cannot be read (${reason}). Example of its content: [{"version":"v2c","community":"public"}].`,
    );
  }
}

/**
 * Converts the server's names of protocols to the names of the SNMP reader: `Sha1` → `SHA`, `Sha256` → `SHA256`,
 * `Aes128` → `AES128`.
 */
const protocolOf = (name: string): string => (name === 'Sha1' ? 'SHA' : name.toUpperCase());

/**
 * Converts a credential of the daemon protocol to the agent's form; undefined if a member is missing that its SNMP
 * version requires.
 */
export function toSnmpCredential(wire: WireCredential | null | undefined): SnmpCredential | undefined {
  if (!wire) return undefined;
  const at = wire.port == null ? {} : { port: wire.port };
  if (wire.version !== 'V3') {
    const version = wire.version === 'V1' ? 'v1' : 'v2c';
    return wire.community ? { version, community: wire.community, ...at } : undefined;
  }
  if (!wire.v3) return undefined;
  const { security_name: user, auth_protocol, auth_password, priv_protocol, priv_password, context_name } = wire.v3;
  const whom = { version: 'v3' as const, user, ...(context_name && { context: context_name }), ...at };
  if (!auth_protocol || !auth_password) return { ...whom, securityLevel: 'noAuthNoPriv' };
  const auth = { authProtocol: protocolOf(auth_protocol), authPassword: auth_password };
  if (!priv_protocol || !priv_password) return { ...whom, securityLevel: 'authNoPriv', ...auth };
  const privacy = { privacyProtocol: protocolOf(priv_protocol), privacyPassword: priv_password };
  return { ...whom, securityLevel: 'authPriv', ...auth, ...privacy };
}

const isSecure = ({ credential }: Candidate) => credential.version === 'v3';

export class Credentials {
  constructor(
    private readonly mappings: readonly CredentialMapping[],
    private readonly fileCredentials: readonly SnmpCredential[],
  ) {}

  get isEmpty(): boolean {
    return this.mappings.length === 0 && this.fileCredentials.length === 0;
  }

  /**
   * At most 10 credentials to try at an address, without duplicates, in this order: the server's credential for this
   * address, the server's default credentials, the credentials of the agent's own file (SNMPv3 first).
   */
  for(address: string): Candidate[] {
    const forAddress = this.mappings.flatMap(({ ip_overrides }) =>
      ip_overrides.filter(({ ip }) => ip === address).flatMap((one) => candidate(one.credential, one.credential_id)),
    );
    const defaults = this.mappings.flatMap((one) => candidate(one.default_credential, one.default_credential_id));
    const fileCandidates = this.fileCredentials.map((credential): Candidate => ({ credential, isOwn: true }));
    const candidates = [
      ...forAddress,
      ...defaults,
      ...fileCandidates.filter(isSecure),
      ...fileCandidates.filter((one) => !isSecure(one)),
    ];
    const keys = candidates.map(({ credential }) => JSON.stringify(credential));
    return candidates.filter((_one, at) => keys.indexOf(keys[at]!) === at).slice(0, maxCandidates);
  }
}

function candidate(wire: WireCredential | null | undefined, id: string | null | undefined): Candidate[] {
  const credential = toSnmpCredential(wire);
  return credential ? [{ credential, ...(id != null && { id }) }] : [];
}
