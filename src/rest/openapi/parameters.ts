// Describes the input of an operation in the OpenAPI document: the variables of its GraphQL document as parameters and
// request body.
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  TypeInfo,
  typeFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { snakeCase, toWords } from '../../platform/text/names';
import { defaultKeyword, ownSchema, type JsonSchema, type SchemaComponents } from './schemas';
import { groupNames, orderDirections } from '../list-order';
import { instantParameter, maximumLimit, pagingVariables } from '../request-variables';
import { readsBody, toOperationId, takesInstant, type Route } from '../route';
import { highestInt32 } from '../../platform/text/integers';

/** How a variable is documented: by the description and schema of the GraphQL argument or input field that it fills. */
interface Place {
  readonly description?: string;
  readonly schema: JsonSchema;
}
interface Variable extends Place {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly isRequired: boolean;
}

export const pagingParameters: readonly object[] = [
  {
    name: 'limit',
    in: 'query',
    description: `Rows per page, 1 to ${maximumLimit}; 0 = no limit.`,
    schema: { type: 'integer', minimum: 0, maximum: maximumLimit, default: 50 },
  },
  {
    name: 'offset',
    in: 'query',
    description: 'Number of rows to skip.',
    schema: { type: 'integer', minimum: 0, maximum: highestInt32, default: 0 },
  },
];

export const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A key chosen by the client. A request that is repeated with the same key and body within 24 hours takes effect once, and gets the first answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const ignoredPagingParameters = pagingParameters.map((parameter) => ({
  ...parameter,
  description: 'Ignored: the response is one object.',
}));

const atParameter = {
  name: instantParameter,
  in: 'query',
  description:
    'Instant of the answer (RFC 3339; encode the `+` of an offset as `%2B`), with the rights of today. Rows without history are those of today. An instant in the future is the present; one whose history is no longer kept is refused with `validation_out_of_range`.',
  schema: { type: 'string', format: 'date-time' },
};

export interface DescribedInput {
  readonly parameters?: object[];
  readonly requestBody?: object;
}

/**
 * The input of a route. `noun` names the kind of row that the endpoint reads or writes, such as "VLAN"; `row` is the
 * schema of the response.
 */
export function operationInput(
  route: Route,
  schema: GraphQLSchema,
  components: SchemaComponents,
  { noun, isList, row }: { noun: string; isList: boolean; row: JsonSchema },
): DescribedInput {
  const inPath = new Set([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  const definition = operationOf(route.document);
  const variables = variablesOf(route.document, schema).filter(({ name }) => !pagingVariables.includes(name));
  const isRead = !readsBody(route);
  const ofPath = variables.filter(({ name }) => inPath.has(name));
  const others = variables.filter(({ name }) => !inPath.has(name));
  const [inQuery, inBody] = [
    others.filter(({ name }) => isRead || route.query?.includes(name)),
    others.filter(({ name }) => !isRead && !route.query?.includes(name)),
  ];
  const parameters = [
    ...ofPath.map((variable) =>
      route.countsField && variable.name === 'field'
        ? countedParameter(route)
        : pathParameter(variable, components, noun),
    ),
    ...inQuery.map((variable) => queryParameter(variable, components, route)),
    ...(route.countsField ? [] : orderingOf(route)),
    ...(isList ? pagingParameters : []),
    ...(route.ignoresPage ? ignoredPagingParameters : []),
    ...(takesInstant(route) ? [atParameter] : []),
  ];
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(inBody.length > 0 && {
      requestBody: route.upload ? fileInBody : bodyOf(route, definition, inBody, components, row),
    }),
  };
}

/** The query parameters for the order of a list; empty if the route declares no order. */
function orderingOf({ order }: Route): object[] {
  if (!order) return [];
  const inQuery = (name: string, description: string, values: readonly string[]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string', enum: values },
  });
  return [
    inQuery('group_by', 'First sort key, ascending; `group_counts` counts the rows of each value.', groupNames(order)),
    inQuery('order_by', 'Sort key; the default order of the list if left out.', Object.keys(order)),
    inQuery('order_direction', 'Direction of `order_by`, `asc` by default.', orderDirections),
  ];
}

/** The path parameter of routes that count rows by the values of a sort key. */
const countedParameter = ({ order = {} }: Route): object => ({
  name: 'field',
  in: 'path',
  required: true,
  description: 'Sort key whose values are counted.',
  schema: { type: 'string', enum: groupNames(order) },
});

function pathParameter({ name, type, description }: Variable, components: SchemaComponents, noun: string): object {
  return {
    name,
    in: 'path',
    required: true,
    description: description ?? (name === 'id' ? `Id of the ${noun}.` : `Id: ${toWords(name)}.`),
    schema: components.ofInputValue(type),
  };
}

function queryParameter(variable: Variable, components: SchemaComponents, { textLists = [] }: Route): object {
  const { name, type, description, isRequired, schema } = variable;
  const isArray = isListType(getNullableType(type));
  const forms = textLists.includes(name) ? 'Repeatable.' : 'Repeatable or comma-separated.';
  const value = isArray ? withoutNullItems(type, components) : components.ofInputValue(type);
  return {
    name,
    in: 'query',
    ...(isRequired && { required: true }),
    ...(description && { description: isArray ? `${description} ${forms}` : description }),
    schema: { ...value, ...schema },
    ...(isArray && { style: 'form', explode: true }),
  };
}

const withoutNullItems = (type: GraphQLInputType, components: SchemaComponents): JsonSchema => ({
  type: 'array',
  items: components.ofInputValue(getNamedType(type) as GraphQLInputType),
});

const file = { type: 'string', format: 'binary', description: 'The file.' };
const fileInBody = {
  required: true,
  description: 'The file, as the whole body or as the one file of a form.',
  // The media type of forms comes first: code generators that support only one media type use the first one.
  content: {
    'multipart/form-data': { schema: { type: 'object', properties: { file }, required: ['file'] } },
    'application/octet-stream': { schema: file },
  },
};

function bodyOf(
  route: Route,
  definition: OperationDefinitionNode,
  variables: Variable[],
  components: SchemaComponents,
  row: JsonSchema,
): object {
  const schemaOf = ({ type, schema, description }: Variable): JsonSchema => ({
    ...components.ofInput(type, schema),
    ...(description && { description }),
  });
  if (route.body) {
    const whole = variables.find(({ name }) => name === route.body)!;
    return { required: true, content: { 'application/json': { schema: schemaOf(whole) } } };
  }
  const requiredNames = variables.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const name = definition.name!.value;
  const flat = components.component(`${name}Request`, `body of ${name}`, () => ({
    type: 'object',
    description: `Request body of \`${toOperationId(name)}\`.`,
    properties: Object.fromEntries([
      ...variables.map((variable) => [variable.name, schemaOf(variable)]),
      ...Object.entries(route.ignoredMembers ?? {}).map(([member, description]) => [
        member,
        { ...components.memberOf(row, member), description },
      ]),
    ]),
    ...(requiredNames.length > 0 && { required: requiredNames }),
  }));
  const schema = { anyOf: [flat, ...otherForms(route, variables, flat, schemaOf)] };
  return {
    ...(requiredNames.length > 0 && { required: true }),
    content: { 'application/json': { schema: schema.anyOf.length > 1 ? schema : flat } },
  };
}

/**
 * Request bodies that the route accepts instead of the usual object: a single value (`bare`), or an object that
 * contains the usual object as a member (`wrapper`).
 */
function otherForms(
  { bare, wrapper }: Route,
  variables: readonly Variable[],
  flat: JsonSchema,
  schemaOf: (variable: Variable) => JsonSchema,
): JsonSchema[] {
  const schemaOfVariable = (variableName: string) => schemaOf(variables.find(({ name }) => name === variableName)!);
  const beside = wrapper?.beside.filter((variableName) => variables.some(({ name }) => name === variableName)) ?? [];
  return [
    ...(bare ? [schemaOfVariable(bare)] : []),
    ...(wrapper
      ? [
          {
            type: 'object',
            properties: {
              [wrapper.member]: { ...flat, description: 'The same members in a wrapper.' },
              ...Object.fromEntries(beside.map((name) => [name, schemaOfVariable(name)])),
            },
            required: [wrapper.member],
          },
        ]
      : []),
  ];
}

function variablesOf(document: DocumentNode, schema: GraphQLSchema): Variable[] {
  const places = placesOf(document, schema);
  return (operationOf(document).variableDefinitions ?? []).map((node) => {
    const { value: name } = node.variable.name;
    const type = typeFromAST(schema, node.type) as GraphQLInputType;
    const place = places.get(name);
    const ownDefault = node.defaultValue && defaultKeyword({ defaultValue: valueFromASTUntyped(node.defaultValue) });
    return {
      name,
      type,
      isRequired: isNonNullType(type) && !node.defaultValue,
      description: place?.description,
      schema: { ...place?.schema, ...ownDefault },
    };
  });
}

const operationOf = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;

/**
 * How each variable of a document is documented: as the argument or input field that it fills or, for a variable of
 * `@include`, by the fields that it includes.
 */
function placesOf(document: DocumentNode, schema: GraphQLSchema): Map<string, Place> {
  const places = new Map<string, Place>();
  const typeInfo = new TypeInfo(schema);
  let outer = '';
  const remember = (name: string, place: Place) => {
    if (!places.has(name)) places.set(name, place);
  };
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Directive: (node, _key, _parent, _path, ancestors) => {
        const [condition] = node.arguments ?? [];
        if (node.name.value === 'include' && condition?.value.kind === Kind.VARIABLE) {
          const selection = ancestors.at(-1) as FieldNode | FragmentSpreadNode;
          const members = namesIn(selection, document).map((name) => `\`${name}\``);
          remember(condition.value.name.value, {
            description: `Whether rows include ${members.join(', ')}.`,
            schema: {},
          });
        }
        return false;
      },
      Argument: ({ name, value }) => {
        outer = name.value;
        const argument = typeInfo.getArgument();
        if (value.kind === Kind.VARIABLE && argument)
          remember(value.name.value, {
            description: argument.description ?? undefined,
            schema: { ...ownSchema(argument), ...defaultKeyword(argument) },
          });
      },
      ObjectField: ({ name, value }) => {
        const parent = getNamedType(typeInfo.getParentInputType());
        if (value.kind !== Kind.VARIABLE) outer = name.value;
        const field = isInputObjectType(parent) ? parent.getFields()[name.value] : undefined;
        if (value.kind === Kind.VARIABLE && field)
          remember(value.name.value, {
            description: operatorDescription(parent!.name, name.value, outer) ?? field.description ?? undefined,
            schema: { ...ownSchema(field), ...defaultKeyword(field) },
          });
      },
    }),
  );
  return places;
}

function namesIn(selection: FieldNode | FragmentSpreadNode, { definitions }: DocumentNode): string[] {
  if (selection.kind === Kind.FIELD) return [(selection.alias ?? selection.name).value];
  const fragment = definitions.find(
    (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value,
  ) as FragmentDefinitionNode;
  return fragment.selectionSet.selections.flatMap((node) =>
    node.kind === Kind.FIELD ? namesIn(node, { definitions } as DocumentNode) : [],
  );
}

/** The description of a query parameter that filters rows by a column. It names the column. */
function operatorDescription(inputName: string, operator: string, column: string): string | undefined {
  if (!inputName.endsWith('ColumnFilter')) return undefined;
  const name = snakeCase(column);
  if (operator === 'eq') return `Only rows whose \`${name}\` has this value.`;
  return operator === 'in' ? `Only rows whose \`${name}\` has one of these values.` : undefined;
}
