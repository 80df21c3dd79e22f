// Every bound that the OpenAPI document shows of a body holds at both doors: at it, just below and just above.
import { camelCase, snakeCase } from '../../src/platform/text/names';
import { createTwins, type TwinWorlds } from '../support/twins';
import { sendTo } from '../tenancy/rest-endpoints';
import { rowsFingerprint, watchRows } from '../tenancy/fingerprint';
import { schemas, trialsOf, trialsOfRoute, type Schema, type Trial } from './bound-trials';
import { isTolerant, Parity, parityRoutes, sendDocument, type ParityRoute, type Values } from './parity';
import type { Side } from '../support/samples';
import { caseOf, sideOf } from './parity-cases';

const isOf = ({ type }: Schema, name: string): boolean => [type].flat().includes(name);

/** Members with a form of their own, which says more than a length: what is not of that form is refused. */
const formed = new Set([
  'cidr',
  'ip_address',
  'mac_address',
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
/** Compared with what is stored: a wrong one of any length is refused as wrong. */
const compared = new Set(['VerifySharePasswordRequest.password', 'GetPublicShareTopologyRequest.token']);

test('every text and every integer of a body shows its bounds: declare them with src/graphql/plugin/bounds.ts', () => {
  const inputs = Object.entries(schemas).filter(([name]) => /(Request|Input)$/.test(name));
  const unbounded = inputs.flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([member, schema]) => {
        if (formed.has(member)) return false;
        if (isOf(schema, 'integer')) return schema.maximum === undefined || schema.minimum === undefined;
        return isOf(schema, 'string') && !schema.format && !schema.enum && schema.maxLength === undefined;
      })
      .map(([member]) => `${name}.${member}`)
      .filter((place) => !compared.has(place)),
  );
  expect(unbounded).toEqual([]);
});

/** What is refused comes first: it leaves the rows as the next one finds them. */
const refusedFirst = <T extends readonly [...unknown[], Trial]>(all: readonly T[]): T[] =>
  [true, false].flatMap((isRefused) =>
    all.filter((one) => ((one.at(-1) as Trial).refused !== undefined) === isRefused),
  );

const trials = refusedFirst(
  parityRoutes.flatMap((route) =>
    trialsOfRoute(route).map(([what, trial]) => [`${route.id}: ${trial.field} ${what}`, route, trial] as const),
  ),
);

/** Where an object inside a body is tried: the body's member, and the object with what it needs, in GraphQL's spelling. */
interface Place {
  readonly operation: string;
  readonly member: string;
  with(bounded: Values, side: Side): unknown;
}
const places: Readonly<Record<string, Place>> = {
  HostInterfaceInput: {
    operation: 'create_host',
    member: 'interfaces',
    with: (bounded) => [{ ifIndex: 1, ifDescr: 'port', ...bounded }],
  },
  HostIpAddressInput: {
    operation: 'create_host',
    member: 'ip_addresses',
    with: (bounded, side) => [{ subnetId: side.id('Subnet'), ipAddress: '203.0.113.1', ...bounded }],
  },
  HostPortInput: {
    operation: 'create_host',
    member: 'ports',
    with: (bounded) => [{ number: 80, protocol: 'Tcp', ...bounded }],
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
  DiscoveryTypeDetailsInput: {
    operation: 'create_discovery',
    member: 'discovery_type',
    with: (bounded, side) => ({ type: 'Unified', hostId: side.id('Host'), ...bounded }),
  },
  GroupMembersInput: {
    operation: 'create_group',
    member: 'members',
    with: (bounded) => ({ type: 'Services', ...bounded }),
  },
  ReportedHostInput: {
    operation: 'create_host_discovery',
    member: 'host',
    with: (bounded, { networkId }) => ({ networkId, ...bounded }),
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
    with: (bounded, side) => [{ elementId: side.id('Host'), x: 1, y: 2, ...bounded }],
  },
  SavedViewRouteInput: {
    operation: 'create_saved_view',
    member: 'routes',
    with: (bounded) => [{ lineId: 'a line', points: [0, 1], ...bounded }],
  },
};
const isBounded = (schema: Schema) => trialsOf('', schema).length > 0;
const boundedObjects = Object.entries(schemas)
  .filter(([name, { properties = {} }]) => name.endsWith('Input') && Object.values(properties).some(isBounded))
  .map(([name]) => name);

test('every object inside a body that has bounds has a place to try them: say one in bounds.test.ts', () => {
  expect(Object.keys(places).sort()).toEqual(boundedObjects.sort());
});

const inside = refusedFirst(
  boundedObjects.flatMap((name) => {
    const place = places[name];
    const route = parityRoutes.find(({ id }) => id === place?.operation);
    if (!place || !route) return [];
    return Object.entries(schemas[name]!.properties!).flatMap(([field, schema]) =>
      trialsOf(field, schema).map(([what, trial]) => [`${name}: ${field} ${what}`, route, place, trial] as const),
    );
  }),
);

let twins: TwinWorlds;
let parity: Parity;
let sides: readonly [Side, Side];
const made = new Map<string, readonly [Values, Values]>();
beforeAll(async () => {
  twins = await createTwins();
  parity = new Parity(twins);
  sides = [sideOf(twins, twins.first, 'rest'), sideOf(twins, twins.second, 'graphql')];
});
afterAll(() => twins.close());

const rows = watchRows(async () => {
  const { first, second, organizationId } = twins;
  const looked = [first, second].map(({ server }) => rowsFingerprint(server.prisma, [organizationId]));
  return (await Promise.all(looked)).join('\n');
});

/** Values of an operation, made once: what creates is refused or made under other names and numbers. */
async function valuesOf(route: ParityRoute): Promise<readonly [Values, Values]> {
  const known = made.get(route.id);
  if (known) return known;
  rows.forget();
  const make = caseOf(route)!;
  const values = [await make(sides[0]), await make(sides[1])] as const;
  made.set(route.id, values);
  return values;
}

async function expectStrictGraphql(
  route: ParityRoute,
  values: Values,
  field: string,
  [code, bounds]: NonNullable<Trial['refused']>,
): Promise<void> {
  const { body } = await sendDocument(twins.second.callers.daemon, route, values);
  const { extensions } = body.errors[0];
  const named = String(extensions.params.field).split('.').at(-1)!;
  expect([extensions.code, snakeCase(named), extensions.params]).toEqual([
    code,
    bounds ? field : 'undefined',
    bounds ? { field: extensions.params.field, ...bounds } : {},
  ]);
}

/** What daemons send in a form of its own, and the code for any other. */
const otherwiseFormed: Readonly<Record<string, string>> = {
  url: 'validation_invalid_format',
  swept: 'validation_invalid_ip',
};

test.each(trials)('%s', async (_title, route, { field, value, refused }) => {
  const [first, second] = (await valuesOf(route)).map((values) => ({ ...values, [field]: value })) as [Values, Values];
  if (!refused) rows.forget();
  const before = refused && (await rows.known());
  if (refused && isTolerant(route)) {
    await expectStrictGraphql(route, second, field, refused);
    return expect(await rows.look()).toBe(before);
  }
  if (isTolerant(route) && otherwiseFormed[field]) {
    // At its longest it is no URL, and no network: REST leaves it out.
    const reply = await sendTo(twins.first.callers.daemon as never, route, first);
    expect([reply.status, reply.story]).toEqual([200, reply.story]);
    const { body } = await sendDocument(twins.second.callers.daemon, route, second);
    expect(body.errors[0].extensions).toMatchObject({ code: otherwiseFormed[field], params: { field } });
    return;
  }
  const { rest } = await parity.ask(route, route.demand.daemonOnly ? 'daemon' : 'owner', first, second);
  if (!refused) {
    // Inside its bounds the value may still meet another rule, but none about this field's bounds.
    const isAboutBounds = /^validation_(empty|min_length|max_length|out_of_range|bulk_empty)$/.test(rest.body.code);
    if (isAboutBounds && rest.body.params.field === field) throw new Error(`refused inside its bounds: ${rest.story}`);
    return;
  }
  const [code, bounds] = refused;
  expect([rest.status, rest.body.code, rest.body.params]).toEqual([400, code, bounds ? { field, ...bounds } : {}]);
  if (bounds) expect(rest.body.error).toContain(field);
  expect(await rows.look()).toBe(before);
});

test.each(inside)('%s', async (_title, route, place, { field, value, refused }) => {
  const bounded = { [camelCase(field)]: value };
  const [first, second] = (await valuesOf(route)).map((values, index) => ({
    ...values,
    [place.member]: place.with(bounded, sides[index]!),
  })) as [Values, Values];
  if (!refused) rows.forget();
  const before = refused && (await rows.known());
  if (refused && isTolerant(route)) {
    await expectStrictGraphql(route, second, field, refused);
    return expect(await rows.look()).toBe(before);
  }
  const { rest } = await parity.ask(route, route.demand.daemonOnly ? 'daemon' : 'owner', first, second);
  const { code, params } = rest.body;
  const isAboutThis = String(params?.field ?? '').endsWith(`.${field}`);
  if (!refused) {
    if (isAboutThis && /^validation_(empty|min_length|max_length|out_of_range)$/.test(code))
      throw new Error(`refused inside its bounds: ${rest.story}`);
    return;
  }
  const [wanted, bounds] = refused;
  expect([rest.status, code, params]).toEqual([400, wanted, { field: params.field, ...bounds }]);
  expect([params.field, isAboutThis]).toEqual([params.field, true]);
  expect(await rows.look()).toBe(before);
});
