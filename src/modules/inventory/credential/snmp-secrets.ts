// The secrets of SNMP credentials: required fields by version, checks, encryption and decryption.
import { AppError } from '../../../errors';
import type { SecretBox } from '../../../platform/text/sealed-secrets';

/** Authentication protocols of SNMPv3: HMAC-MD5-96 and HMAC-SHA-96 (RFC 3414), and the HMAC-SHA-2 family (RFC 7860). */
export const authenticationProtocols = ['MD5', 'SHA', 'SHA224', 'SHA256', 'SHA384', 'SHA512'] as const;
/** Encryption protocols of SNMPv3: CBC-DES (RFC 3414), CFB128-AES-128 (RFC 3826), and AES-256 in CFB128 mode. */
export const privacyProtocols = ['DES', 'AES128', 'AES256'] as const;

export type SnmpVersion = 'SnmpV1' | 'SnmpV2c' | 'SnmpV3';
export interface SnmpSecrets {
  readonly community?: string;
  readonly username?: string;
  readonly authenticationProtocol?: (typeof authenticationProtocols)[number];
  readonly authenticationKey?: string;
  readonly privacyProtocol?: (typeof privacyProtocols)[number];
  readonly privacyKey?: string;
  /** UDP port of the SNMP agents; 161 if undefined. */
  readonly port?: number;
  /** contextName of SNMPv3 (RFC 3411); the default context if undefined. */
  readonly contextName?: string;
}
/** Secrets in a request: undefined keeps the stored value, null clears it. */
export type GivenSecrets = { readonly [F in keyof SnmpSecrets]?: SnmpSecrets[F] | null };

export const secretFields = [
  'community',
  'username',
  'authenticationProtocol',
  'authenticationKey',
  'privacyProtocol',
  'privacyKey',
  'port',
  'contextName',
] as const satisfies readonly (keyof SnmpSecrets)[];

const fieldsOf: Readonly<Record<SnmpVersion, readonly (keyof SnmpSecrets)[]>> = {
  SnmpV1: ['community', 'port'],
  SnmpV2c: ['community', 'port'],
  SnmpV3: secretFields.slice(1),
};

/** Whether a request contains any secret. */
export const givesSecrets = (secrets: GivenSecrets): boolean =>
  secretFields.some((field) => secrets[field] !== undefined);

/**
 * Returns the stored secrets with the changes of a request, after checking them for the SNMP version. Throws
 * `validation_required` for missing fields, and `validation_invalid_format` for fields that this SNMP version does not
 * have. Errors never contain values.
 */
export function mergedSecrets(version: SnmpVersion, storedSecrets: SnmpSecrets, newSecrets: GivenSecrets): SnmpSecrets {
  const fields = fieldsOf[version];
  for (const field of secretFields)
    if (newSecrets[field] != null && !fields.includes(field))
      throw new AppError('validation_invalid_format', { field });
  const mergedFields = Object.fromEntries(
    fields
      .map((field) => [field, newSecrets[field] === undefined ? storedSecrets[field] : newSecrets[field]] as const)
      .filter(([, value]) => value != null),
  ) as SnmpSecrets;
  for (const field of requiredFields(version, mergedFields))
    if (mergedFields[field] === undefined) throw new AppError('validation_required', { field });
  return mergedFields;
}

/**
 * Returns the secrets that must be set. In SNMPv3, a protocol requires its key, a key requires its protocol, and
 * privacy requires authentication.
 */
function requiredFields(version: SnmpVersion, secrets: SnmpSecrets): (keyof SnmpSecrets)[] {
  if (version !== 'SnmpV3') return ['community'];
  const isPrivate = Boolean(secrets.privacyProtocol ?? secrets.privacyKey);
  const isAuthentic = isPrivate || Boolean(secrets.authenticationProtocol ?? secrets.authenticationKey);
  return [
    'username',
    ...(isAuthentic ? (['authenticationProtocol', 'authenticationKey'] as const) : []),
    ...(isPrivate ? (['privacyProtocol', 'privacyKey'] as const) : []),
  ];
}

/**
 * Decrypts the secrets of a credential for discovery. Returns undefined if no key in SECRETS_KEY decrypts them. Never
 * send or log the result.
 */
export const openSecrets = (
  box: SecretBox,
  { id, secrets }: { readonly id: string; readonly secrets: Uint8Array },
): SnmpSecrets | undefined => box.open(id, secrets);
