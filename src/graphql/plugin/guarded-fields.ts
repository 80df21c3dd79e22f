// Checks rights for fields. Root fields check the caller's rights. Fields that daemons may not read reject daemons,
// also on nested rows.
import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { assertMayAsk, isAction, type Action } from '../../auth/permissions';
import { userOf, type Viewer } from '../../data/tenancy/viewer';
import { runAsOperation } from '../../data/acting';
import { visibleRows } from '../../data/tenancy/visible-rows';
import type { GraphqlContext } from '../context';
import { fieldOptions } from '../pothos-extensions';
import { pastName } from './at-directive';

type Field = GraphQLField<unknown, GraphqlContext>;
type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/**
 * The action for which a caller of a top-level field needs permission: the action that the field declares, otherwise
 * the action with the field's name in the table of permissions. Undefined if neither exists.
 */
export function fieldAction(field: GraphQLField<unknown, unknown>): Action | undefined {
  const { name, extensions } = field;
  const { authScopes } = fieldOptions(field) as { authScopes?: { action?: Action } };
  // If the rights for a field depend on its arguments, its extension `action` names the right that is always needed.
  const declaredAction = authScopes?.action ?? (extensions.action as Action | undefined);
  return declaredAction ?? (isAction(name) ? name : undefined);
}

/** Throws if the caller may not read the root field, whatever its arguments are. */
export const assertMayReadField = (viewer: Viewer, field: GraphQLField<unknown, unknown>): void =>
  assertMayAsk(viewer, fieldAction(field) ?? field.name);

/**
 * Throws the error of the first root field in the operation that the caller may not read. Each fragment is visited
 * once.
 */
export function assertMayAskAll(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
  viewer: Viewer,
): void {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  const fragments = new Map(
    definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).map((node) => [node.name.value, node]),
  );
  const judge = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const field = fields[node.name.value];
        if (field) assertMayReadField(viewer, field);
        // The type `Past` has the root fields of the query type, so the fields below it are checked like root fields.
        if (field && node.selectionSet && getNamedType(field.type).name === pastName) judge(node.selectionSet);
      } else if (node.kind === Kind.INLINE_FRAGMENT) judge(node.selectionSet);
      else {
        const fragment = fragments.get(node.name.value);
        fragments.delete(node.name.value);
        if (fragment) judge(fragment.selectionSet);
      }
    }
  };
  judge(operation.selectionSet);
}

/** Adds checks of rights to root fields. Fields that lead to rows that daemons may not see reject daemons. */
export function guardFields(schema: GraphQLSchema): GraphQLSchema {
  const past = schema.getType(pastName) as GraphQLObjectType;
  const roots = [schema.getQueryType(), past, schema.getMutationType(), schema.getSubscriptionType()];
  for (const root of roots)
    for (const field of Object.values(root?.getFields() ?? {}))
      guard(field, ({ viewer }) => assertMayReadField(viewer, field));
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) nameOperation(field);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || roots.includes(type)) continue;
    // In lists, the tenancy rule already hides rows that daemons may not see. A field that returns a single row is not
    // filtered, so it refuses daemons.
    for (const field of Object.values(type.getFields()))
      if (leadsToHiddenRow(field)) guard(field, ({ viewer }) => void userOf(viewer));
  }
  return schema;
}

/** Wraps a mutation, so that the audit events of its writes contain the mutation's name. */
function nameOperation(field: Field): void {
  const resolve = field.resolve!;
  field.resolve = (parent, args, context, info) =>
    runAsOperation(field.name, () => resolve(parent, args, context, info) as unknown);
}

const rules: Readonly<Record<string, { readonly isHiddenFromDaemons?: true }>> = visibleRows;

const leadsToHiddenRow = ({ type }: Field): boolean =>
  !isListType(getNullableType(type)) && rules[getNamedType(type).name]?.isHiddenFromDaemons === true;

function guard(field: Field, assertAllowed: (context: GraphqlContext) => void): void {
  const guardResolver =
    (resolve: Resolver): Resolver =>
    (parent, args, context, info) => {
      assertAllowed(context);
      return resolve(parent, args, context, info);
    };
  if (field.subscribe) field.subscribe = guardResolver(field.subscribe);
  field.resolve = guardResolver(field.resolve ?? defaultFieldResolver);
}
