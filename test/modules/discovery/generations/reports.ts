// Request bodies as daemons of each generation send them. They are generated from the protocol's tables, with and
// without optional members.
import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Generation } from '../../../../src/modules/discovery/protocol/generations/protocol-versions';
import { since } from './readings';

export type Body = Record<string, unknown>;
type Arbitrary = fc.Arbitrary<unknown>;
type Members = Record<string, Arbitrary>;

export const nil = '00000000-0000-0000-0000-000000000000';

/** A random id. Daemons generate ids themselves, and no id is used twice. */
const id = fc.constant(null).map(() => randomUUID());
const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
const time = fc
  .tuple(fc.date({ min: new Date('2024-01-01'), max: new Date('2026-01-01'), noInvalidDate: true }), fc.nat(999_999))
  .map(([date, nanos]) => date.toISOString().replace('Z', `${String(nanos).padStart(6, '0')}Z`));
const orNull = (arbitrary: Arbitrary) => fc.option(arbitrary, { nil: null });
/** MAC addresses of one vendor. No address is used twice. */
const mac = fc.constant(null).map(() => ['00', '1B', ...[0, 1, 2, 3].map(octet)].join(':'));
const octet = (): string => randomBytes(1).toString('hex').toUpperCase();
const timesOf = { created_at: time, updated_at: time };

/** An object with all required members and any of the optional members. */
const members = (requiredMembers: Members, optional: Members = {}): fc.Arbitrary<Body> =>
  fc.record({ ...requiredMembers, ...optional }, { requiredKeys: Object.keys(requiredMembers) }) as fc.Arbitrary<Body>;

const networkName = (generation: Generation) => (since(generation, 'G') ? 'site_id' : 'network_id');
const inNetwork = (generation: Generation, networkId: Arbitrary): Members => ({ [networkName(generation)]: networkId });
export const network = (generation: Generation, networkId: string): Body => ({
  [networkName(generation)]: networkId,
});

const history = (generation: Generation): Members =>
  since(generation, 'D')
    ? {
        ...{ valid_from: time, valid_to: fc.constant(null), lineage_id: id, last_seen_at: time },
        ...{ first_discovery_id: fc.constant(null), last_discovery_id: fc.constant(null) },
      }
    : {};

const source = (generation: Generation): Arbitrary =>
  since(generation, 'D')
    ? fc.constant({ type: 'Discovery' })
    : fc.record({
        type: fc.constant('Discovery'),
        metadata: fc.array(fc.record({ discovery_type: fc.constant({ type: 'Network' }), daemon_id: id, date: time }), {
          maxLength: 2,
        }),
      });

const factSource = fc.constantFrom('ReverseDns', 'Hostname', 'DaemonSelfReport', 'Unspecified', 'SomethingNew');

export const subnetBody = (generation: Generation, networkId: string, cidr: string): fc.Arbitrary<Body> =>
  members(
    {
      ...{ id, ...timesOf, cidr: fc.constant(cidr), name: fc.constant(cidr) },
      ...inNetwork(generation, fc.constant(networkId)),
      subnet_type: fc.constantFrom('Lan', 'DockerBridge', 'WiFi', 'Hyperspace'),
      tags: fc.constant([]),
      description: orNull(word),
      source: source(generation),
    },
    {
      ...history(generation),
      ...(since(generation, 'E') && { virtualization_service_id: fc.constant(null), cidr_source: factSource }),
      something_new: fc.anything({ maxDepth: 2, withNullPrototype: false }).map((value) => JSON.stringify(value) ?? ''),
    },
  );

const match = (generation: Generation): Arbitrary => {
  const plain = fc.record({ type: fc.constant('reason'), data: word });
  const container = fc.record({
    type: fc.constant('container'),
    data: fc.tuple(word, fc.array(plain, { maxLength: 2 })),
  });
  return fc.record({
    type: fc.constant('DiscoveryWithMatch'),
    details: fc.record({
      confidence: fc.constantFrom('NotApplicable', 'Low', 'Medium', 'High', 'Certain'),
      reason: fc.oneof(plain, container),
    }),
    ...(!since(generation, 'D') && { metadata: fc.constant([]) }),
  });
};

const neighbour: Members = {
  lldp_chassis_id: orNull(fc.record({ subtype: fc.constant('LocallyAssigned'), value: word })),
  lldp_port_id: orNull(fc.record({ subtype: fc.constant('InterfaceName'), value: word })),
  ...{ lldp_sys_name: orNull(word), lldp_port_desc: orNull(word), lldp_sys_desc: orNull(word) },
  lldp_mgmt_addr: orNull(fc.constant('10.1.2.3')),
  ...{ cdp_device_id: orNull(word), cdp_port_id: orNull(word), cdp_platform: orNull(word) },
  cdp_address: orNull(fc.constant('10.1.2.4')),
};

function snmpPort(generation: Generation, index: number, addressId: string): fc.Arbitrary<Body> {
  const read = (arbitrary: Arbitrary) => (since(generation, 'F') ? orNull(arbitrary) : arbitrary);
  return members(
    {
      ...{ id, host_id: fc.constant(nil), ...timesOf, ...inNetwork(generation, fc.constant(nil)) },
      if_index: fc.constant(index),
      ...{
        if_descr: read(word),
        if_name: fc.constant(`port ${index}`),
        if_alias: orNull(word),
        if_type: read(fc.nat(200)),
      },
      speed_bps: orNull(fc.nat()),
      admin_status: read(fc.constantFrom('Up', 'Down', 'Testing')),
      oper_status: read(fc.constantFrom('Up', 'Down', 'Testing', 'Unknown', 'Dormant', 'NotPresent', 'LowerLayerDown')),
      mac_address: orNull(mac),
      [since(generation, 'C') ? 'ip_address_id' : 'interface_id']: fc.constantFrom(null, addressId),
    },
    {
      ...(since(generation, 'B') && { fdb_macs: fc.array(mac, { maxLength: 2 }) }),
      ...(since(generation, 'F') && {
        ip_configured: fc.boolean(),
        neighbor_candidates: fc.array(members({}, neighbour), { maxLength: 2 }),
      }),
      ...(!since(generation, 'F') && { ...neighbour, neighbor: fc.constant(null), neighbor_seen_at: orNull(time) }),
    },
  );
}

/** The interfaces of a host that SNMP has read. */
export const snmpPorts = (generation: Generation, addressId: string): fc.Arbitrary<readonly Body[]> =>
  fc.tuple(snmpPort(generation, 1, addressId), snmpPort(generation, 2, addressId));

/** A unique text, because a value that identifies a machine may occur on one machine only. */
const ownWord = fc.constant(null).map(() => `own-${randomBytes(6).toString('hex')}`);
const hostFacts = ['sys_name', 'manufacturer', 'model', 'serial_number', 'firmware_revision', 'software_revision'];

function hostBody(generation: Generation, hostId: string, networkId: string): fc.Arbitrary<Body> {
  const proxmox = members({
    type: fc.constant('Proxmox'),
    details: fc.constant({ vm_name: 'vm', vm_id: '100', service_id: nil }),
  });
  return members(
    {
      ...{ id: fc.constant(hostId), ...timesOf, ...inNetwork(generation, fc.constant(networkId)) },
      name: since(generation, 'F') ? fc.oneof(word, fc.constant('')) : word,
      ...{ hostname: orNull(ownWord), description: orNull(word), hidden: fc.boolean(), tags: fc.constant([]) },
      source: source(generation),
      ...(!since(generation, 'E') && { virtualization: orNull(proxmox) }),
    },
    {
      ...history(generation),
      ...{ sys_descr: orNull(word), sys_object_id: orNull(word), sys_location: orNull(word) },
      ...{ sys_contact: orNull(word), management_url: orNull(ownWord), chassis_id: fc.constant(null) },
      ...(generation === 'A' && { snmp_credential_id: orNull(id) }),
      ...(since(generation, 'B') && { credential_assignments: fc.constant([]) }),
      ...(since(generation, 'E') && {
        ...Object.fromEntries(
          hostFacts.map((fact) => [fact, orNull(fact === 'sys_name' || fact === 'serial_number' ? ownWord : word)]),
        ),
        ...Object.fromEntries(hostFacts.map((fact) => [`${fact}_source`, factSource])),
        name_source: factSource,
        virtualization_metadata: fc.constantFrom(
          null,
          { type: 'Proxmox', details: { vm_name: 'vm', vm_id: '100' } },
          { type: 'Mainframe', details: {} },
        ),
        virtualization_service_id: fc.constantFrom(null, nil),
      }),
      ...(since(generation, 'F') && {
        ...{ hostname_source: factSource, os_source: factSource, asset_tag: orNull(word) },
        os: members(
          { family: fc.constantFrom('Linux', 'BeOS') },
          { name: orNull(word), version: orNull(word), codename: orNull(word), kernel_version: orNull(word) },
        ),
        virtualization_interface_id: orNull(id),
      }),
    },
  );
}

export interface Machine {
  readonly hostId: string;
  readonly networkId: string;
  readonly subnetId: string;
  readonly ip: string;
  readonly addressId: string;
  readonly portId: string;
}

/**
 * A host with an address, a port, a service on that port, possibly a container or a container runtime with its bridge,
 * and SNMP interfaces.
 */
export function hostReport(generation: Generation, machine: Machine): fc.Arbitrary<Body> {
  const { hostId, networkId, subnetId, ip, addressId, portId } = machine;
  const isNew = since(generation, 'C');
  const address = members(
    {
      ...{ id: fc.constant(addressId), ...timesOf, ...inNetwork(generation, fc.constant(networkId)) },
      host_id: fc.constant(since(generation, 'B') ? nil : hostId),
      ...{
        subnet_id: fc.constant(subnetId),
        ip_address: fc.constant(ip),
        name: orNull(word),
        position: fc.constant(0),
      },
      ...(!since(generation, 'E') && { mac_address: orNull(mac) }),
    },
    since(generation, 'E') ? { mac_address: mac, mac_address_source: factSource } : {},
  );
  const port = members({
    ...{ id: fc.constant(portId), ...timesOf, host_id: fc.constant(nil), ...inNetwork(generation, fc.constant(nil)) },
    ...{ number: fc.constant(22), protocol: fc.constant('Tcp'), type: fc.constantFrom('Ssh', 'Custom', 'Telepathy') },
  });
  const onPort = members({
    ...{ id, service_id: fc.constant(nil), ...inNetwork(generation, fc.constant(nil)), type: fc.constant('Port') },
    port_id: fc.constant(portId),
    [isNew ? 'ip_address_id' : 'interface_id']: fc.constantFrom(null, addressId),
  });
  const onAddress = members({
    ...{ id, service_id: fc.constant(nil), ...inNetwork(generation, fc.constant(nil)) },
    type: fc.constant(isNew ? 'IPAddress' : 'Interface'),
    [isNew ? 'ip_address_id' : 'interface_id']: fc.constant(addressId),
  });
  const docker = { container_name: 'web', container_id: 'abc', service_id: nil };
  const service = (definition: string, bindings: Arbitrary) =>
    members({
      ...{ id, ...timesOf, host_id: fc.constant(hostId), ...inNetwork(generation, fc.constant(networkId)) },
      ...{ name: fc.constant(definition), service_definition: fc.constant(definition), bindings },
      ...{ position: fc.constant(0), tags: fc.constant([]), source: match(generation) },
      ...(since(generation, 'E')
        ? {
            virtualization_metadata: fc.constantFrom(null, { type: 'Docker', details: docker }),
            virtualization_service_id: fc.constantFrom(null, nil),
          }
        : { virtualization: fc.constantFrom(null, { type: 'Docker', details: docker }) }),
    });
  const runtimeId = randomUUID();
  const bridge = subnetBody(generation, networkId, '172.17.0.0/16').map((subnet) => ({
    ...{ ...subnet, subnet_type: 'DockerBridge' },
    virtualization_service_id: runtimeId,
  }));
  const dockerEngine = service('Docker', fc.constant([])).map((one) => ({ ...one, id: runtimeId }));
  const services = fc.oneof(
    fc.tuple(
      service(
        'SSH',
        onPort.map((one) => [one]),
      ),
    ),
    fc.tuple(
      service(
        'SSH',
        onPort.map((one) => [one]),
      ),
      service(
        'Docker Container',
        onAddress.map((one) => [one]),
      ),
    ),
    fc.tuple(
      service(
        'SSH',
        onPort.map((one) => [one]),
      ),
      dockerEngine,
    ),
  );
  const snmp = snmpPorts(generation, addressId);
  const bridges = since(generation, 'E') ? fc.oneof(fc.constant([]), fc.tuple(bridge)) : fc.constant([]);
  const requiredMembers: Members = {
    host: hostBody(generation, hostId, networkId),
    [isNew ? 'ip_addresses' : 'interfaces']: fc.tuple(address),
    ports: fc.tuple(port),
    services,
    ...(isNew && { interfaces: fc.oneof(fc.constant([]), snmp) }),
  };
  return members(requiredMembers, {
    ...(!isNew && { if_entries: snmp }),
    ...(isNew && { subnets: bridges, if_entries: fc.constant([]) }),
    ...(since(generation, 'D') && { interfaces_complete: fc.boolean() }),
    ...(since(generation, 'E') && {
      interface_data_complete: members(
        {},
        { lldp: fc.boolean(), cdp: fc.boolean(), fdb: fc.boolean(), vlan_membership: fc.boolean() },
      ),
    }),
    something_new: fc.constant({ at: { any: 'depth' } }),
  });
}

const warning = fc.oneof(word, members({ code: word }, { params: fc.constant({ host: 'x' }) }));

/** The body of a report about the phase of a session, without the daemon's ids, which are sent separately. */
export const updateBody = (generation: Generation, phase: string, type: string): fc.Arbitrary<Body> =>
  members(
    {
      phase: fc.constant(phase),
      discovery_type: fc.constant({ type }),
      progress: fc.integer({ min: 0, max: 100 }),
      ...{ error: fc.constant(null), started_at: orNull(time), finished_at: orNull(time) },
      ...(since(generation, 'B') && {
        hosts_discovered: orNull(fc.nat(50)),
        estimated_remaining_secs: orNull(fc.nat(900)),
      }),
      ...(since(generation, 'C') && { discovery_id: fc.constant(nil) }),
    },
    {
      ...(since(generation, 'E') && { warnings: fc.array(warning, { maxLength: 3 }) }),
      ...(since(generation, 'D') && {
        scanned: members({}, { host_ids: fc.array(id, { maxLength: 2 }), vlan_ids: fc.constant([]) }),
      }),
      ...(since(generation, 'F') && {
        ...{ reason: orNull(fc.constantFrom('DaemonBusy', 'SomethingNew')), last_update_at: orNull(time) },
        daemon_version: orNull(fc.constant('0.17.22')),
        credential_results: fc.array(
          fc
            .anything({ maxDepth: 1, withNullPrototype: false })
            .map((value) => ({ value: JSON.stringify(value) ?? '' })),
        ),
      }),
    },
  );
