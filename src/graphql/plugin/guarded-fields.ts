// The guard of every field: fields not opened to daemons are closed to them, on the root types and on the rows below.
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
import { asOperation } from '../../data/acting';
import { visibleRows } from '../../data/tenancy/visible-rows';
import type { GraphqlContext } from '../context';
import { pastName } from './at-directive';

type Field = GraphQLField<unknown, GraphqlContext>;
type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** What a root field asks of its caller, as its author declared it or the table of rights names it. */
export function actionOf({ name, extensions }: GraphQLField<unknown, unknown>): Action | undefined {
  const options = extensions.pothosOptions as { authScopes?: { action?: Action } } | undefined;
  // Scopes that depend on arguments are a function: their field declares beside it the action needed with any arguments.
  const declared = options?.authScopes?.action ?? (extensions.action as Action | undefined);
  return declared ?? (isAction(name) ? name : undefined);
}

/** Throws the refusal that this caller gets from the root field with any arguments. */
export const assertMayAskFor = (viewer: Viewer, field: GraphQLField<unknown, unknown>): void =>
  assertMayAsk(viewer, actionOf(field) ?? field.name);

/** Throws what the first root field of the operation that refuses this caller would throw; fragments are looked into once. */
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
        if (field) assertMayAskFor(viewer, field);
        // Its fields are those of the query.
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

/** Every root field asks the table of rights; a row that daemons never see is none that a field leads them to. */
export function guardFields(schema: GraphQLSchema): GraphQLSchema {
  const past = schema.getType(pastName) as GraphQLObjectType;
  const roots = [schema.getQueryType(), past, schema.getMutationType(), schema.getSubscriptionType()];
  for (const root of roots)
    for (const field of Object.values(root?.getFields() ?? {}))
      guard(field, ({ viewer }) => assertMayAskFor(viewer, field));
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
