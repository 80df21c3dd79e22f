// Filters of the schema, used to probe hidden rows: conditions on related rows, once with hidden values, once with
// made-up ones.
import { getNamedType, type GraphQLInputObjectType, isInputObjectType, isListType, getNullableType } from 'graphql';
import { columnsOf, type Column } from '../../src/data/model/model-fields';
import { schema } from '../../src/modules/types';

type Filter = Record<string, unknown>;
/** A relation used in a filter. It takes a quantifier if it leads to many rows. */
interface Step {
  readonly name: string;
  readonly model: string;
  readonly isList: boolean;
}
export interface FilterPath {
  readonly root: string;
  readonly model: string;
  readonly steps: readonly Step[];
}
/** The value for a model and column, or undefined. */
export type Values = (model: string, column: Column) => unknown;

const filterOf = (model: string) => schema.getType(`${model}Filter`) as GraphQLInputObjectType;
const connectives = new Set(['and', 'or', 'not']);

const stepsFrom = (model: string): Step[] =>
  Object.values(filterOf(model).getFields()).flatMap(({ name, type }) => {
    const { name: typeName } = getNamedType(type);
    const many = /^(\w+)ListFilter$/.exec(typeName);
    const one = many ?? /^(\w+)Filter$/.exec(typeName);
    if (connectives.has(name) || !one || typeName.endsWith('ColumnFilter')) return [];
    return [{ name, model: one[1]!, isList: many !== null }];
  });

/** Each relation that a list's filter offers. */
export const filterPaths = (root: string, model: string): FilterPath[] =>
  stepsFrom(model).map((first) => ({ root, model, steps: [first] }));
export const longerPaths = ({ steps: [first], ...path }: FilterPath): FilterPath[] =>
  stepsFrom(first!.model).map((second) => ({ ...path, steps: [first!, second] }));

export const pathTitle = ({ root, steps }: FilterPath): string => [root, ...steps.map(({ name }) => name)].join('.');

/**
 * Conditions on the model's columns that are true for rows with the given values. Columns without a value are left out.
 */
export function columnConditions(model: string, values: Values): Filter[] {
  return Object.values(filterOf(model).getFields()).flatMap(({ name, type }): Filter[] => {
    const input = getNamedType(type);
    const column = columnsOf(model).get(name);
    if (!column || !isInputObjectType(input) || !input.name.endsWith('ColumnFilter')) return [];
    const value = values(model, column);
    if (value === undefined) return [];
    const operators = Object.keys(input.getFields());
    return [
      { [name]: { eq: value } },
      ...(operators.includes('contains') ? [{ [name]: { contains: value } }] : []),
      ...(operators.includes('in') ? [{ [name]: { in: [value] } }] : []),
    ];
  });
}

/** Conditions that an entity adds to its columns, such as a search. Their values are texts, ids or booleans. */
export const computedConditions = (model: string, ids: readonly string[], text: string): Filter[] =>
  Object.values(filterOf(model).getFields()).flatMap(({ name, type }): Filter[] => {
    const input = getNamedType(type);
    const isList = isListType(getNullableType(type));
    if (isInputObjectType(input)) return [];
    if (input.name === 'UUID') return isList ? [{ [name]: ids }] : [{ [name]: ids[0] }];
    if (input.name === 'String') return [{ [name]: isList ? [text] : text }];
    return [];
  });

/** Filters along the path with the condition at its end: one for each quantifier, which all lists on the path use. */
export const quantifyFilters = (
  { steps }: FilterPath,
  condition: Filter,
  quantifiers: readonly string[] = ['some', 'every', 'none'],
): Filter[] =>
  (steps.some(({ isList }) => isList) ? quantifiers : ['is']).map((quantifier) =>
    steps.reduceRight((inner, { name, isList }) => ({ [name]: isList ? { [quantifier]: inner } : inner }), condition),
  );
