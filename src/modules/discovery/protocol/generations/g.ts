// From 0.17.22: a network is a site. The older name is read by all, so that nothing is written otherwise.
import { isObject, type Json } from './generation';

const nilId = '00000000-0000-0000-0000-000000000000';

/** The older names at any depth; nil ids stand for none and are left out. */
export function readNames(body: Json): Json {
  return readValue(body) as Json;
}

function readValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== nilId).map(readValue);
  if (!isObject(value)) return value;
  const named: [string, unknown][] = [];
  for (const [member, item] of Object.entries(value))
    if (item !== nilId)
      named.push([
        member === 'site_id' ? 'network_id' : member,
        member === 'scope' && item === 'Site' ? 'Network' : readValue(item),
      ]);
  return Object.fromEntries(named);
}
