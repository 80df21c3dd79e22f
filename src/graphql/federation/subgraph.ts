// Adds the fields of an Apollo Federation 2 subgraph: `_service` returns the schema, `_entities` finds rows by id.
import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isObjectType,
  type GraphQLFieldConfig,
} from 'graphql';
import { userOf } from '../../data/tenancy/viewer';
import { assertRange } from '../../platform/text/validation';
import type { GraphqlContext } from '../context';
import { wholeSchemaWeight } from '../documents/cost';
import { findNamed } from '../node/find';
import { findIdentity, rememberedType } from '../node/identities';
import { invalid, type NodeName } from '../node/node-ids';
import { isStoredAs } from '../node/rows';
import { modelOfType } from '../pothos-extensions';
import { subgraphSdl } from './subgraph-sdl';

type Field<Args = object> = GraphQLFieldConfig<unknown, GraphqlContext, Args>;

/**
 * Maximum number of objects per request. It equals the largest page size, because gateways request all rows of a page
 * together.
 */
const mostRepresentations = 1000;
const field = 'representations';

/** Returns a copy of the schema with the fields `_service` and `_entities`. */
export function buildSubgraph(schema: GraphQLSchema): GraphQLSchema {
  const query = schema.getQueryType()!;
  const config = schema.toConfig();
  const entities = entityTypes(schema);
  const sdl = subgraphSdl(schema, new Set(entities.map(({ name }) => name)));
  const fields = {
    ...query.toConfig().fields,
    _service: serviceField(sdl),
    _entities: entitiesField(schema, entities),
  };
  return new GraphQLSchema({
    ...config,
    query: new GraphQLObjectType({ ...query.toConfig(), fields }),
    types: config.types.filter((type) => type !== query),
  });
}

/** Types whose objects are found by their `id`. */
const entityTypes = (schema: GraphQLSchema): GraphQLObjectType[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(
      (type) => findIdentity(type.name)?.keyOfId && (modelOfType(type) === undefined || isStoredAs(schema, type.name)),
    );

/**
 * Throws unless the caller may use the root field `node`. The fields for gateways find objects as `node` does, so they
 * need the same rights.
 */
function assertAdmitted({ refusal, viewer }: GraphqlContext): void {
  if (refusal) throw refusal;
  userOf(viewer);
}

function serviceField(sdl: string): Field {
  const service = new GraphQLObjectType({
    name: '_Service',
    description: 'This subgraph, for gateways.',
    fields: { sdl: { type: new GraphQLNonNull(GraphQLString), description: 'Its schema with the directives.' } },
  });
  return {
    type: new GraphQLNonNull(service),
    description: 'The schema of this subgraph, for gateways.',
    extensions: { complexity: { field: wholeSchemaWeight, multiplier: 0 } },
    resolve: (_root, _args, context) => {
      assertAdmitted(context);
      return { sdl };
    },
  };
}

interface Representations {
  readonly representations: readonly unknown[];
}

function entitiesField(schema: GraphQLSchema, types: readonly GraphQLObjectType[]): Field<Representations> {
  const json = schema.getType('JSON') as GraphQLScalarType;
  const any = new GraphQLScalarType({
    ...json.toConfig(),
    name: '_Any',
    description: 'A reference to a row: an object with `__typename` and `id`.',
    specifiedByURL: undefined,
  });
  const entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'Rows that gateways ask for.',
    types,
    resolveType: (value: unknown) => rememberedType(value as object),
  });
  const names = new Set(types.map(({ name }) => name));
  return {
    type: new GraphQLNonNull(new GraphQLList(entity)),
    description: `Returns the rows that gateways refer to, in their order. Missing or not accessible: null and \`entity_not_found\`.`,
    args: {
      representations: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(any))),
        description: `References to rows, at most ${mostRepresentations}.`,
      },
    },
    extensions: {
      complexity: ({ representations: { length } }: Representations) => ({ field: length, multiplier: length }),
    },
    resolve: (_root, { representations }, context, info) => {
      assertAdmitted(context);
      assertRange(field, representations.length, 0, mostRepresentations);
      // In the response, an error in the returned list becomes null, and `errors` contains the error with its position
      // in the list.
      return findNamed(
        representations.map((one) => nameIn(one, names, context)),
        { field, context, info },
      );
    },
  };
}

/**
 * Returns the key of the object that a federation representation names by type and id, or an error. Other fields of the
 * representation are ignored.
 */
function nameIn(representation: unknown, types: ReadonlySet<string>, context: GraphqlContext): NodeName | Error {
  if (typeof representation !== 'object' || representation === null) return invalid(field);
  const { __typename: type, id } = representation as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string' || !types.has(type) || typeof id !== 'string') return invalid(field);
  const key = findIdentity(type)!.keyOfId!(id, context);
  return key === undefined ? invalid(field) : { type, key };
}
