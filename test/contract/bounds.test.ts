// Tests that REST enforces exactly the bounds that the OpenAPI document states for bodies, with the documented error
// codes and numbers.
import { isNonNullType } from 'graphql';
import { camelCase, snakeCase } from '../../src/platform/text/names';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { sendRequest } from '../tenancy/rest-endpoints';
import { rowsFingerprint } from '../tenancy/fingerprint';
import { schemas, buildTrials, trialsOfRoute, type Schema, type Trial } from './bound-trials';
import { absentId, buildExample } from './form-examples';
import { isTolerant, parityRoutes, sendDocument, type ParityRoute, type Values } from './parity';

const isOf = ({ type }: Schema, name: string): boolean => [type].flat().includes(name);

/**
 * Text members that must have a format, such as that of an IP address. The service refuses values in another format,
 * whatever their length.
 */
const formedMembers = new Set([
  'cidr',
  ...['ip_address', 'first_address', 'last_address'],
  'mac_address',
  'fingerprint',
  'send_to',
  'timezone',
  'speed_bps',
  'lldp_mgmt_addr',
  'cdp_address',
  'destination',
  'next_hop',
  'neighbor_address',
  ...['client_mac', 'client_address', 'access_point_mac', 'access_point_address', 'bssid'],
  'remote_as',
  ...['in_octets', 'out_octets', 'in_errors', 'out_errors', 'in_discards', 'out_discards'],
  ...['up_time_ticks', 'discontinuity_ticks'],
]);
/**
 * Members that the service compares with a stored value. A wrong value of any length is refused as wrong, so these
 * members have no declared bound.
 */
const comparedMembers = new Set([
  'VerifySharePasswordRequest.password',
  'GetPublicShareTopologyRequest.token',
  'ExchangeEnrolmentCodeRequest.code',
]);

test('every text and every integer of a body shows its bounds: declare them with src/graphql/plugin/bounds.ts', () => {
  const inputs = Object.entries(schemas).filter(([name]) => /(Request|Input)$/.test(name));
  const unboundedMembers = inputs.flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([member, schema]) => {
        if (formedMembers.has(member)) return false;
        if (isOf(schema, 'integer')) return schema.maximum === undefined || schema.minimum === undefined;
        return isOf(schema, 'string') && !schema.format && !schema.enum && schema.maxLength === undefined;
      })
      .map(([member]) => `${name}.${member}`)
      .filter((place) => !comparedMembers.has(place)),
  );
  expect(unboundedMembers).toEqual([]);
});

type Titled = readonly (readonly [string, Trial])[];
type Refused = NonNullable<Trial['refused']>;
type Beyond = Trial & { readonly refused: Refused };
/**
 * Most tests in this file send only values beyond the bounds. declared-bounds.test.ts sends values inside the bounds to
 * /graphql.
 */
const isBeyond = (trial: Trial): trial is Beyond => trial.refused !== undefined;
const beyond = (all: Titled): (readonly [string, Beyond])[] =>
  all.flatMap(([title, trial]) => (isBeyond(trial) ? [[title, trial] as const] : []));

const trials = parityRoutes.flatMap((route) =>
  beyond(trialsOfRoute(route)).map(([title, trial]) => [`${route.id}: ${trial.field} ${title}`, route, trial] as const),
);

/**
 * How to send an object whose bounds are tested: the operation, the member of the body that contains the object, and a
 * function that adds the members that the object needs besides the tested one.
 */
interface Place {
  readonly operation: string;
  readonly member: string;
  with(bounded: Values): unknown;
  /** Further values that the request needs, such as the id of the topology in a "what if" question. */
  beside?(): Values;
}
const places: Readonly<Record<string, Place>> = {
  HostInterfaceInput: {
    operation: 'create_host',
    member: 'interfaces',
    with: (boundedCaller) => [{ ifIndex: 1, ifDescr: 'port', ...boundedCaller }],
  },
  HostIpAddressInput: {
    operation: 'create_host',
    member: 'ip_addresses',
    with: (boundedCaller) => [{ subnetId: absentId, ipAddress: '203.0.113.1', ...boundedCaller }],
  },
  HostPortInput: {
    operation: 'create_host',
    member: 'ports',
    with: (bounded) => [{ number: 80, protocol: 'Tcp', ...bounded }],
  },
  PortCertificateInput: {
    operation: 'create_host_discovery',
    member: 'ports',
    with: (bounded) => [
      {
        ...{ number: 443, protocol: 'Tcp' },
        certificate: {
          ...{ notBefore: '2026-01-01T00:00:00Z', notAfter: '2027-01-01T00:00:00Z', isSelfSigned: false },
          ...{ fingerprint: 'ab'.repeat(32), ...(bounded as object) },
        },
      },
    ],
  },
  SshHostKeyInput: {
    operation: 'create_host_discovery',
    member: 'ports',
    with: (bounded) => [
      {
        ...{ number: 22, protocol: 'Tcp' },
        sshHostKeys: [{ type: 'ssh-ed25519', fingerprint: `SHA256:${'a'.repeat(43)}`, ...(bounded as object) }],
      },
    ],
  },
  HostServiceInput: {
    operation: 'create_host',
    member: 'services',
    with: (bounded) => [{ name: 'web', serviceDefinition: 'nginx', ...bounded }],
  },
  HostVirtualizationDetailsInput: {
    operation: 'create_host',
    member: 'virtualization_metadata',
    with: (details) => ({ type: 'Proxmox', details }),
  },
  ServiceVirtualizationDetailsInput: {
    operation: 'create_service',
    member: 'virtualization_metadata',
    with: (details) => ({ type: 'Docker', details }),
  },
  NewCredentialInput: {
    operation: 'bulk_create_credentials',
    member: 'credentials',
    with: (bounded) => [{ name: 'socket', credentialType: 'DockerSocket', ...bounded }],
  },
  DiscoveryTypeDetailsInput: {
    operation: 'create_discovery',
    member: 'discovery_type',
    with: (bounded) => ({ type: 'Unified', hostId: absentId, ...bounded }),
  },
  GroupMembersInput: {
    operation: 'create_group',
    member: 'members',
    with: (bounded) => ({ type: 'Services', ...bounded }),
  },
  ReportedHostInput: {
    operation: 'create_host_discovery',
    member: 'host',
    with: (bounded) => ({ networkId: absentId, ...bounded }),
  },
  ReportedInterfaceInput: {
    operation: 'create_host_discovery',
    member: 'interfaces',
    with: (bounded) => [{ ifName: 'eth0', ...bounded }],
  },
  InterfaceCountersInput: {
    operation: 'create_host_discovery',
    member: 'interfaces',
    with: (counters) => [{ ifIndex: 1, counters }],
  },
  NeighborEvidenceInput: {
    operation: 'create_host_discovery',
    member: 'interfaces',
    with: (bounded) => [{ ifIndex: 1, neighborEvidence: [{ cdpDeviceId: 'sw-8', ...bounded }] }],
  },
  LldpChassisIdInput: {
    operation: 'create_host_discovery',
    member: 'interfaces',
    with: (id) => [{ ifIndex: 1, neighborEvidence: [{ lldpChassisId: { subtype: 'MacAddress', ...(id as object) } }] }],
  },
  LldpPortIdInput: {
    operation: 'create_host_discovery',
    member: 'interfaces',
    with: (id) => [{ ifIndex: 1, neighborEvidence: [{ lldpPortId: { subtype: 'InterfaceName', ...(id as object) } }] }],
  },
  ReportedServiceInput: {
    operation: 'create_host_discovery',
    member: 'services',
    with: (bounded) => [{ name: 'web', serviceDefinition: 'nginx', ...bounded }],
  },
  ServiceMatchInput: {
    operation: 'create_host_discovery',
    member: 'services',
    with: (match) => [{ name: 'web', serviceDefinition: 'nginx', match: { confidence: 'High', ...(match as object) } }],
  },
  InterfacedSubnetInput: {
    operation: 'receive_work_request',
    member: 'interfaced_subnets',
    with: (bounded) => [{ name: 'lan', cidr: '10.198.0.0/24', subnetType: 'Lan', ...bounded }],
  },
  ReportedSubnetInput: {
    operation: 'create_host_discovery',
    member: 'subnets',
    with: (bounded) => [{ name: 'seen', cidr: '10.199.0.0/24', subnetType: 'Lan', ...bounded }],
  },
  ReportedRouteInput: {
    operation: 'create_host_discovery',
    member: 'routes',
    with: (bounded) => [{ destination: '10.199.0.0/24', protocol: 'Static', type: 'Remote', ...bounded }],
  },
  ReportedFhrpGroupInput: {
    operation: 'create_host_discovery',
    member: 'fhrp_groups',
    with: (bounded) => [{ protocol: 'Hsrp', groupNumber: 1, virtualAddresses: [], state: 'Active', ...bounded }],
  },
  ReportedRoutingNeighborInput: {
    operation: 'create_host_discovery',
    member: 'routing_neighbors',
    with: (bounded) => [{ protocol: 'Bgp', neighborAddress: '203.0.113.1', state: 'Idle', ...bounded }],
  },
  ReportedWirelessAssociationInput: {
    operation: 'create_host_discovery',
    member: 'wireless_associations',
    with: (bounded) => [{ clientMac: '00:1b:21:00:00:77', ...bounded }],
  },
  ReportedVlanInput: {
    operation: 'create_vlan_discovery',
    member: 'vlans',
    with: (bounded) => [{ vlanNumber: 7, name: 'seven', ...bounded }],
  },
  RunTypeDetailsInput: {
    operation: 'create_discovery',
    member: 'run_type',
    with: (bounded) => ({ type: 'Scheduled', enabled: false, cronSchedule: '0 0 3 * * *', ...bounded }),
  },
  EntitySourceDetailsInput: {
    operation: 'create_vlan',
    member: 'source',
    with: (details) => ({ type: 'DiscoveryWithMatch', details }),
  },
  CheckSelectionInput: { operation: 'create_check', member: 'selection', with: (bounded) => bounded },
  CheckServiceInput: {
    operation: 'create_check',
    member: 'rule',
    with: (service) => ({ serviceRequired: { service } }),
  },
  CheckServicePortInput: {
    operation: 'create_check',
    member: 'rule',
    with: (port) => ({ serviceRequired: { service: { port: { number: 80, protocol: 'Tcp', ...port } } } }),
  },
  SupposedDevicePortInput: {
    operation: 'what_if',
    member: 'changes',
    with: (port) => [
      { deviceAdded: { hostId: absentId, name: 'd', ports: [{ interfaceId: absentId, name: '1', ...port }] } },
    ],
    beside: () => ({ id: topologyId }),
  },
  WebhookHeaderInput: {
    operation: 'create_webhook',
    member: 'headers',
    with: (header) => [{ name: 'X-Key', value: 'key', ...header }],
  },
  SavedViewStateInput: { operation: 'create_saved_view', member: 'state', with: (bounded) => bounded },
  GraphDetailInput: {
    operation: 'create_saved_view',
    member: 'state',
    with: (bounded) => ({ detail: bounded }),
  },
  SavedViewCameraInput: {
    operation: 'create_saved_view',
    member: 'state',
    with: (bounded) => ({ camera: { x: 1, y: 2, zoom: 0.5, ...bounded } }),
  },
  SavedViewPositionInput: {
    operation: 'create_saved_view',
    member: 'positions',
    with: (bounded) => [{ elementId: absentId, x: 1, y: 2, ...bounded }],
  },
  SavedViewRouteInput: {
    operation: 'create_saved_view',
    member: 'routes',
    with: (bounded) => [{ lineId: 'a line', points: [0, 1], ...bounded }],
  },
};
const isBounded = (schema: Schema) => buildTrials('', schema).length > 0;
const boundedObjects = Object.entries(schemas)
  .filter(([name, { properties = {} }]) => name.endsWith('Input') && Object.values(properties).some(isBounded))
  .map(([name]) => name);

test('every object inside a body that has bounds has a place to try them: say one in bounds.test.ts', () => {
  expect(Object.keys(places).sort()).toEqual(boundedObjects.sort());
});

const inside = boundedObjects.flatMap((name) => {
  const place = places[name];
  const route = parityRoutes.find(({ id }) => id === place?.operation);
  if (!place || !route) return [];
  return Object.entries(schemas[name]!.properties!).flatMap(([field, schema]) =>
    beyond(buildTrials(field, schema)).map(
      ([title, trial]) => [`${name}: ${field} ${title}`, route, place, trial] as const,
    ),
  );
});

let world: World;
let daemon: DaemonCaller;
let rowsBefore: string;
let topologyId: string;
const rows = () => rowsFingerprint(world.prisma, [world.organizationId]);
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
  topologyId = (await world.prisma.topology.findFirstOrThrow({ where: { networkId: world.networkId } })).id;
  rowsBefore = await rows();
});
afterAll(() => world.close());

/**
 * Made-up values for the other required inputs of the route. Made-up values suffice because the service checks bounds
 * before it reads any row.
 */
const neededValues = ({ inputs }: ParityRoute): Values =>
  Object.fromEntries(
    [...inputs].filter(([, type]) => isNonNullType(type)).map(([name, type]) => [name, buildExample(type, name)]),
  );

/**
 * Expects that GraphQL refuses a value beyond a bound in a report of a daemon. REST drops such a value and accepts the
 * rest of the report.
 */
async function expectStrictGraphql(
  route: ParityRoute,
  values: Values,
  field: string,
  [code, bounds]: Refused,
): Promise<void> {
  const { body } = await sendDocument(daemon, route, values);
  const { extensions } = body.errors[0];
  const fieldName = String(extensions.params.field).split('.').at(-1)!;
  expect([extensions.code, snakeCase(fieldName), extensions.params]).toEqual([
    code,
    bounds ? field : 'undefined',
    bounds ? { field: extensions.params.field, ...bounds } : {},
  ]);
}

const askRest = (route: ParityRoute, values: Values) =>
  sendRequest(route.isPublic ? world.anonymous : route.demand.daemonOnly ? daemon : world.owner, route, { ...values });

test.each(trials)('%s', async (_title, route, { field, value, refused }) => {
  const values = { ...neededValues(route), [field]: value };
  if (isTolerant(route)) return expectStrictGraphql(route, values, field, refused);
  const { status, body, story } = await askRest(route, values);
  const [code, bounds] = refused;
  expect([status, body.code, body.params, story]).toEqual([400, code, bounds ? { field, ...bounds } : {}, story]);
  if (bounds) expect(body.error).toContain(field);
});

test.each(inside)('%s', async (_title, route, place, { field, value, refused }) => {
  const bounded = place.with({ [camelCase(field)]: value });
  const values = { ...neededValues(route), [place.member]: bounded, ...place.beside?.() };
  if (isTolerant(route)) return expectStrictGraphql(route, values, field, refused);
  const { status, body, story } = await askRest(route, values);
  const [code, bounds] = refused;
  expect([status, body.code, body.params, story]).toEqual([400, code, { field: body.params.field, ...bounds }, story]);
  expect(String(body.params.field).endsWith(`.${field}`)).toBe(true);
});

test('none of the refused requests has changed a row', async () => {
  expect(await rows()).toBe(rowsBefore);
});

const whole = parityRoutes
  .filter((route) => !isTolerant(route))
  .flatMap((route) =>
    trialsOfRoute(route)
      .filter(([, { value, refused }]) => Array.isArray(value) && !refused)
      .map(([title, trial]) => [`${route.id}: ${trial.field} ${title}`, route, trial] as const),
  );
test.each(whole)('%s', async (_title, route, { field, value }) => {
  const { body, story } = await askRest(route, { ...neededValues(route), [field]: value });
  const isAboutBounds = /^validation_(empty|min_length|max_length|out_of_range|bulk_empty)$/.test(body.code);
  if (isAboutBounds && body.params.field === field) throw new Error(`refused inside its bounds: ${story}`);
});
