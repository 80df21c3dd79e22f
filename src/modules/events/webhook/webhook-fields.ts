// The URL of a webhook in the form in which it is stored.
import { AppError } from '../../../errors';

/** The normalized URL without a fragment. Throws 400 for a text that is no URL of HTTP, or that has a user or password. */
export function webhookUrl(field: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('validation_invalid_format', { field });
  url.hash = '';
  return url.href;
}
