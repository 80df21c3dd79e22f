// Lets input objects be written around variables in documents: graphql-jit would turn an absent one into null.
import {
  coerceInputValue,
  Kind,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type ObjectValueNode,
  type OperationDefinitionNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { AppError } from '../../errors';

type Values = Record<string, unknown>;

interface ObjectArgument {
  /** The argument as the document writes it. */
  node: ObjectValueNode;
  type: GraphQLInputType;
}

export interface FlatDocument {
  document: DocumentNode;
  /** The variables of the original document, made into those of the flat one. */
  flatten(values: Values): Values;
}

/**
 * Each argument that is an object with variables inside becomes one variable. Inside the object an absent variable leaves
 * its field out, as the GraphQL specification wants it.
 */
export function flattenVariables(schema: GraphQLSchema, document: DocumentNode): FlatDocument {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const defaults = defaultsOf(operation);
  const objects = new Map<string, ObjectArgument>();
  const typeInfo = new TypeInfo(schema);
  const replaced = visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Argument(node): ArgumentNode | undefined {
        if (node.value.kind !== Kind.OBJECT || !hasVariables(node.value)) return undefined;
        const name = `object_${objects.size}`;
        objects.set(name, { node: node.value, type: typeInfo.getArgument()!.type });
        return { ...node, value: variableNode(name) };
      },
    }),
  );
  const declared = [...objects.keys()].map(declarationOf);
  return {
    document: visit(replaced, {
      OperationDefinition: (node) => ({
        ...node,
        variableDefinitions: [...(node.variableDefinitions ?? []), ...declared],
      }),
    }),
    flatten: (values) => {
      const all = { ...defaults, ...values };
      const built = [...objects].map(([name, { node, type }]) => [name, coerced(valueOf(node, all), type)]);
      return { ...values, ...Object.fromEntries(built) };
    },
  };
}

const variableNode = (name: string) => ({ kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } }) as const;

/** Declared as JSON, which passes as it is: the value is coerced here, since graphql-jit can't follow recursive filters. */
const declarationOf = (name: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: variableNode(name),
  type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } },
});

function coerced(value: unknown, type: GraphQLInputType): unknown {
  return coerceInputValue(value, type, (path) => {
    throw new AppError('validation_invalid_format', { field: path.join('.') });
  });
}

function defaultsOf(operation: OperationDefinitionNode): Values {
  const withDefault = (operation.variableDefinitions ?? []).filter(({ defaultValue }) => defaultValue);
  return Object.fromEntries(
    withDefault.map(({ variable, defaultValue }) => [variable.name.value, valueFromASTUntyped(defaultValue!)]),
  );
}

function hasVariables(value: ObjectValueNode): boolean {
  let found = false;
  visit(value, { Variable: () => void (found = true) });
  return found;
}

function valueOf(node: ValueNode, values: Values): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return values[node.name.value];
    case Kind.LIST:
      return node.values.map((one) => valueOf(one, values) ?? null);
    case Kind.OBJECT: {
      const members = node.fields.map(({ name, value }) => [name.value, valueOf(value, values)] as const);
      return Object.fromEntries(members.filter(([, value]) => value !== undefined));
    }
    default:
      return valueFromASTUntyped(node);
  }
}
