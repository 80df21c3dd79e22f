// The bounds that the inputs of a sheet declare, for as long as no plugin enforces them for every input.
import { AppError } from '../../errors';
import { assertLength, assertRange } from '../../platform/text/validation';
import type { AnyField } from './sheet-fields';

/** `isNotNull` says of a field whether it may be left out but not be null. */
export function assertDeclared(
  fields: Readonly<Record<string, AnyField>>,
  input: Readonly<Record<string, unknown>>,
  isNotNull: (field: AnyField) => boolean,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = input[name];
    const { minLength = 0, maxLength, minimum, maximum } = field.extensions?.jsonSchema ?? {};
    if (value === null && isNotNull(field)) throw new AppError('validation_required', { field: name });
    if (typeof value === 'string' && maxLength !== undefined) assertLength(name, value, minLength, maxLength);
    if (typeof value === 'number' && minimum !== undefined) assertRange(name, value, minimum, maximum!);
  }
}
