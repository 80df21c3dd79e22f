// `@at(instant:)`: a whole query as of an instant.
import {
  DirectiveLocation,
  getArgumentValues,
  getDirectiveValues,
  getVariableValues,
  GraphQLDirective,
  GraphQLNonNull,
  GraphQLSchema,
  Kind,
  type FieldNode,
  type GraphQLScalarType,
  type OperationDefinitionNode,
} from 'graphql';

const name = 'at';
const dateTimeOf = (schema: GraphQLSchema) => schema.getType('DateTime') as GraphQLScalarType<Date>;

/** Declares the directive, which only queries take: the past is not written. */
export function withAtDirective(schema: GraphQLSchema): GraphQLSchema {
  const directive = new GraphQLDirective({
    name,
    description:
      "Answers the whole query as of an instant: its lists, filters, counts, nested rows, graphs and the questions on them, with the caller's rights of today. Of rows that keep no history (networks, users, daemons, discoveries, …) the present ones answer. Ids are those of the live rows, also of rows deleted since; `updatedAt` and `lastSeenAt` are the start of the state, because observations alone are not kept (a host without any name is called by the address that came last). Before a network was known there is nothing in it; an instant that is not kept any more is refused with `validation_out_of_range` (it is before `historyKeptSince` of a network that the query is about: of those that its fields name by `networkId`, else of all within reach; a network's snapshots keep their instants); one still to come is the present. The last moments may still gain changes that were under way.",
    locations: [DirectiveLocation.QUERY],
    args: { instant: { type: new GraphQLNonNull(dateTimeOf(schema)) } },
  });
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, directives: [...config.directives, directive] });
}

/** The instant that the operation asks for, if any; throws GraphQL's own error for what is no instant. */
export function instantOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Date | undefined {
  if (!operation.directives?.length) return undefined;
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], variables).coerced;
  return getDirectiveValues(schema.getDirective(name)!, operation, values)?.instant as Date | undefined;
}

/** The networks that the operation is about, where each of its fields names one; undefined: any within reach. */
export function networksNamed(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): string[] | undefined {
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], variables).coerced ?? {};
  const named = operation.selectionSet.selections.map((node) => {
    const field = node.kind === Kind.FIELD ? schema.getQueryType()?.getFields()[node.name.value] : undefined;
    if (!field) return undefined;
    const { networkId, id } = getArgumentValues(field, node as FieldNode, values);
    return (networkId ?? (field.name === 'network' ? id : undefined)) as string | undefined;
  });
  return named.every((id) => id !== undefined) ? named : undefined;
}
