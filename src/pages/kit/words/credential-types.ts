// Names of the types of credentials, the usual type first.
export const credentialTypes = {
  SnmpV2c: 'SNMPv2c',
  SnmpV1: 'SNMPv1',
  SnmpV3: 'SNMPv3',
  Gnmi: 'gNMI',
  DockerProxy: 'Docker API',
  DockerSocket: 'Docker socket',
  PodmanProxy: 'Podman API',
  PodmanSocket: 'Podman socket',
  UnifiApiKey: 'UniFi API key',
  UnifiLocalAdmin: 'UniFi administrator',
  InstantOnAccount: 'Instant On account',
  SshPassword: 'SSH password',
  SshKey: 'SSH key',
  WakeOnLan: 'Wake-on-LAN',
  ProxmoxApiToken: 'Proxmox VE API token',
  RouterOsAccount: 'RouterOS account',
} as const;
