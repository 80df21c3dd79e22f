// Checks a request's variables against their declared types, for both doors: what is wrong is named by field, not in prose.
import { coerceInputValue, isNonNullType, type GraphQLInputType } from 'graphql';
import { AppError } from '../errors';
import { assertCleanText } from '../validation';

export interface OperationVariable {
  name: string;
  type: GraphQLInputType;
  isRequired: boolean;
}

/**
 * One variable's value from what the request sent (already of JSON types).
 * Missing: `validation_required`; of the wrong type: `validation_invalid_format`; both name the field.
 */
export function checkVariable(variable: OperationVariable, value: unknown): void {
  assertNesting(variable.name, value);
  if (value === undefined || (value === null && isNonNullType(variable.type))) {
    if (variable.isRequired) throw new AppError('validation_required', { field: variable.name });
    if (value === undefined) return;
  }
  coerceInputValue(value, variable.type, (path, invalid, error) => {
    const isObject = invalid !== null && typeof invalid === 'object';
    const [, named, fault] =
      (isObject && /^Field "([^"]+)" (of required type|is not defined)/.exec(error.message)) || [];
    const members = path.filter((key) => typeof key === 'string');
    const field = [variable.name, ...members, ...(named === undefined ? [] : [named])].join('.');
    throw new AppError(fault === 'of required type' ? 'validation_required' : 'validation_invalid_format', { field });
  });
  assertStorable(variable.name, value);
}

/** No text anywhere inside may hold what PostgreSQL cannot store; the error names the field, not the place in a list. */
function assertStorable(field: string, value: unknown): void {
  if (typeof value === 'string') assertCleanText(field, value);
  else if (Array.isArray(value)) for (const item of value) assertStorable(field, item);
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) {
      assertCleanText(field, key);
      assertStorable(`${field}.${key}`, item);
    }
}

/** Values are walked by calling oneself; no honest one is deeper. */
const maximumNesting = 100;

function assertNesting(field: string, value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumNesting) throw new AppError('validation_invalid_format', { field });
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
}
