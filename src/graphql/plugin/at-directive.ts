// `@at(instant:)`: a whole query as of an instant.
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
} from 'graphql';
import type { Subject } from '../../data/tenancy/kept';

const name = 'at';
const dateTimeOf = (schema: GraphQLSchema) => schema.getType('DateTime') as GraphQLScalarType<Date>;

/** Declares the directive, which only queries take: the past is not written. */
export function withAtDirective(schema: GraphQLSchema): GraphQLSchema {
  const directive = new GraphQLDirective({
    name,
    description:
      "Answers the whole query as of an instant: its lists, filters, counts, nested rows, graphs and the questions on them, with the caller's rights of today. Of rows that keep no history (networks, users, daemons, discoveries, …) the present ones answer. A reference is null where what it leads to was not there then, or was in a network out of reach. Ids are those of the live rows, also of rows deleted since; `updatedAt` and `lastSeenAt` are the start of the state, because observations alone are not kept (a host without any name is called by the address that came last). Before a network was known there is nothing in it; an instant that is not kept any more is refused with `validation_out_of_range` (it is before `historyKeptSince` of a network that the query is about: of those that its fields name, by `networkId` or by the `id` of a row in it, else of all within reach; a network's snapshots keep their instants); one still to come is the present. The last moments may still gain changes that were under way.",
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

/** What each field of the operation names: a network or a row; undefined: one of them may be about any within reach. */
export function subjectsOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Subject[] | undefined {
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], variables).coerced ?? {};
  const named = operation.selectionSet.selections.map((node) => {
    const field = node.kind === Kind.FIELD ? schema.getQueryType()?.getFields()[node.name.value] : undefined;
    return field && subjectIn(field, getArgumentValues(field, node as FieldNode, values));
  });
  return named.every((subject) => subject !== undefined) ? named : undefined;
}

function subjectIn(field: GraphQLField<unknown, unknown>, args: Record<string, unknown>): Subject | undefined {
  const { networkId, id } = args as Record<string, string | null | undefined>;
  if (networkId) return { model: 'Network', id: networkId };
  const model = getNamedType(field.type).extensions.pothosPrismaModel as string | undefined;
  return id && model ? { model, id } : undefined;
}
