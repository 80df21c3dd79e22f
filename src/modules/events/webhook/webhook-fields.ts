// Checks the URL of a webhook, and converts it to the form in which it is stored.
import { AppError } from '../../../errors';

/**
 * Returns the normalized URL without its fragment. Throws 400 for a text that is not an HTTP URL, and for a URL with a
 * user name or password.
 */
export function webhookUrl(field: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('validation_invalid_format', { field });
  url.hash = '';
  return url.href;
}
