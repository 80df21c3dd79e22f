// Builds, from the schema, filters that follow relations and test columns of the related rows. Tests of tenant
// isolation send such filters once with values of hidden rows and once with made-up values.
import { getNamedType, type GraphQLInputObjectType, isInputObjectType, isListType, getNullableType } from 'graphql';
import { columnsOf, type Column } from '../../src/data/model/model-fields';
import { schema } from '../../src/modules/types';

type Filter = Record<string, unknown>;
/** A relation in a filter. A relation to many rows (`isList`) needs a quantifier, for example `some`. */
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
/** Returns the value to compare a column with. Undefined if no condition should test the column. */
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

/** The relations that the filter of a list offers, each as a path of one step. */
export const filterPaths = (root: string, model: string): FilterPath[] =>
  stepsFrom(model).map((first) => ({ root, model, steps: [first] }));
export const longerPaths = ({ steps: [first], ...path }: FilterPath): FilterPath[] =>
  stepsFrom(first!.model).map((second) => ({ ...path, steps: [first!, second] }));

export const pathTitle = ({ root, steps }: FilterPath): string => [root, ...steps.map(({ name }) => name)].join('.');

/**
 * Conditions on the model's columns that are true for rows with the given values. Columns without a value get no
 * condition.
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

/** Conditions of a filter that take ids or texts and belong to no column, such as `search`. */
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
 * One filter for each quantifier: it follows the path of relations and tests the condition at the end. A path without
 * relations to many rows needs no quantifier, so it gets one filter.
 */
export const quantifyFilters = (
  { steps }: FilterPath,
  condition: Filter,
  quantifiers: readonly string[] = ['some', 'every', 'none'],
): Filter[] =>
  (steps.some(({ isList }) => isList) ? quantifiers : ['is']).map((quantifier) =>
    steps.reduceRight((inner, { name, isList }) => ({ [name]: isList ? { [quantifier]: inner } : inner }), condition),
  );
