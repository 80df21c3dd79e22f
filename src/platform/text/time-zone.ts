// Recognizes names of time zones.
import { AppError } from '../../errors';

/** Whether the name is in the IANA time zone database, ignoring case. Offsets such as `+02:00` are no such names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns the name of a time zone. Throws 400 for a text that names none. */
export function timeZoneName(field: string, name: string): string {
  if (!isTimeZone(name)) throw new AppError('validation_invalid_format', { field });
  return name;
}
