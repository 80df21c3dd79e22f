// Filters of the schema that try to find hidden rows: conditions on related rows, once with the values of hidden rows
// and once with made-up values.
import { getNamedType, type GraphQLInputObjectType, isInputObjectType, isListType, getNullableType } from 'graphql';
import { columnsOf, type Column } from '../../src/data/model/model-fields';
import { schema } from '../../src/modules/types';

type Filter = Record<string, unknown>;
/** A relation in a filter. It needs a quantifier if it leads to many rows. */
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
/** Returns the value to compare a column with, or undefined if there is none. */
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

/** All paths of relations that the filter of a list offers. */
export const filterPaths = (root: string, model: string): FilterPath[] =>
  stepsFrom(model).map((first) => ({ root, model, steps: [first] }));
export const longerPaths = ({ steps: [first], ...path }: FilterPath): FilterPath[] =>
  stepsFrom(first!.model).map((second) => ({ ...path, steps: [first!, second] }));

export const pathTitle = ({ root, steps }: FilterPath): string => [root, ...steps.map(({ name }) => name)].join('.');

/** Conditions on the model's columns that are true for rows with these values. Columns without a value are left out. */
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

/**
 * Conditions that an entity offers in addition to its columns, such as a search. Their values are texts, ids or
 * booleans.
 */
export const computedConditions = (model: string, ids: readonly string[], text: string): Filter[] =>
  Object.values(filterOf(model).getFields()).flatMap(({ name, type }): Filter[] => {
    const input = getNamedType(type);
    const isList = isListType(getNullableType(type));
    if (isInputObjectType(input)) return [];
    if (input.name === 'UUID') return isList ? [{ [name]: ids }] : [{ [name]: ids[0] }];
    if (input.name === 'String') return [{ [name]: isList ? [text] : text }];
    return [];
  });

/**
 * Filters that follow the path, with the condition at its end. There is one filter for each quantifier, which is used
 * for all lists on the path.
 */
export const quantifyFilters = (
  { steps }: FilterPath,
  condition: Filter,
  quantifiers: readonly string[] = ['some', 'every', 'none'],
): Filter[] =>
  (steps.some(({ isList }) => isList) ? quantifiers : ['is']).map((quantifier) =>
    steps.reduceRight((inner, { name, isList }) => ({ [name]: isList ? { [quantifier]: inner } : inner }), condition),
  );
