// `@at(instant:)`: a whole query as of an instant.
import {
  DirectiveLocation,
  getDirectiveValues,
  GraphQLDirective,
  GraphQLNonNull,
  GraphQLSchema,
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
      "Answers the whole query as of an instant: its lists, filters, counts, nested rows, graphs and the questions on them, with the caller's rights of today. Of rows that keep no history (networks, users, daemons, discoveries, …) the present ones answer. Ids are those of the live rows, also of rows deleted since; `updatedAt` and `lastSeenAt` are the start of the state, because observations alone are not kept. Before a network was known there is nothing in it; an instant that is not kept any more (`historyKeptSince` of a network within reach is later, and no snapshot is of just that instant) is refused with `validation_out_of_range`; one still to come is the present. The last moments may still gain changes that were under way.",
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
  const instant = getDirectiveValues(schema.getDirective(name)!, operation, variables)?.instant;
  // What a variable holds is not yet a value of its type.
  return typeof instant === 'string' ? dateTimeOf(schema).parseValue(instant) : (instant as Date | undefined);
}
