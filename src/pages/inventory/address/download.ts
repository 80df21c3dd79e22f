// Builds the URL of a list's CSV download, if the REST API offers the list with the same filters.
import { hasOwnSearch, type Clause } from './filters';
import type { Place } from './place';

export interface Download {
  readonly href: string;
  /** Filters that the download does not support. If there are any, the download contains more rows than the list. */
  readonly missing: readonly Clause[];
}

/**
 * The list's filter and the REST API may use different operators for the same condition: `role.eq` with `Admin` equals
 * `role.in` with the single value `Admin`.
 */
const equals = ({ path, values }: Clause): readonly string[] => {
  if (path.endsWith('.eq')) return [path, path.replace(/eq$/, 'in')];
  return path.endsWith('.in') && values.length === 1 ? [path, path.replace(/in$/, 'eq')] : [path];
};

/** The CSV download of the list that the URL describes; null if the API has no CSV for this kind of row. */
export function buildDownload({ kind, networkId, at, since, search, clauses }: Place): Download | null {
  if (!kind?.download) return null;
  const { path, parameters } = kind.download;
  const params = new URLSearchParams();
  if (kind.isInNetwork && networkId) params.set('network_id', networkId);
  if (at && kind.hasPast) params.set('at', at);
  const missing: Clause[] = since ? [{ path: 'since', values: [since] }] : [];
  const text = search.trim();
  if (text !== '') {
    if (hasOwnSearch(kind) && parameters.search) params.set(parameters.search, text);
    else missing.push({ path: 'search', values: [text] });
  }
  for (const clause of clauses) {
    const name = equals(clause)
      .map((one) => parameters[one])
      .find(Boolean);
    if (name === undefined || params.has(name)) missing.push(clause);
    // REST repeats a parameter for each value: a comma may be part of a value.
    else for (const value of clause.values) params.append(name, value);
  }
  return { href: `/api/v1${path}?${params.toString()}`, missing };
}
