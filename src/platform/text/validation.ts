// Checks of single values that callers send; each names the field and the bound in the error it throws.
import { isIP } from 'node:net';
import { AppError } from '../../errors';

// PostgreSQL text can hold neither: NUL is refused by the server, a lone surrogate is no UTF-8.
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isCleanText = (value: string): boolean => !unstorable.test(value);
/** The text with U+FFFD for what PostgreSQL cannot store. */
export const withoutUnstorable = (value: string): string =>
  isCleanText(value) ? value : value.replace(new RegExp(unstorable, 'g'), '\uFFFD');
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuidForm.test(value);

/** Stands for no id, where a protocol has a place for one. */
export const nilId = '00000000-0000-0000-0000-000000000000';

const times = { first: Date.parse('0001-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59.999Z') };

export const lastStorableTime = new Date(times.last);

/** A time in the four-digit years, which PostgreSQL and RFC 3339 write alike; there was no year 0. */
export const isStorableTime = (time: Date): boolean => time.getTime() >= times.first && time.getTime() <= times.last;

/** An IPv4 or IPv6 address, with or without a prefix length, as PostgreSQL's inet reads it. */
export function isInet(value: unknown): value is string {
  if (typeof value !== 'string' || value.includes('%')) return false;
  const [address, prefix, ...rest] = value.split('/');
  const family = isIP(address!);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** Refuses anything but a network with its prefix length; the database checks that it has no host bits. */
export function assertCidr(field: string, value: string): void {
  if (!(value.includes('/') && isInet(value))) throw new AppError('validation_invalid_ip', { field });
}

/** Refuses text that PostgreSQL cannot store. */
export function assertCleanText(field: string, value: string): void {
  if (!isCleanText(value)) throw new AppError('validation_invalid_format', { field });
}

/** Length in characters (code points), as PostgreSQL's char_length counts. */
export function assertLength(field: string, value: string, min: number, max: number): void {
  assertCleanText(field, value);
  const length = [...value].length;
  if (min > 0 && value.trim() === '') throw new AppError('validation_empty', { field });
  if (length < min) throw new AppError('validation_min_length', { field, min });
  if (length > max) throw new AppError('validation_max_length', { field, max });
}

const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** An e-mail address as it is stored: in lower case, without spaces around it. */
export function checkedEmail(field: string, text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !emailForm.test(email)) throw new AppError('validation_invalid_email', { field });
  return email;
}

export function assertRange(field: string, value: number, min: number, max: number): void {
  if (!(value >= min && value <= max)) throw new AppError('validation_out_of_range', { field, min, max });
}

/** An empty description is stored as null; undefined (not given) stays undefined. */
export function blankToNull(value: string | null | undefined): string | null | undefined {
  return value === '' ? null : value;
}

/** Whether the judge finds nothing to refuse, for callers that leave out what it would. */
export function accepts(judge: () => unknown): boolean {
  try {
    judge();
    return true;
  } catch {
    return false;
  }
}

/** Namespaces are compared as they look: without outer blanks, in one Unicode form (NFC). */
export const namespaceOf = (text: string): string => text.trim().normalize();

/** A text as Unicode writes it with joined and with separate letters (NFC, NFD); one where both are the same. */
export const unicodeForms = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
];
