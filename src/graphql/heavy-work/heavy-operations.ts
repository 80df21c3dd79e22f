// Finds out whether an operation does heavy work, from properties in the `extensions` of the schema's types and fields.
// Heavy work is paid from the budget of an organization.
import {
  getArgumentValues,
  getNamedType,
  getVariableValues,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { GraphqlContext } from '../context';

type Args = Readonly<Record<string, unknown>>;

/** Properties in the `extensions` of a type or field of the schema. */
interface HeavyMarks {
  /** Whether the work for objects of the type, or for the field, is heavy. */
  readonly isHeavy?: boolean;
  /** Whether the work for the field is heavy with these arguments. */
  readonly isHeavyWith?: (args: Args, schema: GraphQLSchema) => boolean;
  /** For public root fields: the id of the organization that pays for anonymous callers; undefined if there is none. */
  readonly payerOf?: (args: Args, context: GraphqlContext) => Promise<string | undefined>;
}

/** Extensions of a type or field whose work is heavy. */
export const heavyWork = { isHeavy: true } satisfies HeavyMarks;

/** Extensions of a field whose work is heavy if `isHeavyWith` returns true for its arguments. */
export const heavyWorkWith = (isHeavyWith: NonNullable<HeavyMarks['isHeavyWith']>) => ({ isHeavyWith });

/** Extensions of a public root field. `payerOf` returns the organization that pays for anonymous callers. */
export const paidBy = (payerOf: NonNullable<HeavyMarks['payerOf']>) => ({ payerOf });

const marksOf = ({ extensions }: { readonly extensions: object }): HeavyMarks => extensions;

/** Whether the work for objects of a type, or of one of its interfaces, is heavy. */
export const isHeavyType = (type: GraphQLNamedType): boolean =>
  marksOf(type).isHeavy === true ||
  ((isObjectType(type) || isInterfaceType(type)) && type.getInterfaces().some(isHeavyType));

/** Whether the work for a field is heavy, or may be with some arguments. */
export const isHeavyMarked = (field: { readonly extensions: object }): boolean => {
  const { isHeavy, isHeavyWith } = marksOf(field);
  return isHeavy === true || isHeavyWith !== undefined;
};

/** A field in an operation whose arguments determine whether its work is heavy, or which organization pays. */
interface MarkedField {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
}

interface Traits {
  isHeavy: boolean;
  readonly marked: MarkedField[];
}

const traitsByOperation = new WeakMap<OperationDefinitionNode, Traits>();

function traitsOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Traits {
  const knownTraits = traitsByOperation.get(operation);
  if (knownTraits) return knownTraits;
  const traits: Traits = { isHeavy: false, marked: [] };
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const visitField = (node: FieldNode, parent: GraphQLNamedType): void => {
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
    if (!field) return;
    const type = getNamedType(field.type);
    const { isHeavy = false, isHeavyWith, payerOf } = marksOf(field);
    if (isHeavy || isHeavyType(type)) traits.isHeavy = true;
    if (isHeavyWith || payerOf) traits.marked.push({ node, field });
    if (node.selectionSet) visitSelections(node.selectionSet, type);
  };
  const visitSelections = ({ selections }: SelectionSetNode, parent: GraphQLNamedType): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        visitField(node, parent);
        continue;
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      // Each fragment is visited once, because its fields are the same wherever it is spread.
      if (node.kind === Kind.FRAGMENT_SPREAD) fragments.delete(node.name.value);
      if (!fragment) continue;
      const condition = fragment.typeCondition && typeFromAST(schema, fragment.typeCondition);
      visitSelections(fragment.selectionSet, isCompositeType(condition) ? condition : parent);
    }
  };
  const root = schema.getRootType(operation.operation);
  if (root) visitSelections(operation.selectionSet, root);
  traitsByOperation.set(operation, traits);
  return traits;
}

function argumentsOf({ node, field }: MarkedField, { schema, operation, variables }: RequestedOperation): Args {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return getArgumentValues(field, node, coerced ?? {});
}

export interface RequestedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Record<string, unknown>;
}

/**
 * Whether the operation does heavy work because of its fields and arguments. A read of a past instant is always heavy,
 * but is not considered here.
 */
export function isHeavyOperation(requested: RequestedOperation): boolean {
  const { schema, document, operation } = requested;
  const { isHeavy, marked } = traitsOf(schema, document, operation);
  return (
    isHeavy || marked.some((one) => marksOf(one.field).isHeavyWith?.(argumentsOf(one, requested), schema) === true)
  );
}

/** Ids of the organizations that pay for an operation of an anonymous caller. */
export async function payersOf(requested: RequestedOperation, context: GraphqlContext): Promise<string[]> {
  const { marked } = traitsOf(requested.schema, requested.document, requested.operation);
  const payers = await Promise.all(
    marked.map(async (one) => marksOf(one.field).payerOf?.(argumentsOf(one, requested), context)),
  );
  return [...new Set(payers.filter((payer) => payer !== undefined))];
}
