// Conversions for the daemon protocol from 0.17.22, which calls a network `site`. All versions accept
// `network`, so responses use the word `network`.
import { isObject, type Json } from './protocol-versions';

const nilId = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the body with the names `network_id` and `Network` instead of `site_id` and `Site`, at any depth, and without
 * nil UUIDs.
 */
export function readNames(body: Json): Json {
  return readValue(body) as Json;
}

function readValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== nilId).map(readValue);
  if (!isObject(value)) return value;
  const namedValues: [string, unknown][] = [];
  for (const [member, item] of Object.entries(value))
    if (item !== nilId)
      namedValues.push([
        member === 'site_id' ? 'network_id' : member,
        member === 'scope' && item === 'Site' ? 'Network' : readValue(item),
      ]);
  return Object.fromEntries(namedValues);
}
