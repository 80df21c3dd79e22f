// What the daemons of each generation read from responses, as strictly as they parse them: members that they need must
// be present and not null.
import { z } from 'zod';
import { generations, type Generation } from '../../../../src/modules/discovery/protocol/generations/protocol-versions';

export const since = (generation: Generation, first: Generation): boolean =>
  generations.indexOf(generation) >= generations.indexOf(first);

const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/);
const version = z.string().regex(/^\d+\.\d+\.\d+([-+].+)?$/);
const integer = z.number().int();
/** A member that may be missing or null. */
const optional = <T extends z.ZodType>(type: T) => type.nullish();
/** A member that may be missing, but not null. */
const optionalType = <T extends z.ZodType>(type: T) => type.optional();

const matchReason = z.union([
  z.object({ type: z.literal('reason'), data: z.string() }),
  z.object({ type: z.literal('container'), data: z.tuple([z.string(), z.array(z.unknown())]) }),
]);
const sourceOf = (generation: Generation) => {
  const metadata = since(generation, 'D') ? {} : { metadata: z.array(z.unknown()) };
  return z.union([
    z.object({ type: z.enum(['Manual', 'System', 'Unknown']), ...metadata }),
    z.object({ type: z.literal('Discovery'), ...metadata }),
    z.object({
      type: z.literal('DiscoveryWithMatch'),
      details: z.object({ confidence: z.string(), reason: matchReason }),
      ...metadata,
    }),
  ]);
};

const oldTypes = [
  ...['Internet', 'Remote', 'Gateway', 'VpnTunnel', 'Dmz', 'Lan', 'WiFi', 'IoT', 'Guest', 'DockerBridge'],
  ...['MacVlan', 'IpVlan', 'Management', 'Storage', 'Unknown', 'None'],
];
const subnetTypeOf = (generation: Generation) =>
  since(generation, 'D') ? z.string() : z.enum(since(generation, 'B') ? [...oldTypes, 'Loopback'] : oldTypes);

export const subnetSchema = (generation: Generation) =>
  z.object({
    ...{ id, created_at: time, updated_at: time, cidr: z.string(), name: z.string(), network_id: id },
    subnet_type: subnetTypeOf(generation),
    tags: z.array(id),
    description: z.string().nullable(),
    source: sourceOf(generation),
    ...(since(generation, 'E') && { cidr_source: optionalType(z.string()), virtualization_service_id: optional(id) }),
  });

const address = z.object({
  ...{ id, network_id: id, host_id: id, subnet_id: id, ip_address: z.string() },
  mac_address: optional(z.string()),
  mac_address_source: optionalType(z.string()),
});
const port = z.object({
  ...{ id, host_id: id, network_id: id, number: integer, type: z.string() },
  protocol: z.enum(['Tcp', 'Udp']),
});

const bindingOf = (generation: Generation) => {
  const row = { id, service_id: id, network_id: id };
  return since(generation, 'C')
    ? z.discriminatedUnion('type', [
        z.object({ ...row, type: z.literal('Port'), port_id: id, ip_address_id: optional(id) }),
        z.object({ ...row, type: z.literal('IPAddress'), ip_address_id: id }),
      ])
    : z.discriminatedUnion('type', [
        z.object({ ...row, type: z.literal('Port'), port_id: id, interface_id: optional(id) }),
        z.object({ ...row, type: z.literal('Interface'), interface_id: id }),
      ]);
};
const virtualizationOf = (generation: Generation, type: string) =>
  since(generation, 'E')
    ? { virtualization_service_id: optional(id) }
    : {
        virtualization: optional(
          z.object({ type: z.literal(type), details: z.object({ service_id: optional(id) }).loose() }),
        ),
      };
const serviceOf = (generation: Generation) =>
  z.object({
    ...{ id, host_id: id, network_id: id, service_definition: z.string(), name: z.string() },
    bindings: z.array(bindingOf(generation)),
    source: sourceOf(generation),
    ...virtualizationOf(generation, 'Docker'),
  });

const adminStatus = z.enum(['Up', 'Down', 'Testing']);
const operStatus = z.enum(['Up', 'Down', 'Testing', 'Unknown', 'Dormant', 'NotPresent', 'LowerLayerDown']);
const snmpPortOf = (generation: Generation) => {
  const read = <T extends z.ZodType>(type: T) => (since(generation, 'F') ? type.nullable() : type);
  return z.object({
    ...{ id, host_id: id, network_id: id },
    if_index: read(integer),
    if_descr: read(z.string()),
    if_type: read(integer),
    admin_status: read(adminStatus),
    oper_status: read(operStatus),
    speed_bps: optional(integer),
    mac_address: optional(z.string()),
    ...(since(generation, 'C') ? { ip_address_id: optional(id) } : { interface_id: optional(id) }),
  });
};

/** Whether no member whose name ends with `_source` is null. Some daemons fail to parse null in such a member. */
const withoutNullSources = (host: Record<string, unknown>): boolean =>
  Object.entries(host).every(([name, value]) => !/_source$/.test(name) || typeof value === 'string');

export const hostSchema = (generation: Generation) => {
  const isNew = since(generation, 'C');
  const ports = z.array(snmpPortOf(generation));
  const addresses = z.array(address);
  const host = z.looseObject({
    ...{ id, created_at: time, updated_at: time, name: z.string(), network_id: id, hidden: z.boolean() },
    tags: z.array(id),
    source: sourceOf(generation),
    ports: z.array(port),
    services: z.array(serviceOf(generation)),
    ...(isNew ? { ip_addresses: addresses, interfaces: ports } : { interfaces: addresses, if_entries: ports }),
    ...(since(generation, 'E') && { last_seen_at: time }),
    ...(since(generation, 'F') && { os: z.object({ family: z.string() }).optional() }),
    ...virtualizationOf(generation, 'Proxmox'),
  });
  return since(generation, 'E') ? host.refine(withoutNullSources, 'a source is null') : host;
};

const warning = z.object({
  message: z.string(),
  severity: z.enum(['Info', 'Warning', 'Critical']),
  sunset_date: optional(z.string()),
});
export const startup = z.object({
  ...{ server_version: version, minimum_daemon_version: version },
  deprecation_warnings: optionalType(z.array(warning)),
});

export const registrationSchema = (generation: Generation) =>
  z.object({
    host_id: id,
    daemon: z.object({
      ...{ host_id: id, network_id: id, name: z.string(), user_id: id },
      mode: generation === 'A0' ? z.enum(['Push', 'Pull']) : z.enum(['server_poll', 'daemon_poll']),
      ...{
        id: optionalType(id),
        created_at: optionalType(time),
        updated_at: optionalType(time),
        url: optionalType(z.string()),
      },
      ...{
        tags: optionalType(z.array(id)),
        is_unreachable: optionalType(z.boolean()),
        standby: optionalType(z.boolean()),
      },
      ...{ last_seen: optional(time), version: optional(version), api_key_id: optional(id) },
    }),
    server_capabilities: optional(startup),
  });

const naming = optionalType(z.enum(['BestService', 'Ip']));
const community = z.object({ version: z.string(), community: z.string() });
const legacyType = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SelfReport'), host_id: id }),
  z.object({
    type: z.literal('Network'),
    subnet_ids: z.array(id).nullable(),
    host_naming_fallback: naming,
    snmp_credentials: optionalType(
      z.object({
        default_credential: community.nullable(),
        ip_overrides: z.array(z.object({ ip: z.string(), credential: community })),
      }),
    ),
    probe_raw_socket_ports: optionalType(z.boolean()),
  }),
  z.object({ type: z.literal('Docker'), host_id: id, host_naming_fallback: naming }),
]);
const settingsOf = () => {
  const numbers = ['arp_retries', 'arp_rate_pps', 'scan_rate_pps', 'port_scan_batch_size', 'full_scan_interval'];
  const flags = ['probe_raw_socket_ports', 'use_npcap_arp', 'is_full_scan', 'trust_port_only_detections'];
  return z.object({
    ...Object.fromEntries(numbers.map((name) => [name, optional(integer)])),
    ...Object.fromEntries(flags.map((name) => [name, optionalType(z.boolean())])),
  });
};
const unifiedType = z.object({
  type: z.literal('Unified'),
  host_id: id,
  subnet_ids: z.array(id).nullable(),
  host_naming_fallback: naming,
  scan_settings: optionalType(settingsOf()),
});
const credential = z.object({ type: z.literal('Snmp') }).loose();
const mapping = z.object({
  default_credential: optional(credential),
  default_credential_id: optional(id),
  ip_overrides: z.array(z.object({ ip: z.string(), credential, credential_id: optional(id) })),
});

const phase = z.enum(['Pending', 'Starting', 'Started', 'Scanning', 'Complete', 'Failed', 'Cancelled']);
export const workSchema = (generation: Generation) => {
  const work = since(generation, 'B')
    ? z.object({
        session_id: id,
        discovery_type: unifiedType,
        discovery_id: optionalType(id),
        credential_mappings: optionalType(z.array(mapping)),
        subnets: optionalType(z.array(subnetSchema(generation))),
      })
    : z.object({
        ...{ session_id: id, discovery_type: legacyType, daemon_id: id, network_id: id, phase },
        progress: integer.min(0).max(255),
        ...{ error: optional(z.string()), started_at: optional(time), finished_at: optional(time) },
      });
  return z.tuple([work.nullable(), z.boolean()]);
};

export const vlans = z.object({ vlans: z.array(z.object({ vlan_number: integer, id })) });

export const success = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), data, meta: z.object({ api_version: integer, server_version: version }) });
export const failure = z.object({
  success: z.literal(false),
  meta: z.object({ api_version: integer, server_version: version }),
  error: z.string(),
  code: z.string(),
});
