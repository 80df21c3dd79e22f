// Credentials of protocols other than SNMP in the daemon protocol: the payload of each type, which daemon versions can
// read the type, and on which hosts a daemon uses a credential.
import { networkCredentialTypes } from '../../../../src/modules/access';
import {
  canDaemonReadType,
  canDaemonUse,
  toSettingsMappings,
  wireSettings,
  type OpenedSettings,
} from '../../../../src/modules/discovery/credentials/wire-settings';
import { mergeSettings, type SettingsType } from '../../../../src/modules/inventory/credential/credential-settings';

const settings = (type: SettingsType, settingsInput: object) =>
  mergeSettings(type, settingsInput as Record<string, unknown>, 'at');
const wire = (type: SettingsType, settingsInput: object) => wireSettings(type, settings(type, settingsInput));
const value = (text: string) => ({ mode: 'Value', value: text });

test.each([
  [
    'Gnmi',
    { username: 'u', password: 'p' },
    { type: 'Gnmi', port: 9339, username: 'u', password: value('p'), tls: false, skip_verify: false },
  ],
  [
    'Gnmi',
    { username: 'u', password: 'p', tls: true, fingerprint: 'AB' },
    {
      ...{ type: 'Gnmi', port: 9339, username: 'u', password: value('p'), tls: true, skip_verify: false },
      fingerprint: 'AB',
    },
  ],
  [
    'PodmanProxy',
    { ssl_cert: { mode: 'Inline', value: 'C' }, ssl_key: { mode: 'FilePath', path: '/key.pem' } },
    {
      ...{ type: 'PodmanProxy', port: 2375, path: null, ssl_cert: value('C') },
      ...{ ssl_key: { mode: 'FilePath', path: '/key.pem' }, ssl_chain: null },
    },
  ],
  ['DockerSocket', {}, { type: 'DockerSocket' }],
  [
    'UnifiApiKey',
    { api_key: 'k', port: 8443 },
    { type: 'UnifiController', port: 8443, site: 'default', auth: { mode: 'ApiKey', api_key: value('k') } },
  ],
  [
    'UnifiLocalAdmin',
    { username: 'u', password: 'p' },
    {
      ...{ type: 'UnifiController', port: 443, site: 'default' },
      auth: { mode: 'LocalAdmin', username: 'u', password: value('p') },
    },
  ],
  [
    'InstantOnAccount',
    { username: 'a@b.example', password: 'p' },
    { type: 'InstantOn', username: 'a@b.example', password: value('p'), site: null },
  ],
  [
    'SshKey',
    { username: 'u', private_key: 'K', script: 'true' },
    {
      ...{ type: 'Ssh', port: 22, username: 'u', script: 'true', timeout_seconds: 60, host_key_fingerprint: null },
      auth: { mode: 'PrivateKey', private_key: value('K'), passphrase: null },
    },
  ],
  [
    'WakeOnLan',
    { broadcast_address: '10.0.0.255' },
    { type: 'WakeOnLan', port: 9, wait_seconds: 90, broadcast_address: '10.0.0.255', secure_on_password: null },
  ],
  [
    'ProxmoxApiToken',
    { token_id: 'a@pve!b', secret: 's' },
    { type: 'ProxmoxApiToken', port: 8006, token_id: 'a@pve!b', secret: value('s'), fingerprint: null },
  ],
  [
    'RouterOsAccount',
    { username: 'u', password: 'p', fingerprint: 'AB' },
    { type: 'RouterOsAccount', port: 443, username: 'u', password: value('p'), fingerprint: 'AB' },
  ],
  [
    'VCenterAccount',
    { username: 'u', password: 'p' },
    { type: 'VCenterAccount', port: 443, username: 'u', password: value('p'), fingerprint: null },
  ],
  [
    'KubernetesToken',
    { token: 't', certificate_authority: 'C' },
    {
      ...{ type: 'KubernetesToken', port: 6443, token: value('t'), certificate_authority: value('C') },
      fingerprint: null,
    },
  ],
  [
    'RedfishAccount',
    { username: 'u', password: 'p' },
    { type: 'RedfishAccount', port: 443, username: 'u', password: value('p'), fingerprint: null },
  ],
  [
    'OmadaOpenApi',
    { omada_id: 'o', client_id: 'c', client_secret: 's' },
    {
      ...{ type: 'OmadaOpenApi', port: 8043, omada_id: 'o', client_id: 'c', client_secret: value('s'), site: null },
      fingerprint: null,
    },
  ],
] as const)('%s is sent with its defaults and secrets', (type, settingsInput, payload) => {
  expect(wire(type, settingsInput)).toEqual(payload);
});

test.each([
  [null, 'DockerSocket', false],
  ['0.16.1', 'DockerSocket', false],
  ['0.16.2', 'DockerSocket', true],
  ['0.17.6', 'UnifiApiKey', false],
  ['0.17.18', 'SshKey', false],
  ['0.17.19', 'SshKey', true],
  ['0.17.22', 'WakeOnLan', true],
  // Versions with `+netloom` are those of Netloom's own agent. It reads SNMP credentials and the types in
  // `ownAgentReads`, but neither WakeOnLan nor sockets of Docker or Podman.
  ['0.17.22+netloom.0.1.0', 'SshKey', true],
  ['0.17.22+netloom.0.1.0', 'WakeOnLan', false],
  ['0.17.22+netloom.0.1.0', 'ProxmoxApiToken', true],
  ['0.17.22+netloom.0.1.0', 'UnifiApiKey', true],
  ['0.17.22+netloom.0.1.0', 'Gnmi', true],
  ['0.17.22+netloom.0.1.0', 'UnifiLocalAdmin', true],
  ['0.17.22+netloom.0.1.0', 'KubernetesToken', true],
  ['0.17.22+netloom.0.1.0', 'PodmanProxy', true],
  ['0.17.22+netloom.0.1.0', 'PodmanSocket', false],
  ['0.17.22', 'ProxmoxApiToken', false],
  ['0.17.22', 'RedfishAccount', false],
  ['0.17.22+netloom.0.1.0', 'OmadaOpenApi', true],
  ['0.17.22+netloom.0.1.0', 'RedfishAccount', true],
  [null, 'ProxmoxApiToken', false],
] as const)('a daemon of version %s reads %s: %s', (version, type, isRead) => {
  expect(canDaemonReadType(version, type)).toBe(isRead);
});

test("a credential for SSH without a script is only sent to Netloom's own agent", () => {
  const login = { username: 'u', password: 'p' };
  const bare = { credentialType: 'SshPassword', settings: settings('SshPassword', login) } as const;
  const scripted = { ...bare, settings: settings('SshPassword', { ...login, script: 'true' }) };
  expect(wire('SshPassword', login)).toMatchObject({ type: 'Ssh', script: null });
  for (const [version, isBareUsed] of [
    ['0.17.22', false],
    ['0.17.22+netloom.0.1.0', true],
  ] as const)
    expect([canDaemonUse(version, bare), canDaemonUse(version, scripted)]).toEqual([isBareUsed, true]);
  expect([canDaemonUse(null, bare), canDaemonUse('0.17.18', scripted)]).toEqual([false, false]);
});

const credential = (
  name: string,
  type: SettingsType,
  settingsInput: object,
  fields: Partial<OpenedSettings>,
): OpenedSettings => ({
  ...{ id: `id-${name}`, name, credentialType: type, isOfNetwork: false, isDefault: false, hosts: [] },
  settings: settings(type, settingsInput),
  ...fields,
});
const on = (hostId: string, addresses: string[], more: object = {}) => ({ hostId, since: '1', addresses, ...more });
const map = (...credentials: OpenedSettings[]) =>
  toSettingsMappings(credentials, (type) => networkCredentialTypes.includes(type));

test('only types for many hosts are defaults, sockets are used on the own host, and hosts are woken by MAC', () => {
  const login = { username: 'u', password: 'p' };
  const everywhere = { isOfNetwork: true, isDefault: true };
  const hosts = [
    on('h', ['10.0.0.1', '10.0.0.2'], { macAddresses: ['00:11:22:33:44:55', null] }),
    on('own', [], { isDaemonHost: true }),
  ];
  expect(
    map(
      credential('d', 'WakeOnLan', {}, { hosts }),
      credential('c', 'UnifiLocalAdmin', login, everywhere),
      credential('b', 'PodmanSocket', {}, { hosts }),
      credential('a', 'SshPassword', { ...login, script: 'true' }, { ...everywhere, hosts: [on('h', ['10.0.0.1'])] }),
    ),
  ).toMatchObject([
    {
      default_credential: { type: 'Ssh' },
      default_credential_id: 'id-a',
      ip_overrides: [{ ip: '10.0.0.1', host_id: 'h', credential: { type: 'Ssh' }, credential_id: 'id-a' }],
    },
    { default_credential: null, ip_overrides: [{ ip: '127.0.0.1', host_id: 'own', credential_id: 'id-b' }] },
    {
      default_credential_id: null,
      ip_overrides: [{ ip: '10.0.0.1', mac_address: '00:11:22:33:44:55' }, { ip: '10.0.0.2' }],
    },
  ]);
});
