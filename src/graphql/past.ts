// The field `asOf(instant:)`, which reads all query fields at an instant. The instant is an argument, so that the
// caches of clients include it in their keys.
import type { GraphQLObjectType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { builder } from './builder';
import type { GraphqlContext } from './context';
import { createPastContext } from './create-context';
import { heavyWork } from './heavy-work/heavy-operations';
import { identify } from './node/identities';
import { parseInstant, invalid } from './node/node-ids';
import { pastName, selectionSubjects } from './plugin/at-directive';
import { lastStorableTime } from '../platform/text/validation';

interface Past {
  /** The instant of the reads; null if the requested instant was in the future. */
  readonly instant: Date | null;
}

/** Query fields that are not copied to `Past`, because their own arguments determine the instant. */
const ofAnyTime = new Set(['asOf', 'node', 'nodes']);

const pastRef = builder.objectRef<Past>(pastName).implement({
  description: 'All reads of the query, as of one instant with the rights of today.',
  extensions: heavyWork,
  fields: (t) => ({
    instant: t.expose('instant', {
      type: 'DateTime',
      nullable: true,
      description: 'The instant; null if it had not come yet, which is the present.',
    }),
  }),
});

builder.queryField('asOf', (t) =>
  t.field({
    type: pastRef,
    description:
      'Reads as of an instant, as `@at` does for the whole operation, and with the same refusals. The instant is an argument, so that normalized caches keep instants apart; one operation can have several. Objects below have `nodeId`s of their own.',
    args: { instant: t.arg({ type: 'DateTime', required: true, description: 'The instant.' }) },
    // The field `asOf` costs nothing itself; the fields below it have their own cost.
    complexity: { field: 0, multiplier: 1 },
    resolve: (_root, { instant }, context, info) => pastOf(instant, context, info),
  }),
);

identify(pastName, {
  keyOf: (past) => keyOf(past as Past),
  find: ({ keys, context, info, field }) =>
    Promise.all(
      keys.map(async (key) => {
        const instant = key === present ? lastStorableTime : parseInstant(key);
        if (!instant) return invalid(field);
        const past = await pastOf(instant, context, info).catch((error: Error) => error);
        return past instanceof Error || keyOf(past) === key ? past : invalid(field);
      }),
    ),
});

const present = 'present';
const keyOf = ({ instant }: Past): string => instant?.toISOString() ?? present;

/** Resolves the field `asOf`. All fields below it are read as of the instant. */
async function pastOf(
  instant: Date,
  context: GraphqlContext,
  { schema, fieldNodes, variableValues }: GraphQLResolveInfo,
): Promise<Past> {
  const { instants } = context;
  instants.admit(instant);
  const pastContext = await createPastContext(context, instant, selectionSubjects(schema, fieldNodes, variableValues));
  const sharedContext = instants.contextOf(pastContext.at ?? lastStorableTime, () => pastContext);
  const past: Past = { instant: sharedContext.at ?? null };
  instants.pin(past, sharedContext);
  return past;
}

/** Copies the fields of the query type to the type `Past`, with their arguments, rights, bounds and cost. */
export function fillPast(schema: GraphQLSchema): GraphQLSchema {
  const past = schema.getType(pastName) as GraphQLObjectType;
  const reads = Object.values(schema.getQueryType()!.getFields()).filter(({ name }) => !ofAnyTime.has(name));
  for (const field of reads) past.getFields()[field.name] = { ...field };
  return schema;
}
