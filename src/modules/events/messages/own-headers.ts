// Checks the HTTP headers that the owner of a webhook adds to the requests of the webhook.

export const mostHeaders = 10;
export const longestHeaderName = 100;
export const longestHeaderValue = 2_000;

/** Matches the name of a header: a token (RFC 9110, section 5.6.2). */
const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/**
 * Matches the value of a header: visible ASCII characters, with spaces and tabs only between them, and no line breaks.
 */
const valueForm = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * Headers that a webhook may not set: headers of a connection (RFC 9110, section 7.6.1), and headers that the service
 * sets.
 */
const reservedNames: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'http2-settings', 'expect', 'host', 'user-agent', 'accept-encoding', 'date'],
]);

/** Whether a webhook may have a header of this name. */
export const isHeaderName = (name: string): boolean => {
  const lower = name.toLowerCase();
  return nameForm.test(name) && !reservedNames.has(lower) && !/^(webhook-|content-)/.test(lower);
};
export const isHeaderValue = (value: string): boolean => valueForm.test(value);
