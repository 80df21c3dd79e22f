// Credentials of other protocols than SNMP in the form of the daemon protocol, and which daemon versions can parse
// them.
import type { Settings, SettingsType } from '../../inventory';
import { isOlder } from '../protocol/daemon-version';
import type { UsedCredential } from './credential-mappings';
import { isOwnAgent } from './wire-credential';

type Json = Readonly<Record<string, unknown>>;

/** A credential with the settings and secrets of its type. */
export interface OpenedSettings extends UsedCredential {
  readonly credentialType: SettingsType;
  readonly settings: Settings;
}

/** The first daemon version that can parse each type; null if only Netloom's own agent can. */
const firstVersions: Readonly<Record<SettingsType, string | null>> = {
  DockerProxy: '0.16.2',
  DockerSocket: '0.16.2',
  PodmanProxy: '0.17.2',
  PodmanSocket: '0.17.2',
  UnifiApiKey: '0.17.7',
  UnifiLocalAdmin: '0.17.7',
  InstantOnAccount: '0.17.11',
  Gnmi: '0.17.16',
  SshPassword: '0.17.19',
  SshKey: '0.17.19',
  WakeOnLan: '0.17.19',
  ProxmoxApiToken: null,
  RouterOsAccount: null,
  KubernetesToken: null,
  RedfishAccount: null,
  VCenterAccount: null,
  OmadaOpenApi: null,
};

/**
 * Types of credentials, besides SNMP, that the newest version of Netloom's own agent reads. Its older versions ignore
 * types that they do not know.
 */
const ownAgentReads: readonly SettingsType[] = [
  ...(['ProxmoxApiToken', 'UnifiApiKey', 'UnifiLocalAdmin', 'RouterOsAccount', 'SshPassword', 'SshKey'] as const),
  ...(['KubernetesToken', 'DockerProxy', 'PodmanProxy', 'Gnmi', 'RedfishAccount', 'VCenterAccount'] as const),
  'OmadaOpenApi',
];

/** Whether a daemon of this version can parse credentials of the type. */
export function canDaemonReadType(daemonVersion: string | null, type: SettingsType): boolean {
  if (daemonVersion === null) return false;
  if (isOwnAgent(daemonVersion)) return ownAgentReads.includes(type);
  const firstVersion = firstVersions[type];
  return firstVersion !== null && !isOlder(daemonVersion, firstVersion);
}

/**
 * Whether a daemon of this version can use a credential with these settings. Netloom's own agent can use every SSH
 * credential; other daemons only those that contain a script, which they run.
 */
export const canDaemonUse = (
  daemonVersion: string | null,
  { credentialType: type, settings: { shown } }: Pick<OpenedSettings, 'credentialType' | 'settings'>,
): boolean =>
  canDaemonReadType(daemonVersion, type) &&
  ((type !== 'SshPassword' && type !== 'SshKey') || shown.script !== undefined || isOwnAgent(daemonVersion!));

/** A daemon uses Docker and Podman sockets only on its own machine, so their mappings have this IP address. */
const daemonsOwn = '127.0.0.1';
const socketTypes: readonly SettingsType[] = ['DockerSocket', 'PodmanSocket'];

/**
 * Returns the credentials other than SNMP in the form of the daemon protocol. Credentials of a type for which
 * `isForNetworks` is false are never used as default credentials, only at hosts to which they are assigned.
 */
export function toSettingsMappings(
  credentials: readonly OpenedSettings[],
  isForNetworks: (type: SettingsType) => boolean,
): Json[] {
  const sorted = [...credentials].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1));
  return sorted.flatMap((credential) => {
    const { id, credentialType, settings, isOfNetwork, isDefault } = credential;
    const payload = wireSettings(credentialType, settings);
    const isForAll = (isOfNetwork || isDefault) && isForNetworks(credentialType);
    const overrides = placesOf(credential).map((place) => ({ ...place, credential: payload, credential_id: id }));
    if (!isForAll && overrides.length === 0) return [];
    return [
      {
        default_credential: isForAll ? payload : null,
        default_credential_id: isForAll ? id : null,
        ip_overrides: overrides,
      },
    ];
  });
}

/** Returns the IP addresses at which a credential is used. Wake-on-LAN needs the MAC addresses too. */
function placesOf({ credentialType, hosts }: OpenedSettings): Json[] {
  if (socketTypes.includes(credentialType))
    return hosts.filter(({ isDaemonHost }) => isDaemonHost).map(({ hostId }) => ({ ip: daemonsOwn, host_id: hostId }));
  return hosts.flatMap(({ hostId, addresses, macAddresses = [] }) =>
    addresses.map((ip, index) => {
      const mac = macAddresses[index];
      return { ip, host_id: hostId, ...(mac != null && { mac_address: mac }) };
    }),
  );
}

/** Returns a credential with its secrets in the form of the daemon protocol. Never log the result. */
export function wireSettings(type: SettingsType, { shown, secrets }: Settings): Json {
  const of = (name: string): unknown => (name in secrets ? inline(secrets[name]!) : contentOf(shown[name]));
  const pick = (...names: string[]): Json => Object.fromEntries(names.map((name) => [name, of(name) ?? null]));
  switch (type) {
    case 'Gnmi':
      return {
        ...{ type, ...pick('port', 'username', 'password', 'tls', 'skip_verify') },
        // Only Netloom's own agent can parse the field `fingerprint`.
        ...(shown.fingerprint !== undefined && pick('fingerprint')),
      };
    case 'DockerProxy':
    case 'PodmanProxy':
      return { type, ...pick('port', 'path', 'ssl_cert', 'ssl_key', 'ssl_chain') };
    case 'DockerSocket':
    case 'PodmanSocket':
      return { type, ...(shown.socket_path !== undefined && pick('socket_path')) };
    case 'UnifiApiKey':
      return { type: 'UnifiController', ...pick('port', 'site'), auth: { mode: 'ApiKey', ...pick('api_key') } };
    case 'UnifiLocalAdmin': {
      const auth = { mode: 'LocalAdmin', ...pick('username', 'password') };
      return { type: 'UnifiController', ...pick('port', 'site'), auth };
    }
    case 'InstantOnAccount':
      return { type: 'InstantOn', ...pick('username', 'password', 'site') };
    case 'SshPassword':
      return ssh({ mode: 'Password', ...pick('password') }, pick);
    case 'SshKey':
      return ssh({ mode: 'PrivateKey', ...pick('private_key', 'passphrase') }, pick);
    case 'WakeOnLan':
      return { type, ...pick('port', 'wait_seconds', 'broadcast_address', 'secure_on_password') };
    case 'ProxmoxApiToken':
      return { type, ...pick('port', 'token_id', 'secret', 'fingerprint') };
    case 'RouterOsAccount':
    case 'RedfishAccount':
    case 'VCenterAccount':
      return { type, ...pick('port', 'username', 'password', 'fingerprint') };
    case 'KubernetesToken':
      return { type, ...pick('port', 'token', 'certificate_authority', 'fingerprint') };
    case 'OmadaOpenApi':
      return { type, ...pick('port', 'omada_id', 'client_id', 'client_secret', 'site', 'fingerprint') };
  }
}

const ssh = (auth: Json, pick: (...names: string[]) => Json): Json => ({
  type: 'Ssh',
  ...pick('port', 'username', 'script', 'timeout_seconds', 'host_key_fingerprint'),
  auth,
});

const inline = (value: string): Json => ({ mode: 'Value', value });

/** Converts a value of a setting to the daemon protocol, whose mode `Value` is the mode `Inline` of the API. */
function contentOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('mode' in value)) return value;
  return value.mode === 'Inline' && 'value' in value ? inline(String(value.value)) : value;
}
