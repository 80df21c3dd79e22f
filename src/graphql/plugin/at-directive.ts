// The directive `@at(instant:)`, which makes a whole query read at an instant.
import {
  DirectiveLocation,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getVariableValues,
  GraphQLDirective,
  GraphQLNonNull,
  GraphQLSchema,
  Kind,
  type FieldNode,
  type GraphQLField,
  type GraphQLScalarType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Subject } from '../../data/tenancy/kept';
import { modelOfType } from '../pothos-extensions';

/** Name of the type that has the fields of the query type, read at an instant. */
export const pastName = 'Past';

const name = 'at';
const dateTimeOf = (schema: GraphQLSchema) => schema.getType('DateTime') as GraphQLScalarType<Date>;

/** Adds the directive to the schema. Only queries accept it, because the past is read-only. */
export function withAtDirective(schema: GraphQLSchema): GraphQLSchema {
  const directive = new GraphQLDirective({
    name,
    description:
      'Answers the query as of an instant, with the rights of today; for normalized caches: `asOf`. Rows without history (networks, users, daemons, discoveries, …) are those of today. A future instant is the present; one whose history is no longer kept (`historyKeptSince`): `validation_out_of_range`.',
    locations: [DirectiveLocation.QUERY],
    args: { instant: { type: new GraphQLNonNull(dateTimeOf(schema)), description: 'The instant.' } },
  });
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, directives: [...config.directives, directive] });
}

/**
 * The instant that the directive of an operation sets; undefined without the directive. Throws GraphQL's error for an
 * invalid value.
 */
export function requestedInstant(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Date | undefined {
  if (!operation.directives?.length) return undefined;
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], variables).coerced;
  return getDirectiveValues(schema.getDirective(name)!, operation, values)?.instant as Date | undefined;
}

/**
 * The network or row that each top-level field of the operation reads. Undefined if one of the fields names none,
 * because it then reads everything that the caller can access.
 */
export function operationSubjects(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Subject[] | undefined {
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], variables).coerced ?? {};
  return selectionSubjects(schema, [operation], values);
}

/** Like `operationSubjects`, for the fields directly below each node in `places`: an operation, or a field `asOf`. */
export function selectionSubjects(
  schema: GraphQLSchema,
  places: readonly { readonly selectionSet?: SelectionSetNode | undefined }[],
  values: Record<string, unknown>,
): Subject[] | undefined {
  const selections = places.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  const subjectsOfSelections = selections.map((node) => {
    const field = node.kind === Kind.FIELD ? schema.getQueryType()?.getFields()[node.name.value] : undefined;
    return field && subjectIn(field, getArgumentValues(field, node as FieldNode, values));
  });
  return subjectsOfSelections.every((subject) => subject !== undefined) ? subjectsOfSelections : undefined;
}

function subjectIn(field: GraphQLField<unknown, unknown>, args: Record<string, unknown>): Subject | undefined {
  const { networkId, id } = args as Record<string, string | null | undefined>;
  if (networkId) return { model: 'Network', id: networkId };
  const model = modelOfType(getNamedType(field.type));
  return id && model ? { model, id } : undefined;
}
