// The settings of credentials for other protocols than SNMP: the fields of each type, and checks of their values.
import { isIP } from 'node:net';
import { AppError } from '../../../errors';
import type { CredentialType } from '../../../generated/prisma/enums';
import { assertLength, assertRange } from '../../../platform/text/validation';
import type { SnmpVersion } from './snmp-secrets';

/** A type of credentials other than SNMP. The settings of such a credential are an object. */
export type SettingsType = Exclude<CredentialType, SnmpVersion>;

interface FieldBase {
  readonly label: string;
  readonly description: string;
  readonly isRequired?: true;
}
interface IntegerField extends FieldBase {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
  readonly default: number;
}
interface FlagField extends FieldBase {
  readonly kind: 'flag';
}
/** A text field. Its kind is `text` (one line), `script` (several lines) or `address` (an IP address). */
interface TextField extends FieldBase {
  readonly kind: 'text' | 'script' | 'address';
  readonly max: number;
  readonly default?: string;
}
/** A text, or the path of a file on the daemon's machine. A `secret` is encrypted and never returned. */
interface ContentField extends FieldBase {
  readonly kind: 'secret' | 'content';
  readonly max: number;
  /** Whether the text usually has several lines. */
  readonly isMultiline?: true;
}
export type SettingField = IntegerField | FlagField | TextField | ContentField;
export type SettingFields = Readonly<Record<string, SettingField>>;

const longest = { line: 255, path: 1_024, secret: 16_384, content: 65_536, script: 65_536 } as const;
const required = { isRequired: true } as const;

const port = (number: number, description: string): SettingFields => ({
  port: { kind: 'integer', label: 'Port', description, min: 1, max: 65_535, default: number },
});
const username = (description: string): SettingFields => ({
  username: { kind: 'text', label: 'User name', description, max: longest.line, ...required },
});
const secret = (label: string, description: string): ContentField => ({
  ...{ kind: 'secret', label, description, max: longest.secret },
});
const privateKey = (description: string): ContentField => ({
  ...{ ...secret('Private key', description), isMultiline: true },
});
const password = (description: string): SettingFields => ({
  password: { ...secret('Password', description), ...required },
});
const certificate = (label: string, description: string): ContentField => ({
  ...{ kind: 'content', label, description, max: longest.content },
});

const containerProxy = (runtime: string): SettingFields => ({
  ...port(2375, `TCP port of the API of ${runtime}.`),
  path: { kind: 'text', label: 'Path', description: 'Prefix of the paths of the API.', max: longest.line },
  ssl_cert: certificate('Certificate', 'Client certificate, PEM.'),
  ssl_key: privateKey('Private key of the client certificate, PEM.'),
  ssl_chain: certificate('Certificate authority', 'Certificates of the authority, PEM.'),
});
const containerSocket = (runtime: string): SettingFields => ({
  socket_path: {
    kind: 'text',
    label: 'Path of the socket',
    description: `Path of the socket of ${runtime} on the daemon's machine; found by the daemon if left out.`,
    max: longest.path,
  },
});
const controller: SettingFields = {
  ...port(443, 'TCP port of the controller: 443, 8443 or 11443 by product.'),
  site: {
    kind: 'text',
    label: 'Site',
    description: 'Name of the site in the URL of the controller.',
    max: longest.line,
    default: 'default',
  },
};
const script: SettingFields = {
  script: {
    kind: 'script',
    label: 'Script',
    description:
      "Shell script that the daemon runs on the host. It prints one JSON object with facts of the host. Netloom's own agent runs no script, but its own read-only commands.",
    max: longest.script,
  },
  timeout_seconds: {
    kind: 'integer',
    label: 'Time limit in seconds',
    description: 'Time after which the daemon ends the script, in seconds.',
    ...{ min: 1, max: 3_600, default: 60 },
  },
  host_key_fingerprint: {
    kind: 'text',
    label: 'Fingerprint of the host key',
    description: 'Fingerprint that the host key must have (SHA256:…); the first key that the daemon sees if left out.',
    max: longest.line,
  },
};
const certificateFingerprint: SettingFields = {
  fingerprint: {
    kind: 'text',
    label: 'Fingerprint of the certificate',
    description:
      'SHA-256 fingerprint that the certificate must have. If left out, an authority must vouch for the certificate, or the daemon trusts the first one that it sees.',
    max: longest.line,
  },
};
const sshPort = port(22, 'TCP port of SSH.');

/** The fields of each type, in the order in which forms show them. The names of fields are spelled as in REST. */
export const settingFields: Readonly<Record<SettingsType, SettingFields>> = {
  Gnmi: {
    ...port(9339, 'TCP port of gNMI.'),
    ...username('User name of the device.'),
    ...password('Password of the user.'),
    tls: { kind: 'flag', label: 'TLS', description: 'Whether the daemon connects by TLS.' },
    skip_verify: {
      kind: 'flag',
      label: 'Any certificate',
      description:
        "Whether the daemon accepts any certificate of the device. Netloom's agent never does: it trusts the fingerprint.",
    },
    ...certificateFingerprint,
  },
  DockerProxy: containerProxy('Docker'),
  DockerSocket: containerSocket('Docker'),
  PodmanProxy: containerProxy('Podman'),
  PodmanSocket: containerSocket('Podman'),
  UnifiApiKey: { ...controller, api_key: { ...secret('API key', 'API key of the controller.'), ...required } },
  UnifiLocalAdmin: {
    ...controller,
    ...username('Name of a local administrator of the controller.'),
    ...password('Password of the administrator.'),
  },
  InstantOnAccount: {
    ...username('E-mail address of the account of the portal.'),
    ...password('Password of the account.'),
    site: {
      kind: 'text',
      label: 'Site',
      description: 'Name of the only site to read; all sites of the account if left out.',
      max: longest.line,
    },
  },
  SshPassword: { ...sshPort, ...username('User name of the host.'), ...password('Password of the user.'), ...script },
  SshKey: {
    ...sshPort,
    ...username('User name of the host.'),
    private_key: { ...privateKey('Private key of the user.'), ...required },
    passphrase: secret('Passphrase', 'Passphrase of the private key.'),
    ...script,
  },
  WakeOnLan: {
    ...port(9, 'UDP port of magic packets.'),
    wait_seconds: {
      kind: 'integer',
      label: 'Waiting time in seconds',
      description: 'Time that woken hosts get before the scan begins, in seconds.',
      ...{ min: 0, max: 3_600, default: 90 },
    },
    broadcast_address: {
      kind: 'address',
      label: 'Broadcast address',
      description: 'IP address to which packets are sent; the broadcast address of the subnet if left out.',
      max: longest.line,
    },
    secure_on_password: secret('SecureOn password', 'Password of the network card, written as a MAC address.'),
  },
  ProxmoxApiToken: {
    ...port(8006, 'TCP port of the API of Proxmox VE.'),
    token_id: {
      kind: 'text',
      label: 'Token ID',
      description: 'ID of the API token with its user, as Proxmox VE shows it: user@realm!name.',
      ...{ max: longest.line, ...required },
    },
    secret: { ...secret('Secret', 'Secret of the API token.'), ...required },
    ...certificateFingerprint,
  },
  RouterOsAccount: {
    ...port(443, 'TCP port of the REST API of RouterOS (service www-ssl).'),
    ...username('User name of the device.'),
    ...password('Password of the user.'),
    ...certificateFingerprint,
  },
  KubernetesToken: {
    ...port(6443, 'TCP port of the API server of Kubernetes.'),
    token: { ...secret('Token', 'Token of a service account.'), ...required },
    certificate_authority: certificate('Certificate authority', 'Certificates of the authority of the cluster, PEM.'),
    ...certificateFingerprint,
  },
  RedfishAccount: {
    ...port(443, 'TCP port of the Redfish service.'),
    ...username('User name of the management controller.'),
    ...password('Password of the user.'),
    ...certificateFingerprint,
  },
  VCenterAccount: {
    ...port(443, 'TCP port of the API of vCenter.'),
    ...username('User name with its domain, such as netloom@vsphere.local.'),
    ...password('Password of the user.'),
    ...certificateFingerprint,
  },
  OmadaOpenApi: {
    ...port(8043, 'TCP port of the Open API of the controller: 8043 or 443 by product.'),
    omada_id: {
      kind: 'text',
      label: 'Omada ID',
      description: 'ID of the controller, as it shows it beside the application.',
      ...{ max: longest.line, ...required },
    },
    client_id: {
      kind: 'text',
      label: 'Client ID',
      description: 'Client ID of the application, which has the client mode.',
      ...{ max: longest.line, ...required },
    },
    client_secret: { ...secret('Client secret', 'Client secret of the application.'), ...required },
    site: {
      kind: 'text',
      label: 'Site',
      description: 'Name of the only site to read; all sites of the application if left out.',
      max: longest.line,
    },
    ...certificateFingerprint,
  },
};

export const settingsTypes = Object.keys(settingFields) as SettingsType[];
export const isSettingsType = (type: unknown): type is SettingsType =>
  typeof type === 'string' && Object.hasOwn(settingFields, type);

/** Responses have this text in place of a secret. An update with this text keeps the stored secret. */
export const hiddenSecret = '********';

type Json = Readonly<Record<string, unknown>>;

/** The settings of a credential: `shown` in responses, with masked secrets; `secrets` in plain text by field name. */
export interface Settings {
  readonly shown: Json;
  readonly secrets: Readonly<Record<string, string>>;
}

const invalid = (field: string) => new AppError('validation_invalid_format', { field });
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the checked settings of a type, merged with `stored`: fields that are left out keep their stored value, null
 * clears a field. Throws `validation_required` for missing fields. `at` is the path before field names in errors.
 */
export function mergeSettings(type: SettingsType, input: Json, at: string, stored?: Settings): Settings {
  const fields = settingFields[type];
  const unknownName = Object.keys(input).find((name) => name !== 'type' && !Object.hasOwn(fields, name));
  if (unknownName !== undefined) throw invalid(`${at}.${unknownName}`);
  const shown: Record<string, unknown> = {};
  const secrets: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const path = `${at}.${name}`;
    const isKept = input[name] === undefined || isHidden(field, input[name]);
    if (isKept && stored && hasValue(stored, name)) {
      shown[name] = stored.shown[name];
      if (name in stored.secrets) secrets[name] = stored.secrets[name]!;
      continue;
    }
    const value = isKept ? undefined : readValue(field, input[name], path);
    if (value === undefined && field.isRequired) throw new AppError('validation_required', { field: path });
    if (value === undefined) {
      const standard = field.kind === 'flag' ? false : 'default' in field ? field.default : undefined;
      if (standard !== undefined) shown[name] = standard;
    } else if (field.kind === 'secret' && typeof value === 'string') {
      shown[name] = { mode: 'Inline', value: hiddenSecret };
      secrets[name] = value;
    } else shown[name] = value;
  }
  return { shown, secrets };
}

/** Whether a field has a stored value. A secret that no configured key can decrypt counts as missing. */
function hasValue({ shown, secrets }: Settings, name: string): boolean {
  const value = shown[name];
  const isSealed = isObject(value) && value.mode === 'Inline' && value.value === hiddenSecret;
  return value !== undefined && (!isSealed || name in secrets);
}

const isHidden = ({ kind }: SettingField, value: unknown): boolean =>
  kind === 'secret' && (isObject(value) ? value.value : value) === hiddenSecret;

/** Returns the checked value of a field; undefined for null and for an empty text. A secret is returned as its text. */
function readValue(field: SettingField, value: unknown, path: string): unknown {
  if (value === null || value === '') return undefined;
  switch (field.kind) {
    case 'integer':
      if (!Number.isInteger(value)) throw invalid(path);
      assertRange(path, value as number, field.min, field.max);
      return value;
    case 'flag':
      if (typeof value !== 'boolean') throw invalid(path);
      return value;
    case 'secret':
    case 'content':
      return readContent(field, value, path);
    default: {
      const text = readLine(value, path, field.max);
      if (field.kind === 'address' && isIP(text) === 0) throw new AppError('validation_invalid_ip', { field: path });
      return text;
    }
  }
}

function readLine(value: unknown, path: string, max: number): string {
  if (typeof value !== 'string') throw invalid(path);
  assertLength(path, value, 1, max);
  return value;
}

/** Returns a checked text or file path. Requests send a text, `{mode: Inline, value}` or `{mode: FilePath, path}`. */
function readContent({ kind, max }: ContentField, value: unknown, path: string): unknown {
  if (typeof value === 'string') return readContent({ kind, max } as ContentField, { mode: 'Inline', value }, path);
  if (!isObject(value)) throw invalid(path);
  if (value.mode === 'FilePath') {
    if (value.path === '') return undefined;
    return { mode: 'FilePath', path: readLine(value.path, path, longest.path) };
  }
  if (value.mode !== 'Inline') throw invalid(`${path}.mode`);
  if (value.value === '') return undefined;
  const text = readLine(value.value, path, max);
  return kind === 'secret' ? text : { mode: 'Inline', value: text };
}
