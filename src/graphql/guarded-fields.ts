// The door that every field passes: what is not opened to daemons is closed to them, on the root types and on the rows below.
import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { assertMayAsk } from '../auth/permissions';
import { userOf } from '../auth/viewer';
import { asOperation } from '../db/acting';
import { visibleRows } from '../tenancy/visible-rows';
import type { GraphqlContext } from './context';

type Field = GraphQLField<unknown, GraphqlContext>;
type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** Every root field asks the table of rights by its own name; a row that daemons never see is none that a field leads them to. */
export function guardFields(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const root of roots)
    for (const field of Object.values(root?.getFields() ?? {}))
      guard(field, ({ viewer }) => assertMayAsk(viewer, field.name));
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) nameOperation(field);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || roots.includes(type)) continue;
    // Lists are emptied by the tenancy rule, which a reference to one row does not pass.
    for (const field of Object.values(type.getFields()))
      if (leadsToHiddenRow(field)) guard(field, ({ viewer }) => void userOf(viewer));
  }
  return schema;
}

/** What a mutation writes is put down to it by name. */
function nameOperation(field: Field): void {
  const resolve = field.resolve!;
  field.resolve = (parent, args, context, info) =>
    asOperation(field.name, () => resolve(parent, args, context, info) as unknown);
}

const rules: Readonly<Record<string, { readonly isHiddenFromDaemons?: true }>> = visibleRows;

const leadsToHiddenRow = ({ type }: Field): boolean =>
  !isListType(getNullableType(type)) && rules[getNamedType(type).name]?.isHiddenFromDaemons === true;

function guard(field: Field, assertAllowed: (context: GraphqlContext) => void): void {
  const guarded =
    (resolve: Resolver): Resolver =>
    (parent, args, context, info) => {
      assertAllowed(context);
      return resolve(parent, args, context, info);
    };
  if (field.subscribe) field.subscribe = guarded(field.subscribe);
  field.resolve = guarded(field.resolve ?? defaultFieldResolver);
}
