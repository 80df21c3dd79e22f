// The JSON value with the type of a credential and its settings: a text for an SNMP version, otherwise an object with
// `type` and the settings. In requests, SNMP credentials may also be objects.
import { AppError } from '../../../errors';
import type { CredentialType } from '../../../generated/prisma/enums';
import {
  hiddenSecret,
  isSettingsType,
  settingFields,
  settingsTypes,
  type SettingField,
  type SettingFields,
} from './credential-settings';
import { assertLength } from '../../../platform/text/validation';
import type { GivenSecrets, SnmpVersion } from './snmp-secrets';

type Json = Readonly<Record<string, unknown>>;
type JsonSchema = Readonly<Record<string, unknown>>;

export const snmpVersions = ['SnmpV1', 'SnmpV2c', 'SnmpV3'] as const satisfies readonly SnmpVersion[];
export const isSnmpVersion = (type: unknown): type is SnmpVersion => snmpVersions.includes(type as SnmpVersion);

/**
 * A parsed `typeWithSettings` value: the type, with the secrets of an SNMP version or with the settings of a type other
 * than SNMP.
 */
export type CredentialForm =
  | { readonly type: SnmpVersion; readonly secrets: GivenSecrets }
  | { readonly type: Exclude<CredentialType, SnmpVersion>; readonly settings: Json };

const invalid = (field: string) => new AppError('validation_invalid_format', { field });
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the JSON value with a credential's type and settings. Errors name the request field `field`. */
export function parseForm(field: string, form: unknown): CredentialForm {
  if (isSnmpVersion(form)) return { type: form, secrets: {} };
  const members = typeof form === 'string' ? { type: form } : form;
  if (!isObject(members)) throw invalid(field);
  const { type } = members;
  if (type === undefined) throw new AppError('validation_required', { field: `${field}.type` });
  if (isSnmpVersion(type)) return { type, secrets: snmpSecrets(field, type, members) };
  if (isSettingsType(type)) return { type, settings: members };
  throw invalid(typeof form === 'string' ? field : `${field}.type`);
}

/**
 * Fields of the object that a request sends for each SNMP version. Each has the name of the secret that it sets and, if
 * values have other names in requests, a map from these names to the stored values.
 */
const communityMember = { community: ['community'] } as const;
const snmpMembers = {
  SnmpV1: communityMember,
  SnmpV2c: communityMember,
  SnmpV3: {
    security_name: ['username'],
    auth_protocol: ['authenticationProtocol', { Sha1: 'SHA', Sha256: 'SHA256' }],
    auth_password: ['authenticationKey'],
    priv_protocol: ['privacyProtocol', { Aes128: 'AES128', Aes256: 'AES256' }],
    priv_password: ['privacyKey'],
    context_name: ['contextName'],
  },
} as const satisfies Record<
  SnmpVersion,
  Record<string, readonly [keyof GivenSecrets] | readonly [keyof GivenSecrets, Readonly<Record<string, string>>]>
>;

/** Minimum and maximum lengths of SNMP secrets in characters, the same as in the fields of the GraphQL input. */
const lengths: Readonly<Partial<Record<keyof GivenSecrets, readonly [min: number, max: number]>>> = {
  community: [1, 255],
  username: [1, 32],
  authenticationKey: [8, 255],
  privacyKey: [8, 255],
  contextName: [1, 255],
};

function snmpSecrets(at: string, version: SnmpVersion, { type: _type, ...members }: Json): GivenSecrets {
  const versionMembers: Readonly<Record<string, readonly unknown[]>> = snmpMembers[version];
  const secrets: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    const [secret, values] = (versionMembers[name] ?? []) as [keyof GivenSecrets, Readonly<Record<string, string>>?];
    const path = `${at}.${name}`;
    if (secret === undefined) throw invalid(path);
    const text = isObject(member) && member.mode === 'Inline' ? member.value : member;
    if (text === hiddenSecret || text === undefined) continue;
    if (text !== null && typeof text !== 'string') throw invalid(path);
    if (values && text !== null && !Object.hasOwn(values, text)) throw invalid(path);
    const value = text === null || text === '' ? null : (values?.[text] ?? text);
    const [min, max] = lengths[secret] ?? [0, Infinity];
    if (value !== null) assertLength(path, value, min, max);
    secrets[secret] = value;
  }
  return secrets;
}

/** The JSON value with the type and settings of a credential, as responses have it. */
export const shownForm = (type: CredentialType, settings: unknown): unknown =>
  isSnmpVersion(type) ? type : { type, ...(settings as Json) };

const contentSchema: JsonSchema = {
  type: 'object',
  properties: {
    mode: { type: 'string', enum: ['Inline', 'FilePath'], description: 'Whether `value` or `path` is set.' },
    value: { type: 'string', description: 'The text.' },
    path: { type: 'string', description: "Path of a file on the daemon's machine that has the text." },
  },
  required: ['mode'],
};

const snmpDescriptions: Readonly<Partial<Record<keyof GivenSecrets, string>>> = {
  community: 'Community string.',
  username: 'Name of the user.',
  authenticationProtocol: 'Protocol of authentication.',
  authenticationKey: 'Passphrase for authentication.',
  privacyProtocol: 'Protocol of encryption.',
  privacyKey: 'Passphrase for encryption.',
  contextName: 'Name of the context.',
};
const snmpSchema = (version: SnmpVersion): JsonSchema =>
  objectSchema(
    version,
    Object.fromEntries(
      Object.entries(snmpMembers[version]).map(
        ([name, [secret]]: [string, readonly [keyof GivenSecrets, ...unknown[]]]) => [
          name,
          { description: `${snmpDescriptions[secret]} It is never returned.` },
        ],
      ),
    ),
    [],
  );

function fieldSchema(field: SettingField): JsonSchema {
  const { description } = field;
  switch (field.kind) {
    case 'integer':
      return { description, type: 'integer', minimum: field.min, maximum: field.max };
    case 'flag':
      return { description, type: 'boolean' };
    case 'secret':
      return { ...contentSchema, description: `${description} Its value is never returned.` };
    case 'content':
      return { ...contentSchema, description };
    default:
      return { description, type: 'string', maxLength: field.max };
  }
}

/**
 * JSON Schemas of the settings objects, one for each type of credential, by the name of their component in the OpenAPI
 * document.
 */
const settingsSchemas: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(snmpVersions.map((version) => [`${version}Settings`, snmpSchema(version)])),
  ...Object.fromEntries(settingsTypes.map((type) => [`${type}Settings`, settingsSchema(type, settingFields[type])])),
};

const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const formOf = (types: readonly CredentialType[]): JsonSchema => ({
  oneOf: [{ type: 'string', enum: [...snmpVersions] }, ...types.map((type) => refTo(`${type}Settings`))],
});

/** The OpenAPI components for the JSON value with a credential's type and settings, by component name. */
export const formSchemas: Readonly<Record<string, JsonSchema>> = {
  ...settingsSchemas,
  CredentialSettings: {
    ...formOf(settingsTypes),
    description: 'The type of a credential: a text for an SNMP version, otherwise an object with the settings.',
  },
  CredentialSettingsInput: {
    ...formOf([...snmpVersions, ...settingsTypes]),
    description: 'The type of a credential: a text, or an object with the settings.',
  },
};
export const formSchema = refTo('CredentialSettingsInput');
/**
 * JSON Schema of a credential's type and settings in responses. For SNMP versions, responses have a text, not an
 * object.
 */
export const shownFormSchema = refTo('CredentialSettings');

function settingsSchema(type: string, fields: SettingFields): JsonSchema {
  const properties = Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]);
  const isGiven = ([, field]: [string, SettingField]) => field.isRequired === true;
  const requiredNames = Object.entries(fields).filter(isGiven);
  return objectSchema(
    type,
    Object.fromEntries(properties) as JsonSchema,
    requiredNames.map(([name]) => name),
  );
}

function objectSchema(type: string, properties: JsonSchema, required: readonly string[]): JsonSchema {
  return {
    type: 'object',
    description: `Type ${type} of a credential, with its settings.`,
    properties: { type: { type: 'string', enum: [type], description: 'The type.' }, ...properties },
    required: ['type', ...required],
  };
}
