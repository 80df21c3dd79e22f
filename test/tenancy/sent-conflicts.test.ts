// Tests each unique key of the database that a GraphQL request can violate. Such a request must write nothing, and
// return an error that names a field of the key.
import { columnsOf } from '../../src/data/model/model-fields';
import { uniqueColumns } from '../../src/generated/entity-facts';
import { createWorld, type World } from '../support/world';

type Input = Readonly<Record<string, unknown>>;
interface Sent {
  readonly model: string;
  /** The input of a new row. */
  readonly input: () => Promise<Input>;
  /** Values of the key that are free. Undefined for rows that are never updated. */
  readonly free?: Input;
  /** Set if creating a row with a taken key returns the stored row. Then only an update can violate the key. */
  readonly isFoundAgain?: boolean;
}

let world: World;
let hostId: string;
let subnetId: string;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId } = world;
  hostId = (await prisma.host.create({ data: { networkId, name: 'host' } })).id;
  const subnet = { networkId, cidr: '10.3.0.0/24', name: 'lan', subnetType: 'Lan' as const };
  subnetId = (await prisma.subnet.create({ data: subnet })).id;
});
afterAll(() => world.close());

const part = () => ({ networkId: world.networkId, hostId });
const addInterface = async (): Promise<string> => {
  const { prisma, networkId } = world;
  const { id } = await prisma.host.create({ data: { networkId, name: 'neighbour' } });
  return (await prisma.interface.create({ data: { networkId, hostId: id, ifIndex: 1, ifDescr: 'eth0' } })).id;
};

const sent: Readonly<Record<string, Sent>> = {
  vlans_network_id_vlan_number_key: {
    ...{ model: 'Vlan', free: { vlanNumber: 8 } },
    input: async () => ({ networkId: world.networkId, name: 'vlan', vlanNumber: 7 }),
  },
  tags_organization_id_name_key: {
    ...{ model: 'Tag', free: { name: 'free' } },
    input: async () => ({ name: 'taken' }),
  },
  credentials_organization_id_name_key: {
    ...{ model: 'Credential', free: { name: 'free' } },
    input: async () => ({ name: 'taken', credentialType: 'SnmpV2c', community: 'public-1' }),
  },
  ports_host_id_number_protocol_key: {
    ...{ model: 'Port', free: { number: 8443 } },
    input: async () => ({ ...part(), number: 443, protocol: 'Tcp' }),
  },
  interfaces_host_id_if_name_key: {
    ...{ model: 'Interface', free: { ifName: 'eth1', ifIndex: 2 } },
    input: async () => ({ ...part(), ifName: 'eth0', ifIndex: 1, ifDescr: 'eth0' }),
  },
  ip_addresses_host_id_subnet_id_ip_address_key: {
    ...{ model: 'IpAddress', free: { ipAddress: '10.3.0.8' } },
    input: async () => ({ ...part(), subnetId, ipAddress: '10.3.0.7' }),
  },
  bindings_service_id_port_id_ip_address_id_key: {
    model: 'Binding',
    async input() {
      const { prisma, networkId } = world;
      const service = { ...part(), name: 'ssh', serviceDefinition: 'SSH' };
      const { id: serviceId } = await prisma.service.create({ data: service });
      const address = { ...part(), subnetId, subnetCidr: '10.3.0.0/24', ipAddress: '10.3.0.9', position: 9 };
      const { id: ipAddressId } = await prisma.ipAddress.create({ data: address });
      return { networkId, serviceId, ipAddressId, type: 'IPAddress' };
    },
  },
  plans_network_id_name_key: {
    ...{ model: 'Plan', free: { name: 'free' } },
    input: async () => ({ networkId: world.networkId, name: 'taken', changes: [{ hostFails: { hostId } }] }),
  },
  saved_views_topology_id_created_by_user_id_name_key: {
    ...{ model: 'SavedView', free: { name: 'free' } },
    async input() {
      const where = { networkId: world.networkId, snapshotId: null };
      const { id: topologyId } = await world.prisma.topology.findFirstOrThrow({ where });
      return { topologyId, name: 'taken', view: 'L3Logical' };
    },
  },
  link_decisions_interfaces_key: {
    model: 'LinkDecision',
    input: async () => ({
      ...{ networkId: world.networkId, verdict: 'Proposed' },
      ...{ interfaceId: await addInterface(), remoteInterfaceId: await addInterface() },
    }),
  },
  link_decisions_interface_id_remote_host_id_key: {
    model: 'LinkDecision',
    input: async () => ({
      ...{ networkId: world.networkId, verdict: 'Proposed', interfaceId: await addInterface() },
      remoteHostId: hostId,
    }),
  },
  subnets_network_id_cidr_namespace_key: {
    ...{ model: 'Subnet', free: { cidr: '10.4.1.0/24' }, isFoundAgain: true },
    input: async () => ({ networkId: world.networkId, name: 'lan', cidr: '10.4.0.0/24', subnetType: 'Lan' }),
  },
};

const once = 'a list that names a row twice is stored once';
const written = 'only the service and daemons write the rows';
/** Keys that no request of this suite can violate, and why. */
const notSent: Readonly<Record<string, string>> = {
  invite_networks_pkey: once,
  user_api_key_networks_pkey: once,
  user_networks_pkey: once,
  webhook_networks_pkey: once,
  check_networks_pkey: once,
  interface_vlans_interface_id_vlan_id_key: once,
  daemon_subnets_pkey: once,
  tag_assignments_entity_id_entity_type_tag_id_key: 'the entity has the tag already',
  network_credentials_pkey: 'the assignment stays as it is: kept-assigners.test.ts',
  host_credentials_pkey: 'the assignment stays as it is: kept-assigners.test.ts',
  group_members_group_id_position_key: 'the service numbers the members of a list',
  group_members_group_id_service_id_key: 'refused before it is written: modules/inventory/group.test.ts',
  group_members_group_id_binding_id_key: 'refused before it is written: modules/inventory/group.test.ts',
  subnets_network_id_cidr_namespace_virtualization_service_id_key: 'modules/inventory/subnet.test.ts',
  subnets_network_id_subnet_type_system_key: 'the service creates the System subnets with the network',
  users_email_key: 'registration is no mutation: auth/routes.test.ts',
  users_lower_email_key: 'registration is no mutation: auth/routes.test.ts',
  users_oidc_provider_oidc_subject_key: 'linking is no mutation: modules/access/oidc',
  mail_rules_user_id_builtin_key: 'callers cannot name a built-in rule',
  check_acceptances_check_id_network_id_finding_key_key: 'a finding that is accepted again gets the new note',
  daemon_polls_pkey: written,
  daemon_alerts_pkey: written,
  discoveries_network_id_session_id_key: written,
  discovery_sessions_network_id_session_id_key: written,
  discovery_sessions_discovery_id_key: written,
  import_plan_rows_plan_id_position_key: written,
  network_event_cursors_pkey: written,
  mail_rule_events_pkey: written,
  working_credentials_pkey: written,
  interface_neighbors_interface_id_remote_interface_id_key: written,
  interface_neighbors_interface_id_remote_host_id_key: written,
  forwarding_evidence_pkey: written,
  arp_evidence_pkey: written,
  interface_counters_pkey: written,
  wireless_signals_pkey: written,
  judged_networks_pkey: written,
  check_verdicts_check_id_network_id_key: written,
  topologies_snapshot_id_key: written,
  topologies_network_id_live_key: written,
};

test('every unique key that names a field is here', () => {
  expect([...Object.keys(sent), ...Object.keys(notSent)].sort()).toEqual(Object.keys(uniqueColumns).sort());
});

test.each(Object.entries(sent))('%s', async (key, { model, input, free, isFoundAgain = false }) => {
  const { owner, prisma } = world;
  const create = `mutation($input: Create${model}Input!) { data: create${model}(input: $input) { id } }`;
  const update = `mutation($id: UUID!, $input: Update${model}Input!) { data: update${model}(id: $id, input: $input) { id } }`;
  const delegate = prisma[`${model[0]!.toLowerCase()}${model.slice(1)}` as 'vlan'];
  const expectConflict = ({ code, params }: { code: string; params: { field: string } }) => {
    expect(code).toBe('entity_already_exists');
    expect(uniqueColumns[key]).toContain(params.field);
  };
  const taken = await input();
  const first = (await owner.query(create, { input: taken })).data.id as string;
  if (isFoundAgain) expect((await owner.query(create, { input: taken })).data.id).toBe(first);
  else {
    // Other suites add rows to the same database at the same time, so only rows of this world count.
    const { networkId, organizationId } = world;
    const where = columnsOf(model).has('networkId') ? { networkId } : { organizationId };
    const count = await delegate.count({ where: where as never });
    expect(count).toBeGreaterThan(0);
    expectConflict(await owner.refusal(create, { input: taken }));
    expect(await delegate.count({ where: where as never })).toBe(count);
  }
  if (!free) return;
  const { id } = (await owner.query(create, { input: { ...taken, ...free } })).data as { id: string };
  const before = await delegate.findUniqueOrThrow({ where: { id } });
  const changes = Object.fromEntries(Object.keys(free).map((name) => [name, taken[name]]));
  expectConflict(await owner.refusal(update, { id, input: changes }));
  expect(await delegate.findUniqueOrThrow({ where: { id } })).toEqual(before);
});
