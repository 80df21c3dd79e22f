// Reads fields of a JSON body; each error names the field as the caller spelled it.
import { AppError } from '../errors';
import { assertCleanText, assertLength, checkedEmail } from '../platform/text/validation';

type Body = Record<string, unknown>;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as an object. A missing body is an empty object, so that the first missing field is reported. */
export function bodyObject(body: unknown): Body {
  if (body === undefined) return {};
  if (!isObject(body)) throw new AppError('validation_invalid_format', { field: 'body' });
  return body;
}

function requireField(body: Body, name: string, field: string): unknown {
  // Only own properties of the body are read: a field named `constructor` must not read the prototype.
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null) throw new AppError('validation_required', { field });
  return value;
}

export function requiredObject(body: Body, name: string): Body {
  const value = requireField(body, name, name);
  if (!isObject(value)) throw new AppError('validation_invalid_format', { field: name });
  return value;
}

export function requiredText(body: Body, name: string, field = name): string {
  const value = requireField(body, name, field);
  if (typeof value !== 'string') throw new AppError('validation_invalid_format', { field });
  assertCleanText(field, value);
  if (value === '') throw new AppError('validation_empty', { field });
  return value;
}

export function optionalText(body: Body, name: string): string | undefined {
  return Object.hasOwn(body, name) && body[name] !== null ? requiredText(body, name) : undefined;
}

export function requiredName(body: Body, name: string, field = name): string {
  const value = requiredText(body, name, field);
  assertLength(field, value, 1, 100);
  return value;
}

export function requiredBoolean(body: Body, name: string): boolean {
  const value = requireField(body, name, name);
  if (typeof value !== 'boolean') throw new AppError('validation_invalid_format', { field: name });
  return value;
}

/** An e-mail address in lower case, as it is stored. */
export const requiredEmail = (body: Body, name: string): string => checkedEmail(name, requiredText(body, name));
