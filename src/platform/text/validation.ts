// Checks single values from callers; errors name the field and the bound.
import { isIP } from 'node:net';
import { AppError } from '../../errors';

// Matches characters that PostgreSQL cannot store: NUL, and lone surrogates, which are not valid UTF-8.
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isCleanText = (value: string): boolean => !unstorable.test(value);
/** The text with characters that PostgreSQL cannot store replaced by U+FFFD. */
export const withoutUnstorable = (value: string): string =>
  isCleanText(value) ? value : value.replace(new RegExp(unstorable, 'g'), '\uFFFD');
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuidForm.test(value);

/** The id that means "no id" in protocols that require an id. */
export const nilId = '00000000-0000-0000-0000-000000000000';

const times = { first: Date.parse('0001-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59.999Z') };

export const lastStorableTime = new Date(times.last);

/** Whether the year has four digits. PostgreSQL and RFC 3339 agree only about such years. There is no year 0. */
export const isStorableTime = (time: Date): boolean => time.getTime() >= times.first && time.getTime() <= times.last;

/**
 * Whether the text is an IPv4 or IPv6 address, with or without a prefix length, in a form that PostgreSQL's inet
 * accepts.
 */
export function isInet(value: unknown): value is string {
  if (typeof value !== 'string' || value.includes('%')) return false;
  const [address, prefix, ...rest] = value.split('/');
  const family = isIP(address!);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  // PostgreSQL accepts leading zeros in the prefix length of IPv4, but not of IPv6.
  return family === 4
    ? /^\d{1,3}$/.test(prefix) && Number(prefix) <= 32
    : /^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= 128;
}

/** Throws unless the value is a network with a prefix length. The database checks that no host bits are set. */
export function assertCidr(field: string, value: string): void {
  if (!(value.includes('/') && isInet(value))) throw new AppError('validation_invalid_ip', { field });
}

/** Throws for text that PostgreSQL cannot store. */
export function assertCleanText(field: string, value: string): void {
  if (!isCleanText(value)) throw new AppError('validation_invalid_format', { field });
}

/** Throws unless the length in characters (code points, as PostgreSQL's char_length counts) is within bounds. */
export function assertLength(field: string, value: string, min: number, max: number): void {
  assertCleanText(field, value);
  const length = [...value].length;
  if (min > 0 && value.trim() === '') throw new AppError('validation_empty', { field });
  if (length < min) throw new AppError('validation_min_length', { field, min });
  if (length > max) throw new AppError('validation_max_length', { field, max });
}

const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** An e-mail address as it is stored: trimmed and in lower case. */
export function checkedEmail(field: string, text: string): string {
  const email = text.trim();
  // The form is tested before letters become lower case: U+212A (Kelvin sign) would become a k, and the address that of
  // another person.
  if (email.length > 254 || !emailForm.test(email)) throw new AppError('validation_invalid_email', { field });
  return email.toLowerCase();
}

export function assertRange(field: string, value: number, min: number, max: number): void {
  if (!(value >= min && value <= max)) throw new AppError('validation_out_of_range', { field, min, max });
}

/** Converts an empty text to null. Returns any other value unchanged, also undefined. */
export function blankToNull(value: string | null | undefined): string | null | undefined {
  return value === '' ? null : value;
}

/** Whether `judge` returns without throwing. Used where invalid values are skipped instead of failing. */
export function accepts(judge: () => unknown): boolean {
  try {
    judge();
    return true;
  } catch {
    return false;
  }
}

/** The form in which the namespaces of subnets are compared: trimmed, and in Unicode normalization form NFC. */
export const canonicalNamespace = (text: string): string => text.trim().normalize();

/** The text in Unicode forms NFC and NFD; one text if they are equal. */
export const unicodeForms = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
];
