// The query string of a request: parameters by name, refused where one is percent-encoded from bytes that are no UTF-8.
import { isUtf8 } from 'node:buffer';
import { parse, unescapeBuffer, type ParsedUrlQuery } from 'node:querystring';
import { AppError } from '../errors';

/** Express's parser of query strings. What is no UTF-8 would be read as U+FFFD. */
export function readQuery(text: string | null): ParsedUrlQuery {
  if (text?.includes('%'))
    for (const parameter of text.split('&'))
      if (!isUtf8(unescapeBuffer(parameter)))
        throw new AppError('validation_invalid_format', { field: nameIn(parameter) });
  return parse(text ?? '');
}

const nameIn = (parameter: string): string => Object.keys(parse(parameter))[0] ?? '';
