// Tests that /graphql enforces every bound that an argument or input field of the schema declares. The tests send
// values inside and outside the bound, null, and values in a wrong format.
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import { publicOperations } from '../../src/auth/public-operations';
import { demandOf } from '../../src/auth/permissions';
import type { BoundKeywords, DeclaredBounds } from '../../src/graphql/plugin/bounds';
import { fieldAction } from '../../src/graphql/plugin/guarded-fields';
import { maximumSteps } from '../../src/graphql/documents/variables';
import { schema } from '../../src/modules/types';
import { addDiscovery } from '../support/discovery-rows';
import { openSubscription } from '../support/events';
import { addImportPlan } from '../support/populate';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { buildExample } from './form-examples';

type Input = GraphQLArgument | GraphQLInputField;
type Field = GraphQLField<unknown, unknown>;
const declaredOn = ({ extensions }: { readonly extensions: object }) => extensions as DeclaredBounds;

/** An input whose bounds are tested. `way` leads from an argument of `field` to the input. */
interface Place {
  readonly parent: string;
  readonly field: Field;
  readonly way: readonly Input[];
}
const titleOf = ({ parent, field, way }: Place): string =>
  [parent, field.name, ...way.map(({ name }) => name)].join('.');
/** The path by which errors name the input. An argument that is called `input` is left out. */
const pathOf = ({ way }: Place): string =>
  way
    .map(({ name }) => name)
    .filter((name, index) => index > 0 || name !== 'input')
    .join('.');

const isDeclared = (input: Input): boolean => {
  const { jsonSchema, notNull, form } = declaredOn(input);
  const keywords = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'items'] as const;
  const isJson = getNamedType(input.type).name === 'JSON';
  return Boolean(notNull ?? form) || (!isJson && keywords.some((keyword) => jsonSchema?.[keyword] !== undefined));
};

function* waysBelow(input: Input, above: readonly Input[] = []): Generator<readonly Input[]> {
  const inputPath = [...above, input];
  if (isDeclared(input)) yield inputPath;
  const type = getNamedType(input.type);
  if (!isInputObjectType(type) || declaredOn(type).checkedWhenRead) return;
  if (above.some((one) => getNamedType(one.type) === type)) return;
  for (const inner of Object.values(type.getFields())) yield* waysBelow(inner, inputPath);
}
const places = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((parent) =>
    Object.values(parent.getFields()).flatMap((field: Field) =>
      field.args.flatMap((arg) =>
        [...waysBelow(arg)].map((inputPath): Place => ({ parent: parent.name, field, way: inputPath })),
      ),
    ),
  );

/** Builds a value for the first input of the path, in which the last input of the path has the value `value`. */
function valueAlong([input, ...below]: readonly Input[], value: unknown): unknown {
  if (below.length === 0) return value;
  const object = getNamedType(input!.type);
  const inner = {
    ...(!(isInputObjectType(object) && object.isOneOf) &&
      (buildExample(object as GraphQLInputType, input!.name) as object)),
    [below[0]!.name]: valueAlong(below, value),
  };
  return isListType(getNullableType(input!.type)) ? [inner] : inner;
}

interface Trial {
  readonly what: string;
  readonly value: unknown;
  /** The expected error. Undefined if the value is inside the bounds. */
  readonly refused?: readonly [code: string, params: object];
}
const repeatValue = <T>(value: T, length: number): T[] => Array.from({ length }, () => value);
const smallest = (keywords: BoundKeywords, length: number, character = 'x') =>
  keywords.maxLength === undefined ? character : character.repeat(length);

function leafTrials({ minLength = 0, maxLength, minimum, maximum }: BoundKeywords): Trial[] {
  const trials: Trial[] = [];
  if (maxLength !== undefined) {
    trials.push({ what: 'at its longest', value: '💥'.repeat(maxLength) });
    const tooLong = ['validation_max_length', { max: maxLength }] as const;
    trials.push({ what: 'longer', value: 'x'.repeat(maxLength + 1), refused: tooLong });
    trials.push({ what: 'at its shortest', value: 'x'.repeat(minLength) });
    const isShort = minLength > 1 ? (['validation_min_length', { min: minLength }] as const) : undefined;
    if (isShort) trials.push({ what: 'shorter', value: 'x'.repeat(minLength - 1), refused: isShort });
    if (minLength > 0) {
      trials.push({ what: 'empty', value: '', refused: ['validation_empty', {}] });
      trials.push({ what: 'blank', value: ' '.repeat(minLength), refused: ['validation_empty', {}] });
    }
  }
  if (minimum !== undefined) {
    const bounds = { min: minimum, max: maximum ?? '9223372036854775807' };
    trials.push({ what: `at ${minimum}`, value: minimum });
    trials.push({ what: `at ${minimum - 1}`, value: minimum - 1, refused: ['validation_out_of_range', bounds] });
    if (maximum !== undefined) trials.push({ what: `at ${maximum}`, value: maximum });
    if (maximum !== undefined && maximum < 2 ** 31 - 1)
      trials.push({ what: `at ${maximum + 1}`, value: maximum + 1, refused: ['validation_out_of_range', bounds] });
  }
  return trials;
}

function listTrials({ minItems = 0, maxItems, items }: BoundKeywords, item: unknown): Trial[] {
  const trials: Trial[] = [];
  if (minItems > 0) trials.push({ what: 'empty', value: [], refused: ['validation_bulk_empty', {}] });
  if (maxItems !== undefined) {
    trials.push({ what: `of ${maxItems}`, value: repeatValue(item, maxItems) });
    const itemsRefusal = ['validation_out_of_range', { min: minItems, max: maxItems }] as const;
    trials.push({ what: `of ${maxItems + 1}`, value: repeatValue(item, maxItems + 1), refused: itemsRefusal });
  }
  const ofItems = leafTrials(items ?? {}).map((one) => ({ ...one, what: `item ${one.what}`, value: [one.value] }));
  return [...trials, ...ofItems];
}

function trialsOf({ way }: Place): Trial[] {
  const input = way.at(-1)!;
  const { jsonSchema = {}, notNull } = declaredOn(input);
  const bare = getNullableType(input.type);
  const ofBounds = isListType(bare)
    ? listTrials(jsonSchema, listItemOf(input))
    : getNamedType(bare).name === 'JSON'
      ? []
      : leafTrials(jsonSchema);
  return [
    ...ofBounds,
    ...(notNull ? [{ what: 'null', value: null, refused: ['validation_required', {}] as const }] : []),
  ];
}

/** A valid list item, so that only the number of items is wrong. */
function listItemOf(input: Input): unknown {
  if (input.name === 'fdbMacs') return '00:00:5e:00:53:01';
  const { items } = declaredOn(input).jsonSchema ?? {};
  if (items?.minimum !== undefined) return items.minimum;
  if (items) return smallest(items, items.minLength ?? 1);
  const item = (getNullableType(input.type) as { ofType: GraphQLInputType }).ofType;
  return buildExample(item, getNamedType(item).name === 'String' ? 'domain' : input.name) === 'made by a test'
    ? 'netloom.example'
    : buildExample(item, input.name);
}

/** Objects that the service refuses as a whole, although each of their fields is valid. */
const misshapenObjects: Readonly<Record<string, object>> = {
  TopologyOptionsInput: { request: { hideEntities: 'x y' } },
};

/**
 * Values for an input whose format allows only some values of its type. At least one of them has a wrong format, so the
 * service must refuse at least one.
 */
function misshapen(input: Input): unknown[] {
  const type = getNamedType(input.type);
  const isList = isListType(getNullableType(input.type));
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    return isList ? [[names[0], names[0]]] : names;
  }
  if (type.name === 'Boolean') return [false];
  const value = misshapenObjects[type.name] ?? 'x y';
  return [isList ? [value] : value];
}

/**
 * Returns a query that selects fields of the first row of a list. The query also uses the variable `$parent`, because
 * an unused variable is an error.
 */
const onFirst = (list: string) => (selection: string) =>
  `topology(id: $parent) { id } ${list}(first: 1) { nodes { ${selection} } }`;
/** For each type that is not a root type, a query that selects fields of that type. */
const reach: Readonly<Record<string, (selection: string) => string>> = {
  Topology: (selection) => `topology(id: $parent) { ${selection} }`,
  // At an instant in the future, reads return the present state, so the query finds the rows of this test.
  Past: (selection) => `topology(id: $parent) { id } asOf(instant: "2099-01-01T00:00:00Z") { ${selection} }`,
  Organization: (selection) => `topology(id: $parent) { id } organization { ${selection} }`,
  ImportPlan: (selection) => `topology(id: $parent) { id } importPlan(id: "${planId}") { ${selection} }`,
  ...{ Daemon: onFirst('daemons'), Host: onFirst('hosts'), Interface: onFirst('interfaces') },
  ...{ Network: onFirst('networks'), Service: onFirst('services'), Subnet: onFirst('subnets') },
  ...{ User: onFirst('users'), Vlan: onFirst('vlans'), DaemonApiKey: onFirst('daemonApiKeys') },
  ...{ IpAddress: onFirst('ipAddresses'), Port: onFirst('ports'), Check: onFirst('checks') },
  Webhook: onFirst('webhooks'),
  RunTypeDetails: (selection) => onFirst('discoveries')(`runType { ${selection} }`),
  TopologyGraph: (selection) => `topology(id: $parent) { graph(view: L3Logical) { ${selection} } }`,
  WhatIf: (selection) => `topology(id: $parent) { whatIf(changes: []) { ${selection} } }`,
};
const roots: readonly string[] = ['Query', 'Mutation', 'Subscription'];

test('every field with bounded arguments has an example query in this suite', () => {
  const requestedFields = new Set([...roots, ...Object.keys(reach)]);
  expect([...new Set(places.map(({ parent }) => parent))].filter((parent) => !requestedFields.has(parent))).toEqual([]);
  expect(places.length).toBeGreaterThan(300);
});

let world: World;
let daemon: DaemonCaller;
let topologyId: string;
let planId: string;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
  const { prisma, organizationId, networkId } = world;
  // Creates one row of each type that `reach` needs.
  const { id: hostId } = await prisma.host.create({ data: { networkId, name: 'host' } });
  await prisma.interface.create({ data: { networkId, hostId, ifIndex: 1, ifDescr: 'eth0' } });
  await prisma.service.create({ data: { networkId, hostId, name: 'SSH', serviceDefinition: 'SSH' } });
  await prisma.port.create({ data: { networkId, hostId, number: 22, protocol: 'Tcp' } });
  const subnet = await prisma.subnet.create({
    data: { networkId, name: 'LAN', cidr: '10.0.0.0/24', subnetType: 'Lan' },
  });
  const ofSubnet = { subnetId: subnet.id, subnetCidr: subnet.cidr };
  await prisma.ipAddress.create({ data: { networkId, hostId, ...ofSubnet, ipAddress: '10.0.0.1' } });
  await prisma.vlan.create({ data: { networkId, organizationId, name: 'default', vlanNumber: 1 } });
  await prisma.check.create({ data: { organizationId, name: 'addresses', kind: 'NoAddressTwice', allNetworks: true } });
  await prisma.webhook.create({
    data: { organizationId, name: 'pager', url: 'http://127.0.0.1:9/', allNetworks: true, secrets: Buffer.alloc(1) },
  });
  await addDiscovery(world, daemon.daemonId, networkId);
  const plan = await addImportPlan(prisma, { organizationId, userId: world.owner.userId }, networkId);
  planId = plan.ImportPlan![0]!;
  topologyId = (await world.owner.query('{ topologies(first: 1) { nodes { id } } }')).topologies.nodes[0].id;
});
afterAll(() => world.close());

async function ask(
  { parent, field, way }: Place,
  value: unknown,
): Promise<{ code?: string; params: { field?: string } }> {
  const [argument] = way;
  const givenArguments = field.args.filter((arg) => arg === argument || isNonNullType(arg.type));
  const variables = Object.fromEntries(
    givenArguments.map((arg) => [
      arg.name,
      arg === argument ? valueAlong(way, value) : buildExample(arg.type, arg.name),
    ]),
  );
  const leaf = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const selection = `${field.name}(${givenArguments.map(({ name }) => `${name}: $${name}`).join(', ')}) ${leaf}`;
  const declaredTexts = givenArguments.map(({ name, type }) => `$${name}: ${String(type)}`);
  const isRoot = roots.includes(parent);
  if (!isRoot) declaredTexts.push('$parent: UUID!');
  const kind = isRoot ? parent.toLowerCase() : 'query';
  const document = `${kind}(${declaredTexts.join(', ')}) { ${isRoot ? selection : reach[parent]!(selection)} }`;
  const action = fieldAction(field);
  const isOfDaemons = isRoot && action !== undefined && demandOf(action).daemonOnly;
  const caller = isOfDaemons ? daemon : publicOperations.has(field.name) ? world.anonymous : world.owner;
  const errors =
    parent === 'Subscription'
      ? await firstErrors(document, variables)
      : (await caller.graphql(document, { ...variables, ...(!isRoot && { parent: topologyId }) })).body.errors;
  const [error] = (errors ?? []) as { extensions: { code: string; params: { field?: string } } }[];
  if (error?.extensions.code === 'internal_error') throw new Error(`${document} ${JSON.stringify(variables)}`);
  return error?.extensions ?? { params: {} };
}

/** Returns the errors in the first event of a subscription. */
async function firstErrors(document: string, variables: Record<string, unknown>): Promise<unknown> {
  const stream = await openSubscription(world.url, document, world.owner.credential, variables, 'POST');
  const { errors } = ((await stream.next()) ?? {}) as { errors?: unknown };
  stream.leave();
  return errors;
}

/**
 * Whether the list takes more steps to read than a request may take. The error then names `maximumSteps` instead of the
 * declared bound.
 */
function isTooMuch(value: unknown, { way }: Place): boolean {
  const type = getNamedType(way.at(-1)!.type);
  return (
    Array.isArray(value) &&
    isInputObjectType(type) &&
    value.length * Object.keys(type.getFields()).length > maximumSteps
  );
}

const boundCases = places.flatMap((place) =>
  trialsOf(place).map((trial) => [`${titleOf(place)} ${trial.what}`, place, trial] as const),
);
test.each(boundCases)('%s', async (_title, place, { value, refused }) => {
  const { code, params } = await ask(place, value);
  const field = pathOf(place);
  if (!refused) {
    const isAboutBounds = /^validation_(required|empty|min_length|max_length|out_of_range|bulk_empty)$/.test(
      code ?? '',
    );
    expect([isAboutBounds && params.field === field, code, params]).toEqual([false, code, params]);
  } else if (isTooMuch(value, place)) expect([code, params]).toMatchObject([refused[0], { max: maximumSteps }]);
  else
    expect([code, params]).toEqual([
      refused[0],
      refused[0] === 'validation_bulk_empty' ? {} : { field, ...refused[1] },
    ]);
});

const formedPlaces = places.filter(({ way }) => declaredOn(way.at(-1)!).form);
test.each(formedPlaces.map((place) => [titleOf(place), place] as const))(
  '%s of another form',
  async (_title, place) => {
    const answers = [];
    for (const value of misshapen(place.way.at(-1)!)) answers.push(await ask(place, value));
    const refusedAnswers = answers.filter(({ code }) => code?.startsWith('validation_invalid_'));
    const path = pathOf(place);
    const refusedFields = refusedAnswers
      .map(({ params }) => params.field)
      .filter((field) => `${field}.`.startsWith(`${path}.`));
    expect(refusedFields).not.toEqual([]);
  },
);
