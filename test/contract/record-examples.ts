// Records the examples of the OpenAPI document: one success response of every JSON operation.
import { createSession } from '../../src/auth/sessions';
import { demoAccess } from '../../src/auth/published-access';
import { ensureDemo } from '../../src/demo/load';
import type { Examples } from '../../src/rest/openapi/openapi';
import { mountedPath } from '../../src/rest/route';
import { spec } from '../demo/demo-world';
import { createClient, type Client, type Reply } from '../support/client';
import { expectContract } from '../support/contract';
import { createTwins } from '../support/twins';
import { createMigratedDatabase } from '../support/own-database';
import { serve } from '../support/world';
import { sendRequest } from '../tenancy/rest-endpoints';
import { chooseCaller, parityRoutes, routeTurn, type ParityRoute, type Values } from './parity';
import { findCase, createSide } from './parity-cases';

/** Operations with a single JSON response in the envelope: no files, no streams, and no formats of other programs. */
export const jsonRoutes = parityRoutes.filter(({ route }) => !route.download && !route.textFile && !route.listing);

/**
 * Replacements for secrets, and for addresses and words by which tests recognize their rows. Each replacement has the
 * same format, but is no valid secret or test address.
 */
const fakes: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:9\/hook/g, 'https://pager.example.com/netloom'],
  [/\bwhsec_[0-9A-Za-z+/]{43}=/g, 'whsec_RXhhbXBsZSBzZWNyZXQgdGhhdCBzaWducyBub3RoaW5nISE='],
  [/\bnlm_([ude])_[0-9A-Za-z]{32}\b/g, 'nlm_$1_ExampleKeyThatOpensNothing000000'],
  [/\b\d{10}\.[\w-]{43}/g, `1700000000.${'ExampleTokenThatOpensNothing'.padEnd(43, '0')}`],
  [/\b10\.111\.\d+\./g, '192.0.2.'],
  [/\bsecret-[0-9a-f]{12}\b/g, 'Example'],
];
export const withoutSecrets = (text: string): string =>
  fakes.reduce((visibleValue, [form, fake]) => visibleValue.replace(form, fake), text);

const longestList = 3;
/** Shortens each long list to its first row, which represents all rows of the list. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, value.length > longestList ? 1 : undefined).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member)]));
}

/**
 * The example of an operation: its response with shortened lists or, if that does not match the OpenAPI document, the
 * whole response. Throws if the response is an error.
 */
function exampleOf({ id, route }: ParityRoute, reply: Reply): object {
  if (reply.status >= 400) throw new Error(`${id} is refused: ${reply.story}`);
  const whole = JSON.parse(withoutSecrets(JSON.stringify(reply.body))) as object;
  const short = cut(whole) as object;
  const path = `/api${mountedPath(route)}`.replace(/:(\w+)/g, '{$1}');
  try {
    expectContract(route.method, path, { ...reply, body: short });
    return short;
  } catch {
    return whole;
  }
}

/**
 * Creates rows that the demo lacks: an enrolment code, a credential, a waiting session, a saved view and a public
 * share. Returns the share's id.
 */
async function furnish(caller: Client): Promise<string> {
  const firstOf = async (list: string) => (await caller.rest.get(`/${list}?limit=1`)).body.data[0];
  const make = async (id: string, values: Values) => {
    const route = jsonRoutes.find((one) => one.id === id)!;
    const reply = await sendRequest(caller, route, values);
    if (reply.status >= 400) throw new Error(`${id} is refused: ${reply.story}`);
    return reply.body.data;
  };
  const { id: firstNetworkId, organization_id } = await firstOf('networks');
  await make('create_enrolment_code', { name: 'Agent in rack 4', network_id: firstNetworkId });
  await make('create_webhook', {
    ...{ name: 'Pager', url: 'https://pager.example.com/netloom', network_ids: [firstNetworkId] },
    severities: ['Warning', 'Critical'],
  });
  await make('create_mail_rule', {
    ...{ name: 'Nights', severities: ['Critical'], quiet_from: 22, quiet_to: 7, time_zone: 'Europe/Paris' },
  });
  const login = { username: 'netloom', authentication_protocol: 'SHA256', authentication_key: 'authentic-1' };
  await make('create_credential', {
    name: 'Core switches',
    organization_id,
    credential_type: 'SnmpV3',
    ...login,
    privacy_protocol: 'AES128',
    privacy_key: 'private-1',
  });
  const discoveries: { id: string; run_type: { type: string } }[] = (await caller.rest.get('/discovery?limit=0')).body
    .data;
  const discovery = discoveries.find(({ run_type }) => run_type.type !== 'Historical')!;
  await make('start_session', { discovery_id: discovery.id });
  const { id: topology_id, network_id } = await firstOf('topology');
  await make('create_saved_view', {
    ...{ name: 'Core', topology_id, view: 'L2Physical', visibility: 'Organization' },
    ...{ state: { detail: { groupBy: 'Location' }, edgeTypes: ['PhysicalLink'] } },
    positions: [{ elementId: topology_id, x: 240, y: 96 }],
  });
  return (await make('create_share', { name: 'Screen at the entrance', topology_id, network_id })).id as string;
}

/**
 * Variables with which the operation reads the demo, such as the id of a list's first row. Undefined if the operation
 * needs the variables in parity-cases.ts.
 */
async function demoValues(caller: Client, route: ParityRoute, shareId: string): Promise<Values | undefined> {
  if (/^get_public_share_/.test(route.id)) return { id: shareId };
  if (route.route.method !== 'get' || route.isPublic || route.demand.daemonOnly) return undefined;
  const { path } = route.route;
  if (path.endsWith('/preview')) return undefined;
  if (path.split(':').length > 2 || route.inputs.has('cron_schedule') || path.endsWith('/next-runs')) return undefined;
  if (path.includes('/:id/')) return valuesBelow(caller, route);
  if (route.isList) return { limit: 1 };
  if (route.inputs.has('network_id')) {
    const network_id = (await caller.rest.get('/networks?limit=1')).body.data[0].id;
    const field = route.inputs.has('field') && { field: 'network_id' };
    return { network_id, ...field, ...(route.inputs.has('text') && { text: '10.16.9.12' }) };
  }
  if (!path.includes(':')) return {};
  const list = parityRoutes.find(({ isList, route: one }) => isList && `${one.path}/:id` === path);
  const [row] = list ? (await caller.rest.get(`${list.route.path}?limit=1`)).body.data : [];
  return row && { id: row.id };
}

/** Variables for paths such as `/hosts/:id/…`: the id of the list's first row, and values for some further inputs. */
async function valuesBelow(
  caller: Client,
  { route: { path }, inputs, isList }: ParityRoute,
): Promise<Values | undefined> {
  const list = path.slice(0, path.indexOf('/:id'));
  if (!jsonRoutes.some(({ route }) => route.method === 'get' && route.path === list)) return undefined;
  // The first subnet of the demo represents the internet. The search selects a subnet with addresses instead.
  const search = list === '/subnets' ? '&search=Servers' : '';
  const [row] = (await caller.rest.get(`${list}?limit=1${search}`)).body.data;
  const knownVariables = { from: '2020-01-01T00:00:00Z', view: 'L3Logical', text: '10.16.9.12', purpose: 'install' };
  const requestedEntries = Object.entries(knownVariables).filter(([name]) => inputs.has(name));
  const ofNetwork = inputs.has('network_id') && {
    network_id: (await caller.rest.get('/networks?limit=1')).body.data[0].id as string,
  };
  return row && { id: row.id, ...ofNetwork, ...(isList && { limit: 1 }), ...Object.fromEntries(requestedEntries) };
}

/** Responses of read operations about the demo organization, whose rows are the same in every new database. */
export async function recordDemo(): Promise<Examples> {
  const database = await createMigratedDatabase();
  const server = await serve({ DATABASE_URL: database.url, PUBLIC_URL: publicUrl });
  try {
    await ensureDemo(server.prisma, { now: spec.now });
    const owner = await server.prisma.user.findUniqueOrThrow({ where: { email: demoAccess.email } });
    const caller = createClient(server.url, { session: await createSession(server.prisma, owner) });
    const shareId = await furnish(caller);
    const examples: Record<string, object> = {};
    for (const route of jsonRoutes) {
      const values = await demoValues(caller, route, shareId);
      const reply = values && (await sendRequest(caller, route, values));
      // An empty list is no useful example.
      if (reply && !(Array.isArray(reply.body.data) && reply.body.data.length === 0))
        examples[route.id] = exampleOf(route, reply);
    }
    return examples;
  } finally {
    await server.stop();
    await database.drop();
  }
}

const publicUrl = 'https://netloom.example';

/**
 * Responses of the operations that the demo does not cover, with the variables of the parity cases (parity-cases.ts).
 */
async function recordCases(knownValue: Examples): Promise<Examples> {
  const twins = await createTwins({ PUBLIC_URL: publicUrl });
  try {
    const side = createSide(twins, twins.first, 'rest');
    const examples: Record<string, object> = {};
    for (const route of jsonRoutes
      .filter(({ id }) => !(id in knownValue))
      .sort((a, b) => routeTurn(a) - routeTurn(b))) {
      const make = findCase(route);
      if (!make) throw new Error(`no case ${route.id} among the samples in test/modules`);
      const values = { ...(await make(side)), ...(route.isList && { limit: 1 }) };
      examples[route.id] = exampleOf(route, await sendRequest(twins.first.callers[chooseCaller(route)], route, values));
    }
    return examples;
  } finally {
    await twins.close();
  }
}

/**
 * One response of every JSON operation, sorted by operation id. Creates separate databases on the server of
 * TEST_DATABASE_URL.
 */
export async function recordExamples(): Promise<Examples> {
  const ofDemo = await recordDemo();
  const all = { ...ofDemo, ...(await recordCases(ofDemo)) };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}
