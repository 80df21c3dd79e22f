// Conversions for the daemon protocol 0.14: a run has three sessions in sequence, SNMP credentials are only
// communities, and no subnet has the type Loopback.
import { isObject, toObjects, without, type Json, type Step } from './protocol-versions';
import { limitSubnetTypes } from './subnet-type';

/**
 * Returns the community of a credential. Returns null for other credentials, because daemons of this version support
 * only SNMP communities.
 */
function communityOf(credential: unknown): Json | null {
  if (!isObject(credential) || !credential.community) return null;
  return { version: credential.version, community: credential.community };
}

function snmpCredentials(mappings: unknown): Json {
  const mappingRows = toObjects(mappings) ?? [];
  const defaults = mappingRows.flatMap(({ default_credential: one }) => communityOf(one) ?? []);
  const overrides = mappingRows.flatMap(({ ip_overrides: list }) => toObjects(list) ?? []);
  return {
    default_credential: defaults[0] ?? null,
    ip_overrides: overrides.flatMap(({ ip, credential }) => {
      const community = communityOf(credential);
      return community ? [{ ip, credential: community }] : [];
    }),
  };
}

function legacyType(work: Json): Json {
  const { host_id, subnet_ids, host_naming_fallback, scan_settings } = isObject(work.discovery_type)
    ? work.discovery_type
    : {};
  const raw = isObject(scan_settings) ? scan_settings.probe_raw_socket_ports : undefined;
  switch (work.stage) {
    case 'Network':
      return {
        type: 'Network',
        subnet_ids: subnet_ids ?? null,
        host_naming_fallback,
        snmp_credentials: snmpCredentials(work.credential_mappings),
        ...(typeof raw === 'boolean' && { probe_raw_socket_ports: raw }),
      };
    case 'Docker':
      return { type: 'Docker', host_id, host_naming_fallback };
    default:
      return { type: 'SelfReport', host_id };
  }
}

const subnetTypes = [
  ...['Internet', 'Remote', 'Gateway', 'VpnTunnel', 'Dmz', 'Lan', 'WiFi', 'IoT', 'Guest', 'DockerBridge', 'MacVlan'],
  ...['IpVlan', 'Management', 'Storage', 'Unknown', 'None'],
];

export const protocol014: Step = {
  write: {
    initiate: (work) => ({
      ...without(work, 'credential_mappings', 'subnets', 'stage'),
      discovery_type: legacyType(work),
    }),
    subnets: limitSubnetTypes(subnetTypes),
  },
};
