// JSON Schemas for the OpenAPI document, derived from GraphQL types and selections. Fragments, enums and inputs become
// components.
import {
  getNamedType,
  getNullableType,
  GraphQLNonNull,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import { omittedWhenEmpty, omittedWhenNull, typesWithoutNulls } from '../documents/omitted-keys';
import { DocumentSelection, onlySpread, subSelections, type Member } from '../documents/selection';
import { typeOfMember, wireName } from '../documents/wire-names';

export type JsonSchema = { [keyword: string]: unknown };

const scalars: Record<string, JsonSchema> = {
  UUID: { type: 'string', format: 'uuid' },
  DateTime: { type: 'string', format: 'date-time' },
  BigInt: { type: ['integer', 'string'], format: 'int64', pattern: '^-?\\d+$' },
  JSON: {},
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
};

/**
 * JSON Schema keywords that a field declares where its GraphQL type is too general: `extensions: { jsonSchema: {
 * minimum: 1 } }`.
 */
type Extensible = { extensions: Readonly<Record<string, unknown>> };
export const ownSchema = ({ extensions }: Extensible): JsonSchema => (extensions.jsonSchema as JsonSchema) ?? {};

const withDescription = (schema: JsonSchema, description: string | null | undefined): JsonSchema =>
  description ? { ...schema, description } : schema;

const withoutDescription = ({ description: _description, ...schema }: JsonSchema): JsonSchema => schema;

export function orNull(schema: JsonSchema): JsonSchema {
  const { type, description, ...others } = schema;
  if (type === undefined && Object.keys(schema).length === 0) return schema;
  if (type !== undefined && !('enum' in schema) && !('const' in schema))
    return { ...schema, type: [...new Set([type, 'null'].flat())] };
  return withDescription(
    { anyOf: [{ ...others, ...(type !== undefined && { type }) }, { type: 'null' }] },
    description as string,
  );
}

export class SchemaComponents {
  private readonly schemas = new Map<string, JsonSchema>();
  /** The object from which each component was created, to detect two components with the same name. */
  private readonly origins = new Map<string, unknown>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** All components to which a value refers, directly or indirectly, by name. */
  reachableFrom(value: unknown): Record<string, JsonSchema> {
    const reachable = new Map<string, JsonSchema>();
    const open = [JSON.stringify(value)];
    for (const text of open)
      for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
        const schema = this.schemas.get(name!);
        if (!schema) throw new Error(`OpenAPI: nothing is called ${name}, which an operation refers to`);
        if (reachable.has(name!)) continue;
        reachable.set(name!, schema);
        open.push(JSON.stringify(schema));
      }
    return Object.fromEntries([...reachable].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns a reference to a component, and creates the component on first use. */
  component(name: string, origin: unknown, make: () => JsonSchema): JsonSchema {
    const knownOrigin = this.origins.get(name);
    if (knownOrigin !== undefined && knownOrigin !== origin)
      throw new Error(`OpenAPI: two different schemas would be called ${name}: rename a fragment`);
    if (knownOrigin === undefined) {
      this.origins.set(name, origin);
      this.schemas.set(name, {});
      this.schemas.set(name, make());
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /**
   * Returns the value with all references replaced by the schemas to which they refer. References must not be circular.
   */
  whole<T>(value: T): T {
    if (Array.isArray(value)) return value.map((item: unknown) => this.whole(item)) as T;
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...members } = value as JsonSchema;
    const referencedSchema = typeof $ref === 'string' ? this.schemas.get($ref.split('/').at(-1)!) : undefined;
    const wholeMembers = Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, this.whole(member)]),
    );
    return { ...(referencedSchema && this.whole(referencedSchema)), ...wholeMembers } as T;
  }

  /**
   * A copy of a response's schema in which `members` are optional. `list.member` stands for a member of the items of
   * `list`.
   */
  withOptional({ $ref, ...schema }: JsonSchema, members: readonly string[]): JsonSchema {
    const component = typeof $ref === 'string' ? this.schemas.get($ref.split('/').at(-1)!) : undefined;
    const { allOf, required, ...row } = { ...component, ...schema } as JsonSchema & { allOf?: JsonSchema[] };
    const properties = Object.entries((row.properties ?? {}) as Record<string, JsonSchema>).map(([name, value]) => {
      const ofItems = members.filter((one) => one.startsWith(`${name}.`)).map((one) => one.slice(name.length + 1));
      const isChanged = ofItems.length > 0;
      return [name, isChanged ? { ...value, items: this.withOptional(value.items as JsonSchema, ofItems) } : value];
    });
    return {
      ...row,
      ...(row.properties !== undefined && { properties: Object.fromEntries(properties) as JsonSchema }),
      ...(allOf && { allOf: allOf.map((part) => this.withOptional(part, members)) }),
      ...(required !== undefined && { required: (required as string[]).filter((name) => !members.includes(name)) }),
    };
  }

  /** The schema of a GraphQL input type, extended by the JSON Schema keywords in `ownSchema`. */
  ofInput(type: GraphQLInputType, ownSchema: JsonSchema = {}): JsonSchema {
    if (!isNonNullType(type)) return orNull(this.ofInput(new GraphQLNonNull(type), ownSchema));
    const value = this.ofInputValue(type.ofType);
    // Keywords that a field declares for `items` extend the schema of the items.
    return {
      ...value,
      ...ownSchema,
      ...(ownSchema.items !== undefined && { items: { ...value.items!, ...ownSchema.items } }),
    };
  }

  /** The schema of an input type without null, for query parameters. */
  ofInputValue(type: GraphQLInputType): JsonSchema {
    const bare = getNullableType(type);
    if (isListType(bare)) return { type: 'array', items: this.ofInput(bare.ofType) };
    if (isInputObjectType(bare)) return this.component(bare.name, bare.name, () => this.inputObject(bare));
    return this.leaf(bare as GraphQLScalarType | GraphQLEnumType);
  }

  /**
   * The schema of the part of a response that the root field with this alias returns; undefined if the document has no
   * such field.
   */
  ofRootField(document: DocumentNode, alias: string): JsonSchema | undefined {
    const selection = new DocumentSelection(document, this.schema);
    const root = this.schema.getRootType(selection.operation.operation)!;
    const member = selection.membersOf(root, selection.operation.selectionSet.selections).get(alias);
    // The root field of a query is null only together with an error. REST then sends the error instead of the data.
    const isNeverNull = selection.operation.operation === OperationTypeNode.QUERY;
    // The description of a root field describes the operation instead of its result, so it is dropped.
    return member && withoutDescription(this.ofMember(root, member, selection, { isNeverNull }));
  }

  /** The schema of one row of a list document, `page { nodes { … } }`. */
  ofListItems(document: DocumentNode): JsonSchema {
    const selection = new DocumentSelection(document, this.schema);
    const root = this.schema.getRootType(selection.operation.operation)!;
    const page = selection.membersOf(root, selection.operation.selectionSet.selections).get('page')!;
    const connection = getNamedType(root.getFields()[page.nodes[0]!.name.value]!.type) as GraphQLObjectType;
    const nodes = selection.membersOf(connection, subSelections(page.nodes)).get('nodes')!;
    return this.ofMember(connection, nodes, selection).items as JsonSchema;
  }

  /** The schema of one member of a component, for request bodies that may consist of the value of this member alone. */
  memberOf({ $ref }: JsonSchema, member: string): JsonSchema {
    const component = typeof $ref === 'string' ? this.schemas.get($ref.split('/').at(-1)!) : undefined;
    return (component?.properties as Record<string, JsonSchema> | undefined)?.[member] ?? {};
  }

  private leaf(type: GraphQLScalarType | GraphQLEnumType): JsonSchema {
    if (isEnumType(type)) {
      return this.component(type.name, type.name, () =>
        withDescription({ type: 'string', enum: type.getValues().map(({ name }) => name) }, enumDescription(type)),
      );
    }
    const scalarSchema = scalars[type.name];
    if (!scalarSchema && !type.extensions.jsonSchema)
      throw new Error(`OpenAPI: no JSON Schema for scalar ${type.name}`);
    return { ...scalarSchema, ...ownSchema(type) };
  }

  /** The schema of the REST object with `type` that stands for one member of a GraphQL input with `@oneOf`. */
  private typedMember({ name, type, description }: GraphQLInputField): JsonSchema {
    const bare = getNullableType(type);
    const { properties, required } = (isInputObjectType(bare) ? this.inputObject(bare) : {}) as {
      properties?: object;
      required?: string[];
    };
    return withDescription(
      {
        ...{ type: 'object', title: typeOfMember(name) },
        properties: { type: { type: 'string', const: typeOfMember(name) }, ...properties },
        required: ['type', ...(required ?? [])],
      },
      description,
    );
  }

  private inputObject(type: GraphQLInputObjectType): JsonSchema {
    const fields = Object.values(type.getFields());
    if (type.isOneOf)
      return withDescription({ oneOf: fields.map((field) => this.typedMember(field)) }, type.description);
    const requiredFields = fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
    return withDescription(
      {
        type: 'object',
        properties: Object.fromEntries(
          fields.map((field) => [
            wireName(field.name),
            withDescription(
              {
                ...this.ofInput(field.type, ownSchema(field)),
                ...defaultKeyword(field),
              },
              field.description,
            ),
          ]),
        ),
        ...(requiredFields.length > 0 && { required: requiredFields.map(({ name }) => wireName(name)) }),
      },
      type.description,
    );
  }

  private ofMember(
    parent: GraphQLObjectType,
    { nodes }: Member,
    selection: DocumentSelection,
    { isNeverNull = false } = {},
  ): JsonSchema {
    const { value: name } = nodes[0]!.name;
    if (name === '__typename') return { type: 'string', const: parent.name };
    const field = parent.getFields()[name]!;
    const type = isNeverNull ? new GraphQLNonNull(getNullableType(field.type)) : field.type;
    const schema = this.ofOutput(type, subSelections(nodes), selection, ownSchema(field));
    return withDescription({ ...schema, ...(field.deprecationReason && { deprecated: true }) }, field.description);
  }

  private ofOutput(
    type: GraphQLOutputType,
    selections: readonly SelectionNode[],
    from: DocumentSelection,
    ownSchema: JsonSchema = {},
  ): JsonSchema {
    if (!isNonNullType(type)) return orNull({ ...this.ofOutputValue(type, selections, from), ...ownSchema });
    return { ...this.ofOutputValue(type.ofType, selections, from), ...ownSchema };
  }

  private ofOutputValue(
    type: GraphQLOutputType,
    selections: readonly SelectionNode[],
    from: DocumentSelection,
  ): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.ofOutput(type.ofType, selections, from) };
    if (isScalarType(type) || isEnumType(type)) return this.leaf(type);
    if (isObjectType(type)) return this.ofSelection(type, selections, from);
    if (!isAbstractType(type)) throw new Error(`OpenAPI: no JSON Schema for ${String(type)}`);
    const fragment = onlySpread(selections, from);
    const variants = (inner: readonly SelectionNode[]): JsonSchema => ({
      anyOf: this.schema.getPossibleTypes(type).map((possible) => ({
        title: possible.name,
        ...this.ofMembers(possible, from.membersOf(possible, inner), from),
      })),
    });
    if (fragment?.typeCondition.name.value === type.name)
      return this.ofFragment(fragment, () => variants(fragment.selectionSet.selections));
    return variants(selections);
  }

  private ofSelection(
    type: GraphQLObjectType,
    selections: readonly SelectionNode[],
    from: DocumentSelection,
  ): JsonSchema {
    const isWhole = (node: SelectionNode) =>
      node.kind === Kind.FRAGMENT_SPREAD &&
      !node.directives?.length &&
      from.fragment(node.name.value).typeCondition.name.value === type.name;
    const spreads = selections.filter(isWhole);
    const others = selections.filter((node) => !isWhole(node));
    const parts = [...spreads.map((node) => [node]), ...(others.length > 0 ? [others] : [])];
    const keys = parts.flatMap((part) => [...from.membersOf(type, part).keys()]);
    // Fragments that select the same member cannot be separate components: GraphQL merges their selections.
    if (spreads.length === 0 || new Set(keys).size < keys.length)
      return this.ofMembers(type, from.membersOf(type, selections), from);
    const schemas = spreads.map((node) => {
      const fragment = from.fragment((node as { name: { value: string } }).name.value);
      return this.ofFragment(fragment, () => this.ofSelectionOfFragment(type, fragment, from));
    });
    if (others.length > 0) schemas.push(this.ofMembers(type, from.membersOf(type, others), from));
    return schemas.length === 1 ? schemas[0]! : { allOf: schemas };
  }

  private ofSelectionOfFragment(
    type: GraphQLObjectType,
    fragment: FragmentDefinitionNode,
    from: DocumentSelection,
  ): JsonSchema {
    return withDescription(this.ofSelection(type, fragment.selectionSet.selections, from), type.description);
  }

  private ofFragment({ name }: FragmentDefinitionNode, make: () => JsonSchema): JsonSchema {
    return this.component(name.value.replace(/Rest$/, ''), `fragment ${name.value}`, make);
  }

  private ofMembers(
    type: GraphQLObjectType,
    members: ReadonlyMap<string, Member>,
    from: DocumentSelection,
  ): JsonSchema {
    const isOmittedWhenNull = (key: string, { nodes }: Member) =>
      (omittedWhenNull.has(key) || typesWithoutNulls.has(type.name)) &&
      !isNonNullType(type.getFields()[nodes[0]!.name.value]!.type);
    const isOmittable = (key: string, member: Member) => isOmittedWhenNull(key, member) || omittedWhenEmpty.has(key);
    const requiredMembers = [...members].filter(([key, member]) => !member.isOptional && !isOmittable(key, member));
    return {
      type: 'object',
      properties: Object.fromEntries(
        [...members].map(([key, member]) => [
          key,
          this.ofMember(type, member, from, { isNeverNull: isOmittedWhenNull(key, member) }),
        ]),
      ),
      ...(requiredMembers.length > 0 && { required: requiredMembers.map(([key]) => key) }),
      ...ownSchema(type),
    };
  }
}

/** The JSON Schema keyword `default`, if JSON can express the value. */
export function defaultKeyword({ defaultValue }: { defaultValue?: unknown }): JsonSchema {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof defaultValue);
  return isPlain || (Array.isArray(defaultValue) && defaultValue.length === 0) ? { default: defaultValue } : {};
}

function enumDescription(type: GraphQLEnumType): string | undefined {
  const values = type.getValues().filter(({ description }) => description);
  const lines = values.map(({ name, description }) => `- \`${name}\`: ${description}`);
  return [type.description, lines.join('\n')].filter(Boolean).join('\n\n') || undefined;
}
