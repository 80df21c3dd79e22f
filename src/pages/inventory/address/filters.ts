// Filters in the URL, each as a clause such as `host.name.contains=sw`. Paths and values are checked against the
// published schema.
import { enumValues, filterInputs } from '../../../generated/inventory-kinds';
import type { Kind } from './kinds-by-list';

/** One condition of a filter. It has several values only if the operator takes a list, such as `in`. */
export interface Clause {
  /** The field and operator as a path, such as `host.name.contains`. */
  readonly path: string;
  readonly values: readonly string[];
}

export interface Leaf {
  readonly type: string;
  readonly isList: boolean;
}

const nameOf = (type: string): string => type.replace(/[[\]!]/g, '');
const membersOf = (input: string): Readonly<Record<string, string>> | undefined =>
  Object.hasOwn(filterInputs, input) ? filterInputs[input] : undefined;
const memberOf = (input: string, name: string): string | undefined => {
  const members = membersOf(input);
  return members && Object.hasOwn(members, name) ? members[name] : undefined;
};
const isListFilter = (input: string): boolean => input.endsWith('ListFilter');

/**
 * Looks up the type of value that a filter such as `host.name.contains` takes; undefined if there is no such filter.
 */
export function findLeaf(filter: string, path: string): Leaf | undefined {
  let type = filter;
  let isOfList = false;
  for (const name of path.split('.')) {
    const next = memberOf(nameOf(type), name);
    if (next === undefined) return undefined;
    isOfList = isListFilter(nameOf(type));
    type = next;
  }
  const name = nameOf(type);
  if (membersOf(name)) return isOfList && /\.(some|none)$/.test(path) ? { type: 'Exists', isList: false } : undefined;
  return { type: name, isList: type.startsWith('[') };
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Converts the text of a filter in the URL to a value of the type; undefined if the text is not valid for the type. */
export function parseFilterValue(type: string, text: string): unknown {
  switch (type) {
    case 'Exists':
      return text === 'true' ? {} : undefined;
    case 'Boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'Int':
      return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31 ? Number(text) : undefined;
    case 'BigInt':
      return /^-?\d{1,18}$/.test(text) ? text : undefined;
    case 'UUID':
      return uuid.test(text) ? text : undefined;
    case 'DateTime': {
      const time = Date.parse(text);
      return Number.isNaN(time) ? undefined : new Date(time).toISOString();
    }
    case 'String':
      return text === '' ? undefined : text;
    default:
      return enumValues[type]?.includes(text) ? text : undefined;
  }
}

/** Whether the published schema allows this filter for this kind of row, with these values. */
export function isValid(kind: Kind, { path, values }: Clause): boolean {
  const leaf = findLeaf(kind.filter, path);
  if (!leaf || values.length === 0 || (!leaf.isList && values.length > 1)) return false;
  return values.every((value) => parseFilterValue(leaf.type, value) !== undefined);
}

/** Builds nested objects: `['host', 'name', 'eq']` and 'x' become `{ host: { name: { eq: 'x' } } }`. */
const nest = (path: readonly string[], value: unknown): object =>
  path.reduceRight((inner: unknown, name) => ({ [name]: inner }), value) as object;

function inputOf(kind: Kind, { path, values }: Clause): object {
  const leaf = findLeaf(kind.filter, path)!;
  const read = values.map((value) => parseFilterValue(leaf.type, value));
  return nest(path.split('.'), leaf.isList ? read : read[0]);
}

/** Whether the text is an IPv4 or IPv6 address, with or without a prefix length. */
export function isAddress(text: string): boolean {
  const [, address = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const isIpv6 = address.includes(':');
  if (length !== undefined && Number(length) > (isIpv6 ? 128 : 32)) return false;
  if (!isIpv6) return /^(\d{1,3}\.){3}\d{1,3}$/.test(address) && address.split('.').every((part) => Number(part) < 256);
  return /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]/`);
}

/** The condition on a field for a text in the search box; undefined if the field cannot match such a text. */
function comparison(kind: Kind, path: string, text: string): object | undefined {
  let input = kind.filter;
  for (const name of path.split('.')) input = nameOf(memberOf(input, name)!);
  if (memberOf(input, 'contains')) return nest([...path.split('.'), 'contains'], text);
  const type = nameOf(memberOf(input, 'eq')!);
  const value = type === 'String' && !isAddress(text) ? undefined : parseFilterValue(type, text);
  return value === undefined ? undefined : nest([...path.split('.'), 'eq'], value);
}

export const hasOwnSearch = (kind: Kind): boolean => memberOf(kind.filter, 'search') === 'String';
export const canSearch = (kind: Kind): boolean => hasOwnSearch(kind) || kind.search.length > 0;

function searchInput(kind: Kind, text: string): object {
  if (hasOwnSearch(kind)) return { search: text };
  return { or: kind.search.flatMap((path) => comparison(kind, path, text) ?? []) };
}

/**
 * Builds the filter argument for the API; null for no filter. Rows must fulfil all `clauses`. If `search` is not empty,
 * they must also match this text or have one of the ids `foundIds`, which the global search has found.
 */
export function buildFilter(
  kind: Kind,
  search: string,
  clauses: readonly Clause[],
  foundIds: readonly string[] = [],
): object | null {
  const text = search.trim();
  const parts = clauses.map((clause) => inputOf(kind, clause));
  if (text !== '' && canSearch(kind)) {
    const input = searchInput(kind, text);
    parts.push(foundIds.length > 0 ? { or: [input, { id: { in: foundIds } }] } : input);
  }
  if (parts.length < 2) return parts[0] ?? null;
  return { and: parts };
}

/** A field of a row or of a related row, by which a list can be filtered. */
export interface Filterable {
  /** The path of the field: `name`, `host.name`, `tags.some.name`, `stale`. */
  readonly path: string;
  /** Operators such as `eq` or `contains`; empty if the filter has none, as in `stale=true`. */
  readonly operators: readonly string[];
}

const isRelation = (input: string): boolean => membersOf(input) !== undefined && !input.endsWith('ColumnFilter');

function fieldsOf(input: string, prefix: string, isNested: boolean): Filterable[] {
  return Object.entries(membersOf(input) ?? {}).flatMap(([name, type]): Filterable[] => {
    const path = `${prefix}${name}`;
    const of = nameOf(type);
    const members = membersOf(of);
    if (!members) return name === 'search' ? [] : [{ path, operators: [] }];
    if (of.endsWith('ColumnFilter'))
      return name === 'networkId' || (isNested && name === 'id') ? [] : [{ path, operators: Object.keys(members) }];
    if (isNested || name === 'network') return [];
    if (!isListFilter(of)) return fieldsOf(of, `${path}.`, true);
    const row = nameOf(members.some!);
    const has = [{ path, operators: ['some', 'none'] }];
    return isRelation(row) ? [...has, ...fieldsOf(row, `${path}.some.`, true)] : has;
  });
}

/** All fields by which a list of the kind can be filtered: fields of the listed rows, and fields of related rows. */
export const filterablesOf = (kind: Kind): Filterable[] => fieldsOf(kind.filter, '', false);
