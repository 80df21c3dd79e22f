// Filters of the schema as an oracle would use them: conditions on related rows, once naming hidden values, once made-up ones.
import { getNamedType, type GraphQLInputObjectType, isInputObjectType, isListType, getNullableType } from 'graphql';
import { columnsOf, type Column } from '../../src/data/model/model-fields';
import { schema } from '../../src/modules/types';

type Filter = Record<string, unknown>;
/** A relation that rows are filtered by; quantified when it leads to many rows. */
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
/** Values by model and column. */
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

/** Each relation that the filter of a list offers, and every way one relation further. */
export const filterPaths = (root: string, model: string): FilterPath[] =>
  stepsFrom(model).map((first) => ({ root, model, steps: [first] }));
export const longerPaths = ({ steps: [first], ...path }: FilterPath): FilterPath[] =>
  stepsFrom(first!.model).map((second) => ({ ...path, steps: [first!, second] }));

export const pathTitle = ({ root, steps }: FilterPath): string => [root, ...steps.map(({ name }) => name)].join('.');

/** Conditions on own columns that hold for rows with the given values; columns that have none are left out. */
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

/** Conditions that an entity adds to its columns, e.g. a search; they take texts, ids or booleans. */
export const computedConditions = (model: string, ids: readonly string[], text: string): Filter[] =>
  Object.values(filterOf(model).getFields()).flatMap(({ name, type }): Filter[] => {
    const input = getNamedType(type);
    const isList = isListType(getNullableType(type));
    if (isInputObjectType(input)) return [];
    if (input.name === 'UUID') return isList ? [{ [name]: ids }] : [{ [name]: ids[0] }];
    if (input.name === 'String') return [{ [name]: isList ? [text] : text }];
    return [];
  });

/** The path with a condition at its end, under each of the quantifiers, which all lists on the way share. */
export const quantifyFilters = (
  { steps }: FilterPath,
  condition: Filter,
  quantifiers: readonly string[] = ['some', 'every', 'none'],
): Filter[] =>
  (steps.some(({ isList }) => isList) ? quantifiers : ['is']).map((quantifier) =>
    steps.reduceRight((inner, { name, isList }) => ({ [name]: isList ? { [quantifier]: inner } : inner }), condition),
  );
