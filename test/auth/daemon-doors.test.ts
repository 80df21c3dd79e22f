// Tests that every root field of the schema and every REST route refuses daemons unless the permission table admits
// daemons.
import { randomUUID } from 'node:crypto';
import { getNamedType, isLeafType, type GraphQLObjectType } from 'graphql';
import { demandOf, isAction } from '../../src/auth/permissions';
import { schema } from '../../src/modules/types';
import { fillOrganization, type Populated } from '../support/populate';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { findOwner, buildValues, type Inputs } from '../tenancy/id-places';
import { endpoints, sendRequest } from '../tenancy/rest-endpoints';

let world: World;
let daemon: DaemonCaller;
let home: Populated['ids'];
beforeAll(async () => {
  world = await createWorld();
  const organization = await fillOrganization(world.prisma, world.organizationId);
  const network = await organization.fillNetwork(world.networkId);
  daemon = await world.addDaemon();
  home = {
    Organization: [world.organizationId],
    ...organization.ids,
    ...organization.person.ids,
    ...network.ids,
  };
});
afterAll(() => world.close());

const isOpen = (field: string): boolean => isAction(field) && demandOf(field).daemon !== 'none';
const nowhere = { place: { path: [''], model: '', isList: false }, value: undefined };
const joinArguments = (texts: string[]): string => (texts.length === 0 ? '' : `(${texts.join(', ')})`);

const fields = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()]
  .filter((root): root is GraphQLObjectType => root != null)
  .flatMap((root) => Object.values(root.getFields()).map((field) => ({ root: root.name.toLowerCase(), field })));

test('some fields are open to daemons, most are not', () => {
  const open = fields.filter(({ field }) => isOpen(field.name));
  expect(open.map(({ field }) => field.name)).toEqual(
    expect.arrayContaining(['subnets', 'createSubnet', 'createHost']),
  );
  expect(open.length).toBeLessThan(fields.length / 4);
});

const closedFields = fields.filter(({ field }) => !isOpen(field.name));
test.each(closedFields.map((one) => [`${one.root} ${one.field.name}`, one] as const))(
  '%s refuses a daemon',
  async (_title, { root, field }) => {
    const inputs: Inputs = new Map(field.args.map(({ name, type }) => [name, type]));
    const answer = getNamedType(field.type);
    const declaredText = joinArguments(field.args.map(({ name, type }) => `$${name}: ${String(type)}`));
    const passedArguments = joinArguments(field.args.map(({ name }) => `${name}: $${name}`));
    const document = `${root}${declaredText} { ${field.name}${passedArguments} ${isLeafType(answer) ? '' : '{ __typename }'} }`;
    const { code } = await daemon.refusal(
      document,
      buildValues(inputs, findOwner(field.name, answer.name), home, nowhere),
    );
    expect(code).toBe('auth_user_context_required');
  },
);

test.each(endpoints.filter(({ field }) => !isOpen(field)).map((endpoint) => [endpoint.title, endpoint] as const))(
  '%s refuses a daemon',
  async (_title, endpoint) => {
    const { status, body } = await sendRequest(
      daemon,
      endpoint,
      buildValues(endpoint.inputs, endpoint.owner, home, nowhere),
    );
    expect([status, body.code]).toEqual([403, 'auth_user_context_required']);
  },
);

test.each(['/api/auth/me', '/api/auth/logout', '/api/auth/update'])('%s refuses a daemon', async (path) => {
  const { status, body } = await daemon.send('POST', path, { body: { new_password: 'Correct horse 1' } });
  expect([status, body.code]).toEqual([403, 'auth_user_context_required']);
});

const daemonOnly = fields.filter(({ field }) => isAction(field.name) && demandOf(field.name).daemonOnly);
test('fields for daemons only refuse every user, whatever the role', async () => {
  for (const { root, field } of daemonOnly) {
    const inputs: Inputs = new Map(field.args.map(({ name, type }) => [name, type]));
    const answer = getNamedType(field.type);
    const declaredText = joinArguments(field.args.map(({ name, type }) => `$${name}: ${String(type)}`));
    const passedArguments = joinArguments(field.args.map(({ name }) => `${name}: $${name}`));
    const document = `${root}${declaredText} { ${field.name}${passedArguments} ${isLeafType(answer) ? '' : '{ __typename }'} }`;
    const values = buildValues(inputs, findOwner(field.name, answer.name), home, nowhere);
    for (const caller of [world.owner, world.key, world.viewer])
      expect([field.name, (await caller.refusal(document, values)).code]).toEqual([field.name, 'auth_daemon_required']);
  }
});

test('requests of daemons are not counted by the rate limit', async () => {
  const limitedWorld = await createWorld({ RATE_LIMIT: 'on' });
  const exempt = await limitedWorld.addDaemon();
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => exempt.rest.get(`/subnets?network_id=${randomUUID()}`)),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(replies[0]!.headers.get('x-ratelimit-limit')).toBeNull();
  await limitedWorld.close();
});
