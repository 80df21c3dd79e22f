// Finds, in the schema, the inputs of operations that take ids, and builds valid values for the other inputs.
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql';
import { modelNames } from '../../src/data/model/model-fields';
import { camelCase, capitalize, toSingular } from '../../src/platform/text/names';
import { schema } from '../../src/modules/types';

export type Inputs = ReadonlyMap<string, GraphQLInputType>;
export interface IdPlace {
  readonly path: readonly string[];
  /** The model to which the id belongs. */
  readonly model: string;
  readonly isList: boolean;
  /** The value of the input `entityType`, if that input decides to which model the id belongs. */
  readonly entityType?: string;
}
type Values = Record<string, unknown>;
type IdsByModel = Readonly<Partial<Record<string, readonly string[]>>>;

const taggable = (schema.getType('TaggableEntityType') as { getValues(): readonly { name: string }[] }).getValues();

/**
 * Input types whose ids the service stores as they are. Only callers who may read the stored row get these ids back.
 */
const keptAsSent = new Set([
  ...['TopologyOptionsInput', 'SavedViewStateInput', 'SavedViewPositionInput', 'SupposedChangeInput'],
]);

const roles: Readonly<Record<string, string>> = {
  nativeVlan: 'Vlan',
  assignedNetwork: 'Network',
  aggregate: 'Interface',
  virtualizationService: 'Service',
  createdBy: 'User',
  // A `subject` may be a row of any model. The tests use hosts.
  subject: 'Host',
  destinationHost: 'Host',
  otherHost: 'Host',
  expanded: 'Host',
  collapsed: 'Host',
  reveal: 'Host',
  element: 'Host',
  closed: 'Host',
  opened: 'Host',
  hiddenTag: 'Tag',
  remoteHost: 'Host',
  rootHost: 'Host',
  fromHost: 'Host',
  toHost: 'Host',
  throughHost: 'Host',
  notThroughHost: 'Host',
  clientHost: 'Host',
  accessPointHost: 'Host',
  remoteInterface: 'Interface',
  otherInterface: 'Interface',
  connectedTo: 'Interface',
  taggedVlan: 'Vlan',
  root: 'Host',
  interfacedSubnet: 'Subnet',
  tags: 'Tag',
  session: 'DiscoverySession',
  interfacedSubnets: 'Subnet',
  plan: 'ImportPlan',
  mergedHost: 'Host',
  into: 'Subnet',
  event: 'AuditEvent',
  a: 'Host',
  b: 'Host',
  other: 'Host',
};

/** The model of the rows that an operation concerns, for example Vlan for `deleteVlans`. */
export function findOwner(operation: string, answerType: string): string {
  // History exists for rows of many models. The tests use hosts.
  if (operation === 'history' || operation === 'restoreRevision') return 'Host';
  if (operation === 'undoChange') return 'AuditEvent';
  // The result types of these operations do not name their model.
  if (operation.startsWith('rescan') || /^(whySame|hostAlias)/.test(operation)) return 'Host';
  if (operation === 'daemonInstallCommands') return 'Daemon';
  if (operation === 'answerIdentitySuggestion') return 'IdentitySuggestion';
  if (operation === 'withdrawAcceptance') return 'CheckAcceptance';
  if (operation === 'checkTimeline') return 'Check';
  const node = answerType.replace(/(Connection|Result|Work)$/, '');
  // Operations for visitors of shares have names such as `publicShareTopology` and `verifySharePassword`, which
  // concern the model Share.
  const rest = operation.replace(/^[a-z]+/, '').replace(/^Share(Topology|Password)$/, 'Share');
  const matchingModel = [node, rest, toSingular(rest)].find((name) => modelNames.includes(name));
  // Otherwise, an operation such as `recordDaemonStartup` concerns the model after its verb. The longest match
  // counts, so that DaemonApiKey is not taken for Daemon.
  const begins = modelNames.filter((name) => rest.startsWith(name)).sort((a, b) => b.length - a.length);
  return matchingModel ?? begins[0] ?? '';
}

/** The models whose ids are valid for the input at this path. */
export function findModels(owner: string, path: readonly string[]): { model: string; entityType?: string }[] {
  const name = camelCase(path.at(-1)!);
  if (name === 'entityId' || name === 'entityIds')
    return taggable.map((type) => ({ model: type.name, entityType: type.name }));
  const stem = name.replace(/Ids?$/, '');
  const model = name === 'id' || name === 'ids' ? owner : (roles[stem] ?? capitalize(stem));
  if (!modelNames.includes(model))
    throw new Error(`which model is the id ${path.join('.')} of? say so in id-places.ts`);
  return [{ model }];
}

/** Every input that takes an id, at any depth. */
export function idPlaces(inputs: Inputs, owner: string, above: readonly string[] = []): IdPlace[] {
  return [...inputs].flatMap(([name, type]) => {
    const inner = getNamedType(type);
    const path = [...above, name];
    const isList = isListType(getNullableType(type));
    if (isInputObjectType(inner)) {
      // Filters are left out, because isolation-filters.test.ts tests them.
      if (keptAsSent.has(inner.name) || inner.name.endsWith('Filter')) return [];
      return idPlaces(new Map(Object.values(inner.getFields()).map((field) => [field.name, field.type])), owner, path);
    }
    if (inner.name !== 'UUID') return [];
    // The `id` of an object inside an input is chosen by the caller for a new row, and refers to no existing row.
    if (above.some((step) => step !== 'input') && name === 'id') return [];
    return findModels(owner, path).map((behind) => ({ path, isList, ...behind }));
  });
}

/**
 * Valid texts for fields with a format, by name of the field or of its type. With an invalid text, the service would
 * refuse the request before it looks up the id.
 */
const formedExamples: Readonly<Record<string, string>> = {
  ipAddress: '203.0.113.1',
  firstAddress: '203.0.113.1',
  lastAddress: '203.0.113.1',
  cidr: '10.9.0.0/24',
  destination: '10.9.0.0/24',
  clientMac: '00:1b:21:00:00:77',
  url: 'https://branch.netloom.example',
  // A credential of this type needs no further settings, so that the service does not refuse the request for them.
  credentialType: 'DockerSocket',
  DiscoveryPhase: 'Scanning',
  DiscoveryType: 'Unified',
  InventoryKind: 'Host',
};
/** A text in the format of the field, or undefined if the field has no format. */
export const formedExample = (field: string, type: string): string | undefined =>
  formedExamples[camelCase(field)] ?? formedExamples[type];

/** Whether a request needs an input that the schema declares optional, for example the file of an import. */
const isWanted = (name: string, owner: string): boolean =>
  name === 'file' || name === 'credentialType' || ((owner === 'Check' || owner === 'Webhook') && name === 'networkIds');

/**
 * Values for the required inputs, with ids of rows that the caller may see. The input at `placeValue.place` gets
 * `placeValue.value`.
 */
export function buildValues(
  inputs: Inputs,
  owner: string,
  home: IdsByModel,
  placeValue: { place: IdPlace; value: unknown },
  above: readonly string[] = [],
): Values {
  const values: Values = {};
  for (const [name, type] of inputs) {
    const path = [...above, name];
    const isHere = path.join('.') === placeValue.place.path.join('.');
    const leadsThere = placeValue.place.path.slice(0, path.length).join('.') === path.join('.');
    if (isHere) values[name] = placeValue.value;
    else if (leadsThere || isNonNullType(type) || isWanted(name, owner))
      values[name] = example(type, owner, home, placeValue, path);
  }
  return values;
}

function example(
  type: GraphQLInputType,
  owner: string,
  home: IdsByModel,
  placeValue: { place: IdPlace; value: unknown },
  path: readonly string[],
): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    // If the caller may see no row of the model, as a daemon may see no tags, the list of ids is empty.
    const isEmpty =
      getNamedType(type).name === 'UUID' && findModels(owner, path).every(({ model }) => !home[model]?.length);
    return isEmpty ? [] : [example(nullable.ofType, owner, home, placeValue, path)];
  }
  const namedType = getNamedType(type);
  if (isInputObjectType(namedType)) {
    const fields = Object.values(namedType.getFields());
    const isOnTheWay = ({ name }: { readonly name: string }) =>
      path.every((step, at) => placeValue.place.path[at] === step) && placeValue.place.path[path.length] === name;
    if (namedType.isOneOf) {
      // An input of which exactly one field must be set gets the field that leads to the tested id. Otherwise it gets
      // a boolean field, because its value is simple.
      const isFlag = (field: { readonly type: GraphQLInputType }) => getNamedType(field.type).name === 'Boolean';
      const chosenField = fields.find(isOnTheWay) ?? fields.find(isFlag) ?? fields[0]!;
      return { [chosenField.name]: example(chosenField.type, owner, home, placeValue, [...path, chosenField.name]) };
    }
    const neededFields = fields.filter(
      (field) =>
        isRequiredInputField(field) || isWanted(field.name, owner) || placeValue.place.path[path.length] === field.name,
    );
    return buildValues(new Map(neededFields.map((field) => [field.name, field.type])), owner, home, placeValue, path);
  }
  const exampleValue = formedExample(path.at(-1)!, namedType.name);
  if (exampleValue !== undefined) return exampleValue;
  if (isEnumType(namedType))
    return namedType.name === 'TaggableEntityType'
      ? (placeValue.place.entityType ?? 'Host')
      : namedType.getValues()[0]!.name;
  switch (namedType.name) {
    case 'UUID': {
      const [{ model } = { model: '' }] = findModels(owner, path).filter(
        ({ entityType }) => entityType === undefined || entityType === (placeValue.place.entityType ?? 'Host'),
      );
      const id = home[model]?.at(-1);
      if (!id) throw new Error(`no ${model} within reach for ${path.join('.')}: its samples (test/modules) make none`);
      return id;
    }
    case 'ID':
    case 'String':
      return 'made by a test';
    case 'Int':
      return 7;
    case 'Boolean':
      return true;
    case 'DateTime':
      return '2099-01-01T00:00:00Z';
    case 'JSON':
      return {};
    default:
      throw new Error(`no example for ${path.join('.')}: ${namedType.name}; give one in id-places.ts`);
  }
}
