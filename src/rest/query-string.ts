// Parses the query string of a request. Throws for query parameters whose percent-encoding is not UTF-8.
import { isUtf8 } from 'node:buffer';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { AppError } from '../errors';

/**
 * The query string parser for Express. It throws for bytes that are not UTF-8, because the usual parser would replace
 * them by U+FFFD.
 */
export function readQuery(text: string | null): ParsedUrlQuery {
  if (text?.includes('%'))
    for (const parameter of text.split('&'))
      if (!isUtf8(bytesOf(parameter))) throw new AppError('validation_invalid_format', { field: nameIn(parameter) });
  return parse(text ?? '');
}

/** The bytes of a query parameter. Node reads each unescaped byte of a query string as one character. */
const bytesOf = (parameter: string): Buffer =>
  Buffer.from(
    parameter.replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

const nameIn = (parameter: string): string => Object.keys(parse(parameter))[0] ?? '';
