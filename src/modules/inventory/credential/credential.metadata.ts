// Metadata of the types of credentials: names, and the fields of their settings, from which forms are made.
import type { CredentialType } from '../../../generated/prisma/enums';
import { looks, registerMetadata } from '../../../graphql/descriptions/metadata';
import { snakeCase } from '../../../platform/text/names';
import { networkCredentialTypes } from '../../access';
import { isSettingsType, settingFields, type SettingFields } from './credential-settings';

const entries = looks<CredentialType>({
  SnmpV1: ['SNMPv1', 'SNMPv1 (RFC 1157), with a community.', 'key', 'Gray'],
  SnmpV2c: ['SNMPv2c', 'SNMPv2c (RFC 1901), with a community.', 'key', 'Gray'],
  SnmpV3: ['SNMPv3', 'SNMPv3 with the User-based Security Model (RFC 3414).', 'key', 'Green'],
  Gnmi: ['gNMI', 'gRPC Network Management Interface, with a user name and a password.', 'key', 'Teal'],
  DockerProxy: ['Docker API', 'API of Docker over TCP, with or without TLS.', 'box', 'Blue'],
  DockerSocket: ['Docker socket', 'Socket of Docker on the machine of the daemon.', 'box', 'Blue'],
  PodmanProxy: ['Podman API', 'API of Podman over TCP, with or without TLS.', 'box', 'Purple'],
  PodmanSocket: ['Podman socket', 'Socket of Podman on the machine of the daemon.', 'box', 'Purple'],
  UnifiApiKey: ['UniFi API key', 'UniFi controller, with an API key. Needs UniFi OS.', 'wifi', 'Sky'],
  UnifiLocalAdmin: ['UniFi administrator', 'UniFi controller, with a local administrator.', 'wifi', 'Sky'],
  InstantOnAccount: ['Instant On account', 'Cloud portal of HPE Instant On, with an account.', 'cloud', 'Orange'],
  SshPassword: ['SSH password', 'Host or network device over SSH (RFC 4251), with a password.', 'terminal', 'Rose'],
  SshKey: ['SSH key', 'Host or network device over SSH (RFC 4251), with a private key.', 'terminal', 'Rose'],
  WakeOnLan: ['Wake-on-LAN', 'Wakes a host by a magic packet before a scan.', 'power', 'Lime'],
  ProxmoxApiToken: ['Proxmox VE API token', 'API of Proxmox VE, with an API token.', 'box', 'Orange'],
  RouterOsAccount: ['RouterOS account', 'REST API of MikroTik RouterOS 7, with a user.', 'router', 'Teal'],
  KubernetesToken: ['Kubernetes token', 'API of Kubernetes, with the token of a service account.', 'box', 'Blue'],
  RedfishAccount: ['Redfish account', 'Redfish service of a server (DMTF DSP0266), with a user.', 'server', 'Rose'],
  VCenterAccount: ['vCenter account', 'API of VMware vCenter, with an account.', 'box', 'Green'],
  OmadaOpenApi: ['Omada Open API', 'Open API of an Omada controller, with an application.', 'wifi', 'Teal'],
});

const formFields = (fields: SettingFields) =>
  Object.entries(fields).map(([name, { isRequired = false, ...field }]) => ({
    name,
    ...Object.fromEntries(Object.entries(field).map(([property, value]) => [snakeCase(property), value as unknown])),
    is_required: isRequired,
  }));

registerMetadata(
  'credentialTypes',
  entries.map((entry) => ({
    ...entry,
    metadata: {
      fields: isSettingsType(entry.id) ? formFields(settingFields[entry.id]) : [],
      /** Whether credentials of this type may be default credentials of networks. */
      is_for_networks: networkCredentialTypes.includes(entry.id as CredentialType),
    },
  })),
);
