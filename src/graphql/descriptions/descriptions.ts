// Completes the descriptions of the schema. Texts that several types share are written once; other texts are derived
// from names.
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { readMetadata } from './metadata';
import { argumentText, enumText, fieldText, typeText } from './texts';
import { capitalize, inWords, toPlural } from '../../platform/text/names';

/** Adds missing descriptions to types, fields and arguments. Existing descriptions stay. */
export function describeCommon(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  for (const type of types) {
    type.description ??= enumText(type.name)?.type ?? typeText(type.name) ?? textOfRowsType(type);
    if (isEnumType(type)) describeValues(type.name, type.getValues());
    if (type === schema.getMutationType()) describeWrites(type);
  }
  // Row types come first, because input fields copy the descriptions of the fields of row types.
  for (const type of types)
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) {
        if (!isRoot(schema, type)) describe(field, type.name);
        for (const argument of field.args) argument.description ??= textOfArgument(argument, field.name);
      }
  for (const type of types)
    if (isInputObjectType(type) && !isFilterOfRows(type.name))
      for (const field of Object.values(type.getFields()))
        describe(field, type.name, textOfRow(schema, type.name, field.name));
  return schema;
}

const isRoot = (schema: GraphQLSchema, type: GraphQLNamedType): boolean =>
  type === schema.getQueryType() || type === schema.getMutationType() || type === schema.getSubscriptionType();
/**
 * Whether an input type is a filter of rows, such as `HostFilter`. False for filters of one column's values, such as
 * `StringColumnFilter`.
 */
const isFilterOfRows = (name: string): boolean => /(?<!Column)Filter$/.test(name);
const bound = /^(\d+ to \d+|At most \d+|At least \d+)\b/;

/** Adds a description to a field that has no description, or whose description only states bounds. */
function describe(field: GraphQLField<unknown, unknown> | GraphQLInputField, typeName: string, ofRow?: string): void {
  const { description, name } = field;
  if (description && !bound.test(description)) return;
  const text = fieldText(`${typeName}.${name}`) ?? ofRow ?? fieldText(name);
  field.description = [text, description].filter(Boolean).join(' ') || undefined;
}

/**
 * The description of the row field that an input field writes, without bounds. Undefined if the row has no such field.
 */
function textOfRow(schema: GraphQLSchema, inputName: string, fieldName: string): string | undefined {
  const rowName = inputName.replace(/^(AdminUpdate|Create|Update|Reported|Host(?=.+Input))/, '').replace(/Input$/, '');
  const row = schema.getType(rowName);
  const text = isObjectType(row) ? row.getFields()[fieldName]?.description : undefined;
  return text?.replace(/ (\d+ to \d+|At most \d+) characters\.$/, '');
}

const namedLikeRows: readonly (readonly [name: RegExp, text: (row: string) => string])[] = [
  [/^(\w+)Connection$/, (row) => `A page of ${toPlural(row)}.`],
  [/^(\w+)OrderField$/, (row) => `Sort keys of ${toPlural(row)}.`],
  [/^(\w+)Edge$/, (row) => `${capitalize(row)} and its cursor in the list.`],
  [/^Create(\w+)Input$/, (row) => `A new ${row}.`],
];

/**
 * The description of a type that exists for every entity, such as `HostConnection`. It contains the entity's name.
 * Undefined for other types.
 */
function textOfRowsType({ name }: GraphQLNamedType): string | undefined {
  for (const [pattern, text] of namedLikeRows) {
    const row = pattern.exec(name)?.[1];
    if (row) return text(inWords(row));
  }
  return undefined;
}

function describeValues(enumName: string, values: readonly { name: string; description?: string | null }[]): void {
  const { values: texts, metadata } = enumText(enumName) ?? {};
  const entries = metadata && readMetadata(metadata);
  for (const value of values)
    value.description ??= texts?.[value.name] ?? entries?.find(({ id }) => id === value.name)?.description;
}

/**
 * The description of an argument. The description of an id names the kind of row that the field reads or writes, and an
 * input object gets the description of its type.
 */
function textOfArgument({ name, type }: GraphQLArgument, fieldName: string): string | undefined {
  if (name === 'input') return getNamedType(type).description ?? undefined;
  const text = argumentText(`${fieldName}.${name}`) ?? argumentText(name);
  const row = fieldName.replace(/^(adminUpdate|[a-z]+(?=[A-Z]))/, (verb) => (verbs.test(verb) ? '' : verb));
  return text ?? (name === 'id' ? `Id of the ${inWords(row)}.` : undefined);
}
const verbs = /^(adminUpdate|answer|confirm|update|delete|revoke|rotate|reset)$/;

/** Adds a description to mutations that create or update a row and have no description. */
function describeWrites(mutation: GraphQLObjectType): void {
  for (const field of Object.values(mutation.getFields())) {
    if (field.name.startsWith('create')) field.description ??= 'Creates a row and returns it.';
    if (field.name.startsWith('update'))
      field.description ??= 'Updates the fields that the input names and returns the row. Null clears a field.';
  }
}
