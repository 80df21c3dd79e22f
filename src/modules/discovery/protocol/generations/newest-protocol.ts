// Converts between the newest version of the daemon protocol and the form of the REST routes.
import { SubnetType } from '../../../../generated/prisma/enums';
import { changeEach, isObject, toObjects, toText, without, type Json, type Step } from './protocol-versions';

const subnetTypes: ReadonlySet<string> = new Set(Object.values(SubnetType));

const isHttpUrl = (url: unknown): boolean =>
  typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/**
 * Converts what a daemon sends about itself. An invalid URL is omitted. Any mode except `server_poll` becomes
 * `daemon_poll`.
 */
function readSelf(body: Json): Json {
  const { url, mode, capabilities, has_docker_socket: docker, version, ...others } = body;
  const capabilityFields = isObject(capabilities) ? capabilities : {};
  const hasDocker = capabilityFields.has_docker_socket ?? docker;
  return {
    ...others,
    mode: mode === 'server_poll' ? mode : 'daemon_poll',
    ...(isHttpUrl(url) && { url }),
    ...(typeof version === 'string' && version !== '' && { version }),
    ...(typeof hasDocker === 'boolean' && { has_docker_socket: hasDocker }),
    ...(!('interfaced_subnet_ids' in others) &&
      'interfaced_subnet_ids' in capabilityFields && { interfaced_subnet_ids: capabilityFields.interfaced_subnet_ids }),
  };
}

/** Converts a request for work. Daemons send subnets as rows or as ids of stored subnets. */
function readWorkRequest(body: Json): Json {
  const { interfaced_subnets: subnets, ...read } = readSelf(body);
  if (!Array.isArray(subnets)) return read;
  const ids = subnets.filter((one) => typeof one === 'string');
  const rows = subnets.filter(isObject).map(readSubnet);
  return { ...read, ...(ids.length > 0 ? { interfaced_subnet_ids: ids } : { interfaced_subnets: rows }) };
}

const readSubnet = (subnet: Json): Json => ({
  ...subnet,
  // An unknown type of subnet is no error, because the type is only a guess of the daemon.
  subnet_type: subnetTypes.has(subnet.subnet_type as string) ? subnet.subnet_type : 'Unknown',
  ...(!toText(subnet.name)?.trim() && { name: subnet.cidr }),
});

const phases = new Set(['Started', 'Scanning', 'Complete', 'Failed', 'Cancelled']);
const stages = new Set(['SelfReport', 'Network', 'Docker']);

/**
 * Returns a list with the text of a warning, which is a string or an object with a message or code. The list is empty
 * for other values.
 */
function warningText(warning: unknown): string[] {
  if (typeof warning === 'string') return warning === '' ? [] : [warning];
  if (!isObject(warning)) return [];
  const { message, code, ...others } = warning;
  const text = toText(message) ?? toText(code);
  return [text ?? JSON.stringify(others)];
}

/**
 * Returns a phase that the REST route accepts: the phase itself if possible, Started for Pending, Queued and Starting,
 * and Scanning for any other phase.
 */
function readPhase(phase: string): string {
  if (phases.has(phase)) return phase;
  return ['Pending', 'Queued', 'Starting'].includes(phase) ? 'Started' : 'Scanning';
}

function readUpdate(body: Json): Json {
  const { phase, discovery_type: type, progress, warnings, ...others } = body;
  const stage = isObject(type) ? type.type : undefined;
  return {
    ...others,
    ...(typeof phase === 'string' && { phase: readPhase(phase) }),
    ...(typeof progress === 'number' && { progress: Math.round(Math.min(Math.max(progress, 0), 100)) }),
    ...(stages.has(stage as string) && { stage }),
    ...(Array.isArray(warnings) && { warnings: warnings.flatMap(warningText) }),
  };
}

/** Returns a text with the name and the version of an operating system. */
const osText = ({ name, family, version }: Json): string | undefined =>
  [toText(name) ?? toText(family), toText(version)].filter(Boolean).join(' ') || undefined;

function readHost(body: Json): Json {
  const { host, interfaces, interfaces_complete: table, interface_data_complete: groups, ...parts } = body;
  const { os, tags: _tags, ...facts } = isObject(host) ? host : {};
  const read: Json = {
    ...parts,
    ...(isObject(host) && { host: { ...facts, ...(isObject(os) ? { os: osText(os) } : { os }) } }),
    // Daemons send an empty list, marked as complete, also for hosts whose interfaces they could not query. The list is
    // left out, so that the host does not lose its stored interfaces.
    ...(!(Array.isArray(interfaces) && interfaces.length === 0) && { interfaces }),
    interfaces_complete: table ?? true,
    interface_data_complete: isObject(groups) ? groups : allGroups,
  };
  const withParts = changeEach(changeEach(read, 'interfaces', readPort), 'services', readService);
  return changeEach(changeEach(withParts, 'ip_addresses', readMacSource), 'subnets', readSubnet);
}

/**
 * Converts the source of a MAC address to a text. A source is a text, or an object with one text, such as `{Probe:
 * "Snmp"}`. The source Unspecified contains no information, so it is omitted.
 */
function readMacSource(row: Json): Json {
  const { mac_address_source: source, ...others } = row;
  const text = toText(isObject(source) ? Object.values(source)[0] : source);
  return text === undefined || text === 'Unspecified' ? others : { ...others, mac_address_source: text };
}

const allGroups = { lldp: true, cdp: true, fdb: true, vlan_membership: true };

function readPort(port: Json): Json {
  const { neighbor_candidates: candidates, ...others } = readMacSource(port);
  const heardCandidates = toObjects(candidates)?.filter((one) =>
    Object.values(one).some((value) => value != null && value !== ''),
  );
  return { ...others, ...(heardCandidates && { neighbor_evidence: heardCandidates }) };
}

/**
 * Converts a service in a report. Its tags are dropped, because only users set tags. If the daemon found the service by
 * matching its responses, the confidence and the reason of that match are kept.
 */
function readService(service: Json): Json {
  const { source, tags: _tags, ...others } = service;
  const details = isObject(source) && isObject(source.details) ? source.details : undefined;
  const knownBindings = toObjects(others.bindings)?.filter(({ type }) => bindingTypes.has(type as string));
  const namedService = knownBindings ? { ...others, bindings: knownBindings.map(readBinding) } : others;
  if (!details) return namedService;
  const reason = reasonText(details.reason);
  return { ...namedService, match: { confidence: details.confidence, ...(reason && { reason }) } };
}

const bindingTypes = new Set(['Port', 'IPAddress']);

/** Removes `port_id` from a binding of type IPAddress, because such a binding is to an IP address, not to a port. */
function readBinding(binding: Json): Json {
  return binding.type === 'IPAddress' ? without(binding, 'port_id') : binding;
}

/**
 * Converts a reason to one text. A reason is `{type, data: text}` or, if it contains further reasons, `{type, data:
 * [text, [reason…]]}`.
 */
function reasonText(reason: unknown, depth = 0): string | undefined {
  if (typeof reason === 'string') return reason;
  if (!isObject(reason) || depth > 5) return undefined;
  if (!Array.isArray(reason.data)) return toText(reason.data);
  const [text, inner] = reason.data as unknown[];
  const inside = Array.isArray(inner) ? inner.flatMap((one) => reasonText(one, depth + 1) ?? []) : [];
  return [toText(text), inside.join(', ')].filter(Boolean).join(': ') || undefined;
}

/** Daemons cannot parse all values of the field `source`. Returns the row with a value that they can parse. */
function plainSource(row: Json): Json {
  if (!isObject(row.source)) return row;
  const { type } = row.source;
  const plain = type === 'DiscoveryWithMatch' ? 'Discovery' : type;
  return { ...row, source: { type: ['Manual', 'System', 'Discovery'].includes(plain as string) ? plain : 'Unknown' } };
}

/** Daemons parse only Docker and Podman as platforms of a service. */
const withoutKubernetes = (service: Json): Json =>
  isObject(service.virtualization_metadata) && service.virtualization_metadata.type === 'Kubernetes'
    ? { ...service, virtualization_metadata: null }
    : service;

/** Converts a subnet for a daemon. Daemons cannot parse null in `cidr_source`. */
const writeSubnet = (subnet: Json): Json =>
  plainSource(subnet.cidr_source == null ? without(subnet, 'cidr_source') : subnet);

/**
 * Converts the columns of a host for a daemon. Leaves out what daemons may not be able to parse: the operating system
 * (an object in the daemon protocol), sources that are null, and the sources of MAC addresses.
 */
const writeFacts = ({ os: _os, ...host }: Json): Json => {
  const facts = Object.entries(host).filter(([name, value]) => value !== null || !name.endsWith('_source'));
  const withoutMacSource = (part: Json) => without(part, 'mac_address_source');
  const withAddresses = changeEach(Object.fromEntries(facts), 'ip_addresses', withoutMacSource);
  return changeEach(withAddresses, 'interfaces', withoutMacSource);
};

/**
 * The daemon protocol requires these SNMP fields in credentials of all types. Daemons ignore them if the type is not
 * SNMP.
 */
const snmpMembers = { version: 'V2c', community: '', v3: null, port: null };
const withSnmpMembers = (credential: unknown): unknown =>
  isObject(credential) ? { ...snmpMembers, ...credential } : credential;

/**
 * Converts the work for a daemon. REST has two lists of credential mappings, for SNMP and for other types; the daemon
 * protocol has one list.
 */
function joinMappings(work: Json): Json {
  const { other_credential_mappings: others, ...known } = work;
  if (others === undefined) return work;
  const added = (toObjects(others) ?? []).map(({ default_credential: credential, ...mapping }) =>
    changeEach({ default_credential: withSnmpMembers(credential), ...mapping }, 'ip_overrides', (override) => ({
      ...override,
      credential: withSnmpMembers(override.credential),
    })),
  );
  return { ...known, credential_mappings: [...(toObjects(known.credential_mappings) ?? []), ...added] };
}

export const newest: Step = {
  read: {
    register: readSelf,
    heartbeat: readSelf,
    status: readWorkRequest,
    'request-work': readWorkRequest,
    'update-capabilities': readSelf,
    update: readUpdate,
    'hosts/discovery': readHost,
    subnets: readSubnet,
  },
  write: {
    'hosts/discovery': (host) =>
      changeEach(plainSource(writeFacts(host)), 'services', (one) => withoutKubernetes(plainSource(one))),
    subnets: writeSubnet,
    initiate: (work) => changeEach(joinMappings(work), 'subnets', writeSubnet),
  },
};
